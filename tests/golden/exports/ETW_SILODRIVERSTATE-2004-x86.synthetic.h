/*
 * ETW_SILODRIVERSTATE at 2004/x86, 0xaa8 bytes
 * Written by Strata from data 0000000000000000
 * Source of ETW_SILODRIVERSTATE: chappell-etw-silodriverstate: ETW_SILODRIVERSTATE, Geoff Chappell
 *   https://www.geoffchappell.com/studies/windows/km/ntoskrnl/inc/ntos/etwp/etw_silodriverstate.htm
 * Source of KMUTANT, DISPATCHER_HEADER, ETW_SYSTEM_LOGGER_SETTINGS, PERFINFO_GROUPMASK, ETW_SYSTEM_LOGGER,
 *   ETW_COUNTERS, ETW_PRIV_HANDLE_DEMUX_TABLE, RTL_RB_TREE, ETW_HASH_BUCKET, ETW_GUID_ENTRY, EX_PUSH_LOCK,
 *   TRACE_ENABLE_INFO, ETW_LAST_ENABLE_INFO, LARGE_INTEGER, Unnamed_c59b2893, GUID, LIST_ENTRY:
 *   vergilius-kernels-data: kernels-data: types of Windows kernels from Microsoft's public symbol files,
 *   Vergilius Project https://github.com/VergiliusProject/kernels-data
 * Erratum etwp-logger-rundown-declaration: declaration published as EX_RUNDOWN_REF_CACHE_AWARE EtwpLoggerRundown
 *   [0x10];, corrected to EX_RUNDOWN_REF_CACHE_AWARE *EtwpLoggerRundown [0x40]; (1511 to 1703);
 *   EX_RUNDOWN_REF_CACHE_AWARE **EtwpLoggerRundown; (1709 and higher); nothing else fits
 * In WinDbg: dx Debugger.Utility.Analysis.SyntheticTypes.ReadHeader("path of this file", "module")
 *   and then: dx Debugger.Utility.Analysis.SyntheticTypes.CreateInstance("_ETW_SILODRIVERSTATE", address)
 * Pointers have 4 bytes. Those to structures are void *, because others need types of the module.
 * An array of structures overlaps bytes of its size, because only one of its elements is counted.
 */

typedef struct _LIST_ENTRY {
    /* 0x0000 */ void *Flink; /* LIST_ENTRY * */
    /* 0x0004 */ void *Blink; /* LIST_ENTRY * */
} LIST_ENTRY; /* 0x0008 */

typedef struct _GUID {
    /* 0x0000 */ unsigned long Data1; /* ULONG */
    /* 0x0004 */ unsigned short Data2; /* USHORT */
    /* 0x0006 */ unsigned short Data3; /* USHORT */
    /* 0x0008 */ unsigned char Data4[8]; /* UCHAR */
} GUID; /* 0x0010 */

typedef struct _Unnamed_c59b2893 {
    /* 0x0000 */ unsigned long LowPart; /* ULONG */
    /* 0x0004 */ long HighPart; /* LONG */
} Unnamed_c59b2893; /* 0x0008 */

typedef union _LARGE_INTEGER {
    struct {
        /* 0x0000 */ unsigned long LowPart; /* ULONG */
        /* 0x0004 */ long HighPart; /* LONG */
    };
    /* 0x0000 */ Unnamed_c59b2893 u;
    /* 0x0000 */ __int64 QuadPart; /* LONGLONG */
} LARGE_INTEGER; /* 0x0008 */

typedef struct _ETW_LAST_ENABLE_INFO {
    /* 0x0000 */ LARGE_INTEGER EnableFlags;
    /* 0x0008 */ unsigned short LoggerId; /* USHORT */
    /* 0x000a */ unsigned char Level; /* UCHAR */
    /* 0x000b:0 */ unsigned char Enabled : 1;
    /* 0x000b:1 */ unsigned char InternalFlag : 7;
    /* 0x000c */ unsigned char Padding_0x0C[4];
} ETW_LAST_ENABLE_INFO; /* 0x0010 */

typedef struct _TRACE_ENABLE_INFO {
    /* 0x0000 */ unsigned long IsEnabled; /* ULONG */
    /* 0x0004 */ unsigned char Level; /* UCHAR */
    /* 0x0005 */ unsigned char Reserved1; /* UCHAR */
    /* 0x0006 */ unsigned short LoggerId; /* USHORT */
    /* 0x0008 */ unsigned long EnableProperty; /* ULONG */
    /* 0x000c */ unsigned long Reserved2; /* ULONG */
    /* 0x0010 */ unsigned __int64 MatchAnyKeyword; /* ULONGLONG */
    /* 0x0018 */ unsigned __int64 MatchAllKeyword; /* ULONGLONG */
} TRACE_ENABLE_INFO; /* 0x0020 */

