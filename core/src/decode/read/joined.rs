//! Restores line breaks that a chat or a ticket system removed, and rejoins wrapped rows. The evidence is the
//! addresses, which recur in the same form.

use super::broken::join_wrapped;
use super::outcome::{LineOutcome, Outcome, Skip, SkipReason};
use super::prompt::{self, prompt};
use super::row_address::{AddressNotation, RowAddress, parse_row_address, parse_short_offset};
use super::text::{Line, is_fence, is_number, unprefixed};
use super::{Note, ReadError, Reading, row_stats};

/// The length of the shortest line with two rows: two of `8056e344  00000000`.
const SHORTEST: usize = 37;
/// The fewest characters of an address, colon included.
const ADDRESS: usize = 5;
/// The bytes of a row that only its address identifies.
const ROW: u64 = 16;
/// The bytes of the longest row.
pub(super) const LONGEST: u64 = 64;

/// Lines with one row each.
#[derive(Debug)]
pub(super) struct Rows<'t> {
    pub(super) lines: Vec<Line<'t>>,
    /// The lines that other commands printed, which may look like rows.
    others: Vec<Line<'t>>,
    /// The numbers of the lines that were appended, each with that of its row.
    joined: Vec<(usize, usize)>,
}

impl Rows<'_> {
    /// Returns the error for a text whose other lines have no rows.
    pub(super) fn refused(&self, error: ReadError) -> ReadError {
        match (self.others.first(), &error) {
            (Some(line), ReadError::NoBytes { .. } | ReadError::NoRows) => {
                let skip = Skip::new(SkipReason::OtherCommand, &line.text);
                ReadError::no_bytes(line.number, skip)
            }
            _ => error,
        }
    }

    /// Adds a note on the joined lines to a reading, and the outcomes of these and of what other commands printed.
    pub(super) fn report(&self, reading: &mut Reading) {
        reading.skip(&self.others, &SkipReason::OtherCommand);
        let Some((_, row)) = self.joined.first() else {
            return;
        };
        let goes_on = self.joined.iter().filter(|(_, other)| other == row);
        let to: Vec<String> = goes_on.map(|(line, _)| line.to_string()).collect();
        let rows = self.joined.chunk_by(|a, b| a.1 == b.1).count();
        let others = match row_stats::count(rows - 1, "other row") {
            _ if rows == 1 => String::new(),
            more => format!(", like {more} in later lines"),
        };
        let to = to.join(" and line ");
        let text = format!("its row continues in line {to}{others}: they were joined");
        let line = *row;
        reading.notes.push(Note { line, text });
        reading.notes.sort_by_key(|note| note.line);
        // An appended line has the outcome of its row.
        let outcome = |(line, row): &(usize, usize)| {
            let at = reading.lines.binary_search_by_key(row, |it| it.line);
            let of_row = reading.lines.get(at.ok()?)?;
            Some(LineOutcome::new(*line, of_row.outcome.clone()))
        };
        let behind: Vec<LineOutcome> = self.joined.iter().filter_map(outcome).collect();
        reading.lines.extend(behind);
        reading.lines.sort_by_key(|it| it.line);
    }
}

