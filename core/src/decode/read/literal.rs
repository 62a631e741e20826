//! Bytes written down in a language: arrays in C, C++, C#, Java, Rust, Python, Pascal, JavaScript and Go, lines for an
//! assembler, strings.
//!
//! One permissive [`tokens`] reads all languages; [`words`] is the table of the words that tell them apart. [`head`] finds
//! where data begin and learns from what stands before them how wide an element is and how many are declared;
//! [`elements`] and [`strings`] read them. Wide elements lie with their lowest byte first, as on the machines whose
//! structures these are. Each array is a region of its own. What is wrong with one element is an error: without
//! addresses, what follows would land at the wrong offset.

mod elements;
mod head;
mod strings;
mod tokens;
mod words;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use self::elements::{Elements, List, Until};
use self::head::{Head, Opening, Scanner};
use self::tokens::{Kind, Lexer, Quoted};
use self::words::Encoding;
use super::cells::Order;
use super::fate::{Fate, LineFate, Problem, Reason, Skip, excerpt};
use super::gathered::Gathered;
use super::tally::count;
use super::text::{Line, is_fence, is_pair, uncoded};
use super::{Candidate, Dialect, ReadError, Reading, base64, plain, prompt};
use crate::decode::limits::ARRAYS_LIMIT;
use crate::decode::memory::Memory;

/// Whether there are data in the text.
pub(super) fn detect(text: &str, lines: &[Line<'_>]) -> bool {
    // `dd 00` alone may be a directive; more likely it is two bytes.
    if lines.len() == 1 && text.split_whitespace().all(is_pair) {
        return false;
    }
    // Fast path: without one of these marks or a directive it cannot be a literal.
    const MARKS: [char; 8] = ['"', '\'', '{', '[', '(', '=', '$', '&'];
    let marked = |line: &Line<'_>| {
        line.text.contains(MARKS) || head::directive(&line.text, line.number).is_some()
    };
    if !lines.iter().any(marked) {
        return false;
    }
    let mut scanner = Scanner::new(text);
    loop {
        match scanner.seek() {
            Some(Opening::Scalar(_)) => scanner.head = Head::default(),
            found => return found.is_some(),
        }
    }
}

