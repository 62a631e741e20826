/*
 * ETW_UM_LOGGER_CONTEXT at 6.3/x86, 0x170 bytes
 * Written by Strata from data 0000000000000000
 * Source of ETW_UM_LOGGER_CONTEXT: chappell-etw-um-logger-context: ETW_UM_LOGGER_CONTEXT, Geoff Chappell
 *   https://www.geoffchappell.com/studies/windows/win32/ntdll/api/etw/umlog/um_logger_context/index.htm
 * Source of ETW_BUFFER_QUEUE, SINGLE_LIST_ENTRY, LIST_ENTRY, UNICODE_STRING, RTL_CRITICAL_SECTION, GUID,
 *   ETW_REF_CLOCK, LARGE_INTEGER, Unnamed_c59b2893: vergilius-kernels-data: kernels-data: types of Windows
 *   kernels from Microsoft's public symbol files, Vergilius Project
 *   https://github.com/VergiliusProject/kernels-data
 * Source of RTL_CONDITION_VARIABLE: windows-sdk: Public headers of the Windows SDK and WDK, Microsoft
 *   https://developer.microsoft.com/windows/downloads/windows-sdk/
 * Erratum first-buffer-offset-x86-offset: offset published as 0x80 (5.0 to 5.2); 0x78 (6.0); 0xE8, corrected to
 *   0x80 (5.0 to 5.2); 0x78 (6.0); 0xE8 (6.1); 0xF0; nothing else fits
 * Certainty inferred: The place is from inspection; name and type are carried over from a related structure.
 *   ReferenceTime, ClockType, LoggerId, LoggerThreadId, LoggerThread, LoggerStatus, EventMarker, ErrorMarker,
 *   SizeMask, InstanceId, InstanceCount, FlushEvent, LoggerEvent, LogFileHandle, LoggerName, LogFileName,
 *   LogFilePattern, FileCounter, NumberOfProcessors, BufferSize, MaximumEventSize, MaximumBuffers,
 *   MinimumBuffers, NumberOfBuffers, BuffersAvailable, GlobalList, BufferQueue, OverflowQueue, MaximumFileSize,
 *   LoggerMode, CollectionOn, RequestFlag, LastFlushedBuffer, FlushTimer, ByteOffset, FlushThreshold,
 *   EventsLost, LogBuffersLost, BuffersWritten, SequencePtr, LocalSequence, BufferSequenceNumber,
 *   CompressionWorkspace, ProviderBinaryList, WinRtProviderBinaryList, ProcessorBuffers
 * Certainty corrected: The published value cannot be right; only this one fits. FirstBufferOffset
 * Note: The twelve bytes between FlushThreshold and EventsLost, on both architectures (0x0104 to 0x0110, 0x017C
 *   to 0x0188), are not explained by alignment, and the source does not mention them. In 6.2 eight unaccounted
 *   bytes separate ByteOffset from EventsLost; from 6.3 on it is sixteen, of which FlushThreshold takes the
 *   first four.
 * Note: The same twelve bytes: as declared, FlushThreshold takes four of the sixteen bytes up to EventsLost on
 *   either architecture. Its name and type are taken over from the kernel's structure, where it has four bytes.
 *   Nothing tells whether the rest belongs to it or to members that the source does not list, so the declaration
 *   stands as published.
 * Pointers are integers of 4 bytes, for tools with any pointer size.
 * Where STRATA_CHECK_LAYOUT is defined, the compiler checks every size and offset.
 */
#ifndef STRATA_ETW_UM_LOGGER_CONTEXT_6_3_X86_H
#define STRATA_ETW_UM_LOGGER_CONTEXT_6_3_X86_H

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

#ifndef STRATA_Unnamed_c59b2893_6_3_X86
#define STRATA_Unnamed_c59b2893_6_3_X86
typedef struct _Unnamed_c59b2893 {
    /* 0x0000 */ strata_u32 LowPart; /* ULONG */
    /* 0x0004 */ strata_i32 HighPart; /* LONG */
} Unnamed_c59b2893; /* 0x0008 */
#endif

#ifndef STRATA_LARGE_INTEGER_6_3_X86
#define STRATA_LARGE_INTEGER_6_3_X86
typedef union _LARGE_INTEGER {
    struct {
        /* 0x0000 */ strata_u32 LowPart; /* ULONG */
        /* 0x0004 */ strata_i32 HighPart; /* LONG */
    };
    /* 0x0000 */ Unnamed_c59b2893 u;
    /* 0x0000 */ strata_i64 QuadPart; /* LONGLONG */
} LARGE_INTEGER; /* 0x0008 */
#endif

