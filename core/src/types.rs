//! Nested types: size, alignment and members, by release and architecture.
//!
//! Scalars are built in; structures, unions and enumerations come from the data (`types/`), each with its source.

use crate::arch::Arch;
use crate::ctype::Declaration;
use crate::name::{SetId, TypeName};
use crate::units::{BitRange, ByteOffset, ByteSize};
use crate::words::words;

/// How many types may be nested in one another.
pub const NESTING_LIMIT: usize = 16;

/// How many numbers, addresses and bit fields a type may come to, arrays and nested types unfolded.
pub const LEAVES_LIMIT: usize = 1 << 20;

/// How large a type is and where it may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Measure {
    /// In bytes.
    pub size: ByteSize,
    /// Its offset is a multiple of this many bytes.
    pub align: ByteSize,
}

impl Measure {
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
    /// A number with a sign, in two's complement.
    Signed,
    /// One byte, 0 or 1.
    Boolean,
    Char,
    WideChar,
    /// The address of something.
    Pointer,
    /// A handle: as wide as a pointer, but no address.
    Handle,
    /// `VOID`, which has no size.
    Void,
}

/// The scalar of that name, if it is one.
pub fn scalar(name: &TypeName, arch: Arch) -> Option<(ScalarKind, Measure)> {
    let pointer = arch.pointer().get();
    let (kind, bytes) = match name.as_str() {
        "BOOLEAN" => (ScalarKind::Boolean, 1),
        "UCHAR" | "BYTE" => (ScalarKind::Unsigned, 1),
        "CHAR" => (ScalarKind::Char, 1),
        "USHORT" | "WORD" => (ScalarKind::Unsigned, 2),
        "SHORT" => (ScalarKind::Signed, 2),
        "WCHAR" => (ScalarKind::WideChar, 2),
        "ULONG" | "DWORD" | "UINT" => (ScalarKind::Unsigned, 4),
        "LONG" | "INT" | "HRESULT" => (ScalarKind::Signed, 4),
        // Their values are shown as the bits that they are; a pointer of 64 bits in a program of 32 is no address there.
        "FLOAT" => (ScalarKind::Unsigned, 4),
        "DOUBLE" | "PVOID64" => (ScalarKind::Unsigned, 8),
        "ULONGLONG" | "REGHANDLE" | "ULONG64" => (ScalarKind::Unsigned, 8),
        "LONGLONG" => (ScalarKind::Signed, 8),
        "SIZE_T" | "ULONG_PTR" => (ScalarKind::Unsigned, pointer),
        "LONG_PTR" => (ScalarKind::Signed, pointer),
        "HANDLE" => (ScalarKind::Handle, pointer),
        "PVOID" | "PSTR" | "PWSTR" => (ScalarKind::Pointer, pointer),
        "VOID" => {
            return Some((
                ScalarKind::Void,
                Measure {
                    size: ByteSize::ZERO,
                    align: ByteSize::new(1),
                },
            ));
        }
        _ => return None,
    };
    Some((kind, Measure::natural(bytes)))
}

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum TypeKind {
        Struct = "struct",
        Union = "union",
        /// Named values of an integer.
        Enum = "enum",
        /// A scalar under a name of its own.
        Scalar = "scalar",
    }
}

impl TypeKind {
    /// The kinds that symbol files define.
    pub const IN_SYMBOLS: [Self; 3] = [Self::Struct, Self::Union, Self::Enum];
}

/// A member of a nested type. Members of anonymous unions stand side by side at overlapping offsets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TypeMember {
    /// From the start of the nested type.
    pub offset: ByteOffset,
    pub declaration: Declaration,
    /// Which bits of the integer at `offset`, if it is a bit field.
    pub bits: Option<BitRange>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EnumValue {
    pub name: Box<str>,
    pub value: i64,
}

/// A member whose values are of a set of constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberConstants {
    /// The member's name in every layout.
    pub member: Box<str>,
    pub set: SetId,
    /// Source id in `sources.toml`.
    pub source: String,
}
