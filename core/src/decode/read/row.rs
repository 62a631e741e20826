//! Parses a row: an address, numbers, optionally their characters and a comment.
//!
//! The boundary between numbers and characters follows from the blanks, and from the characters: at only one place do
//! they agree with the numbers before them.

use super::cells::{Cell, Cells, Notation, NumberSize, Order, byte};
use super::chars::{
    COMMENTS, CharacterColumn, CharacterMatch, FRAMES, agree_around, is_beginning,
    is_truncated_match, match_characters, match_groups,
};
use super::format::{LineFormat, ONE, RowFeatures};
use super::html::Marked;
use super::outcome::{SkipReason, excerpt};
use super::prompt::RowStart;
use super::row_address::{
    AddressNotation, RowAddress, WHOLE_DIGITS, parse_row_address, parse_short_offset,
};
use super::rows::USUAL_ROW;
use super::text::{is_digit, uncoded};
use super::work::look_at;

/// The width of a blank byte of two digits.
const BLANKS_A_BYTE: usize = 3;

/// A parsed row. One value is reused for all rows of a text to avoid allocations.
#[derive(Debug, Default)]
pub(super) struct Row {
    pub(super) address: u64,
    pub(super) cells: Cells,
    /// The number of the cells' bytes that belong to the row.
    count: usize,
    pub(super) zero_padded: bool,
    /// Whether the row may also be numbers without an address.
    pub(super) doubtful: bool,
    pub(super) marks: u16,
    /// The comment after the row or beside its address; empty if there is none.
    pub(super) note: String,
    pub(super) evidence: RowEvidence,
}

/// What the text of a row shows besides its bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowEvidence {
    pub(super) kind: AddressNotation,
    /// The digits of the address; 0 without a numeric address.
    pub(super) digits: usize,
    /// The number of blanks between the address and the numbers.
    pub(super) before: usize,
    /// Whether a number before the address was taken for the number of the line.
    pub(super) numbered: bool,
    /// Whether the characters agree with the bytes.
    pub(super) agrees: bool,
    /// Whether the characters contradict the bytes.
    pub(super) contradicted: bool,
    pub(super) symbol: bool,
    /// Whether the row is cut off within its last number.
    pub(super) cut: bool,
    /// Whether nothing shows whether the last number was truncated.
    pub(super) sized: bool,
}

/// The places in a line where an address begins a row. All line formats share them.
#[derive(Debug)]
pub(super) struct Starts<'t> {
    own: Places<'t>,
    /// The places in the line without its tags; `None` if it has no tags.
    plain: Option<Places<'t>>,
}

type Places<'t> = [Option<Start<'t>>; RowStart::ALL.len()];

/// An address where a row may begin.
#[derive(Clone, Copy, Debug)]
struct Start<'t> {
    place: RowStart,
    addr: Option<RowAddress<'t>>,
    short: Option<RowAddress<'t>>,
}

impl<'t> Starts<'t> {
    pub(super) fn of(line: &'t Marked<'_>) -> Self {
        let of = |text: &'t str| {
            look_at(text.len());
            RowStart::ALL.map(|place| {
                let text = place.rest(uncoded(text))?;
                let (addr, short) = (parse_row_address(text), parse_short_offset(text));
                (addr.is_some() || short.is_some()).then_some(Start { place, addr, short })
            })
        };
        Self {
            own: of(line.text),
            plain: line.plain.as_deref().map(of),
        }
    }

    /// Whether there are any: a line without one is not a row in any format.
    pub(super) fn are_some(&self) -> bool {
        let mut all = self.own.iter().chain(self.plain.iter().flatten());
        all.any(Option::is_some)
    }
}

impl Row {
    /// Returns its bytes in memory order; `None` for those the debugger could not read.
    pub(super) fn bytes(&self) -> &[Option<u8>] {
        self.cells.bytes.get(..self.count).unwrap_or_default()
    }

    /// Leaves out all numbers but the first; returns whether there were others.
    pub(super) fn keep_first(&mut self) -> bool {
        let count = self.count;
        self.count = count.min(self.cells.unit);
        self.count < count
    }

