//! The words of a line: numbers of any radix, and what separates them.

use std::collections::BTreeMap;

use super::joined;
use super::row_address::DIGITS;
use super::work::look_at;
use crate::fnv::hash64;

/// The most words that are examined in a line, and the most digits of a word.
const WORDS_LIMIT: usize = 2 * joined::LONGEST as usize;

/// What may divide the digits of a number.
const TICKS: [char; 3] = ['`', '_', '\''];

/// The radix of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Radix {
    Hex,
    Decimal,
    Octal,
}

impl Radix {
    pub(super) const ALL: [Self; 3] = [Self::Hex, Self::Decimal, Self::Octal];

    const fn base(self) -> u32 {
        match self {
            Self::Hex => 16,
            Self::Decimal => 10,
            Self::Octal => 8,
        }
    }
}

/// A word of a line, and the text between it and the word before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'l> {
    pub(super) before: &'l str,
    pub(super) text: &'l str,
    /// The offset of its end in the line.
    pub(super) end: usize,
}

/// Splits a line into words of letters and digits.
pub(super) fn words(line: &str) -> Vec<Word<'_>> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '?' || TICKS.contains(&c);
    let mut words = Vec::new();
    let mut rest = line;
    look_at(rest.len());
    while words.len() < WORDS_LIMIT
        && let Some(start) = rest.find(is_part)
    {
        let (before, behind) = rest.split_at(start);
        let end = behind.find(|c: char| !is_part(c)).unwrap_or(behind.len());
        let (text, behind) = behind.split_at(end);
        rest = behind;
        let end = line.len() - rest.len();
        words.push(Word { before, text, end });
    }
    words
}

/// Returns the most frequent number; of those as frequent, the lowest.
pub(super) fn most_frequent(numbers: &mut dyn Iterator<Item = u64>) -> Option<u64> {
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    for number in numbers {
        *counts.entry(number).or_insert(0) += 1;
    }
    let most = counts.values().copied().max()?;
    let mut numbers = counts.into_iter();
    numbers.find(|(_, count)| *count == most).map(|(it, _)| it)
}

/// Returns the most frequent separator of numbers.
pub(super) fn usual_separator<'l>(numbers: &[Word<'l>], radix: Radix) -> Option<&'l str> {
    let hash = |word: &Word<'_>| hash64(word.separator(radix).as_bytes());
    let usual = most_frequent(&mut numbers.iter().map(hash))?;
    let usual = numbers.iter().find(|word| hash(word) == usual)?;
    Some(usual.separator(radix))
}

impl<'l> Word<'l> {
    /// Returns the digits without `0x` or `h`.
    pub(super) fn digits(&self) -> &'l str {
        let text = self.text;
        let suffixed = || text.strip_suffix(['h', 'H']);
        text.strip_prefix("0x").or_else(suffixed).unwrap_or(text)
    }

    /// Whether it has a sign; a hyphen beside another number separates them.
    pub(super) fn is_negative(&self) -> bool {
        let before = self.before.strip_suffix('-');
        let is_first = self.end == self.before.len() + self.text.len();
        before.is_some_and(|before| {
            is_first && before.is_empty() || before.ends_with([' ', ',', '[', '('])
        })
    }

    /// Returns what separates it from the word before. Blanks align decimal numbers, so their count is not significant.
    pub(super) fn separator(&self, radix: Radix) -> &'l str {
        let signs: &[char] = match radix {
            Radix::Decimal => &['-', '+'],
            _ => &[],
        };
        match self.before.trim_end_matches(signs).trim() {
            "" if radix == Radix::Decimal => " ",
            "" => self.before,
            mark => mark,
        }
    }

    pub(super) fn address(&self, radix: Radix) -> Option<u64> {
        let digits = self.digits().replace(TICKS, "");
        let is_possible = digits.len() <= DIGITS;
        is_possible.then(|| u64::from_str_radix(&digits, radix.base()).ok())?
    }

    /// Returns the number of its bytes; `None` if it is no number of this radix.
    pub(super) fn bytes(&self, radix: Radix) -> Option<usize> {
        let digits = self.digits();
        if digits.len() > WORDS_LIMIT {
            return None;
        }
        match radix {
            Radix::Hex => {
                let is_digit = |c: char| c.is_ascii_hexdigit() || c == '?';
                let count = digits.chars().filter(|c| is_digit(*c)).count();
                let are_digits = digits.chars().all(|c| is_digit(c) || TICKS.contains(&c));
                (are_digits && count > 0 && count % 2 == 0).then_some(count / 2)
            }
            _ => self.value(radix).map(|_| 1),
        }
    }

    /// Returns the byte that it states in decimal or octal.
    pub(super) fn value(&self, radix: Radix) -> Option<u8> {
        let is_octal = match self.text.len() {
            3 => true,
            4 => self.text.starts_with('0'),
            _ => false,
        };
        if radix == Radix::Octal && !is_octal || radix == Radix::Decimal && self.text.len() > 3 {
            return None;
        }
        let value = u64::from_str_radix(self.text, radix.base()).ok()?;
        let is_negative = self.is_negative();
        match value {
            1..=0x80 if is_negative => u8::try_from(0x100 - value).ok(),
            _ if is_negative => None,
            value => u8::try_from(value).ok(),
        }
    }

    /// Appends its bytes in hexadecimal, each after a blank.
    pub(super) fn write(&self, radix: Radix, text: &mut String) {
        use std::fmt::Write as _;
        let digits = self.digits().replace(TICKS, "");
        let written = match self.value(radix) {
            Some(byte) if radix != Radix::Hex => write!(text, " {byte:02x}"),
            _ => {
                let pairs = digits.as_bytes().chunks(2);
                let mut pairs = pairs.map(String::from_utf8_lossy);
                pairs.try_for_each(|pair| write!(text, " {pair}"))
            }
        };
        debug_assert!(written.is_ok(), "a string takes all that is written");
    }
}
