//! Parses byte literals of source code: arrays in C, C++, C#, Java, Rust, Python, Pascal, JavaScript and Go,
//! assembler directives, strings.
//!
//! One permissive lexer, [`tokens`], covers all languages; [`words`] is the table of the words that distinguish them.
//! [`Reader`] finds the start of the data, after the declaration that [`head`] parses; [`list`] and [`strings`] parse
//! the data. Wide elements are little-endian, as on the machines of these structures. Each array is a region. A damaged
//! number among padded ones is unknown; any other invalid element is an error: without addresses, the bytes after it
//! would be at the wrong offset.

mod directive;
mod head;
mod list;
mod strings;
mod tokens;
mod words;

#[cfg(test)]
mod properties;

use self::directive::Directive;
use self::head::{DeclarationHead, NOTHING, WORD};
use self::list::{List, Until, designator};
use self::strings::Escapes;
use self::tokens::Kind::{self, End, Number, Punct, Text, Word};
pub(super) use self::tokens::number;
use self::tokens::{Lexer, Quoted, unwrapped};
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

/// Parses a text with data; `None` if it has none. If `asked` is the dialect of strings, hexadecimal or Base64 in
/// quotation marks counts as plain characters.
pub(super) fn read(
    text: &str,
    lines: &[Line<'_>],
    asked: Option<Dialect>,
) -> Option<Result<Reading, ReadError>> {
    // `dd 00` alone may be a directive, but is more likely two bytes.
    let is_other = text.split_whitespace().all(is_pair)
        // Its numbers are hexadecimal.
        || lines.iter().any(|line| registry_value(&line.text).is_some());
    if is_other {
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

/// Returns the adjacent strings from the next token on, at most `most`, and the lexer after them.
fn strings_ahead<'t>(mut lexer: Lexer<'t>, most: usize) -> (Vec<Quoted<'t>>, Lexer<'t>) {
    let mut strings: Vec<Quoted<'_>> = Vec::new();
    let mut ahead = lexer;
    let mut is_blob = false;
    // Python joins adjacent strings without an operator before it repeats them.
    let mut is_beside = false;
    while strings.len() < most {
        let is_joined = std::mem::take(&mut is_beside);
        match ahead.next().kind {
            // The keys and the values of a dictionary are not joined.
            Text(text)
                if strings
                    .last()
                    .is_some_and(|last| last.is_bytes() != text.is_bytes()) =>
            {
                break;
            }
            Text(text) => {
                let times = repetition(ahead).filter(|_| !is_joined);
                let (count, behind) = times.unwrap_or((1, ahead));
                strings.extend(vec![text; count.min(most - strings.len())]);
                is_blob |= text.is_blob();
                is_beside = times.is_none();
                (ahead, lexer) = (behind, behind);
            }
            // Operators that join strings. After long digits and a comma, another value follows.
            Punct(',') if !is_blob => {
                let last = strings.last().map(|text| text.body);
                if last.is_some_and(|it| it.len() >= CERTAIN_DIGITS && is_hex(it)) {
                    break;
                }
            }
            Punct(mark) if "+.&\\`|".contains(mark) => {}
            _ => break,
        }
    }
    (strings, lexer)
}

/// Returns the count of `* 7` or gdb's `<repeats 7 times>` after a string, and the lexer after it.
fn repetition(mut lexer: Lexer<'_>) -> Option<(usize, Lexer<'_>)> {
    let times = match lexer.next().kind {
        Punct('*') => match lexer.next().kind {
            Number(times) => number(times, false).ok()?.value,
            _ => return None,
        },
        Punct('<') => lexer.pass_repeats()?,
        _ => return None,
    };
    let times = usize::try_from(times).ok()?;
    (times <= GAP_LIMIT).then_some((times, lexer))
}

/// The fewest hexadecimal digits in quotation marks that are taken for bytes, even if one is missing.
pub(super) const CERTAIN_DIGITS: usize = 8;

/// Returns the encoding of strings whose characters encode bytes: strings without escapes and prefix, SQL's
/// `X'4d5a'`, and Python's `b'4d5a…'` with many digits, as it prints byte strings of digits.
fn notation(strings: &[Quoted<'_>], asked: Option<Dialect>) -> Option<Encoding> {
    let texts: Vec<String> = strings.iter().map(|text| text.text()).collect();
    let whole = texts.concat();
    let digits = whole.chars().filter(char::is_ascii_hexdigit).count();
    let is_long = digits >= CERTAIN_DIGITS;
    let is_encoded = |text: &Quoted<'_>| match text.prefix {
        "b" | "B" => is_long && asked != Some(Dialect::PythonBytes),
        prefix => matches!(prefix, "" | "x" | "X"),
    };
    if asked == Some(Dialect::StringLiteral) || !strings.iter().all(is_encoded) {
        return None;
    }
    // `4d:5a:90`
    let are_pairs = |text: &String| {
        let mut marks = [':', '-'].iter();
        marks.any(|mark| text.trim().split(*mark).all(is_pair))
    };
    let is_plain = |text: &String| {
        let words = text.split(' ').filter(|word| !word.is_empty());
        let (pairs, others): (Vec<&str>, Vec<&str>) = words.partition(|word| is_pair(word));
        pairs.len() > others.len() || plain::line_bytes(text, Order::Memory).is_ok()
    };
    let are_digits = whole.chars().all(|c| c.is_ascii_hexdigit() || c == ' ');
    // This many digits are unlikely to be text, even if one was lost.
    let is_hex = base64::is_damaged_hex(&whole)
        || is_long && (are_digits || texts.iter().all(are_pairs))
        || digits >= 4 && are_digits && texts.iter().all(is_plain);
    match is_hex {
        true => Some(Encoding::Hex),
        false => base64::certain(&whole).map(|_| Encoding::Base64),
    }
}

/// Data that begin at a token.
enum Data<'t> {
    Line(Directive<'t>),
    List(Box<List<'t>>),
    Strings,
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
    /// The line and the text of an unparsed operand that is joined to the last data.
    unread: Option<(usize, String)>,
    output: LiteralOutput,
    /// Ranges of lines that belong to a literal, with or without bytes, or are comments.
    code: Vec<(usize, usize)>,
    /// The last line of the last array.
    end: usize,
    asked: Option<Dialect>,
    arrays: usize,
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
        self.dialect != other.dialect && is_encoded(other)
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
        if self.decimals {
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
            let token = behind.next();
            let is_first = token.indent.is_some();
            let directive = || Directive::of_line(self.lexer.rest_of_line(), token.line);
            let directive = is_first.then(directive).flatten();
            if is_first && self.head.ends_before(token) {
                self.head = DeclarationHead::default();
            }
            if self.head.line == 0 {
                self.head.line = token.line;
            }
            let data = match token.kind {
                _ if directive.is_some() => {
                    self.lexer.pass_line();
                    directive.map(Data::Line)
                }
                Text(text) => self.string(text)?,
                Number(_) | Punct('-') if self.begins_elements() => {
                    Some(Data::List(Box::new(List::new(self.lexer, Until::Commas))))
                }
                Number(text) => {
                    self.number(text);
                    None
                }
                kind => {
                    self.lexer = behind;
                    self.code.extend(self.lexer.comments.take());
                    match kind {
                        Word(word) => {
                            let is_called = self.lexer.peek().kind == Punct('(');
                            self.head.word(word, is_called);
                            None
                        }
                        Punct(mark) => self.mark(mark)?,
                        _ => return Ok(()),
                    }
                }
            };
            data.map_or(Ok(()), |data| self.read(data))?;
        }
        let line = self.lexer.peek().line;
        let text = format!(
            "from here on nothing is read: no data are in the {LITERAL_TOKENS_LIMIT} words and marks before it"
        );
        self.output.note(line, text);
        Ok(())
    }

    /// Skips the next token.
    fn pass(&mut self) {
        self.lexer.next();
        self.code.extend(self.lexer.comments.take());
    }

    /// Processes the next token, a string.
    fn string(&mut self, text: Quoted<'_>) -> Result<Option<Data<'t>>, ReadError> {
        let is_bytes = text.is_bytes();
        let last = std::mem::replace(&mut self.head.last, WORD);
        let (strings, mut behind) = (strings_ahead(self.lexer, 2).0, self.lexer);
        behind.next();
        let (next, [_, second]) = (behind.peek(), behind.ahead());
        let names_base64 =
            || strings.get(1).and_then(|text| text.encoding()) == Some(Encoding::Base64);
        // `UNHEX('4d5a…')`, `pack('H*', '4d5a…')`, `{"hex": "4d5a…"}`.
        let is_encoded = matches!(last, '(' | ',' | ':')
            && match notation(&[text], self.asked) {
                Some(Encoding::Base64) => names_base64(),
                encoding => encoding.is_some(),
            };
        // It describes the data after it: numbers follow after a comma, or it is an attribute of the tag around them.
        let describes = next.kind == Punct(',') && matches!(second, Number(_))
            || last == '=' && next.kind == Punct('>');
        // It is not part of a sentence.
        let is_apart = next.indent.is_some()
            || matches!(next.kind, End | Text(_))
            || matches!(next.kind, Punct(mark) if ";,+.\\<".contains(mark));
        let is_data = is_bytes
            || text.is_blob()
            || is_encoded
            || self.head.call.is_some()
            || self.head.assigned && !describes
            || last == NOTHING && is_apart;
        if !is_data {
            self.passed = last == ',' && self.found.is_some();
            self.pass();
            return Ok(None);
        }
        // A column between two columns of digits, one of which may be addresses.
        if std::mem::take(&mut self.passed) && last == ',' && is_encoded {
            return Err(strings::no_digits(text.line, Encoding::Hex));
        }
        if is_bytes {
            match self.head.language() {
                Some(Dialect::JavaScriptArray) => self.head.hint(Dialect::RustArray, STRONG),
                _ => self.head.hint(Dialect::PythonBytes, WEAK),
            }
        }
        Ok(Some(Data::Strings))
    }

    /// Whether the next token, a number or its sign, is the first of elements without brackets.
    fn begins_elements(&mut self) -> bool {
        let head = &mut self.head;
        match self.lexer.ahead() {
            [Number(text), Punct(','), Number(_) | Punct('-')] => {
                let is_marked = text.starts_with(['$', '&']);
                // After a comma, earlier elements were skipped.
                let begins = head.assigned && !matches!(head.last, ',' | '-')
                    || head.last == NOTHING && is_marked;
                if is_marked {
                    head.hint(Dialect::PascalArray, WEAK);
                }
                begins
            }
            [Punct('-'), Number(_), Punct(',')] => head.assigned && matches!(head.last, '=' | '('),
            _ => false,
        }
    }

    /// Processes the next token, a number: the length of the array before it, or no data.
    fn number(&mut self, text: &'t str) {
        self.pass();
        let value = number(text, false).ok().map(|number| number.value);
        let is_value = self.head.number(text);
        let Some(value) = value.filter(|_| is_value) else {
            return;
        };
        let DeclarationHead { name, line, .. } = std::mem::take(&mut self.head);
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

    /// Processes a punctuation mark.
    fn mark(&mut self, mark: char) -> Result<Option<Data<'t>>, ReadError> {
        let head = &mut self.head;
        let next = match mark {
            '[' | '(' => self.lexer.peek().kind,
            _ => End,
        };
        let holds = head.may_hold_data();
        let last = std::mem::replace(&mut head.last, mark);
        let mut close = None;
        match mark {
            '[' => {
                let list = numbers_in_brackets(self.lexer, next, last);
                if let Some(list) = list {
                    head.list();
                    return Ok(Some(Data::List(Box::new(list))));
                }
                if last == '!' {
                    head.hint(Dialect::RustArray, STRONG);
                }
                let is_dimension = head.dimension(&mut self.lexer, last);
                // `(*)[136]` is a pointer to an array, `[0]: 16` an element of one.
                let is_index = last == ')' || designator(self.lexer).is_some();
                close = (holds && !is_dimension && !is_index).then_some(']');
            }
            '{' => close = holds.then_some('}'),
            '(' if head.assigned && matches!(last, '=' | '(') => {
                let opens = matches!(next, Text(_) | Punct('(' | '[' | '{'));
                let is_index = next == Punct('[');
                close = (!opens || is_index).then_some(')');
            }
            // Kotlin's function takes the bytes also where nothing is assigned.
            '(' if is_among("bytearrayof ubytearrayof", head.name) => head.assigned = true,
            '"' if head.assigned => self.unclosed()?,
            '\'' if is_among("b x", head.name) => self.unclosed()?,
            // Quotation markers of e-mail and Markdown.
            '>' | '`' => head.last = last,
            '=' => head.assign(last),
            ':' => head.colon(),
            ';' => {
                *head = DeclarationHead::default();
                self.ended = true;
            }
            '<' => {
                // `std::array<uint8_t, 3>`
                let ahead = self.lexer.ahead();
                if let [Word(_), Punct(','), Number(text), Punct('>')] = ahead {
                    head.declared = number(text, true).ok().map(|number| number.value);
                }
            }
            _ => {}
        }
        let holds = self.head.holds(self.lexer) && !is_beside_numbers(self.lexer);
        let close = close.filter(|_| holds);
        let list = |close| List::new(self.lexer, Until::Bracket(close));
        Ok(close.map(|close| Data::List(Box::new(list(close)))))
    }

    /// Returns an error for an unterminated string.
    fn unclosed(&self) -> Result<(), ReadError> {
        let (line, rest) = (self.lexer.peek().line, self.lexer.rest_of_line());
        let text = excerpt(rest.trim_start_matches('"'));
        Err(problem(line, Problem::Unclosed(text)))
    }

    /// Parses data. They are a new array unless they continue the previous one.
    fn read(&mut self, data: Data<'t>) -> Result<(), ReadError> {
        self.tokens = 0;
        let head = std::mem::take(&mut self.head);
        let goes_on = head.appended || matches!(data, Data::Line(_));
        let is_named = std::mem::take(&mut self.ended) || head.assigned;
        if !goes_on && (is_named || self.arrays == 0) {
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
        let before = self.output.len();
        let mut found = match data {
            Data::Line(directive) => {
                let list = List::new(directive.operands, Until::Line(directive.is_terminated()));
                let (language, width) = (directive.language(), directive.width);
                list.write(&mut self.output, language, Some(width))?;
                let why = "lines such as `db 4Dh, 5Ah`";
                DataDescription {
                    width,
                    ..DataDescription::bytes(Dialect::Assembler, why)
                }
            }
            Data::List(list) => self.elements(*list, head)?,
            Data::Strings => self.strings(head)?,
        };
        let bytes = self.output.len().saturating_sub(before) as u64;
        found.elements = bytes / u64::from(found.width.max(1));
        self.last = (found.elements, bytes);
        // In C, a string has a terminating zero if the array has room for it.
        let zero = u64::from(found.dialect == Dialect::StringLiteral);
        let elements = found.elements;
        let fits = [elements, elements.saturating_add(zero)];
        if let Some(declared) = head.declared.filter(|declared| !fits.contains(declared)) {
            let text = format!(
                "the declaration says {declared} elements, but the text has {elements}: only these are read"
            );
            self.output.note(head.line, text);
        }
        match &mut self.found {
            // All strings of an array have the same encoding: if one has none, its digits are damaged.
            Some(first) if !is_named && found.is_other(first) => {
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
        while let Punct(';' | ')' | ']' | '}' | ',' | '`') = ahead.peek().kind {
            end = end.max(ahead.next().line);
        }
        self.code.push((head.line, end));
        Ok(())
    }

    fn elements(
        &mut self,
        mut list: List<'t>,
        head: DeclarationHead<'t>,
    ) -> Result<DataDescription, ReadError> {
        let ty = head.element_type();
        list.pairs &= ty.word().is_none();
        // Rust's `{:02x?}` may print no letter.
        if list.may_be_pairs && !head.assigned {
            let why = "the numbers may be hexadecimal, as Rust prints them with `{:02x?}`";
            match self.asked {
                Some(Dialect::RustArray) => list.pairs = true,
                _ => self.offer(Dialect::RustArray, why.to_owned()),
            }
        }
        // Without other evidence, the kind of bracket determines the language.
        let language = match list.until {
            _ if list.pairs => Dialect::RustArray,
            Until::Bracket(']' | ')') => head.language().unwrap_or(Dialect::PythonBytes),
            _ => head.language().unwrap_or(Dialect::CArray),
        };
        let language = match language {
            Dialect::CSharpArray if list.cast => Dialect::JavaArray,
            language => language,
        };
        let ty = list.ty.unwrap_or(ty);
        let declared = match (ty.unknown(), list.width) {
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
        list.digits = list.digits.filter(|_| is_asked);
        let width = list.write(&mut self.output, language, declared)?;
        (self.lexer, self.end) = (list.lexer, self.end.max(list.line));
        let found = DataDescription {
            width,
            decimals: list.decimals && !list.pairs,
            ..DataDescription::bytes(language, "")
        };
        let Some(characters) = list.digits else {
            return Ok(found);
        };
        let elements = characters as u64;
        self.offer(language, DataDescription { elements, ..found }.why(1));
        let why = "bytes of two digits, each in quotation marks";
        Ok(DataDescription::bytes(Dialect::Plain, why))
    }

    /// Adds another reading, once.
    fn offer(&mut self, dialect: Dialect, why: String) {
        if !self.also.iter().any(|it| it.dialect == dialect) {
            self.also.push(Candidate { dialect, why });
        }
    }

    fn strings(&mut self, head: DeclarationHead<'t>) -> Result<DataDescription, ReadError> {
        let (strings, behind) = strings_ahead(self.lexer, usize::MAX);
        // The strings that select an encoding are left out, if all others are in it.
        let name = strings.iter().find_map(|text| text.encoding());
        let data = strings.iter().filter(|text| text.encoding().is_none());
        let data: Vec<Quoted<'_>> = data.copied().collect();
        let is_named = notation(&data, self.asked) == name;
        let strings = if is_named { data } else { strings };
        self.lexer = behind;
        if self.lexer.pass(Punct('"')) {
            self.unclosed()?;
        }
        let language = head.language().unwrap_or(Dialect::StringLiteral);
        if strings.len() > 1 && self.asked.is_none() && strings.iter().all(|text| text.is_number())
        {
            return Err(strings::no_digits(head.line, Encoding::Hex));
        }
        let encoding = head.call.or_else(|| notation(&strings, self.asked));
        let mut push = |line, byte| self.output.push_bytes(line, &[Some(byte)]);
        let Some(encoding) = encoding else {
            let escapes = Escapes::of(language, strings.iter().map(|text| text.body));
            for text in strings {
                strings::read(text, escapes, &mut push)?;
            }
            let why = "text in quotation marks, its escapes read";
            return Ok(match language {
                Dialect::RustArray | Dialect::PythonBytes => DataDescription::bytes(language, ""),
                _ => DataDescription::bytes(Dialect::StringLiteral, why),
            });
        };
        strings::decode(encoding, &strings, &mut push)?;
        let prefixes = strings.iter().map(|text| text.prefix);
        let has = |prefix| prefixes.clone().any(|it| is_among(prefix, it));
        if head.call.is_none() && has("x") {
            self.ended = true;
        } else if head.call.is_none() {
            let why = "the quotation marks: each character a byte".to_owned();
            match has("b") {
                true => self.offer(Dialect::PythonBytes, why),
                false => self.offer(Dialect::StringLiteral, why),
            }
        }
        let (dialect, why) = match (encoding, head.call) {
            (Encoding::Base64, _) => (Dialect::Base64, "Base64 in quotation marks"),
            (_, None) => (Dialect::Plain, "hexadecimal digits in quotation marks"),
            (_, Some(_)) => (head.language().unwrap_or(Dialect::PythonBytes), ""),
        };
        Ok(DataDescription::bytes(dialect, why))
    }

    fn finish(mut self, found: &DataDescription, lines: &[Line<'_>]) -> Result<Reading, ReadError> {
        if !found.decimals {
            self.output.check_rows(1, true, lines)?;
        }
        self.output.notes.sort_by_key(|note| note.line);
        let is_assembler = found.dialect == Dialect::Assembler;
        self.output.outcomes = self.outcomes(lines, is_assembler);
        if let Some(error) = unread(lines, &self.output.outcomes, is_assembler) {
            return Err(error);
        }
        let regions = self
            .output
            .regions
            .iter()
            .filter(|region| !region.is_empty());
        let why = found.why(regions.count());
        let mut reading = self.output.reading(found.dialect, why, lines)?;
        reading.also = self.also;
        Ok(reading)
    }

    /// Returns the outcome of every line, given those of the lines with bytes.
    fn outcomes(&mut self, lines: &[Line<'_>], is_assembler: bool) -> Vec<LineOutcome> {
        self.code.sort_unstable();
        let mut code = self.code.iter().peekable();
        // Ranges may overlap: the end of those that began before the line.
        let mut reach = 0;
        let bytes = &self.output.outcomes;
        let outcomes = lines.iter().map(|line| {
            while let Some((_, end)) = code.next_if(|(first, _)| *first <= line.number) {
                reach = reach.max(*end);
            }
            let own = bytes.binary_search_by_key(&line.number, |outcome| outcome.line);
            if let Some(outcome) = own.ok().and_then(|at| bytes.get(at)) {
                return outcome.clone();
            }
            let text = uncoded(&line.text);
            let is_listing = is_assembler && directive::is_listing(text);
            let outcome = match context_outcome(&line.text) {
                Some(outcome) => outcome,
                None if is_listing || line.number <= reach => Outcome::Code,
                None => Outcome::Skipped(Skip::new(SkipReason::NoLiteral, text)),
            };
            LineOutcome::new(line.number, outcome)
        });
        outcomes.collect()
    }
}

/// Whether one number is in brackets, and others follow in its line: it is an address or a count.
fn is_beside_numbers(mut lexer: Lexer<'_>) -> bool {
    let kinds = (lexer.next().kind, lexer.next().kind);
    lexer.pass(Punct('|'));
    let next = lexer.peek();
    matches!(kinds, (Number(_), Punct(']' | ')' | '}')))
        && next.indent.is_none()
        && match next.kind {
            Number(_) => true,
            Word(word) => is_hex(word),
            _ => false,
        }
}

/// Returns the list in brackets if it has many decimal numbers only, as Go, numpy and JSON print bytes, pairs of hexadecimal
/// digits only, as Rust prints them with `{:02x?}`, or digits in quotation marks only. `last` stands before it.
fn numbers_in_brackets<'t>(lexer: Lexer<'t>, next: Kind<'t>, last: char) -> Option<List<'t>> {
    if matches!(next, End | Punct(_)) && next != Punct('[') {
        return None;
    }
    let list = List::new(lexer, Until::Bracket(']'));
    let is_named = matches!(last, ':' | '(');
    let is_first = matches!(last, NOTHING | WORD | '=');
    let is_data = match (list.pairs, list.digits) {
        (true, _) => is_first || is_named,
        (_, Some(_)) => is_first,
        _ => list.decimal && (is_named || list.spaced),
    };
    is_data.then_some(list)
}

/// Returns the line and the text of an operand that is joined to the data before it: `+ p64(0)`. A mark at the start of
/// a line may be that of a list item or of a diff.
fn operand(mut lexer: Lexer<'_>) -> Option<(usize, String)> {
    let (token, operand) = (lexer.next(), lexer.peek().kind);
    let is_operator = match (token.kind, operand) {
        (_, Punct('=')) => false,
        (Punct('+'), _) => token.indent != Some(0),
        (Punct('*'), _) => token.indent.is_none(),
        (Punct('.'), Word(word)) => is_among("ljust rjust", word),
        _ => false,
    };
    let text = || format!("{} {}", token.kind.token_text(), operand.token_text());
    is_operator.then(|| (token.line, text()))
}

/// Returns the error for the first line whose bytes are missing, with bytes after it or in its line: a line of an
/// assembler listing, or one that lost a quotation mark. In a diff, no line is missing, but one of the two sides is too
/// many.
fn unread(lines: &[Line<'_>], outcomes: &[LineOutcome], is_assembler: bool) -> Option<ReadError> {
    let is_given = |outcome: &LineOutcome| matches!(outcome.outcome, Outcome::Bytes { .. });
    let last = outcomes.iter().rposition(is_given)?;
    let mut is_old = false;
    let mut problems = lines.iter().zip(outcomes).enumerate();
    problems.find_map(|(at, (line, outcome))| {
        let text = uncoded(&line.text).trim();
        let was_old = std::mem::replace(&mut is_old, line.text.starts_with('-'));
        let is_new = was_old && line.text.starts_with('+');
        let misses = || at < last && directive::leaves_out(text) || directive::goes_on(text);
        let is_torn = || strings::has_escapes(text) || strings::has_one_mark(text);
        let problem = match &outcome.outcome {
            Outcome::Bytes { .. } if is_new => Problem::BothSides,
            Outcome::Code | Outcome::Skipped(_) if is_assembler && misses() => {
                Problem::NotAValue(line.text.trim().to_owned())
            }
            Outcome::Code | Outcome::Skipped(_) if at < last && is_torn() => {
                Problem::Unclosed(excerpt(text))
            }
            _ => return None,
        };
        let reason = SkipReason::Literal(problem);
        Some(ReadError::damaged(line.number, reason, &line.text))
    })
}
