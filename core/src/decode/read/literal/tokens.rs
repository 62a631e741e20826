//! The lexer for all languages: words, numbers, strings and punctuation. Comments and code fences are skipped.

use std::borrow::Cow;

use super::CERTAIN_DIGITS;
use super::words::is_among;
use crate::decode::read::base64::Encoding;
use crate::decode::read::outcome::{Problem, excerpt};
use crate::decode::read::text::{is_fence, is_gap, is_hex};
use crate::decode::read::work::look_at;

/// Replaces a line break of a hard wrap in [`unwrapped`] text. U+FFFF is not a character.
pub(super) const WRAP: char = '\u{ffff}';

/// The smallest width of hard-wrapped lines.
const WRAP_WIDTH: usize = 40;

/// The possible prefixes of a quotation mark.
const PREFIXES: &[&str] = &[
    "", "b", "B", "br", "Br", "rb", "Rb", "r", "R", "u8", "u", "U", "L", "c", "f", "F", "x", "X",
    "@", "$",
];

/// The radix of a number by its prefix.
const RADIXES: [(&str, u32); 5] = [("$", 16), ("&h", 16), ("0x", 16), ("0b", 2), ("0o", 8)];

/// Number suffixes by the width in bytes that they state; 0 if none.
const SUFFIXES: [(u32, &str); 5] = [
    (0, "u l ul lu ll ull llu z uz n"),
    (1, "y uy u8 i8 ui8"),
    (2, "s us u16 i16 ui16"),
    (4, "u32 i32 ui32"),
    (8, "u64 i64 ui64"),
];

/// Normalises line breaks, and replaces those of a hard wrap by [`WRAP`]: those after the width that most lines have.
pub(super) fn unwrapped(text: &str) -> Cow<'_, str> {
    let mut plain = Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text));
    if plain.contains(['\r', WRAP]) {
        let breaks = plain.replace("\r\n", "\n").replace('\r', "\n");
        plain = Cow::Owned(breaks.replace(WRAP, "\u{fffe}"));
    }
    let lengths = || plain.lines().map(|line| line.chars().count());
    let width = lengths().max().unwrap_or(0);
    let full = lengths().filter(|length| *length == width).count();
    if width < WRAP_WIDTH || 2 * full + 1 < lengths().filter(|length| *length > 0).count() {
        return plain;
    }
    let lines = plain.split_inclusive('\n');
    let lines = lines.map(|line| match line.strip_suffix('\n') {
        Some(full) if full.chars().count() == width => [full, "\u{ffff}"],
        _ => [line, ""],
    });
    Cow::Owned(lines.flatten().collect())
}

/// A word, a number, a string or a punctuation mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind<'t>,
    /// The first line of the token, from 1.
    pub(super) line: usize,
    /// The number of blanks before it, if it is the first of its line.
    pub(super) indent: Option<usize>,
    /// Whether a blank stands before it.
    pub(super) apart: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    Word(&'t str),
    /// A token that begins like a number; [`number`] validates it.
    Number(&'t str),
    Text(Quoted<'t>),
    Punct(char),
    End,
}

impl Kind<'_> {
    pub(super) fn token_text(self) -> String {
        let shown = match self {
            Kind::Word(text) | Kind::Number(text) => text.to_owned(),
            Kind::Text(text) => format!("{}{}{}{}", text.prefix, text.mark, text.body, text.mark),
            Kind::Punct(mark) => mark.to_string(),
            Kind::End => "the end".to_owned(),
        };
        excerpt(&shown.replace(WRAP, ""))
    }
}

/// A string whose escapes are not parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quoted<'t> {
    /// The line in which it begins.
    pub(super) line: usize,
    /// The prefix: `b`, `L`, `@` or none.
    pub(super) prefix: &'t str,
    pub(super) mark: char,
    pub(super) body: &'t str,
    /// Whether it has triple quotation marks, so that its line breaks are characters.
    pub(super) long: bool,
}

impl<'t> Quoted<'t> {
    /// Whether it is a byte string: `b'MZ'`.
    pub(super) fn is_bytes(self) -> bool {
        self.prefix.contains(['b', 'B'])
    }

