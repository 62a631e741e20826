//! The tree of values as lines: every value, bit field and gap of one instance, in preorder.
//!
//! A line knows how many lines lie inside it, so that the tree needs no links.

use std::ops::Range;

use strata_core::catalogue::Catalogue;
use strata_core::decode::Instance;
use strata_core::decode::memory::State;
use strata_core::decode::space::RegionOffset;
use strata_core::decode::value::{BitValue, Item, ItemName, Pointer, Value};
use strata_core::layout::Gap;
use strata_core::{BitRange, Layout};

use super::words::{Words, of_bits, of_item, of_value};
use crate::figures;
use crate::page::Kind;

/// A value with more parts than this is folded initially.
const OPEN_PARTS: usize = 8;
/// How many bytes of a value are shown beside it; the grid shows them all.
const RAW_SHOWN: u32 = 8;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub depth: u32,
    pub name: String,
    pub path: String,
    /// The declaration of a member of the structure, else empty.
    pub declaration: String,
    pub kind: Kind,
    /// Its offset from the start of the instance.
    pub offset: u32,
    pub size: u32,
    /// Its bytes in hexadecimal, maybe shortened; for a bit field, its bits; empty where the lines inside show them.
    pub raw: String,
    pub state: State,
    pub words: Words,
    /// The target of a pointer within the input.
    pub target: Option<RegionOffset>,
    /// The path to the list entry that the pointer refers to, where it is a list link.
    pub entry: Option<String>,
    /// How many of the lines after this one lie inside it.
    pub inside: usize,
    /// Whether it is unfolded initially.
    pub open: bool,
    /// Whether the grid draws it as one, whatever is inside.
    pub whole: bool,
}

impl Line {
    /// A line without children and without raw bytes.
    fn new(depth: u32, name: String, path: String, kind: Kind, offset: u32, size: u32) -> Self {
        Self {
            depth,
            name,
            path,
            declaration: String::new(),
            kind,
            offset,
            size,
            raw: String::new(),
            state: State::Unknown,
            words: Words::default(),
            target: None,
            entry: None,
            inside: 0,
            open: false,
            whole: true,
        }
    }

    pub const fn range(&self) -> Range<u32> {
        self.offset..self.offset.saturating_add(self.size)
    }

    /// Its declaration; its path where it has none.
    pub fn title(&self) -> &str {
        match self.declaration.as_str() {
            "" => &self.path,
            declaration => declaration,
        }
    }
}

/// The lines of every value and gap of an instance, in offset order.
pub fn lines(layout: &Layout, types: &Catalogue, instance: &Instance) -> Vec<Line> {
    let mut writer = Writer {
        instance,
        lines: Vec::new(),
        path: Vec::new(),
    };
    let mut gaps = layout.gaps().peekable();
    for item in &instance.members {
        while let Some(gap) = gaps.next_if(|gap| gap.offset < item.offset) {
            writer.gap(gap);
        }
        let at = writer.lines.len();
        writer.item(item);
        if let Some(row) = item.name.row()
            && let (Some(line), Some(member)) =
                (writer.lines.get_mut(at), layout.member(row.as_str()))
        {
            line.kind = Kind::of_member(member, layout, types);
            line.declaration.clone_from(&member.declaration);
        }
    }
    gaps.for_each(|gap| writer.gap(gap));
    writer.lines
}

struct Writer<'a> {
    instance: &'a Instance,
    lines: Vec<Line>,
    path: Vec<String>,
}

