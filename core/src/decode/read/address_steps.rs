//! Reads rows of a notation that no dialect has, by what all dumps have in common: a row begins where the row before it
//! ends.
//!
//! The distance between the addresses tells which word of a line is its address, in which radix, and how many of the
//! words after it are bytes. If that holds for the rows of a text but the bytes remain unclear, the text is refused.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::cells::NumberSize;
use super::chars::{CharacterColumn, match_characters};
use super::dialect::Dialect;
use super::format::LineFormat;
use super::outcome::{Outcome, Skip, SkipReason, excerpt};
use super::prompt::context_line;
use super::row_address::{AddressNotation, WHOLE_DIGITS};
use super::text::{Line, is_hex};
use super::words::{Radix, Word, most_frequent, usual_separator, words};
use super::{AddressKind, Note, ReadError, Reading, joined, rows};
use crate::decode::limits::STEPPED_LINES_LIMIT;
use crate::decode::memory::Byte;
use crate::fnv::hash64;

/// The number of lines that decide where the addresses are.
const SAMPLED_LINES: usize = 64;
/// The most words before an address.
const LEADING_WORDS: usize = 6;
/// The most words between an address and its bytes.
const BETWEEN_WORDS: usize = 2;
/// The fewest digits by which an address differs from a byte.
const ADDRESS_DIGITS: u64 = 3;
/// The fewest bytes of a run of digits that is not a number.
const RUN_LEAST: usize = 9;
/// The fewest pairs of rows of one byte; fewer may be the elements of an array.
const SINGLE_LEAST: usize = 3;

/// The fewest bytes of a row if there are only two.
const PAIR_BYTES: u64 = 8;

/// Where the address and the bytes of a row are.
#[derive(Clone, Copy, Debug)]
struct Columns {
    /// The index of the word that is the address.
    address: usize,
    /// The number of words between the address and the bytes: a count, a name.
    between: usize,
    address_radix: Radix,
    byte_radix: Radix,
}

/// A line with an address and the numbers that follow it.
#[derive(Debug)]
struct Row<'l> {
    /// Its index among the lines.
    line: usize,
    address: Word<'l>,
    start: u64,
    numbers: Vec<Word<'l>>,
    /// The word after the numbers.
    next: Option<Word<'l>>,
}

/// What the rows of a text have in common.
struct RowShape<'l> {
    columns: Columns,
    step: u64,
    separators: Vec<&'l str>,
    /// The digits of the addresses if zeros fill them.
    digits: Option<u64>,
    starts: BTreeSet<u64>,
}

/// The lines of a text as rows whose addresses differ by their bytes.
#[derive(Debug)]
pub(super) struct SteppedRows<'l> {
    lines: &'l [Line<'l>],
    columns: Columns,
    /// The rows with all their bytes; `numbers` has nothing else.
    whole: Vec<Row<'l>>,
    /// The indices of the lines that are damaged rows.
    damaged: Vec<usize>,
    /// The bytes of a row.
    step: u64,
    /// The number of pairs of adjacent rows, and of those that differ by `step`.
    pairs: usize,
    good_pairs: usize,
    /// The number of rows with another number after their bytes.
    longer: usize,
}

/// Finds the rows of a text; `None` if their addresses do not differ by their bytes, or if they do not explain more than a
/// reading in a line format. The first lines tell, so that a long dump is not read twice.
pub(super) fn find<'l>(
    lines: &'l [Line<'l>],
    formatted: Option<&Reading>,
) -> Option<SteppedRows<'l>> {
    let words_of = |lines: &'l [Line<'l>]| -> Vec<Vec<Word<'l>>> {
        lines.iter().map(|line| words(&line.text)).collect()
    };
    if lines.len() > STEPPED_LINES_LIMIT {
        return None;
    }
    let sample = lines.get(..SAMPLED_LINES).unwrap_or(lines);
    let words = words_of(sample);
    // Of the equally likely, the first that leaves no numbers, and has addresses rather than offsets.
    let score = |rows: &SteppedRows<'_>| {
        let mut starts = rows.whole.iter().map(|row| row.start);
        let are_addresses = starts.all(|start| start >= rows::LOWEST_ADDRESS);
        (rows.good_pairs, Reverse(rows.longer), are_addresses)
    };
    let mut best: Option<SteppedRows<'_>> = None;
    for columns in Columns::all() {
        let found = columns.rows(sample, &words);
        best = match (best, found) {
            (Some(best), Some(found)) if score(&found) <= score(&best) => Some(best),
            (best, found) => found.or(best),
        };
    }
    let best = best?;
    let explains_more =
        |rows: &SteppedRows<'_>| formatted.is_none_or(|reading| rows.explains_more(reading));
    let best = Some(best).filter(explains_more)?;
    match sample.len() == lines.len() {
        true => Some(best),
        false => {
            let rows = best.columns.rows(lines, &words_of(lines));
            rows.filter(explains_more)
        }
    }
}

