//! Parses the records of the type stream, as far as layouts need them.
//!
//! A record has a number and refers to others by their numbers. [`super::types`] resolves names and the sizes of array
//! elements.

use strata_core::types::TypeKind;

use super::container::malformed;
use super::cursor::Cursor;
use crate::ImportError;
use crate::limits::TYPES_LIMIT;

/// The name of the type stream in messages.
const PLACE: &str = "the type stream";

/// The supported versions of the stream: Visual C++ 7 (Windows XP), and 8 and later.
const VERSIONS: [u32; 2] = [1999_0903, 2004_0203];

/// The size of the stream's header in bytes: that of the known part, and the maximum.
const HEADER: std::ops::RangeInclusive<u32> = 56..=1024;

/// The first number of a record; lower numbers are primitive types.
pub(super) const FIRST: u32 = 0x1000;

#[derive(Debug)]
pub(super) struct Records<'a> {
    first: u32,
    /// Each record with its kind, without its length prefix.
    records: Vec<&'a [u8]>,
}

impl<'a> Records<'a> {
    /// Splits the stream into records.
    ///
    /// # Errors
    ///
    /// The stream is truncated, of an unknown version, or its records do not match its header.
    pub(super) fn read(stream: &'a [u8]) -> Result<Self, ImportError> {
        let mut cursor = Cursor::new(stream);
        let fail = |at: usize, problem: String| Err(malformed(PLACE, at, problem));
        let numbers = (|| {
            let numbers = (cursor.u32()?, cursor.u32()?, cursor.u32()?);
            Some((numbers, cursor.u32()?, cursor.u32()?))
        })();
        let Some(((version, header, first), end, bytes)) = numbers else {
            return fail(stream.len(), "it ends within its header".to_owned());
        };
        if !VERSIONS.contains(&version) {
            let [old, new] = VERSIONS;
            return fail(0, format!("version {version}: expected {old} or {new}"));
        }
        if !HEADER.contains(&header) {
            return fail(4, format!("a header of {header} bytes"));
        }
        let count = end.checked_sub(first).filter(|_| first >= FIRST);
        let Some(count) = count.and_then(|count| usize::try_from(count).ok()) else {
            return fail(8, format!("types from {first:#x} to {end:#x}"));
        };
        if count > TYPES_LIMIT {
            return fail(8, format!("{count} types: expected at most {TYPES_LIMIT}"));
        }
        let mut cursor = Cursor::new(stream);
        let body = cursor.take(header as usize);
        let body = body.and_then(|_| cursor.take(usize::try_from(bytes).ok()?));
        let Some(body) = body else {
            let problem = format!("it ends before the {bytes} bytes of its records do");
            return fail(stream.len(), problem);
        };
        let mut body = Cursor::new(body);
        let mut records = Vec::with_capacity(count.min(body.rest().len() / 4));
        while !body.rest().is_empty() {
            let at = body.at();
            let record = body.u16().and_then(|length| body.take(length.into()));
            let number = u64::from(first) + records.len() as u64;
            match record {
                Some(record) if record.len() >= 2 && records.len() < count => records.push(record),
                Some(record) if record.len() >= 2 => {
                    let problem = format!("more records than the {count} of the header");
                    return fail(header as usize + at, problem);
                }
                _ => {
                    let problem = format!("the record of type {number:#x} is cut off");
                    return fail(header as usize + at, problem);
                }
            }
        }
        if records.len() < count {
            let problem = format!("{} records: the header says {count}", records.len());
            return fail(stream.len(), problem);
        }
        Ok(Self { first, records })
    }

    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &'a [u8])> + use<'a, '_> {
        (self.first..).zip(self.records.iter().copied())
    }

    pub(super) fn get(&self, number: u32) -> Result<Record<'a>, String> {
        Record::read(self.bytes(number)?).map_err(|problem| format!("type {number:#x}: {problem}"))
    }

    /// The entries of the list of members or enumerators with this number.
    pub(super) fn fields(&self, number: u32) -> Result<Fields<'a>, String> {
        let mut cursor = Cursor::new(self.bytes(number)?);
        match cursor.u16() {
            Some(leaf::FIELD_LIST) => Ok(Fields(cursor)),
            _ => Err(format!("type {number:#x} is not a list of members")),
        }
    }

    fn bytes(&self, number: u32) -> Result<&'a [u8], String> {
        let at = number.checked_sub(self.first).map(|at| at as usize);
        let bytes = at.and_then(|at| self.records.get(at).copied());
        bytes.ok_or_else(|| format!("there is no type {number:#x}"))
    }
}

