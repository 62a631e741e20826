//! Tables of addresses and bytes in columns, `0x10,0x4d`, as Ghidra exports them.

use std::collections::BTreeSet;

use super::{AROUND, HEAD_LINES, OFFSET_DIGITS};
use crate::decode::read::prompt::strip_comment_markers;
use crate::decode::read::row_address::BARE_DIGITS;
use crate::decode::read::rows::LOWEST_ADDRESS;
use crate::decode::read::text::{is_hex, is_pair, split};

/// The most columns of a table in which each value may be shown in two ways.
const VALUE_COLUMNS: usize = 3;

/// A line of a table.
enum Entry<'t> {
    Row(Row<'t>),
    /// A row that could not be parsed.
    Damaged(&'t str),
    /// The replacement of a line without bytes.
    Other(&'static str),
}

/// How a table is written.
#[derive(Clone, Copy)]
enum TableKind {
    /// As bytes that count from 0.
    Bytes,
    /// As rows of bytes.
    Rows,
    /// As rows of one byte or number of this size.
    Values(u64),
}

/// Converts a table to rows if most end where another begins, to bytes if each has one and they count from 0.
pub(super) fn tables(text: &str) -> Option<String> {
    let entries = entries(text)?;
    let rows = entries.iter().filter_map(|entry| match entry {
        Entry::Row(row) => Some(row),
        _ => None,
    });
    let rows: Vec<&Row<'_>> = rows.collect();
    let is_damaged = |entry: &&Entry<'_>| matches!(entry, Entry::Damaged(_));
    let damaged = entries.iter().filter(is_damaged).count();
    if 2 * damaged > rows.len() || rows.len() < 2 {
        return None;
    }
    // Columns separated by tabs are already rows.
    let kind = kind(&rows, damaged, text.contains('\t'))?;
    // Where numbers are zero-padded, one with fewer digits lost one.
    let mut bytes = rows.iter().flat_map(|row| &row.bytes);
    let is_filled = bytes.any(|byte| byte.len() == 2 && byte.starts_with('0'));
    // The bytes of damaged rows before the first are unknown.
    let start = rows.iter().map(|row| row.at).min()?;
    let before = entries.iter().take_while(|it| !matches!(it, Entry::Row(_)));
    let mut lost = (1..=before.filter(is_damaged).count() as u64).rev();
    let mut unknown = |unit: u64| {
        let at = start.checked_sub(lost.next()? * unit)?;
        let bytes = " ??".repeat(unit as usize);
        Some(format!("{at:0OFFSET_DIGITS$x}:{bytes}"))
    };
    let plain = entries.iter().map(|entry| match (entry, kind) {
        (Entry::Other(line), _) => (*line).to_owned(),
        (Entry::Damaged(line), kind) => {
            let row = match kind {
                TableKind::Values(unit) => unknown(unit),
                _ => None,
            };
            // A quotation mark prevents parsing it as a row.
            row.unwrap_or_else(|| format!("\"{line}"))
        }
        (Entry::Row(row), TableKind::Values(2..)) => {
            format!("0x{:0OFFSET_DIGITS$x}:  0x{}", row.at, row.bytes.concat())
        }
        (Entry::Row(row), kind) => row.write(matches!(kind, TableKind::Bytes), is_filled),
    });
    Some(plain.fold(String::new(), |plain, line| plain + &line + "\n"))
}

/// Parses the lines; `None` if many are damaged.
fn entries(text: &str) -> Option<Vec<Entry<'_>>> {
    let (mut entries, mut columns) = (Vec::new(), None);
    let (mut rows, mut damaged) = (0, 0);
    for (number, line) in split(text).enumerate() {
        let line = strip_comment_markers(line.trim()).trim_end_matches([' ', '|']);
        // The rest of a number that a hard wrap split.
        if is_hex(line) {
            return None;
        }
        // Column names, or a line whose beginning is missing.
        let is_around = number < HEAD_LINES && !line.contains("0x") && rows == 0;
        let found = row(line).filter(|row| row.columns == *columns.get_or_insert(row.columns));
        entries.push(match found {
            Some(row) => {
                rows += 1;
                Entry::Row(row)
            }
            None if line.is_empty() => Entry::Other(""),
            None if is_around => Entry::Other(AROUND),
            None if damaged > rows / 2 => return None,
            None => {
                damaged += 1;
                Entry::Damaged(line)
            }
        });
    }
    Some(entries)
}

/// Decides whether a table has bytes. `is_tabbed` if its columns may be separated by tabs.
fn kind(rows: &[&Row<'_>], damaged: usize, is_tabbed: bool) -> Option<TableKind> {
    // The rows may be out of order.
    let starts: BTreeSet<u64> = rows.iter().map(|row| row.at).collect();
    let are_values = rows.iter().all(|row| row.bytes.len() == 1);
    let are_values = are_values && rows.iter().any(|row| row.is_hexed);
    let are_rows = !is_tabbed && rows.iter().all(|row| row.width.is_some());
    let mut numbers = rows.iter().flat_map(|row| &row.bytes);
    let is_wide = numbers.any(|it| it.len() > 2);
    let pairs = starts.iter().zip(starts.iter().skip(1));
    let steps = pairs.map(|(row, next)| next - row).filter(|_| is_wide);
    let unit = steps.min().unwrap_or(1);
    if is_wide && !matches!(unit, 2 | 4 | 8) {
        return None;
    }
    let goes_on = |row: &&&Row<'_>| {
        let size = match are_values {
            true => unit,
            false => row.bytes.len() as u64,
        };
        let end = row.at.checked_add(size);
        end.is_some_and(|end| starts.contains(&end))
    };
    let follow = 2 * rows.iter().filter(goes_on).count() + 1 >= rows.len();
    if !(are_rows || are_values) || !follow {
        return None;
    }
    // One byte per line, and none damaged.
    let are_bytes = are_values && damaged == 0;
    let counts_on = are_bytes && (0..).zip(rows).all(|(at, row)| row.at == at);
    Some(match (counts_on, are_values) {
        (true, _) => TableKind::Bytes,
        (_, true) => TableKind::Values(unit),
        _ => TableKind::Rows,
    })
}

/// The address and the bytes of a line of a table.
struct Row<'t> {
    at: u64,
    /// The digits of its address; `None` for a decimal or a shorter one.
    width: Option<usize>,
    /// The digits of each byte.
    bytes: Vec<&'t str>,
    columns: usize,
    /// Whether the bytes have the prefix `0x`.
    is_hexed: bool,
}

