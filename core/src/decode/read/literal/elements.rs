//! Parses the elements of an array or of an assembler directive.

use super::strings::{self, Escapes};
use super::tokens::{Kind, Lexer, Number, Quoted, Token, WRAP, number};
use super::words::{Syntax, Type, WordMeaning, is_among, look_up};
use super::{CERTAIN_DIGITS, problem};
use crate::decode::limits::LITERAL_DEPTH_LIMIT;
use crate::decode::read::cells::nibble;
use crate::decode::read::literal_output::LiteralOutput;
use crate::decode::read::outcome::Problem;
use crate::decode::read::text::is_pair;
use crate::decode::read::{Dialect, ReadError};

/// The fewest numbers that are taken for bytes on little other evidence.
const LEAST: usize = 4;

/// The fewest decimal bytes that are no remark, whatever stands around them.
const MANY: usize = 16;

/// The most digits of an element.
const MOST_DIGITS: usize = 16;

/// The names of 0 and of 1 in every language.
const VALUES: [&str; 2] = ["false null nullptr", "true"];

/// The end of a list of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// The closing bracket.
    Bracket(char),
    /// The last element that no comma follows.
    Commas,
    /// The end of the assembler line.
    Line,
}

/// The parser of a list of elements.
#[derive(Debug)]
pub(super) struct Elements<'a, 't> {
    pub(super) lexer: Lexer<'t>,
    output: &'a mut LiteralOutput,
    until: Until,
    list: List<'t>,
    pub(super) language: Dialect,
    /// Whether a leading zero makes a number octal.
    pub(super) octal: bool,
    /// The element width in bytes.
    pub(super) width: u32,
    /// Whether the text states the width.
    stated: bool,
    /// The line and the text of the first number that is damaged, and how many are.
    damaged: Option<(usize, String, usize)>,
    /// Whether every string has a terminating zero.
    pub(super) terminated: bool,
    /// The number of elements, and of those that are decimal.
    pub(super) count: u64,
    pub(super) decimals: u64,
    last: Option<u64>,
    state: State,
    /// The open brackets by their closing ones. For `3 dup(…)`, the number of further repetitions and of the bytes
    /// before it.
    open: Vec<(char, Option<(u64, usize)>)>,
    /// The last number at the start of a line.
    margin: Option<u64>,
    /// Whether a sign stands at the start of a line.
    signs: [bool; 2],
    /// The last line of the array.
    pub(super) end: usize,
}

/// The last token's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Start,
    Element,
    /// A string, which another may follow without a comma.
    String,
    Comma,
    Sign,
}

impl<'a, 't> Elements<'a, 't> {
    /// Creates a parser for a language and a declared element width; `list` is the result of looking ahead.
    pub(super) fn new(
        lexer: Lexer<'t>,
        output: &'a mut LiteralOutput,
        until: Until,
        list: List<'t>,
        (language, declared): (Dialect, Option<u32>),
    ) -> Self {
        let width = declared.or(list.width);
        Self {
            lexer,
            output,
            until,
            language,
            octal: Syntax::of(language).octal && !list.is_spaced(),
            list,
            width: width.unwrap_or(1),
            stated: width.is_some(),
            damaged: None,
            terminated: false,
            count: 0,
            decimals: 0,
            last: None,
            state: State::Start,
            open: match until {
                Until::Bracket(close) => vec![(close, None)],
                Until::Commas | Until::Line => Vec::new(),
            },
            margin: None,
            signs: [false; 2],
            end: 0,
        }
    }

    pub(super) fn read(&mut self) -> Result<(), ReadError> {
        while !self.ends_here() {
            let token = self.lexer.next();
            if self.take(token)? {
                break;
            }
        }
        if let Some((line, first, count)) = self.damaged.take() {
            let digits = self.list.longest;
            let more = match count {
                1 => ": its bytes".to_owned(),
                _ => format!(", nor are {} more: their bytes", count - 1),
            };
            let text = format!(
                "`{first}` is not a number of {digits} hexadecimal digits{more} are unknown"
            );
            self.output.note(line, text);
        }
        Ok(())
    }

