//! From a symbol file to a layout: a build is answered with what its own symbols give.

use crate::article::{Article, Row, Table};
use crate::certainty::Certainty;
use crate::ctype::CType;
use crate::layout::{BitField, Bits, Layout, Member, Slot};
use crate::point::Point;
use crate::snapshot::SnapshotStructure;
use crate::types::Types;
use crate::units::{ByteOffset, ByteSize};

use super::{NoLayout, gap};

/// A structure as a symbol file gives it, with the row ids of `table` where a row has the same name.
pub fn resolve_snapshot(
    article: &Article,
    table: &Table,
    types: &Types,
    snapshot: &crate::snapshot::Snapshot,
    symbols: &SnapshotStructure,
) -> Result<Layout, NoLayout> {
    let (release, arch) = (snapshot.release, snapshot.arch);
    let mut slots = Vec::new();
    let mut end = ByteOffset::ZERO;
    let mut align = ByteSize::new(1);
    for member in symbols
        .members
        .iter()
        .filter(|member| member.bits.is_none())
    {
        let name = &member.declaration.name;
        let covering =
            |row: &&Row| row.name() == Some(name) && row.versions.covers(release, table.reach);
        let row = table.rows.iter().find(covering);
        let unsound = || NoLayout::Unsound {
            row: name.to_string(),
        };
        let id = row
            .map_or_else(|| row_id(name).parse().ok(), |row| Some(row.id.clone()))
            .ok_or_else(unsound)?;
        let ty: &CType = &member.declaration.ty;
        let measure = types.measure(ty, release, arch).ok_or_else(unsound)?;
        if member.offset < end {
            return Err(unsound());
        }
        align = align.max(measure.align);
        slots.extend(gap(end, member.offset, measure.align).map(Slot::Gap));
        end = member.offset.saturating_add(measure.size);
        slots.push(Slot::Member(Member {
            row: id,
            continues: row.and_then(|row| row.continues.clone()),
            name: Some(name.clone()),
            description: row.and_then(|row| row.about.clone()),
            declaration: member.declaration.to_string(),
            ty: ty.clone(),
            offset: member.offset,
            size: measure.size,
            certainty: Certainty::Confirmed,
            published: Some(member.offset),
            errata: Vec::new(),
            bits: snapshot_bits(table, symbols, member.offset),
            sense: row.and_then(|row| row.sense.clone()).map(Box::new),
        }));
    }
    let structure_end = ByteOffset::new(symbols.size.get());
    if end > structure_end {
        return Err(NoLayout::Unsound {
            row: "the end".to_owned(),
        });
    }
    slots.extend(gap(end, structure_end, align).map(Slot::Gap));
    let point = Point {
        version: crate::release::Version::Build(snapshot.build),
        arch,
    };
    let (structure, source) = (article.name.clone(), snapshot.source.clone());
    Ok(Layout {
        structure,
        point,
        release,
        size: symbols.size,
        source,
        slots,
    })
}

fn snapshot_bits(table: &Table, symbols: &SnapshotStructure, offset: ByteOffset) -> Bits {
    let held = symbols
        .members
        .iter()
        .filter(|member| member.offset == offset);
    let fields: Vec<BitField> = held
        .filter_map(|member| {
            let name = &member.declaration.name;
            let row = table.bits.iter().find(|bit| bit.declaration.name == *name);
            let id = row.map_or_else(|| row_id(name).parse().ok(), |row| Some(row.id.clone()))?;
            let continues = row.and_then(|row| row.continues.clone());
            Some(BitField {
                row: id,
                name: name.clone(),
                range: member.bits?,
                continues,
                errata: Vec::new(),
            })
        })
        .collect();
    if fields.is_empty() {
        Bits::None
    } else {
        Bits::Known(fields)
    }
}

/// The row id that a name gives where no row has it: `EtwpLoggerRundown` → `etwp-logger-rundown`.
pub(crate) fn row_id(name: &str) -> String {
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
