//! The model that every format prints: definitions in dependency order, each tiled by items.

use std::collections::BTreeSet;

use crate::arch::Arch;
use crate::certainty::Certainty;
use crate::ctype::CType;
use crate::name::TypeName;
use crate::types::{EnumValue, SizeAndAlign, TypeKind};
use crate::units::{BitRange, ByteOffset, ByteSize};

use super::{Provenance, text};

/// A structure at one point with its nested types, prepared for printing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    pub provenance: Provenance,
    pub arch: Arch,
    /// The definitions, each after those that it contains by value. The last is the structure itself.
    pub definitions: Vec<Definition>,
    /// The values of an enumeration, whose definition then has no members.
    pub values: Vec<EnumValue>,
}

/// A structure or a union; in the export of an image, also an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name, without the underscore of its tag: an identifier that is not a reserved word, unique in the unit.
    pub name: String,
    pub kind: Kind,
    /// Source id in `sources.toml`.
    pub source: String,
    /// The size in bytes, padding included, and the alignment in Windows, where the compiler chooses it.
    pub measure: SizeAndAlign,
    /// The contents in offset order: each item begins at the end of the previous one, and the last ends at the end of
    /// the definition. Offsets count from its start, at any depth. A union's items are one [`Overlay`] over all of it.
    pub items: Vec<Item>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Struct,
    Union,
    /// Named values; only in the export of an image. Elsewhere, members of the type are integers.
    Enum,
}

impl Kind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Struct => TypeKind::Struct.as_str(),
            Self::Union => TypeKind::Union.as_str(),
            Self::Enum => TypeKind::Enum.as_str(),
        }
    }
}

/// A run of bytes in a definition.
///
/// Names are identifiers that are not reserved words, unique in a definition with all its overlays: in C, members of
/// anonymous unions share the scope of those beside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    Field(Field),
    Bits(Bits),
    Pad(Pad),
    Overlay(Overlay),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name; an invented one (`Unknown_0x0C`) if the source has none.
    pub name: String,
    /// The type, of [`Field::size`] bytes.
    pub ty: Type,
    /// The declared type; `None` for fields that a format creates from bit fields.
    pub declared: Option<CType>,
    /// In bytes from the start of the definition.
    pub offset: ByteOffset,
    pub size: ByteSize,
    /// Remarks in one line; empty if there are none.
    pub comment: String,
    pub provenance: MemberProvenance,
}

/// Certainty and errata of a member or bit field, for formats with columns; [`Field::comment`] has them as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberProvenance {
    /// `None` inside nested types, which have one source as a whole.
    pub certainty: Option<Certainty>,
    /// Ids of the errata that apply.
    pub errata: Vec<Box<str>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    /// An invented name (`Bits_0x32`) for formats that must name the integer.
    pub name: String,
    pub storage: Scalar,
    /// In bytes from the start of the definition.
    pub offset: ByteOffset,
    /// From bit 0 on, without gaps, up to the integer's last bit.
    pub fields: Vec<BitField>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitField {
    /// The name; `None` for bits that belong to no field.
    pub name: Option<String>,
    pub range: BitRange,
    /// Remarks in one line; empty if there are none.
    pub comment: String,
    pub provenance: MemberProvenance,
}

/// Bytes that belong to no member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pad {
    /// An invented name (`Padding_0x5F`) for formats in which padding must be a member.
    pub name: String,
    pub kind: PadKind,
    /// In bytes from the start of the definition.
    pub offset: ByteOffset,
    pub size: ByteSize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PadKind {
    /// Explained by the alignment of the next member.
    Padding,
    /// Not explained by alignment.
    Hole,
    /// Without meaning in this alternative of an overlay, possibly with one in another.
    Skipped,
}

impl PadKind {
    /// The prefix of invented names.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Padding => "Padding",
            Self::Hole => "Hole",
            Self::Skipped => "Skipped",
        }
    }
}

/// An anonymous union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// An invented name (`Union_0x20`) for formats without anonymous unions.
    pub name: String,
    /// In bytes from the start of the definition.
    pub offset: ByteOffset,
    /// The size of the longest alternative, in bytes.
    pub size: ByteSize,
    /// At least one, none empty. Each begins at the overlay's start and is tiled like a definition; the longest ends at
    /// the overlay's end. One of several items is an anonymous structure.
    pub alternatives: Vec<Vec<Item>>,
}