    /// Whether elements without brackets end before the next token.
    fn ends_here(&self) -> bool {
        let next = || self.lexer.peek().kind;
        self.until == Until::Commas
            && self.open.is_empty()
            && match self.state {
                State::Start | State::Sign => false,
                State::Element | State::String => {
                    let [next, behind] = self.lexer.ahead();
                    // A number that other elements follow continues the list, or the number before it.
                    let goes_on =
                        matches!(next, Kind::Number(text) if !text.starts_with(['$', '&']));
                    next != Kind::Mark(',') && !(goes_on && behind == Kind::Mark(','))
                }
                State::Comma => !matches!(next(), Kind::Number(_) | Kind::Mark('-')),
            }
    }

    /// Processes a token; returns whether it ends the elements.
    fn take(&mut self, token: Token<'t>) -> Result<bool, ReadError> {
        let line = token.line;
        let is_complete = matches!(self.state, State::Element | State::String);
        let is_signed = self.state == State::Sign;
        let is_line = self.until == Until::Line;
        match token.kind {
            Kind::End | Kind::Mark(';' | '<') if is_line && is_complete && self.open.is_empty() => {
                return Ok(true);
            }
            Kind::End if !is_line => {
                let text = "the array is not closed: its end may be missing".to_owned();
                self.output.note(line, text);
                return Ok(true);
            }
            Kind::Mark('?') if is_line => {
                self.expects_element(token)?;
                // Two question marks are one value that the debugger could not read.
                self.lexer.pass(Kind::Mark('?'));
                let unknown = vec![None; self.width as usize];
                self.output.push_bytes(line, &unknown)?;
                self.state = State::Element;
            }
            Kind::Mark('(') if !is_line && self.passes_cast() => {}
            Kind::Mark('[') if !is_line && self.passes_designator(line)? => {}
            Kind::Mark(mark @ ('{' | '[' | '(')) if !is_line => {
                self.expects_element(token)?;
                let close = match mark {
                    '{' => '}',
                    '[' => ']',
                    _ => ')',
                };
                self.open(line, close, None)?;
            }
            Kind::Mark(mark @ ('}' | ']' | ')')) => {
                let sound = if is_line { is_complete } else { !is_signed };
                let open = self.open.pop().filter(|(close, _)| *close == mark && sound);
                let (_, again) = open.ok_or_else(|| unexpected(token))?;
                if let Some((times, before)) = again {
                    self.output.repeat(line, before, times)?;
                }
                self.state = State::Element;
                self.end = line;
                return Ok(self.open.is_empty() && !is_line);
            }
            Kind::Mark(';') if matches!(self.open.last(), Some((']', _))) => {
                self.repeat_all(token)?;
            }
            Kind::Mark('.' | '…') if !is_line => self.dots(line)?,
            Kind::Mark('<') if !is_line => self.angle(token)?,
            Kind::Mark(',') if is_complete => self.state = State::Comma,
            Kind::Mark(',') => return Err(problem(line, Problem::Missing)),
            Kind::Mark('-' | '+') if self.is_one_of_two_sides(token) => {
                return Err(problem(line, Problem::BothSides));
            }
            Kind::Mark('-') if (!is_complete || self.list.is_spaced()) && !is_signed => {
                self.state = State::Sign;
            }
            Kind::Mark('+') if !is_complete && !is_signed => {}
            Kind::Number(text) if is_line && !is_signed && self.passes_dup() => {
                self.expects_element(token)?;
                let times = number(text, false).map_err(|it| problem(line, it))?;
                let more = times.value.checked_sub(1);
                let more = more.filter(|_| self.lexer.pass(Kind::Mark('(')));
                let more = more.ok_or_else(|| unexpected(token))?;
                self.open(line, ')', Some((more, self.output.len())))?;
            }
            Kind::Number(text) | Kind::Word(text) if self.list.pairs => {
                let byte = u8::from_str_radix(text, 16).map_err(|_| unexpected(token))?;
                self.expects_element(token)?;
                self.value(line, byte.into())?;
            }
            Kind::Number(text) => {
                self.expects_element(token)?;
                match self.list.is_spaced() && self.is_broken(token, text)? {
                    true => text.split(WRAP).try_for_each(|it| self.number(line, it))?,
                    false => self.number(line, text)?,
                }
            }
            Kind::Word(word) if !is_line && !is_signed => {
                self.expects_element(token)?;
                let known = VALUES.iter().position(|names| is_among(names, word));
                let value = known.ok_or_else(|| unexpected(token))?;
                self.value(line, value as u64)?;
            }
            Kind::Text(text) if !is_signed => {
                if self.state != State::String {
                    self.expects_element(token)?;
                }
                self.string(line, text)?;
            }
            _ => return Err(unexpected(token)),
        }
        Ok(false)
    }

