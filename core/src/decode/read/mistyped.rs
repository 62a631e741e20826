//! Rows whose address looks mistyped: the rows beside one continue each other and leave just the room that it needs, but its
//! own address says another place.
//!
//! Its bytes stay where it says. What is odd about it is a note on its line, and the reason in the error where its bytes
//! cannot lie there. It makes no region together with rows that lie far from it, and none that others must stand behind.

use std::ops::Range;

/// A row, as far as it matters here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) address: u64,
    pub(super) count: u64,
    pub(super) line: usize,
    /// The number of its line among those that are not blank.
    pub(super) place: usize,
}

/// A row whose address looks mistyped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mistyped {
    /// The number of the row.
    pub(super) row: usize,
    pub(super) line: usize,
    pub(super) says: u64,
    /// Where the rows beside it leave room for it.
    expected: u64,
    count: u64,
    beside: Beside,
}

/// The rows that say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beside {
    /// The lines before and behind it.
    Both(usize, usize),
    /// It is the first: the lines behind it, from one to another.
    Behind(usize, usize),
    /// It is the last: the lines before it.
    Before(usize, usize),
}

/// So many rows must continue one another for the first or the last beside them to be doubted; one less where its address has all
/// digits but one.
const WITNESSES: usize = 3;

/// So many rows may be missing between two, for all that one knows: then an address is not doubted.
const LEFT_OUT: u64 = 16;

/// So many bytes a row usually has.
const USUAL: u64 = 16;

/// The rows whose address looks mistyped, in the order in which they stand.
pub(super) fn mistyped(rows: &[Step]) -> Vec<Mistyped> {
    let mut found = Vec::new();
    let mut number = 0;
    for run in rows.chunk_by(|row, next| row.place.checked_add(1) == Some(next.place)) {
        of_run(run, number, &mut found);
        number += run.len();
    }
    found
}

/// Those of rows between which nothing stands. `number` is that of the first.
fn of_run(run: &[Step], number: usize, found: &mut Vec<Mistyped>) {
    // A short row is as likely to follow rows that were left out as a long one.
    let widest = run
        .iter()
        .map(|row| row.count)
        .max()
        .unwrap_or_default()
        .max(USUAL);
    let room = LEFT_OUT.saturating_mul(widest);
    if let [first, rest @ ..] = run
        && let Some((before, behind)) = continuing(rest)
        && let Some(expected) = before.address.checked_sub(first.count)
        && is_enough(rest.len(), first.address, expected)
        && doubtful(first, expected, end(first)..before.address, room)
    {
        let beside = Beside::Behind(before.line, behind.line);
        found.push(odd(first, number, expected, beside));
    }
    for (index, rows) in (number + 1..).zip(run.windows(3)) {
        let [before, row, behind] = rows else {
            continue;
        };
        let expected = end(before);
        if expected != row.address && expected.checked_add(row.count) == Some(behind.address) {
            let beside = Beside::Both(before.line, behind.line);
            found.push(odd(row, index, expected, beside));
        }
    }
    if let [rest @ .., last] = run
        && let Some((before, behind)) = continuing(rest)
        && is_enough(rest.len(), last.address, end(behind))
        && doubtful(last, end(behind), end(behind)..last.address, room)
    {
        let beside = Beside::Before(before.line, behind.line);
        let index = number + rest.len();
        found.push(odd(last, index, end(behind), beside));
    }
}

fn odd(row: &Step, number: usize, expected: u64, beside: Beside) -> Mistyped {
    Mistyped {
        row: number,
        line: row.line,
        says: row.address,
        expected,
        count: row.count,
        beside,
    }
}

const fn end(row: &Step) -> u64 {
    row.address.wrapping_add(row.count)
}

/// The first and the last of rows that all continue one another, if they are enough.
fn continuing(rows: &[Step]) -> Option<(&Step, &Step)> {
    let continues = rows
        .iter()
        .zip(rows.get(1..)?)
        .all(|(row, next)| end(row) == next.address);
    continues.then(|| rows.first().zip(rows.last()))?
}

/// Whether so many rows that continue one another are enough to doubt an address.
fn is_enough(rows: usize, typed: u64, meant: u64) -> bool {
    let lost = (0..u64::BITS)
        .step_by(4)
        .any(|at| without(meant, at) == typed);
    rows >= if lost { WITNESSES - 1 } else { WITNESSES }
}