/// Reads a text in which [`detect`] found data. Where `asked` is the dialect of strings, hexadecimal or Base64 in quotation
/// marks are characters all the same.
pub(super) fn read(
    text: &str,
    lines: &[Line<'_>],
    asked: Option<Dialect>,
) -> Result<Reading, ReadError> {
    let mut reader = Reader {
        scanner: Scanner::new(text),
        gathered: Gathered::default(),
        code: Vec::new(),
        end: 0,
        asked,
        arrays: 0,
        found: None,
        last: (0, 0),
        also: Vec::new(),
    };
    while let Some(opening) = reader.scanner.seek() {
        reader
            .opening(opening)
            .map_err(|error| shown(error, lines))?;
    }
    reader.finish(lines)
}

/// What is wrong in a line, whose text [`shown`] adds.
fn problem(line: usize, problem: Problem) -> ReadError {
    let skip = Skip::new(Reason::Literal(problem), "");
    ReadError::Damaged { line, skip }
}

fn shown(mut error: ReadError, lines: &[Line<'_>]) -> ReadError {
    if let ReadError::Damaged { line, skip } = &mut error {
        let found = lines.binary_search_by_key(line, |line| line.number);
        let text = found.ok().and_then(|at| lines.get(at));
        skip.text = text.map_or_else(String::new, |line| excerpt(&line.text));
    }
    error
}

/// Strings that stand behind one another, from the next token on, each with its line; and the lexer behind them.
fn strings_ahead<'t>(lexer: Lexer<'t>) -> (Vec<(usize, Quoted<'t>)>, Lexer<'t>) {
    let mut behind = lexer;
    let mut strings = Vec::new();
    loop {
        let mut next = behind;
        let mut token = next.next();
        // What joins strings in one language or another.
        let joins = |kind| match kind {
            // SQL's are values of their own.
            Kind::Mark(',') => !strings
                .iter()
                .any(|(_, text): &(usize, Quoted<'_>)| text.is_blob()),
            Kind::Mark(mark) => "+.&\\`|".contains(mark),
            _ => false,
        };
        while !strings.is_empty() && joins(token.kind) {
            token = next.next();
        }
        let Kind::Text(text) = token.kind else {
            return (strings, behind);
        };
        strings.push((token.line, text));
        behind = next;
    }
}

/// How many hexadecimal digits in quotation marks are taken for bytes, whole or not.
const CERTAIN_DIGITS: usize = 8;

/// The notation of strings whose characters are bytes in another: strings without an escape and a prefix, SQL's
/// `X'4d5a'`, and Python's `b'4d5a…'` of many digits, which is what it prints of digits.
fn notation(strings: &[(usize, Quoted<'_>)], asked: Option<Dialect>) -> Option<Encoding> {
    let whole: String = strings.iter().map(|(_, text)| text.text()).collect();
    let digits = whole.chars().filter(char::is_ascii_hexdigit).count();
    let bytes = digits >= CERTAIN_DIGITS && asked != Some(Dialect::PythonBytes);
    let plain = |(_, text): &(usize, Quoted<'_>)| match text.prefix {
        "" | "x" | "X" => !text.body.contains('\\'),
        "b" | "B" => bytes && !text.body.contains('\\'),
        _ => false,
    };
    if asked == Some(Dialect::StringLiteral) || strings.is_empty() || !strings.iter().all(plain) {
        return None;
    }
    let is_hex = |text: &str| plain::take(text, Order::Memory).is_ok();
    // So many digits are hardly meant as characters, even if one was lost.
    let hex = whole.chars().all(|c| c.is_ascii_hexdigit() || c == ' ')
        && (digits >= CERTAIN_DIGITS
            || digits >= 4 && strings.iter().all(|(_, text)| is_hex(&text.text())));
    match hex {
        true => Some(Encoding::Hex),
        false => base64::is_certain(&whole).then_some(Encoding::Base64),
    }
}

struct Reader<'t> {
    scanner: Scanner<'t>,
    gathered: Gathered,
    /// Runs of lines that belong to a literal, bytes or not.
    code: Vec<(usize, usize)>,
    /// The line in which the last array ends.
    end: usize,
    asked: Option<Dialect>,
    arrays: usize,
    /// What the first data are.
    found: Option<Found>,
    /// How many elements and bytes were read last, for the number behind them that says how long they are.
    last: (u64, u64),
    also: Vec<Candidate>,
}

/// What data are.
struct Found {
    dialect: Dialect,
    elements: u64,
    width: u32,
    decimals: bool,
}

impl Found {
    /// Bytes of that dialect, as many as are counted later.
    const fn bytes(dialect: Dialect) -> Self {
        Self {
            dialect,
            elements: 0,
            width: 1,
            decimals: false,
        }
    }
}

impl<'t> Reader<'t> {
    fn opening(&mut self, opening: Opening<'t>) -> Result<(), ReadError> {
        let head = self.scanner.head;
        match opening {
            Opening::Scalar(value) => {
                self.scalar(head, value);
                return Ok(());
            }
            Opening::Unclosed(text) => return Err(self.unclosed(text)),
            _ => {}
        }
        let goes_on = head.appended || matches!(opening, Opening::Directive(_));
        self.begin(goes_on, head)?;
        let before = self.gathered.len();
        let mut found = match opening {
            Opening::List(close) => self.array(Until::Bracket(close), head)?,
            Opening::Bare | Opening::Scalar(_) | Opening::Unclosed(_) => {
                self.array(Until::Commas, head)?
            }
            Opening::Strings => self.strings(head)?,
            Opening::Encoded(encoding) => {
                let (strings, behind) = strings_ahead(self.scanner.lexer);
                self.decode((encoding, true), &strings)?;
                self.scanner.lexer = behind;
                Found::bytes(match encoding {
                    Encoding::Base64 => Dialect::Base64,
                    Encoding::Hex => head.language().unwrap_or(Dialect::PythonBytes),
                })
            }
            Opening::Directive(directive) => {
                Elements::of_line(directive, &mut self.gathered).read(Until::Line)?;
                let width = directive.width;
                Found {
                    width,
                    ..Found::bytes(Dialect::Assembler)
                }
            }
        };
        let bytes = (self.gathered.len().saturating_sub(before)) as u64;
        if found.elements == 0 {
            found.elements = bytes / u64::from(found.width);
        }
        self.last = (found.elements, bytes);
        self.check_declared(head, found.dialect);
        match &mut self.found {
            // The same array goes on.
            Some(first) if self.arrays <= 1 => first.elements += found.elements,
            Some(_) => {}
            first => *first = Some(found),
        }
        let end = self.last_line().max(head.line);
        self.code.push((head.line, end));
        self.scanner.head = Head::default();
        Ok(())
    }

    /// The line in which the token behind the data stands if it only ends the statement; else that of the data's end.
    fn last_line(&self) -> usize {
        let mut ahead = self.scanner.lexer;
        let mut end = self.gathered.fates.last().map_or(0, |fate| fate.line);
        end = end.max(self.end);
        loop {
            let token = ahead.next();
            match token.kind {
                Kind::Mark(';' | ')' | ']' | '}' | ',' | '`') => end = end.max(token.line),
                _ => return end,
            }
        }
    }

    /// An array of its own begins, where what stands before it is not that of the array before.
    fn begin(&mut self, goes_on: bool, head: Head<'_>) -> Result<(), ReadError> {
        let named = head.assigned || self.scanner.ended;
        self.scanner.ended = false;
        if goes_on || !named && self.arrays > 0 {
            return Ok(());
        }
        self.arrays += 1;
        if self.arrays > ARRAYS_LIMIT {
            return Err(ReadError::TooManyArrays { line: head.line });
        }
        self.gathered.begin();
        Ok(())
    }

    fn array(&mut self, until: Until, head: Head<'t>) -> Result<Found, ReadError> {
        // The brackets that are usual in a language tell it where nothing else does.
        let language = head.language().unwrap_or(match until {
            Until::Bracket(']' | ')') => Dialect::PythonBytes,
            _ => Dialect::CArray,
        });
        let lexer = self.scanner.lexer;
        let ty = List::new(lexer).ty.unwrap_or(head.ty);
        let declared = ty.width(language);
        let declared = declared.map_err(|it| problem(head.line, it))?;
        let mut array = Elements::of_array(lexer, &mut self.gathered, language, declared);
        array.read(until)?;
        self.scanner.lexer = array.lexer;
        self.end = self.end.max(array.end);
        Ok(Found {
            dialect: array.language,
            elements: array.count,
            width: array.width,
            decimals: array.decimals == array.count,
        })
    }

    fn strings(&mut self, head: Head<'t>) -> Result<Found, ReadError> {
        let (strings, behind) = strings_ahead(self.scanner.lexer);
        self.scanner.lexer = behind;
        if let [Kind::Mark('"'), next] = behind.ahead()
            && next != Kind::End
        {
            return Err(self.unclosed(behind.rest_of_line().trim_start_matches('"')));
        }
        let language = head.language().unwrap_or(Dialect::StringLiteral);
        let has = |prefixes: &[&str]| {
            strings
                .iter()
                .any(|(_, text)| prefixes.contains(&text.prefix))
        };
        let Some(encoding) = notation(&strings, self.asked) else {
            for (line, text) in strings {
                strings::read(text, line, language, &mut |line, byte| {
                    self.gathered.bytes(line, &[Some(byte)])
                })?;
            }
            return Ok(Found::bytes(match language {
                Dialect::RustArray | Dialect::PythonBytes => language,
                _ => Dialect::StringLiteral,
            }));
        };
        if has(&["x", "X"]) {
            self.scanner.ended = true;
        } else {
            self.also.push(Candidate {
                dialect: match has(&["b", "B"]) {
                    false => Dialect::StringLiteral,
                    true => Dialect::PythonBytes,
                },
                why: "the quotation marks: each character a byte".to_owned(),
            });
        }
        self.decode((encoding, false), &strings)?;
        Ok(Found::bytes(match encoding {
            Encoding::Hex => Dialect::Plain,
            Encoding::Base64 => Dialect::Base64,
        }))
    }

    fn decode(
        &mut self,
        encoding: (Encoding, bool),
        strings: &[(usize, Quoted<'_>)],
    ) -> Result<(), ReadError> {
        strings::decode(encoding, strings, &mut |line, byte| {
            self.gathered.bytes(line, &[Some(byte)])
        })
    }

    fn unclosed(&self, text: &str) -> ReadError {
        let line = self.scanner.lexer.peek().line;
        problem(line, Problem::Unclosed(excerpt(text)))
    }

    /// Compares how many elements are declared with how many there are.
    fn check_declared(&mut self, head: Head<'_>, dialect: Dialect) {
        let Some(declared) = head.declared else {
            return;
        };
        let (elements, _) = self.last;
        // In C a zero goes behind a text, if there is room for it.
        let zero = dialect == Dialect::StringLiteral && declared == elements.saturating_add(1);
        if declared != elements && !zero {
            let text = format!(
                "the declaration says {declared} elements, but {elements} are there: only those are read"
            );
            self.gathered.note(head.line, text);
        }
    }

    /// A number that is named as a length says how long the array before it is.
    fn scalar(&mut self, head: Head<'_>, value: u64) {
        let name = head.name.to_ascii_lowercase();
        let length = ["len", "size", "count"]
            .iter()
            .any(|word| name.contains(word));
        if !length || self.arrays == 0 {
            return;
        }
        self.code.push((head.line, head.line));
        let (elements, bytes) = self.last;
        if value != bytes && value != elements {
            let text = format!(
                "`{}` is {value}, but the array before it has {bytes} bytes",
                head.name
            );
            self.gathered.note(head.line, text);
        }
    }

    fn finish(mut self, lines: &[Line<'_>]) -> Result<Reading, ReadError> {
        self.code.extend(self.scanner.comments);
        self.gathered.notes.sort_by_key(|note| note.line);
        let assembler = self
            .found
            .as_ref()
            .is_some_and(|found| found.dialect == Dialect::Assembler);
        let around = |text: &str| assembler && head::is_listing(text);
        let fates = fates_of(lines, self.gathered.fates, &mut self.code, &around);
        if let Some((line, skip)) = assembler.then(|| left_out(lines, &fates)).flatten() {
            return Err(ReadError::Damaged { line, skip });
        }
        self.gathered.fates = fates;
        let full = |region: &&Memory| !region.is_empty();
        let regions = self.gathered.regions.iter().filter(full).count();
        let (dialect, why) = match &self.found {
            Some(found) => (found.dialect, why(found, regions)),
            None => (Dialect::StringLiteral, String::new()),
        };
        let mut reading = self.gathered.reading(dialect, why)?;
        reading.also = self.also;
        Ok(reading)
    }
}

/// What shows that it is the dialect.
fn why(found: &Found, regions: usize) -> String {
    let Found {
        elements, width, ..
    } = found;
    let mut why = match found.dialect {
        Dialect::StringLiteral => "text in quotation marks, its escapes read".to_owned(),
        Dialect::Plain => "hexadecimal digits in quotation marks".to_owned(),
        Dialect::Base64 => "Base64 in quotation marks".to_owned(),
        Dialect::Assembler => "lines such as `db 4Dh, 5Ah`".to_owned(),
        dialect => format!(
            "{}: {} of {}",
            dialect.title(),
            count(*elements as usize, "element"),
            count(*width as usize, "byte")
        ),
    };
    if *width > 1 {
        why += ", the lowest byte first";
    }
    if found.decimals && *elements > 0 {
        why += ", written in decimal";
    }
    if regions > 1 {
        why += &format!("; {regions} arrays, each by itself");
    }
    why
}

/// The first line of a listing for an assembler whose bytes are missing, with bytes behind it, or before it in the same line.
fn left_out(lines: &[Line<'_>], fates: &[LineFate]) -> Option<(usize, Skip)> {
    let given = |fate: &LineFate| matches!(fate.fate, Fate::Bytes { .. });
    let last = fates.iter().rposition(given)?;
    let mut passed = lines.iter().zip(fates).enumerate();
    let (_, (line, _)) = passed.find(|(at, (line, fate))| {
        let text = uncoded(&line.text);
        let passing = matches!(fate.fate, Fate::Code | Fate::Skipped(_));
        passing && (*at < last && head::leaves_out(text) || *at > 0 && head::goes_on(text))
    })?;
    let no_value = Problem::NotAValue(line.text.trim().to_owned());
    Some((
        line.number,
        Skip::new(Reason::Literal(no_value), &line.text),
    ))
}

/// What became of every line.
fn fates_of(
    lines: &[Line<'_>],
    bytes: Vec<LineFate>,
    code: &mut [(usize, usize)],
    around: &dyn Fn(&str) -> bool,
) -> Vec<LineFate> {
    code.sort_unstable();
    let mut bytes = bytes.into_iter().peekable();
    let mut code = code.iter().peekable();
    // Runs may overlap: how far those reach that began before the line.
    let mut reach = 0;
    let mut fates = Vec::with_capacity(lines.len());
    for line in lines {
        while bytes.next_if(|fate| fate.line < line.number).is_some() {}
        while let Some((_, end)) = code.next_if(|(first, _)| *first <= line.number) {
            reach = reach.max(*end);
        }
        if let Some(fate) = bytes.next_if(|fate| fate.line == line.number) {
            fates.push(fate);
            continue;
        }
        let text = uncoded(&line.text);
        let fate = if is_fence(&line.text) {
            Fate::Fence
        } else if prompt::prompt(text).is_some() {
            Fate::Prompt
        } else if line.number <= reach || around(text) {
            Fate::Code
        } else {
            Fate::Skipped(Skip::new(Reason::NoLiteral, text))
        };
        fates.push(LineFate::new(line.number, fate));
    }
    fates
}
