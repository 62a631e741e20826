//! `ksy`: a specification for Kaitai Struct, which compiles it to parsers in many languages.
//!
//! Contiguous members are read in sequence, padding and bit fields included, so that every byte is read once. For
//! overlapping members, the sequence reads the longest alternative; the others are instances, which are read at their
//! offset on demand. A nested type has its own stream of exactly its bytes, to which its offsets refer.

mod ids;

use std::collections::BTreeMap;

pub(super) use self::ids::Ids;

use super::model::{
    BitField, Bits, Definition, Entry, Field, Item, Overlay, Pad, Scalar, Type, Unit, Value,
};
use super::text::{self, Text, quoted};
use crate::units::{ByteOffset, ByteSize};

/// The oldest compiler that accepts it: the first with a bit order.
const COMPILER: &str = "0.9";

pub(super) fn write(unit: &Unit) -> String {
    let mut text = Text::new("  ");
    let classes = classes(unit);
    let Some((own, nested)) = classes.split_last() else {
        return text.finish();
    };
    head(unit, own, &mut text);
    body(own, 0, &mut text);
    types(&[nested, &own.bits], 0, &mut text);
    text.finish()
}

/// Prints classes, each with its own nested ones. Recursion is bounded: classes of bit fields have none.
fn types(classes: &[&[Class]], level: usize, text: &mut Text) {
    if classes.iter().any(|classes| !classes.is_empty()) {
        text.line(level, "types:");
    }
    for class in classes.iter().copied().flatten() {
        text.line(level + 1, &format!("{}:", class.id));
        text.line(level + 2, &format!("doc: {}", quoted(&class.about)));
        body(class, level + 2, text);
        types(&[&class.bits], level + 2, text);
    }
}

fn head(unit: &Unit, own: &Class, text: &mut Text) {
    let (id, title) = (&own.id, quoted(&own.about));
    let meta =
        format!("meta:\n  id: {id}\n  title: {title}\n  ks-version: {COMPILER}\n  endian: le");
    text.line(0, &format!("{meta}\n  bit-endian: le\ndoc: |"));
    for line in unit.provenance.lines() {
        text.line(1, text::plain(&line).trim_end());
    }
    let urls = unit.provenance.sources.iter().map(|source| &source.url);
    let urls: Vec<&String> = urls.filter(|url| !url.is_empty()).collect();
    if !urls.is_empty() {
        text.line(0, "doc-ref:");
    }
    for url in urls {
        text.line(1, &format!("- {}", quoted(url)));
    }
}

fn body(class: &Class, level: usize, text: &mut Text) {
    if !class.sequence.is_empty() {
        text.line(level, "seq:");
    }
    for attribute in &class.sequence {
        let mut lines = Vec::new();
        let id = attribute.id.as_ref();
        lines.extend(id.map(|id| format!("id: {id} # {}", attribute.place)));
        lines.extend(keys(attribute));
        for (place, line) in lines.iter().enumerate() {
            match place {
                0 => text.line(level + 1, &format!("- {line}")),
                _ => text.line(level + 2, line),
            }
        }
    }
    if !class.instances.is_empty() {
        text.line(level, "instances:");
    }
    for attribute in &class.instances {
        let id = attribute.id.as_deref().unwrap_or_default();
        text.line(level + 1, &format!("{id}:"));
        for line in keys(attribute) {
            text.line(level + 2, &line);
        }
    }
}

fn keys(attribute: &Attribute) -> Vec<String> {
    let name = attribute.name.iter();
    let name = name.map(|name| format!("-orig-id: {name}"));
    let keys = attribute.keys.iter();
    let keys = keys.map(|(key, value)| format!("{key}: {value}"));
    let mut lines: Vec<String> = name.chain(keys).collect();
    if !attribute.about.is_empty() {
        lines.push(format!("doc: {}", quoted(&attribute.about)));
    }
    lines
}

/// The most bits that Kaitai's JavaScript runtime, like most without a further library, reads at once: its
/// `readBitsIntLe` rejects more.
const MOST_BITS: u8 = 32;

#[derive(Debug)]
struct Class {
    id: String,
    about: String,
    sequence: Vec<Attribute>,
    instances: Vec<Attribute>,
    /// The nested types: integers that consist of bit fields.
    bits: Vec<Class>,
}