mod leaf {
    pub(super) const MODIFIER: u16 = 0x1001;
    pub(super) const POINTER: u16 = 0x1002;
    pub(super) const PROCEDURE: u16 = 0x1008;
    pub(super) const MEMBER_FUNCTION: u16 = 0x1009;
    pub(super) const FIELD_LIST: u16 = 0x1203;
    pub(super) const BIT_FIELD: u16 = 0x1205;
    pub(super) const BASE_CLASS: u16 = 0x1400;
    pub(super) const VIRTUAL_BASE: u16 = 0x1401;
    pub(super) const INDIRECT_VIRTUAL_BASE: u16 = 0x1402;
    pub(super) const CONTINUATION: u16 = 0x1404;
    pub(super) const VIRTUAL_TABLE: u16 = 0x1409;
    pub(super) const ENUMERATOR: u16 = 0x1502;
    pub(super) const ARRAY: u16 = 0x1503;
    pub(super) const CLASS: u16 = 0x1504;
    pub(super) const STRUCTURE: u16 = 0x1505;
    pub(super) const UNION: u16 = 0x1506;
    pub(super) const ENUMERATION: u16 = 0x1507;
    pub(super) const MEMBER: u16 = 0x150d;
    pub(super) const STATIC_MEMBER: u16 = 0x150e;
    pub(super) const METHODS: u16 = 0x150f;
    pub(super) const NESTED: u16 = 0x1510;
    pub(super) const METHOD: u16 = 0x1511;
    pub(super) const NESTED_WITH_ATTRIBUTES: u16 = 0x1512;
    pub(super) const INTERFACE: u16 = 0x1519;
    pub(super) const BASE_INTERFACE: u16 = 0x151a;
    // The same with more properties, for classes with more than 65,535 members.
    pub(super) const CLASS_2: u16 = 0x1608;
    pub(super) const STRUCTURE_2: u16 = 0x1609;
    pub(super) const UNION_2: u16 = 0x160a;
    pub(super) const INTERFACE_2: u16 = 0x160b;
}

#[derive(Clone, Debug)]
pub(super) enum Record<'a> {
    /// `const` or `volatile`.
    Modifier {
        of: u32,
    },
    Pointer(Pointer),
    Function,
    /// The size of the whole array, in bytes.
    Array {
        element: u32,
        size: i128,
    },
    BitField {
        unit: u32,
        width: u8,
        position: u8,
    },
    Tagged(Tagged<'a>),
    /// A record that layouts do not need.
    Other(u16),
}

/// A pointer, a reference or a pointer to a member.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pointer {
    pub(super) to: u32,
    /// In bytes; 0 if the record does not state it.
    pub(super) size: u64,
    /// Whether it is a pointer to a member of a class, which is an offset and not an address.
    pub(super) is_to_member: bool,
}

/// A structure, class, union or enumeration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tagged<'a> {
    pub(super) kind: TypeKind,
    /// In bytes; 0 for an enumeration, which has the size of [`Self::underlying`].
    pub(super) size: i128,
    /// Whether the body is in another record, or in none.
    pub(super) is_forward: bool,
    /// Number of the record with the members or enumerators; 0 for none.
    pub(super) fields: u32,
    /// The integer of an enumeration.
    pub(super) underlying: u32,
    pub(super) is_virtual: bool,
    pub(super) name: &'a [u8],
    /// The mangled name, which distinguishes types of the same name.
    pub(super) unique: Option<&'a [u8]>,
}

impl<'a> Record<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, String> {
        let mut cursor = Cursor::new(bytes);
        let leaf = cursor.u16().ok_or("an empty record")?;
        let read = match leaf {
            leaf::MODIFIER => cursor.u32().map(|of| Self::Modifier { of }),
            leaf::POINTER => Pointer::read(&mut cursor).map(Self::Pointer),
            leaf::PROCEDURE | leaf::MEMBER_FUNCTION => Some(Self::Function),
            leaf::ARRAY => Self::array(&mut cursor),
            leaf::BIT_FIELD => Self::bit_field(&mut cursor),
            leaf::CLASS
            | leaf::STRUCTURE
            | leaf::INTERFACE
            | leaf::UNION
            | leaf::ENUMERATION
            | leaf::CLASS_2
            | leaf::STRUCTURE_2
            | leaf::INTERFACE_2
            | leaf::UNION_2 => Tagged::read(leaf, &mut cursor).map(Self::Tagged),
            other => Some(Self::Other(other)),
        };
        read.ok_or_else(|| format!("a record of kind {leaf:#06x} that is cut off"))
    }

    fn array(cursor: &mut Cursor<'_>) -> Option<Self> {
        let element = cursor.u32()?;
        let _index_type = cursor.u32()?;
        let size = cursor.number()?;
        Some(Self::Array { element, size })
    }

    fn bit_field(cursor: &mut Cursor<'_>) -> Option<Self> {
        Some(Self::BitField {
            unit: cursor.u32()?,
            width: cursor.u8()?,
            position: cursor.u8()?,
        })
    }
}

