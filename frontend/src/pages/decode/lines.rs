//! The tree of values as lines: every value, bit field and gap of one instance, the outer before the inner.
//!
//! A line knows how many lines lie inside it, so that the tree needs no links.

mod parts;

use std::ops::Range;

use strata_core::Layout;
use strata_core::catalogue::Catalogue;
use strata_core::decode::Instance;
use strata_core::decode::memory::State;
use strata_core::decode::space::Place;
use strata_core::decode::value::{BitValue, Item, ItemName, Value};
use strata_core::layout::Gap;

use self::parts::{Part, bytes_of, is_bytes, kind_of, parts, place_of, target_of};
use super::words::{Words, of_bits, of_item, of_value};
use crate::page::Kind;

/// What has more parts than this is folded to begin with.
const OPEN_PARTS: usize = 8;
/// So many bytes of a value are shown beside it; the grid shows them all.
const RAW_SHOWN: u32 = 8;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub depth: u32,
    pub name: String,
    pub path: String,
    /// The declaration of a member of the structure, else empty.
    pub declaration: String,
    pub kind: Kind,
    /// Where it begins, from the start of the instance.
    pub offset: u32,
    pub size: u32,
    /// Its bytes in hexadecimal, cut where they are many; which bits it is; nothing where what is inside says it.
    pub raw: String,
    pub state: State,
    pub words: Words,
    /// Where in the paste it points, where it points there.
    pub target: Option<Place>,
    /// The way to the list entry that it is a pointer of, where it is one.
    pub entry: Option<String>,
    /// How many of the lines after this one lie inside it.
    pub inside: usize,
    /// Whether what is inside is shown to begin with.
    pub open: bool,
    /// Whether the grid draws it as one, whatever is inside.
    pub whole: bool,
}

impl Line {
    pub const fn range(&self) -> Range<u32> {
        self.offset..self.offset.saturating_add(self.size)
    }

    /// How it is declared; the way to it where it is not.
    pub fn title(&self) -> &str {
        match self.declaration.as_str() {
            "" => &self.path,
            declaration => declaration,
        }
    }
}

/// Every value and gap of an instance, in offset order.
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
        if let ItemName::Row { row, .. } = &item.name
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
            depth: self.depth(),
            name,
            path: self.path.concat(),
            declaration: String::new(),
            kind: kind_of(&item.value),
            offset,
            size,
            raw,
            state: item.state,
            words: of_item(item),
            target: target_of(&item.value),
            entry: None,
            inside: 0,
            open,
            whole: matches!(&item.value, Value::Bits { .. }) || is_bytes(&item.value),
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
            depth: self.depth() + 1,
            name: bit.name.to_string(),
            path: format!("{}.{}", self.path.concat(), bit.name),
            declaration: String::new(),
            kind: Kind::Bits,
            offset,
            size,
            raw: place_of(bit.range),
            state: match bit.number {
                Some(_) => State::Known,
                None => State::Unknown,
            },
            words: Words {
                main: of_bits(bit.number),
                note: String::new(),
            },
            target: None,
            entry: None,
            inside: 0,
            open: false,
            whole: true,
        });
    }

    fn part(&mut self, start: u32, part: Part) {
        let offset = start.saturating_add(part.offset);
        self.push(Line {
            depth: self.depth() + 1,
            name: part.name.to_owned(),
            path: format!("{}.{}", self.path.concat(), part.name),
            declaration: String::new(),
            kind: part.kind,
            offset,
            size: part.size,
            raw: self.raw(offset, part.size),
            state: self
                .instance
                .bytes
                .state(offset as usize, part.size as usize),
            words: of_value(&part.value),
            target: target_of(&part.value),
            entry: (part.kind == Kind::List).then(|| self.path.concat()),
            inside: 0,
            open: false,
            whole: true,
        });
    }

    fn gap(&mut self, gap: &Gap) {
        let (offset, size) = (gap.offset.get(), gap.size.get());
        let state = self
            .instance
            .bytes
            .state(gap.offset.index(), gap.size.index());
        let zero = |at| self.instance.bytes.known(at, 1) == Some(&[0]);
        let all_zero = (gap.offset.index()..gap.offset.index() + gap.size.index()).all(zero);
        let main = match state {
            State::Known if all_zero => "zero",
            State::Known => "not zero",
            State::Partial | State::Unknown => "unknown",
        };
        self.push(Line {
            depth: 0,
            name: gap.kind.as_str().to_owned(),
            path: gap.kind.as_str().to_owned(),
            declaration: String::new(),
            kind: gap.kind.into(),
            offset,
            size,
            raw: self.raw(offset, size),
            state,
            words: Words {
                main: main.to_owned(),
                note: match size {
                    1 => "1 byte".to_owned(),
                    size => format!("{size} bytes"),
                },
            },
            target: None,
            entry: None,
            inside: 0,
            open: false,
            whole: true,
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

    /// All that was written since lies inside that line.
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