#ifndef STRATA_ETW_REF_CLOCK_6_3_X86
#define STRATA_ETW_REF_CLOCK_6_3_X86
typedef struct _ETW_REF_CLOCK {
    /* 0x0000 */ LARGE_INTEGER StartTime;
    /* 0x0008 */ LARGE_INTEGER StartPerfClock;
} ETW_REF_CLOCK; /* 0x0010 */
#endif

#ifndef STRATA_GUID_6_3_X86
#define STRATA_GUID_6_3_X86
typedef struct _GUID {
    /* 0x0000 */ strata_u32 Data1; /* ULONG */
    /* 0x0004 */ strata_u16 Data2; /* USHORT */
    /* 0x0006 */ strata_u16 Data3; /* USHORT */
    /* 0x0008 */ strata_u8 Data4[8]; /* UCHAR */
} GUID; /* 0x0010 */
#endif

#ifndef STRATA_RTL_CONDITION_VARIABLE_6_3_X86
#define STRATA_RTL_CONDITION_VARIABLE_6_3_X86
typedef struct _RTL_CONDITION_VARIABLE {
    /* 0x0000 */ strata_u32 Ptr; /* VOID * */
} RTL_CONDITION_VARIABLE; /* 0x0004 */
#endif

#ifndef STRATA_RTL_CRITICAL_SECTION_6_3_X86
#define STRATA_RTL_CRITICAL_SECTION_6_3_X86
typedef struct _RTL_CRITICAL_SECTION {
    /* 0x0000 */ strata_u32 DebugInfo; /* RTL_CRITICAL_SECTION_DEBUG * */
    /* 0x0004 */ strata_i32 LockCount; /* LONG */
    /* 0x0008 */ strata_i32 RecursionCount; /* LONG */
    /* 0x000c */ strata_u32 OwningThread; /* VOID * */
    /* 0x0010 */ strata_u32 LockSemaphore; /* VOID * */
    /* 0x0014 */ strata_u32 SpinCount; /* ULONG */
} RTL_CRITICAL_SECTION; /* 0x0018 */
#endif

#ifndef STRATA_UNICODE_STRING_6_3_X86
#define STRATA_UNICODE_STRING_6_3_X86
typedef struct _UNICODE_STRING {
    /* 0x0000 */ strata_u16 Length; /* USHORT */
    /* 0x0002 */ strata_u16 MaximumLength; /* USHORT */
    /* 0x0004 */ strata_u32 Buffer; /* USHORT * */
} UNICODE_STRING; /* 0x0008 */
#endif

#ifndef STRATA_LIST_ENTRY_6_3_X86
#define STRATA_LIST_ENTRY_6_3_X86
typedef struct _LIST_ENTRY {
    /* 0x0000 */ strata_u32 Flink; /* LIST_ENTRY * */
    /* 0x0004 */ strata_u32 Blink; /* LIST_ENTRY * */
} LIST_ENTRY; /* 0x0008 */
#endif

#ifndef STRATA_SINGLE_LIST_ENTRY_6_3_X86
#define STRATA_SINGLE_LIST_ENTRY_6_3_X86
typedef struct _SINGLE_LIST_ENTRY {
    /* 0x0000 */ strata_u32 Next; /* SINGLE_LIST_ENTRY * */
} SINGLE_LIST_ENTRY; /* 0x0004 */
#endif

#ifndef STRATA_ETW_BUFFER_QUEUE_6_3_X86
#define STRATA_ETW_BUFFER_QUEUE_6_3_X86
typedef struct _ETW_BUFFER_QUEUE {
    /* 0x0000 */ strata_u32 QueueHead; /* SINGLE_LIST_ENTRY * */
    /* 0x0004 */ strata_u32 QueueTail; /* SINGLE_LIST_ENTRY * */
    /* 0x0008 */ SINGLE_LIST_ENTRY QueueEntry;
} ETW_BUFFER_QUEUE; /* 0x000c */
#endif

