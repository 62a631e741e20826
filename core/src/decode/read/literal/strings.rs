//! What a string holds: its characters and escapes as bytes, or bytes in another notation (`bytes.fromhex("4d5a")`,
//! `FromBase64String("TVo=")`).

use super::problem;
use super::tokens::{Breaks, Quoted, is_break};
use super::words::Encoding;
use crate::decode::read::base64::Decoder;
use crate::decode::read::fate::Problem;
use crate::decode::read::{Dialect, ReadError};

/// Takes a byte and the line in which it stands.
pub(super) type Push<'p> = dyn FnMut(usize, u8) -> Result<(), ReadError> + 'p;

/// Escapes of one letter.
const LETTERS: [(char, u8); 13] = [
    ('a', 7),
    ('b', 8),
    ('t', 9),
    ('n', 10),
    ('v', 11),
    ('f', 12),
    ('r', 13),
    ('e', 27),
    ('"', b'"'),
    ('\'', b'\''),
    ('\\', b'\\'),
    ('?', b'?'),
    ('`', b'`'),
];

/// Reads strings in another notation, each with the line in which it stands. Where they are `joined`, a byte may begin in
/// one and end in the next; at a blank it may not be broken.
pub(super) fn decode(
    (encoding, joined): (Encoding, bool),
    strings: &[(usize, Quoted<'_>)],
    push: &mut Push<'_>,
) -> Result<(), ReadError> {
    let bad = |line| {
        let what = match encoding {
            Encoding::Hex => "hexadecimal of two digits a byte",
            Encoding::Base64 => "Base64",
        };
        problem(line, Problem::Encoding(what.to_owned()))
    };
    let mut base64 = Decoder::default();
    let mut high: Option<u32> = None;
    let mut line = 0;
    for (first, string) in strings {
        line = *first;
        for c in string.body.chars() {
            let byte = match encoding {
                _ if string.breaks == Breaks::Nothing && is_break(c) => {
                    line += usize::from(c == '\n');
                    None
                }
                _ if c.is_whitespace() => {
                    if high.is_some() {
                        return Err(bad(line));
                    }
                    line += usize::from(c == '\n');
                    None
                }
                Encoding::Base64 => base64.push(c).map_err(|_| bad(line))?,
                Encoding::Hex if ":-,.".contains(c) && high.is_none() => None,
                Encoding::Hex => {
                    let digit = c.to_digit(16).ok_or_else(|| bad(line))?;
                    let whole = high.map(|high| high << 4 | digit);
                    high = whole.is_none().then_some(digit);
                    whole.and_then(|byte| u8::try_from(byte).ok())
                }
            };
            byte.map_or(Ok(()), |byte| push(line, byte))?;
        }
        if !joined && high.is_some() {
            break;
        }
    }
    match high.is_none() && base64.finish().is_ok() {
        true => Ok(()),
        false => Err(bad(line)),
    }
}

/// Gives `push` every byte of a string with the line in which it stands.
pub(super) fn read(
    quoted: Quoted<'_>,
    line: usize,
    language: Dialect,
    push: &mut Push<'_>,
) -> Result<(), ReadError> {
    let unit = match quoted.prefix {
        "" | "b" | "B" | "u8" | "r" | "br" | "Br" | "rb" | "Rb" => 1,
        "L" | "u" => 2,
        "U" => 4,
        // `R` among them: in C++, a delimiter of the author's choice follows it.
        other => return Err(problem(line, Problem::Prefix(other.to_owned()))),
    };
    let mut reader = Reader {
        rest: quoted.body,
        breaks: quoted.breaks,
        line,
        unit,
        // In C, an escape takes all digits that there are.
        two_digits: language.has_two_digits() || quoted.prefix.contains(['b', 'B']),
        push,
    };
    let raw = quoted.prefix.contains('r') || language.is_raw();
    while let Some(c) = reader.character() {
        match c {
            '\\' if !raw => reader.escape()?,
            c if is_break(c) => {
                reader.code('\n')?;
                reader.pass_break(c);
            }
            c => reader.code(c)?,
        }
    }
    Ok(())
}

struct Reader<'t, 'p> {
    rest: &'t str,
    breaks: Breaks,
    line: usize,
    /// How many bytes a character has.
    unit: u32,
    two_digits: bool,
    push: &'p mut Push<'p>,
}

impl Reader<'_, '_> {
    fn character(&mut self) -> Option<char> {
        loop {
            let mut characters = self.rest.chars();
            let c = characters.next();
            self.rest = characters.as_str();
            match c {
                Some(c) if self.breaks == Breaks::Nothing && is_break(c) => self.pass_break(c),
                c => return c,
            }
        }
    }

    /// Another line begins behind the line break that began with that character.
    fn pass_break(&mut self, c: char) {
        if c == '\r' {
            self.rest = self.rest.strip_prefix('\n').unwrap_or(self.rest);
        }
        self.line += 1;
    }

    /// A character, in as many units as it takes.
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

    /// One unit.
    fn number(&mut self, value: u32) -> Result<(), ReadError> {
        let bytes = value.to_le_bytes();
        let mut bytes = bytes.iter().take(self.unit as usize);
        bytes.try_for_each(|byte| (self.push)(self.line, *byte))
    }

    fn escape(&mut self) -> Result<(), ReadError> {
        let (whole, line) = (self.rest, self.line);
        let value = match self.character() {
            Some('\n' | '\r') if self.breaks == Breaks::Doubtful => {
                return Err(problem(self.line, Problem::Wrapped("\\".to_owned())));
            }
            Some(c) if is_break(c) => {
                self.pass_break(c);
                return Ok(());
            }
            Some('0'..='7') => {
                (self.rest, self.line) = (whole, line);
                self.digits(8, 3).map(|(value, _)| value)
            }
            Some('x') => {
                let two = self.two_digits && self.unit == 1;
                let digits = self.digits(16, if two { 2 } else { usize::MAX });
                let digits = digits.filter(|(_, count)| !two || *count == 2);
                digits.map(|(value, _)| value)
            }
            Some(mark @ ('u' | 'U')) => match self.code_point(mark) {
                Some(Ok(c)) => return self.code(c),
                other => other.and_then(Result::err),
            },
            c => LETTERS
                .iter()
                .find(|(letter, _)| Some(*letter) == c)
                .map(|(_, byte)| u32::from(*byte)),
        };
        match value.filter(|value| self.unit == 4 || value >> (8 * self.unit) == 0) {
            Some(value) => self.number(value),
            None => {
                let end = whole.len() - self.rest.len();
                let escape = whole.get(..end).unwrap_or_default();
                let escape = escape.replace(is_break, "");
                let no_escape = Problem::Escape(format!("\\{escape}"));
                Err(problem(self.line, no_escape))
            }
        }
    }

    /// The number of the digits that follow, and how many they are; `None` where there is none or they are too many.
    fn digits(&mut self, radix: u32, most: usize) -> Option<(u32, usize)> {
        let (mut value, mut count) = (Some(0_u32), 0);
        while count < most {
            let before = (self.rest, self.line);
            let Some(digit) = self.character().and_then(|c| c.to_digit(radix)) else {
                (self.rest, self.line) = before;
                break;
            };
            value = value.and_then(|value| value.checked_mul(radix)?.checked_add(digit));
            count += 1;
        }
        value.filter(|_| count > 0).map(|value| (value, count))
    }

    /// `\u00e9`, `\U000000e9`, `\u{e9}`: a character, or half of a surrogate pair, as C# and Java write them.
    fn code_point(&mut self, mark: char) -> Option<Result<char, u32>> {
        let braced = self.rest.strip_prefix('{');
        self.rest = braced.unwrap_or(self.rest);
        let long = mark == 'U' || braced.is_some();
        let most = if long { 8 } else { 4 };
        let (value, count) = self.digits(16, most)?;
        if braced.is_some() {
            self.rest = self.rest.strip_prefix('}')?;
        } else if count != most {
            return None;
        }
        match char::from_u32(value) {
            Some(c) => Some(Ok(c)),
            None => (self.unit == 2 && value <= 0xffff).then_some(Err(value)),
        }
    }
}
