//! A layout: one type at one point.
//!
//! In an article's layout every byte belongs to exactly one slot. In a layout from a symbol file the members of
//! anonymous unions overlap.

use crate::arch::Arch;
use crate::catalogue::{ImageIndex, Scope};
use crate::certainty::Certainty;
use crate::ctype::CType;
use crate::name::{RowId, SetId, TypeName};
use crate::point::Point;
use crate::release::Release;
use crate::types::{EnumValue, TypeKind};
use crate::units::{BitRange, ByteOffset, ByteSize};
use crate::words::words;

/// A type at one point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub structure: TypeName,
    pub point: Point,
    /// The point's release, or the release of its image.
    pub release: Release,
    /// The image in which the members' types are looked up, if one is known at the point.
    pub image: Option<ImageIndex>,
    /// The nearest images before and after a build that no symbol file describes, if they agree on the layout and on
    /// every type in it. `image` is the first.
    pub between: Option<[ImageIndex; 2]>,
    /// Structure, union or enumeration.
    pub kind: TypeKind,
    pub size: ByteSize,
    /// Source id in `sources.toml`.
    pub source: String,
    /// Members and gaps in offset order; at the same offset, whole members before bit fields.
    pub slots: Vec<Slot>,
    /// The values of an enumeration.
    pub values: Vec<EnumValue>,
    /// Whether the source states bit positions; if not, they are sums of widths.
    pub bits_given: bool,
}

/// A run of bytes in a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    Member(Member),
    Gap(Gap),
}

/// A member at one point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub row: RowId,
    /// The earlier row of the same member.
    pub continues: Option<RowId>,
    /// `None` if the source does not know the name.
    pub name: Option<Box<str>>,
    pub description: Option<String>,
    /// The declaration at this point, without semicolon, or the source's wording if it gives no declaration.
    pub declaration: String,
    pub ty: CType,
    pub offset: ByteOffset,
    pub size: ByteSize,
    pub certainty: Certainty,
    /// The offset that the source states in its cell or symbol file; `None` if the cell is blank.
    pub published: Option<ByteOffset>,
    /// Ids of the errata that apply at this point.
    pub errata: Vec<Box<str>>,
    pub bits: Bits,
    /// `None` for a plain number.
    pub meaning: Option<Box<ValueMeaning>>,
}

/// The meaning of a member's value. Not compared between layouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueMeaning {
    Constants(SetId),
    /// The value of that row's member, rounded up to whole pages.
    PagesOf(RowId),
    /// An array whose number of elements is the value of that row's member.
    CountedBy(RowId),
}

/// The bit fields of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bits {
    /// Not a union of an integer and bit fields.
    None,
    /// A union of an integer and bit fields that the source does not state.
    NotStated,
    /// A union of an integer and bit fields.
    Known(Vec<BitField>),
}

impl Bits {
    /// Returns whether both have the same fields in the same bits; errata are ignored.
    pub fn same_as(&self, other: &Self) -> bool {
        let alike =
            |a: &BitField, b: &BitField| (&a.row, &a.name, a.range) == (&b.row, &b.name, b.range);
        match (self, other) {
            (Self::Known(a), Self::Known(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b))
            }
            _ => self == other,
        }
    }

    pub fn known_bits(&self) -> Option<&[BitField]> {
        match self {
            Self::Known(fields) => Some(fields),
            Self::None | Self::NotStated => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitField {
    pub row: RowId,
    pub name: Box<str>,
    pub range: BitRange,
    /// The row of the member that this bit field replaced.
    pub continues: Option<RowId>,
    /// Ids of the errata that apply.
    pub errata: Vec<Box<str>>,
}

/// Bytes that belong to no member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gap {
    pub offset: ByteOffset,
    pub size: ByteSize,
    pub kind: GapKind,
}

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum GapKind {
        /// The alignment of the next member explains the gap.
        Padding = "padding",
        /// Alignment does not explain the gap.
        Hole = "hole",
    }
}

impl Slot {
    pub fn offset(&self) -> ByteOffset {
        match self {
            Self::Member(member) => member.offset,
            Self::Gap(gap) => gap.offset,
        }
    }

    pub fn size(&self) -> ByteSize {
        match self {
            Self::Member(member) => member.size,
            Self::Gap(gap) => gap.size,
        }
    }