    /// Whether it is a hexadecimal number of several bytes, whose order is not known.
    pub(super) fn is_number(self) -> bool {
        let digits = self.body.strip_prefix("0x");
        digits.is_some_and(|it| it.len() > 2 && is_hex(it))
    }

    /// Whether it is SQL's `X'4d5a'`, in which line breaks are ignored.
    pub(super) fn is_blob(self) -> bool {
        matches!(self.prefix, "x" | "X")
    }

    /// Returns the text without PostgreSQL's `\x` before hexadecimal digits.
    pub(super) fn digits(self) -> &'t str {
        let digits = self.body.strip_prefix("\\x");
        digits
            .filter(|it| it.len() >= CERTAIN_DIGITS)
            .unwrap_or(self.body)
    }

    /// Returns the encoding that it selects as an argument: `Buffer.from('4d5a…', 'hex')`, `pack('H*', '4d5a…')`.
    pub(super) fn encoding(self) -> Option<Encoding> {
        match self.body {
            name if is_among("hex h*", name) => Some(Encoding::Hex),
            name if is_among("base64", name) => Some(Encoding::Base64),
            _ => None,
        }
    }

    /// Returns the digits without line breaks.
    pub(super) fn text(self) -> String {
        self.digits().chars().filter(|c| !is_break(*c)).collect()
    }
}

/// The lexer. Copies of it look ahead.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lexer<'t> {
    rest: &'t str,
    line: usize,
    /// The number of blanks so far, if the line has nothing else yet.
    indent: Option<usize>,
    /// The first and last line of the comments that were skipped since the caller last took this value.
    pub(super) comments: Option<(usize, usize)>,
    unclosed: Unclosed,
}

/// Remembers what has no end, so that the end is searched once and not from every possible start.
#[derive(Clone, Copy, Debug, Default)]
struct Unclosed {
    /// No comment ends in the rest of the text.
    comment: bool,
    /// The length of the rest of the text at which a search for the closing `"`, `'`, `"""` or `'''` failed. A string
    /// with escapes that begins before that place has no end either, because the search would go through the same text.
    /// A raw string needs no such entry: if nothing closes it, no further mark follows.
    strings: [Option<usize>; 4],
}

impl<'t> Lexer<'t> {
    /// Creates a lexer for an [`unwrapped`] text whose first line has the number `line`.
    pub(super) fn new(text: &'t str, line: usize) -> Self {
        Self {
            rest: text,
            line,
            indent: Some(0),
            ..Self::default()
        }
    }

