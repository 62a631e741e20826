//! Parses a structure's data file into an [`Article`]. Reports every mistake with its position.

mod errata;
mod rows;

use crate::raw::{DataError, Place, Problem, RawFile, RawStructure, Reader};

use super::{Article, Row, Table};

impl Article {
    /// Parses one file. Adds mistakes to `errors` and returns `None` if there are any.
    pub(crate) fn read(raw: &RawFile<RawStructure>, errors: &mut Vec<DataError>) -> Option<Self> {
        let before = errors.len();
        let mut reader = Reader {
            file: &raw.file,
            errors,
        };
        let text = &raw.content;
        let key = |key| Place::key(&raw.file, key);
        let name = reader.parse(&text.name, key("name"))?;
        let certainty = reader.parse(&text.certainty, key("certainty"))?;
        let mode = match &text.mode {
            Some(mode) => Some(reader.parse(mode, key("mode"))?),
            None => None,
        };
        let first = reader.parse(&text.first, key("first"))?;
        let reach = reader.parse(&text.reach, key("reach"))?;
        if reach < first {
            let what = format!(
                "{reach} is older than {first}, the first release that the source gives: expected the newest that it knows"
            );
            reader.fail(key("reach"), Problem::Form(what));
        }
        let sizes = reader.sizes(text);
        let rows: Vec<Row> = text
            .row
            .iter()
            .enumerate()
            .filter_map(|(at, row)| reader.row(at, row))
            .collect();
        let bits = text
            .bit
            .iter()
            .enumerate()
            .filter_map(|(at, bit)| reader.bit(at, bit))
            .collect();
        let published = Table::new((first, reach), sizes, rows, bits);
        reader.check_rows(text, &published);
        let errata = reader.errata(text, &published);
        let notes = text
            .note
            .iter()
            .enumerate()
            .filter_map(|(at, note)| reader.note(at, note, &published))
            .collect();
        let servicing = reader.servicing(text);
        if reader.errors.len() > before {
            return None;
        }
        Some(Self {
            file: raw.file.clone(),
            name,
            source: text.source.clone(),
            summary: text.summary.clone(),
            description: text.description.clone(),
            certainty,
            mode,
            no_extrapolation_reason: text.beyond.clone(),
            published,
            errata,
            notes,
            servicing,
        })
    }
}