    /// Whether a number in a list without commas is two numbers joined by a hard wrap. An error if that is ambiguous,
    /// or if the number may be a line number.
    fn is_broken(&mut self, token: Token<'t>, text: &str) -> Result<bool, ReadError> {
        let value = number(text, false).map_or(u64::MAX, |number| number.value);
        let shown = token.kind.token_text();
        if text.contains(WRAP) {
            let is_broken = value > u8::MAX.into();
            return match is_broken || self.list.wrapped {
                true => Ok(is_broken),
                false => Err(problem(token.line, Problem::Wrapped(shown))),
            };
        }
        if token.indent == Some(0) && self.count > 0 {
            let counts = match self.margin.replace(value) {
                Some(before) => matches!(value.checked_sub(before), Some(1 | 10)),
                None => matches!(value, 2 | 20),
            };
            if counts {
                return Err(problem(token.line, Problem::Numbered(shown)));
            }
        }
        Ok(false)
    }

    /// Whether a sign at the start of a line is a mark of a diff that has the old side, too.
    fn is_one_of_two_sides(&mut self, token: Token<'t>) -> bool {
        let is_old = token.kind == Kind::Mark('-');
        if token.indent != Some(0) {
            return false;
        }
        self.signs[usize::from(is_old)] = true;
        is_old && self.lexer.begins_with_blank() || self.signs == [true; 2]
    }

    fn expects_element(&self, token: Token<'_>) -> Result<(), ReadError> {
        let is_loose = self.list.is_spaced() || self.list.digits;
        match self.state {
            State::Element | State::String if !is_loose => {
                let comma = Problem::NoComma(token.kind.token_text());
                Err(problem(token.line, comma))
            }
            _ => Ok(()),
        }
    }

    fn open(
        &mut self,
        line: usize,
        close: char,
        again: Option<(u64, usize)>,
    ) -> Result<(), ReadError> {
        if self.open.len() >= LITERAL_DEPTH_LIMIT {
            return Err(problem(line, Problem::TooDeep));
        }
        self.open.push((close, again));
        self.state = State::Start;
        Ok(())
    }

    /// Skips `byte)` in `(byte)0x90`.
    fn passes_cast(&mut self) -> bool {
        let mut ahead = self.lexer;
        let mut words = 0;
        while words < 3 && matches!(ahead.peek().kind, Kind::Word(_)) {
            ahead.next();
            words += 1;
        }
        let is_cast = words > 0 && ahead.pass(Kind::Mark(')'));
        if is_cast {
            self.lexer = ahead;
            if self.language == Dialect::CSharpArray {
                self.language = Dialect::JavaArray;
            }
        }
        is_cast
    }

    /// Skips `[2] =` before the element with this index; an error if elements before it are left out.
    fn passes_designator(&mut self, line: usize) -> Result<bool, ReadError> {
        let Some((index, '=', behind)) = designator(self.lexer) else {
            return Ok(false);
        };
        let index = number(index, false).map_err(|it| problem(line, it))?;
        if index.value != self.count {
            return Err(problem(line, Problem::Elided));
        }
        self.lexer = behind;
        self.state = State::Comma;
        Ok(true)
    }

    fn passes_dup(&mut self) -> bool {
        let next = self.lexer.peek().kind;
        matches!(next, Kind::Word(word) if word.eq_ignore_ascii_case("dup"))
            && self.lexer.pass(next)
    }

