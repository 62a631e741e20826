//! Nested types: size, alignment and members, by release and architecture.
//!
//! Scalars are built in; structures, unions and enumerations come from the data (`types/`), each with its source.

use crate::arch::Arch;
use crate::ctype::Declaration;
use crate::name::{SetId, TypeName};
use crate::units::{BitRange, ByteOffset, ByteSize};
use crate::words::words;

/// The maximum nesting depth of types.
pub const NESTING_LIMIT: usize = 16;

/// The maximum number of scalars and bit fields in a type, with arrays and nested types expanded.
pub const LEAVES_LIMIT: usize = 1 << 20;

/// The size and alignment of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SizeAndAlign {
    /// In bytes.
    pub size: ByteSize,
    /// Offsets of the type are multiples of this many bytes.
    pub align: ByteSize,
}

impl SizeAndAlign {
    const fn natural(bytes: u32) -> Self {
        Self {
            size: ByteSize::new(bytes),
            align: ByteSize::new(bytes),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScalarKind {
    Unsigned,
    /// A signed integer in two's complement.
    Signed,
    /// One byte, 0 or 1.
    Boolean,
    Char,
    WideChar,
    /// An address.
    Pointer,
    /// A handle: as wide as a pointer, but not an address.
    Handle,
    /// `VOID`, which has no size.
    Void,
}

/// Placeholder for the width of a pointer.
const POINTER: u32 = 0;

macro_rules! scalars {
    ($($($name:literal)|+ => ($kind:ident, $bytes:expr),)+) => {
        /// The names of all scalars except `VOID`.
        pub const SCALARS: &[&str] = &[$($($name),+),+];

        /// Returns kind and width in bytes, or [`POINTER`].
        fn sized_scalar(name: &str) -> Option<(ScalarKind, u32)> {
            match name {
                $($($name)|+ => Some((ScalarKind::$kind, $bytes)),)+
                _ => None,
            }
        }
    };
}

scalars! {
    "BOOLEAN" => (Boolean, 1),
    "UCHAR" | "BYTE" => (Unsigned, 1),
    "CHAR" => (Char, 1),
    "USHORT" | "WORD" => (Unsigned, 2),
    "SHORT" => (Signed, 2),
    "WCHAR" => (WideChar, 2),
    "ULONG" | "DWORD" | "UINT" => (Unsigned, 4),
    "LONG" | "INT" | "HRESULT" => (Signed, 4),
    // Floating-point values are shown as their bits; a 64-bit pointer in a 32-bit program is not an address there.
    "FLOAT" => (Unsigned, 4),
    "DOUBLE" | "PVOID64" => (Unsigned, 8),
    "ULONGLONG" | "REGHANDLE" | "ULONG64" => (Unsigned, 8),
    "LONGLONG" => (Signed, 8),
    "SIZE_T" | "ULONG_PTR" => (Unsigned, POINTER),
    "LONG_PTR" => (Signed, POINTER),
    "HANDLE" => (Handle, POINTER),
    "PVOID" | "PSTR" | "PWSTR" => (Pointer, POINTER),
}

/// Returns kind, size and alignment of the scalar `name`; `None` if it is not a scalar.
pub fn scalar(name: &TypeName, arch: Arch) -> Option<(ScalarKind, SizeAndAlign)> {
    if name.as_str() == "VOID" {
        let (size, align) = (ByteSize::ZERO, ByteSize::new(1));
        return Some((ScalarKind::Void, SizeAndAlign { size, align }));
    }
    let (kind, bytes) = sized_scalar(name.as_str())?;
    let bytes = match bytes {
        POINTER => arch.pointer().get(),
        bytes => bytes,
    };
    Some((kind, SizeAndAlign::natural(bytes)))
}

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum TypeKind parsed as "a kind of type" {
        Struct = "struct",
        Union = "union",
        /// Named values of an integer.
        Enum = "enum",
        /// A scalar under another name.
        Scalar = "scalar",
    }
}

impl TypeKind {
    /// The kinds that symbol files define.
    pub const IN_SYMBOLS: [Self; 3] = [Self::Struct, Self::Union, Self::Enum];
}

/// A member of a nested type. Members of anonymous unions are listed side by side at overlapping offsets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TypeMember {
    /// From the start of the nested type.
    pub offset: ByteOffset,
    pub declaration: Declaration,
    /// The bits of the integer at `offset`; `None` if it is not a bit field.
    pub bits: Option<BitRange>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EnumValue {
    pub name: Box<str>,
    pub value: i64,
}

/// A member whose values are constants of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberConstants {
    /// The member's name in every layout.
    pub member: Box<str>,
    pub set: SetId,
    /// Source id in `sources.toml`.
    pub source: String,
}