/// A part of a definition, for formats without overlays: entries may overlap.
#[derive(Clone, Copy, Debug)]
pub enum Entry<'a> {
    Field(&'a Field),
    /// The name of a bit field, the bit field, and its integer.
    Bit(&'a str, &'a BitField, &'a Bits),
    Pad(&'a Pad),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Scalar(Scalar),
    Pointer(Pointer),
    Array {
        element: Box<Type>,
        /// The number of elements; at least one, except in the export of an image.
        count: u32,
        /// Whether the source declares it as `[ANYSIZE_ARRAY]`: the size counts one element, more may be allocated.
        any_size: bool,
    },
    /// An earlier definition of the unit.
    Definition {
        name: String,
        kind: Kind,
        measure: SizeAndAlign,
    },
    /// Opaque bytes: unknown, or deeper than requested.
    Bytes {
        size: ByteSize,
        /// The type as the source declares it.
        declared: String,
    },
}

/// A number or a character of 1, 2, 4 or 8 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    pub value: Value,
    /// Also the alignment.
    pub size: ByteSize,
    /// The source's name: `ULONG`, or that of an enumeration.
    pub declared: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    Unsigned,
    /// Two's complement; also for enumerations.
    Signed,
    /// One byte, 0 or 1.
    Boolean,
    Char,
    WideChar,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// Also the alignment.
    pub size: ByteSize,
    pub to: Pointee,
    /// The type as the source declares it: `EPROCESS *`, `HANDLE`.
    pub declared: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pointee {
    /// Unknown, or the value is a handle.
    Void,
    Scalar(Scalar),
    Pointer(Box<Pointee>),
    /// A structure or union, which the unit need not define. An unknown one counts as a structure.
    Named(TypeName, Kind),
}

impl Definition {
    /// Returns the alternatives of a union; `None` for a structure.
    pub fn alternatives(&self) -> Option<&[Vec<Item>]> {
        match (self.kind, self.items.as_slice()) {
            (Kind::Union, [Item::Overlay(overlay)]) => Some(&overlay.alternatives),
            _ => None,
        }
    }

    /// Returns every field, also those of overlays.
    pub fn fields(&self) -> Vec<&Field> {
        let entries = self.entries().into_iter();
        let fields = entries.filter_map(|entry| match entry {
            Entry::Field(field) => Some(field),
            Entry::Bit(..) | Entry::Pad(_) => None,
        });
        fields.collect()
    }

    /// Returns all entries in the order of the items, overlays alternative by alternative.
    pub fn entries(&self) -> Vec<Entry<'_>> {
        let mut entries = Vec::new();
        for item in Item::within(&self.items) {
            match item {
                Item::Field(field) => entries.push(Entry::Field(field)),
                Item::Bits(bits) => entries.extend(bits.named_entries()),
                Item::Pad(pad) => entries.push(Entry::Pad(pad)),
                Item::Overlay(_) => {}
            }
        }
        entries
    }

    pub(super) fn names(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for item in Item::within(&self.items) {
            names.insert(item.name().to_owned());
            if let Item::Bits(bits) = item {
                names.extend(bits.fields.iter().filter_map(|field| field.name.clone()));
            }
        }
        names
    }
}

impl<'a> Entry<'a> {
    pub(super) const fn name(self) -> &'a str {
        match self {
            Self::Field(field) => field.name.as_str(),
            Self::Bit(name, ..) => name,
            Self::Pad(pad) => pad.name.as_str(),
        }
    }

    /// Formats the offset `0x0058`, for a bit field `0x005a:3`.
    pub(super) fn place(self) -> String {
        match self {
            Self::Field(field) => text::place(field.offset),
            Self::Bit(_, field, bits) => text::place_of_bit(bits.offset, field.range.bit()),
            Self::Pad(pad) => text::place(pad.offset),
        }
    }
}