    /// Reads the row that begins at one of these places. `unit` is the size of numbers that do not show it.
    pub(super) fn read(
        &mut self,
        starts: &Starts<'_>,
        format: &LineFormat,
        unit: NumberSize,
    ) -> Result<(), SkipReason> {
        let read = self.first(&starts.own, format, unit);
        let Some(plain) = &starts.plain else {
            return read;
        };
        if read.is_ok() && self.evidence.agrees {
            return read;
        }
        match self.first(plain, format, unit) {
            Ok(()) => Ok(()),
            // The second attempt overwrote the first.
            Err(_) if read.is_ok() => self.first(&starts.own, format, unit),
            Err(_) => read,
        }
    }

    /// Reads the row at the first place that has one.
    fn first(
        &mut self,
        starts: &Places<'_>,
        format: &LineFormat,
        unit: NumberSize,
    ) -> Result<(), SkipReason> {
        for start in starts.iter().flatten() {
            let addr = if format.is_short() {
                start.short
            } else {
                start.addr
            };
            let Some(addr) = addr.filter(|addr| format.accepts(addr)) else {
                continue;
            };
            match self.at(&addr, format, unit) {
                Err(SkipReason::NoAddress) => {}
                read => {
                    self.evidence.numbered = start.place == RowStart::LineNumber;
                    return read;
                }
            }
        }
        Err(SkipReason::NoAddress)
    }

    fn at(
        &mut self,
        addr: &RowAddress<'_>,
        format: &LineFormat,
        unit: NumberSize,
    ) -> Result<(), SkipReason> {
        let address = format.address(addr).ok_or(SkipReason::NoAddress)?;
        look_at(addr.rest.len());
        let columns = addr.rest.trim_start_matches(' ');
        let before = addr.rest.len() - columns.len();
        self.address = address;
        self.zero_padded = is_zero_padded(addr.digits);
        self.cells.scan(columns, format, unit, before);
        self.evidence = RowEvidence {
            kind: addr.kind,
            digits: addr.digits.len(),
            before,
            sized: self.cells.sized,
            cut: self.cells.is_cut,
            ..RowEvidence::default()
        };
        if !self.cells.cells.is_empty() && !format.accepts_size(self.cells.unit) {
            return Err(match format.requires {
                RowFeatures::NONE => SkipReason::Unit(self.cells.unit),
                _ => SkipReason::NoAddress,
            });
        }
        if self.cells.begins_apart() {
            return Err(SkipReason::Apart(word(columns)));
        }
        let (last, said) = self.extent(columns, format)?;
        self.count = last.bytes;
        let (numbers, rest) = columns.split_at_checked(last.end).unwrap_or_default();
        if format.notation == Notation::Hex && said.is_none() && are_octal(numbers) {
            return Err(SkipReason::NoAddress);
        }
        if format.notation == Notation::HexOrOctal && self.spread(before, numbers) {
            return Err(SkipReason::Spread(word(columns)));
        }
        if said.is_none() {
            if self.is_address_shown(addr, rest) {
                return Err(SkipReason::AddressShown(excerpt(addr.digits)));
            }
            if self.is_turned(rest) {
                return Err(SkipReason::Order);
            }
            if let Some(number) = self.number_after_bar(rest) {
                return Err(SkipReason::Apart(excerpt(number)));
            }
            self.lost_number(numbers, rest);
        }
        self.marks = marks(numbers, &self.cells);
        self.marks |= match before {
            0 | 1 => RowFeatures::CLOSE.0,
            2 | 3 => RowFeatures::APART.0,
            _ => RowFeatures::APART.0 | RowFeatures::FAR.0,
        };
        if format.indented && before > format.blanks {
            // `xxd -e` puts blanks before a shorter last number, too.
            let (unit, width) = match format.order {
                Order::Number if self.cells.unit >= 4 => (self.cells.unit, 2 * self.cells.unit + 1),
                Order::Number if format.units != ONE => (0, 1),
                _ => (1, BLANKS_A_BYTE),
            };
            let blanks = before - format.blanks;
            if blanks.is_multiple_of(width) {
                let skipped = blanks / width * unit;
                self.address = address.saturating_add(skipped as u64);
            }
        }
        self.finish(rest, said, format.characters, addr.label);
        // `xxd -e` prints the last bytes as a shorter number, and their characters. Dots may stand for digits, too.
        let is_short = !format.cut && self.cells.short && !self.evidence.agrees;
        let is_dotted = rest.trim_start().starts_with("..") && self.cells.sized;
        if is_short || is_dotted && self.count == self.cells.bytes.len() {
            self.cells
                .lose_last(numbers.rsplit(' ').next().unwrap_or_default());
            self.count = self.cells.bytes.len();
        }
        // Blanks are not visible.
        let is_blank = |byte: &Option<u8>| byte.is_none_or(|byte| byte == b' ');
        let says_so = || rest.trim().is_empty() && self.bytes().iter().all(is_blank);
        let required = format.requires.0;
        if self.marks & format.refuses.0 != 0 || self.marks & required != required && !says_so() {
            return Err(SkipReason::NoAddress);
        }
        self.doubtful = !self.evidence.agrees
            && before == 1
            && match addr.kind {
                AddressNotation::Bare => addr.digits.len().is_multiple_of(2),
                // `#` may be a comment marker, if the digits fill the column of a physical address.
                AddressNotation::Hash => {
                    addr.digits.len() >= WHOLE_DIGITS && addr.digits.len() == 2 * self.cells.unit
                }
                kind => kind == AddressNotation::Prefixed,
            }
            && self.cells.unit > 1
            // A usual row after a number of another width has an address.
            && !(self.count == USUAL_ROW && self.is_no_address(addr.digits.len()));
        // Four digits and a gap are not a byte; otherwise only contiguous rows distinguish offsets from bytes.
        let offset = addr.digits.len() > 2
            && (before > 1 && (self.evidence.agrees || address == 0)
                || self.evidence.agrees && self.cells.unit > 1);
        self.doubtful |= addr.kind == AddressNotation::Short && !offset;
        Ok(())
    }

