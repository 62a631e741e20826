//! Source text as tokens, whatever the language: words, numbers, strings and marks. Comments and fences are skipped.

use super::words::is_among;
use crate::decode::read::fate::{Problem, excerpt};
use crate::decode::read::text::{is_fence, is_hex};

/// What may stand before a quotation mark and belong to it.
const PREFIXES: &[&str] = &[
    "", "b", "B", "br", "Br", "rb", "Rb", "r", "R", "u8", "u", "U", "L", "c", "f", "F", "x", "X",
    "@", "$",
];

/// Lines are not wrapped behind fewer characters.
const WRAP_WIDTH: usize = 40;

/// What may follow the digits, by how many bytes it says that the number has; 0 where it says nothing.
const SUFFIXES: [(u32, &str); 5] = [
    (0, "u l ul lu ll ull llu z uz n"),
    (1, "y uy u8 i8 ui8"),
    (2, "s us u16 i16 ui16"),
    (4, "u32 i32 ui32"),
    (8, "u64 i64 ui64"),
];

/// A word, a number, a quoted text or a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind<'t>,
    /// The line in which it begins, from 1.
    pub(super) line: usize,
    /// Whether it is the first of its line.
    pub(super) first: bool,
    /// Whether no blank stands before it in its line, either.
    pub(super) margin: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    Word(&'t str),
    /// What begins as a number does; whether it is one, [`number`] tells.
    Number(&'t str),
    Text(Quoted<'t>),
    Mark(char),
    End,
}

impl Kind<'_> {
    /// The token as it stands.
    pub(super) fn shown(self) -> String {
        excerpt(&match self {
            Kind::Word(text) | Kind::Number(text) => text.to_owned(),
            Kind::Text(text) => format!("{}{}{}{}", text.prefix, text.mark, text.body, text.mark),
            Kind::Mark(mark) => mark.to_string(),
            Kind::End => "the end".to_owned(),
        })
    }
}

/// A string as it stands, its escapes not yet read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quoted<'t> {
    /// `b`, `L`, `@` or nothing.
    pub(super) prefix: &'t str,
    pub(super) mark: char,
    pub(super) body: &'t str,
    pub(super) breaks: Breaks,
}

/// What line breaks in a string are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breaks {
    /// Characters of it; behind a `\\` they are none.
    Characters,
    /// Nothing: a hard wrap made them, or SQL passes over them.
    Nothing,
    /// A hard wrap may have made the one behind a `\\`.
    Doubtful,
}

impl Quoted<'_> {
    /// Whether it is SQL's `X'4d5a'`.
    pub(super) fn is_blob(self) -> bool {
        let is_digit = |c: char| c.is_ascii_hexdigit() || c.is_whitespace();
        matches!(self.prefix, "x" | "X") && self.body.chars().all(is_digit)
    }

    /// The text without line breaks that are nothing.
    pub(super) fn text(self) -> String {
        let is_nothing = |c: &char| self.breaks == Breaks::Nothing && is_break(*c);
        self.body.chars().filter(|c| !is_nothing(c)).collect()
    }
}

/// A reader of tokens. A copy of it looks ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    rest: &'t str,
    /// Behind how many characters a hard wrap broke lines.
    width: Option<usize>,
    line: usize,
    fresh: bool,
    /// The lines from the first to the last comment that was passed over and not yet asked for.
    comments: Option<(usize, usize)>,
}

impl<'t> Lexer<'t> {
    /// A reader of a text that begins in that line.
    pub(super) fn new(text: &'t str, line: usize) -> Self {
        Self {
            text,
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            width: wrap_width(text),
            line,
            fresh: true,
            comments: None,
        }
    }