    /// The offset after the last byte.
    pub fn end(&self) -> ByteOffset {
        self.offset().saturating_add(self.size())
    }

    /// `None` for a gap.
    pub const fn member(&self) -> Option<&Member> {
        match self {
            Self::Member(member) => Some(member),
            Self::Gap(_) => None,
        }
    }
}

impl Member {
    /// The offset after the last byte.
    pub fn end(&self) -> ByteOffset {
        self.offset.saturating_add(self.size)
    }

    /// Returns the name, or the row if the member is unnamed.
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or_else(|| self.row.as_str())
    }

    /// Returns the ids of the errata that apply to it and to its bit fields, each once.
    pub fn all_errata(&self) -> Vec<&str> {
        let fields = self.bits.known_bits().unwrap_or_default();
        let of_fields = fields.iter().flat_map(|field| &field.errata);
        let mut ids: Vec<&str> = Vec::new();
        for id in self.errata.iter().chain(of_fields) {
            if !ids.contains(&&**id) {
                ids.push(id);
            }
        }
        ids
    }

    /// Returns what is known of it in words, beside its declaration.
    pub fn described(&self) -> Option<String> {
        let holds = || {
            let first = self.bits.known_bits()?.first()?;
            let unnamed = self.name.is_none();
            unnamed.then(|| format!("The integer that holds {}.", first.name))
        };
        self.description.clone().or_else(holds)
    }

    /// Returns the name for users: the member's name, or the source's wording.
    pub fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.declaration)
    }
}

impl Layout {
    pub fn arch(&self) -> Arch {
        self.point.arch
    }

    /// Returns the scope in which the types of its members are looked up.
    pub fn scope(&self) -> Scope {
        Scope {
            arch: self.point.arch,
            release: self.release,
            image: self.image,
        }
    }

    /// Returns the id of the layout class: a hash of what [`Layout::same_as`] compares.
    pub fn class_id(&self) -> String {
        let mut text = format!("{} {}", self.kind.as_str(), self.size);
        for slot in &self.slots {
            match slot {
                Slot::Gap(gap) => text.push_str(&format!("\n{} {} -", gap.offset, gap.size)),
                Slot::Member(member) => {
                    let Member {
                        row,
                        name,
                        ty,
                        offset,
                        size,
                        ..
                    } = member;
                    let name = name.as_deref().unwrap_or_default();
                    text.push_str(&format!("\n{offset} {size} {ty} {row} {name}"));
                    for field in member.bits.known_bits().unwrap_or_default() {
                        let (bit, width) = (field.range.bit(), field.range.width());
                        text.push_str(&format!("\n:{bit}.{width} {} {}", field.row, field.name));
                    }
                }
            }
        }
        for value in &self.values {
            text.push_str(&format!("\n{} {}", value.value, value.name));
        }
        format!("{:016x}", crate::fnv::hash64(text.as_bytes()))
    }

    /// In offset order.
    pub fn members(&self) -> impl DoubleEndedIterator<Item = &Member> {
        self.slots.iter().filter_map(Slot::member)
    }

    /// In offset order.
    pub fn gaps(&self) -> impl DoubleEndedIterator<Item = &Gap> {
        self.slots.iter().filter_map(|slot| match slot {
            Slot::Gap(gap) => Some(gap),
            Slot::Member(_) => None,
        })
    }

    pub fn member(&self, row: &str) -> Option<&Member> {
        self.members().find(|member| member.row.as_str() == row)
    }

    /// Returns whether both have the same members at the same offsets, that is, are one layout class.
    pub fn same_as(&self, other: &Self) -> bool {
        let alike = |a: &Slot, b: &Slot| match (a, b) {
            (Slot::Member(a), Slot::Member(b)) => {
                (&a.row, &a.name, &a.ty, a.offset, a.size)
                    == (&b.row, &b.name, &b.ty, b.offset, b.size)
                    && a.bits.same_as(&b.bits)
            }
            (Slot::Gap(a), Slot::Gap(b)) => a == b,
            _ => false,
        };
        self.size == other.size
            && self.kind == other.kind
            && self.values == other.values
            && self.slots.len() == other.slots.len()
            && self
                .slots
                .iter()
                .zip(&other.slots)
                .all(|(a, b)| alike(a, b))
    }
}