    /// Returns the next token; after the last, always [`Kind::End`].
    pub(super) fn next(&mut self) -> Token<'t> {
        let before = self.rest.len();
        self.pass_blanks();
        let (line, indent) = (self.line, self.indent.take());
        let apart = self.rest.len() < before;
        let kind = self.kind();
        Token {
            kind,
            line,
            indent,
            apart,
        }
    }

    /// Returns the next token without consuming it.
    pub(super) fn peek(mut self) -> Token<'t> {
        self.next()
    }

    /// Consumes the next tokens; returns their kinds.
    pub(super) fn kinds<const N: usize>(&mut self) -> [Kind<'t>; N] {
        std::array::from_fn(|_| self.next().kind)
    }

    /// Returns the kinds of the next tokens without consuming them.
    pub(super) fn ahead<const N: usize>(mut self) -> [Kind<'t>; N] {
        self.kinds()
    }

    /// Consumes the next token if it has this kind.
    pub(super) fn pass(&mut self, kind: Kind<'_>) -> bool {
        let mut behind = *self;
        let found = behind.next().kind == kind;
        if found {
            *self = behind;
        }
        found
    }

    /// Consumes the rest of gdb's `<repeats 16 times>` after the `<`; returns the number.
    pub(super) fn pass_repeats(&mut self) -> Option<u64> {
        let mut behind = *self;
        let [
            Kind::Word("repeats"),
            Kind::Number(count),
            Kind::Word("times"),
            Kind::Punct('>'),
        ] = behind.kinds()
        else {
            return None;
        };
        *self = behind;
        number(count, false).ok().map(|count| count.value)
    }

    /// Returns the text from the next token to the end of its line.
    pub(super) fn rest_of_line(mut self) -> &'t str {
        self.pass_line()
    }

    /// Skips to the next line; returns the text from the next token on.
    pub(super) fn pass_line(&mut self) -> &'t str {
        self.pass_blanks();
        self.take(line_of(self.rest).len())
    }

    /// Whether all line breaks up to the other lexer, at least two, are those of a hard wrap.
    pub(super) fn are_wrapped(self, behind: Self) -> bool {
        let passed = self.rest.len() - behind.rest.len();
        let passed = self.rest.get(..passed).unwrap_or_default();
        passed.matches(WRAP).nth(1).is_some()
    }

    fn pass_blanks(&mut self) {
        while let Some(c) = self.rest.chars().next() {
            // The end of a line that goes on in Visual Basic.
            let behind = self.rest.strip_prefix('_').unwrap_or_default();
            let goes_on = behind.trim_start_matches([' ', '\t']).starts_with(is_break);
            let length = match self.comment() {
                Some(length) => length,
                None if goes_on || is_blank(c) => c.len_utf8(),
                None => return,
            };
            self.take(length);
            self.indent = match is_break(c) {
                true => Some(0),
                false => self.indent.map(|indent| indent + 1),
            };
        }
    }

    /// Returns the length of the comment, preprocessor directive or code fence here.
    fn comment(&mut self) -> Option<usize> {
        let mut bytes = self.rest.bytes();
        let comment = match (bytes.next()?, bytes.next()) {
            (b'/', Some(b'*')) => self.block().filter(|block| !self.leaves_out(block))?,
            (b'/', Some(b'/')) => line_of(self.rest),
            // `#13` and `#$0d` are characters in Pascal.
            (b'#', Some(b'0'..=b'9' | b'$')) => return None,
            (b'#', _) => line_of(self.rest),
            (b'`' | b'~', _) if self.indent.is_some() => {
                let line = line_of(self.rest);
                return is_fence(line).then_some(line.len());
            }
            _ => return None,
        };
        let (first, _) = self.comments.unwrap_or((self.line, 0));
        self.comments = Some((first, self.line + breaks(comment)));
        Some(comment.len())
    }

    /// The comment that begins here with `/*`, if it ends.
    fn block(&mut self) -> Option<&'t str> {
        let end = (!self.unclosed.comment)
            .then(|| self.rest.find("*/"))
            .flatten();
        self.unclosed.comment = end.is_none();
        self.rest.get(..end? + 2)
    }

    /// Whether a comment between two tokens of a line, `/* ... */`, replaces other tokens.
    fn leaves_out(&self, block: &str) -> bool {
        let behind = self.rest.get(block.len()..).unwrap_or_default();
        is_gap(block) && !line_of(behind).trim().is_empty()
    }

    fn kind(&mut self) -> Kind<'t> {
        let Some(c) = self.rest.chars().next() else {
            return Kind::End;
        };
        // Any other comment was skipped.
        if let Some(block) = self.rest.starts_with("/*").then(|| self.block()).flatten() {
            self.take(block.len());
            return Kind::Punct('…');
        }
        if let Some((text, end)) = quoted(self.rest, self.line, &mut self.unclosed) {
            self.take(end);
            return Kind::Text(text);
        }
        let rest = self.rest.as_bytes();
        let digit = |at: usize| rest.get(at).is_some_and(u8::is_ascii_hexdigit);
        let start = match (c, rest.get(1)) {
            ('0'..='9', _) => Some(0),
            ('$', _) if digit(1) => Some(1),
            // In `&HO0`, a letter replaces the first digit.
            ('&', Some(b'H' | b'h')) if digit(2) || digit(3) => Some(1),
            _ => None,
        };
        if let Some(start) = start {
            return Kind::Number(self.take(number_end(self.rest, start)));
        }
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        let end = self.rest.find(|c: char| !is_letter(c));
        match self.take(end.unwrap_or(self.rest.len())) {
            "" => {
                self.take(c.len_utf8());
                Kind::Punct(c)
            }
            word => Kind::Word(word),
        }
    }

    fn take(&mut self, end: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        self.line += breaks(taken);
        look_at(taken.len());
        taken
    }
}

