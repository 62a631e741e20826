//! ETW_REALTIME_CONSUMER for tests: Windows 7 and 8, both architectures, without the members between 0x10 and 0x28 on
//! x86 and between 0x20 and 0x50 on x64.

use super::{Layout, layout};

pub(crate) fn x86_6_1() -> Layout {
    layout(
        "ETW_REALTIME_CONSUMER 6.1/x86 0x50
         0x00+0x08 links LIST_ENTRY Links;
         0x08 process-handle HANDLE ProcessHandle;
         0x0c process-object EPROCESS *ProcessObject;
         0x28 buffers-lost ULONG BuffersLost;
         0x2c empty-buffers-count ULONG EmptyBuffersCount;
         0x30 logger-id ULONG LoggerId;
         0x34 shut-down-requested BOOLEAN ShutDownRequested;
         0x35 new-buffers-lost BOOLEAN NewBuffersLost;
         0x36 disconnected BOOLEAN Disconnected;
         0x38+0x08 bit-map RTL_BITMAP ReservedBufferSpaceBitMap;
         0x40 space UCHAR *ReservedBufferSpace;
         0x44 space-size ULONG ReservedBufferSpaceSize;
         0x48 pages-allocated ULONG UserPagesAllocated;
         0x4c pages-reused ULONG UserPagesReused;",
    )
}

pub(crate) fn x86_6_2() -> Layout {
    layout(
        "ETW_REALTIME_CONSUMER 6.2/x86 0x4c
         0x00+0x08 links LIST_ENTRY Links;
         0x08 process-handle HANDLE ProcessHandle;
         0x0c process-object EPROCESS *ProcessObject;
         0x28 buffers-lost ULONG BuffersLost;
         0x2c empty-buffers-count ULONG EmptyBuffersCount;
         0x30 logger-id-6-2<logger-id USHORT LoggerId;
         0x32 flags UCHAR Flags;
           0x01 shut-down-requested<shut-down-requested ShutDownRequested
           0x02 new-buffers-lost<new-buffers-lost NewBuffersLost
           0x04 disconnected<disconnected Disconnected
           0x08 notified Notified
         0x34+0x08 bit-map RTL_BITMAP ReservedBufferSpaceBitMap;
         0x3c space UCHAR *ReservedBufferSpace;
         0x40 space-size ULONG ReservedBufferSpaceSize;
         0x44 pages-allocated ULONG UserPagesAllocated;
         0x48 pages-reused ULONG UserPagesReused;",
    )
}

pub(crate) fn x64_6_1() -> Layout {
    layout(
        "ETW_REALTIME_CONSUMER 6.1/x64 0x88
         0x00+0x10 links LIST_ENTRY Links;
         0x10 process-handle HANDLE ProcessHandle;
         0x18 process-object EPROCESS *ProcessObject;
         0x50 buffers-lost ULONG BuffersLost;
         0x54 empty-buffers-count ULONG EmptyBuffersCount;
         0x58 logger-id ULONG LoggerId;
         0x5c shut-down-requested BOOLEAN ShutDownRequested;
         0x5d new-buffers-lost BOOLEAN NewBuffersLost;
         0x5e disconnected BOOLEAN Disconnected;
         0x60+0x10 bit-map RTL_BITMAP ReservedBufferSpaceBitMap;
         0x70 space UCHAR *ReservedBufferSpace;
         0x78 space-size ULONG ReservedBufferSpaceSize;
         0x7c pages-allocated ULONG UserPagesAllocated;
         0x80 pages-reused ULONG UserPagesReused;
         0x84 wow BOOLEAN Wow;",
    )
}

pub(crate) fn x64_6_2() -> Layout {
    layout(
        "ETW_REALTIME_CONSUMER 6.2/x64 0x88
         0x00+0x10 links LIST_ENTRY Links;
         0x10 process-handle HANDLE ProcessHandle;
         0x18 process-object EPROCESS *ProcessObject;
         0x50 buffers-lost ULONG BuffersLost;
         0x54 empty-buffers-count ULONG EmptyBuffersCount;
         0x58 logger-id-6-2<logger-id USHORT LoggerId;
         0x5a flags UCHAR Flags;
           0x01 shut-down-requested<shut-down-requested ShutDownRequested
           0x02 new-buffers-lost<new-buffers-lost NewBuffersLost
           0x04 disconnected<disconnected Disconnected
           0x08 notified Notified
           0x10 wow<wow Wow
         0x60+0x10 bit-map RTL_BITMAP ReservedBufferSpaceBitMap;
         0x70 space UCHAR *ReservedBufferSpace;
         0x78 space-size ULONG ReservedBufferSpaceSize;
         0x7c pages-allocated ULONG UserPagesAllocated;
         0x80 pages-reused ULONG UserPagesReused;",
    )
}