pub(super) fn split_rows(lines: Vec<Line<'_>>) -> Rows<'_> {
    let (lines, joined) = join_wrapped(lines);
    let (lines, others) = split(lines);
    Rows {
        lines,
        others,
        joined,
    }
}

/// Splits lines with several rows, and takes out what other commands printed.
fn split(lines: Vec<Line<'_>>) -> (Vec<Line<'_>>, Vec<Line<'_>>) {
    let mut rows = Vec::with_capacity(lines.len());
    let mut others = Vec::new();
    let mut lines = lines.into_iter().peekable();
    let (mut before, mut are_single, mut are_others) = (None, false, false);
    while let Some(mut line) = lines.next() {
        let command = prompt(&line.text);
        are_others &= !is_fence(&line.text);
        if command.is_none() && are_others {
            others.push(line);
            continue;
        }
        // An empty command repeats the last one.
        let command = command.filter(|command| !command.is_empty());
        let row = command.and_then(|command| {
            are_single = prints_one(command);
            are_others = prompt::prints_no_memory(&line.text, command);
            row_behind_command(&line.text, command)
        });
        if let Some(at) = row {
            let (command, row) = line.text.split_at(at);
            let (number, text) = (line.number, command.trim_end().to_owned().into());
            rows.push(Line { number, text });
            line.text = row.to_owned().into();
        }
        let own = decimal(&line.text);
        let next = lines.peek().map(|next| next.text.trim_start());
        let behind = next.and_then(decimal);
        let is_counted = counts_on(before, own, behind);
        let starts = starts(&line.text, is_counted, are_single, next);
        before = own;
        if starts.is_empty() {
            rows.push(line);
            continue;
        }
        let (number, mut begin) = (line.number, 0);
        for end in starts.into_iter().chain([line.text.len()]) {
            let row = line.text.get(begin..end).unwrap_or_default().trim_end();
            let text = row.to_owned().into();
            rows.push(Line { number, text });
            begin = end;
        }
    }
    (rows, others)
}

/// Returns the start of the row that follows a prompt and a command in the same line: an address and two numbers.
fn row_behind_command(text: &str, command: &str) -> Option<usize> {
    let least = if prints_one(command) { 1 } else { 2 };
    let mut arguments = words(command).skip(1);
    let argument = arguments.find(|(_, word)| !word.starts_with(['/', '-']));
    let argument = argument.map_or(0, |(_, word)| word.as_ptr() as usize);
    let behind = words(text).filter(|(_, word)| word.as_ptr() as usize > argument);
    { behind }.find_map(|(at, _)| {
        let addr = parse_row_address(text.get(at..)?).filter(begins)?;
        let numbers = addr.rest.split_ascii_whitespace().take(least);
        let is_number = |word: &&str| word.len() > 1 && is_number(word);
        (numbers.filter(is_number).count() == least).then_some(at)
    })
}

/// Whether a command of WinDbg prints one number and its symbol in each row.
pub(super) fn prints_one(command: &str) -> bool {
    matches!(command.split(' ').next(), Some("dps" | "dqs" | "dds"))
}

fn decimal(text: &str) -> Option<u64> {
    let first = text.split(' ').next().filter(|it| it.len() < ADDRESS)?;
    first.parse().ok()
}

/// Whether a line's first number is a row offset that continues those of the adjacent lines.
fn counts_on(before: Option<u64>, own: Option<u64>, behind: Option<u64>) -> bool {
    let step = |from: Option<u64>, to: Option<u64>| to?.checked_sub(from?);
    step(before, own) == Some(ROW) || step(own, behind) == Some(2 * ROW)
}

/// Merges the outcomes of one line, whose rows have adjacent bytes.
pub(super) fn merge_outcomes(outcomes: &mut Vec<LineOutcome>) {
    outcomes.dedup_by(|next, before| {
        let is_same = next.line == before.line;
        match (&mut before.outcome, &next.outcome) {
            (
                Outcome::Bytes { region, at, count },
                Outcome::Bytes {
                    region: other,
                    at: behind,
                    count: more,
                },
            ) if is_same && region == other && *at + *count == *behind => *count += more,
            (Outcome::Bytes { .. }, _) => {}
            (_, Outcome::Bytes { .. }) if is_same => std::mem::swap(before, next),
            _ => {}
        }
        is_same
    });
}

/// Returns the starts of all rows in a line but the first, and that one if other words stand before it. `is_counted` if
/// line starts count rows, `are_single` if each row has one number; `behind` is the next line.
fn starts(text: &str, is_counted: bool, are_single: bool, behind: Option<&str>) -> Vec<usize> {
    let mut starts = Vec::new();
    // The last row start, and the bytes counted after it.
    let mut row: Option<(RowAddress<'_>, Count)> = None;
    let mut first = 0;
    let mut is_sure = false;
    let is_address = |text: &str| parse_row_address(text.trim_start()).is_some();
    let is_before_row = || behind.is_some_and(is_address) && has_words(text) && !is_address(text);
    let may_have_rows = are_single || text.len() >= SHORTEST || is_before_row();
    for (at, word) in words(text).take_while(|_| may_have_rows) {
        let rest = text.get(at..).unwrap_or_default();
        let is_short = match &row {
            Some((first, _)) => first.kind == AddressNotation::Short,
            None => word.len() < ADDRESS && unprefixed(word) == word,
        };
        let found = match is_short {
            true => parse_short_offset(rest).filter(|short| {
                blanks(short) > 1 || is_counted && may_be_close(row.as_ref(), short)
            }),
            false => parse_row_address(rest).filter(begins),
        };
        let is_first = |found: &RowAddress<'_>| {
            let others = row.as_ref().filter(|_| starts.is_empty());
            row.is_none() || others.is_some_and(|(last, count)| is_word(last, count, found))
        };
        if let Some(found) = found.filter(is_first) {
            first = at;
            row = Some((found, Count::default()));
            continue;
        }
        let Some((last, count)) = &mut row else {
            continue;
        };
        let begin = *starts.last().unwrap_or(&first);
        if let Some((at, next)) = close((text, begin), (at, word), last, count) {
            is_sure = true;
            starts.push(at);
            row = Some((next, Count::default()));
            continue;
        }
        let is_proved = |next: &RowAddress<'_>| {
            let is_single = are_single && is_step(last, next, count.bytes);
            is_single || is_column(text, at, last, count, next) || is_next_padded(last, count, next)
        };
        match found.filter(|next| follows(last, count, next) || is_proved(next)) {
            Some(next) => {
                // After octal numbers: the end of the dump.
                let is_end = next.rest.is_empty() && count.bytes != ROW && !has_colon(&next);
                is_sure |= is_end || is_proved(&next);
                starts.push(at);
                row = Some((next, Count::default()));
            }
            None => count.add(word),
        }
    }
    let row = row.as_ref();
    // A single address may be a pointer to the bytes after it, unless a whole row follows.
    let is_whole = row.is_some_and(|(last, count)| has_colon(last) || count.is_row());
    if starts.len() == 1 && !is_sure && !is_whole {
        return Vec::new();
    }
    let is_continued = || row.is_some_and(|(last, count)| is_continued(last, count, behind));
    let is_prose = text.get(..first).is_some_and(has_words) && !is_address(text);
    if is_prose && (!starts.is_empty() || is_continued()) {
        starts.insert(0, first);
    }
    starts
}

