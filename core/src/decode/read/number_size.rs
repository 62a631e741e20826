//! Infers the size of gdb's numbers that do not show it: decimal numbers and addresses (`x/17a`), which are not
//! zero-padded.

use super::cells::NumberSize;
use super::row_address::{AddressNotation, DIGITS, RowAddress, WHOLE_DIGITS, parse_row_address};

/// At most one in this many numbers may be damaged.
const DAMAGED: usize = 4;
/// The most numbers that gdb prints in a row.
const MOST_A_ROW: usize = 16;
/// The fewest rows that show a truncated column.
const WITNESSES: usize = 3;
/// The most addresses of eight bytes in a row.
const WIDE_A_ROW: usize = 2;

/// Statistics about the numbers of the rows.
#[derive(Debug, Default)]
pub(super) struct NumberSizeStats {
    /// The address of the last row, and its count of numbers.
    last: Option<(u64, usize)>,
    /// How often the distance between rows implies a size of one, two, four or eight bytes.
    steps: [usize; 4],
    /// Whether a row's numbers differ in their digits, have a digit count that padding does not produce, or have
    /// symbols after them: they are pointers.
    loose: bool,
    /// Whether numbers are zero-padded: one with the digits of a padded number begins with a zero.
    filled: bool,
    /// The digits of the longest number with `0x`.
    digits: usize,
    /// The count of numbers for each digit count.
    lengths: [usize; DIGITS + 1],
    last_digits: usize,
    /// Whether symbols follow numbers.
    symbols: bool,
    /// The address of the last row of a telescope.
    barred: Option<u64>,
    /// Whether the pointers of a telescope have four bytes.
    narrow: bool,
    /// Whether an address has more than eight digits.
    wide: bool,
    /// The most numbers in a row. Shorter rows may be truncated, so only the distance after a longest row counts.
    most: usize,
    /// Whether a number of a telescope is zero-padded.
    column: bool,
    /// Whether an address of a telescope is zero-padded, and so are all its numbers.
    padded: bool,
    /// Whether a number is decimal, and not the `0` that a row cut off after its `0x…` ends with.
    decimal: bool,
    /// For each column, the digits of its numbers, 0 if they vary, and the count of rows.
    columns: Vec<(usize, usize)>,
}

impl NumberSizeStats {
    /// Adds a line, unless it is not a row of gdb.
    pub(super) fn add(&mut self, text: &str) {
        let Some(addr) = parse_row_address(text) else {
            return;
        };
        match addr.kind {
            AddressNotation::Barred => self.add_telescope_row(&addr),
            AddressNotation::Hexed => self.add_row(&addr),
            _ => {}
        }
    }

    fn add_telescope_row(&mut self, addr: &RowAddress<'_>) {
        let number = addr.rest.trim_start().strip_prefix("0x0");
        let number = number.unwrap_or_default();
        self.column |= number.bytes().take_while(u8::is_ascii_hexdigit).count() + 1 == DIGITS;
        self.padded |= addr.digits.len() == DIGITS && addr.digits.starts_with('0');
        let step = self.barred.and_then(|last| addr.value.checked_sub(last));
        self.narrow |= addr.digits.len() == WHOLE_DIGITS || step == Some(WHOLE_DIGITS as u64 / 2);
        self.barred = Some(addr.value);
        self.wide |= addr.digits.len() > WHOLE_DIGITS;
    }

