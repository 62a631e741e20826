//! The elements of an array or of an assembler's line, one by one, up to where they end.

use super::head::Directive;
use super::problem;
use super::strings;
use super::tokens::{Kind, Lexer, Number, Quoted, Token, is_break, number};
use super::words::{Means, Type, look_up};
use crate::decode::limits::LITERAL_DEPTH_LIMIT;
use crate::decode::read::fate::Problem;
use crate::decode::read::gathered::Gathered;
use crate::decode::read::{Dialect, ReadError};

/// The least numbers that are taken for bytes where little else says so.
const LEAST: usize = 4;

/// Names whose value every language agrees about, in lower case.
const VALUES: [(&str, u64); 4] = [("false", 0), ("true", 1), ("null", 0), ("nullptr", 0)];

/// Where elements end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// At that bracket.
    Bracket(char),
    /// Where no comma follows.
    Commas,
    /// At the end of an assembler's line.
    Line,
}

/// Reads elements.
#[derive(Debug)]
pub(super) struct Elements<'a, 't> {
    pub(super) lexer: Lexer<'t>,
    gathered: &'a mut Gathered,
    pub(super) language: Dialect,
    /// Whether a zero before the digits of a number makes them octal.
    octal: bool,
    /// How many bytes an element has.
    pub(super) width: u32,
    /// Whether the text itself says so.
    stated: bool,
    /// Whether a zero goes behind every string.
    terminated: bool,
    /// How many elements there were.
    pub(super) count: u64,
    /// How many decimal numbers there were.
    pub(super) decimals: u64,
    last: Option<[u8; 8]>,
    state: State,
    open: Vec<Open>,
    /// Whether blanks and nothing else part elements, and whether a hard wrap broke the lines.
    spaced: Option<bool>,
    /// The last number of those that begin lines.
    margin: Option<u64>,
    /// The line in which the array ends.
    pub(super) end: usize,
}

/// What came last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Start,
    Element,
    /// A string, behind which another may follow at once.
    String,
    Comma,
    Sign,
}

/// A bracket that is open.
#[derive(Clone, Copy, Debug)]
struct Open {
    close: char,
    /// For `3 dup(…)`: how often what is in it comes again, and how many bytes there were before it.
    again: Option<(u64, usize)>,
}

impl<'a, 't> Elements<'a, 't> {
    /// Elements of an array in that language, as wide as is declared.
    pub(super) fn of_array(
        lexer: Lexer<'t>,
        gathered: &'a mut Gathered,
        language: Dialect,
        declared: Option<u32>,
    ) -> Self {
        let list = List::new(lexer);
        let width = declared.or(list.width);
        Self {
            lexer,
            gathered,
            language,
            octal: language.is_octal(),
            width: width.unwrap_or(1),
            stated: width.is_some(),
            terminated: false,
            count: 0,
            decimals: 0,
            last: None,
            state: State::Start,
            open: Vec::new(),
            spaced: list.is_spaced().then_some(list.wrapped),
            margin: None,
            end: 0,
        }
    }

    /// The values of an assembler's line.
    pub(super) fn of_line(directive: Directive<'t>, gathered: &'a mut Gathered) -> Self {
        let (language, width) = (directive.language(), Some(directive.width));
        Self {
            octal: directive.name.starts_with('.'),
            terminated: directive.is_terminated(),
            ..Self::of_array(directive.operands, gathered, language, width)
        }
    }

    pub(super) fn read(&mut self, until: Until) -> Result<(), ReadError> {
        if let Until::Bracket(close) = until {
            self.open.push(Open { close, again: None });
        }
        loop {
            if until == Until::Commas && self.open.is_empty() && self.ends_here() {
                return Ok(());
            }
            let token = self.lexer.next();
            let done = match until {
                Until::Line => self.operand(token)?,
                _ => self.item(token)?,
            };
            if done {
                return Ok(());
            }
        }
    }