    /// Whether one of its numbers is an address whose upper half is that of the row's address.
    pub(super) fn holds_near_address(&self) -> bool {
        let unit = self.cells.unit;
        let half = |address: u64| address.checked_shr(4 * unit as u32).unwrap_or(0);
        let own = half(self.address);
        let value = |number: &[Option<u8>]| {
            let bytes = number.iter().rev();
            bytes
                .copied()
                .try_fold(0, |value, byte| Some(value << 8 | u64::from(byte?)))
        };
        let mut numbers = self.bytes().chunks_exact(unit.max(1));
        own > 0 && numbers.any(|number| value(number).map(half) == Some(own))
    }

    /// Whether none of its numbers has the form of the address.
    const fn is_no_address(&self, digits: usize) -> bool {
        self.cells.other_radix || digits != 2 * self.cells.unit
    }

    /// Whether the characters after the numbers are those of its bytes in another order.
    fn is_turned(&self, rest: &str) -> bool {
        const LEAST: usize = 2;
        let unit = self.cells.unit;
        let shown = following_characters(rest, self.count).unwrap_or_default();
        let graphic = shown.iter().filter(|c| is_graphic(**c)).count();
        unit > 1
            && graphic >= LEAST
            && !agree_around(self.bytes(), 0, 0, &shown)
            && agree_around(&turned(self.bytes(), unit), 0, 0, &shown)
    }

