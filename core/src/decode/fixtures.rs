//! Handmade layouts and types for the tests of the decoder.

use crate::arch::Arch;
use crate::catalogue::Catalogue;
use crate::ctype::Declaration;
use crate::layout::{BitField, Bits, Gap, GapKind, Layout, Slot};
use crate::sample;
use crate::units::{BitRange, ByteOffset, ByteSize};

/// Parses a layout from lines such as `0x10 HANDLE ProcessHandle;`, `0x5d padding 3`, `0x40 hole 8`. A bit field of the
/// member before it: `:4 UCHAR Wow : 1;`.
pub(super) fn layout(arch: Arch, size: u32, lines: &[&str]) -> Layout {
    let mut layout = sample::layout(&format!("TEST 6.2/{arch} {size:#x}"));
    layout.slots.clear();
    let types = types(arch);
    for line in lines {
        let (place, rest) = line.split_once(' ').unwrap();
        let gap = match rest.split_once(' ').unwrap() {
            ("padding", size) => Some((GapKind::Padding, size)),
            ("hole", size) => Some((GapKind::Hole, size)),
            _ => None,
        };
        if let Some((kind, size)) = gap {
            let (offset, size) = (place.parse().unwrap(), ByteSize::new(size.parse().unwrap()));
            layout.slots.push(Slot::Gap(Gap { offset, size, kind }));
            continue;
        }
        let declaration: Declaration = rest.parse().unwrap();
        let row = declaration.name.to_ascii_lowercase();
        if let Some(bit) = place.strip_prefix(':') {
            let range = BitRange::new(bit.parse().unwrap(), declaration.width.unwrap());
            let field = BitField {
                row: row.parse().unwrap(),
                continues: None,
                name: declaration.name,
                range: range.unwrap(),
                errata: Vec::new(),
            };
            sample::hold(&mut layout, field);
            continue;
        }
        let measure = types.measure(&declaration.ty, layout.scope());
        let size = measure.map_or(ByteSize::new(4), |measure| measure.size);
        let offset = place.parse().unwrap();
        let mut member = sample::member(&layout, offset, Some(size), &row, rest);
        member.name = member.name.filter(|name| !name.starts_with("Unknown"));
        layout.slots.push(Slot::Member(member));
    }
    layout
}

/// Returns the nested types of the tests.
pub(super) fn types(arch: Arch) -> Catalogue {
    let pointer = arch.pointer().get();
    let (two, second, eight) = (2 * pointer, format!("0x{pointer:02x}"), 8 * pointer);
    let text = format!(
        "struct LIST_ENTRY {two}/{pointer}
        0x00 LIST_ENTRY *Flink;
        {second} LIST_ENTRY *Blink;
        struct UNICODE_STRING {two}/{pointer}
        0x00 USHORT Length;
        union LARGE_INTEGER 8/8
        0x00 LONGLONG QuadPart;
        struct GUID 16/4
        0x00 ULONG Data1;
        struct RTL_BITMAP {two}/{pointer}
        0x00 ULONG SizeOfBitMap;
        {second} ULONG *Buffer;
        union EX_PUSH_LOCK {pointer}/{pointer}
        0x00:0 ULONG_PTR Locked : 1;
        0x00:1 ULONG_PTR Waiting : 1;
        0x00 VOID *Ptr;
        struct BUCKET {}/{pointer}
        0x00 LIST_ENTRY ListHead [4];
        0x{eight:x} EX_PUSH_LOCK Lock;
        enum KPROFILE_SOURCE 4/4
        ProfileTime = 0
        ProfileTotalIssues = 2
        ProfileNone = -1
        scalar PMC_HANDLE {pointer}/{pointer}
        struct SELF 4/4
        0x00 SELF Again;
        0x00 ULONG Value;
        struct OPAQUE 24/8",
        eight + pointer
    );
    let mut types = Catalogue::default();
    sample::state_all(&mut types, &text);
    types
}

/// Returns a structure with a member of every kind. x64, 0x148 bytes.
pub(super) fn everything() -> Layout {
    let mut layout = layout(
        Arch::X64,
        0x148,
        &[
            "0x00 LIST_ENTRY Links;",
            "0x10 HANDLE ProcessHandle;",
            "0x18 EPROCESS *ProcessObject;",
            "0x20 UNICODE_STRING LoggerName;",
            "0x30 GUID InstanceGuid;",
            "0x40 LARGE_INTEGER StartTime;",
            "0x48 ULONG LoggerId;",
            "0x4c LONG Signed;",
            "0x50 BOOLEAN Wow;",
            "0x51 UCHAR Flags;",
            ":0 UCHAR ShutDownRequest : 1;",
            ":1 UCHAR NewBuffersLost : 2;",
            "0x52 CHAR Letter;",
            "0x53 padding 1",
            "0x54 KPROFILE_SOURCE Source [2];",
            "0x5c WCHAR Wide;",
            "0x5e hole 2",
            "0x60 EX_PUSH_LOCK Lock;",
            "0x68 BUCKET Table [2];",
            "0xf8 SELF Deep;",
            "0xfc UNHEARD_OF Unknown1;",
            "0x100 OPAQUE Opaque;",
            "0x118 REGHANDLE Handle;",
            "0x120 UCHAR Reserved [32];",
            "0x140 PMC_HANDLE Ctrs [ANYSIZE_ARRAY];",
        ],
    );
    if let Some(Slot::Member(member)) = layout
        .slots
        .iter_mut()
        .find(|slot| slot.offset() == ByteOffset::new(0x118))
    {
        member.bits = Bits::NotStated;
    }
    layout
}
