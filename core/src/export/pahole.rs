//! `pahole`: the text of dwarves' pahole, in which holes, padding and cache lines are told and are no members.
//!
//! It is what `pahole -M` 1.24 prints of such structures on Linux, with the types as the sources call them: columns, words and
//! sums, and what it says of bits between bit fields. What it concludes from the types (`__packed__`, paddings of structures
//! within) is not said.

use std::ops::Range;

use super::NESTING_LIMIT;
use super::format::Form;
use super::model::{Bits, Definition, Field, Item, Overlay, Type, Unit};
use super::text::Text;
use crate::units::ByteOffset;

/// How many bytes a cache line has.
const CACHE_LINE: u32 = 64;
/// Columns, from the first tab on: where names begin, and where places do, in a structure and in a union.
const NAMES: usize = 26;
const PLACES: usize = 49;
const PLACES_IN_UNION: usize = 47;
/// How many columns a tab has.
const TAB: usize = 8;

pub(super) const FORM: Form = Form {
    word: "pahole",
    title: "pahole text",
    readers: "pahole users and scripts",
    media_type: "text/plain; charset=utf-8",
    extension: "pahole",
    reserved: &[],
    usual_depth: NESTING_LIMIT,
    chooses_pointers: false,
    write: |unit, _| write(unit),
};

/// The text of a unit.
fn write(unit: &Unit) -> String {
    let mut lines = unit.provenance.lines();
    lines.push(format!(
        "As pahole prints it: offset and size in bytes, cache lines of {CACHE_LINE} bytes."
    ));
    let mut text = Text::new("\t");
    text.comment(&lines);
    let mut printer = Printer {
        text,
        places: PLACES,
    };
    for definition in &unit.definitions {
        printer.definition(definition);
    }
    printer.text.finish()
}

struct Printer {
    text: Text,
    /// The column in which places are told, at the first level.
    places: usize,
}

impl Printer {
    fn definition(&mut self, definition: &Definition) {
        let (kind, name) = (definition.kind.as_str(), &definition.name);
        self.text.line(0, &format!("\n{kind} _{name} {{"));
        let mut cache_line = 0;
        match definition.alternatives() {
            Some(alternatives) => {
                self.places = PLACES_IN_UNION;
                self.alternatives(1, alternatives, 0, &mut cache_line);
            }
            None => {
                self.places = PLACES;
                let size = definition.measure.size.get();
                let (sums, holes) = self.body(1, &definition.items, 0..size, &mut cache_line);
                self.text.line(0, "");
                for said in sums.said(size, &holes) {
                    self.text.line(1, &format!("/* {said} */"));
                }
            }
        }
        self.text.line(0, "};");
    }

    /// The members in `range`. As deep as overlays nest, which has a limit; so is the one behind it.
    fn body(
        &mut self,
        level: usize,
        items: &[Item],
        range: Range<u32>,
        cache_line: &mut u32,
    ) -> (Sums, Holes) {
        let members = members_of(items);
        let holes = find_holes(&members, range.clone());
        let mut sums = Sums::default();
        sums.hole(holes.before);
        let mut told = self.hole(level, holes.before);
        for (place, member) in members.iter().enumerate() {
            if told {
                self.text.line(0, "");
            }
            self.boundary(level, member.offset, cache_line);
            self.member(level, member, cache_line);
            sums.member(member);
            let hole = holes.behind.get(place).copied().unwrap_or_default();
            sums.hole(hole);
            told = self.hole(level, hole);
            if let Some(next) = members.get(place + 1).filter(|_| hole.bits > 0) {
                self.skipped(level, member, next, hole.bits);
            }
        }
        (sums, holes)
    }