    /// Returns the number like those of the row that follows after a bar between the halves of the row.
    fn number_after_bar<'t>(&self, rest: &'t str) -> Option<&'t str> {
        let rest = rest.trim();
        let behind = rest.strip_prefix('|').filter(|_| !is_framed(rest))?;
        let word = behind.split_ascii_whitespace().next()?;
        let is_like = word.len() == 2 * self.cells.unit && word.bytes().all(is_digit);
        is_like.then_some(word)
    }

    /// Whether the characters after the numbers are also those of the address, which is a number like them.
    fn is_address_shown(&self, addr: &RowAddress<'_>, rest: &str) -> bool {
        let unit = self.cells.unit;
        if unit == 1 || addr.digits.len() != 2 * unit {
            return false;
        }
        let shown = following_characters(rest, self.count + unit).unwrap_or_default();
        if !shown.iter().any(|c| is_graphic(*c)) {
            return false;
        }
        let digits = addr.digits.as_bytes().chunks(2);
        let address: Vec<Option<u8>> = digits.map(|pair| byte(pair).flatten()).collect();
        let (own, others) = shown.split_at(unit);
        let agree = |bytes: &[Option<u8>], shown: &[char]| {
            agree_around(bytes, 0, 0, shown) || agree_around(&turned(bytes, unit), 0, 0, shown)
        };
        agree(&address, own) && agree(self.bytes(), others)
    }

    /// Repairs a row that lost a number: it has characters for one more, or the hyphen follows the seventh. The bytes
    /// between the first and the last possible place are unknown.
    fn lost_number(&mut self, numbers: &str, rest: &str) {
        const HALF: usize = USUAL_ROW / 2;
        let (unit, count) = (self.cells.unit, self.count);
        let shown = following_characters(rest, count + unit).filter(|_| count >= HALF / 2);
        // A whole row has lost none; its characters have one too many.
        let is_whole = count.is_multiple_of(HALF.max(2 * unit));
        if is_whole || shown.is_none() && !self.cells.hyphen {
            return;
        }
        let marked = |cell: &Cell| numbers.as_bytes().get(cell.end) == Some(&b'-');
        let hyphen = self.cells.cells.iter().position(marked);
        let before = hyphen.map_or(0, |at| at + 1);
        let is_beside = |at: &usize| match before {
            HALF => *at >= HALF,
            before => before + 1 != HALF || *at < HALF,
        };
        let places = (0..=count).step_by(unit.max(1)).filter(is_beside);
        let places: Vec<usize> = places.collect();
        let says = |at: &usize| {
            let shown = shown.as_deref();
            shown.is_some_and(|shown| agree_around(self.bytes(), *at, unit, shown))
        };
        let is_short = match before {
            HALF => count == USUAL_ROW - 1 && shown.is_some(),
            before => before + 1 == HALF && count < USUAL_ROW,
        };
        let mut found: Vec<usize> = places.iter().copied().filter(says).collect();
        if found.is_empty() && is_short {
            found = places;
        }
        if let (Some(first), Some(last)) = (found.first().copied(), found.last().copied()) {
            self.cells.bytes.truncate(count);
            let lost = vec![None; last - first + unit];
            self.cells.bytes.splice(first..last, lost);
            self.count += unit;
        }
    }

    /// Processes the text after the numbers.
    fn finish(
        &mut self,
        rest: &str,
        said: Option<CharacterMatch<'_>>,
        beside: CharacterColumn,
        label: &str,
    ) {
        self.note.clear();
        self.note.push_str(label);
        let symbols = excerpt(&self.cells.symbols);
        self.add_note(&symbols);
        // Truncated characters that agree are sufficient.
        let begins = said.is_none()
            && beside != CharacterColumn::Nothing
            && is_truncated_match(rest, self.bytes());
        self.evidence.agrees = said.is_some() || begins;
        let note = match begins {
            true => "",
            false => said.map_or(rest, |said| said.rest).trim(),
        };
        if self.evidence.agrees {
            self.marks |= RowFeatures::CHARACTERS.0;
        }
        if let Some(CharacterMatch { frame, .. }) = said {
            self.marks |= frame.0;
        }
        self.evidence.symbol =
            !self.evidence.agrees && self.cells.unit > 1 && (is_symbol(note) || is_quoted(note));
        let characters = || is_framed(note) || note.chars().count() == self.count;
        let kept = self.evidence.agrees
            || self.evidence.symbol
            || is_note(note) && !is_framed(note)
            || !characters();
        self.evidence.contradicted = !note.is_empty() && !kept && contradicts(note, self.bytes());
        if kept {
            self.add_note(&excerpt(unmarked(note)));
        }
    }

    fn add_note(&mut self, note: &str) {
        if !note.is_empty() && !self.note.is_empty() {
            self.note.push_str("; ");
        }
        self.note.push_str(note);
    }

    /// Whether more blanks precede the numbers than in the output of `od` and `hexdump`: they are decimal columns.
    fn spread(&self, before: usize, numbers: &str) -> bool {
        let inner = self.cells.cells.iter();
        let inner = inner.filter(|cell| cell.bytes < self.count);
        let mut gaps = inner.map(|cell| cell.gap).chain([before]);
        let is_decimal = || !numbers.bytes().any(|byte| byte.is_ascii_alphabetic());
        !self.cells.other_radix
            && match self.cells.unit {
                1 => gaps.any(|gap| gap > 1),
                2 => is_decimal() && gaps.any(|gap| matches!(gap, 2 | 3)),
                _ => false,
            }
    }

    /// Returns the last cell of the bytes, and the characters after it.
    fn extent<'t>(
        &self,
        text: &'t str,
        format: &LineFormat,
    ) -> Result<(Cell, Option<CharacterMatch<'t>>), SkipReason> {
        let Cells {
            cells, bytes, unit, ..
        } = &self.cells;
        let behind = |cell: &Cell| text.get(cell.end..).unwrap_or_default();
        let (Some(first), Some(last)) = (cells.first(), cells.last()) else {
            return Err(no_number(text, format.notation));
        };
        // The explanation follows the first wide gap.
        let mut gaps = cells.iter().filter(|_| format.explained);
        if let Some(cell) = gaps.find(|cell| cell.gap > 1 && !cell.last) {
            return Ok((*cell, None));
        }
        // If blanks were collapsed or became tabs, gaps no longer separate columns.
        let usual = if cells.len() > 1 { first.gap } else { 1 };
        let collapsed = self.evidence.before < format.blanks;
        let loose = collapsed || usual > 1;
        // Only characters or a comment may follow the numbers.
        let close = format.strict || collapsed;
        let wide = |cell: &Cell| cell.gap > usual || cell.last;
        let says = |cell: &Cell| {
            let own = bytes.get(..cell.bytes)?;
            let is_grouped = format.characters == CharacterColumn::Grouped && *unit > 1;
            let grouped = is_grouped.then(|| match_groups(behind(cell), own, *unit));
            let said = match_characters(behind(cell), own, format.characters);
            let said = grouped.flatten().or(said)?;
            // Question marks between single blanks may be another number.
            if cell.gap == 1 && !said.rest.is_empty() && own.iter().all(Option::is_none) {
                return None;
            }
            Some((*cell, Some(said)))
        };
        let confirmed = cells.iter().filter(|cell| wide(cell)).find_map(says);
        let narrow = || {
            let backward = if loose { cells.len() } else { 1 };
            cells.iter().rev().take(backward).find_map(says)
        };
        if let Some(found) = confirmed.or_else(narrow) {
            return Ok(found);
        }
        let usual_row = (USUAL_ROW / unit.max(&1)).max(1);
        let within = || cells.iter().take(usual_row).rfind(|cell| wide(cell));
        let is_row = cells.len() == usual_row;
        let found = if cells.len() > usual_row && *unit == 1 && format.notation == Notation::Hex {
            within()
                .or_else(|| cells.get(usual_row - 1).filter(|_| loose))
                .or(Some(last).filter(|last| last.last))
        } else {
            let behind = behind(last);
            let own = bytes.get(..last.bytes).unwrap_or_default();
            let is_end = loose && is_row
                || is_row && *unit > 1 && is_beginning(behind.trim_start(), own)
                || last.last
                || is_note(behind)
                || *unit > 1 && (!close || *unit == 8) && is_symbol(behind)
                || *unit > 2 && is_quoted(behind)
                // After an address and a single blank, this is an instruction.
                || wide(last) && (is_row || !close && *unit == 1 && !begins_with_number(behind));
            Some(last).filter(|_| is_end)
        };
        let found = found.ok_or_else(|| misfit(behind(last)))?;
        Ok((*found, None))
    }
}

