//! Layouts from symbol files. Members of anonymous unions overlap, as in the file.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::article::{Row, Table};
use crate::catalogue::{Catalogue, LayoutClass, Scope};
use crate::certainty::Certainty;
use crate::ctype::CType;
use crate::layout::{BitField, Bits, Layout, Member, Slot};
use crate::name::{RowId, TypeName};
use crate::point::Point;
use crate::types::{SizeAndAlign, TypeMember};
use crate::units::{BitRange, ByteOffset, ByteSize};

use super::{NoLayout, gap};

/// Returns the layout of a type in a symbol file. With `table`, members get the ids of the table's rows.
///
/// # Errors
///
/// A member ends after the end of the type.
pub fn of_class(
    name: &TypeName,
    class: &LayoutClass,
    types: &Catalogue,
    (point, scope): (Point, Scope),
    source: &str,
    table: Option<&Table>,
) -> Result<Layout, NoLayout> {
    let mut namer = Namer {
        table,
        scope,
        seen: BTreeMap::new(),
    };
    let mut units: Vec<StorageUnit<'_>> = Vec::new();
    let end = ByteOffset::new(class.size.get());
    for member in &class.members {
        let measure = types.measure(&member.declaration.ty, scope);
        place(
            &mut units,
            member,
            measure.unwrap_or_else(|| room(class, member)),
        );
    }
    let beyond = |unit: &&StorageUnit<'_>| unit.end() > end;
    if let Some(unit) = units.iter().find(beyond) {
        return Err(NoLayout::Unsound { row: unit.label() });
    }
    // A stable sort: at the same offset in declaration order, but whole members before bare bit fields.
    units.sort_by_key(|unit| (unit.offset, unit.member.is_none()));
    let mut slots = Vec::with_capacity(units.len() + 4);
    let mut covered = ByteOffset::ZERO;
    let mut rest = units.as_slice();
    while let Some(first) = rest.first() {
        if first.offset > covered {
            let next = rest.iter().take_while(|unit| unit.offset == first.offset);
            let align = next
                .map(|unit| unit.measure.align)
                .max()
                .unwrap_or(ByteSize::new(1));
            slots.extend(gap(covered, first.offset, align).map(Slot::Gap));
        }
        covered = covered.max(first.end());
        slots.push(Slot::Member(namer.member(first)?));
        rest = &rest[1..];
    }
    if !units.is_empty() {
        slots.extend(gap(covered, end, types.align(class, scope)).map(Slot::Gap));
    }
    Ok(Layout {
        structure: name.clone(),
        point,
        release: scope.release,
        image: scope.image,
        between: None,
        kind: class.kind,
        size: class.size,
        source: class.source.as_deref().unwrap_or(source).to_owned(),
        slots,
        values: class.values.clone(),
        bits_given: class.bits_given,
    })
}

/// The space up to the next member: the maximum size of a member whose type is declared but not defined.
pub(crate) fn room(class: &LayoutClass, member: &TypeMember) -> SizeAndAlign {
    let behind = class
        .members
        .iter()
        .map(|other| other.offset)
        .filter(|other| *other > member.offset);
    let end = behind.min().unwrap_or(ByteOffset::new(class.size.get()));
    SizeAndAlign {
        size: end.distance_from(member.offset).unwrap_or_default(),
        align: ByteSize::new(1),
    }
}

/// A whole member with the bit fields of its integer, or bit fields whose integer has no name.
struct StorageUnit<'a> {
    offset: ByteOffset,
    measure: SizeAndAlign,
    member: Option<&'a TypeMember>,
    bits: Vec<&'a TypeMember>,
}

impl StorageUnit<'_> {
    fn end(&self) -> ByteOffset {
        self.offset.saturating_add(self.measure.size)
    }

    fn label(&self) -> String {
        let first = self.member.or_else(|| self.bits.first().copied());
        first.map_or_else(String::new, |member| member.declaration.name.to_string())
    }

    /// Returns whether a member can belong to this unit: of the same place and size, a bit field that shares no bits with
    /// the others, or the integer of bit fields that have none so far.
    fn takes(&self, added: &TypeMember, measure: SizeAndAlign) -> bool {
        let overlaps = |other: &&TypeMember| match (other.bits, added.bits) {
            (Some(a), Some(b)) => a.mask() & b.mask() != 0,
            _ => true,
        };
        self.offset == added.offset
            && self.measure.size == measure.size
            && match added.bits {
                Some(_) => self.member.is_none_or(is_integer) && !self.bits.iter().any(overlaps),
                None => self.member.is_none() && is_integer(added),
            }
    }
}

fn is_integer(member: &TypeMember) -> bool {
    const INTEGERS: [&str; 9] = [
        "UCHAR",
        "CHAR",
        "USHORT",
        "SHORT",
        "ULONG",
        "LONG",
        "ULONGLONG",
        "LONGLONG",
        "BOOLEAN",
    ];
    matches!(&member.declaration.ty, CType::Named(name) if INTEGERS.contains(&name.as_str()))
}

