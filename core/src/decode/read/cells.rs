//! Parses the numbers of a row into bytes in memory order.

use std::mem::take;

use super::format::LineFormat;
use super::row_address::tick;
use super::rows::USUAL_ROW;
use super::text::is_digit;
use crate::decode::limits::ROW_LIMIT;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// `4d`, `00905a4d`, ``00000003`00905a4d``, `??`
    Hex,
    /// As `od`: hexadecimal, octal by the number of digits, or decimal in columns.
    HexOrOctal,
    /// `01001101`: eight binary digits per byte.
    Binary,
    /// `0x00905a4d`
    Prefixed,
    /// As gdb: `0x00905a4d`, or decimal and octal numbers of the size that the command states.
    Numbers,
}

/// The order in which the bytes of a number are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Order {
    /// Little-endian number: the lowest byte is written last.
    Number,
    /// Memory order.
    #[default]
    Memory,
}

/// A number of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// The number of the row's bytes up to its end.
    pub(super) bytes: usize,
    /// The offset in the text at which it ends.
    pub(super) end: usize,
    /// The number of blanks after it; a hyphen counts as one.
    pub(super) gap: usize,
    /// Whether only blanks follow.
    pub(super) last: bool,
}

/// The numbers at the start of a text, up to the first word that is not a number or has another size.
#[derive(Debug, Default)]
pub(super) struct Cells {
    pub(super) cells: Vec<Cell>,
    /// The bytes in memory order; `None` for `??`.
    pub(super) bytes: Vec<Option<u8>>,
    /// The size of the first number in bytes.
    pub(super) unit: usize,
    /// Whether a hyphen separates two of them.
    pub(super) hyphen: bool,
    /// Whether the numbers are octal or decimal.
    pub(super) other_radix: bool,
    /// Whether the last number has fewer bytes than the first.
    pub(super) short: bool,
    /// The symbols between the numbers: `<_start+12>; <main>`.
    pub(super) symbols: String,
    /// Whether the row is cut off within the last number.
    pub(super) is_cut: bool,
    /// Whether only the unit determines their size.
    pub(super) sized: bool,
    /// The first number with fewer digits than its column, so that its bytes are unknown; empty if there is none.
    pub(super) lost: String,
}

/// Columns of decimal numbers as `od -t u1` prints them, padded with blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Column {
    /// The width of a column in characters, leading blanks included.
    width: usize,
    /// The bytes per number.
    unit: usize,
}

impl Column {
    /// The columns of unsigned and signed numbers of one, two, four and eight bytes.
    const ALL: [Self; 7] = [
        Self { width: 4, unit: 1 },
        Self { width: 5, unit: 1 },
        Self { width: 6, unit: 2 },
        Self { width: 7, unit: 2 },
        Self { width: 11, unit: 4 },
        Self { width: 12, unit: 4 },
        Self { width: 21, unit: 8 },
    ];

    /// Returns the columns of the text after an address, and whether they cannot hold octal numbers.
    pub(super) fn of(text: &str) -> Option<(Self, bool)> {
        const LEAST: usize = 2;
        let is_in = |column: &Self| {
            let is_signed = matches!(column.width, 5 | 7 | 12);
            let mut numbers = text.as_bytes().chunks(column.width);
            numbers.len() >= LEAST
                && numbers.all(|number| {
                    let word = number.trim_ascii_start();
                    let digits = word.strip_prefix(b"-").unwrap_or(word);
                    // The first character is a sign or a blank.
                    let digits_at_most = column.width - 1 - usize::from(is_signed);
                    number.len() == column.width
                        && word.len() < column.width
                        && (1..=digits_at_most).contains(&digits.len())
                        && (digits.len() == 1 || !digits.starts_with(b"0"))
                        && digits.iter().all(u8::is_ascii_digit)
                })
        };
        let found = Self::ALL.into_iter().find(is_in)?;
        let no_octal = text.contains("  ") || text.contains(['8', '9']);
        Some((found, found.width > 4 || no_octal))
    }
}