impl Pad {
    /// Returns the name of the padding in a table of members; `None` if other members of a union have its bytes.
    pub(super) const fn in_table(&self, kind: Kind) -> Option<&'static str> {
        match (self.kind, kind) {
            (PadKind::Padding, Kind::Struct) => Some("padding"),
            (PadKind::Hole, Kind::Struct) => Some("hole"),
            (PadKind::Skipped, _) | (_, Kind::Union | Kind::Enum) => None,
        }
    }
}

impl Bits {
    pub(super) fn named_entries(&self) -> impl Iterator<Item = Entry<'_>> {
        let fields = self.fields.iter();
        fields.filter_map(|field| Some(Entry::Bit(field.name.as_deref()?, field, self)))
    }
}

impl Item {
    /// Returns the items, with those of alternatives after each overlay. Recursion is bounded by the nesting of
    /// overlays.
    pub(super) fn within(items: &[Self]) -> Vec<&Self> {
        let mut all = Vec::new();
        for item in items {
            all.push(item);
            if let Self::Overlay(overlay) = item {
                let alternatives = overlay.alternatives.iter();
                all.extend(alternatives.flat_map(|items| Self::within(items)));
            }
        }
        all
    }

    fn name(&self) -> &str {
        match self {
            Self::Field(field) => &field.name,
            Self::Bits(bits) => &bits.name,
            Self::Pad(pad) => &pad.name,
            Self::Overlay(overlay) => &overlay.name,
        }
    }

    pub fn offset(&self) -> ByteOffset {
        match self {
            Self::Field(field) => field.offset,
            Self::Bits(bits) => bits.offset,
            Self::Pad(pad) => pad.offset,
            Self::Overlay(overlay) => overlay.offset,
        }
    }

    pub fn size(&self) -> ByteSize {
        match self {
            Self::Field(field) => field.size,
            Self::Bits(bits) => bits.storage.size,
            Self::Pad(pad) => pad.size,
            Self::Overlay(overlay) => overlay.size,
        }
    }

    pub(super) fn end(&self) -> ByteOffset {
        self.offset().saturating_add(self.size())
    }

    /// Returns the offset and size of consecutive items; `None` for no items.
    pub(super) fn extent(items: &[Self]) -> Option<(ByteOffset, ByteSize)> {
        let (start, end) = (items.first()?.offset(), items.last()?.end());
        Some((start, end.distance_from(start).unwrap_or_default()))
    }
}

impl Pointee {
    /// Returns the pointee behind every level of pointers.
    pub(super) fn last(&self) -> &Self {
        let mut to = self;
        while let Self::Pointer(further) = to {
            to = further;
        }
        to
    }
}

impl Type {
    /// Returns the structure or union that a pointer, or an array of pointers, refers to.
    pub fn pointee_type(&self) -> Option<(&TypeName, Kind)> {
        let Self::Pointer(pointer) = self.unfolded().0 else {
            return None;
        };
        match pointer.to.last() {
            Pointee::Named(name, kind) => Some((name, *kind)),
            Pointee::Void | Pointee::Scalar(_) | Pointee::Pointer(_) => None,
        }
    }

    /// Returns the element type of an array of any rank, and the dimensions.
    pub(super) fn unfolded(&self) -> (&Self, Vec<u32>) {
        let (mut inner, mut counts) = (self, Vec::new());
        while let Self::Array { element, count, .. } = inner {
            counts.push(*count);
            inner = element;
        }
        (inner, counts)
    }

    /// Returns the size and the alignment; the size saturates.
    pub fn measure(&self) -> SizeAndAlign {
        let natural = |size| SizeAndAlign { size, align: size };
        match self {
            Self::Scalar(scalar) => natural(scalar.size),
            Self::Pointer(pointer) => natural(pointer.size),
            Self::Array { element, count, .. } => {
                let SizeAndAlign { size, align } = element.measure();
                let size = size.checked_mul(*count).unwrap_or(ByteSize::new(u32::MAX));
                SizeAndAlign { size, align }
            }
            Self::Definition { measure, .. } => *measure,
            Self::Bytes { size, .. } => SizeAndAlign {
                size: *size,
                align: ByteSize::new(1),
            },
        }
    }
}
