//! Lists of elements: parsed to the end, judged as a whole, then written as bytes.

use super::strings::{self, Escapes};
use super::tokens::Kind::{self, End, Punct, Text, Word};
use super::tokens::{Lexer, Number, Quoted, Token, WRAP, number};
use super::words::{Type, WordMeaning, has_characters, is_among, is_octal, look_up};
use super::{CERTAIN_DIGITS, problem};
use crate::decode::limits::LITERAL_DEPTH_LIMIT;
use crate::decode::read::literal_output::LiteralOutput;
use crate::decode::read::outcome::Problem;
use crate::decode::read::text::is_pair;
use crate::decode::read::{Dialect, ReadError};

/// The fewest numbers that are taken for bytes on little other evidence.
const LEAST: usize = 4;

/// The names of 0 and of 1 in every language.
const VALUES: [&str; 2] = ["false null nullptr", "true"];

/// The end of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Until {
    Bracket(char),
    /// The last element that no comma follows.
    #[default]
    Commas,
    /// The end of the assembler line; whether each string has a terminating zero.
    Line(bool),
}

/// An element, or what stands between elements.
#[derive(Clone, Copy, Debug)]
struct Item<'t> {
    token: Token<'t>,
    role: Role,
    /// Whether it is at the start of a list or after a comma.
    begins: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// An element, a bracket that opens a list, or a comma without an element after it.
    Element,
    Negative,
    /// The index of the element after it.
    Index(u64),
    /// Repeats the items from this index on, this many more times.
    Repeat(usize, u64),
}

/// An open bracket: the closing one, the number of items before its contents, and how often those are repeated.
type Open = (char, usize, u64);

/// A parsed list, and what its elements have in common.
#[derive(Debug, Default)]
pub(super) struct List<'t> {
    items: Vec<Item<'t>>,
    /// Whether the last token is an element, not a comma.
    complete: bool,
    pub(super) until: Until,
    /// The lexer after the list.
    pub(super) lexer: Lexer<'t>,
    /// The item with which the last element begins.
    last_element: usize,
    /// The line of its last token.
    pub(super) line: usize,
    /// The error at which parsing stopped.
    error: Option<ReadError>,
    notes: Vec<(usize, &'static str)>,
    /// Whether it has something besides elements, commas and brackets.
    odd: bool,
    /// Whether it is closed by a bracket, or ends with the text.
    closed: bool,
    ends: bool,
    commas: bool,
    pub(super) cast: bool,
    /// The element width without a declared type: by suffixes, or by the digits that all elements have.
    pub(super) width: Option<u32>,
    /// The hexadecimal digits of each number, if zeros pad them, so that a number with fewer lost some. A list in
    /// which many have fewer is not padded.
    padding: Option<usize>,
    /// The hexadecimal digits of the longest number.
    longest: usize,
    /// Whether the text ends in a number that has fewer digits than all others and may be truncated.
    cut: bool,
    /// Whether it has enough decimal numbers, and nothing else, to take them for bytes on little other evidence.
    pub(super) decimal: bool,
    /// Whether decimal numbers are separated by blanks only, as Go and numpy print them.
    pub(super) spaced: bool,
    /// Whether all elements are two hexadecimal digits, one of which begins with a zero or is a letter.
    pub(super) pairs: bool,
    /// Whether all elements may be pairs of hexadecimal digits as well as decimal numbers.
    pub(super) may_be_pairs: bool,
    /// Whether most numbers have a suffix.
    suffixed: bool,
    /// Whether all elements are decimal numbers.
    pub(super) decimals: bool,
    /// numpy's type after the list: `dtype=uint8`.
    pub(super) ty: Option<Type<'t>>,
    /// The number of characters if the elements are strings of hexadecimal digits, as in Python's `[hex(b) for b in data]` and
    /// Ruby's `['4d5a…'].pack('H*')`: they are parsed as bytes.
    pub(super) digits: Option<usize>,
}

