//! Detects the dialect of a text from a sample of its lines.
//!
//! Every line format parses the sample. The score counts most the rows whose characters agree with their numbers,
//! then the rows that are parsed, and the addresses that increase by the size of the rows.

use super::cells::{Column, Notation, NumberSize, Order};
use super::dialect::formats;
use super::format::{LineFormat, RowFeatures};
use super::html::Marked;
use super::number_size::NumberSizeStats;
use super::outcome::{Skip, SkipReason};
use super::prompt::{ContextLine, context_line};
use super::row::{Row, Starts};
use super::row_address::{AddressNotation, parse_row_address};
use super::row_stats::{RowStats, count};
use super::rows::USUAL_ROW;
use super::text::{Line, uncoded};
use super::unsupported::{
    UnsupportedDialect, is_bits, is_frame, is_frame_heading, is_repeated_format,
    unsupported_dialect,
};
use super::{Dialect, ReadError, plain};
use crate::decode::limits::{SAMPLE_LIMIT, SEARCHED_LIMIT};

/// The fewest bytes that cannot be a word: 16 letters from A to F.
const LONG_WORD: usize = 8;

/// If there are this many other lines for each line of letters from A to F, those letters are words.
const LINES_PER_WORD: usize = 16;

#[derive(Debug)]
pub(super) enum Detected {
    Rows {
        format: LineFormat,
        /// The size of numbers that do not show it themselves.
        unit: NumberSize,
        /// Other line formats that fit the text as well, the likelier first.
        also: Vec<LineFormat>,
        /// Whether nothing shows the order of the bytes in its numbers.
        is_order_open: bool,
    },
    /// Hexadecimal without addresses.
    Plain {
        /// The byte order of the words.
        order: Order,
        why: String,
        /// Whether the other byte order is possible, too.
        either: bool,
        /// The line format of which all lines may be rows of the usual size.
        rows: Option<LineFormat>,
    },
}

impl Detected {
    /// Whether it has rows, and nothing shows the order of the bytes in their numbers.
    pub(super) const fn is_order_open(&self) -> bool {
        let Self::Rows { is_order_open, .. } = self else {
            return false;
        };
        *is_order_open
    }
}

/// The score of a line format on the sample.
#[derive(Debug, Default)]
struct Vote {
    format: LineFormat,
    stats: RowStats,
    /// The number of rows that may also be numbers without an address.
    doubtful: usize,
    /// The number of rows with as many bytes as most tools print.
    usual_rows: usize,
    /// The number of rows with ten bytes and no characters.
    ten_byte_rows: usize,
    /// The number of rows in which a number, in the byte order of this format, is an address near that of the row.
    near_pointers: usize,
    /// The number of rows that begin inside the row before them.
    overlaps: usize,
    /// The number of rows that this format reads in memory order although their address is that of a debugger (`0x…:`),
    /// which prints numbers.
    memory_order_rows: usize,
    /// The number of preferred marks in its rows.
    likes: usize,
    commands: usize,
    /// The number size that a command states.
    stated: Option<NumberSize>,
}

/// Statistics about the sampled lines.
#[derive(Debug, Default)]
struct Sample {
    votes: Vec<Vote>,
    number_sizes: NumberSizeStats,
    /// The columns of decimal numbers in most rows.
    column: Option<Column>,
    /// The number of lines of bytes without an address.
    plain: usize,
    /// Those that end with characters that agree with the bytes.
    characters: usize,
    /// Those that have a decimal digit, or too many bytes to be a word.
    likely: usize,
    /// The number of other lines.
    others: usize,
    /// The number of lines of numbers without an address.
    words: usize,
    /// Those that cannot be bytes.
    only_words: usize,
    /// The size of the numbers that a command prints.
    stated_unit: usize,
    /// Whether the byte order makes a difference.
    disputed: bool,
    /// The number of lines that can only be rows of some line format.
    certain: usize,
    lookalikes: Vec<(usize, UnsupportedDialect)>,
    /// The first line that shows that no number is hexadecimal.
    refused: Option<(usize, UnsupportedDialect)>,
    first_skip: Option<(usize, Skip)>,
    /// The addresses of lines that are rows in no line format.
    addresses: Vec<AddressNotation>,
}

