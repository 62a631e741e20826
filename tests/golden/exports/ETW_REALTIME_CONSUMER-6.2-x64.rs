// ETW_REALTIME_CONSUMER at 6.2/x64, 0x88 bytes
// Written by Strata from data 0000000000000000
// Source of ETW_REALTIME_CONSUMER: chappell-etw-realtime-consumer: ETW_REALTIME_CONSUMER, Geoff Chappell
//   https://www.geoffchappell.com/studies/windows/km/ntoskrnl/inc/ntos/etwp/etw_realtime_consumer.htm
// Source of RTL_BITMAP, LIST_ENTRY: vergilius-kernels-data: kernels-data: types of Windows kernels from
//   Microsoft's public symbol files, Vergilius Project https://github.com/VergiliusProject/kernels-data
// Erratum shut-down-requested-bit-name: name published as ShutDownRequest, corrected to ShutDownRequested;
//   nothing else fits
// Pointers are pointers: for a tool whose pointers have 8 bytes.
// For Rust 1.83 or later, by `mod` or by `include!`; the compiler checks every size and offset.

// There are pointers to these types; nothing more is known of them here.

#[repr(C)]
#[allow(dead_code, non_camel_case_types, non_snake_case)]
pub struct EPROCESS([u8; 0]);

#[repr(C)]
#[allow(dead_code, non_camel_case_types, non_snake_case)]
pub struct KEVENT([u8; 0]);

#[repr(C)]
#[allow(dead_code, non_camel_case_types, non_snake_case)]
pub struct SINGLE_LIST_ENTRY([u8; 0]);

#[repr(C)]
#[derive(Clone, Copy)]
#[allow(dead_code, non_camel_case_types, non_snake_case)]
pub struct LIST_ENTRY {
    /* 0x0000 */ pub Flink: *mut LIST_ENTRY,
    /* 0x0008 */ pub Blink: *mut LIST_ENTRY,
} // 0x0010

#[repr(C)]
#[derive(Clone, Copy)]
#[allow(dead_code, non_camel_case_types, non_snake_case)]
pub struct RTL_BITMAP {
    /* 0x0000 */ pub SizeOfBitMap: u32, // ULONG
    /* 0x0004 */ pub Padding_0x04: [u8; 4],
    /* 0x0008 */ pub Buffer: *mut u32,
} // 0x0010

#[repr(C)]
#[derive(Clone, Copy)]
#[allow(dead_code, non_camel_case_types, non_snake_case)]
pub struct ETW_REALTIME_CONSUMER {
    /* 0x0000 */ pub Links: LIST_ENTRY,
    /* 0x0010 */ pub ProcessHandle: *mut ::core::ffi::c_void, // HANDLE
    /* 0x0018 */ pub ProcessObject: *mut EPROCESS,
    /* 0x0020 */ pub NextNotDelivered: *mut ::core::ffi::c_void, // PVOID
    /* 0x0028 */ pub RealtimeConnectContext: *mut ::core::ffi::c_void, // PVOID
    /* 0x0030 */ pub DisconnectEvent: *mut KEVENT,
    /* 0x0038 */ pub DataAvailableEvent: *mut KEVENT,
    /* 0x0040 */ pub UserBufferCount: *mut u32,
    /* 0x0048 */ pub UserBufferListHead: *mut SINGLE_LIST_ENTRY,
    /* 0x0050 */ pub BuffersLost: u32, // ULONG
    /* 0x0054 */ pub EmptyBuffersCount: u32, // ULONG
    /* 0x0058 */ pub LoggerId: u16, // USHORT
    /* 0x005a */ pub Flags: u8, // UCHAR
    /* 0x005b */ pub Padding_0x5B: [u8; 5],
    /* 0x0060 */ pub ReservedBufferSpaceBitMap: RTL_BITMAP,
    /* 0x0070 */ pub ReservedBufferSpace: *mut u8,
    /* 0x0078 */ pub ReservedBufferSpaceSize: u32, // ULONG
    /* 0x007c */ pub UserPagesAllocated: u32, // ULONG
    /* 0x0080 */ pub UserPagesReused: u32, // ULONG
    /* 0x0084 */ pub Padding_0x84: [u8; 4],
} // 0x0088