impl<'t> List<'t> {
    /// Parses the elements after the lexer.
    pub(super) fn new(lexer: Lexer<'t>, until: Until) -> Self {
        let mut list = Self {
            until,
            lexer,
            ..Self::default()
        };
        let parsed = list.parse();
        list.judge();
        let checked = parsed.and_then(|()| list.check_breaks(lexer));
        list.error = checked.err().map(|it| problem(list.line, it));
        // The strings of an assembler are characters.
        list.digits = list.digits.filter(|_| !matches!(until, Until::Line(_)));
        list
    }

    fn parse(&mut self) -> Result<(), Problem> {
        let until = self.until;
        let is_line = matches!(until, Until::Line(_));
        let mut open: Vec<Open> = Vec::new();
        if let Until::Bracket(close) = until {
            open.push((close, 0, 0));
        }
        // Which signs stand at the start of a line.
        let mut signs = [false; 2];
        loop {
            if until == Until::Commas && self.ends_here() {
                self.ends = matches!(self.lexer.peek().kind, End | Punct('.' | '…'));
                return Ok(());
            }
            let token = self.lexer.next();
            let next = self.lexer.peek();
            self.line = token.line;
            if token.indent == Some(0)
                && let Punct(mark @ ('-' | '+')) = token.kind
            {
                // Both sides of a diff. The kind of list is decided before the second side.
                signs[usize::from(mark == '-')] = true;
                self.closed = next.apart || signs == [true; 2];
                if self.closed {
                    return Err(Problem::BothSides);
                }
            }
            match (token.kind, next.kind) {
                (End | Punct(';' | '<'), _) if open.is_empty() => {
                    self.ends = token.kind == End;
                    return Ok(());
                }
                (End, _) if !is_line => {
                    self.ends = true;
                    let text = "the array is not closed: its end may be missing";
                    self.notes.push((self.line, text));
                    return Ok(());
                }
                (Punct('?'), _) if is_line => {
                    // Two question marks are one value.
                    self.lexer.pass(Punct('?'));
                    self.push(token, Role::Element);
                }
                (Punct(mark @ ('{' | '[' | '(')), _) if !is_line => {
                    match designator(self.lexer) {
                        Some((index, '=', behind)) if mark == '[' => {
                            // A debugger writes no commas between the elements with their indices.
                            self.complete = false;
                            self.push(token, Role::Index(number(index, false)?.value));
                            (self.lexer, self.complete, self.odd) = (behind, false, true);
                        }
                        _ if self.pass_cast() => {}
                        _ => self.open(&mut open, token, 0)?,
                    }
                }
                (Punct(mark @ ('}' | ']' | ')')), _) => {
                    let last = open.pop();
                    self.closed = open.is_empty() && !is_line;
                    let last = last.filter(|(close, ..)| *close == mark);
                    let last = last.filter(|_| self.complete || !is_line);
                    let (_, from, times) = last.ok_or_else(|| unexpected(token))?;
                    self.push_repeat(token, from, times);
                    self.last_element = from;
                    if self.closed {
                        return Ok(());
                    }
                }
                // `[0x90; 16]`
                (Punct(';'), Kind::Number(times)) if self.items.len() == 1 => {
                    let more = more(times).ok_or_else(|| unexpected(token))?;
                    self.lexer.next();
                    self.push_repeat(token, 0, more);
                }
                (Punct('.' | '…'), _) if !is_line => self.dots()?,
                // An arrow with a comment.
                (Punct('<'), Punct('-')) if !is_line => {
                    self.lexer.pass_line();
                }
                (Punct('<'), _) if !is_line => {
                    let times = self.lexer.pass_repeats().ok_or_else(|| unexpected(token))?;
                    if !self.complete {
                        return Err(Problem::Elided);
                    }
                    self.push_repeat(token, self.last_element, times.saturating_sub(1));
                }
                (Punct(','), _) => {
                    if !self.complete {
                        self.push(token, Role::Element);
                    }
                    (self.complete, self.commas) = (false, true);
                }
                (Punct('-'), Kind::Number(_)) => {
                    self.lexer.next();
                    self.push(next, Role::Negative);
                }
                (Punct('+'), _) => self.odd = true,
                (Kind::Number(times), Word(word)) if word.eq_ignore_ascii_case("dup") => {
                    let more = more(times).ok_or_else(|| unexpected(token))?;
                    self.lexer.next();
                    let bracket = self.lexer.next();
                    self.open(&mut open, bracket, more)?;
                }
                (Kind::Number(_) | Word(_) | Text(_), _) => {
                    self.push(token, Role::Element);
                    if matches!((token.kind, until), (Text(_), Until::Line(true))) {
                        self.complete = false;
                        let kind = Kind::Number("0");
                        self.push(Token { kind, ..token }, Role::Element);
                    }
                }
                _ => return Err(unexpected(token)),
            }
        }
    }

