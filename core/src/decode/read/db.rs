//! WinDbg's `db`: ``fffff803`451e0c86  48 d3 c2 48 33 d0 48 0f-ca   H..H3.H..``. An address, bytes of two digits, perhaps
//! their characters, perhaps a note.
//!
//! Where the bytes end and their characters begin is told by the blanks between them, and by the characters themselves:
//! only at one place do they say what the bytes before them say.

use super::address::{Address, address};
use super::assemble::Assembly;
use super::fate::{Fate, LineFate, Reason, Skip};
use super::lookalike::lookalike;
use super::text::{Line, is_fence, uncoded};
use super::{Dialect, ReadError, Reading, prompt};
use crate::decode::limits::ROW_LIMIT;

/// How many bytes a row has where no command says otherwise.
const USUAL_ROW: usize = 16;

/// A row as it stands.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) address: Address,
    /// The bytes; `None` for `??`.
    pub(super) bytes: Vec<Option<u8>>,
    /// Whether the characters behind the bytes say the same as they.
    pub(super) agrees: bool,
}

/// Reads a text that is known to be `db`.
pub(super) fn read(lines: &[Line<'_>], why: String) -> Result<Reading, ReadError> {
    let mut assembly = Assembly::default();
    let mut fates = Vec::with_capacity(lines.len());
    for line in lines {
        let skipped = |reason| Fate::Skipped(Skip::new(reason, &line.text));
        let fate = match row(&line.text) {
            Ok(row) => match assembly.place(line.number, row.address.value, &row.bytes)? {
                Ok(at) => Fate::Bytes {
                    region: 0,
                    at,
                    count: row.bytes.len(),
                },
                Err(reason) => skipped(reason),
            },
            Err(_) if is_fence(&line.text) => Fate::Fence,
            Err(_) if prompt::prompt(&line.text).is_some() => Fate::Prompt,
            Err(_) if prompt::is_command(&line.text) => Fate::Prompt,
            Err(reason) => skipped(other(&line.text).unwrap_or(reason)),
        };
        fates.push(LineFate {
            line: line.number,
            fate,
        });
    }
    Reading::finish(assembly.finish(), Dialect::WindbgDb, why, fates)
}

/// What else the line is, if it is a row of what is not read.
fn other(text: &str) -> Option<Reason> {
    lookalike(text).map(|lookalike| Reason::Other {
        lookalike,
        dialect: Dialect::WindbgDb,
    })
}

/// The row that the line is, behind whatever stands before it.
pub(super) fn row(text: &str) -> Result<Row, Reason> {
    let text = uncoded(text);
    let first = at_start(text);
    if !matches!(first, Err(Reason::NoAddress)) {
        return first;
    }
    let mut rest = prompt::prompt(text).unwrap_or(text);
    for _ in 0..3 {
        rest = rest
            .trim_start_matches("//")
            .trim_start_matches([' ', ';', '>', '*', '$', '|']);
    }
    let numbered = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = numbered.trim_start_matches(['.', ':', ')', '|']);
    let by_number = || match numbered.strip_prefix(' ') {
        Some(behind) => at_start(behind.trim_start()),
        None => Err(Reason::NoAddress),
    };
    match at_start(rest) {
        Err(Reason::NoAddress) => by_number(),
        found => found,
    }
}

fn at_start(text: &str) -> Result<Row, Reason> {
    let (address, rest) = address(text).ok_or(Reason::NoAddress)?;
    let columns = rest.trim_start();
    let cells = cells(columns);
    let (count, agrees) = extent(columns, &cells, rest.len() - columns.len())?;
    let bytes = cells.iter().take(count).map(|cell| cell.byte).collect();
    Ok(Row {
        address,
        bytes,
        agrees,
    })
}

/// Two digits, or `??`, and what follows them.
struct Cell {
    byte: Option<u8>,
    /// Where what follows begins.
    end: usize,
    /// How many blanks follow; a hyphen counts as one.
    gap: usize,
    /// Whether nothing but blanks follows.
    last: bool,
}

/// The bytes at the beginning of `text`, up to the first that is none.
fn cells(text: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut rest = text;
    while cells.len() < ROW_LIMIT {
        let Some((pair, after)) = rest.split_at_checked(2) else {
            break;
        };
        let byte = match pair {
            "??" => None,
            _ if pair.bytes().all(|b| b.is_ascii_hexdigit()) => u8::from_str_radix(pair, 16).ok(),
            _ => break,
        };
        let next = after.strip_prefix('-').unwrap_or(after).trim_start();
        let gap = after.len() - next.len();
        if gap == 0 && !after.is_empty() {
            break;
        }
        cells.push(Cell {
            byte,
            end: text.len() - after.len(),
            gap,
            last: next.is_empty(),
        });
        rest = next;
    }
    cells
}

/// How many of the cells are bytes and no characters, and whether the characters confirm it.
fn extent(text: &str, cells: &[Cell], before: usize) -> Result<(usize, bool), Reason> {
    let behind = |cell: &Cell| text.get(cell.end..).unwrap_or_default();
    let (Some(first), Some(last)) = (cells.first(), cells.last()) else {
        return Err(Reason::NoByte);
    };
    // Blanks that somebody collapsed, or turned into tabs, no longer tell columns apart.
    let usual = if cells.len() > 1 { first.gap } else { 1 };
    let loose = before < 2 || usual > 1;
    let wide = |cell: &Cell| cell.gap > usual || cell.last;
    let confirmed = |count: usize, cell: &Cell| says(behind(cell), cells.get(..count));
    let mut counted = (1..).zip(cells);
    if let Some((count, _)) = counted.find(|(count, cell)| wide(cell) && confirmed(*count, cell)) {
        return Ok((count, true));
    }
    let mut backward = (1..=cells.len()).rev().zip(cells.iter().rev());
    let narrow =
        backward.find(|(count, cell)| (loose || *count == cells.len()) && confirmed(*count, cell));
    if let Some((count, _)) = narrow {
        return Ok((count, true));
    }
    let wide_within = (1..=USUAL_ROW)
        .zip(cells)
        .filter(|(_, cell)| wide(cell))
        .last();
    match wide_within {
        Some((count, _)) if cells.len() > USUAL_ROW => Ok((count, false)),
        _ if loose && cells.len() >= USUAL_ROW => Ok((USUAL_ROW, false)),
        _ if wide(last) || is_note(behind(last)) => Ok((cells.len(), false)),
        _ => Err(Reason::NotHex(word(behind(last)))),
    }
}

/// Whether the text begins with the characters of these bytes, as the debugger prints them. Blanks do not count, for
/// they are lost too easily.
fn says(text: &str, cells: Option<&[Cell]>) -> bool {
    let mut printed = text.chars().filter(|c| *c != ' ');
    let mut some = false;
    for cell in cells.unwrap_or_default() {
        let expected = match cell.byte {
            None => '?',
            Some(b' ') => continue,
            Some(byte) if byte.is_ascii_graphic() => char::from(byte),
            Some(_) => '.',
        };
        some = true;
        if printed.next() != Some(expected) {
            return false;
        }
    }
    some
}

/// Whether it is somebody's note, set off by a mark.
fn is_note(text: &str) -> bool {
    let marks = [
        "//", "/*", ";", "#", "<", "--", "(", "[", "*", "|", "=>", "->", "\u{2190}",
    ];
    marks.iter().any(|mark| text.trim_start().starts_with(mark))
}

/// The first word of the text.
fn word(text: &str) -> String {
    super::fate::excerpt(text.split_whitespace().next().unwrap_or_default())
}