impl Writer<'_> {
    fn item(&mut self, item: &Item) {
        let name = item.name.to_string();
        let open = match &item.value {
            Value::Array { .. } => false,
            value => self.path.is_empty() && value.children().len() <= OPEN_PARTS,
        };
        self.path.push(match (&item.name, self.path.is_empty()) {
            (ItemName::Element(_), _) | (_, true) => name.clone(),
            _ => format!(".{name}"),
        });
        let (whole_offset, whole_size) = (item.offset.get(), item.size.get());
        let (offset, size, raw) = match &item.value {
            Value::BitField { range, .. } => {
                let (offset, size) = bytes_of(whole_offset, *range);
                (offset, size, place_of(*range))
            }
            _ => (whole_offset, whole_size, self.raw(whole_offset, whole_size)),
        };
        let at = self.push(Line {
            raw,
            state: item.state,
            words: of_item(item),
            target: target_of(&item.value),
            open,
            whole: matches!(&item.value, Value::Bits { .. }) || is_bytes(&item.value),
            ..Line::new(
                self.depth(),
                item.name.title(),
                self.path.concat(),
                kind_of(&item.value),
                offset,
                size,
            )
        });
        for child in item.value.children() {
            self.item(child);
        }
        match &item.value {
            Value::Bits {
                fields: Some(fields),
                ..
            } => fields.iter().for_each(|field| self.bit(item, field)),
            value => parts(value, item.size.get())
                .into_iter()
                .for_each(|part| self.part(item.offset.get(), part)),
        }
        self.path.pop();
        self.close(at);
    }

    fn bit(&mut self, item: &Item, bit: &BitValue) {
        let (offset, size) = bytes_of(item.offset.get(), bit.range);
        self.push(Line {
            raw: place_of(bit.range),
            state: match bit.number {
                Some(_) => State::Known,
                None => State::Unknown,
            },
            words: Words {
                main: of_bits(bit.number),
                note: String::new(),
            },
            ..self.inner(&bit.name, Kind::Bits, offset, size)
        });
    }

    fn part(&mut self, start: u32, part: Part) {
        let offset = start.saturating_add(part.offset);
        let bytes = &self.instance.bytes;
        self.push(Line {
            raw: self.raw(offset, part.size),
            state: bytes.state(offset as usize, part.size as usize),
            words: of_value(&part.value),
            target: target_of(&part.value),
            entry: (part.kind == Kind::List).then(|| self.path.concat()),
            ..self.inner(part.name, part.kind, offset, part.size)
        });
    }

    /// A line for a part of the current value.
    fn inner(&self, name: &str, kind: Kind, offset: u32, size: u32) -> Line {
        let path = format!("{}.{name}", self.path.concat());
        Line::new(self.depth() + 1, name.to_owned(), path, kind, offset, size)
    }

    fn gap(&mut self, gap: &Gap) {
        let (offset, size) = (gap.offset.get(), gap.size.get());
        let (start, length, bytes) = (gap.offset.index(), gap.size.index(), &self.instance.bytes);
        let state = bytes.state(start, length);
        let all_zero = (start..start + length).all(|at| bytes.known(at, 1) == Some(&[0]));
        let main = match state {
            State::Known if all_zero => "zero",
            State::Known => "not zero",
            State::Partial | State::Unknown => "unknown",
        };
        let name = gap.kind.as_str().to_owned();
        self.push(Line {
            raw: self.raw(offset, size),
            state,
            words: Words {
                main: main.to_owned(),
                note: figures::bytes(size),
            },
            ..Line::new(0, name.clone(), name, gap.kind.into(), offset, size)
        });
    }

    fn depth(&self) -> u32 {
        u32::try_from(self.path.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    fn raw(&self, offset: u32, size: u32) -> String {
        let cut = size.min(RAW_SHOWN) as usize;
        let mut raw = self.instance.bytes.raw(offset as usize, cut);
        if size > RAW_SHOWN {
            raw.push('…');
        }
        raw
    }

    fn push(&mut self, line: Line) -> usize {
        self.lines.push(line);
        self.lines.len() - 1
    }

    /// Ends a line: all lines written since lie inside it.
    fn close(&mut self, at: usize) {
        let inside = self.lines.len() - at - 1;
        if let Some(line) = self.lines.get_mut(at) {
            line.inside = inside;
            if inside > 0 && !line.whole {
                line.raw.clear();
            }
        }
    }
}

/// Offset and number of the bytes of an integer that hold these bits.
fn bytes_of(integer: u32, bits: BitRange) -> (u32, u32) {
    let (first, last) = (bits.bit() / 8, (bits.bit() + bits.width() - 1) / 8);
    (
        integer.saturating_add(first.into()),
        u32::from(last - first) + 1,
    )
}

/// `bit 3`, `bits 4 to 7`.
fn place_of(bits: BitRange) -> String {
    let low = bits.bit();
    match bits.width() {
        1 => format!("bit {low}"),
        width => format!("bits {low} to {}", low + width - 1),
    }
}

/// A member of a type that the decoder treats as one value.
struct Part {
    name: &'static str,
    offset: u32,
    size: u32,
    kind: Kind,
    value: Value,
}

/// The members of a `LIST_ENTRY` or a `UNICODE_STRING` of that size.
fn parts(value: &Value, size: u32) -> Vec<Part> {
    let half = size / 2;
    let pointer = |name, offset, pointer: Option<Pointer>, kind| Part {
        name,
        offset,
        size: half,
        kind,
        value: pointer.map_or(Value::Unknown, Value::Pointer),
    };
    let short = |name, offset, short: Option<u16>| Part {
        name,
        offset,
        size: 2,
        kind: Kind::Integer,
        value: short.map_or(Value::Unknown, |short| Value::Unsigned(short.into())),
    };
    match *value {
        Value::ListEntry { flink, blink } => vec![
            pointer("Flink", 0, flink, Kind::List),
            pointer("Blink", half, blink, Kind::List),
        ],
        Value::UnicodeString {
            length,
            maximum_length,
            buffer,
        } => vec![
            short("Length", 0, length),
            short("MaximumLength", 2, maximum_length),
            pointer("Buffer", half, buffer, Kind::Pointer),
        ],
        _ => Vec::new(),
    }
}

/// The target of a pointer within the input.
const fn target_of(value: &Value) -> Option<RegionOffset> {
    match value {
        Value::Pointer(pointer) => pointer.target,
        _ => None,
    }
}

/// The kind of a value that is no member of the structure itself, and so has no declared type.
fn kind_of(value: &Value) -> Kind {
    match value {
        Value::Unknown | Value::Bytes(_) => Kind::Bytes,
        Value::Unsigned(_) | Value::Signed { .. } | Value::Enum { .. } => Kind::Integer,
        Value::Boolean(_) | Value::Bits { .. } | Value::BitField { .. } => Kind::Bits,
        Value::Char(_) | Value::WideChar(_) | Value::UnicodeString { .. } => Kind::String,
        Value::Pointer(_) | Value::Handle(_) => Kind::Pointer,
        Value::LargeInteger(_) => Kind::Time,
        Value::ListEntry { .. } => Kind::List,
        Value::Array { .. } if is_bytes(value) => Kind::Bytes,
        Value::Array { elements, .. } => elements
            .first()
            .map_or(Kind::Bytes, |element| kind_of(&element.value)),
        Value::Struct { .. } | Value::Guid(_) => Kind::Nested,
    }
}

fn is_bytes(value: &Value) -> bool {
    matches!(value, Value::Array { elements, .. } if elements.len() > 1 && elements.iter().all(|element| element.size.get() == 1))
}