/// Returns the size of numbers that do not show it themselves, in rows of this format.
pub(super) fn unit(lines: &[Line<'_>], format: &LineFormat) -> NumberSize {
    let sample = Sample::of(lines, lines.len().div_ceil(SAMPLE_LIMIT));
    let mut votes = sample.votes.iter();
    let vote = votes.find(|vote| vote.format.dialect == format.dialect);
    vote.map_or_else(NumberSize::default, |vote| sample.unit(vote))
}

/// Returns the columns of decimal numbers in most of the rows with a bare address.
fn column<'l>(lines: impl Iterator<Item = &'l Line<'l>>) -> Option<Column> {
    let mut found = None;
    let mut is_decimal = false;
    let (mut columns, mut others) = (0_usize, 0_usize);
    for line in lines {
        let addr = parse_row_address(line.text.trim_start());
        let addr = addr.filter(|addr| addr.kind == AddressNotation::Bare);
        match addr.map(|addr| Column::of(addr.rest)) {
            Some(Some((column, is_sure))) if column == *found.get_or_insert(column) => {
                columns += 1;
                is_decimal |= is_sure;
            }
            // The final offset of a dump.
            Some(_) if addr.is_some_and(|addr| addr.rest.is_empty()) => {}
            Some(_) => others += 1,
            None => {}
        }
    }
    found.filter(|_| is_decimal && columns > others)
}

/// Returns the number of the first line of stack frames, if there is more than one, or their heading.
fn frames(lines: &[Line<'_>]) -> Option<usize> {
    let mut row = Row::default();
    // The characters of a row may look like the symbol of a frame.
    let formats = [Dialect::WindbgDb, Dialect::Rows].map(Dialect::format);
    let mut is_row = |line: &Line<'_>| {
        let (marked, unit) = (Marked::new(&line.text), NumberSize::default());
        let starts = Starts::of(&marked);
        let mut formats = formats.into_iter().flatten();
        formats.any(|format| row.read(&starts, format, unit).is_ok() && row.evidence.agrees)
    };
    let sample = lines.iter().take(SAMPLE_LIMIT);
    let mut frames =
        sample.filter(|line| is_frame_heading(&line.text) || is_frame(&line.text) && !is_row(line));
    let first = frames.next()?;
    (is_frame_heading(&first.text) || frames.next().is_some()).then_some(first.number)
}