    /// The first member of each alternative is at `start`.
    fn alternatives(
        &mut self,
        level: usize,
        alternatives: &[Vec<Item>],
        start: u32,
        cache_line: &mut u32,
    ) {
        for items in alternatives {
            let before = *cache_line;
            match items.as_slice() {
                [Item::Field(field)] => self.field(level, field),
                [Item::Overlay(overlay)] => self.overlay(level, overlay, cache_line),
                // No member: nothing says that the union is larger than its members.
                [Item::Pad(_)] => {}
                items => {
                    let end = items.last();
                    let end = end.map(|item| item.offset().saturating_add(item.size()));
                    let end = end.map_or(start, ByteOffset::get);
                    self.text.line(level, "struct {");
                    self.body(level + 1, items, start..end, cache_line);
                    self.at(level, "};", &bytes(start, end.saturating_sub(start)));
                }
            }
            *cache_line = before;
        }
    }

    fn overlay(&mut self, level: usize, overlay: &Overlay, cache_line: &mut u32) {
        let (offset, size) = (overlay.offset.get(), overlay.size.get());
        self.text.line(level, "union {");
        self.alternatives(level + 1, &overlay.alternatives, offset, cache_line);
        self.at(level, "};", &bytes(offset, size));
    }

    fn member(&mut self, level: usize, member: &Member<'_>, cache_line: &mut u32) {
        match member.what {
            What::Field(field) => self.field(level, field),
            What::Overlay(overlay) => self.overlay(level, overlay, cache_line),
            What::Bit(bits, name) => {
                let (bit, width) = member.bits.unwrap_or_default();
                let (offset, size) = (member.offset, member.size);
                // Of bits that fill their integer pahole tells as of the integer.
                if width == size.saturating_mul(8) {
                    let place = bytes(offset, size);
                    self.declaration(level, &bits.storage.declared, name, &place);
                    return;
                }
                let place = format!("/* {offset:5}:{bit:2} {size:2} */");
                let name = format!("{name}:{width}");
                self.declaration(level, &bits.storage.declared, &name, &place);
            }
        }
    }

    fn field(&mut self, level: usize, field: &Field) {
        let (ty, behind) = declarator(&field.ty);
        let name = format!("{}{behind}", field.name);
        // `VOID (*)()` declares nothing without a name within.
        let function = ty.strip_suffix(")()").and_then(|ty| ty.split_once(" ("));
        let (ty, name) = match function {
            Some((ty, stars)) => (ty, format!("({stars}{name})()")),
            None => (ty, name),
        };
        let place = bytes(field.offset.get(), field.size.get());
        self.declaration(level, ty, &name, &place);
    }

    fn declaration(&mut self, level: usize, ty: &str, name: &str, place: &str) {
        let column = NAMES.saturating_sub((level - 1) * TAB);
        self.at(level, &format!("{ty:<column$} {name};"), place);
    }

    fn at(&mut self, level: usize, what: &str, place: &str) {
        let column = self
            .places
            .saturating_sub((level - 1) * TAB)
            .max(what.len() + 1);
        self.text.line(level, &format!("{what:<column$}{place}"));
    }

    /// Says where a cache line begins, once for each.
    fn boundary(&mut self, level: usize, offset: u32, cache_line: &mut u32) {
        let line = offset / CACHE_LINE;
        if line <= *cache_line {
            return;
        }
        *cache_line = line;
        let (begin, behind) = (line * CACHE_LINE, offset % CACHE_LINE);
        let ago = match behind {
            0 => String::new(),
            behind => format!(" was {behind} bytes ago"),
        };
        let said = format!("/* --- cacheline {line} boundary ({begin} bytes){ago} --- */");
        self.text.line(level, &said);
    }

    /// Whether there is a hole to tell of.
    fn hole(&mut self, level: usize, hole: Hole) -> bool {
        let holes = [(hole.bits, "bit"), (hole.bytes, "byte")];
        let holes = holes.into_iter().filter(|(size, _)| *size > 0);
        let mut told = false;
        for (size, of) in holes {
            if !told {
                self.text.line(0, "");
            }
            let of = plural(size, of);
            self.text
                .line(level, &format!("/* XXX {size} {of} hole, try to pack */"));
            told = true;
        }
        told
    }

