//! Hexadecimal without addresses: `4d 5a 90 00`, `4d5a9000`, `0x4d, 0x5a`, `4D-5A`, `4d:5a`, `\x4d\x5a`, in as many
//! lines as it likes, a long run broken anywhere.
//!
//! Without addresses a line that is damaged moves everything behind it, so that such a line is an error.

mod token;

use self::token::{NOTES, SEPARATORS, pairs};
use super::cells::Order;
use super::fate::{Fate, Reason, Skip, excerpt};
use super::lookalike::lookalike;
use super::prompt::{Around, around};
use super::row::is_symbol;
use super::text::{Line, uncoded};
use super::{Dialect, Gathered, ReadError, Reading, html};

/// The shortest line at whose end a byte may be broken in two. What is shorter is a word or a damaged line.
const BROKEN_LINE: usize = 9;

/// Reads a text that is known to have no addresses. Where the lowest byte of a number stands last, each word is a number.
pub(super) fn read(lines: &[Line<'_>], order: Order, why: String) -> Result<Reading, ReadError> {
    let mut reader = Reader {
        order,
        gathered: Gathered::default(),
        characters: 0,
        damaged: None,
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
    let dialect = match order {
        Order::Memory if reader.characters > 0 => Dialect::Malfind,
        Order::Memory => Dialect::Plain,
        Order::Number => Dialect::PlainWords,
    };
    reader.gathered.reading(dialect, why)
}

/// What one line holds.
#[derive(Debug)]
pub(super) struct Taken {
    pub(super) bytes: Vec<Option<u8>>,
    /// Whether characters that say the same stand behind them.
    pub(super) characters: bool,
}

/// The bytes of a line; an error where anything in it is neither a byte nor a note at its end, nor their characters.
pub(super) fn take(text: &str, order: Order) -> Result<Taken, Reason> {
    // As Node prints bytes.
    let buffer = text.trim().strip_prefix("<Buffer ");
    let text = buffer
        .and_then(|text| text.strip_suffix('>'))
        .unwrap_or(text);
    if let Some(address) = address(text) {
        return Err(Reason::Address(excerpt(address)));
    }
    let plain = |bytes| Taken {
        bytes,
        characters: false,
    };
    let whole = token::bytes(text, order);
    let Err(reason) = whole else {
        return whole.map(plain);
    };
    let note = NOTES.iter().filter_map(|mark| text.find(mark)).min();
    let before_note = note.and_then(|note| token::bytes(text.get(..note)?, order).ok());
    // A column of `dps` without its addresses: numbers, and what they point to.
    let before_symbol = || {
        let (number, symbol) = text.trim_start().split_once(' ')?;
        let wide = order == Order::Number && number.len() >= 8 && is_symbol(symbol);
        token::bytes(number, order).ok().filter(|_| wide)
    };
    let before_note = before_note.or_else(before_symbol);
    let found = before_note.map(plain).or_else(|| {
        let bytes = token::with_characters(text)?;
        let characters = true;
        Some(Taken { bytes, characters })
    });
    found.ok_or(reason)
}

/// The address with a colon that a line begins with: nothing else is written so.
fn address(text: &str) -> Option<&str> {
    let text = text.trim();
    let text = text.strip_prefix("- ").unwrap_or(text);
    let (word, rest) = text.split_once(' ')?;
    let digits = word.strip_suffix(':')?;
    let digits = digits.strip_prefix("0x").unwrap_or(digits);
    let is_hex = digits.len() >= ADDRESS_DIGITS && digits.bytes().all(|b| b.is_ascii_hexdigit());
    // `4d5a: 9000: 0300:` are bytes with colons between them.
    (is_hex && !rest.contains(':')).then_some(word)
}

/// How many digits an address has at least.
const ADDRESS_DIGITS: usize = 4;

/// The line as a run of nothing but digits.
pub(super) fn run<'t>(line: &'t Line<'_>) -> Option<&'t str> {
    let run = uncoded(&line.text).trim();
    let digits = !run.is_empty() && run.bytes().all(|b| b.is_ascii_hexdigit() || b == b'?');
    digits.then_some(run)
}

/// The digits of a run that was broken into lines of an odd length, all alike but the last.
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

struct Reader {
    order: Order,
    gathered: Gathered,
    /// How many lines end with characters that say the same as their bytes.
    characters: usize,
    /// The first line that should have been bytes.
    damaged: Option<(usize, Skip)>,
}

impl Reader {
    fn line(&mut self, line: &Line<'_>) -> Result<(), ReadError> {
        let plain = html::plain(&line.text);
        let text = uncoded(&plain);
        let other = lookalike(text).map(|lookalike| Reason::Other {
            lookalike,
            dialect: Dialect::Plain,
        });
        let fate = match (around(&plain), other) {
            (Some(Around::Gap), _) => self.gap(line.number, text),
            (Some(around), _) => around.fate(),
            (None, Some(reason)) => Fate::Skipped(Skip::new(reason, text)),
            (None, None) => match take(text, self.order) {
                Err(reason) => self.skip(line.number, text, reason),
                Ok(taken) => {
                    self.characters += usize::from(taken.characters);
                    self.checked()?;
                    return self.gathered.bytes(line.number, &taken.bytes);
                }
            },
        };
        self.gathered.other(line.number, fate);
        Ok(())
    }

    /// A run over several lines: a byte belongs to the line in which it begins.
    fn wrapped(
        &mut self,
        number: usize,
        group: &[Line<'_>],
        digits: &str,
    ) -> Result<(), ReadError> {
        self.checked()?;
        let memory = &mut self.gathered.memory;
        let start = memory.len();
        let pushed = memory.extend(&pairs(digits).unwrap_or_default());
        pushed.map_err(|_| ReadError::TooManyBytes { line: number })?;
        let mut before = 0_usize;
        for line in group {
            let behind = before + run(line).map_or(0, str::len);
            let (first, end) = (before.div_ceil(2), behind.div_ceil(2));
            let fate = Fate::Bytes {
                region: 0,
                at: start + first,
                count: end - first,
            };
            self.gathered.other(line.number, fate);
            before = behind;
        }
        Ok(())
    }

    /// An error where a line before was damaged: nobody knows where what follows belongs.
    fn checked(&mut self) -> Result<(), ReadError> {
        let damaged = self.damaged.take();
        damaged.map_or(Ok(()), |(line, skip)| {
            Err(ReadError::Damaged { line, skip })
        })
    }

    /// Something was left out: nobody knows where what follows belongs.
    fn gap(&mut self, line: usize, text: &str) -> Fate {
        if !self.gathered.memory.is_empty() && self.damaged.is_none() {
            self.damaged = Some((line, Skip::new(Reason::LeftOut, text)));
        }
        Fate::Gap
    }

    fn skip(&mut self, line: usize, text: &str, reason: Reason) -> Fate {
        let skip = Skip::new(reason, text);
        if self.damaged.is_none() && self.mostly_bytes(text) {
            self.damaged = Some((line, skip.clone()));
        }
        Fate::Skipped(skip)
    }

    /// Whether at least half of the words are bytes: a damaged line rather than a sentence.
    fn mostly_bytes(&self, text: &str) -> bool {
        let words = text.split(SEPARATORS).filter(|word| !word.is_empty());
        let (mut good, mut all) = (0_usize, 0_usize);
        let mut begins = false;
        for word in words {
            let is_number = token::bytes(word, self.order).is_ok();
            begins |= all == 0 && is_number && word.len() >= 8;
            all += 1;
            good += usize::from(is_number);
        }
        begins && self.order == Order::Number || good >= 2 && good * 2 >= all
    }
}
