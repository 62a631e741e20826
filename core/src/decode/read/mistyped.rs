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
    /// Whether its own address is lost, and its first number stands in the place of it.
    pub(super) is_lost: bool,
}

/// So many rows must continue one another for the first or the last beside them to be doubted; one less where its address has all
/// digits but one.
const WITNESSES: usize = 3;

/// So many rows may be missing between two, for all that one knows: then an address is not doubted.
const LEFT_OUT: u64 = 16;

/// So many bytes a row usually has.
const USUAL: u64 = 16;

/// The rows whose address looks mistyped, in the order in which they stand. What a star repeats is told by the addresses beside it.
/// `unit` is how many bytes all numbers have.
pub(super) fn mistyped(rows: &[Placed], unit: Option<usize>) -> Vec<Mistyped> {
    let mut found = Vec::new();
    let mut number = 0;
    // One of a single byte is no address.
    let unit = unit.filter(|unit| *unit > 1).map(|unit| unit as u64);
    let adjoins = |row: &Placed, next: &Placed| {
        !row.repeats && !next.repeats && row.fate.checked_add(1) == Some(next.fate)
    };
    for run in rows.chunk_by(adjoins) {
        of_run(run, number, unit, &mut found);
        number += run.len();
    }
    found.sort_by_key(|odd| odd.row);
    found
}

/// Those of rows between which nothing stands. `number` is that of the first.
fn of_run(run: &[Placed], number: usize, unit: Option<u64>, found: &mut Vec<Mistyped>) {
    // A short row is as likely to follow rows that were left out as a long one.
    let widest = run
        .iter()
        .map(|row| row.count as u64)
        .max()
        .unwrap_or_default();
    let room = LEFT_OUT.saturating_mul(widest.max(USUAL));
    let is_short = |row: &Placed| unit.is_some() && (row.count as u64) < widest;
    for (index, row) in run.iter().enumerate() {
        let (before, behind) = run.split_at_checked(index).unwrap_or_default();
        let behind = behind.get(1..).unwrap_or_default();
        let mut odd = |expected: u64, lines: (&Placed, &Placed), stands, is_lost| {
            found.push(Mistyped {
                row: number + index,
                line: row.line,
                says: row.address,
                expected,
                count: match (is_lost, stands) {
                    (true, Ordering::Equal) => behind
                        .first()
                        .map_or(0, |it| it.address.wrapping_sub(expected)),
                    (true, _) => widest,
                    _ => row.count as u64,
                },
                lines: (lines.0.line, lines.1.line),
                stands,
                is_lost,
            });
        };
        if let (Some(before), Some(behind)) = (before.last(), behind.first()) {
            let expected = end(before);
            let leaves = |bytes: u64| expected.checked_add(bytes) == Some(behind.address);
            let is_whole = leaves(row.count as u64);
            // The number that stands in the place of the address may be the rest of a row that was broken.
            let is_lost = || unit.is_some_and(|unit| leaves(row.count as u64 + unit));
            if expected != row.address && (is_whole || is_short(row) && is_lost()) {
                odd(expected, (before, behind), Ordering::Equal, !is_whole);
            }
            continue;
        }
        let (rest, stands) = match before {
            [] => (behind, Ordering::Less),
            _ => (before, Ordering::Greater),
        };
        let Some((first, last)) = continuing(rest) else {
            continue;
        };
        let place = |bytes: u64| match stands {
            Ordering::Less => first.address.checked_sub(bytes),
            _ => Some(end(last)),
        };
        let left_out = match stands {
            Ordering::Less => first.address.checked_sub(end(row)),
            _ => row.address.checked_sub(end(last)),
        };
        // Rather a slip of the hand than an address behind rows that were left out.
        let is_left_out =
            left_out.is_some_and(|bytes| bytes <= room && bytes.is_multiple_of(widest.max(1)));
        let lost = place(widest).filter(|at| {
            is_short(row) && rest.len() >= WITNESSES && row.address.abs_diff(*at) > room
        });
        match place(row.count as u64) {
            Some(at) if at == row.address || is_left_out => {}
            Some(at) if is_enough(rest.len(), row.address, at) && is_slip(row.address, at) => {
                odd(at, (first, last), stands, false);
            }
            _ => lost
                .into_iter()
                .for_each(|at| odd(at, (first, last), stands, true)),
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
        let found = mistyped(&rows.collect::<Vec<_>>(), Some(1));
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