/// The fewest numbers before the one at which a row is cut off.
const CUT_CELLS: usize = 3;

/// The size of numbers that do not show their size themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NumberSize {
    /// The bytes per number; 0 if unknown.
    pub(super) bytes: usize,
    /// Whether zero-padded numbers have this size, too: their padding is a coincidence.
    pub(super) fixed: bool,
    /// Whether numbers are zero-padded, so that one with fewer digits may have lost some.
    pub(super) zero_padded: bool,
    /// Whether even a short number lost digits. Most telescopes pad some numbers only.
    pub(super) all_padded: bool,
    /// Whether numbers are decimal, so that a `0` at the end of a row is not the beginning of `0x…`.
    pub(super) decimal: bool,
    /// Whether the pointers of a telescope have four bytes.
    pub(super) narrow: bool,
    /// The columns of `od`'s decimal numbers, if there are any.
    pub(super) column: Option<Column>,
}

impl Cells {
    /// Parses the numbers at the start of `text`, which is preceded by `blanks` blanks after the address. `unit` is
    /// the size of numbers that do not show their size.
    pub(super) fn scan(
        &mut self,
        text: &str,
        format: &LineFormat,
        unit: NumberSize,
        blanks: usize,
    ) {
        let unit = match format.unit {
            0 => unit,
            bytes => NumberSize {
                bytes: if unit.narrow { bytes / 2 } else { bytes },
                fixed: true,
                ..unit
            },
        };
        let old = take(self);
        (self.cells, self.bytes) = (old.cells, old.bytes);
        self.cells.clear();
        self.bytes.clear();
        let mut at = 0;
        while self.bytes.len() < ROW_LIMIT {
            let before = self.bytes.len();
            let end = match format.notation {
                Notation::Hex => self.hex(text, at),
                Notation::Binary => self.binary(text, at),
                Notation::HexOrOctal if let Some(column) = unit.column => {
                    self.decimal(text, at, column, blanks)
                }
                Notation::HexOrOctal if self.other_radix => self.octal(text, at),
                Notation::HexOrOctal if before > 0 => self.hex(text, at),
                Notation::HexOrOctal => self.octal(text, at).or_else(|| self.hex(text, at)),
                Notation::Prefixed | Notation::Numbers => {
                    self.number(text, at, format.notation, unit)
                }
            };
            let next = end.and_then(|end| self.close(text, end, before));
            let Some(next) = next.or_else(|| self.cut(text, at, before, format)) else {
                self.bytes.truncate(before);
                return;
            };
            // A number with fewer digits at the end of the row was truncated.
            if self.short && format.cut && format.order == Order::Number {
                self.lose_last(text.get(at..).unwrap_or_default());
            }
            if format.order == Order::Number
                && let Some(cell) = self.bytes.get_mut(before..)
            {
                cell.reverse();
            }
            let Some(next) = next else { return };
            at = match format.notation {
                Notation::Numbers => self.behind_symbol(text, next),
                _ => next,
            };
        }
    }

    /// Whether only the first byte is separated otherwise than the others: it may be their number.
    pub(super) fn begins_apart(&self) -> bool {
        match &self.cells[..] {
            [first, others @ .., _] => {
                let are_close = !others.is_empty() && others.iter().all(|cell| cell.gap == 1);
                self.unit == 1 && first.gap > 1 && are_close
            }
            _ => false,
        }
    }

    /// Makes the last number unknown, as wide as the others.
    pub(super) fn lose_last(&mut self, word: &str) {
        let before = self.cells.iter().rev().nth(1);
        self.bytes.truncate(before.map_or(0, |cell| cell.bytes));
        self.push_unknown(self.unit, word);
        if let Some(cell) = self.cells.last_mut() {
            cell.bytes = self.bytes.len();
        }
    }

