//! Parses the contents of a string: characters and escapes, or encoded bytes (`bytes.fromhex("4d5a")`,
//! `FromBase64String("TVo=")`).

use super::problem;
use super::tokens::{Quoted, WRAP, is_break};
use super::words::{has_two_digits, is_raw};
use crate::decode::read::base64::{Decoder, Encoding};
use crate::decode::read::outcome::Problem;
use crate::decode::read::plain::leaves_out;
use crate::decode::read::text::is_hex;
use crate::decode::read::{Dialect, ReadError};

/// Receives a byte and its line.
pub(super) type Push<'p> = dyn FnMut(usize, u8) -> Result<(), ReadError> + 'p;

/// The characters of simple escapes, and the bytes they stand for.
const LETTERS: &str = "abtnvfre\"'\\?`";
const MEANT: &[u8; LETTERS.len()] = b"\x07\x08\t\n\x0b\x0c\r\x1b\"'\\?`";

/// Creates the error for a string that is not in the expected encoding.
pub(super) fn no_digits(line: usize, encoding: Encoding) -> ReadError {
    let what = match encoding {
        Encoding::Hex => "hexadecimal with two digits per byte",
        Encoding::Base64 => "Base64",
    };
    problem(line, Problem::Encoding(what.to_owned()))
}

/// Decodes strings with their lines. A byte must not be split by a blank or between strings.
pub(super) fn decode(
    encoding: Encoding,
    strings: &[Quoted<'_>],
    push: &mut Push<'_>,
) -> Result<(), ReadError> {
    let bad = |line| no_digits(line, encoding);
    let mut decoder = Decoder::new(encoding);
    let mut line = 0;
    for string in strings {
        line = string.line;
        if leaves_out(string.body) {
            return Err(problem(line, Problem::Elided));
        }
        for c in string.digits().chars() {
            let own = line;
            line += usize::from(is_break(c));
            let is_mark = encoding == Encoding::Hex && ":-,.".contains(c);
            let divides = c.is_whitespace() || is_mark;
            if is_break(c) || divides && !decoder.is_half() {
                continue;
            }
            if let Some(byte) = decoder.push(c).map_err(|_| bad(own))? {
                push(own, byte)?;
            }
        }
        if decoder.is_half() {
            break;
        }
    }
    match decoder.is_whole() {
        true => Ok(()),
        false => Err(bad(line)),
    }
}

/// The escapes of a language and of strings that belong together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Escapes {
    language: Dialect,
    /// Whether zeros pad hexadecimal escapes, so that one with a single digit lost the other.
    padded: bool,
    /// Whether escapes of digits are decimal, as in Lua: at least one of them is not a byte in octal.
    decimal: bool,
}

impl Escapes {
    pub(super) fn of<'t>(language: Dialect, bodies: impl Iterator<Item = &'t str>) -> Self {
        let (mut padded, mut decimal) = (false, false);
        for escape in bodies.flat_map(|body| body.split('\\').skip(1)) {
            let zero = escape.strip_prefix("x0");
            padded |= zero.is_some_and(|rest| rest.starts_with(is_hex_digit));
            // `\255`
            let digits = escape.get(..3).unwrap_or_default();
            decimal |= digits.parse::<u8>().is_ok() && u8::from_str_radix(digits, 8).is_err();
        }
        Self {
            language,
            padded,
            decimal,
        }
    }
}

/// Passes every byte of a string to `push`, with its line.
pub(super) fn read(
    quoted: Quoted<'_>,
    escapes: Escapes,
    push: &mut Push<'_>,
) -> Result<(), ReadError> {
    let Quoted { line, body, .. } = quoted;
    let unit = match quoted.prefix {
        "" | "b" | "B" | "u8" | "r" | "br" | "Br" | "rb" | "Rb" => 1,
        "L" | "u" => 2,
        "U" => 4,
        // Also `R`: in C++, a custom delimiter follows it.
        other => return Err(problem(line, Problem::Prefix(other.to_owned()))),
    };
    let mut reader = Reader {
        rest: body,
        long: quoted.long,
        line,
        unit,
        // In C, an escape takes all digits that follow.
        two_digits: has_two_digits(escapes.language),
        escapes,
        push,
    };
    let raw = quoted.prefix.contains('r') || is_raw(escapes.language);
    while let Some(c) = reader.next() {
        match c {
            '\\' if !raw => reader.escape()?,
            c => reader.code(c)?,
        }
        reader.line += usize::from(c == '\n');
    }
    Ok(())
}

/// Whether a line has escapes of bytes.
pub(super) fn has_escapes(line: &str) -> bool {
    let escapes = line.split("\\x").skip(1);
    let is_pair = |rest: &&str| rest.get(..2).is_some_and(is_hex);
    escapes.filter(is_pair).count() > 1
}

