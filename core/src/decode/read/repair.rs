//! A row in which characters were changed: its numbers stand in the columns of the rows beside it, so that only the bytes that
//! cannot be read are unknown, and not the row.

use std::ops::Range;

use super::cells::{Order, nibble};
use super::fate::excerpt;
use super::row::Row;

/// Of so many numbers one may be damaged; where more are, the row is no row.
const DAMAGED: usize = 4;

/// Where the numbers of a row stand, behind the address.
#[derive(Debug)]
pub(super) struct Columns {
    /// From the first digit of the first number on.
    words: Vec<Range<usize>>,
    /// How many blanks stand between the address and the first.
    before: usize,
    /// How many bytes a number has.
    unit: usize,
}

/// What can be read of a damaged row.
#[derive(Debug)]
pub(super) struct Repaired {
    /// Its bytes, in the order in which they lie; `None` for those that cannot be read.
    pub(super) bytes: Vec<Option<u8>>,
    /// The first number that cannot be read; empty where all can.
    pub(super) damaged: String,
    /// How many bytes a number has.
    pub(super) unit: usize,
    /// Whether the row ends in that number.
    pub(super) is_cut: bool,
}

impl Repaired {
    /// What was done, for who reads what became of the line. `place` says where it lies if its own address does not.
    pub(super) fn note(&self, place: Option<u64>) -> String {
        let damaged = excerpt(&self.damaged);
        if let Some(place) = place {
            let numbers = match self.damaged.is_empty() {
                true => String::new(),
                false => format!("; `{damaged}` is no number, and its bytes are unknown"),
            };
            return format!(
                "its address is damaged: the rows beside it leave the place at 0x{place:x} to it{numbers}"
            );
        }
        match self.is_cut {
            true => format!("the row is cut in `{damaged}`: what followed is unknown"),
            false => format!("`{damaged}` is no number: its bytes are unknown"),
        }
    }
}

impl Columns {
    /// The columns of a row that was read; `None` where its numbers are no pairs of hexadecimal digits.
    pub(super) fn of(row: &Row) -> Option<Self> {
        let unit = row.cells.unit;
        if row.cells.other_radix {
            return None;
        }
        let mut start = 0;
        let mut words = Vec::new();
        for cell in &row.cells.cells {
            if cell.bytes > row.bytes().len() {
                break;
            }
            let digits = cell.end.checked_sub(start)?;
            if digits != 2 * unit && (unit, digits) != (8, TICKED) {
                return None;
            }
            words.push(start..cell.end);
            start = cell.end + cell.gap;
        }
        let before = row.before;
        (words.len() > 1).then_some(Self {
            words,
            before,
            unit,
        })
    }

    /// How many bytes a row has in these columns.
    pub(super) fn bytes(&self) -> usize {
        self.words.len() * self.unit
    }

    /// Reads what follows the address of a damaged row; `None` where it does not stand in these columns, or where too much of it
    /// is damaged.
    pub(super) fn repair(&self, text: &str, order: Order) -> Option<Repaired> {
        let columns = text.trim_start_matches(' ');
        if text.len() - columns.len() != self.before {
            return None;
        }
        let mut bytes = Vec::with_capacity(self.bytes());
        let mut damaged = Vec::new();
        for range in &self.words {
            if columns.len() < range.end && !bytes.is_empty() {
                // Cut in this number: those before it are whole.
                damaged.push(columns.get(range.start..).filter(|cut| !cut.is_empty())?);
                break;
            }
            let word = columns.get(range.clone())?;
            let between =
                |at: usize| matches!(columns.as_bytes().get(at), None | Some(b' ' | b'-'));
            let apart = between(range.end) && range.start.checked_sub(1).is_none_or(between);
            if !apart || word.contains(' ') {
                return None;
            }
            let first = bytes.len();
            bytes.extend(pairs(word, self.unit));
            let unknown = bytes.get(first..)?.contains(&None);
            if unknown
                && !word
                    .bytes()
                    .all(|b| nibble(b).is_some() || matches!(b, b'?' | b'`'))
            {
                damaged.push(word);
            }
            if order == Order::Number {
                bytes.get_mut(first..)?.reverse();
            }
        }
        let is_row = damaged.len() <= self.words.len().div_ceil(DAMAGED);
        let is_cut = bytes.len() < self.bytes();
        is_row.then(|| Repaired {
            bytes,
            unit: self.unit,
            is_cut,
            damaged: damaged.first().copied().unwrap_or_default().to_owned(),
        })
    }
}

/// How many characters a number of eight bytes has that a back-tick divides.
const TICKED: usize = 17;

/// The bytes of a number, as they are written.
fn pairs(word: &str, unit: usize) -> impl Iterator<Item = Option<u8>> {
    let halves = match word.len() {
        TICKED => [word.get(..8), word.get(9..)],
        _ => [Some(word), None],
    };
    let digits = halves.into_iter().flatten().flat_map(str::bytes);
    let digits: Vec<Option<u8>> = digits.map(nibble).collect();
    (0..unit).map(move |at| match digits.get(2 * at..2 * at + 2) {
        Some([Some(high), Some(low)]) => Some(high << 4 | low),
        _ => None,
    })
}
