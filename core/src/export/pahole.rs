//! `pahole`: the output of dwarves' pahole, in which holes, padding and cache lines are comments.
//!
//! It has the form of `pahole -M` 1.24 for such structures on Linux, with the source's type names: columns, keywords,
//! sums, and the remarks about bits between bit fields. Conclusions from types (`__packed__`, padding of nested
//! structures) are left out.

use std::ops::Range;

use super::model::{Bits, Definition, Field, Item, Overlay, Type, Unit};
use super::text::Text;
use crate::render::counted;

const CACHE_LINE: u32 = 64;
/// Columns from the first tab on: those of names, and of offsets, in a structure and in a union.
const NAMES: usize = 26;
const PLACES: usize = 49;
const PLACES_IN_UNION: usize = 47;
const TAB: usize = 8;

pub(super) fn write(unit: &Unit) -> String {
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
    /// The column of the offsets, at the first level.
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
                let sums = self.body(1, &definition.items, 0..size, &mut cache_line);
                self.text.line(0, "");
                for said in sums.summary_lines(size) {
                    self.text.line(1, &format!("/* {said} */"));
                }
            }
        }
        self.text.line(0, "};");
    }

    /// Prints the members in `range`. Recursion is bounded by the nesting of overlays; so is that of `alternatives`.
    fn body(
        &mut self,
        level: usize,
        items: &[Item],
        range: Range<u32>,
        cache_line: &mut u32,
    ) -> Totals {
        let mut sums = Totals::default();
        let mut end = End::at(range.start);
        let mut before = None;
        for member in &members_of(items) {
            let hole = end.pass(member);
            sums.hole(hole);
            let has_hole = self.hole(level, hole);
            if let Some(before) = before.filter(|_| hole.bits > 0) {
                self.skipped(level, before, member, hole.bits);
            }
            if has_hole {
                self.text.line(0, "");
            }
            self.boundary(level, member.offset, cache_line);
            self.member(level, member, cache_line);
            sums.member(member);
            before = Some(member);
        }
        (sums.padding, sums.bit_padding) = end.trailing_padding(range.end);
        sums
    }

    /// Prints alternatives, whose first members are at `start`.
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
                // Not a member: pahole does not show that the union is larger than its members.
                [Item::Pad(_)] => {}
                items => {
                    let end = items.last().map_or(start, |last| last.end().get());
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
        match member.kind {
            MemberKind::Field(field) => self.field(level, field),
            MemberKind::Overlay(overlay) => self.overlay(level, overlay, cache_line),
            MemberKind::Bit(bits, name) => {
                let (bit, width) = member.bits.unwrap_or_default();
                let (offset, size) = (member.offset, member.size);
                // Bits that fill their integer are printed as the integer.
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
        // `VOID (*)()` needs the name inside.
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

    /// Prints the boundary of a cache line, once for each.
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

    /// Prints the remarks about a hole, and returns whether there were any.
    fn hole(&mut self, level: usize, hole: Hole) -> bool {
        let holes = [(hole.bits, "bit"), (hole.bytes, "byte")];
        let holes = holes.into_iter().filter(|(size, _)| *size > 0);
        let mut is_written = false;
        for (size, of) in holes {
            if !is_written {
                self.text.line(0, "");
            }
            let said = format!("/* XXX {} hole, try to pack */", counted(size as usize, of));
            self.text.line(level, &said);
            is_written = true;
        }
        is_written
    }

    /// Prints the bits skipped between two bit fields.
    fn skipped(&mut self, level: usize, member: &Member<'_>, next: &Member<'_>, bits: u32) {
        let MemberKind::Bit(of, _) = next.kind else {
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

/// Formats `/*    90     1 */`.
fn bytes(offset: u32, size: u32) -> String {
    format!("/* {offset:5} {size:5} */")
}

/// Returns the type's name in the source, and the declarator's suffix.
fn declarator(ty: &Type) -> (&str, String) {
    match ty {
        Type::Scalar(scalar) => (&scalar.declared, String::new()),
        Type::Pointer(pointer) => (&pointer.declared, String::new()),
        Type::Array { element, count, .. } => {
            let (of, behind) = declarator(element);
            (of, format!("[{count}]{behind}"))
        }
        Type::Definition { name, .. } => (name, String::new()),
        // An unnamed type that is not defined here cannot be named.
        Type::Bytes { declared, size } if declared.starts_with('<') => {
            ("UCHAR", format!("[{}]", size.get()))
        }
        Type::Bytes { declared, .. } => match declared.split_once('[') {
            Some((of, counts)) => (of.trim_end(), format!("[{counts}")),
            None => (declared, String::new()),
        },
    }
}

/// A member as in C: each bit field separately, a union as one member.
struct Member<'a> {
    kind: MemberKind<'a>,
    /// In bytes; for a bit field, that of its integer.
    offset: u32,
    /// In bytes; for a bit field, that of its integer.
    size: u32,
    /// The first bit and the width of a bit field.
    bits: Option<(u32, u32)>,
}

#[derive(Clone, Copy)]
enum MemberKind<'a> {
    Field(&'a Field),
    Bit(&'a Bits, &'a str),
    Overlay(&'a Overlay),
}

#[derive(Clone, Copy, Default)]
struct Hole {
    bytes: u32,
    bits: u32,
}

fn members_of(items: &[Item]) -> Vec<Member<'_>> {
    let mut members = Vec::new();
    for item in items {
        let (offset, size) = (item.offset().get(), item.size().get());
        let member = |what| Member {
            kind: what,
            offset,
            size,
            bits: None,
        };
        match item {
            Item::Field(field) => members.push(member(MemberKind::Field(field))),
            Item::Overlay(overlay) => members.push(member(MemberKind::Overlay(overlay))),
            Item::Pad(_) => {}
            Item::Bits(bits) => {
                let named = bits.fields.iter();
                members.extend(named.filter_map(|field| {
                    let place = (field.range.bit().into(), field.range.width().into());
                    let name = field.name.as_deref()?;
                    Some(Member {
                        bits: Some(place),
                        ..member(MemberKind::Bit(bits, name))
                    })
                }));
            }
        }
    }
    members
}

/// The end of the members so far, in bits from the start of the definition. Holes are counted as in pahole
/// (`class__find_holes` of dwarves.c): whole bytes separately from bits left in a byte or an integer.
struct End {
    seen: u64,
    /// The end of the integer of the current bit fields.
    integer: Option<u64>,
}

fn bit_of(byte: u32) -> u64 {
    u64::from(byte) * 8
}

impl End {
    fn at(byte: u32) -> Self {
        Self {
            seen: bit_of(byte),
            integer: None,
        }
    }

    /// Advances to the end of a member and returns the hole before it.
    fn pass(&mut self, member: &Member<'_>) -> Hole {
        let integer = bit_of(member.offset);
        let (first, width) = match member.bits {
            Some((bit, width)) => (bit, width.into()),
            None => (0, bit_of(member.size)),
        };
        let start = integer + u64::from(first);
        let mut hole = Hole::default();
        if let Some(end) = self.integer {
            let end = start.min(end);
            hole.bits = narrow(end.saturating_sub(self.seen));
            self.seen = self.seen.max(end);
        }
        if member.bits.is_some() {
            if self.seen < integer {
                hole.bytes = narrow((integer - self.seen) / 8);
                self.seen = integer;
            }
            hole.bits += narrow(start.saturating_sub(self.seen));
        } else {
            hole.bytes = narrow((start / 8).saturating_sub(self.seen / 8));
        }
        self.integer = member.bits.map(|_| integer + bit_of(member.size));
        self.seen = start + width;
        hole
    }

    /// Returns the bytes up to the end of the structure, and the bits that the last bit field leaves in its integer.
    fn trailing_padding(&self, end: u32) -> (u32, u32) {
        let end = bit_of(end);
        let integer = self.integer.map_or(self.seen, |integer| integer.min(end));
        let bytes = narrow(end.saturating_sub(integer) / 8);
        (bytes, narrow(integer.saturating_sub(self.seen)))
    }
}

fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[derive(Default)]
struct Totals {
    members: usize,
    bytes: u32,
    bits: u32,
    holes: (u32, u32),
    bit_holes: (u32, u32),
    /// Trailing bytes.
    padding: u32,
    /// The bits after the last member, in its integer.
    bit_padding: u32,
}

impl Totals {
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

    /// Returns the summary lines after the members of a structure.
    fn summary_lines(&self, size: u32) -> Vec<String> {
        let (members, lines) = (self.members, size.div_ceil(CACHE_LINE));
        let ((holes, sum), (bit_holes, bit_sum)) = (self.holes, self.bit_holes);
        let mut all = vec![format!(
            "size: {size}, cachelines: {lines}, members: {members}"
        )];
        let mut say = |number: u32, what: &str, more: &str| {
            all.extend((number > 0).then(|| format!("{what}: {number}{more}")));
        };
        if sum > 0 || bit_sum > 0 {
            let more = match sum {
                0 => String::new(),
                sum => format!(", holes: {holes}, sum holes: {sum}"),
            };
            say(self.bytes, "sum members", &more);
            let more = match bit_sum {
                0 => format!(" bits ({} bytes)", self.bits / 8),
                sum => format!(" bits, bit holes: {bit_holes}, sum bit holes: {sum} bits"),
            };
            say(self.bits, "sum bitfield members", &more);
        }
        say(self.padding, "padding", "");
        say(self.bit_padding, "bit_padding", " bits");
        say(size % CACHE_LINE, "last cacheline", " bytes");
        all
    }
}
