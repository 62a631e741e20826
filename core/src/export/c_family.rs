//! One printer for the languages of the C family. Each is a [`Style`]: its keywords, and its syntax for arrays, bit
//! fields, padding, and overlapping members. The text around the definitions belongs to the format.

use std::collections::BTreeSet;

use super::format::{Options, Pointers};
use super::model::{
    Bits, Definition, Field, Item, Kind, Overlay, Pad, PadKind, Pointee, Pointer, Scalar, Type,
    Unit, Value,
};
use super::names;
use super::text::{self, Text, place};
use crate::units::{ByteOffset, ByteSize};

/// The syntax of a language of the C family.
pub(super) struct Style {
    /// The first line of a definition, by kind (`struct`, `union`, `bitfield`) and name.
    pub(super) begin: fn(&str, &str) -> String,
    /// The end of a definition, with its name.
    pub(super) end: fn(&str) -> String,
    /// The type of a number, or of the elements of an array of this length.
    pub(super) number: fn(&Scalar, u32) -> String,
    /// The type of bit fields of this integer; empty if the language has none.
    pub(super) bit_field: fn(&Scalar) -> String,
    /// The type of opaque bytes.
    pub(super) byte: fn(ByteSize) -> &'static str,
    pub(super) pointers: PointerStyle,
    pub(super) arrays: Arrays,
    pub(super) nameless: PaddingSyntax,
    pub(super) overlays: Overlays,
    pub(super) remarks: Remarks,
    /// The spelling of a type in a definition that has a member of the same name: in C++ the member hides the type.
    pub(super) hidden: fn(Kind, &str, ByteSize) -> String,
}

#[derive(Clone, Copy)]
pub(super) enum PointerStyle {
    /// By [`Options::pointers`].
    Chosen,
    /// As pointers to numbers; those to structures as `void *`.
    ToNumbers,
    Integers,
}

/// The arrays that a language can declare.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrays {
    /// All arrays, also nested and empty ones.
    All,
    /// One dimension.
    Flat,
    /// One dimension, at least one element.
    FlatAndFull,
}

/// The syntax of bits and bytes that belong to no member.
#[derive(Clone, Copy)]
pub(super) enum PaddingSyntax {
    /// Bits are unnamed bit fields; bytes are members.
    Blank,
    /// As members, with a suffix that hides padding.
    Members(&'static str),
    /// By a keyword. A hole is a member, because its content is unknown.
    Word(&'static str),
}

/// The syntax of unions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Overlays {
    /// As anonymous unions with structures inside.
    Anonymous,
    /// As separate types before the one that contains them, with inlined members; so are bit fields.
    Hoisted,
    /// In sequence, with a seek back between the alternatives.
    Seek,
}

#[derive(Clone, Copy)]
pub(super) enum Remarks {
    /// As comments at the end of the line.
    Comments,
    /// As attributes of the declaration; the type may need further ones.
    Attributes(fn(&str, Option<&Type>) -> String),
}

pub(super) struct Printer {
    style: &'static Style,
    pub(super) options: Options,
    pub(super) text: Text,
    /// The body of the current definition.
    body: Text,
    owner: String,
    names: BTreeSet<String>,
    types: BTreeSet<String>,
}

impl Printer {
    pub(super) fn new(style: &'static Style, options: Options) -> Self {
        Self {
            style,
            options,
            text: Text::new("    "),
            body: Text::new("    "),
            owner: String::new(),
            names: BTreeSet::new(),
            types: BTreeSet::new(),
        }
    }

    /// Creates a printer whose text begins with the provenance of a unit and with remarks.
    pub(super) fn of_unit(
        style: &'static Style,
        unit: &Unit,
        remarks: impl IntoIterator<Item = String>,
    ) -> Self {
        let mut printer = Self::new(style, Options::default());
        let mut lines = unit.provenance.lines();
        lines.extend(remarks);
        printer.text.comment(&lines);
        printer
    }

    pub(super) fn line(&mut self, line: &str) {
        self.text.line(0, line);
    }

    pub(super) fn definitions(&mut self, definitions: &[Definition]) {
        self.types = definitions.iter().map(|it| it.name.clone()).collect();
        for definition in definitions {
            self.definition(definition);
        }
    }

    pub(super) fn definition(&mut self, definition: &Definition) {
        self.names = definition.names();
        self.owner.clone_from(&definition.name);
        let name = self.options.affixed(&definition.name);
        let kind = definition.kind.as_str();
        self.braces(
            kind,
            &name,
            definition.measure.size,
            |it| match definition.alternatives() {
                Some(alternatives) if it.style.overlays != Overlays::Seek => {
                    it.alternatives(1, alternatives);
                }
                _ => it.items(1, &definition.items),
            },
        );
    }