    /// Whether elements without brackets around them end before the next token.
    fn ends_here(&self) -> bool {
        let next = self.lexer.peek().kind;
        match self.state {
            State::Start | State::Sign => false,
            State::Element | State::String => next != Kind::Mark(','),
            State::Comma => !matches!(next, Kind::Number(_) | Kind::Mark('-')),
        }
    }

    /// What stands in an array; whether the array ends with it.
    fn item(&mut self, token: Token<'t>) -> Result<bool, ReadError> {
        match token.kind {
            Kind::End => {
                let text = "the array is not closed: its end may be missing".to_owned();
                self.gathered.note(token.line, text);
                return Ok(true);
            }
            Kind::Mark('(') if self.passes_cast() => {}
            Kind::Mark(mark @ ('{' | '[' | '(')) => {
                if self.spaced.is_none() {
                    self.expects_element(token)?;
                }
                let close = match mark {
                    '{' => '}',
                    '[' => ']',
                    _ => ')',
                };
                self.open(token.line, Open { close, again: None })?;
            }
            Kind::Mark(mark @ ('}' | ']' | ')')) => {
                let open = self.open.pop().filter(|open| open.close == mark);
                if open.is_none() || self.state == State::Sign {
                    return Err(unexpected(token));
                }
                self.state = State::Element;
                if self.open.is_empty() {
                    self.end = token.line;
                    return Ok(true);
                }
            }
            Kind::Mark(';') if self.open.last().is_some_and(|open| open.close == ']') => {
                self.repeat_all(token)?;
            }
            Kind::Mark('.' | '…') => self.dots(token)?,
            Kind::Mark('<') => self.angle(token)?,
            Kind::Word(word) if self.state != State::Sign => {
                self.expects_element(token)?;
                let mut known = VALUES.iter();
                let known = known.find(|(name, _)| name.eq_ignore_ascii_case(word));
                let (_, value) = known.ok_or_else(|| unexpected(token))?;
                let number = Number {
                    value: *value,
                    hex: None,
                    width: None,
                };
                self.number(token.line, number, word)?;
            }
            _ => self.element(token)?,
        }
        Ok(false)
    }

    /// What stands in an assembler's line; whether the line ends with it.
    fn operand(&mut self, token: Token<'t>) -> Result<bool, ReadError> {
        let complete = matches!(self.state, State::Element | State::String);
        match token.kind {
            Kind::End | Kind::Mark(';' | '<') if self.open.is_empty() && complete => {
                return Ok(true);
            }
            Kind::Mark('?') => {
                self.expects_element(token)?;
                // Two question marks are one value that a debugger could not read.
                if self.lexer.peek().kind == Kind::Mark('?') {
                    self.lexer.next();
                }
                let unknown = vec![None; self.width as usize];
                self.gathered.bytes(token.line, &unknown)?;
                self.state = State::Element;
            }
            Kind::Mark(')') if complete => {
                let open = self.open.pop().ok_or_else(|| unexpected(token))?;
                if let Some((times, before)) = open.again {
                    self.gathered.repeat(token.line, before, times)?;
                }
                self.state = State::Element;
            }
            Kind::Number(text) if self.state != State::Sign && self.passes_dup() => {
                self.expects_element(token)?;
                let times = number(text, false).map_err(|it| problem(token.line, it))?;
                let more = times.value.checked_sub(1);
                let more = more.filter(|_| self.lexer.next().kind == Kind::Mark('('));
                let again = Some((more.ok_or_else(|| unexpected(token))?, self.gathered.len()));
                self.open(token.line, Open { close: ')', again })?;
            }
            _ => self.element(token)?,
        }
        Ok(false)
    }