    fn number(&mut self, line: usize, text: &str) -> Result<(), ReadError> {
        let padding = self.list.padding;
        let is_cut = self.list.cut && self.count + 1 == self.list.numbers as u64;
        if is_cut || padding.is_some_and(|digits| lacks_digits(text, digits)) {
            let first = || (line, text.replace(WRAP, ""), 0);
            self.damaged.get_or_insert_with(first).2 += 1;
            self.last = None;
            return self.push(line, [None; 8]);
        }
        let number = number(text, self.octal).map_err(|it| problem(line, it))?;
        let (negative, width) = (self.state == State::Sign, self.width);
        if number.is_wide && width == 1 && !self.list.suffixed {
            return Err(problem(line, Problem::NotANumber(text.replace(WRAP, ""))));
        }
        let value = number.element(negative, width).ok_or_else(|| {
            let sign = if negative { "-" } else { "" };
            let text = sign.to_owned() + &text.replace(WRAP, "");
            let why = match self.stated {
                true => Problem::DoesNotFit { text, width },
                false => Problem::WidthUnknown(text),
            };
            problem(line, why)
        })?;
        self.decimals += u64::from(number.hex.is_none());
        self.value(line, value)
    }

    fn value(&mut self, line: usize, value: u64) -> Result<(), ReadError> {
        self.last = Some(value);
        self.push(line, value.to_le_bytes().map(Some))
    }

    fn push(&mut self, line: usize, bytes: [Option<u8>; 8]) -> Result<(), ReadError> {
        let element = bytes.get(..self.width as usize).unwrap_or(&bytes);
        self.output.push_bytes(line, element)?;
        self.count += 1;
        self.state = State::Element;
        Ok(())
    }

    /// Parses a character, a string with one element per character, or hexadecimal digits.
    fn string(&mut self, line: usize, text: Quoted<'_>) -> Result<(), ReadError> {
        let no_value = || problem(line, Problem::NotAValue(Kind::Text(text).token_text()));
        if self.list.digits {
            let mut bytes = bytes_of(text).ok_or_else(no_value)?.into_iter();
            return bytes.try_for_each(|byte| self.value(line, byte.into()));
        }
        let mut bytes: Vec<(usize, u8)> = Vec::new();
        let escapes = Escapes::of(self.language, std::iter::once(text.body));
        strings::read(text, line, escapes, &mut |line, byte| {
            bytes.push((line, byte));
            Ok(())
        })?;
        let is_character = text.mark == '\'' && !Syntax::of(self.language).single_quotes;
        let fits = match is_character {
            true => !bytes.is_empty() && bytes.len() <= self.width as usize,
            false => self.width == 1,
        };
        if !fits {
            return Err(no_value());
        }
        if let (true, [(_, byte)]) = (is_character, &*bytes) {
            return self.value(line, (*byte).into());
        }
        let zero = self.terminated.then_some((line, 0));
        for (line, byte) in bytes.into_iter().chain(zero) {
            self.output.push_bytes(line, &[Some(byte)])?;
            self.count += 1;
        }
        self.state = State::String;
        Ok(())
    }

    /// Parses `[0x90; 16]`: repeats the element.
    fn repeat_all(&mut self, token: Token<'_>) -> Result<(), ReadError> {
        let Kind::Number(text) = self.lexer.next().kind else {
            return Err(unexpected(token));
        };
        let times = number(text, false).map_err(|it| problem(token.line, it))?;
        let more = times.value.checked_sub(1).filter(|_| self.count == 1);
        self.again(token.line, more.ok_or_else(|| unexpected(token))?)
    }

    /// Parses gdb's `<repeats 16 times>`, or skips an arrow with a comment.
    fn angle(&mut self, token: Token<'_>) -> Result<(), ReadError> {
        if self.lexer.peek().kind == Kind::Mark('-') {
            self.lexer.pass_line();
            return Ok(());
        }
        let count = self.lexer.pass_repeats().ok_or_else(|| unexpected(token))?;
        self.again(token.line, count.saturating_sub(1))
    }