/// Whether an address is rather the expected one with a slip of the hand than one behind rows that were left out.
/// `gap` is what was left out then, and `room` how much that may be.
fn doubtful(row: &Step, expected: u64, gap: Range<u64>, room: u64) -> bool {
    let left_out = gap.end.checked_sub(gap.start);
    let left_out = left_out.is_some_and(|bytes| bytes <= room);
    row.address != expected && !left_out && is_slip(row.address, expected)
}

/// Whether two numbers differ by one digit that is another, or is missing, or by two that changed places.
fn is_slip(typed: u64, meant: u64) -> bool {
    let differing = typed ^ meant;
    (0..u64::BITS).step_by(4).any(|at| {
        let pair = |number: u64| number >> at & 0xff;
        let other_digit = differing & !(0xf << at) == 0;
        let swapped = differing & !(0xff << at) == 0
            && pair(typed) == (pair(meant) << 4 | pair(meant) >> 4) & 0xff;
        other_digit || swapped || without(meant, at) == typed || without(typed, at) == meant
    })
}

/// A number without the digit at that place.
const fn without(number: u64, at: u32) -> u64 {
    let below = number & ((1 << at) - 1);
    let above = number.unbounded_shr(at + 4).unbounded_shl(at);
    above | below
}

impl Mistyped {
    /// What is odd, from the address on that the line says. `middle` is what was added to addresses.
    pub(super) fn why(&self, middle: u64) -> String {
        let at = self.expected.wrapping_sub(middle);
        let count = self.count;
        match self.beside {
            Beside::Both(before, behind) => {
                format!("lines {before} and {behind} leave exactly 0x{count:x} bytes at 0x{at:x}")
            }
            Beside::Behind(first, last) => format!(
                "lines {first} to {last} continue one another, and before them lies 0x{at:x}"
            ),
            Beside::Before(first, last) => format!(
                "lines {first} to {last} continue one another, and behind them lies 0x{at:x}"
            ),
        }
    }

    /// The same as a note on the line.
    pub(super) fn note(&self, middle: u64) -> String {
        format!(
            "it says 0x{:x}, but {}: the address looks mistyped. Its bytes are kept at the address that it says",
            self.says.wrapping_sub(middle),
            self.why(middle)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of 16 bytes, line by line.
    fn doubted(addresses: &[u64]) -> Vec<(usize, u64)> {
        let rows = addresses.iter().enumerate().map(|(place, address)| Step {
            address: *address,
            count: 16,
            line: place + 1,
            place,
        });
        let found = mistyped(&rows.collect::<Vec<_>>());
        found.iter().map(|row| (row.line, row.expected)).collect()
    }

    #[test]
    fn a_row_between_two_that_leave_room_for_it_is_doubted() {
        assert_eq!(doubted(&[0x1000, 0x1020, 0x1020, 0x1030]), [(2, 0x1010)]);
        assert_eq!(doubted(&[0x1000, 0x9990, 0x1020]), [(2, 0x1010)]);
        assert_eq!(doubted(&[0x1000, 0x1010, 0x1020]), []);
        assert_eq!(doubted(&[0x1000, 0x2000, 0x1030]), []);
    }

    #[test]
    fn the_first_and_the_last_are_doubted_where_they_look_like_a_slip() {
        let rest = [0xf1010, 0xf1020, 0xf1030];
        for (first, is) in [
            (0xf2000, true),
            (0xf0100, true),
            (0xf100, true),
            (0xff1000, true),
            (0xe1000, true),
            // Rows that were left out.
            (0xf0ff0, false),
            (0xf0f80, false),
            // Another place.
            (0x12340, false),
            (0xf1000, false),
        ] {
            let rows = [&[first][..], &rest].concat();
            let expected = if is { vec![(1, 0xf1000)] } else { Vec::new() };
            assert_eq!(doubted(&rows), expected, "{first:x}");
        }
        assert_eq!(
            doubted(&[0xf1010, 0xf1020, 0xf1030, 0xf2040]),
            [(4, 0xf1040)]
        );
        assert_eq!(doubted(&[0xf1010, 0xf1020, 0xf1030, 0xf1080]), []);
        assert_eq!(
            doubted(&[0xf2000, 0xf1010, 0xf1020]),
            [],
            "too few witnesses"
        );
        assert_eq!(doubted(&[0xf100, 0xf1010, 0xf1020]), [(1, 0xf1000)]);
    }
}