    /// Whether elements without brackets end before the next token.
    fn ends_here(&self) -> bool {
        let next = self.lexer.peek().kind;
        if !self.complete {
            return !matches!(next, Kind::Number(_) | Punct('-'));
        }
        // A number that other elements follow continues the list, or the number before it.
        let goes_on = matches!(next, Kind::Number(text) if !text.starts_with(['$', '&']));
        next != Punct(',') && !goes_on
    }

    fn push(&mut self, token: Token<'t>, role: Role) {
        self.last_element = self.items.len();
        let begins = !self.complete;
        self.items.push(Item {
            token,
            role,
            begins,
        });
        self.complete = true;
    }

    /// Repeats the items from one on.
    fn push_repeat(&mut self, token: Token<'t>, from: usize, times: u64) {
        self.complete = false;
        if times > 0 {
            self.push(token, Role::Repeat(from, times));
            self.odd = true;
        }
        self.complete = true;
    }

    fn open(&mut self, open: &mut Vec<Open>, token: Token<'t>, times: u64) -> Result<(), Problem> {
        if open.len() >= LITERAL_DEPTH_LIMIT {
            return Err(Problem::TooDeep);
        }
        self.push(token, Role::Element);
        let close = match token.kind {
            Punct('{') => '}',
            Punct('[') => ']',
            _ => ')',
        };
        open.push((close, self.items.len(), times));
        self.complete = false;
        Ok(())
    }

    /// Skips `byte)` in `(byte)0x90`.
    fn pass_cast(&mut self) -> bool {
        let mut ahead = self.lexer;
        while matches!(ahead.peek().kind, Word(_)) {
            ahead.next();
        }
        let is_cast = ahead.pass(Punct(')'));
        if is_cast {
            (self.lexer, self.cast, self.odd) = (ahead, true, true);
        }
        is_cast
    }

    /// Parses an ellipsis, which is allowed only at the end.
    fn dots(&mut self) -> Result<(), Problem> {
        while self.lexer.pass(Punct('.')) {}
        let (End | Punct('}' | ']' | ')')) = self.lexer.peek().kind else {
            return Err(Problem::Elided);
        };
        let text = "dots at the end: the text does not have the elements after them";
        self.notes.push((self.line, text));
        (self.complete, self.odd, self.ends) = (true, true, true);
        Ok(())
    }

