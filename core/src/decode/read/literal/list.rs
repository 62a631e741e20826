//! The elements of an array, one by one, up to its closing bracket.

use super::Stop;
use super::escape;
use super::language::Language;
use super::lexer::{Kind, Lexer, Quoted, Token};
use super::number::{Number, number};
use super::output::Output;
use super::problem::Problem;
use super::scan::Scanner;
use crate::decode::limits::LITERAL_DEPTH_LIMIT;

/// Names whose value every language agrees about, in lower case.
const VALUES: [(&str, u64); 4] = [("false", 0), ("true", 1), ("null", 0), ("nullptr", 0)];

/// Reads the elements of one array.
#[derive(Debug)]
pub(super) struct List<'a, 't> {
    pub(super) scanner: &'a mut Scanner<'t>,
    pub(super) output: &'a mut Output,
    pub(super) language: Language,
    /// How many bytes an element has.
    pub(super) width: u32,
    /// Whether the text itself says so.
    pub(super) stated: bool,
    /// How many elements there were.
    pub(super) elements: u64,
    /// How many decimal numbers there were.
    pub(super) decimals: u64,
    last: Option<[u8; 8]>,
    state: State,
}

/// What came last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Start,
    Element,
    /// A quoted text, behind which another may follow at once.
    Text,
    Comma,
    Sign,
}

impl<'a, 't> List<'a, 't> {
    pub(super) fn new(
        scanner: &'a mut Scanner<'t>,
        output: &'a mut Output,
        language: Language,
        declared: Option<u32>,
    ) -> Self {
        let found = declared.or_else(|| width_of_elements(&scanner.lexer));
        Self {
            scanner,
            output,
            language,
            width: found.unwrap_or(1),
            stated: found.is_some(),
            elements: 0,
            decimals: 0,
            last: None,
            state: State::Start,
        }
    }

    /// Reads up to the bracket that closes; without one, as far as commas reach.
    pub(super) fn read(&mut self, close: Option<char>) -> Result<(), Stop> {
        let mut open: Vec<char> = close.into_iter().collect();
        loop {
            if close.is_none() && open.is_empty() && self.ends_here() {
                return Ok(());
            }
            let token = self.scanner.next();
            match token.kind {
                Kind::End => {
                    let text = "the array is not closed: its end may be missing".to_owned();
                    self.output.note(token.line, text);
                    return Ok(());
                }
                Kind::Mark('(') if self.cast() => {}
                Kind::Mark(mark @ ('{' | '[' | '(')) => {
                    if open.len() >= LITERAL_DEPTH_LIMIT {
                        return Err(Stop::Problem(token.line, Problem::TooDeep));
                    }
                    self.expects_element(token)?;
                    open.push(closing(mark));
                    self.state = State::Start;
                }
                Kind::Mark(mark @ ('}' | ']' | ')')) => {
                    if open.pop() != Some(mark) || self.state == State::Sign {
                        return Err(unexpected(token));
                    }
                    self.state = State::Element;
                    if open.is_empty() {
                        return Ok(());
                    }
                }
                Kind::Mark(',') if matches!(self.state, State::Element | State::Text) => {
                    self.state = State::Comma;
                }
                Kind::Mark(',') => return Err(Stop::Problem(token.line, Problem::Missing)),
                Kind::Mark(';') if open.last() == Some(&']') => self.repeat_all(token)?,
                Kind::Mark('.' | '…') => self.dots(token)?,
                Kind::Mark('<') => self.angle(token)?,
                _ => self.element(token)?,
            }
        }
    }

    /// Whether elements without brackets around them end before the next token.
    fn ends_here(&self) -> bool {
        let next = self.scanner.lexer.peek().kind;
        match self.state {
            State::Start | State::Sign => false,
            State::Element | State::Text => next != Kind::Mark(','),
            State::Comma => !matches!(next, Kind::Number(_) | Kind::Mark('-')),
        }
    }