    /// What C says to come from one bit field to the next.
    fn skipped(&mut self, level: usize, member: &Member<'_>, next: &Member<'_>, bits: u32) {
        let What::Bit(of, _) = next.what else {
            return;
        };
        let column = NAMES.saturating_sub((level - 1) * TAB);
        let ty = &of.storage.declared;
        if member.bits.is_some() && member.offset == next.offset {
            self.text.line(level, &format!("{ty:<column$} :{bits};"));
            return;
        }
        self.text.line(0, "");
        self.text
            .line(level, "/* Force alignment to the next boundary: */");
        self.text.line(level, &format!("{ty:<column$} :0;"));
    }
}

/// `/*    90     1 */`.
fn bytes(offset: u32, size: u32) -> String {
    format!("/* {offset:5} {size:5} */")
}

fn plural(number: u32, of: &str) -> String {
    match number {
        1 => of.to_owned(),
        _ => format!("{of}s"),
    }
}

/// The type as the source calls it, and what stands behind the name.
fn declarator(ty: &Type) -> (&str, String) {
    match ty {
        Type::Scalar(scalar) => (&scalar.declared, String::new()),
        Type::Pointer(pointer) => (&pointer.declared, String::new()),
        Type::Array { element, count, .. } => {
            let (of, behind) = declarator(element);
            (of, format!("[{count}]{behind}"))
        }
        Type::Definition { name, .. } => (name, String::new()),
        // A type without a name that is not defined here cannot be named.
        Type::Bytes { declared, size } if declared.starts_with('<') => {
            ("UCHAR", format!("[{}]", size.get()))
        }
        Type::Bytes { declared, .. } => match declared.split_once('[') {
            Some((of, counts)) => (of.trim_end(), format!("[{counts}")),
            None => (declared, String::new()),
        },
    }
}

/// A member as C has it: bit fields each for itself, a union as one.
struct Member<'a> {
    what: What<'a>,
    /// In bytes; of a bit field, that of its integer.
    offset: u32,
    /// In bytes; of a bit field, that of its integer.
    size: u32,
    /// Of a bit field: the first bit, and how many.
    bits: Option<(u32, u32)>,
}

/// What a member is.
#[derive(Clone, Copy)]
enum What<'a> {
    Field(&'a Field),
    /// A bit field of that name.
    Bit(&'a Bits, &'a str),
    Overlay(&'a Overlay),
}

/// What is behind a member.
#[derive(Clone, Copy, Default)]
struct Hole {
    bytes: u32,
    bits: u32,
}

/// Where in a structure there is nothing, as pahole counts it (`class__find_holes` of dwarves.c): between members, behind the
/// last, and before the first; whole bytes apart from bits of a byte or an integer that bit fields leave.
struct Holes {
    before: Hole,
    /// Behind each member but the last.
    behind: Vec<Hole>,
    /// Bytes behind the last member.
    padding: u32,
    /// Bits behind the last member, in its integer.
    bit_padding: u32,
}

fn members_of(items: &[Item]) -> Vec<Member<'_>> {
    let mut members = Vec::new();
    for item in items {
        let (offset, size) = (item.offset().get(), item.size().get());
        let member = |what| Member {
            what,
            offset,
            size,
            bits: None,
        };
        match item {
            Item::Field(field) => members.push(member(What::Field(field))),
            Item::Overlay(overlay) => members.push(member(What::Overlay(overlay))),
            Item::Pad(_) => {}
            Item::Bits(bits) => {
                let named = bits.fields.iter();
                members.extend(named.filter_map(|field| {
                    let place = (field.range.bit().into(), field.range.width().into());
                    let name = field.name.as_deref()?;
                    Some(Member {
                        bits: Some(place),
                        ..member(What::Bit(bits, name))
                    })
                }));
            }
        }
    }
    members
}

