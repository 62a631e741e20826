//! Base64, in its standard and its URL alphabet, padded or not, in as many lines as it likes; with or without
//! quotation marks, `data:…;base64,` before it or PEM's lines around it.
//!
//! Much that is no Base64 could be it: hexadecimal, words, names. So [`detect`] asks for more than the alphabet.

use super::fate::{Fate, Reason, Skip};
use super::gathered::Gathered;
use super::text::{Line, is_fence, uncoded};
use super::{Candidate, Dialect, ReadError, Reading, prompt};

/// The fewest characters that are taken for Base64 where nothing but their alphabet speaks for it.
const CERTAIN_LENGTH: usize = 24;

/// The fewest characters where padding speaks for it, too.
const PADDED_LENGTH: usize = 8;

/// Why a text is no Base64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotBase64 {
    Character(char),
    /// Something stands behind the padding.
    BehindEnd,
    /// Half a byte is left over, or bits that should be zero are not.
    Broken,
}

/// Characters into bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Decoder {
    bits: u32,
    /// How many of `bits` are waiting.
    waiting: u32,
    digits: usize,
    padding: usize,
}

impl Decoder {
    /// Takes one character, and gives the byte that it completes.
    pub(super) fn push(&mut self, c: char) -> Result<Option<u8>, NotBase64> {
        if c == '=' {
            self.padding += 1;
            return Ok(None);
        }
        let value = value(c).ok_or(NotBase64::Character(c))?;
        if self.padding > 0 {
            return Err(NotBase64::BehindEnd);
        }
        self.digits += 1;
        self.bits = (self.bits << 6 | u32::from(value)) & 0xfff;
        self.waiting += 6;
        if self.waiting < 8 {
            return Ok(None);
        }
        self.waiting -= 8;
        Ok(u8::try_from(self.bits >> self.waiting & 0xff).ok())
    }

    /// Whether the text may end here: no half a byte, no bit that is lost, no padding but what is missing.
    pub(super) fn finish(self) -> Result<(), NotBase64> {
        let lost = self.bits & ((1 << self.waiting) - 1);
        let padded = self.padding == 0
            || (self.digits + self.padding).is_multiple_of(4) && self.padding <= 2;
        if self.digits % 4 == 1 || lost != 0 || !padded {
            return Err(NotBase64::Broken);
        }
        Ok(())
    }
}

fn value(c: char) -> Option<u8> {
    let byte = u8::try_from(c).ok()?;
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

/// What shows that the text is Base64 and nothing else; `None` where it may be something else.
pub(super) fn detect(lines: &[Line<'_>]) -> Option<String> {
    let marked = lines.iter().find_map(|line| mark(&line.text));
    let (count, signs) = survey(contents(lines)?.into_iter().flatten())?;
    if count == 0 {
        return None;
    }
    match marked {
        Some(mark) => Some(format!("{mark} says so")),
        None => certain(count, signs).map(str::to_owned),
    }
}

/// The same for one run of characters.
pub(super) fn is_certain(text: &str) -> bool {
    survey(std::iter::once(text)).is_some_and(|(count, signs)| certain(count, signs).is_some())
}

/// Base64 as another reading of what is taken for something else.
pub(super) fn candidate(lines: &[Line<'_>]) -> Option<Candidate> {
    let (count, signs) = survey(contents(lines)?.into_iter().flatten())?;
    let marked = |line: &Line<'_>| line.text.contains(['-', '_', 'x', 'X']);
    let marked = lines.iter().any(marked);
    // A long run in one case only would be a strange chance.
    let likely = count < CERTAIN_LENGTH || signs.upper && signs.lower;
    let whole = count >= PADDED_LENGTH && count.is_multiple_of(4) && likely && !marked;
    whole.then(|| Candidate {
        dialect: Dialect::Base64,
        why: "every character belongs to Base64, too, and their number fits".to_owned(),
    })
}

fn certain(count: usize, signs: Signs) -> Option<&'static str> {
    let mixed = signs.upper && signs.lower && signs.beyond_hex;
    if signs.padded && count >= PADDED_LENGTH && mixed {
        return Some("nothing but the alphabet of Base64, and its padding");
    }
    let long = count >= CERTAIN_LENGTH && (signs.digit || signs.symbol);
    (mixed && long).then_some("nothing but the alphabet of Base64, with letters beyond hexadecimal in both cases, and digits")
}

#[derive(Clone, Copy, Debug, Default)]
struct Signs {
    upper: bool,
    lower: bool,
    digit: bool,
    symbol: bool,
    beyond_hex: bool,
    padded: bool,
}

/// How many characters there are and of which kinds; `None` where they are no Base64.
fn survey<'t>(texts: impl Iterator<Item = &'t str>) -> Option<(usize, Signs)> {
    let mut decoder = Decoder::default();
    let mut signs = Signs::default();
    for c in texts.flat_map(str::chars) {
        decoder.push(c).ok()?;
        signs.upper |= c.is_ascii_uppercase();
        signs.lower |= c.is_ascii_lowercase();
        signs.digit |= c.is_ascii_digit();
        signs.symbol |= "+/-_".contains(c);
        signs.beyond_hex |= c.is_ascii_alphabetic() && !c.is_ascii_hexdigit();
        signs.padded |= c == '=';
    }
    decoder.finish().ok()?;
    Some((decoder.digits + decoder.padding, signs))
}

/// What says outright that Base64 follows.
fn mark(text: &str) -> Option<&'static str> {
    if text.contains(";base64,") {
        return Some("`;base64,` before it");
    }
    let pem = text.trim().starts_with("-----BEGIN ");
    pem.then_some("a line such as `-----BEGIN …-----` before it")
}

