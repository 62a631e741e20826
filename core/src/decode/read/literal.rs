//! Parses byte literals of source code: arrays in C, C++, C#, Java, Rust, Python, Pascal, JavaScript and Go,
//! assembler directives, strings.
//!
//! One permissive lexer, [`tokens`], covers all languages; [`words`] is the table of the words that distinguish them.
//! [`read`] finds the start of data, and [`head`] derives the element width and the declared length from the
//! declaration; [`elements`] and [`strings`] parse the data. Wide elements are little-endian, as on the machines of
//! these structures. Each array is a region. A damaged number among padded ones is unknown; any other invalid element
//! is an error: without addresses, the bytes after it would be at the wrong offset.

mod directive;
mod elements;
mod head;
mod strings;
mod tokens;
mod words;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use self::directive::Directive;
use self::elements::{Elements, List, Until, designator};
use self::head::{DeclarationHead, NOTHING, WORD};
use self::strings::Escapes;
pub(super) use self::tokens::number;
use self::tokens::{Kind, Lexer, Quoted, unwrapped};
pub(super) use self::words::width;
use self::words::{STRONG, WEAK, is_among};
use super::base64::{self, Encoding};
use super::cells::Order;
use super::literal_output::{self, LiteralOutput, context_outcome};
use super::outcome::{LineOutcome, Outcome, Problem, Skip, SkipReason, excerpt};
use super::prefix::registry_value;
use super::row_stats::count;
use super::text::{Line, is_hex, is_pair, uncoded};
use super::{Candidate, Dialect, ReadError, Reading, plain};
use crate::decode::limits::{ARRAYS_LIMIT, GAP_LIMIT, LITERAL_TOKENS_LIMIT};
use crate::decode::memory::Memory;

/// The least length of the text after a quotation mark for it to count as an unterminated string.
const UNCLOSED: usize = 2;