/// What is not in the members of a structure that lies in that range of bytes.
fn find_holes(members: &[Member<'_>], range: Range<u32>) -> Holes {
    let at = |bytes: u32| u64::from(bytes) * 8;
    let mut seen = at(range.start);
    // Where the integer ends that bit fields are being taken from.
    let mut integer_end = None;
    let mut holes = Vec::new();
    for member in members {
        let start = at(member.offset) + u64::from(member.bits.unwrap_or_default().0);
        let width = member
            .bits
            .map_or(at(member.size), |(_, width)| width.into());
        let mut hole = Hole::default();
        if let Some(end) = integer_end {
            let end = start.min(end);
            hole.bits = narrow(end.saturating_sub(seen));
            seen = seen.max(end);
        }
        if member.bits.is_some() {
            let integer = at(member.offset);
            if seen < integer {
                hole.bytes = narrow((integer - seen) / 8);
                seen = integer;
            }
            hole.bits += narrow(start.saturating_sub(seen));
            integer_end = Some(integer + at(member.size));
        } else {
            hole.bytes = narrow((start / 8).saturating_sub(seen / 8));
            integer_end = None;
        }
        seen = start + width;
        holes.push(hole);
    }
    let end = at(range.end);
    let integer_end = integer_end.map_or(seen, |integer_end| integer_end.min(end));
    let mut holes = holes.into_iter();
    Holes {
        before: holes.next().unwrap_or_default(),
        behind: holes.collect(),
        padding: narrow(end.saturating_sub(integer_end) / 8),
        bit_padding: narrow(integer_end.saturating_sub(seen)),
    }
}

fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// What a structure comes to.
#[derive(Default)]
struct Sums {
    members: usize,
    bytes: u32,
    bits: u32,
    holes: (u32, u32),
    bit_holes: (u32, u32),
}

impl Sums {
    fn hole(&mut self, hole: Hole) {
        let add = |sum: &mut (u32, u32), size: u32| {
            if size > 0 {
                *sum = (sum.0 + 1, sum.1.saturating_add(size));
            }
        };
        add(&mut self.holes, hole.bytes);
        add(&mut self.bit_holes, hole.bits);
    }

    fn member(&mut self, member: &Member<'_>) {
        self.members += 1;
        match member.bits {
            Some((_, width)) => self.bits = self.bits.saturating_add(width),
            None => self.bytes = self.bytes.saturating_add(member.size),
        }
    }

    /// What is told behind the members of a structure of that size, line by line.
    fn said(&self, size: u32, holes: &Holes) -> Vec<String> {
        let lines = size.div_ceil(CACHE_LINE);
        let Sums {
            members,
            bytes,
            bits,
            ..
        } = self;
        let ((holes_number, holes_sum), (bit_number, bit_sum)) = (self.holes, self.bit_holes);
        let mut all = vec![format!(
            "size: {size}, cachelines: {lines}, members: {members}"
        )];
        if holes_sum > 0 || bit_sum > 0 {
            let told = match holes_sum {
                0 => String::new(),
                sum => format!(", holes: {holes_number}, sum holes: {sum}"),
            };
            all.extend((*bytes > 0).then(|| format!("sum members: {bytes}{told}")));
            let told = match bit_sum {
                0 => format!(" ({} bytes)", bits / 8),
                sum => format!(", bit holes: {bit_number}, sum bit holes: {sum} bits"),
            };
            all.extend((*bits > 0).then(|| format!("sum bitfield members: {bits} bits{told}")));
        }
        let Holes {
            padding,
            bit_padding,
            ..
        } = holes;
        all.extend((*padding > 0).then(|| format!("padding: {padding}")));
        all.extend((*bit_padding > 0).then(|| format!("bit_padding: {bit_padding} bits")));
        let last = size % CACHE_LINE;
        all.extend((last > 0).then(|| format!("last cacheline: {last} bytes")));
        all
    }
}

#[cfg(test)]
mod tests;