/// Whether a character can only be that of its own byte.
fn is_graphic(c: char) -> bool {
    c.is_ascii_graphic() && c != '.'
}

/// Returns the bytes with those of each number in the other order.
fn turned(bytes: &[Option<u8>], unit: usize) -> Vec<Option<u8>> {
    let numbers = bytes.chunks(unit);
    numbers
        .flat_map(|number| number.iter().rev())
        .copied()
        .collect()
}

pub(super) fn is_zero_padded(digits: &str) -> bool {
    digits.len() > 1 && digits.starts_with('0')
}

/// Whether numbers are octal, as gdb prints them: two blanks, which a tab became, are between them, and a zero before each.
fn are_octal(numbers: &str) -> bool {
    const LEAST: usize = 2;
    let is_octal = |word: &str| {
        let is_padded = matches!(word.len(), 6 | 22) && word.starts_with(['0', '1']);
        let is_unpadded = matches!(word.len(), 1..=4) && word.starts_with('0');
        let is_filled = word.len() > 1 && word.starts_with("00");
        let are_digits = word.bytes().all(|digit| matches!(digit, b'0'..=b'7'));
        (is_padded || is_unpadded && !is_filled) && are_digits
    };
    let words = numbers.split("  ");
    let are_many = words.clone().count() >= LEAST && words.clone().any(|word| word.len() >= 4);
    are_many && { words }.all(is_octal)
}