    /// The next token; behind the last, [`Kind::End`] for ever.
    pub(super) fn next(&mut self) -> Token<'t> {
        self.pass_blanks();
        let (line, first) = (self.line, self.fresh);
        self.fresh = false;
        let before = self.text.get(..self.text.len() - self.rest.len());
        let margin = before.is_some_and(|before| before.ends_with(is_break));
        let kind = self.kind();
        Token {
            kind,
            line,
            first,
            margin,
        }
    }

    /// The next token, which stays there.
    pub(super) fn peek(mut self) -> Token<'t> {
        self.next()
    }

    /// The kinds of the next tokens, which stay there.
    pub(super) fn ahead<const N: usize>(mut self) -> [Kind<'t>; N] {
        std::array::from_fn(|_| self.next().kind)
    }

    /// The text from the next token to the end of its line.
    pub(super) fn rest_of_line(mut self) -> &'t str {
        self.pass_blanks();
        line_of(self.rest)
    }

    /// Goes on behind the end of the line of the next token.
    pub(super) fn pass_line(&mut self) {
        self.pass_blanks();
        self.advance(line_of(self.rest).len());
    }

    /// The lines of the comments that were passed over since this was asked last.
    pub(super) fn take_comments(&mut self) -> Option<(usize, usize)> {
        self.comments.take()
    }

    fn pass_blanks(&mut self) {
        while let Some(c) = self.rest.chars().next() {
            match c {
                '\n' | '\r' => self.pass_break(),
                _ if is_blank(c) => self.advance(c.len_utf8()),
                // What people quote with, and what interpreters begin lines with.
                '>' if self.fresh => self.advance(1),
                '/' | '#' | '`' | '~' if self.pass_comment() => {}
                _ => return,
            }
        }
    }

    fn pass_break(&mut self) {
        self.advance(break_at(self.rest, 0));
        self.line += 1;
        self.fresh = true;
    }

    /// How many bytes the line break has that a hard wrap may have made there.
    fn wrap(self, at: usize) -> Option<usize> {
        let width = self.width?;
        let length = Some(break_at(self.rest, at)).filter(|length| *length > 0)?;
        let end = self.text.len() - self.rest.len() + at;
        let line = self.text.get(..end)?.rsplit(is_break).next()?;
        (line.chars().count() == width).then_some(length)
    }

    /// Whether a hard wrap broke all lines from here to where the other reader stands, and there are several.
    pub(super) fn are_wrapped(self, behind: Self) -> bool {
        let passed = self.rest.len() - behind.rest.len();
        let passed = self.rest.get(..passed).unwrap_or_default();
        let mut breaks = passed.match_indices(is_break).filter(|(at, _)| {
            let before = at.checked_sub(1).map_or(0, |at| break_at(passed, at));
            before < 2
        });
        let wraps = |(at, _): (usize, &str)| self.wrap(at).is_some();
        breaks.clone().nth(1).is_some() && breaks.all(wraps)
    }

    /// Passes over a comment, a directive or a fence, if one begins here.
    fn pass_comment(&mut self) -> bool {
        let line = line_of(self.rest);
        if self.rest.starts_with("/*") {
            let Some(end) = self.rest.find("*/") else {
                return false;
            };
            let first = self.line;
            let comment = self.rest.get(..end + 2).unwrap_or_default();
            self.advance(comment.len());
            self.line += breaks(comment);
            self.note_comment(first);
            return true;
        }
        // `#13` and `#$0d` are characters in Pascal.
        let character = |c: char| c.is_ascii_digit() || c == '$';
        let comment = line.starts_with("//")
            || line
                .strip_prefix('#')
                .is_some_and(|rest| !rest.starts_with(character));
        let fence = self.fresh && is_fence(line);
        if comment {
            self.note_comment(self.line);
        }
        if comment || fence {
            self.advance(line.len());
        }
        comment || fence
    }

    fn note_comment(&mut self, first: usize) {
        let (first, _) = self.comments.unwrap_or((first, first));
        self.comments = Some((first, self.line));
    }

    fn kind(&mut self) -> Kind<'t> {
        let Some(c) = self.rest.chars().next() else {
            return Kind::End;
        };
        if let Some(text) = self.text() {
            return Kind::Text(text);
        }
        let rest = self.rest;
        let digit = |at: usize| {
            let digit = rest.as_bytes().get(at);
            digit.is_some_and(u8::is_ascii_hexdigit)
        };
        let number = match c {
            '0'..='9' => Some(0),
            '$' if digit(1) => Some(1),
            '&' if matches!(rest.as_bytes().get(1), Some(b'H' | b'h')) && digit(2) => Some(1),
            _ => None,
        };
        if let Some(start) = number {
            return Kind::Number(self.take(self.number_end(start)));
        }
        if c.is_alphabetic() || c == '_' {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
            return Kind::Word(self.take(end));
        }
        self.advance(c.len_utf8());
        Kind::Mark(c)
    }

    /// Where the number ends that is next; a hard wrap may break it.
    fn number_end(self, start: usize) -> usize {
        let end = number_end(self.rest, start);
        let goes_on = self.wrap(end).and_then(|wrap| {
            let behind = number_end(self.rest.get(end + wrap..)?, 0);
            let joined = self.rest.get(..end + wrap + behind)?;
            (behind > 0 && number(joined, false).is_ok()).then_some(joined.len())
        });
        goes_on.unwrap_or(end)
    }

    /// A quoted text that is closed, with what stands before its mark.
    fn text(&mut self) -> Option<Quoted<'t>> {
        // No prefix has more than two letters.
        let mark = |b: &u8| matches!(b, b'"' | b'\'');
        let found = self.rest.as_bytes().iter().take(3).position(mark)?;
        let prefix = self.rest.get(..found)?;
        if !PREFIXES.contains(&prefix) {
            return None;
        }
        let behind = self.rest.get(found..)?;
        let mark = behind.chars().next()?;
        let triple = behind
            .get(..3)
            .filter(|three| three.chars().all(|c| c == mark));
        let close = triple.or_else(|| behind.get(..1))?;
        let start = found + close.len();
        let raw = prefix.contains(['r', 'R', '@']);
        let (end, breaks) = self.closing(start, close, raw)?;
        let body = self.rest.get(start..end)?;
        let breaks = if triple.is_some() {
            Breaks::Characters
        } else {
            breaks
        };
        let text = Quoted {
            prefix,
            mark,
            body,
            breaks,
        };
        self.take(end + close.len());
        Some(text)
    }

    /// Where the text is closed that begins there, and what its line breaks are; `None` where it is not closed, or not in its
    /// line though it must be.
    fn closing(self, start: usize, close: &str, raw: bool) -> Option<(usize, Breaks)> {
        let body = self.rest.get(start..)?;
        if self.rest.starts_with(['x', 'X']) {
            let end = body.find(|c: char| !c.is_ascii_hexdigit() && !c.is_whitespace())?;
            if body.get(end..)?.starts_with(close) {
                return Some((start + end, Breaks::Nothing));
            }
        }
        let mut found = Breaks::Characters;
        let mut bytes = body.bytes().zip(start..);
        while let Some((byte, at)) = bytes.next() {
            match byte {
                b'\\' if !raw => {
                    bytes.next()?;
                    let length = break_at(self.rest, at + 1);
                    // A line that goes on in the next may end in two characters.
                    if length > 1 {
                        bytes.next();
                    }
                    if found == Breaks::Characters && self.wrap(at + 1).is_some() {
                        found = wrapped_escape(self.rest.get(at + 1 + length..)?);
                    }
                }
                b'\n' | b'\r' if close.len() == 1 => {
                    let length = self.wrap(at)?;
                    if length > 1 {
                        bytes.next();
                    }
                    found = Breaks::Nothing;
                }
                _ if self
                    .rest
                    .get(at..)
                    .is_some_and(|rest| rest.starts_with(close)) =>
                {
                    return Some((at, found));
                }
                _ => {}
            }
        }
        None
    }

    fn take(&mut self, end: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        self.line += breaks(taken);
        taken
    }

    fn advance(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }
}

