//! Base64 in the standard and the URL alphabet, padded or not, in any number of lines; with or without quotation
//! marks, a `data:…;base64,` prefix or PEM's lines around it.
//!
//! Hexadecimal, words and names use the same alphabet, so [`read`] demands more evidence.

use super::literal_output::{LiteralOutput, context_outcome};
use super::outcome::{Outcome, Skip, SkipReason};
use super::text::{Line, is_fence, is_hex, uncoded};
use super::{Candidate, Dialect, ReadError, Reading};

/// The fewest characters of Base64 that has no padding or marker.
const CERTAIN_LENGTH: usize = 24;

/// The fewest characters of Base64 with padding.
const PADDED_LENGTH: usize = 8;

/// Text with so many hexadecimal digits for each other character is damaged hexadecimal.
const DIGITS_PER_DAMAGE: usize = 15;

/// The fewest consecutive hexadecimal digits, a quarter of them decimal, that Base64 does not have by chance.
const RUN_LENGTH: usize = 16;

/// Texts that precede Base64, in its line or in the line above, and the evidence that they give.
const MARKS: [(&str, &str); 2] = [
    (";base64,", "`;base64,` before it says so"),
    ("!!binary", "`!!binary` before it says so"),
];

/// The evidence of PEM.
const PEM: &str = "a line such as `-----BEGIN …-----` before it says so";

/// The encoding of bytes in a string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    #[default]
    Hex,
    Base64,
}

impl Encoding {
    fn value(self, c: char) -> Option<u32> {
        let from = |first: char, value: u32| Some(u32::from(c) - u32::from(first) + value);
        match (self, c) {
            (Self::Hex, _) => c.to_digit(16),
            (_, 'A'..='Z') => from('A', 0),
            (_, 'a'..='z') => from('a', 26),
            (_, '0'..='9') => from('0', 52),
            (_, '+' | '-') => Some(62),
            (_, '/' | '_') => Some(63),
            _ => None,
        }
    }
}

/// Decodes digits into bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Decoder {
    encoding: Encoding,
    bits: u32,
    /// How many of the lowest `bits` are not yet output.
    waiting: u32,
    digits: usize,
    padding: usize,
}

impl Decoder {
    pub(super) fn new(encoding: Encoding) -> Self {
        Self {
            encoding,
            ..Self::default()
        }
    }

    /// Consumes one character and returns the byte that it completes. The error has the invalid character, or `None`
    /// for a digit after the padding.
    pub(super) fn push(&mut self, c: char) -> Result<Option<u8>, Option<char>> {
        if c == '=' && self.encoding == Encoding::Base64 {
            self.padding += 1;
            return Ok(None);
        }
        let value = self.encoding.value(c).ok_or(Some(c))?;
        if self.padding > 0 {
            return Err(None);
        }
        let width = match self.encoding {
            Encoding::Hex => 4,
            Encoding::Base64 => 6,
        };
        self.digits += 1;
        self.bits = (self.bits << width | value) & 0xfff;
        self.waiting += width;
        if self.waiting < 8 {
            return Ok(None);
        }
        self.waiting -= 8;
        Ok(u8::try_from(self.bits >> self.waiting & 0xff).ok())
    }

    /// Whether a byte in hexadecimal lacks its second digit.
    pub(super) fn is_half(&self) -> bool {
        self.encoding == Encoding::Hex && self.waiting > 0
    }

    /// Whether the text may end here: whole bytes, no nonzero bits left over, valid padding.
    pub(super) fn is_whole(&self) -> bool {
        let lost = self.bits & ((1 << self.waiting) - 1);
        let length = self.digits + self.padding;
        let padded = self.padding == 0 || length.is_multiple_of(4);
        match self.encoding {
            Encoding::Hex => self.waiting == 0,
            Encoding::Base64 => self.digits % 4 != 1 && lost == 0 && padded,
        }
    }
}

/// Returns the number of characters; `None` if they are not valid Base64.
fn length(text: &str) -> Option<usize> {
    let mut decoder = Decoder::new(Encoding::Base64);
    for c in text.chars() {
        decoder.push(c).ok()?;
    }
    // No alphabet has the last digits of both.
    let is_mixed = text.contains(['+', '/']) && text.contains(['-', '_']);
    (decoder.is_whole() && !is_mixed).then_some(decoder.digits + decoder.padding)
}

