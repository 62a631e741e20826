//! Collects statistics about the rows of a text, from which its dialect and the evidence follow.

use super::Dialect;
use super::cells::{Notation, Order};
use super::format::{EIGHT, FOUR, LineFormat, ONE, RowFeatures, TWO, WORDS};
use super::prompt::Command;
use super::row::Row;
use super::row_address::AddressNotation;
use super::rows::USUAL_ROW;

#[derive(Debug, Default)]
pub(super) struct RowStats {
    pub(super) rows: usize,
    /// The number of rows whose characters agree with their numbers.
    pub(super) confirmed: usize,
    ticked: usize,
    hyphens: usize,
    /// A bit mask of number sizes: one, two, four and eight bytes; bit 0 for any other size.
    units: u16,
    /// The number of rows of four-byte and eight-byte numbers with a symbol.
    pub(super) symbols: usize,
    /// The number of rows of four-byte numbers with characters.
    characters: usize,
    /// The number of rows that begin at the end of the previous one.
    pub(super) continues: usize,
    /// The number of rows 16 bytes after the previous one, whether or not that is complete.
    pub(super) usual: usize,
    last: Option<u64>,
    /// Whether a star repeats the last row up to the next address.
    pub(super) starred: bool,
    /// The address after the last row.
    pub(super) next: Option<u64>,
    /// Whether the last number of the last row was truncated, so that no row continues it.
    is_cut: bool,
    /// Whether the addresses are relative to an unknown base.
    pub(super) relative: bool,
    command: Option<String>,
}

impl RowStats {
    pub(super) fn add_row(&mut self, row: &Row) {
        self.rows += 1;
        self.confirmed += usize::from(row.evidence.agrees);
        self.ticked += usize::from(row.evidence.kind == AddressNotation::Ticked);
        self.relative |= row.evidence.kind == AddressNotation::Relative;
        self.hyphens += usize::from(row.marks & RowFeatures::HYPHEN.0 != 0);
        self.count_continuation(row.address);
        let step = self.last.and_then(|last| row.address.checked_sub(last));
        self.usual += usize::from(step == Some(USUAL_ROW as u64));
        self.last = Some(row.address);
        self.next = row.address.checked_add(row.bytes().len() as u64);
        // A truncated number belongs to the row, not to its characters.
        self.is_cut = row.cells.short && row.bytes().len() == row.cells.bytes.len();
        self.add_size(row.cells.unit);
        self.symbols += usize::from(row.evidence.symbol && row.cells.unit >= 4);
        self.characters += usize::from(row.evidence.agrees && row.cells.unit == 4);
    }

    /// Adds a row with unreadable numbers.
    pub(super) fn add_damaged(&mut self, unit: usize) {
        self.rows += 1;
        self.add_size(unit);
    }

    fn add_size(&mut self, bytes: usize) {
        self.units |= match bytes {
            1 | 2 | 4 | 8 => 1 << bytes,
            _ => 1,
        };
    }

    /// Whether an address is the end of the last row, or after it if a star repeats the row.
    pub(super) fn is_continued_at(&self, at: u64) -> bool {
        let behind = |next| next == at && !self.is_cut || self.starred && at > next;
        self.next.is_some_and(behind)
    }

    /// Whether an address is inside the last row.
    pub(super) fn is_inside(&self, at: u64) -> bool {
        self.last.is_some_and(|last| last < at) && self.next.is_some_and(|next| at < next)
    }

    /// Returns how many rows begin at the expected address: the end of the previous row, or 16 bytes after its start.
    pub(super) fn steps(&self) -> usize {
        self.continues.max(self.usual)
    }

    /// Counts a row, or the end of a dump, that begins where the last row ends.
    pub(super) fn count_continuation(&mut self, at: u64) {
        self.continues += usize::from(self.is_continued_at(at));
        self.starred = false;
    }

    pub(super) fn add_command(&mut self, command: &Command) {
        self.command.get_or_insert_with(|| command.text.clone());
    }

    /// Whether the command prints pointers and what they lead to.
    pub(super) fn is_dereferencing(&self) -> bool {
        let name = self.command.as_ref().and_then(|it| it.split(' ').next());
        name.is_some_and(|name| matches!(name, "dpp" | "dqp" | "ddp"))
    }

    /// Whether a hyphen separates the halves of each row.
    pub(super) const fn is_hyphened(&self) -> bool {
        self.ticked > 0 || self.hyphens > 0
    }

    /// Whether all numbers are single bytes, which have no byte order.
    pub(super) const fn single_bytes(&self) -> bool {
        self.units & !ONE == 0
    }

    /// Returns the size of all numbers; `None` if they differ.
    pub(super) const fn all_units(&self) -> Option<usize> {
        match self.units & (ONE | WORDS) {
            0 | ONE => Some(1),
            TWO => Some(2),
            FOUR => Some(4),
            EIGHT => Some(8),
            _ => None,
        }
    }

    /// Returns the dialect among those with this line format.
    pub(super) fn dialect(&self, format: &LineFormat) -> Dialect {
        let unit = self.all_units().unwrap_or(0);
        Dialect::of_rows(format, unit, self.symbols > 0, self.characters > 0)
    }

    /// Returns the evidence for the dialect, in one sentence.
    pub(super) fn why(&self, format: &LineFormat) -> String {
        let numbers = match self.units {
            0 | ONE if format.notation == Notation::Binary => "single bytes in binary",
            0 | ONE => "single bytes",
            _ if format.order == Order::Memory => "groups of bytes",
            TWO => "numbers of two bytes",
            FOUR => "numbers of four bytes",
            EIGHT => "numbers of eight bytes",
            _ => "numbers of several sizes",
        };
        let order = match format.order {
            _ if self.single_bytes() => "",
            Order::Number => ", the lowest byte last",
            Order::Memory => ", in their order",
        };
        let mut why = count(self.rows, "row") + " of " + format.names + " and " + numbers + order;
        let evidence = [
            (self.ticked, "a back-tick in the address"),
            (self.hyphens, "a hyphen between bytes"),
            (self.confirmed, "an ASCII column that agrees"),
        ];
        for (seen, what) in evidence.into_iter().filter(|(seen, _)| *seen > 0) {
            why = why + "; " + what;
            if seen < self.rows {
                why = why + " in " + &seen.to_string();
            }
        }
        if self.continues > 0 && self.continues + 1 >= self.rows && self.confirmed == 0 {
            why += "; each row begins where the one before it ends";
        }
        if let Some(command) = &self.command {
            why = why + "; the command `" + command + "`";
        }
        why
    }
}

/// Returns the value that most others are near to; `None` if there are none.
pub(super) fn median(values: impl Iterator<Item = usize>) -> Option<usize> {
    let mut values: Vec<usize> = values.collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}

/// Formats a count: `1 row`, `2 rows`.
pub(super) fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