/// Whether the apparent address of a row belongs to a sentence, and the row begins at the other address.
fn is_word(last: &RowAddress<'_>, count: &Count, other: &RowAddress<'_>) -> bool {
    !has_colon(last) && (count.ended && count.bytes == 0 || has_colon(other))
}

/// Whether the next line begins with the address at which a row ends.
fn is_continued(row: &RowAddress<'_>, count: &Count, behind: Option<&str>) -> bool {
    let next = behind.and_then(|next| parse_like(row, next));
    next.is_some_and(|next| count.bytes > 0 && is_step(row, &next, count.bytes))
}

/// Parses an address in the notation of another.
fn parse_like<'t>(other: &RowAddress<'_>, text: &'t str) -> Option<RowAddress<'t>> {
    let found = match other.kind {
        AddressNotation::Short => parse_short_offset(text),
        _ => parse_row_address(text),
    };
    found.filter(|found| found.kind == other.kind)
}

/// Whether a text before a row has words, not only marks and a number.
fn has_words(text: &str) -> bool {
    text.contains(char::is_alphabetic)
}

/// Returns the next row that begins inside a word, because no blank follows the last number or the characters of the
/// row before it: its address follows the bytes counted so far and those at the start of the word.
fn close<'t>(
    (text, begin): (&'t str, usize),
    (at, word): (usize, &str),
    last: &RowAddress<'_>,
    count: &Count,
) -> Option<(usize, RowAddress<'t>)> {
    let width = (last.rest.as_ptr() as usize - text.as_ptr() as usize).checked_sub(begin)?;
    let inside = word.len().checked_sub(width).filter(|it| *it > 0)?;
    // The whole word is an address.
    if parse_row_address(text.get(at..)?).is_some_and(|own| own.kind == AddressNotation::Ticked) {
        return None;
    }
    let row = text.get(at + inside..)?;
    let next = parse_like(last, row).filter(|_| width + 1 >= ADDRESS)?;
    let mut all = count.clone();
    let before = word.get(..inside)?;
    all.add(before);
    let is_whole = all.ended || count.digits == 0 || count.digits == unprefixed(before).len();
    let follows = all.bytes > 0 && is_step(last, &next, all.bytes);
    (is_whole && follows).then_some((at + inside, next))
}

