//! `csv`: a row for each member, bit field and gap, those of nested types with their paths.
//!
//! CSV has no comments (RFC 4180), so the provenance is in columns, and the first row describes the structure itself.
//! Columns have the names of those in the table of the whole dataset if they mean the same.

use std::collections::BTreeMap;

use super::model::{Definition, Entry, MemberProvenance, Type, Unit};
use super::text;
use crate::csv::line;
use crate::types::EnumValue;
use crate::units::{BitRange, ByteOffset, ByteSize};

/// The number of rows after which nested types are no longer unfolded.
pub const ROW_LIMIT: usize = 65_536;

const COLUMNS: &str = "structure,version,arch,structure_size,kind,path,type,offset_hex,offset,size,bit,width,\
                       certainty,errata,source,source_url,note,data\r\n";

pub(super) fn write(unit: &Unit) -> String {
    let definitions = unit.definitions.iter();
    let mut table = Table {
        unit,
        definitions: definitions.map(|it| (it.name.as_str(), it)).collect(),
        rows: 0,
        text: COLUMNS.to_owned(),
    };
    if let Some(own) = unit.definitions.last() {
        table.structure(own);
        match unit.values.as_slice() {
            [] => table.definition(own, "", ByteOffset::ZERO),
            values => table.values(own, values),
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

#[derive(Default)]
struct Row<'a> {
    kind: &'static str,
    path: &'a str,
    ty: &'a str,
    offset: ByteOffset,
    size: ByteSize,
    bits: Option<BitRange>,
    provenance: MemberProvenance,
    /// Source id in `sources.toml`.
    source: &'a str,
    note: &'a str,
}

impl Table<'_> {
    /// Adds the row about the structure as a whole.
    fn structure(&mut self, own: &Definition) {
        let provenance = &self.unit.provenance;
        let errata = provenance.errata.iter().map(|erratum| erratum.id.clone());
        self.row(&Row {
            kind: "structure",
            ty: &own.name,
            size: own.measure.size,
            provenance: MemberProvenance {
                certainty: None,
                errata: errata.collect(),
            },
            source: &own.source,
            note: &provenance.notes.join(" "),
            ..Row::default()
        });
    }

    fn values(&mut self, own: &Definition, values: &[EnumValue]) {
        for EnumValue { name, value } in values {
            self.row(&Row {
                kind: "value",
                path: name,
                ty: &own.name,
                size: own.measure.size,
                source: &own.source,
                note: &format!("{name} = {value}"),
                ..Row::default()
            });
        }
    }

    /// Adds the rows of a definition at `start`, below `path`. Recursion is bounded: no definition contains itself.
    fn definition(&mut self, definition: &Definition, path: &str, start: ByteOffset) {
        let way = |name: &str| match path {
            "" => name.to_owned(),
            path => format!("{path}.{name}"),
        };
        let at = |offset: ByteOffset| start.saturating_add(ByteSize::new(offset.get()));
        for entry in definition.entries() {
            let row = Row {
                source: &definition.source,
                ..Row::default()
            };
            match entry {
                Entry::Field(field) => {
                    let (path, offset) = (way(&field.name), at(field.offset));
                    self.row(&Row {
                        kind: "member",
                        path: &path,
                        ty: &text::source_type_name(&field.ty),
                        offset,
                        size: field.size,
                        provenance: field.provenance.clone(),
                        note: &field.comment,
                        ..row
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
                    provenance: field.provenance.clone(),
                    note: &field.comment,
                    ..row
                }),
                Entry::Pad(pad) => {
                    if let Some(kind) = pad.in_table(definition.kind) {
                        self.row(&Row {
                            kind,
                            path,
                            offset: at(pad.offset),
                            size: pad.size,
                            ..row
                        });
                    }
                }
            }
        }
    }

    /// Adds the rows within a type; for an array, those of its first element.
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
        let certainty = row.provenance.certainty.map(|it| it.to_string());
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
            &row.provenance.errata.join(" "),
            row.source,
            url.map(|source| source.url.as_str()).unwrap_or_default(),
            row.note,
            &provenance.data,
        ]));
    }
}