    /// Accepts the number that ends at `end`, if it has the size of those before it and a blank follows. Returns the
    /// start of the next number; the inner `None` at the end of the row.
    fn close(&mut self, text: &str, end: usize, before: usize) -> Option<Option<usize>> {
        let size = self.bytes.len() - before;
        // Only the last number of a row may be shorter.
        if size == 0 || self.short || (self.unit != 0 && size > self.unit) {
            return None;
        }
        let rest = text.as_bytes().get(end..)?;
        let hyphen = rest.first() == Some(&b'-') && size == 1;
        let blanks = rest.iter().skip(usize::from(hyphen));
        let blanks = blanks.take_while(|b| **b == b' ');
        let gap = usize::from(hyphen) + blanks.count();
        let last = gap == rest.len();
        if gap == 0 && !last {
            return None;
        }
        self.hyphen |= hyphen && !last;
        self.short = size < self.unit;
        self.unit = self.unit.max(size);
        self.cells.push(Cell {
            bytes: self.bytes.len(),
            end,
            gap,
            last,
        });
        Some((!last).then_some(end + gap))
    }

    /// Accepts the last number of a row that is cut off within a pair of digits: its bytes are unknown.
    fn cut(
        &mut self,
        text: &str,
        at: usize,
        before: usize,
        format: &LineFormat,
    ) -> Option<Option<usize>> {
        let word = text.get(at..)?;
        let last = self.cells.last()?;
        let is_apart = last.gap == 1 || self.cells.iter().all(|cell| cell.gap == last.gap);
        let is_cut = word.len() < 2 * self.unit && word.bytes().all(is_digit) && is_apart;
        let is_hex = format.notation == Notation::Hex && !self.short && !format.explained;
        if !is_cut || !is_hex || self.cells.len() < CUT_CELLS || before >= USUAL_ROW {
            return None;
        }
        self.is_cut = true;
        self.bytes.truncate(before);
        self.push_unknown(self.unit, word);
        self.close(text, text.len(), before)
    }

    /// Parses pairs of digits or question marks; returns the end of the number.
    fn hex(&mut self, text: &str, start: usize) -> Option<usize> {
        let first = self.bytes.len();
        let mut at = start;
        let mut rest = text.as_bytes().get(start..)?;
        while let Some((pair, behind)) = rest.split_first_chunk::<2>()
            && let Some(byte) = byte(pair)
        {
            self.bytes.push(byte);
            at += 2;
            rest = behind;
            if self.bytes.len() > first + ROW_LIMIT {
                return None;
            }
            if at == start + 8 {
                at = self.low_half(text, at);
                rest = text.as_bytes().get(at..)?;
            }
        }
        Some(at)
    }

    /// Returns the offset after a backtick if four more bytes follow it; otherwise `at`.
    fn low_half(&mut self, text: &str, at: usize) -> usize {
        let next = text.as_bytes().get(at);
        if !next.is_some_and(|b| matches!(b, b'`' | b'\'' | b'\\' | 0x80..)) {
            return at;
        }
        let behind = text.get(at..).and_then(tick);
        let digits = |half: &&str| {
            let half = half.as_bytes().get(..8);
            half.is_some_and(|half| half.iter().all(|b| is_digit(*b)))
        };
        let behind = behind.filter(digits);
        behind.map_or(at, |behind| text.len() - behind.len())
    }

    /// Skips a symbol between two numbers: `0x401136 <main+4>  0x7fff`. One at the end of the row is left.
    fn behind_symbol(&mut self, text: &str, at: usize) -> usize {
        let found = text.get(at..).and_then(|rest| {
            let (symbol, behind) = rest.strip_prefix('<')?.split_once("> ")?;
            let next = behind.trim_start_matches(' ');
            Some((symbol, next)).filter(|_| next.starts_with("0x"))
        });
        let Some((symbol, next)) = found else {
            return at;
        };
        if !self.symbols.is_empty() {
            self.symbols.push_str("; ");
        }
        self.symbols.push('<');
        self.symbols.push_str(symbol);
        self.symbols.push('>');
        text.len() - next.len()
    }