    /// What stands in both: numbers, strings, signs and commas.
    fn element(&mut self, token: Token<'t>) -> Result<(), ReadError> {
        match token.kind {
            Kind::Mark(',') if matches!(self.state, State::Element | State::String) => {
                self.state = State::Comma;
            }
            Kind::Mark(',') => return Err(problem(token.line, Problem::Missing)),
            Kind::Mark(sign @ ('-' | '+')) if matches!(self.state, State::Start | State::Comma) => {
                if sign == '-' {
                    self.state = State::Sign;
                }
            }
            Kind::Number(text) => match self.spaced {
                Some(wrapped) => {
                    let texts = self.broken(token, text, wrapped)?;
                    texts
                        .into_iter()
                        .try_for_each(|text| self.digits(token.line, text))?;
                }
                None => {
                    self.expects_element(token)?;
                    self.digits(token.line, text)?;
                }
            },
            Kind::Text(text) if self.state != State::Sign => {
                if self.state != State::String {
                    self.expects_element(token)?;
                }
                self.string(token.line, text)?;
            }
            _ => return Err(unexpected(token)),
        }
        Ok(())
    }

    fn digits(&mut self, line: usize, text: &str) -> Result<(), ReadError> {
        let number = number(text, self.octal && self.spaced.is_none());
        let number = number.map_err(|it| problem(line, it))?;
        self.decimals += u64::from(number.hex.is_none());
        self.number(line, number, text)
    }