    fn expects_element(&self, token: Token<'_>) -> Result<(), Stop> {
        match self.state {
            State::Element | State::Text => Err(Stop::Problem(
                token.line,
                Problem::NoComma(shown(token.kind)),
            )),
            _ => Ok(()),
        }
    }

    /// Passes over `byte)` of `(byte)0x90`.
    fn cast(&mut self) -> bool {
        let mut ahead = self.scanner.lexer.clone();
        let mut words = 0;
        loop {
            match ahead.next().kind {
                Kind::Word(_) if words < 3 => words += 1,
                Kind::Mark(')') if words > 0 => break,
                _ => return false,
            }
        }
        self.scanner.lexer = ahead;
        if self.language == Language::CSharp {
            self.language = Language::Java;
        }
        true
    }

    fn element(&mut self, token: Token<'t>) -> Result<(), Stop> {
        let negative = self.state == State::Sign;
        match token.kind {
            Kind::Mark('-' | '+') if matches!(self.state, State::Start | State::Comma) => {
                if token.kind == Kind::Mark('-') {
                    self.state = State::Sign;
                }
                Ok(())
            }
            Kind::Number(text) => {
                self.expects_element(token)?;
                let number = number(text, self.language.octal());
                let number = number.map_err(|problem| Stop::Problem(token.line, problem))?;
                self.decimals += u64::from(number.hex.is_none());
                self.number(token.line, number, negative, text)
            }
            Kind::Text(text) if !negative => {
                if self.state != State::Text {
                    self.expects_element(token)?;
                }
                self.text(token.line, text)
            }
            Kind::Word(word) if !negative => {
                self.expects_element(token)?;
                let known = VALUES
                    .iter()
                    .find(|(name, _)| name.eq_ignore_ascii_case(word));
                let (_, value) = known.ok_or_else(|| unexpected(token))?;
                let number = Number {
                    value: *value,
                    hex: None,
                    width: None,
                };
                self.number(token.line, number, false, word)
            }
            _ => Err(unexpected(token)),
        }
    }

    fn number(
        &mut self,
        line: usize,
        number: Number,
        negative: bool,
        text: &str,
    ) -> Result<(), Stop> {
        let width = self.width;
        let bytes = number.bytes(negative, width).ok_or_else(|| {
            let text = format!("{}{text}", if negative { "-" } else { "" });
            let problem = match self.stated {
                true => Problem::DoesNotFit { text, width },
                false => Problem::WidthUnknown(text),
            };
            Stop::Problem(line, problem)
        })?;
        self.bytes(line, bytes)
    }

    fn bytes(&mut self, line: usize, bytes: [u8; 8]) -> Result<(), Stop> {
        for byte in bytes.iter().take(self.width as usize) {
            self.output.push(line, Some(*byte))?;
        }
        self.elements += 1;
        self.last = Some(bytes);
        self.state = State::Element;
        Ok(())
    }

    /// A character, or a text, each character of which is an element.
    fn text(&mut self, line: usize, text: Quoted<'_>) -> Result<(), Stop> {
        let mut bytes: Vec<(usize, u8)> = Vec::new();
        escape::read(text, line, self.language, &mut |line, byte| {
            bytes.push((line, byte));
            Ok(())
        })?;
        let character = text.mark == '\'' && !self.language.quotes_texts();
        let fits = if character {
            bytes.len() <= self.width as usize
        } else {
            self.width == 1
        };
        if !fits || bytes.is_empty() && character {
            return Err(Stop::Problem(
                line,
                Problem::NotAValue(shown(Kind::Text(text))),
            ));
        }
        if character && bytes.len() == 1 {
            let mut element = [0; 8];
            for (place, (_, byte)) in element.iter_mut().zip(bytes) {
                *place = byte;
            }
            return self.bytes(line, element);
        }
        for (line, byte) in bytes {
            self.output.push(line, Some(byte))?;
            self.elements += 1;
        }
        self.state = State::Text;
        Ok(())
    }