/// Returns the reason why no number follows an address.
fn no_number(text: &str, notation: Notation) -> SkipReason {
    match text.split(' ').next().unwrap_or_default() {
        "" => SkipReason::NoByte,
        _ if is_message(text) => SkipReason::Unreadable,
        word if notation == Notation::Numbers && word.bytes().all(|b| b.is_ascii_digit()) => {
            SkipReason::Unsized(excerpt(word))
        }
        word => SkipReason::NoNumber(excerpt(word)),
    }
}

fn marks(text: &str, cells: &Cells) -> u16 {
    let mut marks = 0;
    for byte in text.bytes() {
        marks |= match byte {
            b'A'..=b'F' => RowFeatures::UPPER.0,
            b'a'..=b'f' => RowFeatures::LOWER.0,
            _ => 0,
        };
    }
    if cells.unit == 2 {
        marks |= RowFeatures::PAIRS.0;
    }
    if cells.hyphen {
        marks |= RowFeatures::HYPHEN.0;
    }
    let half = cells.cells.get(USUAL_ROW / 2 - 1);
    if cells.unit == 1 && !cells.hyphen && half.is_some_and(|cell| cell.gap == 2 && !cell.last) {
        marks |= RowFeatures::HALVES.0;
    }
    marks
}

/// Whether it is a comment with a marker, or a debugger's message.
pub(super) fn is_note(text: &str) -> bool {
    const MARKS: [&str; 19] = [
        "//", "/*", ";", "#", "<", ">", "--", "(", "[", "*", "|", "=>", "->", "→", "←", "-▸", "◂-",
        "...", "…",
    ];
    let text = text.trim_start();
    MARKS.iter().any(|mark| text.starts_with(mark)) || is_message(text)
}

/// Whether it is a debugger's message that memory was not readable.
fn is_message(text: &str) -> bool {
    const MESSAGES: [&str; 3] = ["Memory access error", "Unable to ", "Cannot access memory"];
    MESSAGES.iter().any(|message| text.starts_with(message))
}

/// Whether the text has the delimiters of a characters column.
fn is_framed(text: &str) -> bool {
    let text = text.trim();
    let is_within = |(open, close, _)| text.starts_with(open) && text.ends_with(close);
    text.len() > 1 && FRAMES.into_iter().any(is_within)
}