    /// The numbers of a list without commas that a token is: one, or one at the end of a line and one at the beginning of the
    /// next. An error where nobody can tell, and where it may be the number of its line.
    fn broken(
        &mut self,
        token: Token<'t>,
        text: &'t str,
        wrapped: bool,
    ) -> Result<Vec<&'t str>, ReadError> {
        let parts: Vec<&str> = text
            .split(is_break)
            .filter(|part| !part.is_empty())
            .collect();
        let value = number(text, false).map_or(u64::MAX, |number| number.value);
        if parts.len() > 1 {
            return match value > u8::MAX.into() {
                true => Ok(parts),
                false if wrapped => Ok(vec![text]),
                false => Err(problem(token.line, Problem::Wrapped(parts.concat()))),
            };
        }
        if token.margin && self.count > 0 {
            let counts = match self.margin.replace(value) {
                Some(before) => matches!(value.checked_sub(before), Some(1 | 10)),
                None => matches!(value, 2 | 20),
            };
            if counts {
                return Err(problem(token.line, Problem::Numbered(text.to_owned())));
            }
        }
        Ok(parts)
    }

    fn expects_element(&self, token: Token<'_>) -> Result<(), ReadError> {
        match self.state {
            State::Element | State::String => {
                let comma = Problem::NoComma(token.kind.shown());
                Err(problem(token.line, comma))
            }
            _ => Ok(()),
        }
    }

    fn open(&mut self, line: usize, open: Open) -> Result<(), ReadError> {
        if self.open.len() >= LITERAL_DEPTH_LIMIT {
            return Err(problem(line, Problem::TooDeep));
        }
        self.open.push(open);
        self.state = State::Start;
        Ok(())
    }

    /// Passes over `byte)` of `(byte)0x90`.
    fn passes_cast(&mut self) -> bool {
        let mut ahead = self.lexer;
        let mut words = 0;
        loop {
            match ahead.next().kind {
                Kind::Word(_) if words < 3 => words += 1,
                Kind::Mark(')') if words > 0 => break,
                _ => return false,
            }
        }
        self.lexer = ahead;
        if self.language == Dialect::CSharpArray {
            self.language = Dialect::JavaArray;
        }
        true
    }

    fn passes_dup(&mut self) -> bool {
        let next = self.lexer.peek().kind;
        let dup = matches!(next, Kind::Word(word) if word.eq_ignore_ascii_case("dup"));
        if dup {
            self.lexer.next();
        }
        dup
    }

    fn number(&mut self, line: usize, number: Number, text: &str) -> Result<(), ReadError> {
        let negative = self.state == State::Sign;
        let width = self.width;
        let bytes = number.bytes(negative, width).ok_or_else(|| {
            let text = format!("{}{text}", if negative { "-" } else { "" });
            let why = match self.stated {
                true => Problem::DoesNotFit { text, width },
                false => Problem::WidthUnknown(text),
            };
            problem(line, why)
        })?;
        self.bytes(line, bytes)
    }

    fn bytes(&mut self, line: usize, bytes: [u8; 8]) -> Result<(), ReadError> {
        let element = bytes.map(Some);
        let element = element.get(..self.width as usize).unwrap_or(&element);
        self.gathered.bytes(line, element)?;
        self.count += 1;
        self.last = Some(bytes);
        self.state = State::Element;
        Ok(())
    }

    /// A character, or a string, each character of which is an element.
    fn string(&mut self, line: usize, text: Quoted<'_>) -> Result<(), ReadError> {
        let mut bytes: Vec<(usize, u8)> = Vec::new();
        strings::read(text, line, self.language, &mut |line, byte| {
            bytes.push((line, byte));
            Ok(())
        })?;
        let character = text.mark == '\'' && !self.language.quotes_strings();
        let fits = match character {
            true => !bytes.is_empty() && bytes.len() <= self.width as usize,
            false => self.width == 1,
        };
        if !fits {
            let no_value = Problem::NotAValue(Kind::Text(text).shown());
            return Err(problem(line, no_value));
        }
        if let (true, [(_, byte)]) = (character, &*bytes) {
            return self.bytes(line, u64::from(*byte).to_le_bytes());
        }
        let zero = self.terminated.then_some((line, 0));
        for (line, byte) in bytes.into_iter().chain(zero) {
            self.gathered.bytes(line, &[Some(byte)])?;
            self.count += 1;
        }
        self.state = State::String;
        Ok(())
    }

    /// `[0x90; 16]`: the element before, so many times.
    fn repeat_all(&mut self, token: Token<'_>) -> Result<(), ReadError> {
        let Kind::Number(text) = self.lexer.next().kind else {
            return Err(unexpected(token));
        };
        let times = number(text, false).map_err(|it| problem(token.line, it))?;
        match times.value.checked_sub(1).filter(|_| self.count == 1) {
            Some(more) => self.again(token.line, more),
            None => Err(unexpected(token)),
        }
    }

    /// `<repeats 16 times>`, as gdb says it; or an arrow, behind which a note stands.
    fn angle(&mut self, token: Token<'_>) -> Result<(), ReadError> {
        match self.lexer.ahead() {
            [
                Kind::Word("repeats"),
                Kind::Number(count),
                Kind::Word("times"),
                Kind::Mark('>'),
            ] => {
                let count = number(count, false);
                let count = count.map_err(|it| problem(token.line, it))?;
                (0..4).for_each(|_| {
                    self.lexer.next();
                });
                self.again(token.line, count.value.saturating_sub(1))
            }
            [Kind::Mark('-'), ..] => {
                self.lexer.pass_line();
                Ok(())
            }
            _ => Err(unexpected(token)),
        }
    }

    fn again(&mut self, line: usize, times: u64) -> Result<(), ReadError> {
        let last = self.last.ok_or(problem(line, Problem::Elided))?;
        (0..times).try_for_each(|_| self.bytes(line, last))
    }

    /// Dots that leave out what follows: harmless only where nothing follows.
    fn dots(&mut self, token: Token<'_>) -> Result<(), ReadError> {
        while matches!(self.lexer.peek().kind, Kind::Mark('.' | '…')) {
            self.lexer.next();
        }
        match self.lexer.peek().kind {
            Kind::End | Kind::Mark('}' | ']' | ')') => {
                let text = "dots at the end: more elements followed, which are not in the text";
                self.gathered.note(token.line, text.to_owned());
                self.state = State::Element;
                Ok(())
            }
            _ => Err(problem(token.line, Problem::Elided)),
        }
    }
}