    fn again(&mut self, line: usize, times: u64) -> Result<(), ReadError> {
        let last = self.last.ok_or(problem(line, Problem::Elided))?;
        (0..times).try_for_each(|_| self.value(line, last))
    }

    /// Parses an ellipsis, which is allowed only at the end.
    fn dots(&mut self, line: usize) -> Result<(), ReadError> {
        while self.lexer.pass(Kind::Mark('.')) || self.lexer.pass(Kind::Mark('…')) {}
        match self.lexer.peek().kind {
            Kind::End | Kind::Mark('}' | ']' | ')') => {
                let text = "dots at the end: the text does not have the elements after them";
                self.output.note(line, text.to_owned());
                self.state = State::Element;
                Ok(())
            }
            _ => Err(problem(line, Problem::Elided)),
        }
    }
}

/// Properties of a list that are found by looking ahead.
#[derive(Debug, Default)]
pub(super) struct List<'t> {
    /// The element width without a declared type: by suffixes, or by the digits that all elements have.
    width: Option<u32>,
    /// The same if all elements may have the two digits of a byte by choice.
    pub(super) shown: Option<u32>,
    /// The hexadecimal digits of each number, if zeros pad them, so that a number with fewer lost some. A list in
    /// which many have fewer is not padded.
    padding: Option<usize>,
    /// The hexadecimal digits of the longest number.
    longest: usize,
    /// Whether the text ends in a number that has fewer digits than all others: it may be cut.
    cut: bool,
    numbers: usize,
    /// Whether all numbers are bytes without a sign.
    bytes: bool,
    /// The number of characters in all strings of digits.
    pub(super) characters: usize,
    /// Whether most numbers have a suffix.
    suffixed: bool,
    /// Whether all elements are numbers or all are strings of digits, up to the closing bracket.
    whole: bool,
    /// Whether the list has decimal numbers only.
    decimal: bool,
    /// Whether all numbers have two digits, so that they may be hexadecimal.
    paired: bool,
    /// Whether all elements are two hexadecimal digits, one of which begins with a zero or is a letter.
    pub(super) pairs: bool,
    commas: bool,
    /// Whether its line breaks are those of a hard wrap.
    wrapped: bool,
    /// Whether only closing punctuation follows.
    pub(super) last: bool,
    /// numpy's type after the list: `dtype=uint8`.
    pub(super) ty: Option<Type<'t>>,
    /// Whether the elements are strings of hexadecimal digits, as in Python's `[hex(b) for b in data]` and Ruby's
    /// `['4d5a…'].pack('H*')`, and parsed as bytes.
    pub(super) digits: bool,
}

