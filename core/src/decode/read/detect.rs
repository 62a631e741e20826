//! Which dialect a text is in, from a sample of its lines.
//!
//! Every line format reads the sample. Most speaks for the one whose characters agree with its numbers in most rows; then for
//! the one that reads most rows, and whose addresses grow by as many bytes as the rows have.

use super::cells::{Column, Notation, Order, Unit};
use super::dialect::formats;
use super::fate::{Reason, Skip};
use super::format::{LineFormat, Marks};
use super::html::Marked;
use super::lead::{self, Kind};
use super::lookalike::{Lookalike, is_again, is_bits, is_frame, lookalike};
use super::pointers::Pointers;
use super::prompt::{Around, around};
use super::row::{Row, is_led};
use super::tally::{Tally, count};
use super::text::{Line, uncoded};
use super::{Dialect, ReadError, plain};
use crate::decode::limits::{SAMPLE_LIMIT, SEARCHED_LIMIT};

/// What a text is to be read as.
#[derive(Debug)]
pub(super) enum Detected {
    /// Rows with addresses.
    Rows {
        format: &'static LineFormat,
        /// How many bytes a number has that does not say so itself.
        unit: Unit,
        /// The other line formats that read the text as well, the likelier first.
        also: Vec<&'static LineFormat>,
    },
    /// Hexadecimal without addresses.
    Plain {
        /// In which order the bytes of a word stand.
        order: Order,
        why: String,
        /// Whether it may as well be the other order.
        either: bool,
    },
}

/// How well a line format reads the sample.
#[derive(Debug)]
struct Vote {
    format: &'static LineFormat,
    tally: Tally,
    /// Rows that may as well be numbers without an address.
    doubtful: usize,
    /// What speaks for the dialect in them.
    likes: usize,
    commands: usize,
    /// What a command says of the numbers.
    told: Option<Unit>,
}

/// What the lines look like.
#[derive(Debug, Default)]
struct Sample {
    votes: Vec<Vote>,
    pointers: Pointers,
    /// The columns of decimal numbers that most rows have.
    column: Option<Column>,
    /// Lines of bytes without an address.
    plain: usize,
    /// Those of them that end with characters that say the same.
    characters: usize,
    /// Lines of numbers without an address.
    words: usize,
    /// Those of them that are no bytes.
    only_words: usize,
    /// Whether the order of the bytes makes a difference.
    disputed: bool,
    /// Lines that a line format reads of which nothing else is possible.
    certain: usize,
    /// How many rows of what is not read there are, and the first.
    others: usize,
    other: Option<(usize, Lookalike)>,
    /// The same of decimal numbers, among which octal ones are decimal, too.
    decimals: usize,
    decimal: Option<(usize, Lookalike)>,
    /// The first line that only bytes in binary digits have.
    bits: Option<usize>,
    first_skip: Option<(usize, Skip)>,
}

/// How many bytes a number has that does not say so itself, in rows of that format.
pub(super) fn unit(lines: &[Line<'_>], format: &LineFormat) -> Unit {
    let sample = Sample::of(lines, lines.len().div_ceil(SAMPLE_LIMIT));
    let mut votes = sample.votes.iter();
    let vote = votes.find(|vote| vote.format.dialect == format.dialect);
    vote.map_or_else(Unit::default, |vote| sample.unit(vote))
}

/// The columns of decimal numbers in which most of the rows are whose address has nothing around it.
fn column<'l>(lines: impl Iterator<Item = &'l Line<'l>>) -> Option<Column> {
    let mut found = None;
    let mut is_decimal = false;
    let (mut columns, mut others) = (0_usize, 0_usize);
    for line in lines {
        let lead = lead::lead(line.text.trim_start());
        let lead = lead.filter(|lead| lead.kind == Kind::Bare);
        match lead.map(|lead| Column::of(lead.rest)) {
            Some(Some((column, is_sure))) if column == *found.get_or_insert(column) => {
                columns += 1;
                is_decimal |= is_sure;
            }
            // Where a dump ends.
            Some(_) if lead.is_some_and(|lead| lead.rest.is_empty()) => {}
            Some(_) => others += 1,
            None => {}
        }
    }
    found.filter(|_| is_decimal && columns > others)
}

