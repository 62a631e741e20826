//! Rows whose address looks mistyped: the rows beside one continue each other and leave just the room that it needs, but its
//! own address says another place.
//!
//! Its bytes stay where it says. What is odd about it is a note on its line, and the reason in the error where its bytes
//! cannot lie there. It makes no region together with rows that lie far from it, and none that others must stand behind.

use std::cmp::Ordering;

use super::assemble::Placed;

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
    /// The first and the last of the lines that say so.
    lines: (usize, usize),
    /// Where it stands: before those lines, between the two, behind them.
    stands: Ordering,
}

/// So many rows must continue one another for the first or the last beside them to be doubted; one less where its address has all
/// digits but one.
const WITNESSES: usize = 3;

/// So many rows may be missing between two, for all that one knows: then an address is not doubted.
const LEFT_OUT: u64 = 16;

/// So many bytes a row usually has.
const USUAL: u64 = 16;

/// The rows whose address looks mistyped, in the order in which they stand. What a star repeats is told by the addresses beside it.
pub(super) fn mistyped(rows: &[Placed]) -> Vec<Mistyped> {
    let mut found = Vec::new();
    let mut number = 0;
    let adjoins = |row: &Placed, next: &Placed| {
        !row.repeats && !next.repeats && row.fate.checked_add(1) == Some(next.fate)
    };
    for run in rows.chunk_by(adjoins) {
        of_run(run, number, &mut found);
        number += run.len();
    }
    found.sort_by_key(|odd| odd.row);
    found
}

/// Those of rows between which nothing stands. `number` is that of the first.
fn of_run(run: &[Placed], number: usize, found: &mut Vec<Mistyped>) {
    // A short row is as likely to follow rows that were left out as a long one.
    let widest = run.iter().map(|row| row.count as u64).max();
    let room = LEFT_OUT.saturating_mul(widest.unwrap_or_default().max(USUAL));
    let mut odd = |index: usize, row: &Placed, expected, lines, stands| {
        found.push(Mistyped {
            row: number + index,
            line: row.line,
            says: row.address,
            expected,
            count: row.count as u64,
            lines,
            stands,
        });
    };
    let first = run.split_first().map(|it| (0, it, Ordering::Less));
    let last = run.split_last();
    let last = last.map(|(row, rest)| (rest.len(), (row, rest), Ordering::Greater));
    for (index, (row, rest), stands) in [first, last].into_iter().flatten() {
        let Some((before, behind)) = continuing(rest) else {
            continue;
        };
        let (expected, left_out) = match stands {
            Ordering::Less => (
                before.address.checked_sub(row.count as u64),
                before.address.checked_sub(end(row)),
            ),
            _ => (Some(end(behind)), row.address.checked_sub(end(behind))),
        };
        // Rather a slip of the hand than an address behind rows that were left out.
        let is_left_out = left_out.is_some_and(|bytes| bytes <= room);
        if let Some(expected) = expected
            && expected != row.address
            && !is_left_out
            && is_enough(rest.len(), row.address, expected)
            && is_slip(row.address, expected)
        {
            odd(index, row, expected, (before.line, behind.line), stands);
        }
    }
    for (index, rows) in (1..).zip(run.windows(3)) {
        let [before, row, behind] = rows else {
            continue;
        };
        let expected = end(before);
        if expected != row.address && expected.checked_add(row.count as u64) == Some(behind.address)
        {
            let lines = (before.line, behind.line);
            odd(index, row, expected, lines, Ordering::Equal);
        }
    }
}

const fn end(row: &Placed) -> u64 {
    row.address.wrapping_add(row.count as u64)
}

/// The first and the last of rows that all continue one another, if they are enough.
fn continuing(rows: &[Placed]) -> Option<(&Placed, &Placed)> {
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
        let (first, last) = self.lines;
        let side = match self.stands {
            Ordering::Less => "before",
            Ordering::Equal => {
                let count = self.count;
                return format!(
                    "lines {first} and {last} leave exactly 0x{count:x} bytes at 0x{at:x}"
                );
            }
            Ordering::Greater => "behind",
        };
        format!("lines {first} to {last} continue one another, and {side} them lies 0x{at:x}")
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
        let rows = addresses.iter().enumerate().map(|(fate, address)| Placed {
            address: *address,
            at: 16 * fate,
            count: 16,
            line: fate + 1,
            fate,
            repeats: false,
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