/// Reads the rows of a text if decimal or octal addresses leave no byte out, where those of a reading do.
pub(super) fn read_other(
    lines: &[Line<'_>],
    reading: Option<&Reading>,
) -> Result<Reading, ReadError> {
    if !reading.is_none_or(Reading::has_gaps) {
        return Err(ReadError::NoRows);
    }
    let rows = find(lines, None).filter(|rows| {
        let is_other = rows.columns.address_radix != Radix::Hex;
        is_other && rows.is_complete() && rows.is_order_known()
    });
    rows.map_or(Err(ReadError::NoRows), |rows| rows.assemble())
}

impl Columns {
    /// Returns all columns, the likelier first.
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for between in 0..=BETWEEN_WORDS {
            for address in 0..LEADING_WORDS {
                for byte_radix in Radix::ALL {
                    all.extend(Radix::ALL.map(|address_radix| Self {
                        address,
                        between,
                        address_radix,
                        byte_radix,
                    }));
                }
            }
        }
        all
    }

    /// Reads lines as rows with these columns; `None` if their addresses do not differ by their bytes.
    fn rows<'l>(self, lines: &'l [Line<'l>], words: &[Vec<Word<'l>>]) -> Option<SteppedRows<'l>> {
        if !self.has_steps(words) || words.iter().any(|words| self.has_other_address(words)) {
            return None;
        }
        let rows = words.iter().enumerate();
        let rows = rows.filter_map(|(line, words)| self.row(line, words));
        let mut rows: Vec<Row<'l>> = rows.collect();
        // Beside long addresses, a short number is another line.
        if most_frequent(&mut rows.iter().map(Row::digits))? >= ADDRESS_DIGITS {
            rows.retain(|row| row.digits() >= ADDRESS_DIGITS || row.address.text.starts_with("0x"));
        }
        let steps = rows.iter().zip(rows.iter().skip(1));
        let mut steps = steps.filter_map(|(row, next)| next.start.checked_sub(row.start));
        let step = most_frequent(&mut steps)?;
        if !(1..=joined::LONGEST).contains(&step) {
            return None;
        }
        for row in &mut rows {
            let words = words.get(row.line).map_or(&[][..], Vec::as_slice);
            row.start_before(words, self, step);
        }
        let counts: Vec<Option<usize>> = rows.iter().map(|row| self.count(row, step)).collect();
        let steps = rows.windows(2).zip(&counts);
        let good_pairs = steps.filter(|(pair, count)| {
            let is_step =
                matches!(pair, [row, next] if row.start.checked_add(step) == Some(next.start));
            is_step && count.is_some()
        });
        let (pairs, good_pairs) = (rows.len().saturating_sub(1), good_pairs.count());
        let shape = RowShape::of(&rows, &counts, self, step)?;
        let (mut whole, mut damaged, mut longer) = (Vec::new(), Vec::new(), 0);
        for (at, (mut row, count)) in rows.into_iter().zip(counts).enumerate() {
            let count = count.or_else(|| shape.rest(&row).filter(|_| at == pairs));
            if count.is_some_and(|count| shape.fits(&row, count)) {
                longer += usize::from(count < Some(row.numbers.len()) || row.goes_on(self));
                row.numbers.truncate(count.unwrap_or_default());
                whole.push(row);
            } else {
                damaged.push(row.line);
            }
        }
        let found = SteppedRows {
            lines,
            columns: self,
            whole,
            damaged,
            step,
            pairs,
            good_pairs,
            longer,
        };
        found.is_likely().then_some(found)
    }

    /// Whether an address lies behind that of the line before it, by at most the bytes of a row. Most columns have none.
    fn has_steps(self, words: &[Vec<Word<'_>>]) -> bool {
        let mut starts = words
            .iter()
            .filter_map(|words| words.get(self.address)?.address(self.address_radix));
        let mut before = None;
        starts.any(|start| {
            let step = before
                .replace(start)
                .and_then(|before: u64| start.checked_sub(before));
            step.is_some_and(|step| (1..=joined::LONGEST).contains(&step))
        })
    }

    /// Returns the address of a line and the words from the first byte on.
    fn split<'l, 'w>(self, words: &'w [Word<'l>]) -> Option<(Word<'l>, &'w [Word<'l>])> {
        let address = *words.get(self.address)?;
        Some((address, words.get(self.address + 1 + self.between..)?))
    }

    /// Whether the address of a row has a digit that the radix does not have.
    fn has_other_address(self, words: &[Word<'_>]) -> bool {
        self.split(words).is_some_and(|(address, behind)| {
            let bytes = |word: Option<&Word<'_>>| word.and_then(|it| it.bytes(self.byte_radix));
            // A number of several bytes is no count before the bytes.
            let is_row =
                bytes(behind.first()).is_some() || bytes(words.get(self.address + 1)) > Some(1);
            is_row
                && address.address(Radix::Hex).is_some()
                && address.address(self.address_radix).is_none()
        })
    }

    /// Reads the address of a line and its numbers.
    fn row<'l>(self, line: usize, words: &[Word<'l>]) -> Option<Row<'l>> {
        let (address, behind) = self.split(words)?;
        let start = address.address(self.address_radix)?;
        let is_number = |word: &&Word<'l>| word.bytes(self.byte_radix).is_some();
        // A number in brackets counts the bytes.
        if let [count, byte, ..] = behind
            && count.before.ends_with(['[', '('])
            && byte.before.starts_with([']', ')'])
        {
            return None;
        }
        let numbers: Vec<Word<'l>> = behind.iter().take_while(is_number).copied().collect();
        let next = behind.get(numbers.len()).copied();
        // A number between others, with the same separator, is one of them, unless it has other digits.
        let is_like = |word: &Word<'l>, other: &Word<'l>| {
            word.separator(self.byte_radix) == other.separator(self.byte_radix)
                && (word.digits().len() == other.digits().len()
                    || !matches!(self.byte_radix, Radix::Hex | Radix::Octal))
        };
        let second = numbers.get(1);
        let before = self.address.checked_sub(1).and_then(|at| words.get(at));
        let is_between = before.is_some_and(|word| is_hex(word.digits()))
            && second.is_some_and(|second| is_like(second, &address));
        let is_first_between = numbers.first().is_some_and(|first| {
            let passed = words.get(self.address + self.between);
            let passed = passed.filter(|it| it.bytes(self.byte_radix) > Some(1));
            let mut others = passed.into_iter().chain(second);
            self.between > 0 && others.any(|it| is_like(it, first))
        });
        // Without numbers, a long address begins a damaged row.
        let is_long = address.digits().len() as u64 >= ADDRESS_DIGITS && !behind.is_empty();
        let is_row = (is_long || !numbers.is_empty()) && !is_between && !is_first_between;
        is_row.then_some(Row {
            line,
            address,
            start,
            numbers,
            next,
        })
    }

    /// Returns how many of its numbers have the bytes of a row; `None` if there are fewer bytes, or if the number after
    /// them is separated like they are.
    fn count<'l>(self, row: &Row<'l>, step: u64) -> Option<usize> {
        let mut bytes = 0;
        let end = row.numbers.iter().position(|word| {
            bytes += word.bytes(self.byte_radix).unwrap_or(0) as u64;
            bytes >= step
        });
        let count = 1 + end.filter(|_| bytes == step)?;
        let separator = |word: &Word<'l>| word.separator(self.byte_radix);
        // A mark that is only behind the first number ends a label: `<buffer+39>: 00 00`.
        if let [_, second, others @ ..] = row.numbers.get(..count)?
            && !separator(second).trim().is_empty()
            && !others.is_empty()
            && others.iter().all(|it| separator(it) != separator(second))
        {
            return None;
        }
        let usual = usual_separator(row.numbers.get(1..count)?, self.byte_radix);
        let next = row.numbers.get(count).map(separator);
        (usual.is_none() || next.is_none() || next != usual).then_some(count)
    }

    fn separators<'l>(self, numbers: &[Word<'l>]) -> Vec<&'l str> {
        let of = |(at, word): (usize, &Word<'l>)| match at {
            // Blanks may align the first.
            0 => word.before.trim(),
            _ => word.separator(self.byte_radix),
        };
        numbers.iter().enumerate().map(of).collect()
    }
}