/// Strips the delimiters.
fn unframed(text: &str) -> &str {
    let text = text.trim();
    match is_framed(text) {
        true => text.trim_matches(['|', '>', '<', '│', '"', '\'']),
        false => text,
    }
}

/// Whether the characters, one per byte, contradict the bytes; unknown or unprintable bytes do not count.
fn contradicts(text: &str, bytes: &[Option<u8>]) -> bool {
    let text = unframed(text);
    let other = |(c, byte): (char, &Option<u8>)| match byte {
        Some(byte) if byte.is_ascii_graphic() => {
            c.is_ascii_graphic() && c != '.' && c != char::from(*byte)
        }
        Some(_) => c.is_ascii_alphanumeric(),
        None => false,
    };
    text.chars().count() == bytes.len() && text.chars().zip(bytes).any(other)
}

/// Returns the `count` characters after the numbers, unless more follow that are not a comment.
fn following_characters(rest: &str, count: usize) -> Option<Vec<char>> {
    let text = rest.trim();
    let text = COMMENTS
        .iter()
        .find_map(|mark| text.strip_prefix(mark))
        .unwrap_or(text);
    // The closing delimiter may be missing.
    if !is_framed(text) && text.starts_with(['|', '>', '│']) {
        return None;
    }
    let text = unframed(text);
    let end = text.char_indices().nth(count);
    let end = end.map_or(text.len(), |(end, _)| end);
    let (shown, note) = text.split_at_checked(end)?;
    let shown: Vec<char> = shown.chars().collect();
    (shown.len() == count && (note.is_empty() || note.starts_with(' ') && is_note(note)))
        .then_some(shown)
}

/// Whether it is a debugger's symbol: `nt!PsJobType`, `strata+0x10`, `<Unloaded_a.sys>+0x10`.
pub(super) fn is_symbol(text: &str) -> bool {
    let text = text.trim_start();
    let name = text.split(' ').next().unwrap_or_default();
    if let Some(name) = name.strip_prefix('<') {
        return name.starts_with(|c: char| c.is_alphabetic());
    }
    let begins = name.starts_with(|c: char| c.is_alphabetic() || "_?".contains(c));
    begins && (name.contains('!') || name.contains("+0x"))
}

/// Whether it is the text that a pointer points to, as `dpa` and `dpu` print it.
fn is_quoted(text: &str) -> bool {
    text.trim_start().starts_with('"')
}

/// Strips the markers of a comment.
fn unmarked(note: &str) -> &str {
    let note = match note.strip_prefix("/*") {
        Some(inside) => inside.trim_end_matches("*/"),
        None => note,
    };
    let arrow = note.trim_start_matches(['<', '-', '=', '>', '\u{2190}']);
    let note = match note.as_bytes() {
        [b'<' | b'-' | b'=', b'-' | b'=' | b'>' | b'<', ..] | [0xe2, ..] => arrow,
        _ => note,
    };
    note.trim_start_matches(['/', ';', '#', ' ']).trim_end()
}

/// Whether a text begins with a decimal number, as in a row of those, with a number in hexadecimal, or with two of the same
/// width.
fn begins_with_number(text: &str) -> bool {
    let mut words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let (word, next) = (words.next().unwrap_or_default(), words.next());
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_decimal = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let is_number =
        |word: &str| word.len() > 2 && word.len().is_multiple_of(2) && word.bytes().all(is_digit);
    let is_pair = next.is_some_and(|next| next.len() == word.len() && is_number(next));
    is_decimal || word.starts_with("0x") || is_number(word) && is_pair
}

/// Returns the reason why the text after the numbers does not fit.
fn misfit(text: &str) -> SkipReason {
    let word = word(text);
    match word.bytes().all(is_digit) {
        true => SkipReason::OtherSize(word),
        false => SkipReason::NotHex(word),
    }
}

fn word(text: &str) -> String {
    excerpt(text.split_whitespace().next().unwrap_or_default())
}