    /// Determines what the elements have in common.
    fn judge(&mut self) {
        // The text of each number with its value, and the digits of each string; `None` if it is none.
        let mut numbers: Vec<(&str, Option<Number>)> = Vec::new();
        let mut texts: Vec<Option<usize>> = Vec::new();
        // The elements that are two hexadecimal digits.
        let mut hex_pairs: Vec<&str> = Vec::new();
        let mut is_plain = !self.odd;
        self.decimals = true;
        for item in &self.items {
            match item.token.kind {
                Kind::Number(text) => {
                    let number = number(text, false).ok();
                    numbers.push((text, number));
                    self.decimals &= number.is_some_and(|number| number.hex.is_none());
                }
                Punct('{' | '[' | '(' | ',') => {}
                Text(text) => texts.push(bytes_of(text).map(|_| text.text().len())),
                _ => (is_plain, self.decimals) = (false, false),
            }
            if let Kind::Number(text) | Word(text) = item.token.kind
                && is_pair(text)
            {
                hex_pairs.push(text);
            }
        }
        self.decimals &= texts.is_empty();
        let good = || numbers.iter().filter_map(|(_, number)| *number);
        let most = |is: fn(&Number) -> bool| 2 * good().filter(is).count() > numbers.len();
        self.longest = good().filter_map(|number| number.hex).max().unwrap_or(0);
        let full = good()
            .filter(|number| number.hex == Some(self.longest))
            .count();
        let last = good().next_back().and_then(|number| number.hex);
        let padded = good().filter(|number| number.padded);
        let padded = padded.filter_map(|number| number.hex).max();
        let is_padded = LEAST * (numbers.len() - full) <= full;
        self.padding = padded.filter(|digits| *digits == self.longest && is_padded);
        // The digits of all numbers.
        let digits = good().next().and_then(|number| number.hex);
        let are_alike = |(_, it): &(&str, Option<Number>)| it.is_some_and(|it| it.hex == digits);
        let digits = digits
            .filter(|_| numbers.iter().all(are_alike))
            .or(self.padding);
        // One suffix among many numbers is a damaged digit.
        let width = good().find_map(|number| number.width);
        let width = width.filter(|_| most(|it| it.width.is_some()));
        let digits = digits.filter(|digits| matches!(digits, 2 | 4 | 8 | 16));
        self.width = width.or(digits.map(|digits| digits as u32 / 2));
        self.suffixed = most(|it| it.is_wide);
        self.cut = self.ends
            && last.is_some_and(|digits| digits < self.longest)
            && numbers.len() > LEAST
            && full + 1 == numbers.len();
        let is_hex = |text: &&str| text.starts_with('0') || text.parse::<u8>().is_err();
        self.pairs = self.closed
            && hex_pairs.len() >= LEAST
            && hex_pairs.len() == self.items.len()
            && hex_pairs.iter().any(is_hex);
        let lengths = || texts.iter().copied().flatten();
        let is_clear = LEAST * (texts.len() - lengths().count()) <= lengths().count();
        let are_digits = lengths().count() >= LEAST || lengths().any(|it| it >= CERTAIN_DIGITS);
        self.digits = (are_digits && is_clear).then(|| lengths().sum());
        let is_decimal = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == WRAP);
        let are_decimal = numbers.iter().all(|(text, _)| is_decimal(text));
        let are_numbers = is_plain && texts.is_empty();
        self.decimal = are_numbers && are_decimal && numbers.len() >= LEAST;
        self.ty = dtype(self.lexer).filter(|_| are_numbers);
        let are_paired = numbers.iter().all(|(text, _)| text.len() == 2);
        self.spaced = self.decimal && !self.commas && !are_paired;
        self.may_be_pairs = self.decimal && are_paired && !self.pairs && self.ty.is_none();
    }

    /// Splits numbers that a hard wrap joined, in a list without commas. An error if it may have broken one of them, or if a number
    /// at the start of a line may be that of the line. `begin` is the lexer before the list.
    fn check_breaks(&mut self, begin: Lexer<'t>) -> Result<(), Problem> {
        if !self.spaced {
            return Ok(());
        }
        let mut margin: Option<u64> = None;
        for item in std::mem::take(&mut self.items) {
            let Kind::Number(text) = item.token.kind else {
                self.items.push(item);
                continue;
            };
            self.line = item.token.line;
            let value = number(text, false).map_or(u64::MAX, |number| number.value);
            let is_split = value > u8::MAX.into();
            for part in text.split(|c| c == WRAP && is_split) {
                let kind = Kind::Number(part);
                let token = Token { kind, ..item.token };
                self.items.push(Item { token, ..item });
            }
            if text.contains(WRAP) {
                if !is_split && !begin.are_wrapped(self.lexer) {
                    return Err(Problem::Wrapped(item.token.kind.token_text()));
                }
            } else if item.token.indent == Some(0) {
                let counts = match margin.replace(value) {
                    Some(before) => matches!(value.checked_sub(before), Some(1 | 10)),
                    None => matches!(value, 2 | 20),
                };
                if counts {
                    return Err(Problem::Numbered(item.token.kind.token_text()));
                }
            }
        }
        Ok(())
    }

    /// Writes the elements; returns their width in bytes.
    pub(super) fn write(
        &self,
        output: &mut LiteralOutput,
        language: Dialect,
        declared: Option<u32>,
    ) -> Result<u32, ReadError> {
        let stated = declared.or(self.width);
        let width = stated.unwrap_or(1);
        let begin = output.len();
        let mut starts = Vec::with_capacity(self.items.len());
        // The line and the text of the first number that is damaged, and how many are.
        let mut damaged: Option<(usize, String, usize)> = None;
        for item in &self.items {
            let (kind, line) = (item.token.kind, item.token.line);
            let bad = |it| problem(line, it);
            let no_value = || bad(unexpected(item.token));
            if !(item.begins || self.spaced) {
                return Err(bad(Problem::NoComma(kind.token_text())));
            }
            starts.push(output.len());
            let value: Option<u64> = match (item.role, kind) {
                (Role::Index(index), _) => {
                    if index != (output.len() - begin) as u64 / u64::from(width) {
                        return Err(bad(Problem::Elided));
                    }
                    continue;
                }
                (Role::Repeat(from, times), _) => {
                    let from = starts.get(from).copied().unwrap_or(begin);
                    output.repeat(line, from, times)?;
                    continue;
                }
                (_, Punct('?')) => None,
                (_, Punct(',')) => return Err(bad(Problem::Missing)),
                (_, Punct(_) | End) => continue,
                (_, Kind::Number(text) | Word(text)) if self.pairs => {
                    Some(u64::from_str_radix(text, 16).map_err(|_| no_value())?)
                }
                (_, Kind::Number(text)) => {
                    let is_last = starts.len() == self.items.len();
                    let value = self.number(item, text, is_last, language, stated);
                    let value = value.map_err(bad)?;
                    if value.is_none() {
                        let first = || (line, kind.token_text(), 0);
                        damaged.get_or_insert_with(first).2 += 1;
                    }
                    value
                }
                (_, Word(word)) => {
                    let value = VALUES.iter().position(|names| is_among(names, word));
                    Some(value.ok_or_else(no_value)? as u64)
                }
                (_, Text(text)) => {
                    let is_character = text.mark == '\'' && has_characters(language);
                    let bytes = self.bytes(text, language)?;
                    if let (true, &[(_, byte)]) = (is_character, &bytes[..]) {
                        Some(byte.into())
                    } else {
                        // The order of several characters between single quotes depends on the compiler.
                        let fits = match is_character {
                            true => !text.prefix.is_empty(),
                            false => width == 1,
                        };
                        if !fits || text.is_number() {
                            return Err(no_value());
                        }
                        for (line, byte) in bytes {
                            output.push_bytes(line, &[Some(byte)])?;
                        }
                        continue;
                    }
                }
            };
            let bytes = value.map_or([None; 8], |value| value.to_le_bytes().map(Some));
            output.push_bytes(line, bytes.get(..width as usize).unwrap_or(&bytes))?;
        }
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        for (line, text) in &self.notes {
            output.note(*line, (*text).to_owned());
        }
        if let Some((line, first, count)) = damaged {
            output.note(line, self.damage_note(&first, count));
        }
        Ok(width)
    }

    /// Formats the note on `count` damaged numbers, of which `first` is the first.
    fn damage_note(&self, first: &str, count: usize) -> String {
        let digits = self.longest;
        let more = match count {
            1 => ": its bytes".to_owned(),
            _ => format!(", nor are {} more: their bytes", count - 1),
        };
        format!("`{first}` is not a number of {digits} hexadecimal digits{more} are unknown")
    }

    /// Returns the value of a number; `None` if it is damaged.
    fn number(
        &self,
        item: &Item<'_>,
        text: &str,
        is_last: bool,
        language: Dialect,
        stated: Option<u32>,
    ) -> Result<Option<u64>, Problem> {
        if is_last && self.cut
            || self
                .padding
                .is_some_and(|digits| lacks_digits(text, digits))
        {
            return Ok(None);
        }
        let number = number(text, is_octal(language))?;
        let width = stated.unwrap_or(1);
        if number.is_wide && width == 1 && !self.suffixed {
            return Err(Problem::NotANumber(text.replace(WRAP, "")));
        }
        let is_negative = item.role == Role::Negative;
        let value = number.element(is_negative, width).ok_or_else(|| {
            let text = text.replace(WRAP, "");
            match stated {
                Some(width) => Problem::DoesNotFit { text, width },
                None => Problem::WidthUnknown(text),
            }
        });
        value.map(Some)
    }

    /// Returns the bytes of a string, each with its line: those of its characters, or of hexadecimal digits.
    fn bytes(&self, text: Quoted<'_>, language: Dialect) -> Result<Vec<(usize, u8)>, ReadError> {
        let mut bytes: Vec<(usize, u8)> = Vec::new();
        if self.digits.is_some() {
            let no_value = || problem(text.line, Problem::NotAValue(Text(text).token_text()));
            let digits = bytes_of(text).ok_or_else(no_value)?;
            return Ok(digits.into_iter().map(|byte| (text.line, byte)).collect());
        }
        let escapes = Escapes::of(language, std::iter::once(text.body));
        strings::read(text, escapes, &mut |line, byte| {
            bytes.push((line, byte));
            Ok(())
        })?;
        Ok(bytes)
    }
}