/// The characters of a line that should be Base64; `None` for a line that stands around it.
fn content(text: &str) -> Option<&str> {
    let text = uncoded(text).trim();
    // A line of `/` may be the last of the characters.
    let is_fence = is_fence(text) && !text.chars().all(|c| matches!(c, '+' | '/'));
    let around = is_fence || text.starts_with("-----") || prompt::prompt(text).is_some();
    if around || text.is_empty() {
        return None;
    }
    let data = text.split_once(";base64,").map_or(text, |(_, data)| data);
    Some(data.trim_matches(['"', '\'', ',', ';', ' ', ')']))
}

/// What may stand before each line of a difference or a quotation.
const BEFORE: [&str; 5] = ["+ ", "- ", "> ", ">", "+"];

/// The characters of every line, without the mark that stands before all of them; `None` where a `+` may be that or a character.
fn contents<'l>(lines: &'l [Line<'_>]) -> Option<Vec<Option<&'l str>>> {
    let mut contents: Vec<Option<&str>> = lines.iter().map(|it| content(&it.text)).collect();
    let all = lines.iter().filter(|line| !is_fence(&line.text));
    let begin = |mark: &&&str| {
        all.clone()
            .all(|it| it.text.trim_start().starts_with(**mark))
    };
    let Some(mark) = BEFORE.iter().find(begin) else {
        return Some(contents);
    };
    if *mark == "+" {
        // Lines but the last hold whole groups of four characters.
        let lengths: Vec<usize> = contents.iter().flatten().map(|it| it.len()).collect();
        let grouped = |left: usize| match lengths.as_slice() {
            [only] => only % 4 == left,
            [full @ .., _] => full.iter().all(|length| length % 4 == left),
            [] => false,
        };
        // Without the mark, one character would be left over.
        let whole = grouped(0) || lengths.len() == 1 && grouped(2);
        if whole {
            return Some(contents);
        }
        grouped(1).then_some(())?;
    }
    let texts = contents.iter_mut().flatten();
    texts.for_each(|text| *text = text.strip_prefix(*mark).unwrap_or(text).trim_start());
    Some(contents)
}

/// Reads a text that is to be Base64.
pub(super) fn read(lines: &[Line<'_>], why: String) -> Result<Reading, ReadError> {
    let mut gathered = Gathered::default();
    let mut decoder = Decoder::default();
    let mut last = None;
    let contents = contents(lines).unwrap_or_else(|| {
        // The `+` is no character then.
        lines.iter().map(|line| Some(line.text.as_ref())).collect()
    });
    for (line, text) in lines.iter().zip(contents) {
        let number = line.number;
        let damaged = |what: Option<char>| ReadError::Damaged {
            line: number,
            skip: Skip::new(Reason::NotBase64(what.map(String::from)), &line.text),
        };
        let Some(text) = text else {
            let fate = match prompt::prompt(&line.text) {
                Some(_) => Fate::Prompt,
                None => Fate::Fence,
            };
            gathered.other(number, fate);
            continue;
        };
        let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
        for c in text.chars().filter(|c| !c.is_whitespace()) {
            let byte = decoder.push(c).map_err(|why| {
                damaged(match why {
                    NotBase64::Character(c) => Some(c),
                    _ => None,
                })
            })?;
            bytes.extend(byte.map(Some));
        }
        gathered.bytes(number, &bytes)?;
        last = Some(line);
    }
    if let (Err(_), Some(line)) = (decoder.finish(), last) {
        return Err(ReadError::Damaged {
            line: line.number,
            skip: Skip::new(Reason::NotBase64(None), &line.text),
        });
    }
    gathered.reading(Dialect::Base64, why)
}