/// Whether the text has letters in both cases.
fn is_mixed(text: &str) -> bool {
    let mut letters = text.bytes().filter(u8::is_ascii_alphabetic);
    let first = letters.next().unwrap_or_default();
    letters.any(|letter| (letter ^ first) & 0x20 != 0)
}

/// Whether the characters are hexadecimal digits but for a few, or half of them stand in runs of digits. In Base64, two
/// thirds of the characters are not hexadecimal digits.
pub(super) fn is_damaged_hex(text: &str) -> bool {
    let digits: Vec<u8> = text.bytes().filter(|b| !b" -:,".contains(b)).collect();
    let others = digits.iter().filter(|b| !b.is_ascii_hexdigit()).count();
    let is_run = |before: &u8, next: &u8| {
        let are_digits = before.is_ascii_hexdigit() && next.is_ascii_hexdigit();
        let is_letter = u8::is_ascii_alphabetic;
        are_digits && (!is_letter(before) || !is_letter(next) || (before ^ next) & 0x20 == 0)
    };
    let runs = digits.chunk_by(is_run).filter(|run| {
        let decimals = run.iter().filter(|b| b.is_ascii_digit()).count();
        run.len() >= RUN_LENGTH && 4 * decimals >= run.len()
    });
    let in_runs: usize = runs.map(<[u8]>::len).sum();
    let is_damaged = others * DIGITS_PER_DAMAGE <= digits.len() - others;
    digits.len() >= CERTAIN_LENGTH && (is_damaged || 2 * in_runs >= digits.len())
}

/// Returns the evidence that the characters can only be Base64; `None` if they may be something else.
pub(super) fn certain(text: &str) -> Option<&'static str> {
    let length = length(text)?;
    let is_beyond_hex = |c: char| c.is_ascii_alphabetic() && !c.is_ascii_hexdigit();
    let is_other = is_damaged_hex(text);
    if !is_mixed(text) || !text.contains(is_beyond_hex) || is_other {
        return None;
    }
    if length >= PADDED_LENGTH && text.contains('=') {
        return Some("only Base64 characters and padding");
    }
    let is_long = length >= CERTAIN_LENGTH && text.contains(|c: char| !c.is_ascii_alphabetic());
    is_long
        .then_some("only Base64 characters: digits, and letters beyond hexadecimal in both cases")
}

/// Returns the characters that may be Base64.
fn characters(lines: &[Line<'_>]) -> Option<String> {
    let is_number = |line: &Line<'_>| {
        let text = line.text.trim();
        let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
        digits.is_some_and(|it| is_hex(it.trim_end_matches(',')))
    };
    if lines.iter().all(is_number) {
        return None;
    }
    Some(contents(lines)?.into_iter().flatten().collect())
}

/// Returns the evidence that the text can only be Base64.
fn evidence(lines: &[Line<'_>]) -> Option<&'static str> {
    let text = characters(lines)?;
    let mark = |line: &Line<'_>| {
        let found = MARKS.iter().find(|(mark, _)| line.text.contains(mark));
        let is_pem = line.text.trim().starts_with("-----BEGIN ");
        found.map(|(_, why)| *why).or(is_pem.then_some(PEM))
    };
    match lines.iter().find_map(mark) {
        Some(why) => (length(&text)? > 0).then_some(why),
        None => certain(&text),
    }
}

/// Returns Base64 as another possible dialect of a text that was parsed as something else.
pub(super) fn candidate(lines: &[Line<'_>]) -> Option<Candidate> {
    let text = characters(lines)?;
    let count = length(&text)?;
    let mut lines = lines.iter();
    let is_marked = lines.any(|line| line.text.contains(['-', '_', 'x', 'X']));
    // A long run in a single case is unlikely to be Base64.
    let is_likely = count < CERTAIN_LENGTH || is_mixed(&text);
    let is_whole = count >= PADDED_LENGTH && count.is_multiple_of(4) && is_likely && !is_marked;
    is_whole.then(|| Candidate {
        dialect: Dialect::Base64,
        why: "all characters are valid Base64, too, and their number fits".to_owned(),
    })
}

/// Returns the possible Base64 characters of a line; `None` for a line around them.
fn content(text: &str) -> Option<&str> {
    let line = uncoded(text).trim();
    // A line of only `/` or `+` may be the last line of data.
    let is_around = context_outcome(text).is_some() && !line.chars().all(|c| "+/".contains(c));
    if is_around || is_rule(line) || line.starts_with("-----") {
        return None;
    }
    let is_marked = line.contains([';', '!']);
    let mut marks = MARKS.iter().filter(|_| is_marked);
    let data = marks.find_map(|(mark, _)| line.split_once(mark));
    let data = data.map_or(line, |(_, data)| data.trim_end_matches(['|', '-', '>']));
    let data = data.trim_matches(['"', '\'', ',', ';', ' ', ')']);
    Some(data).filter(|data| !data.is_empty())
}

/// Whether a line underlines a heading: `|---|`.
fn is_rule(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '-' | '|' | ':' | ' ')) && text.contains("---")
}