/// Returns the index of `2] =` or `2]:`, the mark after its bracket, and the lexer after that.
pub(super) fn designator<'t>(mut lexer: Lexer<'t>) -> Option<(&'t str, char, Lexer<'t>)> {
    match lexer.kinds() {
        [Kind::Number(index), Punct(']'), Punct(mark @ ('=' | ':'))] => Some((index, mark, lexer)),
        _ => None,
    }
}

/// Returns how often elements with this count are repeated.
fn more(times: &str) -> Option<u64> {
    number(times, false).ok()?.value.checked_sub(1)
}

/// Whether a number among others of `padding` hexadecimal digits is damaged. A decimal number may stand among them.
fn lacks_digits(text: &str, padding: usize) -> bool {
    match number(text, false) {
        Ok(number) => match number.hex {
            Some(digits) => digits != padding,
            None => text.len() > 1,
        },
        Err(_) => text.len() <= padding + "0x".len(),
    }
}

/// Decodes a string of hexadecimal digits: `4d`, `0x4d`, `0x4`, `4d5a9000`.
fn bytes_of(text: Quoted<'_>) -> Option<Vec<u8>> {
    let body = text.text();
    let own = body.strip_prefix("0x").or_else(|| body.strip_prefix("0X"));
    let is_whole = own.map_or(body.len().is_multiple_of(2), |digits| digits.len() <= 2);
    let digits = own.unwrap_or(&body);
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    let is_byte = is_whole && text.prefix.is_empty();
    is_byte.then(|| digits.as_bytes().chunks(2).map(byte).collect())?
}

/// Parses the type after numpy's list, integer or not.
fn dtype(mut ahead: Lexer<'_>) -> Option<Type<'_>> {
    if ahead.kinds() != [Punct(','), Word("dtype"), Punct('=')] {
        return None;
    }
    let mut ty = Type::default();
    loop {
        let (word, means) = match ahead.next().kind {
            Word(word) => (word, look_up(word).map_or(WordMeaning::Vague, |(it, _)| it)),
            Text(text) => (text.body, WordMeaning::Vague),
            _ => return Some(ty),
        };
        // The word was the name of a module.
        if !ahead.pass(Punct('.')) {
            ty.add(word, means);
        }
    }
}

fn unexpected(token: Token<'_>) -> Problem {
    Problem::NotAValue(token.kind.token_text())
}