#[derive(Debug)]
struct Attribute {
    /// `None` for unused bits.
    id: Option<String>,
    /// The offset in the type.
    place: String,
    name: Option<String>,
    keys: Vec<(&'static str, String)>,
    about: String,
}

impl Attribute {
    /// Creates an attribute without a source name and remarks.
    fn new(id: String, place: String, keys: Vec<(&'static str, String)>) -> Self {
        Self {
            id: Some(id),
            place,
            name: None,
            keys,
            about: String::new(),
        }
    }
}

/// Returns the classes of a unit; the structure's own is the last.
fn classes(unit: &Unit) -> Vec<Class> {
    let mut ids = Ids::default();
    let mut types = BTreeMap::new();
    for definition in unit.definitions.iter().rev() {
        let id = ids.take(&definition.name, ByteOffset::ZERO);
        types.insert(definition.name.as_str(), id);
    }
    let last = unit.definitions.len().saturating_sub(1);
    let point = unit.provenance.point;
    let definitions = unit.definitions.iter().enumerate();
    let class = |(place, definition): (usize, &Definition)| {
        let Definition {
            name,
            kind,
            measure,
            ..
        } = definition;
        let about = match place == last {
            true => format!("{name} at {point}, {} bytes", measure.size),
            false => format!("{} {name}, {} bytes", kind.as_str(), measure.size),
        };
        let mut maker = ClassBuilder {
            types: &types,
            ids: of_members(definition),
            class: Class {
                id: types.get(name.as_str()).cloned().unwrap_or_default(),
                about,
                sequence: Vec::new(),
                instances: Vec::new(),
                bits: Vec::new(),
            },
        };
        maker.sequence(&definition.items);
        maker.class
    };
    definitions.map(class).collect()
}

/// Returns the ids of names in a definition. Names of the source come first and get the plain ids.
fn of_members(definition: &Definition) -> BTreeMap<String, String> {
    let entries = definition.entries();
    let members = entries.iter().filter_map(|entry| match entry {
        Entry::Field(field) => Some((field.name.as_str(), field.offset)),
        Entry::Bit(name, _, bits) => Some((name, bits.offset)),
        Entry::Pad(_) => None,
    });
    let others = entries.iter().filter_map(|entry| match entry {
        Entry::Pad(pad) => Some((pad.name.as_str(), pad.offset)),
        Entry::Bit(_, _, bits) => Some((bits.name.as_str(), bits.offset)),
        Entry::Field(_) => None,
    });
    let mut ids = Ids::default();
    let mut of = BTreeMap::new();
    for (name, offset) in members.chain(others) {
        let id = of.entry(name.to_owned());
        id.or_insert_with(|| ids.take(name, offset));
    }
    of
}

struct ClassBuilder<'a> {
    types: &'a BTreeMap<&'a str, String>,
    ids: BTreeMap<String, String>,
    class: Class,
}

impl ClassBuilder<'_> {
    /// Adds the attributes that are read in sequence. Recursion, like [`Self::add_instances`]'s, is bounded by the nesting
    /// of overlays.
    fn sequence(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Field(field) => self.class.sequence.push(self.field(field)),
                Item::Bits(bits) => self.class.sequence.extend(self.bits(bits)),
                Item::Pad(pad) => self.class.sequence.push(self.pad(pad)),
                Item::Overlay(overlay) => self.overlay(overlay),
            }
        }
    }

    /// Adds an overlay: the first of the longest alternatives is read in sequence.
    fn overlay(&mut self, overlay: &Overlay) {
        let end = overlay.offset.saturating_add(overlay.size);
        let reaches = |items: &Vec<Item>| items.last().is_some_and(|last| last.end() == end);
        let longest = overlay.alternatives.iter().position(reaches);
        for (place, items) in overlay.alternatives.iter().enumerate() {
            match Some(place) == longest {
                true => self.sequence(items),
                false => self.add_instances(items),
            }
        }
    }

    /// Adds attributes that are read on demand.
    fn add_instances(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Field(field) => {
                    let mut attribute = self.field(field);
                    let place = ("pos", text::place(field.offset));
                    attribute.keys.insert(0, place);
                    self.class.instances.push(attribute);
                }
                Item::Bits(bits) => self.integer(bits),
                Item::Pad(_) => {}
                Item::Overlay(overlay) => {
                    for items in &overlay.alternatives {
                        self.add_instances(items);
                    }
                }
            }
        }
    }

    /// Adds bit fields that are read on demand: a type for their integer, and an instance for each that refers to it.
    fn integer(&mut self, bits: &Bits) {
        let (id, mut sequence) = (self.id(&bits.name), self.bits(bits));
        let place = text::place(bits.offset);
        let keys = vec![
            ("pos", place.clone()),
            ("type", id.clone()),
            ("size", bits.storage.size.get().to_string()),
        ];
        let integer = Attribute::new(id.clone(), place.clone(), keys);
        self.class.instances.push(integer);
        for field in &mut sequence {
            let (name, about) = (field.name.take(), std::mem::take(&mut field.about));
            let Some(of) = field.id.clone() else {
                continue;
            };
            let keys = vec![("value", format!("{id}.{of}"))];
            self.class.instances.push(Attribute {
                name,
                about,
                ..Attribute::new(of, place.clone(), keys)
            });
        }
        self.class.bits.push(Class {
            id,
            about: format!("bits of {}", bits.storage.declared),
            sequence,
            instances: Vec::new(),
            bits: Vec::new(),
        });
    }

    fn id(&self, name: &str) -> String {
        self.ids.get(name).cloned().unwrap_or_default()
    }

    fn field(&self, field: &Field) -> Attribute {
        let declared = text::declared(&field.ty, |_| false);
        let (id, place) = (self.id(&field.name), text::place(field.offset));
        Attribute {
            name: Some(field.name.clone()),
            about: text::remark(field, declared),
            ..Attribute::new(id, place, self.read(&field.ty))
        }
    }

    fn pad(&self, pad: &Pad) -> Attribute {
        let size = vec![("size", pad.size.get().to_string())];
        Attribute::new(self.id(&pad.name), text::place(pad.offset), size)
    }

    /// Returns an integer's bit fields, in sequence.
    fn bits(&self, bits: &Bits) -> Vec<Attribute> {
        let fields = bits.fields.iter();
        fields.flat_map(|it| self.bit_field(it, bits)).collect()
    }

    /// Returns a bit field, in parts if it has more bits than can be read at once.
    fn bit_field(&self, field: &BitField, bits: &Bits) -> Vec<Attribute> {
        let mut parts = Vec::new();
        let (mut bit, mut left) = (0, field.range.width());
        while left > 0 {
            let width = left.min(MOST_BITS);
            let id = field.name.as_deref().map(|name| self.id(name));
            let is_whole = width == field.range.width();
            let part = format!("_bits_{bit}_to_{}", bit + width - 1);
            let declared = (field.name.as_ref()).map(|_| bits.storage.declared.as_str());
            let remarks = [declared.unwrap_or_default(), &field.comment];
            let remarks = remarks.into_iter().filter(|remark| !remark.is_empty());
            parts.push(Attribute {
                id: id.map(|id| if is_whole { id } else { id + &part }),
                place: text::place_of_bit(bits.offset, field.range.bit() + bit),
                name: field.name.clone(),
                keys: vec![("type", format!("b{width}"))],
                about: remarks.collect::<Vec<&str>>().join("; "),
            });
            (bit, left) = (bit + width, left - width);
        }
        parts
    }

    /// Returns the keys that read a type. Nested arrays become one.
    fn read(&self, ty: &Type) -> Vec<(&'static str, String)> {
        let (element, counts) = ty.unfolded();
        let mut keys = match element {
            Type::Scalar(of) => vec![("type", scalar(of))],
            Type::Pointer(pointer) => vec![("type", number('u', pointer.size))],
            Type::Definition { name, measure, .. } => {
                let id = self.types.get(name.as_str()).cloned();
                let size = measure.size.get().to_string();
                vec![("type", id.unwrap_or_default()), ("size", size)]
            }
            other => vec![("size", other.measure().size.get().to_string())],
        };
        if let Some(count) = counts.into_iter().reduce(u32::saturating_mul) {
            keys.push(("repeat", "expr".to_owned()));
            keys.push(("repeat-expr", count.to_string()));
        }
        keys
    }
}

fn scalar(scalar: &Scalar) -> String {
    let sign = match scalar.value {
        Value::Signed => 's',
        Value::Unsigned | Value::Boolean | Value::Char | Value::WideChar => 'u',
    };
    number(sign, scalar.size)
}

/// Formats `u4`.
fn number(sign: char, size: ByteSize) -> String {
    format!("{sign}{}", size.get())
}