/// What a line break behind a `\` is, where a hard wrap may have made it: nothing, if only an escape begins so.
fn wrapped_escape(next: &str) -> Breaks {
    let digits = next.strip_prefix('x').and_then(|rest| rest.get(..2));
    let is_escape = next.starts_with(|c: char| c.is_ascii_digit() || "abtnvfre\"'\\?`".contains(c));
    match digits.is_some_and(is_hex) {
        true => Breaks::Nothing,
        false if is_escape => Breaks::Doubtful,
        false => Breaks::Characters,
    }
}

/// Behind how many characters a hard wrap broke lines: most but the last have as many.
fn wrap_width(text: &str) -> Option<usize> {
    let lines = text.lines().map(|line| line.chars().count());
    let lines = lines.filter(|length| *length > 0);
    let width = lines.clone().max().filter(|width| *width >= WRAP_WIDTH)?;
    let full = lines.clone().filter(|length| *length == width).count();
    (2 * full + 1 >= lines.count()).then_some(width)
}

/// Where the number ends: at the first that is no letter, digit, underscore, or quotation mark between digits.
fn number_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let mut end = start;
    while digit(end) || bytes.get(end) == Some(&b'_') || grouping(bytes, end) {
        end += 1;
    }
    end
}

/// `0x12'34`: a mark between two digits that closes nothing.
fn grouping(bytes: &[u8], at: usize) -> bool {
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_hexdigit);
    bytes.get(at) == Some(&b'\'')
        && digit(at + 1)
        && digit(at + 2)
        && bytes.get(at + 3) != Some(&b'\'')
}

pub(super) const fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// How many bytes the line break there has: `\n`, `\r\n`, `\r`; 0 where there is none.
fn break_at(text: &str, at: usize) -> usize {
    match text.as_bytes().get(at..) {
        Some([b'\r', b'\n', ..]) => 2,
        Some([b'\r' | b'\n', ..]) => 1,
        _ => 0,
    }
}

/// The text up to the end of its line.
fn line_of(text: &str) -> &str {
    text.split(is_break).next().unwrap_or_default()
}

/// How many lines end in the text.
fn breaks(text: &str) -> usize {
    let bytes = text.as_bytes();
    let both = bytes.windows(2).filter(|pair| *pair == b"\r\n").count();
    bytes.iter().filter(|b| matches!(b, b'\n' | b'\r')).count() - both
}

