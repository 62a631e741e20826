//! What a quoted text holds: its characters and escapes as bytes.

use super::Stop;
use super::language::Language;
use super::lexer::Quoted;
use super::problem::Problem;

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

/// Gives `push` every byte of a text with the line in which it stands.
pub(super) fn read(
    quoted: Quoted<'_>,
    line: usize,
    language: Language,
    push: &mut dyn FnMut(usize, u8) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let unit = match quoted.prefix {
        "" | "b" | "B" | "u8" | "r" | "R" | "br" | "Br" | "rb" | "Rb" => 1,
        "L" | "u" => 2,
        "U" => 4,
        other => return Err(Stop::Problem(line, Problem::Prefix(other.to_owned()))),
    };
    // In C++ the mark of a raw text is a word of the writer's.
    if quoted.prefix == "R" {
        return Err(Stop::Problem(line, Problem::Prefix("R".to_owned())));
    }
    let mut reader = Reader {
        rest: quoted.body,
        line,
        unit,
        // Elsewhere an escape ends behind two digits; in C it takes all that there are.
        two: language.two_digits() || quoted.prefix.contains(['b', 'B']),
        push,
    };
    let raw = quoted.prefix.contains('r') || language.is_raw(quoted.mark);
    while let Some(c) = reader.character() {
        match c {
            '\\' if !raw => reader.escape()?,
            '\n' | '\r' => {
                if c == '\r' {
                    reader.rest = reader.rest.strip_prefix('\n').unwrap_or(reader.rest);
                }
                reader.code('\n')?;
                reader.line += 1;
            }
            c => reader.code(c)?,
        }
    }
    Ok(())
}

struct Reader<'t, 'p> {
    rest: &'t str,
    line: usize,
    /// How many bytes a character has.
    unit: u32,
    two: bool,
    push: &'p mut dyn FnMut(usize, u8) -> Result<(), Stop>,
}

impl Reader<'_, '_> {
    fn character(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let c = characters.next();
        self.rest = characters.as_str();
        c
    }

    fn problem(&self, problem: Problem) -> Stop {
        Stop::Problem(self.line, problem)
    }

    /// A character, in as many units as it takes.
    fn code(&mut self, c: char) -> Result<(), Stop> {
        match self.unit {
            1 if c.is_ascii() => self.number(u32::from(c)),
            1 => Err(self.problem(Problem::Character(c))),
            2 => {
                let mut units = [0; 2];
                let units = c.encode_utf16(&mut units);
                units
                    .iter()
                    .try_for_each(|unit| self.number((*unit).into()))
            }
            _ => self.number(u32::from(c)),
        }
    }

    /// One unit.
    fn number(&mut self, value: u32) -> Result<(), Stop> {
        let bytes = value.to_le_bytes();
        let line = self.line;
        bytes
            .iter()
            .take(self.unit as usize)
            .try_for_each(|byte| (self.push)(line, *byte))
    }

    fn escape(&mut self) -> Result<(), Stop> {
        let whole = self.rest;
        let bad = |reader: &Self| {
            let end = whole.len() - reader.rest.len();
            reader.problem(Problem::Escape(format!(
                "\\{}",
                whole.get(..end).unwrap_or_default()
            )))
        };
        let Some(c) = self.character() else {
            return Err(bad(self));
        };
        let digits = match c {
            '\n' | '\r' => {
                if c == '\r' {
                    self.rest = self.rest.strip_prefix('\n').unwrap_or(self.rest);
                }
                self.line += 1;
                return Ok(());
            }
            '0'..='7' => {
                self.rest = whole;
                self.digits(8, 3)
            }
            'x' if self.two && self.unit == 1 => {
                self.digits(16, 2).filter(|(_, count)| *count == 2)
            }
            'x' => self.digits(16, usize::MAX),
            'u' | 'U' => return self.code_point(c).ok_or_else(|| bad(self))?,
            _ => {
                let letter = LETTERS.iter().find(|(letter, _)| *letter == c);
                letter.map(|(_, byte)| (u32::from(*byte), 1))
            }
        };
        let fits = digits.filter(|(value, _)| self.unit == 4 || value >> (8 * self.unit) == 0);
        match fits {
            Some((value, _)) => self.number(value),
            None => Err(bad(self)),
        }
    }

    /// The number of the digits that follow, and how many they are; `None` where there is none or they are too many.
    fn digits(&mut self, radix: u32, most: usize) -> Option<(u32, usize)> {
        let all = self.rest.bytes().take(most);
        let count = all.take_while(|b| char::from(*b).is_digit(radix)).count();
        let (digits, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some((u32::from_str_radix(digits, radix).ok()?, count))
    }

    /// `\u00e9`, `\U000000e9`, `\u{e9}`
    fn code_point(&mut self, mark: char) -> Option<Result<(), Stop>> {
        let braced = self.rest.strip_prefix('{');
        self.rest = braced.unwrap_or(self.rest);
        let most = if mark == 'U' || braced.is_some() {
            8
        } else {
            4
        };
        let (value, count) = self.digits(16, most)?;
        if braced.is_some() {
            self.rest = self.rest.strip_prefix('}')?;
        } else if count != most {
            return None;
        }
        match char::from_u32(value) {
            Some(c) => Some(self.code(c)),
            // Half of a pair, as C# and Java write them.
            None if self.unit == 2 && value <= 0xffff => Some(self.number(value)),
            None => None,
        }
    }
}
