//! `pahole`: the text of dwarves' pahole, in which holes, padding and cache lines are told and are no members.
//!
//! It is what `pahole -M` 1.24 prints of such structures on Linux, with the types as the sources call them: columns, words and
//! sums, and what it says of bits between bit fields. What it concludes from the types (`__packed__`, paddings of structures
//! within) is not said.

mod holes;
mod sums;

use self::holes::{Hole, Holes, Member, What};
use self::sums::Sums;
use super::NESTING_LIMIT;
use super::format::Form;
use super::model::{Definition, Field, Item, Overlay, Type, Unit};
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
    readers: "people who know pahole, and their scripts",
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
        range: std::ops::Range<u32>,
        cache_line: &mut u32,
    ) -> (Sums, Holes) {
        let members = holes::members(items);
        let holes = holes::find(&members, range.clone());
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

#[cfg(test)]
mod tests;
