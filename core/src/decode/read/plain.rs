//! Parses hexadecimal without addresses: `4d 5a 90 00`, `4d5a9000`, `0x4d, 0x5a`, `4D-5A`, `4d:5a`, `\x4d\x5a`, in
//! any number of lines; a long run of digits may be broken anywhere.
//!
//! Without addresses a damaged line would shift all bytes after it, so it is an error.

use super::cells::{Cell, Cells, NumberSize, Order, byte};
use super::chars::{CharacterColumn, match_characters};
use super::literal_output::LiteralOutput;
use super::outcome::{Outcome, Skip, SkipReason, excerpt};
use super::prefix::REGISTRY;
use super::prompt::context_line;
use super::row::{is_note, is_symbol};
use super::row_address::{AddressNotation, COLON_DIGITS, DIGITS, RowAddress, parse_row_address};
use super::text::{Line, is_digit, is_hex, is_number, is_pair, is_word, uncoded, unprefixed};
use super::unsupported::unsupported_dialect;
use super::words::{Word, words};
use super::{Dialect, ReadError, Reading, doubts, html};

/// The fewest characters of a line at whose end a byte may be split. A shorter line is a word or damaged.
const BROKEN_LINE: usize = 9;

/// Parses a text without addresses. With [`Order::Number`], each word is a little-endian number.
pub(super) fn read(lines: &[Line<'_>], order: Order, why: String) -> Result<Reading, ReadError> {
    let mut reader = Reader {
        order,
        ..Reader::default()
    };
    let mut rest = lines;
    while let Some(line) = rest.first() {
        let runs = rest.iter().take_while(|line| run(line).is_some()).count();
        let (group, behind) = rest.split_at(runs.max(1));
        match wrapped(group) {
            Some(digits) if order == Order::Memory => {
                reader.wrapped(line.number, group, &digits)?;
            }
            _ => group.iter().try_for_each(|line| reader.line(line))?,
        }
        rest = behind;
    }
    reader.decimal.take().map_or(Ok(()), Err)?;
    if reader.lost > reader.rows {
        reader.checked()?;
    }
    // The name of a value in the registry makes its first row shorter.
    let is_named = lines.iter().any(|line| line.text.starts_with(REGISTRY));
    reader.output.check_rows(is_named.into(), false, lines)?;
    let dialect = match order {
        Order::Memory if reader.characters > 0 => Dialect::Malfind,
        Order::Memory => Dialect::Plain,
        Order::Number => Dialect::PlainWords,
    };
    reader.output.reading(dialect, why, lines)
}

#[derive(Debug)]
pub(super) struct LineBytes {
    pub(super) bytes: Vec<Option<u8>>,
    /// Whether a characters column that agrees follows them.
    pub(super) characters: bool,
}

/// Parses the bytes of a line; an error if it has anything but bytes, their characters and a comment at its end.
pub(super) fn line_bytes(text: &str, order: Order) -> Result<LineBytes, SkipReason> {
    // Node's form of bytes.
    let buffer = text.trim().strip_prefix("<Buffer ");
    let buffer = buffer.and_then(|text| text.strip_suffix('>'));
    let bracketed = || in_brackets(text);
    let text = buffer
        .or(text.strip_prefix(REGISTRY))
        .or_else(bracketed)
        .unwrap_or(text);
    if let Some(address) = address(text) {
        return Err(SkipReason::Address(excerpt(address)));
    }
    let taken = |characters| move |bytes| LineBytes { bytes, characters };
    let plain = taken(false);
    // The characters may look like bytes.
    let with_characters = || with_characters(text).map(taken(true));
    // Marks that bytes do not have.
    let is_marked = [" ; ", "..", "|"].iter().any(|mark| text.contains(mark));
    if (is_marked || text.trim().contains("  "))
        && let Some(taken) = with_characters()
        && (is_marked || taken.bytes.len() >= SURE || is_text(&taken.bytes))
    {
        return Ok(taken);
    }
    if leaves_out(text) && with_characters().is_none() {
        return Err(SkipReason::LeftOut);
    }
    let whole = bytes(before_note(text), order);
    let reason = match whole {
        Err(reason) if reason != SkipReason::LeftOut => reason,
        whole => return whole.map(plain),
    };
    let marks = NOTES.iter();
    let notes = marks.filter_map(|mark| Some((text.find(mark)?, mark)));
    let note = notes.min();
    let note = note.filter(|(at, mark)| {
        let behind = text.get(at + mark.len()..).unwrap_or_default();
        let is_field = **mark == ";" && behind.starts_with("0x");
        !is_field && !is_digit_lost(text, at + mark.len())
    });
    let before_note = note.and_then(|(at, _)| bytes(text.get(..at)?, order).ok());
    // A column of `dps` without its addresses: numbers, and the symbols they point to.
    let before_symbol = || {
        let (number, symbol) = text.trim_start().split_once(' ')?;
        let wide = order == Order::Number && number.len() >= 8 && is_symbol(symbol);
        bytes(number, order).ok().filter(|_| wide)
    };
    let before_note = before_note.or_else(before_symbol);
    let found = before_note.map(plain).or_else(with_characters);
    found.ok_or(reason)
}

/// Whether the bytes are printed as they are, so that their characters do not agree by chance.
fn is_text(bytes: &[Option<u8>]) -> bool {
    const LEAST: usize = 3;
    bytes.len() >= LEAST && bytes.iter().flatten().all(u8::is_ascii_graphic)
}

/// Returns what is inside the brackets around all bytes of a line: `[4d 5a 90]`. Decimal bytes have no letters.
fn in_brackets(text: &str) -> Option<&str> {
    let inside = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    let are_pairs = inside.split(' ').all(is_pair) && inside.contains(' ');
    let has_letter = inside.contains(|c: char| c.is_ascii_alphabetic());
    (are_pairs && has_letter).then_some(inside)
}

/// Returns the numbers before the only `;` or `|` that follows a blank, unless like numbers follow it: then it divides a row.
fn before_note(text: &str) -> &str {
    let words = words(text);
    let mark = |word: &Word<'_>| {
        let mark = word.before.trim_start_matches(' ');
        (mark.len() < word.before.len()).then(|| mark.chars().next())?
    };
    let only = |note: char| {
        let all = words.iter().skip(1).enumerate();
        let mut marked = all.filter(|(_, it)| mark(it) == Some(note));
        marked.next().filter(|_| marked.next().is_none())
    };
    let Some((at, first)) = only(';').or_else(|| only('|')) else {
        return text;
    };
    let (numbers, behind) = words.split_at(at + 1);
    let width = numbers.first().map(|it| it.digits().len());
    let is_like = |word: &&Word<'_>| is_hex(word.digits()) && Some(word.digits().len()) == width;
    let others = behind.iter().skip(1);
    let others = others.take_while(|it| is_like(it) && it.before.trim().is_empty());
    let is_row = is_like(&first) && (mark(first) == Some('|') || others.count() > 0);
    let end = numbers.last().filter(|_| !is_row).map(|it| it.end);
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// The fewest bytes whose agreement with the characters is not by chance.
const SURE: usize = 8;

/// Whether an address is an offset of `od`: the numbers after it have another width and form a row.
fn is_offset(addr: &RowAddress<'_>) -> bool {
    let words = addr.rest.split(' ').filter(|word| !word.is_empty());
    let width = words.clone().next().map_or(0, str::len);
    let is_alike = |word: &&str| word.len() == width && is_hex(word);
    let bytes = words.clone().take_while(is_alike).count() * width / 2;
    // Six octal digits are two bytes, not three.
    let is_octal = |word: &str| {
        let mut digits = word.bytes();
        matches!(digits.next(), Some(b'0' | b'1')) && digits.all(|digit| digit < b'8')
    };
    let mut wide = words
        .chain([addr.digits])
        .filter(|word| word.len() == width);
    let are_numbers = match width {
        6 => wide.all(is_octal),
        width => matches!(width, 2 | 4 | 8 | 16) && width != addr.digits.len(),
    };
    matches!(addr.digits.len(), 6 | 7) && are_numbers && bytes >= SURE
}

/// Returns the address at the start of a line that cannot be one of its numbers.
fn address(text: &str) -> Option<&str> {
    let text = text.trim();
    let text = text.strip_prefix("- ").unwrap_or(text);
    let text = text.trim_start_matches(['|', ' ']);
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    // The end of gdb's label may be missing.
    let label = rest.strip_prefix('<').filter(|_| word.starts_with("0x"));
    if label.is_some_and(|label| label.starts_with(char::is_alphabetic)) {
        return Some(word);
    }
    let (first, cell) = text.split_once('|').unwrap_or((text, ""));
    let mut cell = cell
        .split([' ', ',', ':', '-'])
        .filter(|word| !word.is_empty());
    let digits = unprefixed(first.trim());
    let is_like = |word: &str| {
        let is_shorter = word.len() > 1 && word.len() < digits.len() && is_hex(word);
        is_shorter || word.strip_prefix("0x").is_some_and(is_hex)
    };
    if digits.len() >= COLON_DIGITS && is_hex(digits) && cell.any(is_like) {
        return Some(word);
    }
    // A count in brackets follows an address.
    let count = rest.trim_start_matches([' ', '|']).strip_prefix(['[', '(']);
    let count = count.and_then(|it| it.split_once([']', ')']));
    let is_counted = count.is_some_and(|(count, behind)| {
        let mut numbers = behind.split([' ', ',']).filter(|word| !word.is_empty());
        is_number(count) && numbers.next().is_some_and(is_number)
    });
    let is_address = |word: &str| is_hex(word) && word.len() >= COLON_DIGITS;
    if is_counted && is_address(unprefixed(word)) {
        return Some(word);
    }
    // So does the address of the last byte.
    let ends = word.trim_end_matches(':').split_once('-');
    let is_range = ends.is_some_and(|(first, last)| {
        first.len() == last.len() && first.len() >= COLON_DIGITS && is_hex(first) && is_hex(last)
    });
    if is_range && !rest.is_empty() && !rest.contains('-') {
        return Some(word);
    }
    let alone = text.strip_suffix(':').map(unprefixed);
    let is_alone = alone.is_some_and(|it| it.len() >= COLON_DIGITS && is_hex(it));
    if is_alone || is_colon_address(text) {
        return Some(word);
    }
    use AddressNotation::{Bare, Colon, Hexed, Prefixed, Section, Segment, Ticked};
    let addr = parse_row_address(text)?;
    let addr = (!addr.rest.is_empty() || !addr.label.is_empty()).then_some(addr)?;
    let is_number = addr
        .rest
        .split_ascii_whitespace()
        .next()
        .is_some_and(is_hex);
    let is_address = match addr.kind {
        Ticked => is_number,
        // `4d5a: 9000: 0300:` are bytes separated by colons.
        Colon | Hexed => addr.digits.len() >= COLON_DIGITS && !addr.rest.contains(':'),
        Bare if is_offset(&addr) => true,
        Bare | Prefixed => is_number && addr.is_marked(),
        kind => matches!(kind, Section | Segment),
    };
    is_address.then_some(word)
}

/// Whether a colon ends an address: it separates only some of the words, or two of different widths.
fn is_colon_address(text: &str) -> bool {
    let words = text.split([' ', ',', ':']).filter(|word| !word.is_empty());
    let mut widths = words.clone().map(str::len);
    let are_numbers = words.clone().all(is_number);
    let (count, colons) = (words.count(), text.matches(':').count());
    let is_other = widths.next() != widths.next() && text.starts_with("0x");
    let is_first = text
        .split(' ')
        .next()
        .is_some_and(|word| word.contains(':'));
    // A blank follows the colon after the address only.
    let is_apart = text.matches(": ").count() == 1 && colons > 1;
    are_numbers && is_first && (colons + 1 < count || count == 2 && is_other || is_apart)
}

/// Returns the trimmed line if it has only hexadecimal digits and question marks.
pub(super) fn run<'t>(line: &'t Line<'_>) -> Option<&'t str> {
    let run = uncoded(&line.text).trim();
    let digits = !run.is_empty() && run.bytes().all(is_digit);
    digits.then_some(run)
}

/// Joins runs of digits that were broken at an odd width, which all but the last share.
fn wrapped(group: &[Line<'_>]) -> Option<String> {
    let runs: Option<Vec<&str>> = group.iter().map(run).collect();
    let runs = runs?;
    let width = runs.first()?.len();
    let (last, full) = runs.split_last()?;
    let alike = full.iter().all(|run| run.len() == width) && last.len() <= width;
    let digits = runs.concat();
    let odd = width % 2 == 1 && width >= BROKEN_LINE;
    let broken = !full.is_empty() && odd && alike && digits.len().is_multiple_of(2);
    (broken && pairs(&digits).is_some()).then_some(digits)
}

#[derive(Default)]
struct Reader {
    order: Order,
    output: LiteralOutput,
    /// The number of lines whose characters agree with their bytes.
    characters: usize,
    /// The error for the first damaged line of bytes.
    damaged: Option<ReadError>,
    /// The error for the first line of decimal numbers.
    decimal: Option<ReadError>,
    /// The length of the last line of bytes.
    width: usize,
    /// The number of lines of bytes, and of damaged ones.
    rows: usize,
    lost: usize,
}

impl Reader {
    fn line(&mut self, line: &Line<'_>) -> Result<(), ReadError> {
        let plain = html::plain(&line.text);
        let text = uncoded(&plain);
        let other = unsupported_dialect(text).map(|lookalike| SkipReason::Other {
            lookalike,
            dialect: Dialect::Plain,
        });
        let outcome = match (context_line(&plain), other) {
            // Without addresses, nothing says how often the row repeats.
            (None, _) if text.trim() == "*" => Outcome::Gap,
            (Some(around), _) => around.outcome(),
            (None, Some(reason)) => Outcome::Skipped(Skip::new(reason, text)),
            (None, None) => match line_bytes(text, self.order) {
                Err(_)
                    if self.order == Order::Memory
                        && let Some((bytes, lost)) = repaired(text) =>
                {
                    let text = format!("`{lost}` is not hexadecimal: its byte is unknown");
                    self.output.note(line.number, text);
                    return self.bytes(line.number, &bytes);
                }
                Err(reason) => self.skip(line.number, text, reason),
                Ok(taken) => {
                    self.characters += usize::from(taken.characters);
                    self.width = text.trim().len();
                    self.bytes(line.number, &taken.bytes)?;
                    if !taken.characters && ends_in_dots(text, taken.bytes.len()) {
                        self.output.push_outcome(line.number, Outcome::Gap);
                    }
                    return Ok(());
                }
            },
        };
        self.output.push_outcome(line.number, outcome);
        Ok(())
    }

    fn bytes(&mut self, line: usize, bytes: &[Option<u8>]) -> Result<(), ReadError> {
        self.checked()?;
        self.rows += 1;
        self.output.push_bytes(line, bytes)
    }

    /// Adds a run over several lines: a byte belongs to the line in which it begins.
    fn wrapped(
        &mut self,
        number: usize,
        group: &[Line<'_>],
        digits: &str,
    ) -> Result<(), ReadError> {
        self.checked()?;
        self.rows += group.len();
        let bytes = pairs(digits).unwrap_or_default();
        let (region, start, _) = self.output.extend(number, &bytes)?;
        let mut before = 0_usize;
        for line in group {
            let behind = before + run(line).map_or(0, str::len);
            let (first, end) = (before.div_ceil(2), behind.div_ceil(2));
            let (at, count) = (start + first, end - first);
            let outcome = Outcome::Bytes { region, at, count };
            self.output.push_outcome(line.number, outcome);
            before = behind;
        }
        Ok(())
    }

    /// Returns the error of a damaged line, because the offset of the following bytes is unknown.
    fn checked(&mut self) -> Result<(), ReadError> {
        self.damaged.take().map_or(Ok(()), Err)
    }

    fn skip(&mut self, line: usize, text: &str, reason: SkipReason) -> Outcome {
        let skip = Skip::new(reason, text);
        let words = words(text);
        let numbers = doubts::leading_numbers(&words);
        let are_numbers = are_alone(text, numbers);
        if are_numbers && doubts::are_decimal(numbers) {
            let skip = skip.clone();
            self.decimal
                .get_or_insert(ReadError::Damaged { line, skip });
        }
        let is_row = are_numbers || matches!(skip.reason, SkipReason::Address(_));
        if is_row || self.rows > 0 && states_place(text) || self.mostly_bytes(text) {
            self.lost += 1;
            let skip = skip.clone();
            self.damaged
                .get_or_insert(ReadError::Damaged { line, skip });
        }
        Outcome::Skipped(skip)
    }

    /// Whether at least half of the words are bytes: the line is damaged, not a sentence.
    fn mostly_bytes(&self, text: &str) -> bool {
        let words = text.trim_start_matches(['[', '`', '-', '>', ' ']);
        let words = words.split(SEPARATORS).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        let first = words.first().copied().unwrap_or_default();
        let are_bytes = |word: &str| bytes(word, self.order).is_ok();
        let good = words.iter().filter(|word| are_bytes(word)).count();
        // After a sentence in the same line.
        let mut last = text.rsplit(' ').map(|word| word.trim_end_matches(','));
        let (end, before) = (last.next().unwrap_or_default(), last.next());
        let ends_in_bytes = end.len() > 1
            && are_bytes(end)
            && before.is_some_and(|it| it.len() == end.len() && are_bytes(it));
        let is_digits = |word: &str| is_number(word.trim_end_matches(','));
        let are_digits = text.split(' ').all(is_digits);
        let others = text.trim_end_matches(|c: char| c.is_ascii_hexdigit());
        let is_as_long = |word: &str| word.len() >= 2 * SURE && word.len() == self.width;
        // Digits that became letters: `2O 34 56 lO`.
        let mut pairs = words.iter().take_while(|word| word.len() == 2);
        let are_pairs = pairs.clone().count() >= LEAST_PAIRS && pairs.any(|word| are_bytes(word));
        words
            .iter()
            .any(|word| is_mostly_hex(word) || is_as_long(word))
            || are_pairs
            || ends_in_bytes
            || text.len() - others.len() >= 2 * SURE
            || begins_in_bytes(text)
            || are_digits && text.contains(|c: char| c.is_ascii_digit())
            || self.order == Order::Number && first.len() >= 8 && is_digits(first)
            || good >= 2 && good * 2 >= words.len()
    }
}

/// Whether the numbers at the start of a line are all that is in it, or all before a comment or characters. A single number
/// may count something.
fn are_alone(text: &str, numbers: &[Word<'_>]) -> bool {
    let behind = numbers.last().and_then(|last| text.get(last.end..));
    behind.map(str::trim_start).is_some_and(|behind| {
        let is_all = behind.is_empty() && numbers.len() > 1;
        is_all || behind.starts_with([';', '|', '"', '\'', '/', '#'])
    })
}

/// Whether a line between bytes states the offset of the following ones: `@00000020`, `Offset 0x20:`, `16 bytes
/// omitted`.
fn states_place(text: &str) -> bool {
    text.starts_with('@') || text.contains("0x") || text.contains("bytes ")
}

/// The fewest words of two characters at the start of a line that are a row if one of them is a byte.
const LEAST_PAIRS: usize = 4;

/// Whether a line begins with bytes that a message interrupts.
fn begins_in_bytes(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    let digits = text.get(..text.len() - rest.len()).unwrap_or_default();
    digits.len() >= SURE && digits.contains(|c: char| c.is_ascii_digit())
}

/// Whether a word is a run of bytes of which a few digits were changed.
fn is_mostly_hex(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_hexdigit).count();
    word.len() >= 2 * SURE && (word.len() - digits) * SURE <= word.len()
}

/// Returns the bytes of a row of which a few have a character that is no digit, and the first of these: they are unknown.
fn repaired(text: &str) -> Option<(Vec<Option<u8>>, String)> {
    let mut words = text.split_ascii_whitespace().peekable();
    let width = words.peek()?.len();
    let are_alike = words.clone().all(|word| word.len() == width) && width.is_multiple_of(2);
    let digits: String = words.collect();
    let is_mark = |c: char| ":),|[]`".contains(c);
    let mut bytes = Vec::with_capacity(digits.len() / 2);
    let mut lost = Vec::new();
    for pair in digits.as_bytes().chunks(2) {
        let byte = byte(pair).flatten();
        bytes.push(byte);
        lost.extend(byte.is_none().then_some(pair));
    }
    let is_row = digits.is_ascii() && !digits.contains(is_mark) && are_alike && bytes.len() >= SURE;
    let first = std::str::from_utf8(lost.first()?).ok()?.to_owned();
    (is_row && lost.len() * SURE <= bytes.len()).then_some((bytes, first))
}

/// Dots in place of bytes.
const ELLIPSES: [&str; 2] = ["..", "\u{2026}"];

/// Whether dots between two bytes replace other bytes.
pub(super) fn leaves_out(text: &str) -> bool {
    let is_mark = |c: char| matches!(c, '.' | '\u{2026}' | '[' | ']' | ' ');
    let mut places = ELLIPSES.iter().filter_map(|dots| text.find(dots));
    places.any(|at| {
        let (before, behind) = text.split_at(at);
        let mut words = behind.trim_start_matches(is_mark).split(SEPARATORS);
        let before = before.trim_end_matches(is_mark).trim_end_matches(',');
        let is_number = |word: &str| is_hex(word) && word.len().is_multiple_of(2);
        before
            .chars()
            .next_back()
            .is_none_or(|c| c.is_ascii_hexdigit())
            && words.next().is_some_and(is_number)
    })
}

/// Whether the dots after the bytes of a row replace other bytes. In a characters column there are as many dots as
/// bytes.
fn ends_in_dots(text: &str, bytes: usize) -> bool {
    let text = text.trim_end_matches(']');
    let dots = text.chars().rev().take_while(|c| *c == '.').count();
    text.ends_with('\u{2026}') || dots > 1 && dots != bytes
}

/// Whether a single digit is at this offset: then the mark before it is a damaged digit, not the start of a comment.
fn is_digit_lost(text: &str, at: usize) -> bool {
    let mut behind = text.get(at..).unwrap_or_default().chars();
    behind.next().is_some_and(|c| c.is_ascii_hexdigit()) && behind.next().is_none_or(|c| c == ' ')
}

/// The separators between bytes.
const SEPARATORS: [char; 9] = [' ', ',', ';', ':', '-', '_', '.', '|', '%'];

/// The starts of a comment at the end of a line.
const NOTES: [&str; 8] = ["//", "/*", "#", "<", "--", ";", " (", " \""];

const PREFIXES: [&str; 4] = ["0x", "0X", "\\x", "\\X"];

/// Parses a line of bytes only; an error if it has none.
fn bytes(text: &str, order: Order) -> Result<Vec<Option<u8>>, SkipReason> {
    let mut bytes = Vec::with_capacity(text.len() / 3 + 1);
    // Dots between the marks that separate bytes, `4d-..-90`, are an unknown byte.
    let dots = ["-..-", ":..:"].iter().find(|dots| text.contains(*dots));
    let is_unread = |word: &str| dots.is_some() && word == "..";
    let marks = |c: char| SEPARATORS.contains(&c) && (c != '.' || dots.is_none());
    let words = text.split(marks).filter(|word| !word.is_empty());
    // Of numbers with and without a prefix, some are addresses or names.
    let mut are_prefixed = words.clone().map(|word| prefixed(word).is_some());
    let first = are_prefixed.next();
    if are_prefixed.any(|is| Some(is) != first) && words.clone().all(is_number) {
        return Err(SkipReason::Address(excerpt(
            words.clone().next().unwrap_or_default(),
        )));
    }
    for word in words {
        match order {
            _ if is_unread(word) => bytes.push(None),
            Order::Memory => push_word(&mut bytes, word)?,
            Order::Number => push_reversed(&mut bytes, word)?,
        }
    }
    if bytes.is_empty() {
        return Err(SkipReason::NoDigit);
    }
    let between = text.trim_matches(marks).split(|c| !marks(c));
    if between.filter(|it| !it.is_empty()).any(is_empty_place) {
        return Err(SkipReason::LeftOut);
    }
    Ok(bytes)
}

/// Whether the place of a byte is empty between two marks: `88,,aa`, `88-...-aa`.
fn is_empty_place(between: &str) -> bool {
    let mut marks = between.chars().filter(|c| !matches!(c, ' ' | '.'));
    let first = marks.next();
    first.is_some() && marks.any(|it| Some(it) == first)
}

/// Parses a line of bytes and their characters.
fn with_characters(text: &str) -> Option<Vec<Option<u8>>> {
    let mut cells = Cells::default();
    let text = text.trim_start_matches(' ');
    // Groups in memory order.
    cells.scan(text, Dialect::Rows.format()?, NumberSize::default(), 0);
    let at = |cell: &&Cell| {
        let bytes = cells.bytes.get(..cell.bytes)?;
        let said = match_characters(text.get(cell.end..)?, bytes, CharacterColumn::Characters)?;
        let rest = said.rest.trim();
        (rest.is_empty() || is_note(rest)).then_some(cell.bytes)
    };
    let mut backward = cells.cells.iter().rev().filter(|_| cells.unit == 1);
    let count = backward.find_map(|cell| at(&cell))?;
    cells.bytes.truncate(count);
    Some(cells.bytes)
}

/// Parses a little-endian number of one, two, four or eight bytes.
fn push_reversed(bytes: &mut Vec<Option<u8>>, word: &str) -> Result<(), SkipReason> {
    let digits = prefixed(word).unwrap_or(word).replace('`', "");
    if !matches!(digits.len(), 2 | 4 | 8 | 16) || is_word(&digits) {
        return Err(SkipReason::NoWord(excerpt(word)));
    }
    let pairs = pairs(&digits).ok_or_else(|| SkipReason::NotHex(excerpt(word)))?;
    bytes.extend(pairs.into_iter().rev());
    Ok(())
}

/// Parses `4d5a`, `0x4d`, `\x4d\x5a`, `0x4d0x5a`.
fn push_word(bytes: &mut Vec<Option<u8>>, word: &str) -> Result<(), SkipReason> {
    let Some(mut rest) = prefixed(word) else {
        return push_run(bytes, suffixed(word).unwrap_or(word));
    };
    loop {
        let next = next_prefix(rest);
        let (digits, behind) = rest.split_at(next.unwrap_or(rest.len()));
        push_number(bytes, digits, word)?;
        match prefixed(behind) {
            Some(behind) => rest = behind,
            None => return Ok(()),
        }
    }
}

/// Strips the suffix of `4Dh` and `0FFh`.
fn suffixed(word: &str) -> Option<&str> {
    let digits = word.strip_suffix(['h', 'H'])?;
    match digits.as_bytes() {
        [_, _] => Some(digits),
        [b'0', b'a'..=b'f' | b'A'..=b'F', _] => digits.get(1..),
        _ => None,
    }
}

fn prefixed(text: &str) -> Option<&str> {
    let mut prefixes = PREFIXES.iter();
    prefixes.find_map(|prefix| text.strip_prefix(prefix))
}

/// Returns the start of the next prefix. In `0x0x`, the second `0` is the digit of the first number.
fn next_prefix(text: &str) -> Option<usize> {
    let found = text.find(['x', 'X'])?;
    found.checked_sub(1).filter(|at| text.is_char_boundary(*at))
}

/// Adds a byte of one or two digits after a prefix, or a run that is too long for a number.
fn push_number(bytes: &mut Vec<Option<u8>>, digits: &str, word: &str) -> Result<(), SkipReason> {
    let byte = u8::from_str_radix(digits, 16).ok();
    match digits.len() {
        2 if digits == "??" => bytes.push(None),
        _ if !is_hex(digits) => return Err(SkipReason::NotHex(excerpt(word))),
        1 | 2 => bytes.push(byte),
        // A longer one is a run of bytes.
        3..=DIGITS => return Err(SkipReason::WideNumber(excerpt(word))),
        _ => return push_run(bytes, digits),
    }
    Ok(())
}

fn push_run(bytes: &mut Vec<Option<u8>>, run: &str) -> Result<(), SkipReason> {
    if !run.bytes().all(is_digit) || is_word(run) {
        return Err(SkipReason::NotHex(excerpt(run)));
    }
    if !run.len().is_multiple_of(2) {
        return Err(SkipReason::OddDigits(excerpt(run)));
    }
    for pair in run.as_bytes().chunks(2) {
        bytes.push(byte(pair).ok_or_else(|| SkipReason::NotHex(excerpt(run)))?);
    }
    Ok(())
}

/// Decodes a run of digits; `None` if it is not one.
pub(super) fn pairs(run: &str) -> Option<Vec<Option<u8>>> {
    run.as_bytes().chunks(2).map(byte).collect()
}