/// Parses a text with data; `None` if it has none. If `asked` is the dialect of strings, hexadecimal or Base64 in
/// quotation marks counts as plain characters.
pub(super) fn read(
    text: &str,
    lines: &[Line<'_>],
    asked: Option<Dialect>,
) -> Option<Result<Reading, ReadError>> {
    // `dd 00` alone may be a directive, but is more likely two bytes.
    if lines.len() == 1 && text.split_whitespace().all(is_pair) {
        return None;
    }
    // The characters of a dump whose line breaks were lost may have quotation marks.
    let first = lines.first().map(|line| uncoded(&line.text).trim());
    if first.is_some_and(|first| Dialect::of_heading(first).is_some()) {
        return None;
    }
    // Its numbers are hexadecimal.
    if lines
        .iter()
        .any(|line| registry_value(&line.text).is_some())
    {
        return None;
    }
    let text = unwrapped(text);
    let mut reader = Reader {
        lexer: Lexer::new(&text, 1),
        asked,
        ..Reader::default()
    };
    if let Err(error) = reader.scan() {
        return Some(Err(literal_output::shown(error, lines)));
    }
    let found = reader.found.take()?;
    Some(reader.finish(&found, lines))
}

/// Creates an error without the line's text, which [`literal_output::shown`] adds.
fn problem(line: usize, problem: Problem) -> ReadError {
    ReadError::damaged(line, SkipReason::Literal(problem), "")
}

/// Strings that stand behind one another, at most so many, from the next token on, each with its line; and the lexer behind them.
fn strings_ahead<'t>(mut lexer: Lexer<'t>, most: usize) -> (Vec<(usize, Quoted<'t>)>, Lexer<'t>) {
    let mut strings = Vec::new();
    let mut ahead = lexer;
    let mut is_blob = false;
    // Python joins strings that no operator stands between before it repeats them.
    let mut is_beside = false;
    while strings.len() < most {
        let token = ahead.next();
        let is_joined = std::mem::take(&mut is_beside);
        match token.kind {
            Kind::Text(text) => {
                let times = repetition(ahead).filter(|_| !is_joined && !text.body.is_empty());
                let (count, behind) = times.unwrap_or((1, ahead));
                strings.extend(vec![(token.line, text); count.min(most - strings.len())]);
                ahead = behind;
                is_blob |= text.is_blob();
                is_beside = times.is_none();
                lexer = ahead;
            }
            // Operators that join strings. After a comma and long digits follows another value, or the name of their
            // encoding.
            Kind::Mark(',') if !is_blob => {
                let is_name =
                    matches!(ahead.peek().kind, Kind::Text(text) if named(text).is_some());
                let last = strings.last().map(|(_, text)| text.body);
                if !is_name && last.is_some_and(|it| it.len() >= CERTAIN_DIGITS && is_hex(it)) {
                    return (strings, lexer);
                }
            }
            Kind::Mark(mark) if "+.&\\`|".contains(mark) => {}
            _ => break,
        }
    }
    (strings, lexer)
}

/// Returns the count of `* 7` or gdb's `<repeats 7 times>` behind a string, and the lexer behind it.
fn repetition(mut lexer: Lexer<'_>) -> Option<(usize, Lexer<'_>)> {
    let times = match [lexer.next().kind, lexer.peek().kind] {
        [Kind::Mark('*'), next @ Kind::Number(times)] => {
            lexer.pass(next);
            number(times, false).ok()?.value
        }
        [Kind::Mark('<'), _] => lexer.pass_repeats()?,
        _ => return None,
    };
    let times = usize::try_from(times).ok()?;
    (times <= GAP_LIMIT).then_some((times, lexer))
}

/// The fewest hexadecimal digits in quotation marks that are taken for bytes, even if one is missing.
pub(super) const CERTAIN_DIGITS: usize = 8;

/// Returns the encoding of strings whose characters encode bytes: strings without escapes and prefix, SQL's
/// `X'4d5a'`, and Python's `b'4d5a…'` with many digits, as it prints byte strings of digits.
fn notation(strings: &[(usize, Quoted<'_>)], asked: Option<Dialect>) -> Option<Encoding> {
    let whole: String = strings.iter().map(|(_, text)| text.text()).collect();
    let digits = whole.chars().filter(char::is_ascii_hexdigit).count();
    let bytes = digits >= CERTAIN_DIGITS && asked != Some(Dialect::PythonBytes);
    let plain = |(_, text): &(usize, Quoted<'_>)| match text.prefix {
        "" | "x" | "X" => !text.digits().contains('\\'),
        "b" | "B" => bytes && !text.body.contains('\\'),
        _ => false,
    };
    if asked == Some(Dialect::StringLiteral) || strings.is_empty() || !strings.iter().all(plain) {
        return None;
    }
    let is_plain = |text: &str| {
        let words = text.split(' ').filter(|word| !word.is_empty());
        let (pairs, others): (Vec<&str>, Vec<&str>) = words.partition(|word| is_pair(word));
        pairs.len() > 1 && pairs.len() > others.len() || plain::take(text, Order::Memory).is_ok()
    };
    // This many digits are unlikely to be text, even if one was lost.
    let hex = base64::is_damaged_hex(&whole)
        || digits >= CERTAIN_DIGITS && strings.iter().all(|(_, text)| are_pairs(&text.text()))
        || whole.chars().all(|c| c.is_ascii_hexdigit() || c == ' ')
            && (digits >= CERTAIN_DIGITS
                || digits >= 4 && strings.iter().all(|(_, text)| is_plain(&text.text())));
    match hex {
        true => Some(Encoding::Hex),
        false => base64::certain(&whole).map(|_| Encoding::Base64),
    }
}

/// Whether a text has only pairs of digits between marks: `4d:5a:90`.
fn are_pairs(text: &str) -> bool {
    [':', '-']
        .iter()
        .any(|mark| text.trim().split(*mark).all(is_pair))
}

/// Returns the encoding that a string selects as an argument: `Buffer.from('4d5a…', 'hex')`, `pack('H*', '4d5a…')`.
fn named(text: Quoted<'_>) -> Option<Encoding> {
    match text.body {
        name if is_among("hex h*", name) => Some(Encoding::Hex),
        name if is_among("base64", name) => Some(Encoding::Base64),
        _ => None,
    }
}

/// Removes the strings that select an encoding, if all others are in it.
fn unnamed<'t>(
    strings: Vec<(usize, Quoted<'t>)>,
    asked: Option<Dialect>,
) -> Vec<(usize, Quoted<'t>)> {
    let name = strings.iter().find_map(|(_, text)| named(*text));
    let data = strings.iter().filter(|(_, text)| named(*text).is_none());
    let data: Vec<(usize, Quoted<'t>)> = data.copied().collect();
    let is_named = name.is_some() && notation(&data, asked) == name;
    if is_named { data } else { strings }
}

#[derive(Default)]
struct Reader<'t> {
    lexer: Lexer<'t>,
    /// How many tokens were passed since the last data.
    tokens: usize,
    /// The part of the current statement before the lexer.
    head: DeclarationHead<'t>,
    /// Whether a statement ended, so that other data follow.
    ended: bool,
    /// Whether a string after digits and a comma was skipped.
    passed: bool,
    /// The line and the text of what is joined to the last data and not read.
    unread: Option<(usize, String)>,
    output: LiteralOutput,
    /// Ranges of lines that belong to a literal, with or without bytes, or are comments.
    code: Vec<(usize, usize)>,
    /// The last line of the last array.
    end: usize,
    asked: Option<Dialect>,
    arrays: usize,
    /// The description of the first data.
    found: Option<DataDescription>,
    /// The number of elements and of bytes in the last data, to check a length constant after them.
    last: (u64, u64),
    also: Vec<Candidate>,
}

struct DataDescription {
    dialect: Dialect,
    /// The evidence; empty for an array.
    why: &'static str,
    elements: u64,
    width: u32,
    decimals: bool,
}

impl DataDescription {
    /// Describes bytes in a dialect; their number is set later.
    const fn bytes(dialect: Dialect, why: &'static str) -> Self {
        Self {
            dialect,
            why,
            elements: 0,
            width: 1,
            decimals: false,
        }
    }

    /// Whether the dialects differ and one of them is an encoding.
    fn is_other(&self, other: &Self) -> bool {
        let is_encoded = |it: &Self| matches!(it.dialect, Dialect::Plain | Dialect::Base64);
        self.dialect != other.dialect && (is_encoded(self) || is_encoded(other))
    }

    /// Returns the evidence for the dialect, with the number of arrays.
    fn why(&self, arrays: usize) -> String {
        let elements = count(self.elements as usize, "element");
        let width = count(self.width as usize, "byte");
        let mut why = match self.why {
            "" => format!("{}: {elements} of {width}", self.dialect.title()),
            why => why.to_owned(),
        };
        if self.width > 1 {
            why += ", the lowest byte first";
        }
        if self.decimals && self.elements > 0 {
            why += ", written in decimal";
        }
        if arrays > 1 {
            why += &format!("; {arrays} arrays, each by itself");
        }
        why
    }
}

impl<'t> Reader<'t> {
    /// Parses all data of the text.
    fn scan(&mut self) -> Result<(), ReadError> {
        while self.tokens < LITERAL_TOKENS_LIMIT {
            self.tokens += 1;
            let mut behind = self.lexer;
            let ahead = behind.next();
            let (line, is_first) = (ahead.line, ahead.indent.is_some());
            let directive = || Directive::of_line(self.lexer.rest_of_line(), line);
            if let Some(directive) = is_first.then(directive).flatten() {
                self.head = DeclarationHead::default();
                self.head.line = line;
                self.lexer.pass_line();
                self.data(true, |reader, _| reader.line(directive))?;
                continue;
            }
            if is_first && self.head.ends_before(ahead) {
                self.head = DeclarationHead::default();
            }
            if self.head.line == 0 {
                self.head.line = line;
            }
            match ahead.kind {
                Kind::Text(text) => self.string(text)?,
                Kind::Number(text) => self.number(text)?,
                Kind::Mark('-') if self.begins_negative() => self.array(Until::Commas)?,
                kind => {
                    self.lexer = behind;
                    self.code.extend(self.lexer.comments.take());
                    match kind {
                        Kind::Word(word) => self.head.word(word, self.lexer.is_call()),
                        Kind::Mark(mark) => self.mark(mark)?,
                        _ => return Ok(()),
                    }
                }
            }
        }
        let line = self.lexer.peek().line;
        let text = format!(
            "from here on nothing is read: no data are in the {LITERAL_TOKENS_LIMIT} words and marks before it"
        );
        self.output.note(line, text);
        Ok(())
    }

    fn next(&mut self) {
        self.lexer.next();
        self.code.extend(self.lexer.comments.take());
    }

    /// Processes the next token, a string.
    fn string(&mut self, text: Quoted<'_>) -> Result<(), ReadError> {
        let bytes = text.prefix.contains(['b', 'B']);
        let is_first = self.head.last == NOTHING;
        // `UNHEX('4d5a…')`, `pack('H*', '4d5a…')`, `{"hex": "4d5a…"}`.
        let last = std::mem::replace(&mut self.head.last, WORD);
        let is_digits = matches!(last, '(' | ',' | ':')
            && match notation(&[(0, text)], self.asked) {
                Some(Encoding::Base64) => self.names_base64(),
                encoding => encoding.is_some(),
            };
        let call = self.head.call.take();
        let is_name = named(text).is_some() && self.names_alone() || self.describes(last);
        let opens = bytes || text.is_blob() || self.head.assigned && !is_name || is_digits;
        if call.is_none() && !opens && !(is_first && self.stands_alone()) {
            self.passed = last == ',' && self.found.is_some();
            self.next();
            return Ok(());
        }
        // A column between two columns of digits, one of which may be addresses.
        if std::mem::take(&mut self.passed) && last == ',' && is_digits {
            let line = self.lexer.peek().line;
            return Err(strings::no_digits(line, Encoding::Hex));
        }
        if call.is_none() && bytes {
            match self.head.language() {
                Some(Dialect::JavaScriptArray) => self.head.hint(Dialect::RustArray, STRONG),
                _ => self.head.hint(Dialect::PythonBytes, WEAK),
            }
        }
        self.data(self.head.appended, |reader, head| {
            reader.strings(head, call)
        })
    }

    /// Whether the next string says what the data behind it are: numbers behind a comma, or the contents of a tag whose attribute it
    /// is. `last` is the mark before it.
    fn describes(&self, last: char) -> bool {
        let mut behind = self.lexer;
        behind.next();
        match behind.ahead() {
            [Kind::Mark(','), Kind::Number(_)] => last == '(',
            [Kind::Mark('>'), _] => last == '=',
            _ => false,
        }
    }

    /// Whether the next string has no other string after it.
    fn names_alone(&self) -> bool {
        strings_ahead(self.lexer, 2).0.len() == 1
    }

    /// Whether the string behind the next one says that it is Base64.
    fn names_base64(&self) -> bool {
        let (strings, _) = strings_ahead(self.lexer, 2);
        matches!(strings[..], [_, (_, name)] if named(name) == Some(Encoding::Base64))
    }

    /// Whether the next string is not part of a sentence.
    fn stands_alone(&self) -> bool {
        let mut ahead = self.lexer;
        ahead.next();
        let behind = ahead.next();
        let ends = matches!(
            behind.kind,
            Kind::End | Kind::Text(_) | Kind::Mark(';' | ',' | '+' | '.' | '\\' | '<')
        );
        behind.kind != Kind::Mark(':') && (behind.indent.is_some() || ends)
    }

    /// Whether the next token is the sign of the first of elements without brackets.
    fn begins_negative(&self) -> bool {
        let [_, first, behind] = self.lexer.ahead();
        self.head.assigned
            && matches!(self.head.last, '=' | '(')
            && matches!((first, behind), (Kind::Number(_), Kind::Mark(',')))
    }

    /// Processes the next token, a number: the first of elements without brackets, or a length constant.
    fn number(&mut self, text: &'t str) -> Result<(), ReadError> {
        let [_, behind] = self.lexer.ahead();
        let marked = text.starts_with(['$', '&']);
        // Behind a comma, elements before it were passed over.
        let begins = self.head.assigned && !matches!(self.head.last, ',' | '-')
            || self.head.last == NOTHING && marked;
        if begins && behind == Kind::Mark(',') {
            if marked {
                self.head.hint(Dialect::PascalArray, WEAK);
            }
            return self.array(Until::Commas);
        }
        self.next();
        let is_value = self.head.assigned && self.head.last == '=';
        self.head.last = WORD;
        if let (true, Ok(number)) = (is_value, number(text, false)) {
            self.length(number.value);
            self.head = DeclarationHead::default();
        }
        Ok(())
    }

    /// Processes a punctuation mark.
    fn mark(&mut self, mark: char) -> Result<(), ReadError> {
        let head = &mut self.head;
        let next = match mark {
            '[' | '(' | '=' => self.lexer.peek().kind,
            _ => Kind::End,
        };
        let holds = head.may_hold_data();
        let last = std::mem::replace(&mut head.last, mark);
        let mut close = None;
        match mark {
            '[' if is_decimal(self.lexer, next, last, head.name) => {
                head.list();
                return self.array(Until::Bracket(']'));
            }
            '[' => {
                if last == '!' {
                    head.hint(Dialect::RustArray, STRONG);
                }
                let is_dimension = head.dimension(&mut self.lexer, last);
                // `(*)[136]` is a pointer to an array, `[0]: 16` an element of one.
                let is_index = last == ')' || designator(self.lexer).is_some();
                close = (holds && !is_dimension && !is_index).then_some(']');
            }
            '{' => close = (holds || last == ']').then_some('}'),
            '(' if head.assigned && matches!(last, '=' | '(') => {
                let opens = matches!(next, Kind::Text(_) | Kind::Mark('(' | '[' | '{'));
                let mut inside = self.lexer;
                let is_index =
                    inside.pass(Kind::Mark('[')) && matches!(designator(inside), Some((_, '=', _)));
                close = (!opens || is_index).then_some(')');
            }
            // Kotlin's function takes the bytes also where nothing is assigned.
            '(' if is_among("bytearrayof ubytearrayof", head.name) => head.assigned = true,
            '"' if head.assigned || head.call.is_some() => return self.unclosed(UNCLOSED),
            '\'' if last == WORD && is_among("b x", head.name) => return self.unclosed(UNCLOSED),
            // Quotation markers of e-mail and Markdown.
            '>' | '`' => head.last = last,
            '=' if next == Kind::Mark('=') => self.next(),
            '=' => head.assign(last),
            ':' => head.colon(),
            ';' => {
                *head = DeclarationHead::default();
                self.ended = true;
            }
            '<' => {
                // `std::array<uint8_t, 3>`
                let ahead = self.lexer.ahead();
                if let [Kind::Word(_), Kind::Mark(','), Kind::Number(text), end] = ahead
                    && end == Kind::Mark('>')
                {
                    head.declared = number(text, true).ok().map(|number| number.value);
                }
            }
            _ => {}
        }
        match close.filter(|_| self.head.holds(self.lexer)) {
            Some(close) => self.array(Until::Bracket(close)),
            None => Ok(()),
        }
    }

    /// Returns an error for an unterminated string, if at least `least` characters follow in its line.
    fn unclosed(&self, least: usize) -> Result<(), ReadError> {
        let (line, rest) = (self.lexer.peek().line, self.lexer.rest_of_line());
        if rest.len() < least {
            return Ok(());
        }
        let text = excerpt(rest.trim_start_matches('"'));
        Err(problem(line, Problem::Unclosed(text)))
    }

    /// Parses data with `read`. They are a new array unless they continue the previous one.
    fn data(
        &mut self,
        goes_on: bool,
        read: impl FnOnce(&mut Self, DeclarationHead<'t>) -> Result<DataDescription, ReadError>,
    ) -> Result<(), ReadError> {
        self.tokens = 0;
        let head = std::mem::take(&mut self.head);
        let named = std::mem::take(&mut self.ended) || head.assigned;
        if !goes_on && (named || self.arrays == 0) {
            self.arrays += 1;
            if self.arrays > ARRAYS_LIMIT {
                return Err(ReadError::TooManyArrays { line: head.line });
            }
            self.output.begin();
            self.unread = None;
        }
        if let Some((line, text)) = self.unread.take() {
            return Err(problem(line, Problem::NotAValue(text)));
        }
        let is_same = goes_on || !named;
        let before = self.output.len();
        let mut found = read(self, head)?;
        let bytes = self.output.len().saturating_sub(before) as u64;
        found.elements = bytes / u64::from(found.width.max(1));
        self.last = (found.elements, bytes);
        self.check_declared(head, found.dialect);
        match &mut self.found {
            // All strings of an array have the same encoding: if one has none, its digits are damaged.
            Some(first) if is_same && found.is_other(first) => {
                return Err(strings::no_digits(head.line, Encoding::Hex));
            }
            // The array continues.
            Some(first) if self.arrays <= 1 => first.elements += found.elements,
            Some(_) => {}
            first => *first = Some(found),
        }
        // Closing punctuation belongs to the statement.
        self.unread = operand(self.lexer);
        let last = self.output.outcomes.last().map_or(0, |last| last.line);
        let mut end = last.max(self.end).max(head.line);
        let mut ahead = self.lexer;
        while let Kind::Mark(';' | ')' | ']' | '}' | ',' | '`') = ahead.peek().kind {
            end = end.max(ahead.next().line);
        }
        self.code.push((head.line, end));
        Ok(())
    }

    fn line(&mut self, directive: Directive<'t>) -> Result<DataDescription, ReadError> {
        let lexer = directive.operands;
        let list = List::of_line(lexer);
        let kind = (directive.language(), Some(directive.width));
        let mut line = Elements::new(lexer, &mut self.output, Until::Line, list, kind);
        line.octal = directive.name.starts_with('.');
        line.terminated = is_among(".asciz .string", directive.name);
        line.read()?;
        let why = "lines such as `db 4Dh, 5Ah`";
        Ok(DataDescription {
            width: directive.width,
            ..DataDescription::bytes(Dialect::Assembler, why)
        })
    }

    fn array(&mut self, until: Until) -> Result<(), ReadError> {
        self.data(self.head.appended, |reader, head| {
            reader.elements(until, head)
        })
    }

    fn elements(
        &mut self,
        until: Until,
        head: DeclarationHead<'t>,
    ) -> Result<DataDescription, ReadError> {
        // Without other evidence, the kind of bracket determines the language.
        let mut list = List::new(self.lexer, until);
        list.pairs &= until == Until::Bracket(']') && head.element_type().word().is_none();
        // Rust's `{:02x?}` may print no letter.
        let may_be_pairs = list.may_be_pairs() && until == Until::Bracket(']');
        if may_be_pairs && !head.assigned && !head.is_typed() {
            let why = "the numbers may be hexadecimal, as Rust prints them with `{:02x?}`";
            match self.asked {
                Some(Dialect::RustArray) => list.pairs = true,
                _ => self.offer(Dialect::RustArray, why.to_owned()),
            }
        }
        let language = match until {
            _ if list.pairs => Some(Dialect::RustArray),
            _ => head.language(),
        };
        let language = language.unwrap_or(match until {
            Until::Bracket(']' | ')') => Dialect::PythonBytes,
            _ => Dialect::CArray,
        });
        let ty = list.ty.unwrap_or(head.element_type());
        let declared = match (ty.unknown(), list.shown) {
            (Some(word), Some(width)) => {
                let text = format!(
                    "`{word}` is not a known type: an element has {}, as its digits show",
                    count(width as usize, "byte")
                );
                self.output.note(head.line, text);
                Some(width)
            }
            _ => ty.width(language).map_err(|it| problem(head.line, it))?,
        };
        let is_asked = self.asked.is_none_or(|asked| asked == Dialect::Plain);
        list.digits &=
            is_asked && declared.is_none_or(|width| width == 1) && until == Until::Bracket(']');
        let texts = list.digits.then_some(list.characters as u64);
        let kind = (language, declared);
        let mut array = Elements::new(self.lexer, &mut self.output, until, list, kind);
        array.read()?;
        self.lexer = array.lexer;
        self.end = self.end.max(array.end);
        let found = DataDescription {
            dialect: array.language,
            width: array.width,
            decimals: array.decimals == array.count,
            ..DataDescription::bytes(language, "")
        };
        let Some(elements) = texts else {
            return Ok(found);
        };
        let dialect = found.dialect;
        let why = DataDescription { elements, ..found }.why(1);
        self.offer(dialect, why);
        let why = "bytes of two digits, each in quotation marks";
        Ok(DataDescription::bytes(Dialect::Plain, why))
    }

    /// Adds another reading, once.
    fn offer(&mut self, dialect: Dialect, why: String) {
        if !self.also.iter().any(|it| it.dialect == dialect) {
            self.also.push(Candidate { dialect, why });
        }
    }

    /// Parses strings; `call` is the encoding that the called function decodes.
    fn strings(
        &mut self,
        head: DeclarationHead<'t>,
        call: Option<Encoding>,
    ) -> Result<DataDescription, ReadError> {
        let (strings, behind) = strings_ahead(self.lexer, usize::MAX);
        let strings = unnamed(strings, self.asked);
        self.lexer = behind;
        if self.lexer.pass(Kind::Mark('"')) {
            self.unclosed(1)?;
        }
        let language = head.language().unwrap_or(Dialect::StringLiteral);
        let encoding = call.or_else(|| notation(&strings, self.asked));
        let mut push = |line, byte| self.output.push_bytes(line, &[Some(byte)]);
        let Some(encoding) = encoding else {
            let bodies = strings.iter().map(|(_, text)| text.body);
            let escapes = Escapes::of(language, bodies);
            for (line, text) in strings {
                strings::read(text, line, escapes, &mut push)?;
            }
            let why = "text in quotation marks, its escapes read";
            return Ok(match language {
                Dialect::RustArray | Dialect::PythonBytes => DataDescription::bytes(language, ""),
                _ => DataDescription::bytes(Dialect::StringLiteral, why),
            });
        };
        strings::decode(encoding, &strings, &mut push)?;
        let mut prefixes = strings.iter().map(|(_, text)| text.prefix);
        if call.is_none() && prefixes.clone().any(|prefix| is_among("x", prefix)) {
            self.ended = true;
        } else if call.is_none() {
            let dialect = match prefixes.any(|prefix| is_among("b", prefix)) {
                false => Dialect::StringLiteral,
                true => Dialect::PythonBytes,
            };
            let why = "the quotation marks: each character a byte".to_owned();
            self.offer(dialect, why);
        }
        let (dialect, why) = match (encoding, call) {
            (Encoding::Base64, _) => (Dialect::Base64, "Base64 in quotation marks"),
            (_, None) => (Dialect::Plain, "hexadecimal digits in quotation marks"),
            (_, Some(_)) => (head.language().unwrap_or(Dialect::PythonBytes), ""),
        };
        Ok(DataDescription::bytes(dialect, why))
    }

    /// Adds a note if the declared number of elements differs from the actual one.
    fn check_declared(&mut self, head: DeclarationHead<'_>, dialect: Dialect) {
        let Some(declared) = head.declared else {
            return;
        };
        let (elements, _) = self.last;
        // In C, a string has a terminating zero if the array has room for it.
        let zero = dialect == Dialect::StringLiteral && declared == elements.saturating_add(1);
        if declared != elements && !zero {
            let text = format!(
                "the declaration says {declared} elements, but the text has {elements}: only these are read"
            );
            self.output.note(head.line, text);
        }
    }

    /// Compares a length constant with the array before it.
    fn length(&mut self, value: u64) {
        let (name, line) = (self.head.name, self.head.line);
        let lower = name.to_ascii_lowercase();
        let mut words = ["len", "size", "count"].iter();
        if self.arrays == 0 || !words.any(|word| lower.contains(word)) {
            return;
        }
        self.code.push((line, line));
        let (elements, bytes) = self.last;
        if value != bytes && value != elements {
            let text = format!("`{name}` is {value}, but the array before it has {bytes} bytes");
            self.output.note(line, text);
        }
    }

    fn finish(mut self, found: &DataDescription, lines: &[Line<'_>]) -> Result<Reading, ReadError> {
        let uneven = self.output.uneven_row(1).filter(|_| !found.decimals);
        if let Some((line, bytes, others)) = uneven {
            let text = SkipReason::RowSize(bytes, others).to_string();
            self.output.note(line, text);
        }
        self.output.notes.sort_by_key(|note| note.line);
        let is_assembler = found.dialect == Dialect::Assembler;
        let outcomes = std::mem::take(&mut self.output.outcomes);
        let outcomes = self.outcomes(outcomes, lines, is_assembler);
        if let Some(error) = unread(lines, &outcomes, is_assembler) {
            return Err(error);
        }
        self.output.outcomes = outcomes;
        let full = |region: &&Memory| !region.is_empty();
        let regions = self.output.regions.iter().filter(full).count();
        let why = found.why(regions);
        let mut reading = self.output.reading(found.dialect, why, lines)?;
        reading.also = self.also;
        Ok(reading)
    }

    /// Returns the outcome of every line, given those of the lines with bytes.
    fn outcomes(
        &mut self,
        bytes: Vec<LineOutcome>,
        lines: &[Line<'_>],
        is_assembler: bool,
    ) -> Vec<LineOutcome> {
        self.code.sort_unstable();
        let mut bytes = bytes.into_iter().peekable();
        let mut code = self.code.iter().peekable();
        // Ranges may overlap: the end of those that began before the line.
        let mut reach = 0;
        let outcomes = lines.iter().map(|line| {
            while let Some((_, end)) = code.next_if(|(first, _)| *first <= line.number) {
                reach = reach.max(*end);
            }
            let is_before = |outcome: &LineOutcome| outcome.line < line.number;
            while bytes.next_if(is_before).is_some() {}
            if let Some(outcome) = bytes.next_if(|outcome| outcome.line == line.number) {
                return outcome;
            }
            let text = uncoded(&line.text);
            let is_code = line.number <= reach || is_assembler && directive::is_listing(text);
            let outcome = match context_outcome(&line.text) {
                Some(outcome) => outcome,
                None if is_code => Outcome::Code,
                None => Outcome::Skipped(Skip::new(SkipReason::NoLiteral, text)),
            };
            LineOutcome::new(line.number, outcome)
        });
        outcomes.collect()
    }
}

/// Whether a `[` is followed by many decimal numbers only, as Go, numpy and JSON print bytes, by pairs of hexadecimal
/// digits only, as Rust prints them with `{:02x?}`, or by digits in quotation marks only.
fn is_decimal(lexer: Lexer<'_>, next: Kind<'_>, last: char, name: &str) -> bool {
    if matches!(next, Kind::End | Kind::Mark(_)) && next != Kind::Mark('[') {
        return false;
    }
    let list = List::new(lexer, Until::Bracket(']'));
    if list.pairs {
        return matches!(last, NOTHING | WORD | '=' | ':' | '(');
    }
    if list.digits {
        return matches!(last, NOTHING | WORD | '=');
    }
    let named = matches!(last, ':' | '(');
    let is_last = list.last || last == ':' || named && name == "array" || list.are_many_bytes();
    is_last && list.is_decimal() && (named || list.is_spaced())
}

/// Returns the line and the text of an operand that is joined to the data before it: `+ p64(0)`. A mark at the start of a line may
/// be one of a list or of a diff.
fn operand(mut lexer: Lexer<'_>) -> Option<(usize, String)> {
    let token = lexer.next();
    let operand = lexer.peek().kind;
    let is_operator = match token.kind {
        Kind::Mark('+') => token.indent != Some(0),
        Kind::Mark('*') => token.indent.is_none(),
        Kind::Mark('.') => matches!(operand, Kind::Word(word) if is_among("ljust rjust", word)),
        _ => false,
    };
    let text = || token.kind.token_text() + " " + &operand.token_text();
    (is_operator && operand != Kind::Mark('=')).then(|| (token.line, text()))
}

/// Returns the error for the first line whose bytes are missing, with bytes after it or in its line: a line of an assembler
/// listing, or one that lost a quotation mark. Of the two sides of a diff, none is missing, but one is too many.
fn unread(lines: &[Line<'_>], outcomes: &[LineOutcome], is_assembler: bool) -> Option<ReadError> {
    let is_given = |outcome: &LineOutcome| matches!(outcome.outcome, Outcome::Bytes { .. });
    let first = outcomes.iter().position(is_given)?;
    let last = outcomes.iter().rposition(is_given)?;
    let mut is_old = false;
    let mut problems = lines.iter().zip(outcomes).enumerate();
    problems.find_map(|(at, (line, outcome))| {
        let text = uncoded(&line.text).trim();
        let was_old = std::mem::replace(&mut is_old, line.text.starts_with('-'));
        let problem = match &outcome.outcome {
            Outcome::Bytes { .. } if was_old && line.text.starts_with('+') => {
                Some(Problem::BothSides)
            }
            Outcome::Code | Outcome::Skipped(_) => {
                let is_torn =
                    || strings::has_escapes(text) || at > first && strings::has_one_mark(text);
                let leaves_out = || directive::leaves_out(text) || directive::lists(text);
                let is_unread = is_assembler
                    && (at < last && leaves_out() || at > 0 && directive::goes_on(text));
                let value = is_unread.then(|| Problem::NotAValue(line.text.trim().to_owned()));
                value.or_else(|| (at < last && is_torn()).then(|| Problem::Unclosed(excerpt(text))))
            }
            _ => None,
        }?;
        let reason = SkipReason::Literal(problem);
        Some(ReadError::damaged(line.number, reason, &line.text))
    })
}