#[allow(dead_code, non_camel_case_types, non_snake_case)]
impl ETW_REALTIME_CONSUMER {
    /// Bit 0 of `Flags`; erratum shut-down-requested-bit-name.
    pub const fn ShutDownRequested(&self) -> u8 {
        let bits = self.Flags;
        bits & 0x1
    }

    /// Bit 0 of `Flags`; erratum shut-down-requested-bit-name.
    pub const fn set_ShutDownRequested(&mut self, value: u8) {
        let others = self.Flags & !0x1;
        self.Flags = others | (value & 0x1);
    }

    /// Bit 1 of `Flags`.
    pub const fn NewBuffersLost(&self) -> u8 {
        let bits = self.Flags;
        (bits >> 1) & 0x1
    }

    /// Bit 1 of `Flags`.
    pub const fn set_NewBuffersLost(&mut self, value: u8) {
        let others = self.Flags & !0x2;
        self.Flags = others | ((value << 1) & 0x2);
    }

    /// Bit 2 of `Flags`.
    pub const fn Disconnected(&self) -> u8 {
        let bits = self.Flags;
        (bits >> 2) & 0x1
    }

    /// Bit 2 of `Flags`.
    pub const fn set_Disconnected(&mut self, value: u8) {
        let others = self.Flags & !0x4;
        self.Flags = others | ((value << 2) & 0x4);
    }

    /// Bit 3 of `Flags`.
    pub const fn Notified(&self) -> u8 {
        let bits = self.Flags;
        (bits >> 3) & 0x1
    }

    /// Bit 3 of `Flags`.
    pub const fn set_Notified(&mut self, value: u8) {
        let others = self.Flags & !0x8;
        self.Flags = others | ((value << 3) & 0x8);
    }

    /// Bit 4 of `Flags`.
    pub const fn Wow(&self) -> u8 {
        let bits = self.Flags;
        (bits >> 4) & 0x1
    }

    /// Bit 4 of `Flags`.
    pub const fn set_Wow(&mut self, value: u8) {
        let others = self.Flags & !0x10;
        self.Flags = others | ((value << 4) & 0x10);
    }
}

const _: () = {
    use ::core::mem::{offset_of, size_of};
    assert!(
        size_of::<*mut ()>() == 8,
        "pointers have 8 bytes in this layout: for other targets, export pointers as integers"
    );
    assert!(size_of::<LIST_ENTRY>() == 0x0010);
    assert!(offset_of!(LIST_ENTRY, Flink) == 0x0000);
    assert!(offset_of!(LIST_ENTRY, Blink) == 0x0008);
    assert!(size_of::<RTL_BITMAP>() == 0x0010);
    assert!(offset_of!(RTL_BITMAP, SizeOfBitMap) == 0x0000);
    assert!(offset_of!(RTL_BITMAP, Buffer) == 0x0008);
    assert!(size_of::<ETW_REALTIME_CONSUMER>() == 0x0088);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, Links) == 0x0000);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, ProcessHandle) == 0x0010);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, ProcessObject) == 0x0018);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, NextNotDelivered) == 0x0020);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, RealtimeConnectContext) == 0x0028);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, DisconnectEvent) == 0x0030);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, DataAvailableEvent) == 0x0038);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, UserBufferCount) == 0x0040);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, UserBufferListHead) == 0x0048);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, BuffersLost) == 0x0050);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, EmptyBuffersCount) == 0x0054);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, LoggerId) == 0x0058);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, Flags) == 0x005a);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, ReservedBufferSpaceBitMap) == 0x0060);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, ReservedBufferSpace) == 0x0070);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, ReservedBufferSpaceSize) == 0x0078);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, UserPagesAllocated) == 0x007c);
    assert!(offset_of!(ETW_REALTIME_CONSUMER, UserPagesReused) == 0x0080);
};