pub(super) fn detect(lines: &[Line<'_>]) -> Result<Detected, ReadError> {
    let mut pairs = lines.iter().zip(lines.iter().skip(1)).take(SAMPLE_LIMIT);
    let again = pairs.find(|(before, line)| is_repeated_format(&before.text, &line.text));
    let again = again.map(|(_, line)| (line.number, UnsupportedDialect::Formats));
    let frames = frames(lines).map(|line| (line, UnsupportedDialect::Frames));
    if let Some((line, lookalike)) = again.or(frames) {
        return Err(ReadError::Unsupported { line, lookalike });
    }
    let step = lines.len().div_ceil(SAMPLE_LIMIT);
    let sampled = Sample::of(lines, step).decide();
    match sampled {
        // The sample may have missed a short dump in a long text.
        Err(_) if step > 1 => {
            let step = lines.len().div_ceil(SEARCHED_LIMIT);
            let searched = Sample::of(lines, step).decide();
            searched.map_err(|error| error.with_sampling(lines.len(), step))
        }
        sampled => sampled,
    }
}

impl Sample {
    /// Samples one block of lines out of each `step` blocks, so that adjacent rows stay adjacent.
    fn of(lines: &[Line<'_>], step: usize) -> Self {
        const BLOCK: usize = 16;
        let mut sample = Self::default();
        sample.votes.extend(formats().map(|format| Vote {
            format: *format,
            ..Vote::default()
        }));
        let blocks = lines.chunks(BLOCK * step);
        let sampled = || blocks.clone().flat_map(|block| block.iter().take(BLOCK));
        sample.column = column(sampled());
        let mut row = Row::default();
        // Only `objdump` prints a blank before each row.
        let is_indented = |text: &str| text.starts_with(' ') && !text.starts_with("  ");
        if sampled().all(|line| is_indented(&line.text)) {
            let votes = sample.votes.iter_mut();
            let of = votes.filter(|vote| vote.format.dialect == Dialect::Objdump);
            of.for_each(|vote| vote.format.requires = RowFeatures::NONE);
        }
        sampled().for_each(|line| sample.add(line, &mut row));
        sample
    }

    /// Returns the size of numbers that do not show it themselves, in rows of this line format.
    fn unit(&self, vote: &Vote) -> NumberSize {
        NumberSize {
            column: self.column,
            ..self.number_sizes.unit(vote.stated)
        }
    }

    fn add(&mut self, line: &Line<'_>, row: &mut Row) {
        let text = uncoded(&line.text);
        if is_bits(text) {
            let lookalike = UnsupportedDialect::Binary;
            self.refused.get_or_insert((line.number, lookalike));
            return;
        }
        let marked = Marked::new(&line.text);
        let Err(reason) = self.vote(&marked, row) else {
            return;
        };
        match unsupported_dialect(text) {
            Some(lookalike) => self.lookalikes.push((line.number, lookalike)),
            None => self.add_other(line, marked.plain(), reason),
        }
    }

    /// Parses a line in every format; an error if it is a row in none, or may also be numbers without an address.
    fn vote(&mut self, line: &Marked<'_>, row: &mut Row) -> Result<(), SkipReason> {
        let text = uncoded(line.text);
        let mut reason = SkipReason::NoAddress;
        let (mut is_read, mut is_certain) = (false, false);
        self.number_sizes.add(text);
        // Most other lines have no digit, or no address in any format: skip the formats.
        let digits = text.starts_with('$') || text.bytes().any(|b| b.is_ascii_hexdigit());
        let starts = digits.then(|| Starts::of(line));
        let Some(starts) = starts.filter(Starts::are_some) else {
            return Err(reason);
        };
        for vote in &mut self.votes {
            let unit = self.number_sizes.unit(vote.stated);
            // Without a known unit, the widest, so that every number fits.
            let bytes = if unit.bytes == 0 { 8 } else { unit.bytes };
            let unit = NumberSize {
                bytes,
                column: self.column,
                ..unit
            };
            match row.read(&starts, &vote.format, unit) {
                Ok(()) => {
                    vote.add(row);
                    is_read |= !row.doubtful;
                    is_certain |=
                        row.evidence.agrees || row.evidence.kind == AddressNotation::Ticked;
                }
                Err(other) if reason == SkipReason::NoAddress => reason = other,
                Err(_) => {}
            }
        }
        self.certain += usize::from(is_certain);
        is_read.then_some(()).ok_or(reason)
    }

    /// Processes a star between rows or the final address after them; returns whether a dump ends here in any format.
    fn ends(&mut self, text: &str) -> bool {
        let star = text == "*";
        let addr = parse_row_address(text).filter(|addr| addr.rest.is_empty());
        let mut ends = false;
        for vote in &mut self.votes {
            let (format, stats) = (&vote.format, &mut vote.stats);
            if !format.stars || stats.rows == 0 {
                continue;
            }
            let accepted = addr.filter(|addr| format.accepts(addr));
            if star {
                stats.starred = true;
            } else if let Some(at) = accepted.and_then(|addr| format.address(&addr)) {
                ends |= stats.is_continued_at(at);
                stats.count_continuation(at);
            }
        }
        ends
    }

    /// Classifies a line that no line format accepts.
    fn add_other(&mut self, line: &Line<'_>, plain: &str, reason: SkipReason) {
        let text = uncoded(plain);
        match context_line(plain) {
            Some(ContextLine::Prompt(Some(command))) => {
                if let Some(lookalike) = command.unsupported() {
                    self.refused.get_or_insert((line.number, lookalike));
                }
                if command.is_big_endian() {
                    let words = |vote: &&mut Vote| vote.format.notation == Notation::HexOrOctal;
                    let votes = self.votes.iter_mut().filter(words);
                    votes.for_each(|vote| vote.format.order = Order::Memory);
                }
                return self.add_named_dialect(command.dialect, command.unit);
            }
            Some(ContextLine::Heading(Some(dialect))) => {
                return self.add_named_dialect(dialect, None);
            }
            Some(_) => return,
            None => {}
        }
        if self.ends(text) {
            return;
        }
        let words = plain::line_bytes(text, Order::Number).ok();
        let words = words.filter(|taken| !taken.characters);
        self.words += usize::from(words.is_some());
        match plain::line_bytes(text, Order::Memory) {
            Err(_) if words.is_some() => self.only_words += 1,
            // Half a byte may belong to a long run that continues in the next line.
            Err(SkipReason::OddDigits(_)) if plain::run(line).is_some() => self.plain += 1,
            Ok(taken) => {
                self.plain += 1;
                let is_likely =
                    taken.bytes.len() >= LONG_WORD || text.bytes().any(|b| b.is_ascii_digit());
                self.likely += usize::from(is_likely);
                self.characters += usize::from(taken.characters);
                self.disputed |= words.is_some_and(|words| words.bytes != taken.bytes);
            }
            Err(as_plain) => {
                self.others += 1;
                if let (SkipReason::Address(_), Some(addr)) = (&as_plain, parse_row_address(text)) {
                    self.addresses.push(addr.kind);
                }
                let reason = match reason {
                    SkipReason::NoAddress => as_plain,
                    reason => reason,
                };
                let skip = || (line.number, Skip::new(reason, text));
                self.first_skip.get_or_insert_with(skip);
            }
        }
    }

    /// Counts a command or a heading that names the dialect.
    fn add_named_dialect(&mut self, dialect: Dialect, unit: Option<NumberSize>) {
        self.stated_unit = self.stated_unit.max(dialect.unit());
        let format = dialect.format().map(|format| format.dialect);
        // Some print a colon after the address.
        let are_words = dialect.unit() > 1;
        let named = |vote: &&mut Vote| {
            let own = vote.format.dialect;
            Some(own) == format || are_words && own == Dialect::XxdWords
        };
        for vote in self.votes.iter_mut().filter(named) {
            vote.commands += 1;
            // What names the tool is evidence enough.
            vote.format.requires = RowFeatures::NONE;
            vote.stated = unit.or(vote.stated);
        }
    }

    fn decide(self) -> Result<Detected, ReadError> {
        if let Some((line, lookalike)) = self.refused {
            return Err(ReadError::Unsupported { line, lookalike });
        }
        let best = self.best();
        let rows = best.map_or(0, Vote::certain_rows);
        let others = self.lookalikes.len();
        let no_rows = rows == 0 && self.characters == 0 && others >= self.plain.max(self.words);
        // The one-byte instructions of a disassembly look like rows with explanations.
        let is = |of: fn(&LineFormat) -> bool| best.is_some_and(|vote| of(&vote.format));
        let are_explained = is(|format| format.explained) && others >= rows;
        let are_decimal = is(|format| format.notation == Notation::HexOrOctal);
        // Octal numbers between decimal ones count as decimal.
        let decimals = || {
            let lookalikes = self.lookalikes.iter();
            lookalikes.filter(|(_, it)| *it == UnsupportedDialect::Decimal)
        };
        let refused = match no_rows || are_explained {
            true => self.lookalikes.first(),
            false if are_decimal && 2 * decimals().count() >= rows => decimals().next(),
            false => None,
        };
        if let Some((line, lookalike)) = refused.copied() {
            return Err(ReadError::Unsupported { line, lookalike });
        }
        if let Some(vote) = best
            && rows > 0
            && (self.certain > 0 || self.are_rows(vote) && rows > self.unaccepted_addresses(vote))
        {
            return Ok(Detected::Rows {
                format: vote.format,
                unit: self.unit(vote),
                also: self.others(vote),
                is_order_open: vote.stats.confirmed == 0 && !vote.stats.single_bytes(),
            });
        }
        // Some words have only the letters of hexadecimal.
        let are_words = self.likely == 0 && self.others > LINES_PER_WORD * self.plain;
        if self.only_words == 0 && (self.plain == 0 || are_words) {
            let (line, skip) = self.first_skip.ok_or(ReadError::NoRows)?;
            return Err(ReadError::no_bytes(line, skip));
        }
        let are_words = self.stated_unit > 1 && self.words >= self.plain;
        let order = match self.only_words {
            0 if !are_words => Order::Memory,
            _ => Order::Number,
        };
        let (lines, of) = match order {
            Order::Memory if self.characters > 0 => (
                self.plain,
                "bytes and an ASCII column that agrees, without addresses",
            ),
            Order::Memory => (self.plain, "hexadecimal digits only, without addresses"),
            Order::Number => (
                self.words,
                "numbers without addresses, the lowest byte last",
            ),
        };
        let are_rows = |vote: &&Vote| {
            let rows = vote.stats.rows;
            rows == self.plain.max(self.words) && vote.usual_rows == rows
        };
        Ok(Detected::Plain {
            order,
            rows: best.filter(are_rows).map(|vote| vote.format),
            why: count(lines, "line") + " of " + of,
            either: order == Order::Memory
                && self.disputed
                && self.characters == 0
                && self.words == self.plain,
        })
    }

    /// Whether the lines are rows of this format rather than numbers without addresses: all, or most if they are 16 bytes
    /// apart.
    fn are_rows(&self, vote: &Vote) -> bool {
        let (rows, lines) = (vote.certain_rows(), self.plain.max(self.words));
        rows >= lines || 2 * rows > lines && 2 * vote.stats.usual >= lines
    }

    /// Returns the number of addresses that this line format does not have.
    fn unaccepted_addresses(&self, vote: &Vote) -> usize {
        let kinds = vote.format.notations;
        self.addresses
            .iter()
            .filter(|kind| !kinds.contains(kind))
            .count()
    }

    /// Returns the line format with the highest score.
    fn best(&self) -> Option<&Vote> {
        self.votes.iter().rev().max_by_key(|vote| vote.score())
    }

    /// Returns the line formats that parse as many rows as the best, with as much evidence.
    fn others(&self, vote: &Vote) -> Vec<LineFormat> {
        let best = vote.format;
        let as_good = |other: &Vote| {
            // A command and symbols are sufficient evidence.
            other.commands >= vote.commands
                && vote.stats.symbols == 0
                && other.certain_rows() >= vote.certain_rows()
                && other.stats.confirmed >= vote.stats.confirmed
                && other.stats.steps() >= vote.stats.steps()
        };
        let other = |other: &&Vote| {
            let format = other.format;
            let order = format.order != best.order && !vote.stats.single_bytes();
            let notation = format.notation != best.notation;
            (order || notation || format.radix != best.radix) && as_good(other)
        };
        let mut others: Vec<&Vote> = self.votes.iter().filter(other).collect();
        others.sort_by_key(|other| std::cmp::Reverse(other.score()));
        others.into_iter().map(|other| other.format).collect()
    }
}

impl Vote {
    fn add(&mut self, row: &Row) {
        self.overlaps += usize::from(self.stats.is_inside(row.address));
        self.stats.add_row(row);
        self.doubtful += usize::from(row.doubtful);
        self.usual_rows += usize::from(row.bytes().len() == USUAL_ROW);
        self.ten_byte_rows += usize::from(row.bytes().len() == 10 && !row.evidence.agrees);
        if self.format.notation == Notation::Hex && matches!(row.cells.unit, 4 | 8) {
            let is_hexed = row.evidence.kind == AddressNotation::Hexed;
            let is_turned = self.format.order == Order::Memory;
            let is_colon = is_hexed || row.evidence.kind == AddressNotation::Colon;
            self.near_pointers += usize::from(is_colon && row.holds_near_address());
            self.memory_order_rows += usize::from(is_hexed && is_turned);
        }
        self.likes += RowFeatures(row.marks).common(self.format.likes) as usize;
        // It explains the `#`, which other formats strip.
        self.likes += usize::from(row.evidence.kind == AddressNotation::Hash);
    }

    /// Returns the number of certain rows. Rows that may also be numbers without an address count if most rows begin
    /// at the end of the one before.
    fn certain_rows(&self) -> usize {
        let rows = self.stats.rows;
        match self.doubtful {
            0 => rows,
            _ if 2 * self.stats.steps() >= rows => rows,
            doubtful => rows - doubtful,
        }
    }

    fn score(&self) -> usize {
        let commands = match self.stated {
            // A command that states the size of numbers outweighs characters.
            Some(_) => 20,
            None if self.commands > 0 => 4,
            None => 0,
        };
        let (certain, stats) = (self.certain_rows(), &self.stats);
        // Hexadecimal offsets look decimal if each row is cut off after ten bytes.
        let steps = match self.format.radix == 10 && 2 * self.ten_byte_rows > stats.rows {
            true => 0,
            false => 3 * stats.continues + 2 * stats.usual,
        };
        let near_pointers = match self.overlaps {
            0 => self.near_pointers,
            _ => 0,
        };
        let agree = 16 * (stats.confirmed + near_pointers);
        (certain * (8 + commands) + agree + steps + self.likes)
            .saturating_sub(2 * self.memory_order_rows)
    }
}
