//! Splits a text into numbered lines, and normalises the blanks, dashes and control characters of web pages and word
//! processors.

use std::borrow::Cow;

use super::ReadError;
use crate::decode::limits::LINES_LIMIT;

/// A line that is not blank.
#[derive(Clone, Debug)]
pub(in crate::decode) struct Line<'t> {
    /// The line number, from 1.
    pub(in crate::decode) number: usize,
    /// The text without trailing blanks. A tab becomes two blanks, which separate columns like it.
    pub(in crate::decode) text: Cow<'t, str>,
}

/// Returns the lines that are not blank.
pub(in crate::decode) fn lines(text: &str) -> Result<Vec<Line<'_>>, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // Counted first, so that a refused text takes no memory.
    let count = split(text).take(LINES_LIMIT + 1).count();
    if count > LINES_LIMIT {
        return Err(ReadError::TooManyLines);
    }
    let mut lines = Vec::with_capacity(count);
    for (number, line) in (1..).zip(split(text)) {
        let text = plain(line);
        if !text.is_empty() {
            lines.push(Line { number, text });
        }
    }
    Ok(lines)
}

/// Splits a text at the line endings of Unix, Windows or classic Mac OS.
pub fn split(text: &str) -> impl Iterator<Item = &str> {
    let chunks = text.split_terminator('\n');
    chunks.flat_map(|chunk| chunk.strip_suffix('\r').unwrap_or(chunk).split('\r'))
}

/// Normalises a line to a debugger's output.
fn plain(line: &str) -> Cow<'_, str> {
    let trimmed = line.trim_ascii_end();
    // Without an early exit the compiler vectorises the loop.
    let unprinted = |odd, byte| odd | !matches!(byte, b' '..=b'~');
    if !trimmed.bytes().fold(false, unprinted) {
        return Cow::Borrowed(trimmed);
    }
    let mut plain = String::with_capacity(line.len() + line.len() / 4);
    for piece in trimmed.split_inclusive(|c: char| !matches!(c, ' '..='~')) {
        let Some(last) = piece.chars().next_back() else {
            continue;
        };
        let text = piece.strip_suffix(last).unwrap_or(piece);
        plain.push_str(text);
        push_plain(&mut plain, last);
    }
    plain.truncate(plain.trim_end().len());
    Cow::Owned(plain)
}

/// Adds a character in normalised form.
fn push_plain(plain: &mut String, c: char) {
    match c {
        '\t' => plain.push_str("  "),
        // Zero-width characters.
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => {}
        // A word processor's replacements of hyphens.
        '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
        c if c.is_whitespace() || c.is_control() => plain.push(' '),
        c => plain.push(c),
    }
}

/// Whether the line is a Markdown code fence, or the start or end of a comment.
pub(in crate::decode) fn is_fence(text: &str) -> bool {
    let text = text.trim();
    if matches!(text, "" | "/*" | "/**" | "*/" | "//") {
        return true;
    }
    let mark = |mark: &str| {
        text.strip_prefix(mark).is_some_and(|rest| {
            let word = rest.trim_start_matches(['`', '~']).trim();
            // The first bytes may follow the fence.
            let is_number = is_hex(unprefixed(word)) && word.contains(|c: char| c.is_ascii_digit());
            let mut characters = word.chars();
            !is_number && characters.all(|c| c.is_alphanumeric() || "+-_.#".contains(c))
        })
    };
    mark("```") || mark("~~~")
}

/// Whether the line is an omission mark: `...`, `[…]`, `--snip--`, `<snip>`.
pub(in crate::decode) fn is_gap(text: &str) -> bool {
    const WORDS: [&str; 6] = ["snip", "snipped", "snap", "cut", "omitted", "truncated"];
    const MARKS: [char; 4] = ['\u{2026}', '\u{22ee}', '\u{22ef}', '\u{b7}'];
    let word =
        text.trim_matches(|c: char| c.is_ascii_punctuation() || c == ' ' || MARKS.contains(&c));
    let bare = || text.contains("..") || text.contains(MARKS);
    // pwndbg prints the number of identical rows.
    match word {
        _ if word.starts_with('↓') => bare(),
        "" => bare(),
        word => {
            word.len() < text.trim().len()
                && WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
        }
    }
}

/// Strips the backticks of Markdown code.
pub(in crate::decode) fn uncoded(text: &str) -> &str {
    let text = text.trim_start();
    let rest = text.trim_start_matches('`');
    if rest.len() == text.len() {
        return text;
    }
    rest.trim_end_matches('`').trim()
}

/// Returns the text after a pattern: `0` stands for a decimal number, optionally with full stops, `#` for one after
/// optional blanks, `A` for a word of letters, `W` for a name.
pub(super) fn after<'t>(text: &'t str, pattern: &str) -> Option<&'t str> {
    pattern.chars().try_fold(text, |rest, sign| {
        let (rest, is_part): (&str, fn(char) -> bool) = match sign {
            '0' => (rest, |c| c.is_ascii_digit() || c == '.'),
            '#' => (rest.trim_start_matches(' '), |c| c.is_ascii_digit()),
            'A' => (rest.trim_start_matches(' '), |c| c.is_ascii_alphabetic()),
            'W' => (rest, |c| c.is_ascii_alphanumeric() || "_-.".contains(c)),
            sign => {
                let mut behind = rest.chars();
                return (behind.next() == Some(sign)).then_some(behind.as_str());
            }
        };
        let behind = rest.trim_start_matches(is_part);
        (behind.len() < rest.len()).then_some(behind)
    })
}

/// Whether a word has only hexadecimal digits.
pub(super) fn is_hex(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Whether digits are a word such as `Face`: no tool prints both small and capital letters in a number.
pub(super) fn is_word(digits: &str) -> bool {
    let has = |is_letter: fn(&u8) -> bool| digits.as_bytes().iter().any(is_letter);
    has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase)
}

/// Whether a byte is a hexadecimal digit, or the question mark in place of one.
pub(super) const fn is_digit(byte: u8) -> bool {
    byte.is_ascii_hexdigit() || byte == b'?'
}

/// Whether a word has only digits, and the marks that numbers have: `0x4d`, `4d-5a`, ``00000003`00905a4d``.
pub(super) fn is_number(word: &str) -> bool {
    let mut digits = unprefixed(word).bytes();
    digits.all(|b| is_digit(b) || matches!(b, b'`' | b'-'))
}

/// Strips the prefix of a hexadecimal number.
pub(super) fn unprefixed(word: &str) -> &str {
    word.strip_prefix("0x").unwrap_or(word)
}

/// Whether a word is two hexadecimal digits.
pub(super) fn is_pair(word: &str) -> bool {
    word.len() == 2 && is_hex(word)
}