/// Whether a single blank may follow a short offset: the first of a line, or one after a row of bytes.
fn may_be_close(row: Option<&(RowAddress<'_>, Count)>, next: &RowAddress<'_>) -> bool {
    row.is_none_or(|(last, count)| blanks(last) == 1 && follows(last, count, next))
}

/// Iterates over the words of a text with their offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let words = text
        .split(' ')
        .map(|word| word.trim_start_matches(['[', '`']));
    let words = words.filter(|word| !word.is_empty());
    words.map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

fn begins(addr: &RowAddress<'_>) -> bool {
    match addr.kind {
        AddressNotation::Ticked | AddressNotation::Hash => true,
        AddressNotation::Bare => matches!(addr.digits.len(), 6..=8 | 16),
        AddressNotation::Prefixed => matches!(addr.digits.len(), 8 | 16),
        AddressNotation::Hexed | AddressNotation::Section => true,
        _ => has_colon(addr) && addr.digits.len() >= 4,
    }
}

fn has_colon(addr: &RowAddress<'_>) -> bool {
    use AddressNotation::{Colon, Hexed, Section, Short};
    matches!(addr.kind, Colon | Hexed | Section) || addr.kind == Short && addr.is_hex
}

/// Returns the number of blanks after an address.
pub(super) fn blanks(addr: &RowAddress<'_>) -> usize {
    addr.rest.len() - addr.rest.trim_start_matches(' ').len()
}

/// Returns the distance between two addresses in the given radix.
fn step(last: &RowAddress<'_>, next: &RowAddress<'_>, radix: u32) -> Option<u64> {
    Some(next.value_in(radix)?.wrapping_sub(last.value_in(radix)?))
}

/// Whether two addresses are `bytes` bytes apart in any radix; `od` also prints octal and decimal.
fn is_step(last: &RowAddress<'_>, next: &RowAddress<'_>, bytes: u64) -> bool {
    let mut radixes = [16, 8, 10].into_iter();
    radixes.any(|radix| step(last, next, radix) == Some(bytes))
}

/// Returns the size of a row whose successor is `next`, in each possible radix.
pub(super) fn steps(last: &RowAddress<'_>, next: &RowAddress<'_>) -> impl Iterator<Item = u64> {
    let steps = [16, 8, 10].map(|radix| step(last, next, radix));
    let near = |step: &u64| (1..=LONGEST).contains(step);
    steps.into_iter().flatten().filter(near)
}

/// Whether `next` may be the address of the next row, in any radix.
pub(super) fn is_next(last: &RowAddress<'_>, next: &RowAddress<'_>) -> bool {
    steps(last, next).next().is_some()
}

/// Whether the next row begins at this address.
fn follows(last: &RowAddress<'_>, count: &Count, next: &RowAddress<'_>) -> bool {
    let (step, is_row) = (step(last, next, 16), is_step(last, next, ROW));
    next.kind == last.kind
        && match next.kind {
            _ if has_colon(next) => step.is_some_and(|step| (1..=LONGEST).contains(&step)),
            AddressNotation::Short => is_row && count.bytes == ROW && blanks(next) == 1,
            // The pointed-to value follows the pointer.
            AddressNotation::Ticked if count.bytes == ROW && step == Some(ROW / 2) => true,
            _ => is_row && count.is_row(),
        }
}

/// Whether a word is in the address column: its value continues the bytes before it and its blanks are those of the
/// line's address, after a single blank; or only it has as many digits as that address.
fn is_column(
    text: &str,
    at: usize,
    last: &RowAddress<'_>,
    count: &Count,
    next: &RowAddress<'_>,
) -> bool {
    let number = next.rest.split_ascii_whitespace().next();
    let number = number.unwrap_or_default();
    if next.kind != last.kind || number.len() < 2 || !is_number(number) {
        return false;
    }
    let before = text.get(..at).unwrap_or_default();
    let apart = before.ends_with(' ') && !before.ends_with("  ") && blanks(next) > 1;
    let is_behind = count.bytes > 0 && is_step(last, next, count.bytes);
    let alone = next.kind == AddressNotation::Bare
        && next.digits.len() == last.digits.len()
        && number.len() == count.digits
        && number.len() != next.digits.len();
    apart && blanks(next) == blanks(last) && is_behind || alone && is_step(last, next, ROW)
}

/// Whether the next row begins here because only addresses are zero-padded, not the decimal numbers.
fn is_next_padded(last: &RowAddress<'_>, count: &Count, next: &RowAddress<'_>) -> bool {
    let is_address =
        |it: &RowAddress<'_>| it.kind == AddressNotation::Bare && it.digits.starts_with('0');
    let digits = next.digits.len();
    let is_next = digits == last.digits.len() && is_step(last, next, ROW);
    // The word directly after an address is a number, even if it equals the next row's address: it is a pointer.
    let is_behind = count.numbers > 0 && !count.ended;
    let is_short = is_behind && count.digits < digits && !count.zero_padded;
    is_address(last) && is_address(next) && is_next && is_short
}

/// Counts the bytes of the numbers after an address, up to the first other word.
#[derive(Clone, Debug, Default)]
struct Count {
    numbers: usize,
    bytes: u64,
    /// The number of bytes if they are octal.
    octal: u64,
    /// The digits per number; 0 if they vary.
    digits: usize,
    zero_padded: bool,
    ended: bool,
}

impl Count {
    fn add(&mut self, word: &str) {
        self.numbers += 1;
        let word = unprefixed(word);
        let digits = word.bytes().filter(u8::is_ascii_hexdigit).count();
        let unknown = word.bytes().filter(|b| *b == b'?').count();
        let marks = word.bytes().filter(|b| b"`-".contains(b)).count();
        self.digits = match self.bytes {
            0 => word.len(),
            _ if self.digits == word.len() => self.digits,
            _ => 0,
        };
        self.ended |= digits + unknown + marks < word.len();
        self.zero_padded |= word.len() > 1 && word.starts_with('0');
        if !self.ended && self.bytes < ROW {
            self.bytes += (digits as u64 + unknown as u64) / 2;
        }
        if !self.ended && self.octal < ROW && word.bytes().all(|digit| digit < b'8') {
            self.octal += match digits {
                6 => 2,
                11 => 4,
                22 => 8,
                _ => 0,
            };
        }
    }

    /// Whether there are as many bytes as in a row.
    const fn is_row(&self) -> bool {
        self.bytes == ROW || self.octal == ROW
    }
}