impl Row<'_> {
    /// Writes the row, or only its bytes. `is_filled` if zeros pad the bytes.
    fn write(&self, is_bytes: bool, is_filled: bool) -> String {
        let mark = if is_bytes || self.at >= LOWEST_ADDRESS {
            "0x"
        } else {
            ""
        };
        let byte = |byte: &&str| match byte.len() {
            1 if is_filled => format!(" {mark}??"),
            _ => format!(" {mark}{:0>2}", byte.to_ascii_lowercase()),
        };
        let bytes: String = self.bytes.iter().map(byte).collect();
        let width = self.width.unwrap_or(OFFSET_DIGITS);
        match is_bytes {
            true => bytes.trim_start().to_owned(),
            false => format!("{mark}{:0width$x}:{bytes}", self.at),
        }
    }
}

/// Parses an address, and the bytes of the first other column that has some, or of columns with one each.
fn row(line: &str) -> Option<Row<'_>> {
    let cells = match line.starts_with("0x") {
        true => line.split(&[',', ';', '\t', '|'][..]),
        false => line.split(&[',', ';', '\t'][..]),
    };
    let mut cells = cells.map(|cell| cell.trim().trim_matches('"'));
    let columns = cells.clone().count();
    let address = cells.next()?;
    let is_prefixed = |cell: &str| cell.starts_with("0x");
    // Two numbers in hexadecimal are no value that is shown in two ways.
    if columns == VALUE_COLUMNS && cells.clone().all(is_prefixed) {
        return None;
    }
    let is_number = |word: &str| match word.strip_prefix("0x") {
        Some(digits) => is_hex(digits),
        None => is_pair(word),
    };
    let are_numbers = |cell: &&str| !cell.is_empty() && cell.split_whitespace().all(is_number);
    let numbers = cells.find(are_numbers)?;
    let is_hexed = numbers.starts_with("0x");
    let is_alike = |cell: &&str| {
        columns > VALUE_COLUMNS && cell.starts_with("0x") == is_hexed && are_numbers(cell)
    };
    let bytes = numbers.split_whitespace().chain(cells.take_while(is_alike));
    let bytes: Vec<&str> = bytes.map(|word| word.trim_start_matches("0x")).collect();
    let (digits, radix) = match address.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None if address.len() < BARE_DIGITS => (address, 10),
        None => (address, 16),
    };
    // An address with two digits may be the first byte of an array.
    let is_row = digits.len() < address.len() && digits.len() > 2;
    Some(Row {
        at: u64::from_str_radix(digits, radix).ok()?,
        width: match digits.len() {
            BARE_DIGITS.. => Some(digits.len()),
            _ => is_row.then_some(OFFSET_DIGITS),
        },
        bytes,
        columns,
        is_hexed,
    })
}
