//! The decoder's view of a layout for other tools: every leaf at its offset, in the decoder's order.

use strata_core::catalogue::Catalogue;
use strata_core::decode::memory::Memory;
use strata_core::decode::value::{Item, ItemName, Value};
use strata_core::decode::{self, Options};
use strata_core::layout::Layout;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// An integer or a pointer of this size in bytes.
    Number(u32),
    /// An integer of this size in bytes, with its bit fields.
    Bits(u32, Vec<Bit>),
    /// Single bytes, this many.
    Bytes(u32),
    /// An array with its length.
    Array(Box<Shape>, u32),
    /// Consecutive members.
    Struct(Type),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bit {
    pub(crate) name: String,
    pub(crate) bit: u8,
    pub(crate) width: u8,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Type {
    pub(crate) name: String,
    pub(crate) size: u32,
    pub(crate) fields: Vec<Field>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) name: String,
    /// The bytes before it that belong to no member.
    pub(crate) gap: u32,
    pub(crate) shape: Shape,
}

/// The structure of a layout.
pub(crate) fn of(layout: &Layout, types: &Catalogue) -> Result<Type, String> {
    let zeros = Memory::new(vec![0; layout.size.index()]);
    let space = zeros.map_err(|error| error.to_string())?.into();
    let decoded = decode::decode(layout, types, &space, &Options::default());
    let decoded = decoded.map_err(|error| error.to_string())?;
    let instance = decoded.instances.first().ok_or("nothing was decoded")?;
    let maker = Maker {
        pointer: layout.arch().pointer().get(),
    };
    maker.structure(
        layout.structure.as_str(),
        0,
        layout.size.get(),
        &instance.members,
    )
}

impl Type {
    /// The types inside, inner ones before outer ones, this one last, each once.
    pub(crate) fn all(&self) -> Vec<&Self> {
        fn add<'a>(ty: &'a Type, all: &mut Vec<&'a Type>) {
            for field in &ty.fields {
                let mut shape = &field.shape;
                while let Shape::Array(element, _) = shape {
                    shape = element;
                }
                if let Shape::Struct(inner) = shape {
                    add(inner, all);
                }
            }
            if !all.iter().any(|other| other.name == ty.name) {
                all.push(ty);
            }
        }
        let mut all = Vec::new();
        add(self, &mut all);
        all
    }

    /// The bytes after the last member that belong to no member.
    pub(crate) fn rest(&self) -> u32 {
        let used = self
            .fields
            .iter()
            .map(|field| field.gap + field.shape.size());
        self.size.saturating_sub(used.sum())
    }
}

impl Shape {
    /// Its size in bytes.
    pub(crate) fn size(&self) -> u32 {
        match self {
            Self::Number(size) | Self::Bits(size, _) | Self::Bytes(size) => *size,
            Self::Array(element, count) => element.size() * count,
            Self::Struct(ty) => ty.size,
        }
    }
}

struct Maker {
    pointer: u32,
}

impl Maker {
    fn structure(&self, name: &str, start: u32, size: u32, items: &[Item]) -> Result<Type, String> {
        let mut fields: Vec<Field> = Vec::new();
        let mut end = start;
        for item in items {
            let gap = item.offset.get().checked_sub(end);
            let gap =
                gap.ok_or_else(|| format!("{name}: members that overlap are not written yet"))?;
            let mut name = identifier(&item.name);
            if fields.iter().any(|field| field.name == name) {
                name.push_str(&format!("at{}", item.offset.get()));
            }
            let shape = self.shape(item)?;
            end = item.offset.get() + shape.size();
            fields.push(Field { name, gap, shape });
        }
        Ok(Type {
            name: letters(name),
            size,
            fields,
        })
    }

    fn shape(&self, item: &Item) -> Result<Shape, String> {
        let size = item.size.get();
        let pointer = Shape::Number(self.pointer);
        Ok(match &item.value {
            Value::ListEntry { .. } => well_known(
                "listentry",
                [("flink", 0, pointer.clone()), ("blink", 0, pointer)],
            ),
            Value::UnicodeString { .. } => well_known(
                "unicodestring",
                [
                    ("length", 0, Shape::Number(2)),
                    ("maximumlength", 0, Shape::Number(2)),
                    ("buffer", self.pointer - 4, pointer),
                ],
            ),
            Value::Guid(_) => well_known(
                "guid",
                [
                    ("data1", 0, Shape::Number(4)),
                    ("data2", 0, Shape::Number(2)),
                    ("data3", 0, Shape::Number(2)),
                    ("data4", 0, Shape::Bytes(8)),
                ],
            ),
            Value::Bytes(_) => Shape::Bytes(size),
            Value::Array { elements, count } => match elements.first() {
                Some(first) if elements.len() == *count as usize => match self.shape(first)? {
                    Shape::Number(1) => Shape::Bytes(*count),
                    element => Shape::Array(Box::new(element), *count),
                },
                _ => return Err(format!("{}: not every element is shown", item.name)),
            },
            Value::Struct { ty, fields, .. } => {
                Shape::Struct(self.structure(ty.as_str(), item.offset.get(), size, fields)?)
            }
            Value::Bits { fields, .. } => {
                let fields = fields.iter().flatten().map(|bit| Bit {
                    name: letters(&bit.name),
                    bit: bit.range.bit(),
                    width: bit.range.width(),
                });
                Shape::Bits(size, fields.collect())
            }
            Value::BitField { .. } => {
                return Err(format!(
                    "{}: bit fields of nested types are not written yet",
                    item.name
                ));
            }
            _ => Shape::Number(size),
        })
    }
}

fn well_known<const N: usize>(name: &str, fields: [(&str, u32, Shape); N]) -> Shape {
    let fields = fields.map(|(name, gap, shape)| Field {
        name: name.to_owned(),
        gap,
        shape,
    });
    Shape::Struct(Type {
        name: name.to_owned(),
        size: fields
            .iter()
            .map(|field| field.gap + field.shape.size())
            .sum(),
        fields: fields.into(),
    })
}

fn identifier(name: &ItemName) -> String {
    letters(&name.to_string())
}

/// A name that is valid and unchanged in every tool: lower-case letters and digits only.
fn letters(name: &str) -> String {
    let plain = name.chars().filter(char::is_ascii_alphanumeric);
    let plain: String = plain.map(|letter| letter.to_ascii_lowercase()).collect();
    match plain.starts_with(|first: char| first.is_ascii_alphabetic()) {
        true => plain,
        false => format!("m{plain}"),
    }
}
