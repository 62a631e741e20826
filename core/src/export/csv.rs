//! `csv`: a row for each member, bit field and gap, those of nested types by their way.
//!
//! CSV has no comments (RFC 4180), so that where a row comes from stands in its columns, and the first row is about the structure
//! itself. The columns are called as in the table of the whole dataset, wherever they mean the same.

use std::collections::BTreeMap;

use super::NESTING_LIMIT;
use super::format::Form;
use super::model::{Definition, Entry, Kind, Pad, PadKind, Pedigree, Type, Unit};
use super::text;
use crate::csv::line;
use crate::units::{BitRange, ByteOffset, ByteSize};

pub(super) const FORM: Form = Form {
    word: "csv",
    title: "CSV",
    readers: "Spreadsheets and scripts",
    media_type: "text/csv; charset=utf-8",
    extension: "csv",
    reserved: &[],
    usual_depth: NESTING_LIMIT,
    chooses_pointers: false,
    write: |unit, _| write(unit),
};

/// How many rows there may be before no nested type is gone into any more.
pub const ROW_LIMIT: usize = 65_536;

const COLUMNS: [&str; 18] = [
    "structure",
    "version",
    "arch",
    "structure_size",
    "kind",
    "path",
    "type",
    "offset_hex",
    "offset",
    "size",
    "bit",
    "width",
    "certainty",
    "errata",
    "source",
    "source_url",
    "note",
    "data",
];

/// The table of a unit.
fn write(unit: &Unit) -> String {
    let definitions = unit.definitions.iter();
    let mut table = Table {
        unit,
        definitions: definitions.map(|it| (it.name.as_str(), it)).collect(),
        rows: 0,
        text: line(COLUMNS),
    };
    if let Some(own) = unit.definitions.last() {
        table.structure(own);
        table.definition(own, "", ByteOffset::ZERO);
    }
    table.text
}

/// The table of an enumeration: a row for each value.
pub(super) fn of_values(unit: &Unit, values: impl Iterator<Item = (String, i64)>) -> String {
    let mut table = Table {
        unit,
        definitions: BTreeMap::new(),
        rows: 0,
        text: line(COLUMNS),
    };
    if let Some(own) = unit.definitions.last() {
        table.structure(own);
        for (name, value) in values {
            table.row(&Row {
                kind: "value",
                path: &name,
                ty: &own.name,
                offset: ByteOffset::ZERO,
                size: own.measure.size,
                bits: None,
                pedigree: Pedigree::default(),
                source: &own.source,
                note: &format!("{name} = {value}"),
            });
        }
    }
    table.text
}

struct Table<'u> {
    unit: &'u Unit,
    definitions: BTreeMap<&'u str, &'u Definition>,
    rows: usize,
    text: String,
}

/// What rows differ in.
struct Row<'a> {
    kind: &'static str,
    path: &'a str,
    ty: &'a str,
    offset: ByteOffset,
    size: ByteSize,
    bits: Option<BitRange>,
    pedigree: Pedigree,
    /// The id of who says so.
    source: &'a str,
    note: &'a str,
}

impl Table<'_> {
    /// What is true of the whole.
    fn structure(&mut self, own: &Definition) {
        let provenance = &self.unit.provenance;
        let errata = provenance.errata.iter().map(|erratum| erratum.id.clone());
        self.row(&Row {
            kind: "structure",
            path: "",
            ty: &own.name,
            offset: ByteOffset::ZERO,
            size: own.measure.size,
            bits: None,
            pedigree: Pedigree {
                certainty: None,
                errata: errata.collect(),
            },
            source: &own.source,
            note: &provenance.notes.join(" "),
        });
    }

    /// What is in a definition that lies at `start` and to which `path` leads. As deep as definitions hold one another, of which
    /// none holds itself.
    fn definition(&mut self, definition: &Definition, path: &str, start: ByteOffset) {
        let way = |name: &str| match path {
            "" => name.to_owned(),
            path => format!("{path}.{name}"),
        };
        let at = |offset: ByteOffset| start.saturating_add(ByteSize::new(offset.get()));
        for entry in definition.entries() {
            match entry {
                Entry::Field(field) => {
                    let (path, offset) = (way(&field.name), at(field.offset));
                    self.row(&Row {
                        kind: "member",
                        path: &path,
                        ty: &text::spelled(&field.ty),
                        offset,
                        size: field.size,
                        bits: None,
                        pedigree: field.pedigree.clone(),
                        source: &definition.source,
                        note: &field.comment,
                    });
                    self.inside(&field.ty, path, offset);
                }
                Entry::Bit(name, field, bits) => self.row(&Row {
                    kind: "bit",
                    path: &way(name),
                    ty: &bits.storage.declared,
                    offset: at(bits.offset),
                    size: bits.storage.size,
                    bits: Some(field.range),
                    pedigree: field.pedigree.clone(),
                    source: &definition.source,
                    note: &field.comment,
                }),
                Entry::Pad(pad) => {
                    let Some(kind) = kind_of(pad, definition.kind) else {
                        continue;
                    };
                    self.row(&Row {
                        kind,
                        path,
                        ty: "",
                        offset: at(pad.offset),
                        size: pad.size,
                        bits: None,
                        pedigree: Pedigree::default(),
                        source: &definition.source,
                        note: "",
                    });
                }
            }
        }
    }

    /// What is in a type; of an array, what is in its first element.
    fn inside(&mut self, ty: &Type, path: String, start: ByteOffset) {
        match ty {
            Type::Array { count: 0, .. } => {}
            Type::Array { element, .. } => self.inside(element, path + "[0]", start),
            Type::Definition { name, .. } if self.rows < ROW_LIMIT => {
                if let Some(definition) = self.definitions.get(name.as_str()) {
                    self.definition(definition, &path, start);
                }
            }
            _ => {}
        }
    }

    fn row(&mut self, row: &Row<'_>) {
        let provenance = &self.unit.provenance;
        let mut sources = provenance.sources.iter();
        let url = sources.find(|source| source.id == row.source);
        let bit = |of: fn(BitRange) -> u8| row.bits.map(of).map(|bit| bit.to_string());
        let certainty = row.pedigree.certainty.map(|it| it.to_string());
        self.rows += 1;
        self.text.push_str(&line([
            provenance.structure.as_str(),
            &provenance.point.version.to_string(),
            provenance.point.arch.as_str(),
            &provenance.size.get().to_string(),
            row.kind,
            row.path,
            row.ty,
            &text::place(row.offset),
            &row.offset.get().to_string(),
            &row.size.get().to_string(),
            &bit(BitRange::bit).unwrap_or_default(),
            &bit(BitRange::width).unwrap_or_default(),
            &certainty.unwrap_or_default(),
            &row.pedigree.errata.join(" "),
            row.source,
            url.map(|source| source.url.as_str()).unwrap_or_default(),
            row.note,
            &provenance.data,
        ]));
    }
}

/// What a gap is called; nothing where other members of a union have its bytes.
fn kind_of(pad: &Pad, of: Kind) -> Option<&'static str> {
    match (pad.kind, of) {
        (PadKind::Padding, Kind::Struct) => Some("padding"),
        (PadKind::Hole, Kind::Struct) => Some("hole"),
        (PadKind::Skipped, _) | (_, Kind::Union | Kind::Enum) => None,
    }
}

#[cfg(test)]
mod tests;