/// The diff and quotation prefixes of lines.
const BEFORE: [&str; 5] = ["+ ", "- ", "> ", ">", "+"];

/// Returns the characters of each line without the prefix of all lines; `None` if a `+` may be a prefix or a digit.
fn contents<'l>(lines: &'l [Line<'_>]) -> Option<Vec<Option<&'l str>>> {
    let mut contents: Vec<Option<&str>> = lines.iter().map(|it| content(&it.text)).collect();
    if let ([heading, _, ..], [_, line, ..]) = (&mut contents[..], lines) {
        // The line below the heading of a table was a rule, but that of a quotation was empty.
        let is_short = heading.is_some_and(|text| text.len() < CERTAIN_LENGTH);
        match &*line.text {
            "" if is_short => return None,
            text if is_rule(text) => *heading = None,
            _ => {}
        }
    }
    let all = lines.iter().filter(|line| !is_fence(&line.text));
    let all = all.map(|line| line.text.trim_start());
    let begin = |mark: &&str| all.clone().all(|text| text.starts_with(mark));
    let Some(mark) = BEFORE.into_iter().find(begin) else {
        return Some(contents);
    };
    if mark == "+" {
        // Every line but the last has whole groups of four characters; a `+` prefix adds one.
        let lengths: Vec<usize> = contents.iter().flatten().map(|it| it.len()).collect();
        let full = lengths.len().saturating_sub(1).max(1);
        let leave = |left| lengths.iter().take(full).all(|length| length % 4 == left);
        if leave(0) {
            return Some(contents);
        }
        if !leave(1) {
            return None;
        }
    }
    let texts = contents.iter_mut().flatten();
    texts.for_each(|text| *text = text.strip_prefix(mark).unwrap_or(text).trim_start());
    Some(contents)
}

/// Parses a text that can only be Base64, or any if `asked`; `None` if it may be something else.
pub(super) fn read(lines: &[Line<'_>], asked: bool) -> Option<Result<Reading, ReadError>> {
    // The line above the signature of a mail.
    let is_signature = |line: &Line<'_>| line.text == "--";
    let end = lines.iter().position(is_signature).unwrap_or(lines.len());
    let (own, _) = lines.split_at(end);
    let why = match asked {
        true => "as requested",
        false => evidence(own)?,
    };
    // A `+` that may be a prefix is kept as a digit.
    let whole = || own.iter().map(|line| Some(line.text.as_ref())).collect();
    Some(decode(lines, &contents(own).unwrap_or_else(whole), why))
}

/// Decodes the contents of the first lines; the others are no Base64.
fn decode(lines: &[Line<'_>], contents: &[Option<&str>], why: &str) -> Result<Reading, ReadError> {
    let mut output = LiteralOutput::default();
    let mut decoder = Decoder::new(Encoding::Base64);
    let damaged = |line: &Line<'_>, what: Option<char>| {
        let reason = SkipReason::NotBase64(what.map(String::from));
        ReadError::damaged(line.number, reason, &line.text)
    };
    let mut last = None;
    for (at, line) in lines.iter().enumerate() {
        let Some(text) = contents.get(at).copied().flatten() else {
            let skip = || Skip::new(SkipReason::NotBase64(None), &line.text);
            let outcome = match at < contents.len() {
                true => context_outcome(&line.text).unwrap_or(Outcome::Fence),
                false => Outcome::Skipped(skip()),
            };
            output.push_outcome(line.number, outcome);
            continue;
        };
        let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
        for c in text.chars().filter(|c| !c.is_whitespace()) {
            let byte = decoder.push(c).map_err(|what| damaged(line, what))?;
            bytes.extend(byte.map(Some));
        }
        output.push_bytes(line.number, &bytes)?;
        last = Some(line);
    }
    match last {
        Some(line) if !decoder.is_whole() => Err(damaged(line, None)),
        _ => output.reading(Dialect::Base64, why, lines),
    }
}