typedef struct _EX_PUSH_LOCK {
    union {
        struct {
            /* 0x0000:0 */ unsigned long Locked : 1;
            /* 0x0000:1 */ unsigned long Waiting : 1;
            /* 0x0000:2 */ unsigned long Waking : 1;
            /* 0x0000:3 */ unsigned long MultipleShared : 1;
            /* 0x0000:4 */ unsigned long Shared : 28;
        };
        /* 0x0000 */ unsigned long Value; /* ULONG */
        /* 0x0000 */ void *Ptr;
    };
} EX_PUSH_LOCK; /* 0x0004 */

typedef struct _ETW_GUID_ENTRY {
    /* 0x0000 */ LIST_ENTRY GuidList;
    /* 0x0008 */ LIST_ENTRY SiloGuidList;
    /* 0x0010 */ long RefCount; /* LONG */
    /* 0x0014 */ GUID Guid;
    /* 0x0024 */ LIST_ENTRY RegListHead;
    /* 0x002c */ void *SecurityDescriptor;
    union {
        /* 0x0030 */ ETW_LAST_ENABLE_INFO LastEnable;
        /* 0x0030 */ unsigned __int64 MatchId; /* ULONGLONG */
    };
    /* 0x0040 */ TRACE_ENABLE_INFO ProviderEnableInfo;
    union {
        /* 0x0060 */ TRACE_ENABLE_INFO EnableInfo[8];
        /* 0x0060 */ unsigned char Skipped_0x60[256];
    };
    /* 0x0160 */ void *FilterData; /* ETW_FILTER_HEADER * */
    /* 0x0164 */ void *SiloState; /* ETW_SILODRIVERSTATE * */
    /* 0x0168 */ void *HostEntry; /* ETW_GUID_ENTRY * */
    /* 0x016c */ EX_PUSH_LOCK Lock;
    /* 0x0170 */ void *LockOwner; /* ETHREAD * */
    /* 0x0174 */ unsigned char Padding_0x174[4];
} ETW_GUID_ENTRY; /* 0x0178 */

typedef struct _ETW_HASH_BUCKET {
    union {
        /* 0x0000 */ LIST_ENTRY ListHead[3];
        /* 0x0000 */ unsigned char Skipped_0x00[24];
    };
    /* 0x0018 */ EX_PUSH_LOCK BucketLock;
} ETW_HASH_BUCKET; /* 0x001c */

typedef struct _RTL_RB_TREE {
    /* 0x0000 */ void *Root; /* RTL_BALANCED_NODE * */
    union {
        struct {
            /* 0x0004:0 */ unsigned char Encoded : 1;
            /* 0x0004:1 */ unsigned char : 7;
        };
        /* 0x0004 */ void *Min; /* RTL_BALANCED_NODE * */
    };
} RTL_RB_TREE; /* 0x0008 */

typedef struct _ETW_PRIV_HANDLE_DEMUX_TABLE {
    /* 0x0000 */ RTL_RB_TREE Tree;
    /* 0x0008 */ EX_PUSH_LOCK Lock;
    /* 0x000c */ unsigned short SequenceNumber; /* USHORT */
    /* 0x000e */ unsigned char Padding_0x0E[2];
} ETW_PRIV_HANDLE_DEMUX_TABLE; /* 0x0010 */

typedef struct _ETW_COUNTERS {
    /* 0x0000 */ long GuidCount; /* LONG */
    /* 0x0004 */ long PoolUsage[2]; /* LONG */
    /* 0x000c */ long SessionCount; /* LONG */
} ETW_COUNTERS; /* 0x0010 */

typedef struct _ETW_SYSTEM_LOGGER {
    /* 0x0000 */ unsigned char LoggerId; /* UCHAR */
    /* 0x0001 */ unsigned char ClockType; /* UCHAR */
} ETW_SYSTEM_LOGGER; /* 0x0002 */

typedef struct _PERFINFO_GROUPMASK {
    /* 0x0000 */ unsigned long Masks[8]; /* ULONG */
} PERFINFO_GROUPMASK; /* 0x0020 */

