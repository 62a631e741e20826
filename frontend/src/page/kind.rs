//! The kind of a run of bytes: it decides the colour, and the sign that replaces the colour where there is none.

use strata_core::catalogue::Catalogue;
use strata_core::ctype::CType;
use strata_core::layout::{Bits, GapKind, Layout, Member};
use strata_core::types::{ScalarKind, TypeKind, scalar};

use crate::words::words;

/// Names of counted or pointed-to string types.
const STRINGS: [&str; 4] = ["UNICODE_STRING", "ANSI_STRING", "STRING", "OEM_STRING"];
/// Names of list link types.
const LISTS: [&str; 5] = [
    "LIST_ENTRY",
    "SINGLE_LIST_ENTRY",
    "SLIST_ENTRY",
    "SLIST_HEADER",
    "HLIST_ENTRY",
];
/// Names of types of a time, a frequency or a tick count.
const TIMES: [&str; 5] = [
    "LARGE_INTEGER",
    "ULARGE_INTEGER",
    "KSYSTEM_TIME",
    "FILETIME",
    "ETW_REF_CLOCK",
];

words! {
    /// The kind of a run of bytes, in the order of the legend; the word is the CSS class with its colours
    /// (`05-kinds.css`).
    Kind {
        /// An address or a handle.
        Pointer = "kind-pointer",
        Integer = "kind-integer",
        /// A boolean, or bits of an integer.
        Bits = "kind-bits",
        /// A time, or a large integer, which is mostly a time.
        Time = "kind-time",
        List = "kind-list",
        String = "kind-string",
        /// A structure or union within the structure.
        Nested = "kind-nested",
        /// Bytes of unknown meaning.
        Bytes = "kind-bytes",
        /// A gap that alignment explains.
        Padding = "kind-padding",
        /// A gap that nothing explains.
        Hole = "kind-hole",
    }
}

impl Kind {
    pub fn of_member(member: &Member, layout: &Layout, types: &Catalogue) -> Self {
        match member.bits {
            Bits::Known(_) | Bits::NotStated => Self::Bits,
            Bits::None => Self::of_type(&member.ty, layout, types),
        }
    }

    /// The kind of a type in the context of `layout`.
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
                None if LISTS.contains(&name.without_tag_underscore()) => Self::List,
                None if STRINGS.contains(&name.without_tag_underscore()) => Self::String,
                None if TIMES.contains(&name.without_tag_underscore()) => Self::Time,
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

    /// Sign and label of the kind.
    const fn shown(self) -> [&'static str; 2] {
        match self {
            Self::Pointer => ["*", "pointer, handle"],
            Self::Integer => ["#", "integer"],
            Self::Bits => [":", "boolean, bits"],
            Self::Time => ["t", "time, large integer"],
            Self::List => ["⇄", "list"],
            Self::String => ["\"", "string"],
            Self::Nested => ["{}", "structure, union"],
            Self::Bytes => ["?", "bytes, unknown"],
            Self::Padding => ["·", "padding"],
            Self::Hole => ["!", "hole"],
        }
    }

    pub const fn sign(self) -> &'static str {
        self.shown()[0]
    }

    pub const fn label(self) -> &'static str {
        self.shown()[1]
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