/// Whether a line has an unmatched quotation mark at its end.
pub(super) fn has_one_mark(line: &str) -> bool {
    let line = line.trim_end_matches([' ', ',', ';', ')', '+', '\\']);
    ['"', '\'']
        .iter()
        .any(|mark| line.ends_with(*mark) && line.matches(*mark).count() == 1)
}

fn is_hex_digit(c: char) -> bool {
    c.is_ascii_hexdigit()
}

struct Reader<'t, 'p> {
    rest: &'t str,
    /// Whether line breaks are characters of the string.
    long: bool,
    line: usize,
    /// The bytes per code unit.
    unit: u32,
    two_digits: bool,
    escapes: Escapes,
    push: &'p mut Push<'p>,
}

impl Reader<'_, '_> {
    fn next(&mut self) -> Option<char> {
        loop {
            let mut characters = self.rest.chars();
            let c = characters.next();
            self.rest = characters.as_str();
            match c {
                Some(WRAP) if self.long => return Some('\n'),
                Some(WRAP) => self.line += 1,
                c => return c,
            }
        }
    }

    /// Adds a character, in one or two code units.
    fn code(&mut self, c: char) -> Result<(), ReadError> {
        match self.unit {
            1 if !c.is_ascii() => Err(problem(self.line, Problem::Character(c.to_string()))),
            2 => {
                let mut units = [0; 2];
                let mut units = c.encode_utf16(&mut units).iter();
                units.try_for_each(|unit| self.number((*unit).into()))
            }
            _ => self.number(u32::from(c)),
        }
    }

    /// Adds one code unit.
    fn number(&mut self, value: u32) -> Result<(), ReadError> {
        let bytes = value.to_le_bytes();
        let mut bytes = bytes.iter().take(self.unit as usize);
        bytes.try_for_each(|byte| (self.push)(self.line, *byte))
    }

    /// Parses an escape after its `\`. A line break there is a hard wrap or a line continuation.
    fn escape(&mut self) -> Result<(), ReadError> {
        let whole = self.rest;
        if let Some(next) = self.rest.strip_prefix(WRAP) {
            if next.starts_with(|c: char| c.is_ascii_digit() || LETTERS.contains(c)) {
                return Err(problem(self.line, Problem::Wrapped("\\".to_owned())));
            }
            let digits = next.strip_prefix('x').and_then(|rest| rest.get(..2));
            if !digits.is_some_and(is_hex) {
                (self.rest, self.line) = (next, self.line + 1);
                return Ok(());
            }
        }
        let before = (self.rest, self.line);
        let is_padded = self.escapes.padded;
        let value = match self.next() {
            Some('\n') => {
                self.line += 1;
                return Ok(());
            }
            // Among escapes such as `\x0e`, those such as `\0e` and `\a0` lost their x.
            Some('1'..='7') if is_padded => None,
            Some('0' | 'a' | 'b' | 'e' | 'f')
                if is_padded && self.rest.starts_with(is_hex_digit) =>
            {
                None
            }
            Some(c @ '0'..='9') if self.escapes.decimal || c < '8' => {
                (self.rest, self.line) = before;
                let radix = if self.escapes.decimal { 10 } else { 8 };
                self.digits(radix, 3).map(|(value, _)| value)
            }
            Some('x') => {
                let two = self.two_digits;
                let digits = self.digits(16, if two { 2 } else { usize::MAX });
                // Only C is known to take more than two digits.
                let is_c = self.escapes.language != Dialect::StringLiteral || self.unit > 1;
                let is_whole =
                    |count| count == 2 || !(two || is_padded && count == 1 || !is_c && count > 2);
                let digits = digits.filter(|(_, count)| is_whole(*count));
                digits.map(|(value, _)| value)
            }
            c => {
                let at = c.and_then(|c| LETTERS.find(c));
                at.and_then(|at| MEANT.get(at)).map(|byte| u32::from(*byte))
            }
        };
        if let Some(value) = value.filter(|value| self.unit == 4 || value >> (8 * self.unit) == 0) {
            return self.number(value);
        }
        let escape = whole.strip_suffix(self.rest).unwrap_or_default();
        let no_escape = Problem::Escape(format!("\\{}", escape.replace(is_break, "")));
        Err(problem(self.line, no_escape))
    }

    /// Parses digits; returns the number and their count, `None` if there are none or the number overflows.
    fn digits(&mut self, radix: u32, most: usize) -> Option<(u32, usize)> {
        let (mut value, mut count) = (Some(0_u32), 0);
        while count < most {
            let before = (self.rest, self.line);
            let Some(digit) = self.next().and_then(|c| c.to_digit(radix)) else {
                (self.rest, self.line) = before;
                break;
            };
            value = value.and_then(|value| value.checked_mul(radix)?.checked_add(digit));
            count += 1;
        }
        value.filter(|_| count > 0).map(|value| (value, count))
    }
}