    /// Parses eight binary digits.
    fn binary(&mut self, text: &str, start: usize) -> Option<usize> {
        let end = start + 8;
        let digits = text.get(start..end)?;
        let binary = digits.bytes().all(|b| matches!(b, b'0' | b'1'));
        let byte = u8::from_str_radix(digits, 2).ok().filter(|_| binary)?;
        self.bytes.push(Some(byte));
        Some(end)
    }

    /// Parses three, six, eleven or twenty-two octal digits: one, two, four or eight bytes.
    fn octal(&mut self, text: &str, start: usize) -> Option<usize> {
        let digits = text.get(start..)?;
        let digits = digits.split(' ').next()?;
        if !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let (size, most) = match digits.len() {
            3 => (1, 0xff),
            6 => (2, 0xffff),
            11 => (4, 0xffff_ffff),
            22 => (8, u64::MAX),
            _ => return None,
        };
        let number = u64::from_str_radix(digits, 8).ok().filter(|n| *n <= most)?;
        self.other_radix = true;
        self.push(number, size);
        Some(start + digits.len())
    }

    /// Parses a decimal number that ends at the end of its column.
    fn decimal(
        &mut self,
        text: &str,
        start: usize,
        column: Column,
        before: usize,
    ) -> Option<usize> {
        let Column { width, unit } = column;
        let word = text.get(start..)?.split(' ').next()?;
        let end = start + word.len();
        let number: i128 = word.parse().ok()?;
        let is_column = (before + end).is_multiple_of(width) && word.len() < width;
        self.other_radix = true;
        self.signed(number, unit).filter(|()| is_column)?;
        Some(end)
    }

    /// Parses a number with `0x`, one byte per pair of digits; or a decimal or octal number of `unit` bytes.
    fn number(
        &mut self,
        text: &str,
        start: usize,
        notation: Notation,
        unit: NumberSize,
    ) -> Option<usize> {
        let word = text.get(start..)?.split(' ').next()?;
        let end = start + word.len();
        let is_first = self.cells.is_empty();
        let Some(digits) = word.strip_prefix("0x") else {
            // Where no number is decimal, a `0` at the end is a truncated one.
            let is_beginning = word == "0" && end == text.len();
            let is_hexed = notation == Notation::Numbers && !unit.decimal && !self.other_radix;
            if is_beginning && is_hexed {
                let own = Some(self.unit).filter(|own| *own > 0);
                self.push_unknown(own.unwrap_or(unit.bytes), word);
                return Some(end);
            }
            let digits = word.strip_prefix('-').unwrap_or(word);
            // All numbers of a row have a `0x` prefix, or none.
            let is_like_others = is_first || self.other_radix || is_beginning;
            let is_decimal = digits.bytes().all(|b| b.is_ascii_digit());
            let is_hex = digits.bytes().all(|b| nibble(b).is_some());
            // A decimal number is not zero-padded to 8 or 16 digits: the `0x` was lost.
            let is_unmarked = is_hex && matches!(digits.len(), 8 | 16) && digits.starts_with('0');
            if notation == Notation::Numbers && is_unmarked {
                let size = Some(unit.bytes).filter(|size| unit.zero_padded && *size > 0)?;
                self.push_unknown(size, word);
                return Some(end);
            }
            if notation == Notation::Prefixed || !is_like_others || !is_decimal {
                return None;
            }
            let is_octal = digits.len() > 1 && digits.starts_with('0') || digits.len() == 22;
            let number = i128::from_str_radix(word, if is_octal { 8 } else { 10 }).ok()?;
            (self.other_radix, self.sized) = (true, true);
            // `72 'H'`: a byte and its character.
            if let Some((shown, behind)) = text.get(end..).and_then(quoted_character) {
                match shown.is_none_or(|byte| i128::from(byte) == number & 0xff) {
                    true => self.signed(number, 1)?,
                    false => self.push_unknown(1, word),
                }
                return Some(text.len() - behind.len());
            }
            // gdb fills octal numbers of several bytes with zeros.
            let size = match digits.len() {
                6 if is_octal => 2,
                11 if is_octal => 4,
                22 => 8,
                _ => unit.bytes,
            };
            return self.signed(number, size).map(|()| end);
        };
        // Zero-padded numbers of a row all have the same size; otherwise only the unit determines it.
        let count = digits.len();
        let whole = matches!(count, 2 | 4 | 8 | 16);
        let is_hex = digits.bytes().all(|b| nibble(b).is_some());
        // Only zero-padded numbers begin with a zero, and then all have the same size.
        let begins = count > 1 && digits.starts_with('0');
        let cut = begins && (!is_first || unit.fixed || !whole);
        let own = match self.unit {
            0 if unit.bytes == 0 && cut => count.next_power_of_two() / 2,
            0 => unit.bytes,
            own => own,
        };
        // Few unpadded numbers have more digits than a pointer, which has twelve.
        let is_near = count + 4 > 2 * own || unit.all_padded;
        let is_damaged = notation == Notation::Numbers || digits == "0" || is_near;
        let filled = unit.zero_padded && is_damaged;
        let is_longer = count > 2 * own && (!whole || !is_first);
        if (filled || cut) && own > 0 && (count < 2 * own || is_longer) && is_hex {
            self.push_unknown(own, word);
            return Some(end);
        }
        let is_like_others = is_first || count / 2 == self.unit;
        if whole && !self.sized && (!unit.fixed || unit.bytes == count / 2) && is_like_others {
            return self.hex(text, start + 2);
        }
        self.sized = true;
        let number = u64::from_str_radix(digits, 16).ok();
        let number = number.filter(|_| is_hex && count <= 16)?;
        self.signed(number.into(), unit.bytes).map(|()| end)
    }