impl<'t> List<'t> {
    /// Examines the elements after the lexer.
    pub(super) fn new(lexer: Lexer<'t>, until: Until) -> Self {
        // The text of each number with its value, and the digits of each string; `None` if it is none.
        let mut numbers: Vec<(&str, Option<Number>)> = Vec::new();
        let mut texts: Vec<Option<usize>> = Vec::new();
        let (mut elements, mut hex_pairs, mut is_hex_pair) = (0, 0, false);
        // Whether all elements so far are numbers, or strings of digits.
        let mut is_list = true;
        let (mut commas, mut ends) = (false, false);
        // Whether an element begins here, which may have a sign; and whether one has, or something is subtracted.
        let (mut begins, mut has_sign, mut is_signed) = (true, false, false);
        let mut open = 1_usize;
        let mut ahead = lexer;
        while open > 0 {
            let is_negative = ahead.is_negative();
            let kind = ahead.next().kind;
            // An arrow with a comment.
            if kind == Kind::Mark('<') && ahead.peek().kind == Kind::Mark('-') {
                ahead.pass_line();
                continue;
            }
            let may_be_sign = std::mem::replace(&mut begins, matches!(kind, Kind::Mark(',' | '[')));
            elements += usize::from(!matches!(kind, Kind::Mark(',' | ']')));
            if let Kind::Number(text) | Kind::Word(text) = kind
                && is_pair(text)
            {
                hex_pairs += 1;
                is_hex_pair |= text.starts_with('0') || text.parse::<u8>().is_err();
            }
            match kind {
                Kind::Mark('{' | '[' | '(') if open < LITERAL_DEPTH_LIMIT => open += 1,
                Kind::Mark('{' | '[' | '(') => break,
                Kind::Mark('}' | ']' | ')') => open -= 1,
                Kind::End | Kind::Mark(';') => {
                    ends = kind == Kind::End;
                    break;
                }
                Kind::Word(_) if until == Until::Commas => break,
                Kind::Number(text) => {
                    let number = number(text, false).ok();
                    is_list &= texts.is_empty() && number.is_some();
                    numbers.push((text, number));
                }
                Kind::Text(text) => {
                    let digits = bytes_of(text).map(|_| text.text().len());
                    // A later string of digits may be damaged.
                    is_list &= numbers.is_empty() && (digits.is_some() || !texts.is_empty());
                    texts.push(digits);
                }
                Kind::Mark(',') => commas = true,
                Kind::Mark('-') if may_be_sign => has_sign = true,
                // A sign in a list without commas, or a difference.
                Kind::Mark('-') if is_negative => (has_sign, is_signed) = (true, true),
                _ => is_list = false,
            }
        }
        let good = || numbers.iter().filter_map(|(_, number)| *number);
        let count = |is: fn(&Number) -> bool| good().filter(is).count();
        let longest = good().filter_map(|number| number.hex).max().unwrap_or(0);
        let full = good().filter(|number| number.hex == Some(longest)).count();
        let last = good().next_back().and_then(|number| number.hex);
        let padded = good().filter(|number| number.padded);
        let padded = padded.filter_map(|number| number.hex).max();
        let is_padded = longest <= MOST_DIGITS && LEAST * (numbers.len() - full) <= full;
        let padding = padded.filter(|digits| *digits == longest && is_padded);
        // The digits of all numbers.
        let digits = good().next().and_then(|number| number.hex);
        let are_alike = numbers
            .iter()
            .all(|(_, it)| it.is_some_and(|it| it.hex == digits));
        let digits = digits.filter(|_| are_alike).or(padding);
        // One suffix among many numbers is a damaged digit.
        let width = good().find_map(|number| number.width);
        let width = width.filter(|_| 2 * count(|it| it.width.is_some()) > numbers.len());
        let width = width.or(digits.and_then(width_of));
        let is_decimal = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == WRAP);
        let lengths = || texts.iter().copied().flatten();
        let is_clear = LEAST * (texts.len() - lengths().count()) <= lengths().count();
        let are_short = lengths().all(|it| it <= "0x4d".len()) && lengths().count() >= LEAST;
        let are_digits = are_short || lengths().any(|it| it >= CERTAIN_DIGITS);
        let mut list = Self {
            width,
            shown: width.or((digits == Some(2)).then_some(1)),
            padding,
            longest,
            cut: ends
                && last.is_some_and(|digits| digits < longest)
                && numbers.len() > LEAST
                && full + 1 == numbers.len(),
            numbers: numbers.len(),
            bytes: good().all(|it| it.value <= u8::MAX.into()),
            characters: lengths().sum(),
            suffixed: 2 * count(|it| it.is_wide) > numbers.len(),
            whole: is_list && open == 0 && !(is_signed && commas),
            decimal: is_list && texts.is_empty() && numbers.iter().all(|(it, _)| is_decimal(it)),
            paired: !has_sign && numbers.iter().all(|(text, _)| text.len() == 2),
            pairs: open == 0 && hex_pairs >= LEAST && hex_pairs == elements && is_hex_pair,
            commas,
            digits: is_list && (open == 0 || ends) && is_clear && are_digits,
            ..Self::default()
        };
        if list.whole {
            list.wrapped = lexer.are_wrapped(ahead);
            list.ty = dtype(&mut ahead);
            // The end of a code block may follow.
            while matches!(
                ahead.peek().kind,
                Kind::Mark('}' | ']' | ')' | ',' | ';' | '`')
            ) {
                ahead.next();
            }
            list.last = ahead.peek().kind == Kind::End;
        }
        list
    }

    /// Examines the values of an assembler line, whose strings are characters.
    pub(super) fn of_line(lexer: Lexer<'t>) -> Self {
        Self {
            digits: false,
            ..Self::new(lexer, Until::Line)
        }
    }

    /// Whether there are enough decimal numbers to take them for bytes on little other evidence.
    pub(super) fn is_decimal(&self) -> bool {
        self.whole && self.decimal && self.numbers >= LEAST
    }

    /// Whether there are so many decimal bytes that other text may stand behind them.
    pub(super) fn are_many_bytes(&self) -> bool {
        self.is_decimal() && self.bytes && self.numbers >= MANY
    }

    /// Whether all elements may be pairs of hexadecimal digits as well as decimal numbers.
    pub(super) fn may_be_pairs(&self) -> bool {
        let is_decimal = self.decimal && self.numbers >= LEAST;
        is_decimal && self.paired && !self.pairs && self.ty.is_none()
    }

    /// Whether decimal numbers are separated by blanks only, as Go and numpy print them.
    pub(super) fn is_spaced(&self) -> bool {
        self.is_decimal() && !self.commas && !self.paired
    }
}

