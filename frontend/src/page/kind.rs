//! What kind of thing a run of bytes is: what colours it, and which sign stands for it where colour does not reach.

use strata_core::catalogue::Catalogue;
use strata_core::ctype::CType;
use strata_core::layout::{Bits, GapKind, Layout, Member};
use strata_core::types::{ScalarKind, TypeKind, scalar};

/// Catalogue of a counted or pointed-to text, by name.
const STRINGS: [&str; 4] = ["UNICODE_STRING", "ANSI_STRING", "STRING", "OEM_STRING"];
/// Catalogue of a link of a list, by name.
const LISTS: [&str; 5] = [
    "LIST_ENTRY",
    "SINGLE_LIST_ENTRY",
    "SLIST_ENTRY",
    "SLIST_HEADER",
    "HLIST_ENTRY",
];
/// Catalogue of a time, a frequency or a count of ticks, by name.
const TIMES: [&str; 5] = [
    "LARGE_INTEGER",
    "ULARGE_INTEGER",
    "KSYSTEM_TIME",
    "FILETIME",
    "ETW_REF_CLOCK",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An address or a handle.
    Pointer,
    Integer,
    /// A truth value, or bits of an integer.
    Bits,
    /// A time, or a large integer, which mostly holds one.
    Time,
    List,
    String,
    /// A structure or union within the structure.
    Nested,
    /// Bytes of which no more is known.
    Bytes,
    /// What alignment explains.
    Padding,
    /// What nothing explains.
    Hole,
}

impl Kind {
    /// All of them, in the order in which a legend lists them.
    pub const ALL: [Self; 10] = [
        Self::Pointer,
        Self::Integer,
        Self::Bits,
        Self::Time,
        Self::List,
        Self::String,
        Self::Nested,
        Self::Bytes,
        Self::Padding,
        Self::Hole,
    ];

    pub fn of_member(member: &Member, layout: &Layout, types: &Catalogue) -> Self {
        match member.bits {
            Bits::Known(_) | Bits::NotStated => Self::Bits,
            Bits::None => Self::of_type(&member.ty, layout, types),
        }
    }

    /// The kind of a type, as it is where `layout` is.
    pub fn of_type(ty: &CType, layout: &Layout, types: &Catalogue) -> Self {
        match ty {
            CType::Pointer(_) => Self::Pointer,
            CType::Array(inner, _) | CType::AnySizeArray(inner) => {
                match Self::of_type(inner, layout, types) {
                    Self::Integer if inner.to_string() == "UCHAR" => Self::Bytes,
                    kind => kind,
                }
            }
            CType::Named(name) => match scalar(name, layout.arch()) {
                Some((kind, _)) => Self::of_scalar(kind),
                None if LISTS.contains(&name.bare()) => Self::List,
                None if STRINGS.contains(&name.bare()) => Self::String,
                None if TIMES.contains(&name.bare()) => Self::Time,
                None => match types.class(name, layout.scope()).map(|class| class.kind) {
                    Some(TypeKind::Enum | TypeKind::Scalar) => Self::Integer,
                    Some(TypeKind::Struct | TypeKind::Union) => Self::Nested,
                    None => Self::Bytes,
                },
            },
        }
    }

    const fn of_scalar(kind: ScalarKind) -> Self {
        match kind {
            ScalarKind::Unsigned | ScalarKind::Signed => Self::Integer,
            ScalarKind::Boolean => Self::Bits,
            ScalarKind::Char | ScalarKind::WideChar => Self::String,
            ScalarKind::Pointer | ScalarKind::Handle => Self::Pointer,
            ScalarKind::Void => Self::Bytes,
        }
    }

    /// The class that carries its colours (`05-kinds.css`), the sign that says the same without colour, what it is called.
    const fn shown(self) -> [&'static str; 3] {
        match self {
            Self::Pointer => ["kind-pointer", "*", "pointer, handle"],
            Self::Integer => ["kind-integer", "#", "integer"],
            Self::Bits => ["kind-bits", ":", "boolean, bits"],
            Self::Time => ["kind-time", "t", "time, large integer"],
            Self::List => ["kind-list", "⇄", "list"],
            Self::String => ["kind-string", "\"", "string"],
            Self::Nested => ["kind-nested", "{}", "structure, union"],
            Self::Bytes => ["kind-bytes", "?", "bytes, unknown"],
            Self::Padding => ["kind-padding", "·", "padding"],
            Self::Hole => ["kind-hole", "!", "hole"],
        }
    }

    pub const fn class(self) -> &'static str {
        self.shown()[0]
    }

    pub const fn sign(self) -> &'static str {
        self.shown()[1]
    }

    pub const fn label(self) -> &'static str {
        self.shown()[2]
    }
}

impl From<GapKind> for Kind {
    fn from(kind: GapKind) -> Self {
        match kind {
            GapKind::Padding => Self::Padding,
            GapKind::Hole => Self::Hole,
        }
    }
}