impl<'l> RowShape<'l> {
    fn of(rows: &[Row<'l>], counts: &[Option<usize>], columns: Columns, step: u64) -> Option<Self> {
        let separators_of = |(row, count): (&Row<'l>, &Option<usize>)| {
            let own = row.numbers.get(..(*count)?)?;
            Some(columns.separators(own))
        };
        let all = rows.iter().zip(counts).filter_map(separators_of);
        let hash = |separators: &Vec<&str>| hash64(separators.join("\0").as_bytes());
        let usual = most_frequent(&mut all.clone().map(|it| hash(&it)))?;
        let digits = most_frequent(&mut rows.iter().map(Row::digits));
        let are_padded = rows.iter().any(Row::is_padded);
        Some(Self {
            columns,
            step,
            separators: { all }.find(|it| hash(it) == usual)?,
            digits: digits.filter(|_| are_padded),
            starts: rows.iter().map(|row| row.start).collect(),
        })
    }

    /// Returns how many numbers the last row has: those that are separated like the numbers of the others; `None` if the
    /// word after them, or a digit that was lost with it, may belong to them.
    fn rest(&self, row: &Row<'l>) -> Option<usize> {
        if self.columns.byte_radix == Radix::Decimal {
            return None;
        }
        let own = self.columns.separators(&row.numbers);
        let same = own.iter().zip(&self.separators);
        let count = same.take_while(|(own, usual)| own == usual).count();
        let next = row.numbers.get(count).or(row.next.as_ref());
        let is_end = |next: &Word<'_>| {
            let separator = next.separator(self.columns.byte_radix);
            self.separators.get(1) != Some(&separator)
        };
        next.is_none_or(is_end).then_some(count)
    }

