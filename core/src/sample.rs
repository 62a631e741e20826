//! Layouts written as text, for tests: one line per member; gaps between members are computed.
//!
//! ```text
//! ETW_X 6.1/x64 0x20
//! 0x00+0x10 links           LIST_ENTRY Links;
//! 0x10      id<earlier-id   ULONG Id;            continues the row `earlier-id`
//! 0x14+4    hole
//! 0x18      flags           UCHAR Flags;
//!   0x01    up<was-up       Up                   a bit field of the member above: its mask
//! 0x19      spare           unknown UCHAR [2]    no name is known
//! ```

pub(crate) mod cases;
pub(crate) mod consumer;

use std::sync::Arc;

use crate::arch::Arch;
use crate::catalogue::{Catalogue, DataFileType, LayoutClass};
use crate::certainty::Certainty;
use crate::ctype::{CType, Declaration};
use crate::layout::{BitField, Bits, Gap, GapKind, Layout, Member, Slot};
use crate::name::RowId;
use crate::point::Point;
use crate::release::Version;
use crate::types::{EnumValue, TypeKind};
use crate::units::{BitRange, ByteOffset, ByteSize};

/// Parses a layout. A build counts as one of the first release.
pub(crate) fn layout(text: &str) -> Layout {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let head: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    let point: Point = head[1].parse().unwrap();
    let release = match point.version {
        Version::Release(release) => release,
        Version::Build(_) | Version::Pdb(_) => crate::Release::FIRST,
    };
    let mut layout = Layout {
        structure: head[0].parse().unwrap(),
        point,
        release,
        image: None,
        between: None,
        kind: TypeKind::Struct,
        size: head[2].parse().unwrap(),
        source: "test".to_owned(),
        slots: Vec::new(),
        values: Vec::new(),
        bits_given: true,
    };
    let indent = text.lines().nth(1).map_or(0, indent_of);
    for line in lines {
        if indent_of(line) > indent {
            bit(&mut layout, line);
        } else {
            slot(&mut layout, line);
        }
    }
    let end = ByteOffset::new(layout.size.get());
    fill(&mut layout, end);
    layout
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn slot(layout: &mut Layout, line: &str) {
    let mut words = line.trim().splitn(3, char::is_whitespace);
    let (offset, size) = match words.next().unwrap().split_once('+') {
        Some((offset, size)) => (offset, Some(size.parse().unwrap())),
        None => (line.split_whitespace().next().unwrap(), None),
    };
    let offset: ByteOffset = offset.parse().unwrap();
    fill(layout, offset);
    let rest = line.trim().split_once(char::is_whitespace).unwrap().1;
    let (row, declaration) = rest
        .trim()
        .split_once(char::is_whitespace)
        .unwrap_or((rest.trim(), ""));
    if row == "hole" {
        let size = size.unwrap();
        let kind = GapKind::Hole;
        return layout.slots.push(Slot::Gap(Gap { offset, size, kind }));
    }
    let member = member(layout, offset, size, row, declaration.trim());
    layout.slots.push(Slot::Member(member));
}

pub(crate) fn member(
    layout: &Layout,
    offset: ByteOffset,
    size: Option<ByteSize>,
    row: &str,
    declaration: &str,
) -> Member {
    let (row, continues) = linked(row);
    let (name, ty) = match declaration.strip_prefix("unknown ") {
        Some(ty) => (None, ty.parse::<CType>().unwrap()),
        None => {
            let declaration: Declaration = declaration.parse().unwrap();
            (Some(declaration.name), declaration.ty)
        }
    };
    let measured = || Catalogue::default().measure(&ty, layout.scope());
    Member {
        row,
        continues,
        description: name.is_none().then(|| "Nothing is known.".to_owned()),
        name,
        declaration: declaration.trim_end_matches(';').to_owned(),
        offset,
        size: size.unwrap_or_else(|| measured().unwrap().size),
        ty,
        certainty: Certainty::SymbolFiles,
        published: Some(offset),
        errata: Vec::new(),
        bits: Bits::None,
        meaning: None,
    }
}

fn bit(layout: &mut Layout, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mask = u64::from_str_radix(words[0].trim_start_matches("0x"), 16).unwrap();
    let (row, continues) = linked(words[1]);
    let field = BitField {
        row,
        continues,
        name: words[2].into(),
        range: BitRange::from_mask(mask).unwrap(),
        errata: Vec::new(),
    };
    hold(layout, field);
}

/// Adds a bit field to the last member.
pub(crate) fn hold(layout: &mut Layout, field: BitField) {
    let Some(Slot::Member(holder)) = layout.slots.last_mut() else {
        panic!("a bit field without a member: {}", field.name);
    };
    match &mut holder.bits {
        Bits::Known(fields) => fields.push(field),
        bits => *bits = Bits::Known(vec![field]),
    }
}

fn linked(row: &str) -> (RowId, Option<RowId>) {
    match row.split_once('<') {
        Some((row, earlier)) => (row.parse().unwrap(), Some(earlier.parse().unwrap())),
        None => (row.parse().unwrap(), None),
    }
}

/// Adds padding between the last slot and `offset`.
fn fill(layout: &mut Layout, offset: ByteOffset) {
    let end = layout.slots.last().map_or(ByteOffset::ZERO, Slot::end);
    let size = offset.distance_from(end).expect("slots in offset order");
    if size > ByteSize::ZERO {
        let kind = GapKind::Padding;
        let offset = end;
        layout.slots.push(Slot::Gap(Gap { offset, size, kind }));
    }
}

/// Returns a layout that a data file states for every release: kind, size and alignment, lines such as `0x01:1 UCHAR
/// Wake : 7;`.
pub(crate) fn class(kind: TypeKind, (size, align): (u32, u32), members: &[&str]) -> LayoutClass {
    LayoutClass {
        members: members
            .iter()
            .map(|line| Arc::new(line.parse().unwrap()))
            .collect(),
        align: Some(ByteSize::new(align)),
        releases: Some(("5.0 and higher".parse().unwrap(), None)),
        ..LayoutClass::new(kind, ByteSize::new(size))
    }
}

/// Adds a type with these layouts to a catalogue, as a data file does.
pub(crate) fn state(types: &mut Catalogue, name: &str, classes: Vec<LayoutClass>) {
    let by_hand = DataFileType {
        source: "test".to_owned(),
        summary: String::new(),
        classes,
        constants: Vec::new(),
    };
    types
        .add_from_data_file(name.parse().unwrap(), by_hand)
        .unwrap();
}

/// Adds the types of a text: a line such as `struct HEAD 8/4`, then a line for each member or value (`On = 1`).
pub(crate) fn state_all(types: &mut Catalogue, text: &str) {
    let mut lines = text.lines().map(str::trim).peekable();
    while let Some(head) = lines.next() {
        let [kind, name, measure] = head.split(' ').collect::<Vec<&str>>()[..] else {
            panic!("{head}");
        };
        let kind = TypeKind::of(kind);
        let (size, align) = measure.split_once('/').unwrap();
        let [size, align] = [size, align].map(|it| it.parse::<ByteSize>().unwrap().get());
        let is_inside = |line: &&str| line.ends_with(';') || line.contains(" = ");
        let inside: Vec<&str> = std::iter::from_fn(|| lines.next_if(is_inside)).collect();
        let (values, members): (Vec<&str>, Vec<&str>) =
            inside.into_iter().partition(|line| line.contains(" = "));
        let values = values.into_iter().map(|line| {
            let (name, value) = line.split_once(" = ").unwrap();
            let (name, value) = (name.into(), value.parse().unwrap());
            EnumValue { name, value }
        });
        let class = LayoutClass {
            values: values.collect(),
            ..class(kind.unwrap(), (size, align), &members)
        };
        state(types, name, vec![class]);
    }
}

/// Returns a few nested types, the same at every release on x64.
pub(crate) fn types() -> Catalogue {
    let mut types = Catalogue::default();
    state(&mut types, "LIST_ENTRY", list_entry());
    let text = "union LARGE_INTEGER 8/8
        0x00 ULONG LowPart;
        0x04 LONG HighPart;
        0x00 LONGLONG QuadPart;
        struct BUCKET 0x30/8
        0x00 LIST_ENTRY Heads [2];
        0x20 LARGE_INTEGER Lock;
        struct EVENT 8/4
        0x00 UCHAR Type;
        0x01:0 UCHAR Absolute : 1;
        0x01:1 UCHAR Wake : 7;
        union KNOT 8/8
        0x00 KNOT A;
        0x00 KNOT B;
        0x00 KNOT C;";
    state_all(&mut types, text);
    types
}

pub(crate) fn list_entry() -> Vec<LayoutClass> {
    let on = |arch, size, blink| {
        let members = ["0x00 LIST_ENTRY *Flink;", blink];
        let mut class = class(TypeKind::Struct, (size, size / 2), &members);
        class.releases = class.releases.map(|(versions, _)| (versions, Some(arch)));
        class
    };
    vec![
        on(Arch::X86, 8, "0x04 LIST_ENTRY *Blink;"),
        on(Arch::X64, 16, "0x08 LIST_ENTRY *Blink;"),
    ]
}
