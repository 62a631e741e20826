//! Nested types: how large they are, how aligned, and what they hold, by release and architecture.
//!
//! Scalars are known here; structures, unions and enumerations come from the data (`types/`), each with its source.

mod layouts;
mod read;

pub use layouts::is_anonymous_union;

use std::collections::BTreeMap;

use crate::arch::Arch;
use crate::constants::Constants;
use crate::ctype::{CType, Declaration};
use crate::name::{SetId, TypeName};
use crate::release::Release;
use crate::span::Versions;
use crate::units::{BitRange, ByteOffset, ByteSize};

/// How many types may be nested in one another.
pub const NESTING_LIMIT: usize = 8;

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

/// What the value of a scalar is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScalarKind {
    /// A number without a sign.
    Unsigned,
    /// A number with a sign, in two's complement.
    Signed,
    /// One byte, 0 or 1.
    Boolean,
    /// One character of 8 bits.
    Char,
    /// One character of UTF-16.
    WideChar,
    /// The address of something.
    Pointer,
    /// A handle: as wide as a pointer, but no address.
    Handle,
    /// What `VOID` is: nothing that has a size.
    Void,
}

/// The scalar of that name, if it is one.
#[must_use]
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
        "LONG" | "INT" => (ScalarKind::Signed, 4),
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

/// What sort of type it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// Members behind one another.
    Struct,
    /// Members over one another.
    Union,
    /// Named values of an integer.
    Enum,
    /// A scalar under a name of its own.
    Scalar,
}

impl TypeKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Struct, Self::Union, Self::Enum, Self::Scalar];

    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Struct => "struct",
            Self::Union => "union",
            Self::Enum => "enum",
            Self::Scalar => "scalar",
        }
    }
}

/// A member of a nested type. Members of anonymous unions stand side by side at overlapping offsets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TypeMember {
    /// From the start of the nested type.
    pub offset: ByteOffset,
    /// Its type and name.
    pub declaration: Declaration,
    /// Which bits of the integer at `offset`, if it is a bit field.
    pub bits: Option<BitRange>,
}

/// A named value of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EnumValue {
    /// Its name.
    pub name: Box<str>,
    /// Its value.
    pub value: i64,
}

/// What a type looks like in some releases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeLayout {
    /// In which.
    pub versions: Versions,
    /// On which architecture; on all of those stated where `None`.
    pub arch: Option<Arch>,
    /// How large, how aligned.
    pub measure: Measure,
    /// Its members, in the order of the symbol file.
    pub members: Vec<TypeMember>,
    /// Its named values, if it is an enumeration.
    pub values: Vec<EnumValue>,
    /// Who says so, where it is not the type's source: an id of `sources.toml`.
    pub source: Option<String>,
    /// What else is to be known.
    pub note: Option<String>,
}

/// A type that members have, at every release at which it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestedType {
    /// Its name.
    pub name: TypeName,
    /// Its sort.
    pub kind: TypeKind,
    /// Who says so: an id of `sources.toml`.
    pub source: String,
    /// One sentence.
    pub summary: String,
    /// By release and architecture.
    pub layouts: Vec<TypeLayout>,
    /// The members whose values are of a set of constants.
    pub constants: Vec<MemberConstants>,
}

/// A member whose values are of a set of constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberConstants {
    /// Its name, in every layout that has it.
    pub member: Box<str>,
    /// The set.
    pub set: SetId,
    /// Who says so: an id of `sources.toml`.
    pub source: String,
}

impl NestedType {
    /// Which of its layouts holds at a point, as a place in `layouts`; `None` where that is not known.
    #[must_use]
    pub fn place(&self, release: Release, arch: Arch) -> Option<usize> {
        let newest = Release::all().next_back().unwrap_or(Release::FIRST);
        self.layouts.iter().position(|layout| {
            layout.arch.is_none_or(|only| only == arch) && layout.versions.covers(release, newest)
        })
    }

    /// The set of constants that values of the member of that name are of.
    #[must_use]
    pub fn constants_of(&self, member: &str) -> Option<&SetId> {
        let mut constants = self.constants.iter();
        let found = constants.find(|constants| *constants.member == *member)?;
        Some(&found.set)
    }
}

/// All nested types, and the constants that values of scalar types have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Types {
    nested: BTreeMap<TypeName, NestedType>,
    constants: Constants,
}

impl Types {
    /// Takes one in; gives it back if one of that name is there already.
    pub fn insert(&mut self, ty: NestedType) -> Result<(), NestedType> {
        if self.nested.contains_key(&ty.name) {
            return Err(ty);
        }
        self.nested.insert(ty.name.clone(), ty);
        Ok(())
    }

    /// Takes the constants in.
    pub fn set_constants(&mut self, constants: Constants) {
        self.constants = constants;
    }

    /// The named values.
    #[must_use]
    pub fn constants(&self) -> &Constants {
        &self.constants
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &NestedType> {
        self.nested.values()
    }

    /// The one of that name; case and a leading underscore do not count.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&NestedType> {
        self.nested
            .get(name)
            .or_else(|| self.nested.values().find(|ty| ty.name.matches(name)))
    }

    /// What the type of that name looks like at a point; `None` where that is not known.
    #[must_use]
    pub fn layout(&self, name: &TypeName, release: Release, arch: Arch) -> Option<&TypeLayout> {
        let ty = self.nested.get(name)?;
        ty.layouts.get(ty.place(release, arch)?)
    }

    /// How large a type is at a point and how aligned; `None` where that is not known or passes 32 bits.
    #[must_use]
    pub fn measure(&self, ty: &CType, release: Release, arch: Arch) -> Option<Measure> {
        match ty {
            CType::Pointer(_) => Some(Measure {
                size: arch.pointer(),
                align: arch.pointer(),
            }),
            CType::Array(element, count) => {
                let element = self.measure(element, release, arch)?;
                Some(Measure {
                    size: element.size.checked_mul(*count)?,
                    ..element
                })
            }
            CType::AnySizeArray(element) => self.measure(element, release, arch),
            CType::Named(name) => match scalar(name, arch) {
                Some((_, measure)) => Some(measure),
                None => self
                    .layout(name, release, arch)
                    .map(|layout| layout.measure),
            },
        }
    }
}