/// Decides what the text is to be read as.
pub(super) fn detect(lines: &[Line<'_>]) -> Result<Detected, ReadError> {
    let mut pairs = lines.iter().zip(lines.iter().skip(1)).take(SAMPLE_LIMIT);
    let again = pairs.find(|(before, line)| is_again(&before.text, &line.text));
    let again = again.map(|(_, line)| (line.number, Lookalike::Formats));
    let sample = lines.iter().take(SAMPLE_LIMIT);
    let mut frames = sample.filter(|line| is_frame(&line.text));
    let first = frames.next().filter(|_| frames.next().is_some());
    let frames = first.map(|line| (line.number, Lookalike::Frames));
    if let Some((line, lookalike)) = again.or(frames) {
        return Err(ReadError::NotReadYet { line, lookalike });
    }
    let step = lines.len().div_ceil(SAMPLE_LIMIT);
    let sampled = Sample::of(lines, step).decide();
    match sampled {
        // A dump in a long text of something else may have slipped through.
        Err(_) if step > 1 => {
            let step = lines.len().div_ceil(SEARCHED_LIMIT);
            let searched = Sample::of(lines, step).decide();
            searched.map_err(|error| error.among(lines.len(), step))
        }
        sampled => sampled,
    }
}

impl Sample {
    /// One block of lines in each `step` of them, so that rows that follow one another do so in the sample.
    fn of(lines: &[Line<'_>], step: usize) -> Self {
        const BLOCK: usize = 16;
        let mut sample = Self {
            votes: formats().map(Vote::new).collect(),
            ..Self::default()
        };
        let blocks = lines.chunks(BLOCK * step);
        let sampled = || blocks.clone().flat_map(|block| block.iter().take(BLOCK));
        sample.column = column(sampled());
        let mut row = Row::default();
        sampled().for_each(|line| sample.add(line, &mut row));
        sample
    }

    /// How many bytes a number has that does not say so itself, in rows of a line format.
    fn unit(&self, vote: &Vote) -> Unit {
        let column = self.column;
        Unit {
            column,
            ..self.pointers.unit(vote.told)
        }
    }

    fn add(&mut self, line: &Line<'_>, row: &mut Row) {
        let text = uncoded(&line.text);
        if is_bits(text) {
            self.bits.get_or_insert(line.number);
            return;
        }
        let marked = Marked::new(&line.text);
        let Err(reason) = self.vote(&marked, row) else {
            return;
        };
        let Some(found) = lookalike(text) else {
            self.add_other(line, marked.plain(), reason);
            return;
        };
        let other = (line.number, found);
        self.others += 1;
        self.other.get_or_insert(other);
        if found == Lookalike::Decimal {
            self.decimals += 1;
            self.decimal.get_or_insert(other);
        }
    }

    /// Reads a line in every format; an error where it is a row in none, or may as well be numbers without an address.
    fn vote(&mut self, line: &Marked<'_>, row: &mut Row) -> Result<(), Reason> {
        let text = uncoded(line.text);
        let mut reason = Reason::NoAddress;
        let (mut is_read, mut is_certain) = (false, false);
        self.pointers.add(text);
        // Most lines that are no rows have no digit, or nothing that is an address in any format.
        let digits = text.starts_with('$') || text.bytes().any(|b| b.is_ascii_hexdigit());
        let is_led = digits && is_led(line);
        for vote in self.votes.iter_mut().filter(|_| is_led) {
            let unit = self.pointers.unit(vote.told);
            // As wide as there are, so that every row is one.
            let bytes = if unit.bytes == 0 { 8 } else { unit.bytes };
            let column = self.column;
            let unit = Unit {
                bytes,
                column,
                ..unit
            };
            match row.read(line, vote.format, unit) {
                Ok(()) => {
                    vote.add(row);
                    is_read |= !row.doubtful;
                    is_certain |= row.agrees || row.kind == Kind::Ticked;
                }
                Err(other) if reason == Reason::NoAddress => reason = other,
                Err(_) => {}
            }
        }
        self.certain += usize::from(is_certain);
        is_read.then_some(()).ok_or(reason)
    }

    /// Takes a star between rows, or an address alone behind them; whether the line is that for any format.
    fn ends(&mut self, text: &str) -> bool {
        let star = text == "*";
        let lead = lead::lead(text).filter(|lead| lead.rest.is_empty());
        let mut ends = false;
        for vote in &mut self.votes {
            let (format, tally) = (vote.format, &mut vote.tally);
            if !format.stars || tally.rows == 0 {
                continue;
            }
            let accepted = lead.filter(|lead| format.accepts(lead));
            if star {
                tally.star();
            } else if let Some(at) = accepted.and_then(|lead| format.address(&lead)) {
                ends |= tally.leads_to(at);
                tally.end(at);
            }
        }
        ends
    }

    /// A line that no line format reads.
    fn add_other(&mut self, line: &Line<'_>, plain: &str, reason: Reason) {
        let text = uncoded(plain);
        match around(plain) {
            Some(Around::Prompt(Some(command))) => self.named(command.dialect, command.unit),
            Some(Around::Heading(Some(dialect))) => self.named(dialect, None),
            _ => {}
        }
        if around(plain).is_some() {
            return;
        }
        if self.ends(text) {
            return;
        }
        let words = plain::take(text, Order::Number).ok();
        let words = words.filter(|taken| !taken.characters);
        self.words += usize::from(words.is_some());
        match plain::take(text, Order::Memory) {
            Err(_) if words.is_some() => self.only_words += 1,
            // Half a byte may be that of a long run that goes on in the next line.
            Err(Reason::OddDigits(_)) if plain::run(line).is_some() => self.plain += 1,
            Ok(taken) => {
                self.plain += 1;
                self.characters += usize::from(taken.characters);
                self.disputed |= words.is_some_and(|words| words.bytes != taken.bytes);
            }
            Err(as_plain) => {
                let reason = match reason {
                    Reason::NoAddress => as_plain,
                    reason => reason,
                };
                let skip = || (line.number, Skip::new(reason, text));
                self.first_skip.get_or_insert_with(skip);
            }
        }
    }

    /// Takes a command or a heading, which names the dialect.
    fn named(&mut self, dialect: Dialect, unit: Option<Unit>) {
        let format = dialect.format().map(|format| format.dialect);
        let named = |vote: &&mut Vote| Some(vote.format.dialect) == format;
        for vote in self.votes.iter_mut().filter(named) {
            vote.commands += 1;
            vote.told = unit.or(vote.told);
        }
    }

    fn decide(self) -> Result<Detected, ReadError> {
        if let Some(line) = self.bits {
            let lookalike = Lookalike::Binary;
            return Err(ReadError::NotReadYet { line, lookalike });
        }
        let best = self.best();
        let rows = best.map_or(0, Vote::sure);
        let no_rows = rows == 0
            && self.characters == 0
            && self.others > 0
            && self.others >= self.plain.max(self.words);
        // One-byte instructions of a disassembly look like rows whose bytes are explained.
        let is = |of: fn(&LineFormat) -> bool| best.is_some_and(|vote| of(vote.format));
        let are_explained = is(|format| format.explained) && self.others >= rows;
        let refused = self.other.filter(|_| no_rows || are_explained);
        let are_decimal = is(|format| format.notation == Notation::HexOrOctal);
        let decimal = self
            .decimal
            .filter(|_| are_decimal && 2 * self.decimals >= rows);
        if let Some((line, lookalike)) = refused.or(decimal) {
            return Err(ReadError::NotReadYet { line, lookalike });
        }
        if let Some(vote) = best
            && rows > 0
            && (self.certain > 0 || rows >= self.plain.max(self.words))
        {
            return Ok(Detected::Rows {
                format: vote.format,
                unit: self.unit(vote),
                also: self.others(vote),
            });
        }
        if self.plain == 0 && self.only_words == 0 {
            let (line, skip) = self.first_skip.ok_or(ReadError::NoRows)?;
            let among = None;
            return Err(ReadError::NoBytes { line, skip, among });
        }
        let order = match self.only_words {
            0 => Order::Memory,
            _ => Order::Number,
        };
        let why = match order {
            Order::Memory if self.characters > 0 => {
                count(self.plain, "line")
                    + " of bytes and of characters that say the same, without addresses"
            }
            Order::Memory => {
                count(self.plain, "line") + " of nothing but hexadecimal digits, without addresses"
            }
            Order::Number => {
                count(self.words, "line") + " of numbers without addresses, the lowest byte last"
            }
        };
        Ok(Detected::Plain {
            order,
            why,
            either: order == Order::Memory
                && self.disputed
                && self.characters == 0
                && self.words == self.plain,
        })
    }

    /// The line format that reads the sample best.
    fn best(&self) -> Option<&Vote> {
        self.votes.iter().rev().max_by_key(|vote| vote.score())
    }

    /// The line formats that read as many rows as the best, and for which as much speaks that cannot be chance.
    fn others(&self, vote: &Vote) -> Vec<&'static LineFormat> {
        let best = vote.format;
        let as_good = |other: &Vote| {
            // A command and symbols are proof enough.
            other.commands >= vote.commands
                && vote.tally.symbols == 0
                && other.sure() >= vote.sure()
                && other.tally.agrees >= vote.tally.agrees
                && other.tally.steps() >= vote.tally.steps()
        };
        let other = |other: &&Vote| {
            let format = other.format;
            let order = format.order != best.order && !vote.tally.single_bytes();
            let notation = format.notation != best.notation;
            (order || notation || format.radix != best.radix) && as_good(other)
        };
        let mut others: Vec<&Vote> = self.votes.iter().filter(other).collect();
        others.sort_by_key(|other| std::cmp::Reverse(other.score()));
        others.into_iter().map(|other| other.format).collect()
    }
}

impl Vote {
    fn new(format: &'static LineFormat) -> Self {
        Self {
            format,
            tally: Tally::default(),
            doubtful: 0,
            likes: 0,
            commands: 0,
            told: None,
        }
    }

    fn add(&mut self, row: &Row) {
        self.tally.row(row);
        self.doubtful += usize::from(row.doubtful);
        self.likes += Marks(row.marks).common(self.format.likes) as usize;
    }

    /// How many rows are rows. Those that may as well be numbers without an address are, if most begin where the one
    /// before them ends.
    fn sure(&self) -> usize {
        let rows = self.tally.rows;
        match self.doubtful {
            0 => rows,
            _ if 2 * self.tally.steps() >= rows => rows,
            doubtful => rows - doubtful,
        }
    }

    fn score(&self) -> usize {
        let Tally {
            agrees,
            continues,
            usual,
            ..
        } = self.tally;
        let commands = if self.commands > 0 { 4 } else { 0 };
        self.sure() * (8 + commands) + 16 * agrees + 2 * continues + usual + self.likes
    }
}