/// Parses a string at the start of the text, if it is terminated (in its line, unless it may span several), and its
/// end.
fn quoted<'t>(text: &'t str, line: usize, unclosed: &mut Unclosed) -> Option<(Quoted<'t>, usize)> {
    // No prefix has more than two letters.
    let mut bytes = text.bytes().take(3);
    let found = bytes.position(|b| matches!(b, b'"' | b'\''))?;
    let (prefix, behind) = text.split_at_checked(found)?;
    if !PREFIXES.contains(&prefix) {
        return None;
    }
    let mark = behind.chars().next()?;
    let three = behind.get(..3);
    let three = three.filter(|three| three.chars().all(|c| c == mark));
    let close = three.or_else(|| behind.get(..1))?;
    let behind = behind.get(close.len()..)?;
    let raw = prefix.contains(['r', 'R', '@']);
    let place = 2 * usize::from(three.is_some()) + usize::from(mark == '"');
    let left = unclosed.strings.get_mut(place).filter(|_| !raw);
    let is_sought = |left: &&mut Option<usize>| left.is_some_and(|left| behind.len() > left);
    if left.as_ref().is_some_and(is_sought) {
        return None;
    }
    let goes_on = three.is_some() || matches!(prefix, "x" | "X");
    let end = match string_end(behind, close, raw, goes_on) {
        Ok(end) => end,
        Err(end) => {
            look_at(end);
            left.into_iter()
                .for_each(|left| *left = Some(behind.len() - end));
            return None;
        }
    };
    let text = Quoted {
        line,
        prefix,
        mark,
        body: behind.get(..end)?,
        long: close.len() > 1,
    };
    Some((text, found + close.len() + end + close.len()))
}

/// Returns the offset of the closing marks in the text after a string's opening mark; an error with the offset at which
/// the search failed.
fn string_end(text: &str, close: &str, raw: bool, goes_on: bool) -> Result<usize, usize> {
    let (bytes, close) = (text.as_bytes(), close.as_bytes());
    let mut end = 0;
    while let Some(byte) = bytes.get(end) {
        end += match byte {
            b'\\' if !raw => {
                let escaped = text.get(end + 1..).and_then(|text| text.chars().next());
                1 + escaped.ok_or(text.len())?.len_utf8()
            }
            b'\n' if !goes_on => return Err(end),
            _ if bytes.get(end..).unwrap_or_default().starts_with(close) => return Ok(end),
            _ => 1,
        };
    }
    Err(text.len())
}

/// Returns the end of a number: the first character that is not a letter, a digit, an underscore, or a digit
/// separator. A hard wrap may be inside.
fn number_end(text: &str, start: usize) -> usize {
    let end_of = |text: &str, start: usize| {
        let bytes = text.as_bytes();
        let is_digit = |at: usize| {
            let byte = bytes.get(at).copied().unwrap_or_default();
            byte.is_ascii_alphanumeric() || byte == b'_'
        };
        (start..).find(|at| !is_digit(*at)).unwrap_or(start)
    };
    let end = end_of(text, start);
    let behind = text.get(end..).and_then(|text| text.strip_prefix(WRAP));
    let more = behind.map_or(0, |behind| end_of(behind, 0));
    let joined = text.get(..end + WRAP.len_utf8() + more);
    let joined = joined.filter(|joined| more > 0 && number(joined, false).is_ok());
    joined.map_or(end, str::len)
}

pub(super) const fn is_break(c: char) -> bool {
    matches!(c, '\n' | WRAP)
}

fn line_of(text: &str) -> &str {
    let line = text.split(is_break).next().unwrap_or_default();
    look_at(line.len());
    line
}

fn breaks(text: &str) -> usize {
    text.matches(is_break).count()
}

/// Whether the character is a blank or of zero width.
fn is_blank(c: char) -> bool {
    let no_width = matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
    );
    c.is_whitespace() || c == WRAP || no_width
}

/// A number without its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::decode::read) struct Number {
    pub(in crate::decode::read) value: u64,
    /// The number of hexadecimal digits, if it is hexadecimal.
    pub(in crate::decode::read) hex: Option<usize>,
    /// Whether the hexadecimal digits begin with a zero that only pads them: in `0A0h`, it tells the number from a name.
    pub(in crate::decode::read) padded: bool,
    /// The width in bytes that its suffix states.
    pub(in crate::decode::read) width: Option<u32>,
    /// Whether its suffix is that of a type wider than a byte.
    pub(in crate::decode::read) is_wide: bool,
}