    /// Whether so many numbers of a row are separated like those of the others, and another row is beside it.
    fn fits(&self, row: &Row<'l>, count: usize) -> bool {
        let own = row.numbers.get(..count).unwrap_or_default();
        let beside = [
            row.start.checked_add(self.step),
            row.start.checked_sub(self.step),
        ];
        let mut beside = beside.iter().flatten();
        !own.is_empty()
            && self.separators.starts_with(&self.columns.separators(own))
            && self.digits.is_none_or(|digits| digits == row.digits())
            && beside.any(|start| self.starts.contains(start))
    }
}

impl<'l> Row<'l> {
    /// Takes the number before its address for the start if the address is that of its last byte, or of the next row.
    fn start_before(&mut self, words: &[Word<'_>], columns: Columns, step: u64) {
        let at = columns.address.checked_sub(1);
        let before = at.and_then(|at| words.get(at)?.address(columns.address_radix));
        let distance = before.and_then(|before| self.start.checked_sub(before));
        if let Some(before) = before
            && distance.is_some_and(|distance| distance == step || distance + 1 == step)
        {
            self.start = before;
        }
    }

    /// Whether another byte in hexadecimal follows its numbers, separated like them.
    fn goes_on(&self, columns: Columns) -> bool {
        let separator = |word: &Word<'l>| word.separator(columns.byte_radix);
        let is_byte = |word: &&Word<'_>| word.bytes(Radix::Hex).is_some();
        let next = self.next.as_ref().filter(is_byte).map(separator);
        self.numbers.len() > 1 && next.is_some() && next == self.numbers.last().map(separator)
    }

    /// Returns the number of digits of its address.
    fn digits(&self) -> u64 {
        self.address.digits().len() as u64
    }

    /// Whether zeros fill its address.
    fn is_padded(&self) -> bool {
        let digits = self.address.digits();
        digits.len() > 1 && digits.starts_with('0')
    }

    /// Whether the digits of its address, or the separator after it, distinguish it from the bytes.
    fn is_apart(&self, radix: Radix) -> bool {
        let [first, others @ ..] = &self.numbers[..] else {
            return false;
        };
        let separator = first.separator(radix);
        self.digits() >= ADDRESS_DIGITS && self.digits() != first.digits().len() as u64
            || !separator.trim().is_empty()
                && others.iter().all(|it| it.separator(radix) != separator)
    }
}

impl SteppedRows<'_> {
    /// Whether the distances are not by chance.
    fn is_likely(&self) -> bool {
        let is_exact = self.good_pairs == self.pairs;
        let are_apart = self
            .whole
            .iter()
            .all(|row| row.is_apart(self.columns.byte_radix));
        let least = match are_apart {
            true if self.step == 1 => SINGLE_LEAST,
            true if self.step >= PAIR_BYTES && self.has_long_addresses() => 1,
            _ => 2,
        };
        let are_rows = match (are_apart, self.step) {
            (true, 1) => is_exact,
            (true, _) => 3 * self.good_pairs >= 2 * self.pairs,
            // Only the distances distinguish the address from the bytes.
            (false, _) => is_exact && self.columns.address == 0 && self.step > 1,
        };
        are_rows && self.good_pairs >= least && self.is_notation_likely()
    }