/// Returns the index of `2] =` or `2]:`, the mark after its bracket, and the lexer behind that.
pub(super) fn designator<'t>(mut lexer: Lexer<'t>) -> Option<(&'t str, char, Lexer<'t>)> {
    match [(); 3].map(|()| lexer.next().kind) {
        [
            Kind::Number(index),
            Kind::Mark(']'),
            Kind::Mark(mark @ ('=' | ':')),
        ] => Some((index, mark, lexer)),
        _ => None,
    }
}

/// The width in bytes of elements that all have so many hexadecimal digits; `None` if it may be one byte.
fn width_of(digits: usize) -> Option<u32> {
    match digits {
        4 => Some(2),
        8 => Some(4),
        16 => Some(8),
        _ => None,
    }
}

/// Whether a number among others of `padding` hexadecimal digits is damaged. A decimal number may stand among them.
fn lacks_digits(text: &str, padding: usize) -> bool {
    match number(text, false) {
        Ok(number) => match number.hex {
            Some(digits) => digits != padding,
            None => text.len() > 1 && text.starts_with('0'),
        },
        Err(_) => text.len() <= padding + "0x".len(),
    }
}

/// Decodes a string of hexadecimal digits: `4d`, `0x4d`, `0x4`, `4d5a9000`.
fn bytes_of(text: Quoted<'_>) -> Option<Vec<u8>> {
    let body = text.text();
    let own = body.strip_prefix("0x").or_else(|| body.strip_prefix("0X"));
    let digits = own.unwrap_or(&body);
    let is_whole = match own {
        Some(digits) => digits.len() <= 2,
        None => digits.len().is_multiple_of(2),
    };
    let byte = |pair: &[u8]| {
        let mut digits = pair.iter();
        digits.try_fold(0, |byte, digit| Some(byte << 4 | nibble(*digit)?))
    };
    let is_byte = !digits.is_empty() && is_whole && text.prefix.is_empty();
    is_byte.then(|| digits.as_bytes().chunks(2).map(byte).collect())?
}

/// Parses the type after numpy's list, integer or not.
fn dtype<'t>(lexer: &mut Lexer<'t>) -> Option<Type<'t>> {
    let named = [Kind::Mark(','), Kind::Word("dtype"), Kind::Mark('=')];
    if lexer.ahead() != named {
        return None;
    }
    for kind in named {
        lexer.pass(kind);
    }
    let mut ty = Type::default();
    loop {
        let (word, means) = match lexer.peek().kind {
            Kind::Word(word) => (
                word,
                look_up(word).map_or(WordMeaning::Vague, |(means, _)| means),
            ),
            Kind::Text(text) => (text.body, WordMeaning::Vague),
            _ => return Some(ty),
        };
        lexer.next();
        // The word was the name of a module.
        if !lexer.pass(Kind::Mark('.')) {
            ty.add(word, means);
        }
    }
}

fn unexpected(token: Token<'_>) -> ReadError {
    problem(token.line, Problem::NotAValue(token.kind.token_text()))
}