    /// Prints a definition after those that it needs.
    fn braces(&mut self, kind: &str, name: &str, size: ByteSize, inside: impl FnOnce(&mut Self)) {
        let outer = self.body.take();
        inside(self);
        let body = self.body.take();
        self.body.push(&outer);
        self.line(&(self.style.begin)(kind, name));
        self.text.push(&body);
        let size = place(ByteOffset::new(size.get()));
        self.line(&format!("{} /* {size} */", (self.style.end)(name)));
    }

    /// Recursion is bounded by the nesting of overlays.
    fn items(&mut self, level: usize, items: &[Item]) {
        for item in items {
            match item {
                Item::Field(field) => self.field(level, field),
                Item::Bits(bits) => self.bits(level, bits),
                Item::Pad(pad) => self.pad(level, pad),
                Item::Overlay(overlay) => self.overlay(level, overlay),
            }
        }
    }

    fn overlay(&mut self, level: usize, overlay: &Overlay) {
        match self.style.overlays {
            Overlays::Anonymous => {
                self.body.line(level, "union {");
                self.alternatives(level + 1, &overlay.alternatives);
                self.body.line(level, "};");
            }
            Overlays::Hoisted => self.separate_type(
                level,
                ("union", &overlay.name),
                (overlay.offset, overlay.size),
                |it| it.alternatives(1, &overlay.alternatives),
            ),
            Overlays::Seek => self.sought(level, overlay),
        }
    }

    /// Prints alternatives; those with several members, or with bit fields, become structures: in a union each bit
    /// field would begin at bit 0.
    fn alternatives(&mut self, level: usize, alternatives: &[Vec<Item>]) {
        let are_hoisted = self.style.overlays == Overlays::Hoisted;
        for items in alternatives {
            let Some(extent) = Item::extent(items) else {
                continue;
            };
            if items.len() == 1 && (are_hoisted || !matches!(items[..], [Item::Bits(_)])) {
                self.items(level, items);
            } else if are_hoisted {
                let name = names::free(names::at("Struct", extent.0), &mut self.names);
                self.separate_type(level, ("struct", &name), extent, |it| it.items(1, items));
            } else {
                self.body.line(level, "struct {");
                self.items(level + 1, items);
                self.body.line(level, "};");
            }
        }
    }

    /// Prints a separate type, and an inlined member of it.
    fn separate_type(
        &mut self,
        level: usize,
        (kind, name): (&str, &str),
        (offset, size): (ByteOffset, ByteSize),
        inside: impl FnOnce(&mut Self),
    ) {
        let ty = names::free(format!("{}_{name}", self.owner), &mut self.types);
        self.braces(kind, &ty, size, inside);
        let line = format!("/* {} */ {ty} {name} [[inline]];", place(offset));
        self.body.line(level, &line);
    }

    fn sought(&mut self, level: usize, overlay: &Overlay) {
        let end = overlay.offset.saturating_add(overlay.size);
        let mut reached = overlay.offset;
        for (number, items) in overlay.alternatives.iter().enumerate() {
            if number > 0 {
                self.seek(level, overlay.offset, " /* or */");
            }
            self.items(level, items);
            reached = items.last().map_or(reached, Item::end);
        }
        if reached != end {
            self.seek(level, end, "");
        }
    }

    fn seek(&mut self, level: usize, offset: ByteOffset, remark: &str) {
        let line = format!("FSeek(startof(this) + {});{remark}", place(offset));
        self.body.line(level, &line);
    }

    fn field(&mut self, level: usize, field: &Field) {
        let stays_out = self.style.arrays == Arrays::FlatAndFull;
        if let Some(said) = text::empty(field).filter(|_| stays_out) {
            return self.body.line(level, &said);
        }
        let (ty, counts) = self.declarator(&field.ty);
        let blank = if ty.ends_with('*') { "" } else { " " };
        let declaration = format!("{ty}{blank}{}{counts}", field.name);
        let said = |pointer: &Pointer| self.shows_source_name(pointer);
        let remark = text::remark(field, text::declared(&field.ty, said));
        let place = place(field.offset);
        self.declare(level, &place, &declaration, (&remark, Some(&field.ty)));
    }

    fn bits(&mut self, level: usize, bits: &Bits) {
        match self.style.overlays {
            Overlays::Hoisted => self.separate_type(
                level,
                ("bitfield", &bits.name),
                (bits.offset, bits.storage.size),
                |it| it.bit_fields(1, bits),
            ),
            Overlays::Anonymous | Overlays::Seek => self.bit_fields(level, bits),
        }
    }