/// What the elements of a list look like, before they are read.
#[derive(Debug)]
pub(super) struct List<'t> {
    /// How wide elements are for which no type is declared: what their suffixes say, or the digits that all of them have.
    width: Option<u32>,
    numbers: usize,
    /// Whether there are decimal numbers and nothing else.
    decimal: bool,
    /// Whether all numbers have two digits, so that they may be hexadecimal.
    pairs: bool,
    commas: bool,
    /// Whether a hard wrap broke its lines.
    wrapped: bool,
    /// Whether nothing but brackets and such follow it.
    pub(super) last: bool,
    /// What numpy says behind it: `dtype=uint8`.
    pub(super) ty: Option<Type<'t>>,
}

impl<'t> List<'t> {
    /// Looks at the elements that are next.
    pub(super) fn new(lexer: Lexer<'t>) -> Self {
        let mut list = Self {
            width: None,
            numbers: 0,
            decimal: true,
            pairs: true,
            commas: false,
            wrapped: false,
            last: false,
            ty: None,
        };
        let mut digits = None;
        let mut alike = true;
        let mut open = 1_usize;
        let mut ahead = lexer;
        while open > 0 && (alike || list.decimal) {
            match ahead.next().kind {
                Kind::Number(text) => {
                    let Ok(number) = number(text, false) else {
                        (alike, list.decimal) = (false, false);
                        break;
                    };
                    list.numbers += 1;
                    list.width = list.width.or(number.width);
                    list.pairs &= text.len() == 2;
                    list.decimal &= text
                        .bytes()
                        .all(|b| b.is_ascii_digit() || is_break(b.into()));
                    alike &= *digits.get_or_insert(number.hex) == number.hex;
                }
                Kind::Mark('{' | '[' | '(') if open < LITERAL_DEPTH_LIMIT => open += 1,
                Kind::Mark('}' | ']' | ')') => open -= 1,
                Kind::Mark(',') => list.commas = true,
                _ => {
                    list.decimal = false;
                    break;
                }
            }
        }
        list.decimal &= open == 0;
        list.width = list.width.or(match digits.flatten().filter(|_| alike) {
            Some(4) => Some(2),
            Some(8) => Some(4),
            Some(16) => Some(8),
            _ => None,
        });
        if list.decimal {
            list.wrapped = lexer.are_wrapped(ahead);
            list.ty = dtype(&mut ahead);
            while matches!(ahead.peek().kind, Kind::Mark('}' | ']' | ')' | ',' | ';')) {
                ahead.next();
            }
            list.last = ahead.peek().kind == Kind::End;
        }
        list
    }

    /// Whether it is so many decimal numbers that they are bytes where little else says so.
    pub(super) fn is_decimal(&self) -> bool {
        self.decimal && self.numbers >= LEAST
    }

    /// The same with nothing but blanks between them, as Go and numpy print them.
    pub(super) fn is_spaced(&self) -> bool {
        self.is_decimal() && !self.commas && !self.pairs
    }
}

/// The type behind numpy's list, of integers or not.
fn dtype<'t>(lexer: &mut Lexer<'t>) -> Option<Type<'t>> {
    let named = [Kind::Mark(','), Kind::Word("dtype"), Kind::Mark('=')];
    if lexer.ahead() != named {
        return None;
    }
    for _ in named {
        lexer.next();
    }
    let mut ty = Type::default();
    loop {
        let (word, means) = match lexer.peek().kind {
            Kind::Word(word) => (word, look_up(word).map_or(Means::Vague, |(means, _)| means)),
            Kind::Text(text) => (text.body, Means::Vague),
            _ => return Some(ty),
        };
        lexer.next();
        // The name of the module stands before it.
        match lexer.peek().kind {
            Kind::Mark('.') => _ = lexer.next(),
            _ => ty.add(word, means),
        }
    }
}

fn unexpected(token: Token<'_>) -> ReadError {
    problem(token.line, Problem::NotAValue(token.kind.shown()))
}