    /// Adds a number whose bytes are unknown because it lost digits.
    fn push_unknown(&mut self, size: usize, word: &str) {
        if self.lost.is_empty() {
            self.lost.push_str(word);
        }
        self.bytes.extend((0..size).map(|_| None));
    }

    /// Adds a number of `unit` bytes, which may be negative; `None` if it does not fit.
    fn signed(&mut self, number: i128, unit: usize) -> Option<()> {
        let bits = u32::try_from(8 * unit).ok()?;
        let fits = number >> bits == 0 || number >> bits.checked_sub(1)? == -1;
        let low = u64::try_from(number & i128::from(u64::MAX)).ok()?;
        fits.then(|| self.push(low, unit))
    }

    /// Adds the lowest `size` bytes of a number, the highest first, as it is written.
    fn push(&mut self, number: u64, size: usize) {
        let bytes = number.to_be_bytes().map(Some);
        let low = bytes.get(8_usize.saturating_sub(size)..);
        self.bytes.extend(low.unwrap_or_default());
    }
}

/// Parses the character after a number of gdb's `x/c`: ` 'H'`, ` '\000'`. Returns its byte, unless an escape stands for
/// it, and the rest of the text.
fn quoted_character(text: &str) -> Option<(Option<u8>, &str)> {
    let inside = text.strip_prefix(" '")?;
    let mut closing = inside.match_indices('\'');
    let (end, _) = closing.find(|(at, _)| *at > 0 && inside.get(..*at) != Some("\\"))?;
    let behind = inside.get(end + 1..)?;
    let byte = match inside.as_bytes().get(..end)? {
        [byte] => Some(*byte),
        [b'\\', byte @ (b'\'' | b'\\')] => Some(*byte),
        [b'\\', digits @ ..] => u8::from_str_radix(std::str::from_utf8(digits).ok()?, 8).ok(),
        _ => return None,
    };
    Some((byte, behind))
}

/// Decodes two hexadecimal digits, or two question marks: an unknown byte.
pub(super) fn byte(pair: &[u8]) -> Option<Option<u8>> {
    match *pair {
        [b'?', b'?'] => Some(None),
        [high, low] => Some(Some(nibble(high)? << 4 | nibble(low)?)),
        _ => None,
    }
}

pub(super) fn nibble(digit: u8) -> Option<u8> {
    let nibble = char::from(digit).to_digit(16)?;
    u8::try_from(nibble).ok()
}