/// Parses a number in any notation: `0x4D`, `4Dh`, `$4D`, `&H4D`, `77`, `0115`, `0b0100_1101`, `0x4d_u8`; `octal` if
/// a leading zero makes it octal.
pub(in crate::decode::read) fn number(text: &str, octal: bool) -> Result<Number, Problem> {
    let text = text.replace(WRAP, "");
    let plain = text.replace(['_', '\''], "").to_ascii_lowercase();
    let assembler = plain.strip_suffix('h').filter(|digits| is_hex(digits));
    let mut prefixes = RADIXES.iter();
    let prefixed = prefixes.find_map(|(prefix, radix)| Some((plain.strip_prefix(prefix)?, *radix)));
    let (rest, radix) = assembler
        .map(|hex| (hex, 16))
        .or(prefixed)
        .unwrap_or((&plain, 10));
    let end = rest.find(|c: char| !c.is_digit(radix));
    let (digits, suffix) = rest.split_at(end.unwrap_or(rest.len()));
    let known = SUFFIXES.iter().find(|(_, known)| is_among(known, suffix));
    let is_letter = |c: &u8| c.is_ascii_alphabetic();
    let is_needed = assembler.is_some() && digits.as_bytes().get(1).is_some_and(is_letter);
    let octal = octal && radix == 10 && digits.len() > 1 && digits.starts_with('0');
    let radix = if octal { 8 } else { radix };
    let is_suffix = suffix.is_empty() || known.is_some();
    if !is_suffix || digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(Problem::NotANumber(text));
    }
    let value = u64::from_str_radix(digits, radix);
    let value = value.map_err(|_| Problem::DoesNotFit { text, width: 8 })?;
    let width = known.map(|(width, _)| *width).filter(|width| *width > 0);
    Ok(Number {
        value,
        hex: (radix == 16).then_some(digits.len()),
        padded: radix == 16 && digits.len() > 1 && digits.starts_with('0') && !is_needed,
        width,
        is_wide: !suffix.is_empty() && !suffix.ends_with('8'),
    })
}

impl Number {
    /// Returns the value of an element of `width` bytes in two's complement; `None` if the number does not fit.
    pub(in crate::decode::read) fn element(self, negative: bool, width: u32) -> Option<u64> {
        let bits = width.min(8) * 8;
        let (fits, value) = match negative {
            true => (self.value <= 1 << (bits - 1), self.value.wrapping_neg()),
            false => (bits == 64 || self.value >> bits == 0, self.value),
        };
        fits.then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation() {
        let bytes = "0x4D 0X4d 4Dh $4D &H4D 77 0115 0o115 0b0100_1101 0x4d_u8 77u 0x4dUL";
        for (value, texts) in [
            (0x4d, bytes),
            (0xffff, "0FFFFh"),
            (0xb1, "0b1h"),
            (0x1234, "0x12'34"),
            (u64::MAX, "0xFFFFFFFFFFFFFFFFull"),
            (0, "0"),
        ] {
            for text in texts.split(' ') {
                assert_eq!(number(text, true).map(|it| it.value), Ok(value), "{text}");
            }
        }
        assert_eq!(number("010", false).map(|number| number.value), Ok(10));
        for text in "4d 0x 0xZZ 08 0b12 77q 4dg 0x1ffffffffffffffff".split(' ') {
            assert!(number(text, true).is_err(), "{text}");
        }
    }

    #[test]
    fn what_fits() {
        for (value, negative, width, low) in [
            (255_u64, false, 1, Some(0xff)),
            (256, false, 1, None),
            (128, true, 1, Some(0x80)),
            (129, true, 1, None),
            (112, true, 1, Some(0x90)),
            (u64::MAX, false, 8, Some(0xff)),
            (1 << 63, true, 8, Some(0)),
            ((1 << 63) + 1, true, 8, None),
        ] {
            let number = number(&value.to_string(), false).unwrap();
            let element = number.element(negative, width).map(|value| value & 0xff);
            assert_eq!(element, low, "{value}");
        }
    }
}
