//! Handmade layouts and types for the tests of the decoder.

use crate::arch::Arch;
use crate::catalogue::{Catalogue, LayoutClass};
use crate::certainty::Certainty;
use crate::ctype::Declaration;
use crate::layout::{BitField, Bits, Gap, GapKind, Layout, Member, Slot};
use crate::point::Point;
use crate::release::Release;
use crate::sample;
use crate::types::{EnumValue, TypeKind};
use crate::units::{BitRange, ByteOffset, ByteSize};

/// Parses a layout from lines such as `0x10 HANDLE ProcessHandle;`, `0x5d padding 3`, `0x40 hole 8`. A bit field of the
/// member before it: `:4 UCHAR Wow : 1;`.
pub(super) fn layout(arch: Arch, size: u32, lines: &[&str]) -> Layout {
    let release: Release = "6.2".parse().unwrap();
    let mut layout = Layout {
        structure: "TEST".parse().unwrap(),
        point: Point::new(release, arch),
        release,
        image: None,
        between: None,
        kind: TypeKind::Struct,
        size: ByteSize::new(size),
        source: "hand".to_owned(),
        slots: Vec::new(),
        values: Vec::new(),
        bits_given: true,
    };
    let types = types(arch);
    for line in lines {
        let (place, rest) = line.split_once(' ').unwrap();
        if let Some(bit) = place.strip_prefix(':') {
            let declaration: Declaration = rest.parse().unwrap();
            let range = BitRange::new(bit.parse().unwrap(), declaration.width.unwrap());
            add_bit(
                layout.slots.last_mut().unwrap(),
                &declaration,
                range.unwrap(),
            );
            continue;
        }
        let offset: ByteOffset = place.parse().unwrap();
        let gap = |size: &str, kind| {
            let size = ByteSize::new(size.parse().unwrap());
            Slot::Gap(Gap { offset, size, kind })
        };
        let slot = match rest.split_once(' ').unwrap() {
            ("padding", size) => gap(size, GapKind::Padding),
            ("hole", size) => gap(size, GapKind::Hole),
            _ => {
                let declaration: Declaration = rest.parse().unwrap();
                let measure = types.measure(&declaration.ty, layout.scope());
                let size = measure.map_or(ByteSize::new(4), |measure| measure.size);
                Slot::Member(member(&declaration, offset, size))
            }
        };
        layout.slots.push(slot);
    }
    layout
}

fn member(declaration: &Declaration, offset: ByteOffset, size: ByteSize) -> Member {
    Member {
        row: declaration.name.to_ascii_lowercase().parse().unwrap(),
        continues: None,
        name: (!declaration.name.starts_with("Unknown")).then(|| declaration.name.clone()),
        description: None,
        declaration: declaration.to_string(),
        ty: declaration.ty.clone(),
        offset,
        size,
        certainty: Certainty::SymbolFiles,
        published: Some(offset),
        errata: Vec::new(),
        bits: Bits::None,
        meaning: None,
    }
}

fn add_bit(slot: &mut Slot, declaration: &Declaration, range: BitRange) {
    let Slot::Member(member) = slot else {
        panic!("a bit field behind a gap");
    };
    let field = BitField {
        row: declaration.name.to_ascii_lowercase().parse().unwrap(),
        name: declaration.name.clone(),
        range,
        continues: None,
        errata: Vec::new(),
    };
    match &mut member.bits {
        Bits::Known(fields) => fields.push(field),
        bits => *bits = Bits::Known(vec![field]),
    }
}

/// Returns the nested types of the tests.
pub(super) fn types(arch: Arch) -> Catalogue {
    let pointer = arch.pointer().get();
    let mut types = Catalogue::default();
    let mut add = |name: &str, kind, size, align, members: &[&str], values: &[(&str, i64)]| {
        let values = values.iter().map(|(name, value)| EnumValue {
            name: (*name).into(),
            value: *value,
        });
        let class = LayoutClass {
            values: values.collect(),
            ..sample::class(kind, (size, align), members)
        };
        sample::state(&mut types, name, vec![class]);
    };
    let two = 2 * pointer;
    let none: &[(&str, i64)] = &[];
    add(
        "LIST_ENTRY",
        TypeKind::Struct,
        two,
        pointer,
        &[
            "0x00 LIST_ENTRY *Flink;",
            &format!("0x{pointer:02x} LIST_ENTRY *Blink;"),
        ],
        none,
    );
    add(
        "UNICODE_STRING",
        TypeKind::Struct,
        two,
        pointer,
        &["0x00 USHORT Length;"],
        none,
    );
    add(
        "LARGE_INTEGER",
        TypeKind::Union,
        8,
        8,
        &["0x00 LONGLONG QuadPart;"],
        none,
    );
    add(
        "GUID",
        TypeKind::Struct,
        16,
        4,
        &["0x00 ULONG Data1;"],
        none,
    );
    let buffer = format!("0x{pointer:02x} ULONG *Buffer;");
    add(
        "RTL_BITMAP",
        TypeKind::Struct,
        two,
        pointer,
        &["0x00 ULONG SizeOfBitMap;", &buffer],
        none,
    );
    add(
        "EX_PUSH_LOCK",
        TypeKind::Union,
        pointer,
        pointer,
        &[
            "0x00:0 ULONG_PTR Locked : 1;",
            "0x00:1 ULONG_PTR Waiting : 1;",
            "0x00 VOID *Ptr;",
        ],
        none,
    );
    add(
        "BUCKET",
        TypeKind::Struct,
        4 * two + pointer,
        pointer,
        &[
            "0x00 LIST_ENTRY ListHead [4];",
            &format!("0x{:x} EX_PUSH_LOCK Lock;", 4 * two),
        ],
        none,
    );
    let sources = [
        ("ProfileTime", 0),
        ("ProfileTotalIssues", 2),
        ("ProfileNone", -1),
    ];
    add("KPROFILE_SOURCE", TypeKind::Enum, 4, 4, &[], &sources);
    add("PMC_HANDLE", TypeKind::Scalar, pointer, pointer, &[], none);
    add(
        "SELF",
        TypeKind::Struct,
        4,
        4,
        &["0x00 SELF Again;", "0x00 ULONG Value;"],
        none,
    );
    add("OPAQUE", TypeKind::Struct, 24, 8, &[], none);
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