    /// Whether its addresses cannot be the counts or labels of hexadecimal ones.
    fn has_long_addresses(&self) -> bool {
        let mut rows = self.whole.iter();
        let is_usual = self.step.is_multiple_of(PAIR_BYTES);
        self.columns.address_radix == Radix::Hex
            || is_usual && rows.all(|row| row.digits() >= ADDRESS_DIGITS)
    }

    fn numbers(&self) -> impl Iterator<Item = &Word<'_>> {
        self.whole.iter().flat_map(|row| &row.numbers)
    }

    /// Whether numbers of three digits are octal rather than decimal, or the reverse.
    fn is_notation_likely(&self) -> bool {
        let are_octal = self.numbers().all(|it| it.value(Radix::Octal).is_some());
        let is_octal = || self.numbers().any(|it| it.value(Radix::Decimal).is_none());
        match self.columns.byte_radix {
            Radix::Hex => true,
            // Numbers of two digits may be hexadecimal, and are so if zeros fill them.
            Radix::Decimal => {
                let is_filled = |it: &Word<'_>| it.text.len() == 2 && it.text.starts_with('0');
                self.numbers().any(|it| it.text.len() != 2)
                    && !self.numbers().any(is_filled)
                    && (!are_octal || self.numbers().any(Word::is_negative))
            }
            Radix::Octal => is_octal(),
        }
    }

    /// Whether a characters column shows that groups of bytes are in memory order.
    fn have_characters(&self) -> bool {
        let agrees = |row: &Row<'_>, is_reversed: bool| {
            let line = self.lines.get(row.line)?;
            let behind = line.text.get(row.numbers.last()?.end..)?;
            let mut bytes = Vec::new();
            for number in &row.numbers {
                let mut text = String::new();
                number.write(self.columns.byte_radix, &mut text);
                let words = text.split_ascii_whitespace();
                let start = bytes.len();
                bytes.extend(words.map(|it| u8::from_str_radix(it, 16).ok()));
                if is_reversed && let Some(own) = bytes.get_mut(start..) {
                    own.reverse();
                }
            }
            match_characters(behind, &bytes, CharacterColumn::Characters).map(|_| ())
        };
        let mut rows = self.whole.iter();
        rows.clone().all(|row| agrees(row, false).is_some())
            && rows.any(|row| agrees(row, true).is_none())
    }

    /// Whether the order of the bytes in each number is known.
    fn is_order_known(&self) -> bool {
        let byte_radix = self.columns.byte_radix;
        let sizes = self.numbers().filter_map(|word| word.bytes(byte_radix));
        let is_known = |size| size == 1 || size >= RUN_LEAST || self.have_characters();
        sizes.max().is_some_and(is_known)
    }

    /// Whether the bytes are certain: their order, their notation, and the radix of their addresses.
    fn is_certain(&self) -> bool {
        let Columns {
            address_radix,
            byte_radix,
            ..
        } = self.columns;
        // Decimal numbers have no letters and no zeros before them.
        let may_be_decimal = |it: &Word<'_>| {
            it.text.len() == 2 && !it.text.starts_with('0') && it.text.parse::<u8>().is_ok()
        };
        let is_decimal = address_radix != Radix::Hex
            && byte_radix == Radix::Hex
            && self.numbers().all(may_be_decimal);
        self.step > 1 && self.is_order_known() && !is_decimal && !self.may_be_cut()
    }

    /// Whether the places of the rows are certain, even if the order of their bytes is not: in hexadecimal, the addresses do
    /// not differ by the bytes of a row.
    fn has_certain_places(&self) -> bool {
        let sizes = self
            .numbers()
            .filter_map(|word| word.bytes(self.columns.byte_radix));
        let sizes: Vec<usize> = sizes.collect();
        // The last number may be shorter.
        let whole = sizes.split_last().map_or(&[][..], |(_, whole)| whole);
        // Six digits are an octal number of two bytes.
        self.columns.address_radix != Radix::Hex
            && self.longer == 0
            && !self.may_be_cut()
            && whole.iter().all(|size| size.is_power_of_two())
    }

    /// Whether rows with hexadecimal addresses may have been cut off, so that the addresses seem to be in another radix.
    fn may_be_cut(&self) -> bool {
        let start = |row: &Row<'_>| row.address.address(Radix::Hex);
        let is_usual = |pair: &[Row<'_>]| match pair {
            [row, next] => {
                let step = start(next).zip(start(row));
                let step = step.and_then(|(next, row)| next.checked_sub(row));
                step.is_some_and(u64::is_power_of_two)
            }
            _ => false,
        };
        self.columns.address_radix != Radix::Hex && self.whole.windows(2).all(is_usual)
    }

    /// Whether another reading does not have the same bytes as its own, of which the first so many count.
    pub(super) fn contradicts(
        &self,
        own: &Result<Reading, ReadError>,
        other: &Reading,
        count: usize,
    ) -> bool {
        let bytes = |reading: &Reading| {
            let regions = reading.space.regions().iter();
            let bytes = regions.flat_map(|it| (0..it.len()).map(|at| it.byte(at)));
            bytes.take(count).collect::<Vec<Byte>>()
        };
        let known = |reading: &Reading| {
            let bytes = bytes(reading).into_iter();
            bytes.filter(|it| matches!(it, Byte::Known(_))).count()
        };
        match own {
            Ok(own) => bytes(own) != bytes(other) && known(own) >= known(other),
            Err(_) => {
                let own = self.numbers();
                let own = own.filter_map(|it| it.bytes(self.columns.byte_radix));
                known(other) != own.sum::<usize>().min(count)
            }
        }
    }

    /// Whether all its rows have all their bytes.
    pub(super) fn is_complete(&self) -> bool {
        // Nothing shows whether the last of decimal rows is whole.
        let is_last = |at: &usize| self.whole.last().is_some_and(|row| row.line < *at);
        let is_decimal = self.columns.byte_radix == Radix::Decimal;
        let is_whole = self.damaged.is_empty()
            || is_decimal && matches!(&self.damaged[..], [at] if is_last(at));
        self.good_pairs == self.pairs && is_whole
    }

    /// Whether all its rows have all their bytes, while another reading, which does not have all, has other bytes before the
    /// last row, or far fewer rows.
    pub(super) fn explains_more(&self, other: &Reading) -> bool {
        let is_complete = self.is_complete();
        let is_sure = self.pairs > 1 || self.step >= PAIR_BYTES;
        let other_rows = other.lines.iter();
        let other_rows = other_rows.filter(|it| matches!(it.outcome, Outcome::Bytes { .. }));
        let has_more = self.whole.len() > 2 * other_rows.count();
        // Rows with octal addresses may also be the first halves of rows with hexadecimal ones: neither is certain.
        let is_octal = self.columns.address_radix == Radix::Octal && self.may_be_cut();
        // The last row may be short or damaged.
        let before_last = self
            .pairs
            .saturating_mul(usize::try_from(self.step).unwrap_or(0));
        let has_places = self.has_certain_places();
        let contradicts =
            || has_places && other.has_gaps() || self.contradicts(&self.read(), other, before_last);
        let is_known = has_places || self.is_certain() || is_octal;
        // A reading of all lines is refuted only by characters.
        let may_be_right = || other.is_whole() && !self.have_characters();
        (is_complete || has_more) && is_sure && is_known && contradicts() && !may_be_right()
    }

    /// Reads the bytes.
    ///
    /// # Errors
    ///
    /// If it is not certain which bytes the rows have.
    pub(super) fn read(&self) -> Result<Reading, ReadError> {
        if self.is_certain() {
            return self.assemble();
        }
        let (first, line) = self.first()?;
        let skip = Skip::new(SkipReason::Address(excerpt(first.address.text)), &line.text);
        Err(ReadError::no_bytes(line.number, skip))
    }

    /// Returns the first row and its line.
    fn first(&self) -> Result<(&Row<'_>, &Line<'_>), ReadError> {
        let first = self.whole.first().ok_or(ReadError::NoRows)?;
        let line = self.lines.get(first.line).ok_or(ReadError::NoRows)?;
        Ok((first, line))
    }

    /// Places the bytes of the rows.
    fn assemble(&self) -> Result<Reading, ReadError> {
        let (first, line) = self.first()?;
        let address = excerpt(first.address.text);
        let base = Dialect::Rows.format().copied().unwrap_or_default();
        let format = LineFormat {
            notations: &[AddressNotation::Colon],
            address_kind: match self.columns.address_radix {
                Radix::Hex => base.address_kind,
                _ => AddressKind::Offsets,
            },
            ..base
        };
        let mut rows = self.whole.iter().peekable();
        let (mut plain, mut others) = (Vec::with_capacity(self.lines.len()), Vec::new());
        for (at, line) in self.lines.iter().enumerate() {
            match rows.next_if(|row| row.line == at) {
                Some(row) => plain.push(self.write(row, line.number)),
                None if self.damaged.binary_search(&at).is_ok() => {}
                None if context_line(&line.text).is_some() => plain.push(line.clone()),
                None => others.push(line.clone()),
            }
        }
        let mut reading = rows::read(&plain, &format, NumberSize::default())?;
        let damaged = self.damaged.iter().filter_map(|at| self.lines.get(*at));
        let damaged: Vec<Line<'_>> = damaged.cloned().collect();
        reading.skip(&damaged, &SkipReason::Step(self.step));
        reading.skip(&others, &SkipReason::NoAddress);
        let text = format!(
            "`{address}` is taken for the address of its row, because each row begins where the one before it ends"
        );
        let line = line.number;
        reading.notes.push(Note { line, text });
        reading.notes.sort_by_key(|note| note.line);
        Ok(reading)
    }

    /// Writes a row as an address and bytes.
    fn write(&self, row: &Row<'_>, number: usize) -> Line<'static> {
        let mut text = format!("{:0WHOLE_DIGITS$x}:", row.start);
        for word in &row.numbers {
            word.write(self.columns.byte_radix, &mut text);
        }
        let text = text.into();
        Line { number, text }
    }
}
