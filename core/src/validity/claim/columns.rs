//! A table under a head that names its columns, in any order.

use super::line::{Line, Row};
use super::number::number;
use super::said::said;
use super::words::{Part, part};
use super::{ByteSize, Said};
use crate::point::Point;

/// What stands between cells, where it is no blank.
const SEPARATORS: [char; 4] = ['\t', ',', ';', '|'];

/// The columns of a table.
pub(super) struct Columns {
    separator: Option<char>,
    parts: Vec<Part>,
}

impl Columns {
    /// The columns that a line names, if it is the head of a table.
    pub(super) fn of(line: &str) -> Option<Self> {
        let separator = SEPARATORS.into_iter().find(|it| line.contains(*it));
        let parts: Option<Vec<Part>> = cells(line, separator).into_iter().map(part).collect();
        let parts = parts?;
        let has = |wanted: &[Part]| parts.iter().any(|part| wanted.contains(part));
        let is_head =
            has(&[Part::Offset, Part::Claimed, Part::Structure, Part::Member]) && parts.len() > 1;
        is_head.then_some(Self { separator, parts })
    }

    /// What a line says, cell by cell; `None` where it has other cells.
    pub(super) fn row<'t>(&self, line: &'t str) -> Option<Line<'t>> {
        let cells = cells(line, self.separator);
        let is_remark = line.trim_start().starts_with(['#', '/']);
        if is_remark || cells.len() != self.parts.len() {
            return None;
        }
        let of = |wanted: Part| {
            let mut known = self.parts.iter().zip(&cells);
            known.find_map(|(part, cell)| (*part == wanted && !cell.is_empty()).then_some(*cell))
        };
        let mut row = Row {
            structure: of(Part::Structure),
            ..Row::default()
        };
        let name = of(Part::Name);
        row.names.extend(of(Part::Member).or(name));
        let point = of(Part::Point).and_then(|text| text.parse::<Point>().ok());
        row.arch = of(Part::Arch)
            .and_then(|text| text.parse().ok())
            .or(point.map(|point| point.arch));
        row.pointed = point.is_some() || of(Part::Version).is_some();
        let offset = of(Part::Offset).or_else(|| of(Part::Claimed));
        if offset.is_none() && of(Part::State).is_some() {
            // It says itself that nothing is there.
            return Some(Line::Nothing);
        }
        match offset.map(number).transpose() {
            Ok(offset) => row.offset = offset,
            Err(why) => return Some(Line::Refused(why)),
        }
        if of(Part::Bits).is_none() {
            let size = || of(Part::Size).and_then(|text| number(text).ok());
            let ty = of(Part::Type).and_then(said);
            row.said = ty.or_else(|| Some(Said::Size(ByteSize::new(size()?))));
        }
        Some(Line::Row(row))
    }
}

/// The cells of a line, without the quotes around them.
fn cells(line: &str, separator: Option<char>) -> Vec<&str> {
    let line = line.trim();
    let cells: Vec<&str> = match separator {
        // The table of a text in Markdown has a line at both ends.
        Some('|') => line.trim_matches('|').split('|').collect(),
        Some(separator) => line.split(separator).collect(),
        None => line.split_whitespace().collect(),
    };
    let quotes = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`');
    cells
        .into_iter()
        .map(|cell| cell.trim_matches(quotes))
        .collect()
}