    fn bit_fields(&mut self, level: usize, bits: &Bits) {
        let integer = (self.style.bit_field)(&bits.storage);
        for field in &bits.fields {
            let bit = field.range.bit();
            let (name, hidden) = match (&field.name, self.style.nameless) {
                (Some(name), _) => (name.clone(), ""),
                (None, PaddingSyntax::Blank) => (String::new(), ""),
                (None, PaddingSyntax::Word(word)) => (word.to_owned(), ""),
                (None, PaddingSyntax::Members(hidden)) => {
                    let name = format!("{}_{bit}", names::at("Unused", bits.offset));
                    (names::free(name, &mut self.names), hidden)
                }
            };
            let words = [integer.as_str(), &name].into_iter();
            let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
            let (words, width) = (words.join(" "), field.range.width());
            let place = text::place_of_bit(bits.offset, bit);
            let declaration = format!("{words} : {width}{hidden}");
            self.declare(level, &place, &declaration, (&field.comment, None));
        }
    }

    fn pad(&mut self, level: usize, pad: &Pad) {
        let (byte, size) = ((self.style.byte)(pad.size), pad.size.get());
        let declaration = match self.style.nameless {
            PaddingSyntax::Word(word) if pad.kind != PadKind::Hole => format!("{word}[{size}]"),
            PaddingSyntax::Members(hidden) if pad.kind != PadKind::Hole => {
                format!("{byte} {}[{size}]{hidden}", pad.name)
            }
            _ => format!("{byte} {}[{size}]", pad.name),
        };
        self.declare(level, &place(pad.offset), &declaration, ("", None));
    }

    fn declare(
        &mut self,
        level: usize,
        place: &str,
        declaration: &str,
        (remark, ty): (&str, Option<&Type>),
    ) {
        let line = match self.style.remarks {
            Remarks::Comments => format!("{declaration};{}", text::trailing_comment(remark)),
            Remarks::Attributes(write) => format!("{declaration}{};", write(remark, ty)),
        };
        self.body.line(level, &format!("/* {place} */ {line}"));
    }

    /// The parts of a declaration before and after the name.
    fn declarator(&self, ty: &Type) -> (String, String) {
        let (inner, mut counts) = ty.unfolded();
        let before = match inner {
            Type::Scalar(of) => (self.style.number)(of, counts.last().copied().unwrap_or(1)),
            Type::Pointer(pointer) => self.pointer(pointer),
            Type::Definition {
                name,
                kind,
                measure,
            } => {
                let name = self.options.affixed(name);
                match self.names.contains(&name) {
                    true => (self.style.hidden)(*kind, &name, measure.size),
                    false => name,
                }
            }
            Type::Bytes { .. } | Type::Array { .. } => {
                let size = inner.measure().size;
                counts.push(size.get());
                (self.style.byte)(size).to_owned()
            }
        };
        if !counts.is_empty() && self.style.arrays != Arrays::All {
            let all = counts.into_iter().reduce(u32::saturating_mul);
            counts = all.into_iter().collect();
        }
        let counts = counts.iter().map(|count| format!("[{count}]"));
        (before, counts.collect())
    }

    fn pointer(&self, pointer: &Pointer) -> String {
        match (self.style.pointers, self.options.pointers) {
            (PointerStyle::Integers, _) | (PointerStyle::Chosen, Pointers::AsIntegers) => {
                let integer = Scalar {
                    value: Value::Unsigned,
                    size: pointer.size,
                    declared: String::new(),
                };
                (self.style.number)(&integer, 1)
            }
            (PointerStyle::Chosen | PointerStyle::ToNumbers, _) => self.pointee(&pointer.to, 1),
        }
    }

    /// Formats `struct _EPROCESS *`, with a star per pointer level. Recursion is bounded by the depth of declarations.
    fn pointee(&self, to: &Pointee, stars: usize) -> String {
        let base = match (to, self.style.pointers) {
            (Pointee::Pointer(further), _) => return self.pointee(further, stars + 1),
            (Pointee::Scalar(of), _) => (self.style.number)(of, 1),
            (Pointee::Named(name, kind), PointerStyle::Chosen) => {
                let name = names::allowed(&name.c_identifier(), &super::reserved::C);
                format!("{} _{}", kind.as_str(), self.options.affixed(&name))
            }
            (Pointee::Void | Pointee::Named(..), _) => "void".to_owned(),
        };
        format!("{base} {}", "*".repeat(stars))
    }

    /// Whether the declaration shows the source's spelling of a pointer.
    fn shows_source_name(&self, pointer: &Pointer) -> bool {
        let says = match self.style.pointers {
            PointerStyle::Chosen => self.options.pointers == Pointers::Typed,
            PointerStyle::ToNumbers => !matches!(pointer.to.last(), Pointee::Named(..)),
            PointerStyle::Integers => false,
        };
        says && pointer.declared.contains('*')
    }
}