/// Adds a member: as a new unit, as a bit field to the last unit that takes it, or as the integer of the first.
fn place<'a>(units: &mut Vec<StorageUnit<'a>>, member: &'a TypeMember, measure: SizeAndAlign) {
    let is_field = member.bits.is_some();
    let mut takers = units.iter_mut().filter(|unit| unit.takes(member, measure));
    if is_field && let Some(unit) = takers.next_back() {
        unit.bits.push(member);
        return;
    }
    if !is_field && let Some(unit) = takers.next() {
        unit.member = Some(member);
        return;
    }
    units.push(StorageUnit {
        offset: member.offset,
        measure,
        member: (!is_field).then_some(member),
        bits: if is_field { vec![member] } else { Vec::new() },
    });
}

/// Assigns ids to members.
struct Namer<'a> {
    table: Option<&'a Table>,
    scope: Scope,
    seen: BTreeMap<String, u32>,
}

impl Namer<'_> {
    fn member(&mut self, unit: &StorageUnit<'_>) -> Result<Member, NoLayout> {
        let unsound = || NoLayout::Unsound { row: unit.label() };
        let name = unit.member.map(|member| &member.declaration.name);
        let row = name.and_then(|name| self.row(name));
        let row_of_table = row.map(|row| {
            (
                row.continues.clone(),
                row.about.clone(),
                row.meaning.clone(),
            )
        });
        let id = match (row, name) {
            (Some(row), _) => row.id.clone(),
            (None, Some(name)) => self.id(name).ok_or_else(unsound)?,
            (None, None) => self
                .id(&format!("at-{:x}", unit.offset.get()))
                .ok_or_else(unsound)?,
        };
        let first = unit
            .member
            .or_else(|| unit.bits.first().copied())
            .ok_or_else(unsound)?;
        let ty = first.declaration.ty.clone();
        let (continues, description, meaning) = row_of_table.unwrap_or_default();
        let mut bits: Vec<BitField> = Vec::with_capacity(unit.bits.len());
        for field in &unit.bits {
            bits.push(self.field(field).ok_or_else(unsound)?);
        }
        bits.sort_by_key(|field| field.range.bit());
        Ok(Member {
            row: id,
            continues,
            name: name.cloned(),
            description,
            declaration: match unit.member {
                Some(member) => member.declaration.to_string(),
                None => ty.to_string(),
            },
            ty,
            offset: unit.offset,
            size: unit.measure.size,
            certainty: if self.table.is_some() {
                Certainty::Confirmed
            } else {
                Certainty::SymbolFiles
            },
            published: Some(unit.offset),
            errata: Vec::new(),
            bits: if bits.is_empty() {
                Bits::None
            } else {
                Bits::Known(bits)
            },
            meaning: meaning.map(Box::new),
        })
    }

    /// The row with this name; after the table's last release, the one at that release.
    fn row(&self, name: &str) -> Option<&Row> {
        let table = self.table?;
        let at = self.scope.release.min(table.last_release);
        let named = |row: &&Row| row.name() == Some(name);
        let covering = |row: &&Row| named(row) && row.versions.covers(at, table.last_release);
        table.rows.iter().find(covering)
    }

    fn field(&mut self, field: &TypeMember) -> Option<BitField> {
        let name = &field.declaration.name;
        let range: BitRange = field.bits?;
        let bits = self.table.map_or(&[][..], |table| &table.bits);
        let row = bits.iter().find(|bit| bit.declaration.name == *name);
        let row = row.map(|row| (row.id.clone(), row.continues.clone()));
        let (row, continues) = match row {
            Some(row) => row,
            None => (self.id(name)?, None),
        };
        Some(BitField {
            row,
            name: name.clone(),
            range,
            continues,
            errata: Vec::new(),
        })
    }

    /// The id of a name without a row in a table: the name itself, `name~2` for its second use; if there is a
    /// table, in the form of its ids.
    fn id(&mut self, name: &str) -> Option<RowId> {
        let id = match self.table {
            Some(_) => row_id(name),
            None => name.to_owned(),
        };
        let count = self.seen.entry(id.clone()).or_default();
        *count += 1;
        match *count {
            1 => id.parse().ok(),
            count => format!("{id}~{count}").parse().ok(),
        }
    }
}

/// Converts a name to a row id: `EtwpLoggerRundown` → `etwp-logger-rundown`.
fn row_id(name: &str) -> String {
    let mut id = String::with_capacity(name.len() + 8);
    let mut before_lower = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && before_lower {
            id.push('-');
        }
        before_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        id.push(if c == '_' {
            '-'
        } else {
            c.to_ascii_lowercase()
        });
    }
    id
}
