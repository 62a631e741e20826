/*
 * ETW_REALTIME_CONSUMER at 6.2/x64, 0x88 bytes
 * Written by Strata from data 0000000000000000
 * Source of ETW_REALTIME_CONSUMER: chappell-etw-realtime-consumer: ETW_REALTIME_CONSUMER, Geoff Chappell
 *   https://www.geoffchappell.com/studies/windows/km/ntoskrnl/inc/ntos/etwp/etw_realtime_consumer.htm
 * Source of RTL_BITMAP, LIST_ENTRY: vergilius-kernels-data: kernels-data: types of Windows kernels from
 *   Microsoft's public symbol files, Vergilius Project https://github.com/VergiliusProject/kernels-data
 * Erratum shut-down-requested-bit-name: name published as ShutDownRequest, corrected to ShutDownRequested;
 *   nothing else fits
 * Pointers are pointers: for a tool whose pointers have 8 bytes.
 * Where STRATA_CHECK_LAYOUT is defined, the compiler checks every size and offset.
 */
#ifndef STRATA_ETW_REALTIME_CONSUMER_6_2_X64_H
#define STRATA_ETW_REALTIME_CONSUMER_6_2_X64_H

#ifndef STRATA_INTEGERS
#define STRATA_INTEGERS
typedef unsigned char strata_u8;
typedef unsigned short strata_u16;
typedef unsigned int strata_u32;
typedef unsigned long long strata_u64;
typedef signed char strata_i8;
typedef short strata_i16;
typedef int strata_i32;
typedef long long strata_i64;
#endif

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#elif defined(_MSC_VER)
#pragma warning(push)
#pragma warning(disable : 4200 4201 4214)
#endif

struct _EPROCESS;
struct _KEVENT;
struct _LIST_ENTRY;
struct _SINGLE_LIST_ENTRY;

#ifndef STRATA_LIST_ENTRY_6_2_X64
#define STRATA_LIST_ENTRY_6_2_X64
typedef struct _LIST_ENTRY {
    /* 0x0000 */ struct _LIST_ENTRY *Flink;
    /* 0x0008 */ struct _LIST_ENTRY *Blink;
} LIST_ENTRY; /* 0x0010 */
#endif

#ifndef STRATA_RTL_BITMAP_6_2_X64
#define STRATA_RTL_BITMAP_6_2_X64
typedef struct _RTL_BITMAP {
    /* 0x0000 */ strata_u32 SizeOfBitMap; /* ULONG */
    /* 0x0004 */ strata_u8 Padding_0x04[4];
    /* 0x0008 */ strata_u32 *Buffer;
} RTL_BITMAP; /* 0x0010 */
#endif

typedef struct _ETW_REALTIME_CONSUMER {
    /* 0x0000 */ LIST_ENTRY Links;
    /* 0x0010 */ void *ProcessHandle; /* HANDLE */
    /* 0x0018 */ struct _EPROCESS *ProcessObject;
    /* 0x0020 */ void *NextNotDelivered; /* PVOID */
    /* 0x0028 */ void *RealtimeConnectContext; /* PVOID */
    /* 0x0030 */ struct _KEVENT *DisconnectEvent;
    /* 0x0038 */ struct _KEVENT *DataAvailableEvent;
    /* 0x0040 */ strata_u32 *UserBufferCount;
    /* 0x0048 */ struct _SINGLE_LIST_ENTRY *UserBufferListHead;
    /* 0x0050 */ strata_u32 BuffersLost; /* ULONG */
    /* 0x0054 */ strata_u32 EmptyBuffersCount; /* ULONG */
    /* 0x0058 */ strata_u16 LoggerId; /* USHORT */
    union {
        /* 0x005a */ strata_u8 Flags; /* UCHAR */
        struct {
            /* 0x005a:0 */ strata_u8 ShutDownRequested : 1; /* erratum shut-down-requested-bit-name */
            /* 0x005a:1 */ strata_u8 NewBuffersLost : 1;
            /* 0x005a:2 */ strata_u8 Disconnected : 1;
            /* 0x005a:3 */ strata_u8 Notified : 1;
            /* 0x005a:4 */ strata_u8 Wow : 1;
            /* 0x005a:5 */ strata_u8 : 3;
        };
    };
    /* 0x005b */ strata_u8 Padding_0x5B[5];
    /* 0x0060 */ RTL_BITMAP ReservedBufferSpaceBitMap;
    /* 0x0070 */ strata_u8 *ReservedBufferSpace;
    /* 0x0078 */ strata_u32 ReservedBufferSpaceSize; /* ULONG */
    /* 0x007c */ strata_u32 UserPagesAllocated; /* ULONG */
    /* 0x0080 */ strata_u32 UserPagesReused; /* ULONG */
    /* 0x0084 */ strata_u8 Padding_0x84[4];
} ETW_REALTIME_CONSUMER; /* 0x0088 */

#ifdef STRATA_CHECK_LAYOUT
#include <stddef.h>
#ifdef __cplusplus
#define STRATA_HOLDS(condition, what) static_assert(condition, what)
#else
#define STRATA_HOLDS(condition, what) _Static_assert(condition, what)
#endif
#define STRATA_SIZE(type, size) \
    STRATA_HOLDS(sizeof(type) == (size), "size of " #type)
#define STRATA_MEMBER(type, member, offset, size) \
    STRATA_HOLDS(offsetof(type, member) == (offset), "offset of " #type "." #member); \
    STRATA_HOLDS(sizeof(((type *)0)->member) == (size), "size of " #type "." #member)
STRATA_SIZE(LIST_ENTRY, 0x0010);
STRATA_MEMBER(LIST_ENTRY, Flink, 0x0000, 0x8);
STRATA_MEMBER(LIST_ENTRY, Blink, 0x0008, 0x8);
STRATA_SIZE(RTL_BITMAP, 0x0010);
STRATA_MEMBER(RTL_BITMAP, SizeOfBitMap, 0x0000, 0x4);
STRATA_MEMBER(RTL_BITMAP, Buffer, 0x0008, 0x8);
STRATA_SIZE(ETW_REALTIME_CONSUMER, 0x0088);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, Links, 0x0000, 0x10);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, ProcessHandle, 0x0010, 0x8);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, ProcessObject, 0x0018, 0x8);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, NextNotDelivered, 0x0020, 0x8);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, RealtimeConnectContext, 0x0028, 0x8);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, DisconnectEvent, 0x0030, 0x8);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, DataAvailableEvent, 0x0038, 0x8);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, UserBufferCount, 0x0040, 0x8);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, UserBufferListHead, 0x0048, 0x8);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, BuffersLost, 0x0050, 0x4);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, EmptyBuffersCount, 0x0054, 0x4);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, LoggerId, 0x0058, 0x2);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, Flags, 0x005a, 0x1);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, ReservedBufferSpaceBitMap, 0x0060, 0x10);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, ReservedBufferSpace, 0x0070, 0x8);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, ReservedBufferSpaceSize, 0x0078, 0x4);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, UserPagesAllocated, 0x007c, 0x4);
STRATA_MEMBER(ETW_REALTIME_CONSUMER, UserPagesReused, 0x0080, 0x4);
#undef STRATA_MEMBER
#undef STRATA_SIZE
#undef STRATA_HOLDS
#endif /* STRATA_CHECK_LAYOUT */

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic pop
#elif defined(_MSC_VER)
#pragma warning(pop)
#endif

#endif /* STRATA_ETW_REALTIME_CONSUMER_6_2_X64_H */