typedef struct _ETW_SYSTEM_LOGGER_SETTINGS {
    union {
        /* 0x0000 */ ETW_SYSTEM_LOGGER EtwpSystemLogger[8];
        /* 0x0000 */ unsigned char Skipped_0x00[16];
    };
    /* 0x0010 */ unsigned long EtwpActiveSystemLoggers; /* ULONG */
    /* 0x0014 */ PERFINFO_GROUPMASK SiloGlobalGroupMask;
    union {
        /* 0x0034 */ PERFINFO_GROUPMASK EtwpGroupMasks[10];
        /* 0x0034 */ unsigned char Skipped_0x34[320];
    };
} ETW_SYSTEM_LOGGER_SETTINGS; /* 0x0174 */

typedef struct _DISPATCHER_HEADER {
    union {
        /* 0x0000 */ long Lock; /* LONG */
        /* 0x0000 */ long LockNV; /* LONG */
        struct {
            /* 0x0000 */ unsigned char Type; /* UCHAR */
            /* 0x0001 */ unsigned char Signalling; /* UCHAR */
            /* 0x0002 */ unsigned char Size; /* UCHAR */
            /* 0x0003 */ unsigned char Reserved1; /* UCHAR */
        };
        struct {
            /* 0x0000 */ unsigned char TimerType; /* UCHAR */
            union {
                /* 0x0001 */ unsigned char TimerControlFlags; /* UCHAR */
                struct {
                    /* 0x0001:0 */ unsigned char Absolute : 1;
                    /* 0x0001:1 */ unsigned char Wake : 1;
                    /* 0x0001:2 */ unsigned char EncodedTolerableDelay : 6;
                };
            };
            /* 0x0002 */ unsigned char Hand; /* UCHAR */
            union {
                /* 0x0003 */ unsigned char TimerMiscFlags; /* UCHAR */
                struct {
                    /* 0x0003:0 */ unsigned char Index : 1;
                    /* 0x0003:1 */ unsigned char Processor : 5;
                    /* 0x0003:6 */ unsigned char Inserted : 1;
                    /* 0x0003:7 */ unsigned char Expired : 1;
                };
            };
        };
        struct {
            /* 0x0000 */ unsigned char Timer2Type; /* UCHAR */
            union {
                /* 0x0001 */ unsigned char Timer2Flags; /* UCHAR */
                struct {
                    /* 0x0001:0 */ unsigned char Timer2Inserted : 1;
                    /* 0x0001:1 */ unsigned char Timer2Expiring : 1;
                    /* 0x0001:2 */ unsigned char Timer2CancelPending : 1;
                    /* 0x0001:3 */ unsigned char Timer2SetPending : 1;
                    /* 0x0001:4 */ unsigned char Timer2Running : 1;
                    /* 0x0001:5 */ unsigned char Timer2Disabled : 1;
                    /* 0x0001:6 */ unsigned char Timer2ReservedFlags : 2;
                };
            };
            /* 0x0002 */ unsigned char Timer2ComponentId; /* UCHAR */
            /* 0x0003 */ unsigned char Timer2RelativeId; /* UCHAR */
        };
        struct {
            /* 0x0000 */ unsigned char QueueType; /* UCHAR */
            union {
                /* 0x0001 */ unsigned char QueueControlFlags; /* UCHAR */
                struct {
                    /* 0x0001:0 */ unsigned char Abandoned : 1;
                    /* 0x0001:1 */ unsigned char DisableIncrement : 1;
                    /* 0x0001:2 */ unsigned char QueueReservedControlFlags : 6;
                };
            };
            /* 0x0002 */ unsigned char QueueSize; /* UCHAR */
            /* 0x0003 */ unsigned char QueueReserved; /* UCHAR */
        };
        struct {
            /* 0x0000 */ unsigned char ThreadType; /* UCHAR */
            /* 0x0001 */ unsigned char ThreadReserved; /* UCHAR */
            union {
                /* 0x0002 */ unsigned char ThreadControlFlags; /* UCHAR */
                struct {
                    /* 0x0002:0 */ unsigned char CycleProfiling : 1;
                    /* 0x0002:1 */ unsigned char CounterProfiling : 1;
                    /* 0x0002:2 */ unsigned char GroupScheduling : 1;
                    /* 0x0002:3 */ unsigned char AffinitySet : 1;
                    /* 0x0002:4 */ unsigned char Tagged : 1;
                    /* 0x0002:5 */ unsigned char EnergyProfiling : 1;
                    /* 0x0002:6 */ unsigned char SchedulerAssist : 1;
                    /* 0x0002:7 */ unsigned char Instrumented : 1;
                };
            };
            /* 0x0003 */ unsigned char DebugActive; /* UCHAR */
        };
        struct {
            /* 0x0000 */ unsigned char MutantType; /* UCHAR */
            /* 0x0001 */ unsigned char MutantSize; /* UCHAR */
            /* 0x0002 */ unsigned char DpcActive; /* UCHAR */
            /* 0x0003 */ unsigned char MutantReserved; /* UCHAR */
        };
    };
    /* 0x0004 */ long SignalState; /* LONG */
    /* 0x0008 */ LIST_ENTRY WaitListHead;
} DISPATCHER_HEADER; /* 0x0010 */