    /// `[0x90; 16]`: the element before, so many times.
    fn repeat_all(&mut self, token: Token<'_>) -> Result<(), Stop> {
        let count = self.scanner.next();
        let Kind::Number(text) = count.kind else {
            return Err(unexpected(token));
        };
        let count = number(text, false).map_err(|problem| Stop::Problem(token.line, problem))?;
        match self.elements {
            1 if count.value > 0 => self.again(token.line, count.value - 1),
            _ => Err(unexpected(token)),
        }
    }

    /// `<repeats 16 times>`, as gdb says it; or an arrow, behind which a note stands.
    fn angle(&mut self, token: Token<'_>) -> Result<(), Stop> {
        let mut ahead = self.scanner.lexer.clone();
        let tokens = [
            ahead.next().kind,
            ahead.next().kind,
            ahead.next().kind,
            ahead.next().kind,
        ];
        match tokens {
            [
                Kind::Word("repeats"),
                Kind::Number(count),
                Kind::Word("times"),
                Kind::Mark('>'),
            ] => {
                let count = number(count, false);
                let count = count.map_err(|problem| Stop::Problem(token.line, problem))?;
                self.scanner.lexer = ahead;
                self.again(token.line, count.value.saturating_sub(1))
            }
            [Kind::Mark('-'), ..] => {
                self.scanner.lexer.pass_line();
                Ok(())
            }
            _ => Err(unexpected(token)),
        }
    }

    fn again(&mut self, line: usize, times: u64) -> Result<(), Stop> {
        let last = self.last.ok_or(Stop::Problem(line, Problem::Elided))?;
        (0..times).try_for_each(|_| self.bytes(line, last))
    }

    /// Dots that leave out what follows: harmless only where nothing follows.
    fn dots(&mut self, token: Token<'_>) -> Result<(), Stop> {
        while matches!(self.scanner.lexer.peek().kind, Kind::Mark('.' | '…')) {
            self.scanner.next();
        }
        match self.scanner.lexer.peek().kind {
            Kind::End | Kind::Mark('}' | ']' | ')') => {
                let text = "dots at the end: more elements followed, which are not in the text";
                self.output.note(token.line, text.to_owned());
                self.state = State::Element;
                Ok(())
            }
            _ => Err(Stop::Problem(token.line, Problem::Elided)),
        }
    }
}

/// How wide elements are for which no type is declared: what their suffixes say, or the digits that all of them have.
fn width_of_elements(lexer: &Lexer<'_>) -> Option<u32> {
    let mut ahead = lexer.clone();
    let mut digits = None;
    let mut depth = 0_usize;
    loop {
        match ahead.next().kind {
            Kind::Number(text) => {
                let number = number(text, false).ok()?;
                if number.width.is_some() {
                    return number.width;
                }
                if digits.is_some_and(|digits| Some(digits) != number.hex) {
                    return None;
                }
                digits = Some(number.hex?);
            }
            Kind::Mark('{' | '[' | '(') => depth += 1,
            Kind::Mark('}' | ']' | ')') if depth > 0 => depth -= 1,
            Kind::Mark(',') => {}
            _ => break,
        }
    }
    match digits? {
        4 => Some(2),
        8 => Some(4),
        16 => Some(8),
        _ => None,
    }
}

const fn closing(mark: char) -> char {
    match mark {
        '{' => '}',
        '[' => ']',
        _ => ')',
    }
}

fn unexpected(token: Token<'_>) -> Stop {
    Stop::Problem(token.line, Problem::NotAValue(shown(token.kind)))
}

/// The token as it stands.
pub(super) fn shown(kind: Kind<'_>) -> String {
    let text = match kind {
        Kind::Word(text) | Kind::Number(text) => text.to_owned(),
        Kind::Text(text) => format!("{}{}{}{}", text.prefix, text.mark, text.body, text.mark),
        Kind::Mark(mark) => mark.to_string(),
        Kind::End => "the end".to_owned(),
    };
    crate::decode::read::fate::excerpt(&text)
}
