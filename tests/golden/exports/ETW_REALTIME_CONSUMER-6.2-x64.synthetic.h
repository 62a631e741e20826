/*
 * ETW_REALTIME_CONSUMER at 6.2/x64, 0x88 bytes
 * Written by Strata from data 0000000000000000
 * Source of ETW_REALTIME_CONSUMER: chappell-etw-realtime-consumer: ETW_REALTIME_CONSUMER, Geoff Chappell
 *   https://www.geoffchappell.com/studies/windows/km/ntoskrnl/inc/ntos/etwp/etw_realtime_consumer.htm
 * Source of RTL_BITMAP, LIST_ENTRY: vergilius-kernels-data: kernels-data: types of Windows kernels from
 *   Microsoft's public symbol files, Vergilius Project https://github.com/VergiliusProject/kernels-data
 * Erratum shut-down-requested-bit-name: name published as ShutDownRequest, corrected to ShutDownRequested;
 *   nothing else fits
 * In WinDbg: dx Debugger.Utility.Analysis.SyntheticTypes.ReadHeader("path of this file", "module")
 *   and then: dx Debugger.Utility.Analysis.SyntheticTypes.CreateInstance("_ETW_REALTIME_CONSUMER", address)
 * Pointers have 8 bytes. Those to structures are void *, because others need types of the module.
 * An array of structures overlaps bytes of its size, because only one of its elements is counted.
 */

typedef struct _LIST_ENTRY {
    /* 0x0000 */ void *Flink; /* LIST_ENTRY * */
    /* 0x0008 */ void *Blink; /* LIST_ENTRY * */
} LIST_ENTRY; /* 0x0010 */

typedef struct _RTL_BITMAP {
    /* 0x0000 */ unsigned long SizeOfBitMap; /* ULONG */
    /* 0x0004 */ unsigned char Padding_0x04[4];
    /* 0x0008 */ unsigned long *Buffer;
} RTL_BITMAP; /* 0x0010 */

typedef struct _ETW_REALTIME_CONSUMER {
    /* 0x0000 */ LIST_ENTRY Links;
    /* 0x0010 */ void *ProcessHandle; /* HANDLE */
    /* 0x0018 */ void *ProcessObject; /* EPROCESS * */
    /* 0x0020 */ void *NextNotDelivered; /* PVOID */
    /* 0x0028 */ void *RealtimeConnectContext; /* PVOID */
    /* 0x0030 */ void *DisconnectEvent; /* KEVENT * */
    /* 0x0038 */ void *DataAvailableEvent; /* KEVENT * */
    /* 0x0040 */ unsigned long *UserBufferCount;
    /* 0x0048 */ void *UserBufferListHead; /* SINGLE_LIST_ENTRY * */
    /* 0x0050 */ unsigned long BuffersLost; /* ULONG */
    /* 0x0054 */ unsigned long EmptyBuffersCount; /* ULONG */
    /* 0x0058 */ unsigned short LoggerId; /* USHORT */
    union {
        /* 0x005a */ unsigned char Flags; /* UCHAR */
        struct {
            /* 0x005a:0 */ unsigned char ShutDownRequested : 1; /* erratum shut-down-requested-bit-name */
            /* 0x005a:1 */ unsigned char NewBuffersLost : 1;
            /* 0x005a:2 */ unsigned char Disconnected : 1;
            /* 0x005a:3 */ unsigned char Notified : 1;
            /* 0x005a:4 */ unsigned char Wow : 1;
            /* 0x005a:5 */ unsigned char : 3;
        };
    };
    /* 0x005b */ unsigned char Padding_0x5B[5];
    /* 0x0060 */ RTL_BITMAP ReservedBufferSpaceBitMap;
    /* 0x0070 */ unsigned char *ReservedBufferSpace;
    /* 0x0078 */ unsigned long ReservedBufferSpaceSize; /* ULONG */
    /* 0x007c */ unsigned long UserPagesAllocated; /* ULONG */
    /* 0x0080 */ unsigned long UserPagesReused; /* ULONG */
    /* 0x0084 */ unsigned char Padding_0x84[4];
} ETW_REALTIME_CONSUMER; /* 0x0088 */