typedef struct _ETW_UM_LOGGER_CONTEXT {
    /* 0x0000 */ ETW_REF_CLOCK ReferenceTime; /* inferred */
    /* 0x0010 */ strata_u32 ClockType; /* ULONG; inferred */
    /* 0x0014 */ strata_u32 LoggerId; /* ULONG; inferred */
    /* 0x0018 */ strata_u32 LoggerThreadId; /* HANDLE; inferred */
    /* 0x001c */ strata_u32 LoggerThread; /* HANDLE; inferred */
    /* 0x0020 */ strata_u32 LoggerStatus; /* DWORD; inferred */
    /* 0x0024 */ strata_u32 EventMarker[1]; /* ULONG; inferred */
    /* 0x0028 */ strata_u32 ErrorMarker; /* ULONG; inferred */
    /* 0x002c */ strata_u32 SizeMask; /* ULONG; inferred */
    /* 0x0030 */ GUID InstanceId; /* inferred */
    /* 0x0040 */ strata_u32 InstanceCount; /* ULONG; inferred */
    /* 0x0044 */ RTL_CONDITION_VARIABLE Unknown_0x44; /* unknown CONDITION_VARIABLE */
    /* 0x0048 */ RTL_CRITICAL_SECTION Unknown_0x48; /* unknown CRITICAL_SECTION */
    /* 0x0060 */ strata_u32 FlushEvent; /* HANDLE; inferred */
    /* 0x0064 */ strata_u32 LoggerEvent; /* HANDLE; inferred */
    /* 0x0068 */ strata_u32 LogFileHandle; /* HANDLE; inferred */
    /* 0x006c */ UNICODE_STRING LoggerName; /* inferred */
    /* 0x0074 */ UNICODE_STRING LogFileName; /* inferred */
    /* 0x007c */ UNICODE_STRING LogFilePattern; /* inferred */
    /* 0x0084 */ strata_i32 FileCounter; /* LONG; inferred */
    /* 0x0088 */ strata_u32 NumberOfProcessors; /* ULONG; inferred */
    /* 0x008c */ strata_u32 BufferSize; /* ULONG; inferred */
    /* 0x0090 */ strata_u32 MaximumEventSize; /* ULONG; inferred */
    /* 0x0094 */ strata_u32 Unknown_0x94; /* ULONG; unknown 32-bit page-aligned buffer size */
    /* 0x0098 */ strata_u32 MaximumBuffers; /* ULONG; inferred */
    /* 0x009c */ strata_u32 MinimumBuffers; /* ULONG; inferred */
    /* 0x00a0 */ strata_u32 NumberOfBuffers; /* ULONG; inferred */
    /* 0x00a4 */ strata_i32 BuffersAvailable; /* LONG; inferred */
    /* 0x00a8 */ LIST_ENTRY GlobalList; /* inferred */
    /* 0x00b0 */ ETW_BUFFER_QUEUE BufferQueue; /* inferred */
    /* 0x00bc */ ETW_BUFFER_QUEUE Unknown_0xBC; /* unknown ETW_BUFFER_QUEUE */
    /* 0x00c8 */ ETW_BUFFER_QUEUE OverflowQueue; /* inferred */
    /* 0x00d4 */ strata_u32 MaximumFileSize; /* ULONG; inferred */
    /* 0x00d8 */ strata_u32 LoggerMode; /* ULONG; inferred */
    /* 0x00dc */ strata_i32 CollectionOn; /* LONG; inferred */
    /* 0x00e0 */ strata_u32 RequestFlag; /* ULONG; bits not stated; inferred */
    /* 0x00e4 */ strata_u32 LastFlushedBuffer; /* ULONG; inferred */
    /* 0x00e8 */ LARGE_INTEGER FlushTimer; /* inferred */
    /* 0x00f0 */ LARGE_INTEGER FirstBufferOffset; /* corrected; published at 0xe8; erratum first-buffer-offset-x86-offset */
    /* 0x00f8 */ LARGE_INTEGER ByteOffset; /* inferred */
    /* 0x0100 */ strata_u32 FlushThreshold; /* ULONG; inferred */
    /* 0x0104 */ strata_u8 Hole_0x104[12];
    /* 0x0110 */ strata_u32 EventsLost; /* ULONG; inferred */
    /* 0x0114 */ strata_u32 LogBuffersLost; /* ULONG; inferred */
    /* 0x0118 */ strata_u32 BuffersWritten; /* ULONG; inferred */
    /* 0x011c */ strata_u32 SequencePtr; /* LONG *; inferred */
    /* 0x0120 */ strata_u32 LocalSequence; /* ULONG; inferred */
    /* 0x0124 */ strata_u8 Padding_0x124[4];
    /* 0x0128 */ strata_i64 BufferSequenceNumber; /* LONGLONG; inferred */
    /* 0x0130 */ strata_u32 Unknown_0x130; /* VOID *; unknown pointer to trace buffers */
    /* 0x0134 */ strata_u32 CompressionWorkspace; /* PVOID; inferred */
    /* 0x0138 */ strata_u32 Unknown_0x138; /* VOID *; buffer for compressed data */
    /* 0x013c */ strata_u32 Unknown_0x13C; /* ULONG; 32-bit size of compression buffer */
    /* 0x0140 */ strata_u32 Unknown_0x140; /* ULONG; 32-bit size of trace buffers in compression buffer */
    /* 0x0144 */ strata_u32 Unknown_0x144; /* ULONG; 32-bit count of trace buffers in compression buffer */
    /* 0x0148 */ strata_u32 Unknown_0x148; /* ULONG; 32-bit size of partial trace buffer in compression buffer */
    /* 0x014c */ LIST_ENTRY ProviderBinaryList; /* inferred */
    /* 0x0154 */ LIST_ENTRY WinRtProviderBinaryList; /* inferred */
    /* 0x015c */ strata_u32 Unknown_0x15C; /* ULONG; unknown dword */
    /* 0x0160 */ strata_u32 Unknown_0x160; /* VOID **; unknown pointer to array of pointers */
    /* 0x0164 */ strata_u32 Unknown_0x164; /* VOID *; unknown pointer to array of structures */
    /* 0x0168 */ strata_u32 Unknown_0x168; /* VOID *; unknown pointer to processor stream index map */
    /* 0x016c */ strata_u32 ProcessorBuffers[1]; /* WMI_BUFFER_HEADER *; ANYSIZE_ARRAY: as many as were allocated; inferred */
} ETW_UM_LOGGER_CONTEXT; /* 0x0170 */

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
STRATA_SIZE(Unnamed_c59b2893, 0x0008);
STRATA_MEMBER(Unnamed_c59b2893, LowPart, 0x0000, 0x4);
STRATA_MEMBER(Unnamed_c59b2893, HighPart, 0x0004, 0x4);
STRATA_SIZE(LARGE_INTEGER, 0x0008);
STRATA_MEMBER(LARGE_INTEGER, LowPart, 0x0000, 0x4);
STRATA_MEMBER(LARGE_INTEGER, HighPart, 0x0004, 0x4);
STRATA_MEMBER(LARGE_INTEGER, u, 0x0000, 0x8);
STRATA_MEMBER(LARGE_INTEGER, QuadPart, 0x0000, 0x8);
STRATA_SIZE(ETW_REF_CLOCK, 0x0010);
STRATA_MEMBER(ETW_REF_CLOCK, StartTime, 0x0000, 0x8);
STRATA_MEMBER(ETW_REF_CLOCK, StartPerfClock, 0x0008, 0x8);
STRATA_SIZE(GUID, 0x0010);
STRATA_MEMBER(GUID, Data1, 0x0000, 0x4);
STRATA_MEMBER(GUID, Data2, 0x0004, 0x2);
STRATA_MEMBER(GUID, Data3, 0x0006, 0x2);
STRATA_MEMBER(GUID, Data4, 0x0008, 0x8);
STRATA_SIZE(RTL_CONDITION_VARIABLE, 0x0004);
STRATA_MEMBER(RTL_CONDITION_VARIABLE, Ptr, 0x0000, 0x4);
STRATA_SIZE(RTL_CRITICAL_SECTION, 0x0018);
STRATA_MEMBER(RTL_CRITICAL_SECTION, DebugInfo, 0x0000, 0x4);
STRATA_MEMBER(RTL_CRITICAL_SECTION, LockCount, 0x0004, 0x4);
STRATA_MEMBER(RTL_CRITICAL_SECTION, RecursionCount, 0x0008, 0x4);
STRATA_MEMBER(RTL_CRITICAL_SECTION, OwningThread, 0x000c, 0x4);
STRATA_MEMBER(RTL_CRITICAL_SECTION, LockSemaphore, 0x0010, 0x4);
STRATA_MEMBER(RTL_CRITICAL_SECTION, SpinCount, 0x0014, 0x4);
STRATA_SIZE(UNICODE_STRING, 0x0008);
STRATA_MEMBER(UNICODE_STRING, Length, 0x0000, 0x2);
STRATA_MEMBER(UNICODE_STRING, MaximumLength, 0x0002, 0x2);
STRATA_MEMBER(UNICODE_STRING, Buffer, 0x0004, 0x4);
STRATA_SIZE(LIST_ENTRY, 0x0008);
STRATA_MEMBER(LIST_ENTRY, Flink, 0x0000, 0x4);
STRATA_MEMBER(LIST_ENTRY, Blink, 0x0004, 0x4);
STRATA_SIZE(SINGLE_LIST_ENTRY, 0x0004);
STRATA_MEMBER(SINGLE_LIST_ENTRY, Next, 0x0000, 0x4);
STRATA_SIZE(ETW_BUFFER_QUEUE, 0x000c);
STRATA_MEMBER(ETW_BUFFER_QUEUE, QueueHead, 0x0000, 0x4);
STRATA_MEMBER(ETW_BUFFER_QUEUE, QueueTail, 0x0004, 0x4);
STRATA_MEMBER(ETW_BUFFER_QUEUE, QueueEntry, 0x0008, 0x4);
STRATA_SIZE(ETW_UM_LOGGER_CONTEXT, 0x0170);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, ReferenceTime, 0x0000, 0x10);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, ClockType, 0x0010, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, LoggerId, 0x0014, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, LoggerThreadId, 0x0018, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, LoggerThread, 0x001c, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, LoggerStatus, 0x0020, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, EventMarker, 0x0024, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, ErrorMarker, 0x0028, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, SizeMask, 0x002c, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, InstanceId, 0x0030, 0x10);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, InstanceCount, 0x0040, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, Unknown_0x44, 0x0044, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, Unknown_0x48, 0x0048, 0x18);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, FlushEvent, 0x0060, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, LoggerEvent, 0x0064, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, LogFileHandle, 0x0068, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, LoggerName, 0x006c, 0x8);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, LogFileName, 0x0074, 0x8);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, LogFilePattern, 0x007c, 0x8);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, FileCounter, 0x0084, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, NumberOfProcessors, 0x0088, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, BufferSize, 0x008c, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, MaximumEventSize, 0x0090, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, Unknown_0x94, 0x0094, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, MaximumBuffers, 0x0098, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, MinimumBuffers, 0x009c, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, NumberOfBuffers, 0x00a0, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, BuffersAvailable, 0x00a4, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, GlobalList, 0x00a8, 0x8);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, BufferQueue, 0x00b0, 0xc);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, Unknown_0xBC, 0x00bc, 0xc);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, OverflowQueue, 0x00c8, 0xc);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, MaximumFileSize, 0x00d4, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, LoggerMode, 0x00d8, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, CollectionOn, 0x00dc, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, RequestFlag, 0x00e0, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, LastFlushedBuffer, 0x00e4, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, FlushTimer, 0x00e8, 0x8);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, FirstBufferOffset, 0x00f0, 0x8);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, ByteOffset, 0x00f8, 0x8);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, FlushThreshold, 0x0100, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, EventsLost, 0x0110, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, LogBuffersLost, 0x0114, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, BuffersWritten, 0x0118, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, SequencePtr, 0x011c, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, LocalSequence, 0x0120, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, BufferSequenceNumber, 0x0128, 0x8);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, Unknown_0x130, 0x0130, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, CompressionWorkspace, 0x0134, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, Unknown_0x138, 0x0138, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, Unknown_0x13C, 0x013c, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, Unknown_0x140, 0x0140, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, Unknown_0x144, 0x0144, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, Unknown_0x148, 0x0148, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, ProviderBinaryList, 0x014c, 0x8);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, WinRtProviderBinaryList, 0x0154, 0x8);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, Unknown_0x15C, 0x015c, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, Unknown_0x160, 0x0160, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, Unknown_0x164, 0x0164, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, Unknown_0x168, 0x0168, 0x4);
STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, ProcessorBuffers, 0x016c, 0x4);
#undef STRATA_MEMBER
#undef STRATA_SIZE
#undef STRATA_HOLDS
#endif /* STRATA_CHECK_LAYOUT */

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic pop
#elif defined(_MSC_VER)
#pragma warning(pop)
#endif

#endif /* STRATA_ETW_UM_LOGGER_CONTEXT_6_3_X86_H */