/// Blanks, control characters and characters without a width.
fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
        )
}

/// A number without its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) value: u64,
    /// How many hexadecimal digits it was written with.
    pub(super) hex: Option<usize>,
    /// How many bytes its suffix says it has.
    pub(super) width: Option<u32>,
}

/// The number that `text` is, in any notation: `0x4D`, `4Dh`, `$4D`, `&H4D`, `77`, `0115`, `0b0100_1101`, `0x4d_u8`;
/// `octal` where a zero before the digits makes them octal.
pub(super) fn number(text: &str, octal: bool) -> Result<Number, Problem> {
    let bad = || Problem::NotANumber(text.to_owned());
    let plain: String = text
        .chars()
        .filter(|c| !matches!(c, '_' | '\'' | '\n' | '\r'))
        .collect();
    let plain = plain.to_ascii_lowercase();
    let basic = plain.strip_prefix('$').or_else(|| plain.strip_prefix("&h"));
    let assembler = plain.strip_suffix('h').filter(|digits| is_hex(digits));
    let prefixed = |prefix, radix| Some((plain.strip_prefix(prefix)?, radix));
    let (rest, radix) = basic
        .map(|hex| hex.trim_end_matches('&'))
        .or(assembler)
        .map(|hex| (hex, 16))
        .or_else(|| prefixed("0x", 16))
        .or_else(|| prefixed("0b", 2))
        .or_else(|| prefixed("0o", 8))
        .unwrap_or((&plain, 10));
    let end = rest.find(|c: char| !c.is_digit(radix));
    let (digits, suffix) = rest.split_at(end.unwrap_or(rest.len()));
    let known = SUFFIXES.iter().find(|(_, known)| is_among(known, suffix));
    let width = match (suffix, known) {
        ("", _) => None,
        (_, Some((width, _))) => Some(*width).filter(|width| *width > 0),
        (_, None) => return Err(bad()),
    };
    let octal = octal && radix == 10 && digits.len() > 1 && digits.starts_with('0');
    let radix = if octal { 8 } else { radix };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(bad());
    }
    let value = u64::from_str_radix(digits, radix);
    let value = value.map_err(|_| Problem::DoesNotFit {
        text: text.to_owned(),
        width: 8,
    })?;
    Ok(Number {
        value,
        hex: (radix == 16).then_some(digits.len()),
        width,
    })
}

impl Number {
    /// Its bytes in an element of `width` bytes, the lowest first; `None` where it does not fit.
    pub(super) fn bytes(self, negative: bool, width: u32) -> Option<[u8; 8]> {
        let bits = width.min(8) * 8;
        let fits = if negative {
            self.value <= 1 << (bits - 1)
        } else {
            bits == 64 || self.value >> bits == 0
        };
        let value = if negative {
            self.value.wrapping_neg()
        } else {
            self.value
        };
        fits.then(|| value.to_le_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation() {
        for (text, value) in [
            ("0x4D", 0x4d),
            ("0X4d", 0x4d),
            ("4Dh", 0x4d),
            ("0FFFFh", 0xffff),
            ("0b1h", 0xb1),
            ("$4D", 0x4d),
            ("&H4D", 0x4d),
            ("77", 77),
            ("0115", 0o115),
            ("0o115", 0o115),
            ("0b0100_1101", 0x4d),
            ("0x4d_u8", 0x4d),
            ("77u", 77),
            ("0x4dUL", 0x4d),
            ("0x12'34", 0x1234),
            ("0xFFFFFFFFFFFFFFFFull", u64::MAX),
            ("0", 0),
        ] {
            assert_eq!(
                number(text, true).map(|number| number.value),
                Ok(value),
                "{text}"
            );
        }
        assert_eq!(number("010", false).map(|number| number.value), Ok(10));
        for text in [
            "4d",
            "0x",
            "0xZZ",
            "08",
            "0b12",
            "77q",
            "4dg",
            "0x1ffffffffffffffff",
        ] {
            assert!(number(text, true).is_err(), "{text}");
        }
    }

    #[test]
    fn what_fits() {
        let fits = |value, negative, width| {
            let number = Number {
                value,
                hex: None,
                width: None,
            };
            number.bytes(negative, width).map(|bytes| bytes[0])
        };
        assert_eq!(fits(255, false, 1), Some(0xff));
        assert_eq!(fits(256, false, 1), None);
        assert_eq!(fits(128, true, 1), Some(0x80));
        assert_eq!(fits(129, true, 1), None);
        assert_eq!(fits(112, true, 1), Some(0x90));
        assert_eq!(fits(u64::MAX, false, 8), Some(0xff));
        assert_eq!(fits(1 << 63, true, 8), Some(0));
        assert_eq!(fits((1 << 63) + 1, true, 8), None);
    }
}