    fn add_row(&mut self, addr: &RowAddress<'_>) {
        let is_decimal = |word: &str| {
            let mut digits = word.trim_start_matches('-').bytes();
            digits.all(|b| b.is_ascii_digit())
        };
        let (mut first, mut count, mut symbol) = (None, 0, false);
        let (mut loose, mut wide, mut decimal) = (false, addr.digits.len() > 8, false);
        let mut words = addr.rest.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            if symbol || word.starts_with('<') {
                loose |= count > 0;
                self.symbols |= count > 0;
                symbol = !word.ends_with('>');
            } else if let Some(digits) = word.strip_prefix("0x") {
                let zero = digits.starts_with('0');
                let digits = digits.len();
                if let Some(count) = self.lengths.get_mut(digits) {
                    *count += 1;
                }
                self.last_digits = digits;
                if self.columns.len() == count && count < MOST_A_ROW {
                    self.columns.push((digits, 0));
                }
                if let Some((all, rows)) = self.columns.get_mut(count) {
                    *all = if *all == digits { digits } else { 0 };
                    *rows += 1;
                }
                self.filled |= zero && matches!(digits, 2 | 4 | 8 | 16);
                self.digits = self.digits.max(digits);
                loose |=
                    *first.get_or_insert(digits) != digits || !matches!(digits, 2 | 4 | 8 | 16);
                wide |= digits > 8;
                count += 1;
            } else if is_decimal(word) {
                decimal |= word != "0" || words.peek().is_some();
                count += 1;
            } else {
                return;
            }
        }
        self.decimal |= decimal;
        self.loose |= loose;
        self.wide |= wide;
        self.add_step(addr.value, count);
    }

    /// Adds the distance of a row of `count` numbers from the row before it.
    fn add_step(&mut self, start: u64, count: usize) {
        if count > self.most {
            self.most = count;
            self.steps = [0; 4];
        }
        if let Some((address, before)) = self.last
            && before > 0
            && before == self.most
            && let Some(step) = start.checked_sub(address)
        {
            let sizes = [1, 2, 4, 8].into_iter().zip(&mut self.steps);
            for (_, seen) in sizes.filter(|(size, _)| before as u64 * size == step) {
                *seen += 1;
            }
        }
        self.last = Some((start, count));
    }

    /// Returns the size of numbers that do not show it: by the command, otherwise by the distance between most rows.
    pub(super) fn unit(&self, stated: Option<NumberSize>) -> NumberSize {
        if let Some(stated) = stated.filter(|stated| !stated.fixed) {
            let filled = self.filled || self.column || self.are_damaged(stated.bytes);
            return NumberSize {
                zero_padded: stated.zero_padded || filled,
                all_padded: self.padded,
                decimal: stated.decimal || self.decimal,
                narrow: self.narrow && !self.wide,
                ..stated
            };
        }
        let sizes = [1, 2, 4, 8].into_iter().zip(self.steps);
        let seen = sizes.filter(|(_, count)| *count > 0);
        let seen = seen.max_by_key(|(_, count)| *count);
        let damaged =
            stated.is_none() && self.are_damaged(seen.map_or(self.digits / 2, |(bytes, _)| bytes));
        let loose = (self.loose && !self.filled && !damaged) || stated.is_some();
        let bytes = match seen {
            _ if damaged => self.digits / 2,
            Some((bytes, _)) => bytes,
            None if loose && self.most > WIDE_A_ROW => 4,
            None if self.wide && loose => 8,
            // A truncated number of eight bytes looks like one of four.
            None if self.most == 1 && stated.is_some() => 4,
            None => stated.map_or(0, |stated| stated.bytes),
        };
        // Zero-padded numbers have one byte per digit pair, and two-byte numbers are always padded; gaps between rows
        // distort the distance.
        let filled =
            !loose && bytes > 0 && self.digits > 0 && (self.filled || damaged || bytes == 2);
        let bytes = if filled { self.digits / 2 } else { bytes };
        // A pointer has at least four bytes.
        let fixed = loose && bytes >= 4;
        NumberSize {
            bytes,
            fixed,
            zero_padded: (self.filled || damaged) && !loose || self.column || self.padded,
            all_padded: self.padded,
            decimal: self.decimal,
            narrow: self.narrow && !self.wide,
            column: None,
        }
    }

    /// Whether all columns but one have zero-padded numbers and that one is shorter: a column of text was cut off.
    fn is_column_cut(&self) -> bool {
        let are_seen = self.columns.iter().all(|(_, rows)| *rows >= WITNESSES);
        let is_whole = |it: &&(usize, usize)| it.0 == self.digits;
        let shorter = |it: &&(usize, usize)| (1..self.digits).contains(&it.0);
        let whole = self.columns.iter().filter(is_whole).count();
        matches!(self.digits, 2 | 4 | 8 | 16)
            && are_seen
            && whole > 0
            && whole + 1 == self.columns.len()
            && self.columns.iter().any(|it| shorter(&it))
    }

    /// Whether numbers of this size are zero-padded although a few have lost digits. If only the last has, the end of
    /// the text may be missing.
    fn are_damaged(&self, bytes: usize) -> bool {
        if self.digits == 2 * bytes && self.is_column_cut() {
            return true;
        }
        let [shorter @ .., _] = self.lengths.get(..=2 * bytes).unwrap_or_default() else {
            return false;
        };
        let full = self.lengths.get(2 * bytes).copied().unwrap_or(0);
        let shorter: usize = shorter.iter().sum();
        let is_end = shorter == 1 && bytes >= 4 && full > 0 && self.last_digits < 2 * bytes;
        self.digits == 2 * bytes
            && !self.symbols
            && shorter > 0
            && (shorter * DAMAGED <= full + shorter || is_end)
    }
}