impl Pointer {
    fn read(cursor: &mut Cursor<'_>) -> Option<Self> {
        let to = cursor.u32()?;
        let attributes = cursor.u32()?;
        let size = match ((attributes >> 13) & 0x3f, attributes & 0x1f) {
            (0, 0x0a) => 4,
            (0, 0x0c) => 8,
            (size, _) => size,
        };
        Some(Self {
            to,
            size: size.into(),
            is_to_member: matches!((attributes >> 5) & 7, 2 | 3),
        })
    }
}

impl<'a> Tagged<'a> {
    fn read(leaf: u16, cursor: &mut Cursor<'a>) -> Option<Self> {
        const FORWARD: u16 = 0x0080;
        const HAS_UNIQUE_NAME: u16 = 0x0200;

        let (kind, mut underlying, mut is_virtual) = (Self::kind(leaf), 0, false);
        let is_second = leaf >= leaf::CLASS_2;
        // The number of members and the properties; in the second form, 32 bits of properties.
        let (first, second) = (cursor.u16()?, cursor.u16()?);
        let properties = if is_second { first } else { second };
        if kind == TypeKind::Enum {
            underlying = cursor.u32()?;
        }
        let fields = cursor.u32()?;
        if kind == TypeKind::Struct {
            let _derived = cursor.u32()?;
            is_virtual = cursor.u32()? != 0;
        }
        if is_second {
            let _count = cursor.u16()?;
        }
        let size = match kind {
            TypeKind::Enum => 0,
            _ => cursor.number()?,
        };
        let name = cursor.zero_terminated()?;
        let unique = match properties & HAS_UNIQUE_NAME {
            0 => None,
            _ => cursor.zero_terminated(),
        };
        Some(Self {
            kind,
            size,
            is_forward: properties & FORWARD != 0,
            fields,
            underlying,
            is_virtual,
            name,
            unique,
        })
    }

    const fn kind(leaf: u16) -> TypeKind {
        match leaf {
            leaf::UNION | leaf::UNION_2 => TypeKind::Union,
            leaf::ENUMERATION => TypeKind::Enum,
            _ => TypeKind::Struct,
        }
    }
}

/// An entry of a list of members.
#[derive(Clone, Copy, Debug)]
pub(super) enum Field<'a> {
    /// Offset in bytes.
    Member {
        name: &'a [u8],
        offset: i128,
        ty: u32,
    },
    Enumerator {
        name: &'a [u8],
        value: i128,
    },
    /// The list continues in this record.
    Continuation(u32),
    /// A base class, a virtual table or a method, which C does not have.
    Cpp,
    /// A static member or a nested type, which take no space.
    Passing,
}

/// The entries of a list of members. Lists do not nest, so there is no recursion.
#[derive(Clone, Debug)]
pub(super) struct Fields<'a>(Cursor<'a>);

impl<'a> Fields<'a> {
    /// The next entry; `None` at the end of the record.
    pub(super) fn next(&mut self) -> Result<Option<Field<'a>>, String> {
        // The low four bits of a padding byte are the number of padding bytes, itself included.
        while let Some(padding @ 0xf0..) = self.0.rest().first() {
            let count = usize::from(padding & 0xf).max(1).min(self.0.rest().len());
            self.0.take(count);
        }
        if self.0.rest().is_empty() {
            return Ok(None);
        }
        let at = self.0.at();
        let problem = || format!("its list of members is cut off at byte {at:#x}");
        let leaf = self.0.u16().ok_or_else(problem)?;
        let field = match leaf {
            leaf::MEMBER => self.member(),
            leaf::ENUMERATOR => self.enumerator(),
            leaf::CONTINUATION => self.number_behind_padding().map(Field::Continuation),
            leaf::STATIC_MEMBER | leaf::NESTED | leaf::NESTED_WITH_ATTRIBUTES => self
                .number_behind_padding()
                .and_then(|_| self.0.zero_terminated())
                .map(|_| Field::Passing),
            leaf::BASE_CLASS
            | leaf::BASE_INTERFACE
            | leaf::VIRTUAL_BASE
            | leaf::INDIRECT_VIRTUAL_BASE
            | leaf::VIRTUAL_TABLE
            | leaf::METHOD
            | leaf::METHODS => return Ok(Some(Field::Cpp)),
            other => {
                return Err(format!(
                    "an entry of kind {other:#06x} in its list of members, which is not known"
                ));
            }
        };
        field.map(Some).ok_or_else(problem)
    }

    fn member(&mut self) -> Option<Field<'a>> {
        let ty = self.number_behind_padding()?;
        let offset = self.0.number()?;
        let name = self.0.zero_terminated()?;
        Some(Field::Member { name, offset, ty })
    }

    fn enumerator(&mut self) -> Option<Field<'a>> {
        let _attributes = self.0.u16()?;
        let value = self.0.number()?;
        let name = self.0.zero_terminated()?;
        Some(Field::Enumerator { name, value })
    }

    /// Reads the number of a type after attributes or padding.
    fn number_behind_padding(&mut self) -> Option<u32> {
        self.0.u16()?;
        self.0.u32()
    }
}
