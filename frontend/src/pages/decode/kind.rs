//! What sort of thing bytes are: it decides their colour, and is told in words wherever it is coloured.

use strata_core::ctype::CType;
use strata_core::decode::value::Value;
use strata_core::layout::GapKind;
use strata_core::types::{ScalarKind, scalar};
use strata_core::{Arch, Layout};

/// What sort of thing bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An integer, or a character.
    Number,
    /// A yes or no.
    Boolean,
    /// An address.
    Pointer,
    /// A handle.
    Handle,
    /// Two links of a list.
    List,
    /// A counted text.
    Text,
    /// A 64-bit number that is often a time.
    LargeInteger,
    /// A GUID.
    Guid,
    /// A named value.
    Enumeration,
    /// An integer with bit fields, or one of them.
    Bits,
    /// A nested structure or union.
    Nested,
    /// Several of a kind.
    Array,
    /// Bytes whose meaning is not known.
    Opaque,
    /// Bytes that alignment explains.
    Padding,
    /// Bytes that nothing explains.
    Hole,
}

impl Kind {
    /// The class that the style sheet colours.
    #[must_use]
    pub const fn class(self) -> &'static str {
        match self {
            Self::Number | Self::LargeInteger | Self::Enumeration => "kind-integer",
            Self::Boolean | Self::Bits => "kind-flags",
            Self::Pointer | Self::Handle => "kind-pointer",
            Self::List => "kind-list",
            Self::Text | Self::Guid | Self::Nested | Self::Array => "kind-nested",
            Self::Opaque => "kind-unknown",
            Self::Padding => "kind-padding",
            Self::Hole => "kind-hole",
        }
    }

    /// What it is, in words.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Pointer => "pointer",
            Self::Handle => "handle",
            Self::List => "list links",
            Self::Text => "counted text",
            Self::LargeInteger => "64-bit number",
            Self::Guid => "GUID",
            Self::Enumeration => "enumeration",
            Self::Bits => "bits",
            Self::Nested => "nested structure",
            Self::Array => "array",
            Self::Opaque => "meaning not known",
            Self::Padding => "padding",
            Self::Hole => "hole",
        }
    }

    /// Of a value that was read. `None` where not enough of it is known to tell.
    #[must_use]
    pub const fn of_value(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Unknown => return None,
            Value::Unsigned(_) | Value::Signed { .. } | Value::Char(_) | Value::WideChar(_) => {
                Self::Number
            }
            Value::Boolean(_) => Self::Boolean,
            Value::Pointer(_) => Self::Pointer,
            Value::Handle(_) => Self::Handle,
            Value::LargeInteger(_) => Self::LargeInteger,
            Value::Guid(_) => Self::Guid,
            Value::UnicodeString { .. } => Self::Text,
            Value::ListEntry { .. } => Self::List,
            Value::Enum { .. } => Self::Enumeration,
            Value::Bits { .. } | Value::BitField { .. } => Self::Bits,
            Value::Array { .. } => Self::Array,
            Value::Struct { .. } => Self::Nested,
            Value::Bytes(_) => Self::Opaque,
        })
    }

    /// Of a member by its declared type: what can be told without its bytes.
    #[must_use]
    pub fn of_member(layout: &Layout, row: &str) -> Self {
        layout
            .member(row)
            .map_or(Self::Opaque, |member| Self::of_type(&member.ty, layout.arch()))
    }

    fn of_type(ty: &CType, arch: Arch) -> Self {
        match ty {
            CType::Pointer(_) => Self::Pointer,
            CType::Array(..) | CType::AnySizeArray(_) => Self::Array,
            CType::Named(name) => match scalar(name, arch) {
                Some((ScalarKind::Boolean, _)) => Self::Boolean,
                Some((ScalarKind::Pointer, _)) => Self::Pointer,
                Some((ScalarKind::Handle, _)) => Self::Handle,
                Some((ScalarKind::Void, _)) => Self::Opaque,
                Some(_) => Self::Number,
                None => match name.as_str() {
                    "LARGE_INTEGER" => Self::LargeInteger,
                    "GUID" => Self::Guid,
                    _ => Self::Nested,
                },
            },
        }
    }

    /// Of bytes that belong to no member.
    #[must_use]
    pub const fn of_gap(gap: GapKind) -> Self {
        match gap {
            GapKind::Padding => Self::Padding,
            GapKind::Hole => Self::Hole,
        }
    }
}