typedef struct _KMUTANT {
    /* 0x0000 */ DISPATCHER_HEADER Header;
    /* 0x0010 */ LIST_ENTRY MutantListEntry;
    /* 0x0018 */ void *OwnerThread; /* KTHREAD * */
    union {
        /* 0x001c */ unsigned char MutantFlags; /* UCHAR */
        struct {
            /* 0x001c:0 */ unsigned char Abandoned : 1;
            /* 0x001c:1 */ unsigned char Spare1 : 7;
        };
        struct {
            /* 0x001c:0 */ unsigned char Abandoned2 : 1;
            /* 0x001c:1 */ unsigned char AbEnabled : 1;
            /* 0x001c:2 */ unsigned char Spare2 : 6;
        };
    };
    /* 0x001d */ unsigned char ApcDisable; /* UCHAR */
    /* 0x001e */ unsigned char Padding_0x1E[2];
} KMUTANT; /* 0x0020 */

typedef struct _ETW_SILODRIVERSTATE {
    /* 0x0000 */ void *Silo; /* EJOB * */
    /* 0x0004 */ void *SiloGlobals; /* ESERVERSILO_GLOBALS * */
    /* 0x0008 */ unsigned long MaxLoggers; /* ULONG */
    /* 0x000c */ unsigned char Padding_0x0C[4];
    /* 0x0010 */ ETW_GUID_ENTRY EtwpSecurityProviderGuidEntry;
    /* 0x0188 */ void **EtwpLoggerRundown; /* EX_RUNDOWN_REF_CACHE_AWARE **; erratum etwp-logger-rundown-declaration */
    /* 0x018c */ void **EtwpLoggerContext; /* WMI_LOGGER_CONTEXT ** */
    union {
        /* 0x0190 */ ETW_HASH_BUCKET EtwpGuidHashTable[64];
        /* 0x0190 */ unsigned char Skipped_0x190[1792];
    };
    /* 0x0890 */ unsigned short EtwpSecurityLoggers[8]; /* USHORT */
    /* 0x08a0 */ unsigned char EtwpSecurityProviderEnableMask; /* UCHAR */
    /* 0x08a1 */ unsigned char Padding_0x8A1[3];
    /* 0x08a4 */ long EtwpShutdownInProgress; /* LONG */
    /* 0x08a8 */ unsigned long EtwpSecurityProviderPID; /* ULONG */
    /* 0x08ac */ ETW_PRIV_HANDLE_DEMUX_TABLE PrivHandleDemuxTable;
    /* 0x08bc */ ETW_COUNTERS EtwpCounters;
    /* 0x08cc */ unsigned char Padding_0x8CC[4];
    /* 0x08d0 */ LARGE_INTEGER LogfileBytesWritten;
    /* 0x08d8 */ void *ProcessorBlocks; /* ETW_SILO_TRACING_BLOCK * */
    /* 0x08dc */ void *ContainerRestoreWnfSubscription; /* EX_WNF_SUBSCRIPTION * */
    /* 0x08e0 */ GUID PartitionId;
    /* 0x08f0 */ GUID ParentId;
    /* 0x0900 */ LARGE_INTEGER QpcOffsetFromRoot;
    /* 0x0908 */ char *PartitionName; /* PSTR */
    /* 0x090c */ unsigned short PartitionNameSize; /* USHORT */
    /* 0x090e */ unsigned short UnusedPadding; /* USHORT */
    /* 0x0910 */ unsigned long PartitionType; /* ULONG */
    /* 0x0914 */ ETW_SYSTEM_LOGGER_SETTINGS SystemLoggerSettings;
    /* 0x0a88 */ KMUTANT EtwpStartTraceMutex;
} ETW_SILODRIVERSTATE; /* 0x0aa8 */
