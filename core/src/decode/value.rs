//! Decoded values: a tree by type, with the place of each value. Partially known values stay partially known.

mod handle;
mod meaning;
mod pointer;
mod time;

use std::fmt;
use std::sync::Arc;

pub use self::handle::{Handle, HandleClass};
pub use self::meaning::{Bitmap, List, ListEnd, Meaning, Text};
pub use self::pointer::{Pointer, PointerClass};
pub use self::time::Time;
pub use crate::guid::{Guid, ParseGuidError};

use super::memory::State;
use crate::name::{RowId, TypeName};
use crate::units::{BitRange, ByteOffset, ByteSize};

/// A decoded member, nested member or element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub name: ItemName,
    /// In bytes from the start of the instance.
    pub offset: ByteOffset,
    pub size: ByteSize,
    pub state: State,
    /// Decoded from the item's own bytes alone.
    pub value: Value,
    /// The meaning, from the data files and from pointer targets in the input.
    pub meaning: Option<Box<Meaning>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemName {
    /// A member of the structure.
    Row {
        row: RowId,
        name: Arc<str>,
    },
    /// A member of the structure without a known name.
    Unnamed {
        row: RowId,
        /// The source's declaration: `unknown CONDITION_VARIABLE`.
        declaration: Arc<str>,
    },
    /// A member of a nested type.
    Field(Arc<str>),
    Element(u32),
}

impl ItemName {
    /// Returns the row of a member of the structure.
    #[must_use]
    pub const fn row(&self) -> Option<&RowId> {
        match self {
            Self::Row { row, .. } | Self::Unnamed { row, .. } => Some(row),
            Self::Field(_) | Self::Element(_) => None,
        }
    }

    /// Returns the name for people, as on the page of the layout.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Unnamed { declaration, .. } => declaration.to_string(),
            name => name.to_string(),
        }
    }
}

impl fmt::Display for ItemName {
    /// Formats the name for paths: an unnamed member has the id of its row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unnamed { row, .. } => row.fmt(f),
            Self::Row { name, .. } | Self::Field(name) => f.write_str(name),
            Self::Element(index) => write!(f, "[{index}]"),
        }
    }
}

/// A decoded value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A scalar with an unknown byte.
    Unknown,
    Unsigned(u64),
    Signed {
        value: i64,
        /// The same bits, unsigned.
        bits: u64,
    },
    /// One byte: false for 0, true for anything else.
    Boolean(u8),
    Char(u8),
    WideChar(u16),
    Pointer(Pointer),
    Handle(Handle),
    /// A `LARGE_INTEGER`: a signed 64-bit integer.
    LargeInteger(i64),
    Guid(Guid),
    /// A `UNICODE_STRING`. Each part is `None` unless all its bytes are known.
    UnicodeString {
        /// In bytes.
        length: Option<u16>,
        /// In bytes.
        maximum_length: Option<u16>,
        buffer: Option<Pointer>,
    },
    /// A `LIST_ENTRY`. Each part is `None` unless all its bytes are known.
    ListEntry {
        flink: Option<Pointer>,
        blink: Option<Pointer>,
    },
    Enum {
        number: i64,
        /// The same bits, unsigned.
        bits: u64,
        /// The name, if the value is a known one.
        name: Option<Arc<str>>,
    },
    /// An integer that is a union with bit fields.
    Bits {
        /// `None` unless every byte is known.
        number: Option<u64>,
        /// The bit fields; `None` if the source only says that there are some.
        fields: Option<Vec<BitValue>>,
        /// The set bits without a known bit field.
        unnamed: u64,
    },
    /// A bit field of a nested type.
    BitField {
        range: BitRange,
        /// `None` unless every bit is known.
        number: Option<u64>,
    },
    Array {
        count: u32,
        /// The first elements, up to [`ELEMENTS_LIMIT`](super::limits::ELEMENTS_LIMIT).
        elements: Vec<Item>,
    },
    Struct {
        ty: TypeName,
        union: bool,
        /// The members in symbol file order; some may overlap.
        fields: Vec<Item>,
    },
    Bytes(UndecodedReason),
}

/// A bit field of a member of the structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitValue {
    pub row: RowId,
    pub name: Arc<str>,
    pub range: BitRange,
    /// `None` unless every bit is known.
    pub number: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UndecodedReason {
    /// The type's members are unknown at the point.
    TypeNotKnown,
    /// The type is larger than its room in the layout.
    SizeDiffers,
    TooDeep,
}

impl UndecodedReason {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TypeNotKnown => "the contents of this type are not known",
            Self::SizeDiffers => "the type does not fit into its space",
            Self::TooDeep => "nested too deeply to unfold",
        }
    }
}

impl Value {
    pub fn children(&self) -> &[Item] {
        match self {
            Self::Array { elements, .. } => elements,
            Self::Struct { fields, .. } => fields,
            _ => &[],
        }
    }

    /// Returns a known scalar as an unsigned number.
    pub fn number(&self) -> Option<u64> {
        match self {
            Self::Unsigned(number) => Some(*number),
            Self::Handle(handle) => Some(handle.number),
            Self::Signed { bits, .. } | Self::Enum { bits, .. } => Some(*bits),
            Self::Boolean(byte) | Self::Char(byte) => Some(u64::from(*byte)),
            Self::WideChar(unit) => Some(u64::from(*unit)),
            Self::Pointer(pointer) => Some(pointer.address),
            Self::LargeInteger(value) => Some(value.cast_unsigned()),
            Self::Bits { number, .. } | Self::BitField { number, .. } => *number,
            Self::Unknown
            | Self::Guid(_)
            | Self::UnicodeString { .. }
            | Self::ListEntry { .. }
            | Self::Array { .. }
            | Self::Struct { .. }
            | Self::Bytes(_) => None,
        }
    }
}
