//! Bytes written down in a language: arrays in C, C++, C#, Java, Rust, Python, Pascal, JavaScript and Go, lines for an
//! assembler, texts in quotation marks.
//!
//! `scan` finds where data begin and learns from what stands before them in which language they are, how wide an element
//! is and how many are declared; `list`, `escape`, `encoding` and `assembler` read them. Wide elements lie with their
//! lowest byte first, as on the machines whose structures these are. Each array is a region of its own. What is wrong
//! with one element is an error: without addresses, what follows would land at the wrong offset.

mod assembler;
mod encoding;
mod escape;
mod language;
mod lexer;
mod list;
mod number;
mod output;
mod problem;
mod scan;
mod types;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

pub use self::problem::Problem;

use self::encoding::Encoding;
use self::language::Language;
use self::lexer::{Kind, Lexer};
use self::list::List;
use self::output::Output;
use self::scan::{Head, Opening, Scanner};
use self::types::Width;
use super::cells::Order;
use super::fate::{Fate, LineFate, Reason, Skip};
use super::text::{Line, is_fence, uncoded};
use super::{Candidate, Dialect, Note, ReadError, Reading, base64, plain, prompt};
use crate::decode::limits::ARRAYS_LIMIT;
use crate::decode::memory::Memory;
use crate::decode::space::Space;

/// Why reading stops.
#[derive(Debug)]
enum Stop {
    /// Something is wrong in that line.
    Problem(usize, Problem),
    /// More bytes than are read.
    TooManyBytes(usize),
    /// More arrays than are read.
    TooManyArrays(usize),
}

/// Whether there are data in the text.
pub(super) fn detect(text: &str, lines: &[Line<'_>]) -> bool {
    // `dd 00` alone may be a directive; more likely it is two bytes.
    if lines.len() == 1 && text.split_whitespace().all(is_pair) {
        return false;
    }
    // Most texts that are none have nothing of what a literal cannot do without.
    let marked = |line: &Line<'_>| {
        let marks = line
            .text
            .contains(['"', '\'', '{', '[', '(', '=', '$', '&']);
        marks || assembler::directive(&line.text, line.number).is_some()
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

/// Whether a word is a byte in hexadecimal.
fn is_pair(word: &str) -> bool {
    word.len() == 2 && word.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Reads a text in which [`detect`] found data. Where `asked` is the dialect of quoted texts, hexadecimal or Base64 in
/// quotation marks are characters all the same.
pub(super) fn read(
    text: &str,
    lines: &[Line<'_>],
    asked: Option<Dialect>,
) -> Result<Reading, ReadError> {
    let mut reader = Reader {
        scanner: Scanner::new(text),
        output: Output::default(),
        asked,
        arrays: 0,
        found: None,
        also: Vec::new(),
        last: Last::default(),
    };
    while let Some(opening) = reader.scanner.seek() {
        reader.opening(opening).map_err(|stop| error(stop, lines))?;
    }
    reader.finish(lines)
}

fn error(stop: Stop, lines: &[Line<'_>]) -> ReadError {
    let (line, problem) = match stop {
        Stop::TooManyBytes(line) => return ReadError::TooManyBytes { line },
        Stop::TooManyArrays(line) => return ReadError::TooManyArrays { line },
        Stop::Problem(line, problem) => (line, problem),
    };
    let found = lines.binary_search_by_key(&line, |line| line.number);
    let text = found.ok().and_then(|at| lines.get(at));
    let text = text.map_or("", |line| &line.text);
    let skip = Skip::new(Reason::Literal(problem), text);
    ReadError::Damaged { line, skip }
}

/// The dialect of what begins there.
fn dialect_of(opening: Opening<'_>, scanner: &Scanner<'_>, asked: Option<Dialect>) -> Dialect {
    let language = scanner.head.language();
    match opening {
        Opening::Directive(_) => Dialect::Assembler,
        Opening::Encoded(Encoding::Base64) => Dialect::Base64,
        Opening::Texts => match (notation(&scanner.lexer, asked), language) {
            (Some(Encoding::Hex), _) => Dialect::Plain,
            (Some(Encoding::Base64), _) => Dialect::Base64,
            (None, Some(language @ (Language::Rust | Language::Python))) => language.dialect(),
            (None, _) => Dialect::StringLiteral,
        },
        opening => language_of(opening, &scanner.head).dialect(),
    }
}

/// The language: what gives it away, or the brackets that are usual in it.
fn language_of(opening: Opening<'_>, head: &Head<'_>) -> Language {
    head.language().unwrap_or(match opening {
        Opening::List('}') | Opening::Bare | Opening::Scalar(_) => Language::C,
        Opening::List(_) | Opening::Encoded(_) => Language::Python,
        Opening::Texts => Language::Text,
        Opening::Directive(_) => Language::Assembler,
    })
}

/// Quoted texts that stand behind one another, from the next token on, each with its line.
fn texts<'t>(lexer: &Lexer<'t>) -> (Vec<(usize, lexer::Quoted<'t>)>, Lexer<'t>) {
    let mut ahead = lexer.clone();
    let mut texts = Vec::new();
    loop {
        let mut next = ahead.clone();
        let mut token = next.next();
        if !texts.is_empty() {
            // What joins texts in one language or another.
            while matches!(token.kind, Kind::Mark('+' | '.' | ',' | '&' | '\\' | '`')) {
                token = next.next();
            }
        }
        let Kind::Text(text) = token.kind else {
            return (texts, ahead);
        };
        texts.push((token.line, text));
        ahead = next;
    }
}

/// Whether quoted texts without an escape are bytes in another notation: without a prefix, as SQL's `X'4d5a'`, and as Python's
/// `b'4d5a…'` of many digits.
fn notation(lexer: &Lexer<'_>, asked: Option<Dialect>) -> Option<Encoding> {
    if asked == Some(Dialect::StringLiteral) {
        return None;
    }
    let (texts, _) = texts(lexer);
    let whole: String = texts.iter().map(|(_, text)| text.body).collect();
    let digits = whole.chars().filter(char::is_ascii_hexdigit).count();
    // `b'4d5a…'` is what Python prints of its digits.
    let named = |text: &lexer::Quoted<'_>| {
        text.prefix.is_empty()
            || matches!(text.prefix, "x" | "X")
            || text.prefix == "b" && digits >= CERTAIN_DIGITS && asked != Some(Dialect::PythonBytes)
    };
    let bare = |text: &lexer::Quoted<'_>| named(text) && !text.body.contains('\\');
    if texts.is_empty() || !texts.iter().all(|(_, text)| bare(text)) {
        return None;
    }
    let alone = |c: char| c.is_ascii_hexdigit() || c == ' ';
    let bytes = |text: &str| plain::take(text, Order::Memory).is_ok();
    // So many digits are hardly meant as characters, even if one was lost.
    let hex = whole.chars().all(alone)
        && (digits >= CERTAIN_DIGITS
            || digits >= 4 && texts.iter().all(|(_, text)| bytes(text.body)));
    match hex {
        true => Some(Encoding::Hex),
        false => base64::is_certain(&whole).then_some(Encoding::Base64),
    }
}

/// How many hexadecimal digits in quotation marks are taken for bytes, whole or not.
const CERTAIN_DIGITS: usize = 8;

/// What was read last, for the number behind it that says how long it is.
#[derive(Clone, Copy, Debug, Default)]
struct Last {
    elements: u64,
    bytes: u64,
}

struct Reader<'t> {
    scanner: Scanner<'t>,
    output: Output,
    asked: Option<Dialect>,
    arrays: usize,
    found: Option<Found>,
    also: Vec<Candidate>,
    last: Last,
}

/// What the first data are.
struct Found {
    dialect: Dialect,
    elements: u64,
    width: u32,
    decimals: bool,
}

impl<'t> Reader<'t> {
    fn opening(&mut self, opening: Opening<'t>) -> Result<(), Stop> {
        let head = self.scanner.head;
        let dialect = dialect_of(opening, &self.scanner, self.asked);
        if let Opening::Scalar(value) = opening {
            self.scalar(head, value);
            return Ok(());
        }
        self.begin(opening, head)?;
        let before = self.output.len() as u64;
        let mut found = Found {
            dialect,
            elements: 0,
            width: 1,
            decimals: false,
        };
        match opening {
            Opening::List(_) | Opening::Bare => self.list(opening, head, &mut found)?,
            Opening::Texts => self.texts(dialect, head)?,
            Opening::Encoded(encoding) => self.encoded(encoding, true)?,
            Opening::Directive(directive) => {
                found.width = directive.width;
                directive.read(&mut self.output)?;
            }
            Opening::Scalar(_) => {}
        }
        let bytes = (self.output.len() as u64).saturating_sub(before);
        if found.elements == 0 {
            found.elements = bytes / u64::from(found.width);
        }
        self.last = Last {
            elements: found.elements,
            bytes,
        };
        self.check_declared(head, dialect);
        match &mut self.found {
            // The same array goes on.
            Some(first) if self.arrays <= 1 => first.elements += found.elements,
            Some(_) => {}
            first => *first = Some(found),
        }
        let end = self.last_line().max(head.line);
        self.output.code.push((head.line, end));
        self.scanner.head = Head::default();
        Ok(())
    }

    /// The line in which the token behind the data stands if it only ends the statement; else that of the data's end.
    fn last_line(&self) -> usize {
        let mut ahead = self.scanner.lexer.clone();
        let mut end = self.output.fates.last().map_or(0, |fate| fate.line);
        end = end.max(self.output.end);
        loop {
            let token = ahead.next();
            match token.kind {
                Kind::Mark(';' | ')' | ']' | '}' | ',' | '`') => end = end.max(token.line),
                _ => return end,
            }
        }
    }

    /// An array of its own begins, where what stands before it is not that of the array before.
    fn begin(&mut self, opening: Opening<'_>, head: Head<'_>) -> Result<(), Stop> {
        let goes_on = head.appended || matches!(opening, Opening::Directive(_));
        let named = head.assigned || self.scanner.ended;
        self.scanner.ended = false;
        if goes_on || !named && self.arrays > 0 {
            return Ok(());
        }
        self.arrays += 1;
        if self.arrays > ARRAYS_LIMIT {
            return Err(Stop::TooManyArrays(head.line));
        }
        self.output.begin();
        Ok(())
    }

    fn list(
        &mut self,
        opening: Opening<'t>,
        head: Head<'t>,
        found: &mut Found,
    ) -> Result<(), Stop> {
        let language = language_of(opening, &head);
        let declared = match head.width.width(language) {
            Some((Width::Vague, ty)) => {
                return Err(Stop::Problem(head.line, Problem::VagueType(ty.to_owned())));
            }
            Some((Width::Bytes(width), _)) => Some(width),
            None => None,
        };
        let close = match opening {
            Opening::List(close) => Some(close),
            _ => None,
        };
        let mut list = List::new(&mut self.scanner, &mut self.output, language, declared);
        list.read(close)?;
        found.elements = list.elements;
        found.width = list.width;
        found.decimals = list.decimals == list.elements;
        found.dialect = list.language.dialect();
        Ok(())
    }

    fn texts(&mut self, dialect: Dialect, head: Head<'t>) -> Result<(), Stop> {
        let notation = notation(&self.scanner.lexer, self.asked);
        if let Some(encoding) = notation {
            let (quoted, _) = texts(&self.scanner.lexer);
            if quoted
                .iter()
                .any(|(_, text)| matches!(text.prefix, "x" | "X"))
            {
                return self.encoded(encoding, false);
            }
            self.also.push(Candidate {
                dialect: match quoted.iter().any(|(_, text)| text.prefix == "b") {
                    false => Dialect::StringLiteral,
                    true => Dialect::PythonBytes,
                },
                why: "the quotation marks: each character a byte".to_owned(),
            });
            return self.encoded(encoding, false);
        }
        let language = match dialect {
            Dialect::StringLiteral => head.language().unwrap_or(Language::Text),
            _ => language_of(Opening::Texts, &head),
        };
        let (texts, behind) = texts(&self.scanner.lexer);
        let output = &mut self.output;
        for (line, text) in texts {
            escape::read(text, line, language, &mut |line, byte| {
                output.push(line, Some(byte))
            })?;
        }
        self.scanner.lexer = behind;
        Ok(())
    }

    /// Texts in another notation; where they are `joined`, a byte may begin in one and end in the next.
    fn encoded(&mut self, encoding: Encoding, joined: bool) -> Result<(), Stop> {
        let (texts, behind) = texts(&self.scanner.lexer);
        let texts: Vec<(usize, &str)> = texts
            .iter()
            .map(|(line, text)| (*line, text.body))
            .collect();
        let output = &mut self.output;
        encoding::read((encoding, joined), &texts, &mut |line, byte| {
            output.push(line, Some(byte))
        })?;
        self.scanner.lexer = behind;
        Ok(())
    }

    /// Compares how many elements are declared with how many there are.
    fn check_declared(&mut self, head: Head<'_>, dialect: Dialect) {
        let Some(declared) = head.declared else {
            return;
        };
        let elements = self.last.elements;
        // In C a zero goes behind a text, if there is room for it.
        let zero = dialect == Dialect::StringLiteral && declared == elements.saturating_add(1);
        if declared != elements && !zero {
            let text = format!(
                "the declaration says {declared} elements, but {elements} are there: only those are read"
            );
            self.output.note(head.line, text);
        }
    }

    /// A number that is named as a length says how long the array before it is.
    fn scalar(&mut self, head: Head<'_>, value: u64) {
        let name = head.name.to_ascii_lowercase();
        let length = ["len", "size", "count"]
            .iter()
            .any(|word| name.contains(word));
        if length && self.arrays > 0 {
            self.output.code.push((head.line, head.line));
            if value != self.last.bytes && value != self.last.elements {
                let text = format!(
                    "`{}` is {value}, but the array before it has {} bytes",
                    head.name, self.last.bytes
                );
                self.output.note(head.line, text);
            }
        }
    }

    fn finish(self, lines: &[Line<'_>]) -> Result<Reading, ReadError> {
        let Output {
            mut regions,
            fates,
            mut notes,
            mut code,
            ..
        } = self.output;
        // Only the last can be empty.
        if regions.last().is_some_and(Memory::is_empty) {
            regions.pop();
        }
        code.extend(self.scanner.comments);
        notes.sort_by_key(|note: &Note| note.line);
        let assembler = self
            .found
            .as_ref()
            .is_some_and(|found| found.dialect == Dialect::Assembler);
        let around = |text: &str| assembler && assembler::is_code(text);
        let fates = fates_of(lines, fates, &mut code, &around);
        if let Some((line, skip)) = assembler.then(|| left_out(lines, &fates)).flatten() {
            return Err(ReadError::Damaged { line, skip });
        }
        let (dialect, why) = match &self.found {
            Some(found) => (found.dialect, why(found, regions.len())),
            None => (Dialect::StringLiteral, String::new()),
        };
        let mut reading = Reading::unplaced(Space::new(regions), dialect, why, fates)?;
        reading.also = self.also;
        reading.notes = notes;
        Ok(reading)
    }
}

/// What shows that it is the dialect.
fn why(found: &Found, regions: usize) -> String {
    let Found {
        elements, width, ..
    } = found;
    let count = |number: u64, what: &str| {
        let plural = if number == 1 { "" } else { "s" };
        format!("{number} {what}{plural}")
    };
    let mut why = match found.dialect {
        Dialect::StringLiteral => "text in quotation marks, its escapes read".to_owned(),
        Dialect::Plain => "hexadecimal digits in quotation marks".to_owned(),
        Dialect::Base64 => "Base64 in quotation marks".to_owned(),
        Dialect::Assembler => "lines such as `db 4Dh, 5Ah`".to_owned(),
        dialect => format!(
            "{}: {} of {}",
            dialect.title(),
            count(*elements, "element"),
            count((*width).into(), "byte")
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

/// The first line of a listing for an assembler whose bytes are missing, with bytes behind it.
fn left_out(lines: &[Line<'_>], fates: &[LineFate]) -> Option<(usize, Skip)> {
    let given = |fate: &LineFate| matches!(fate.fate, Fate::Bytes { .. });
    let last = fates.iter().rposition(given)?;
    let mut before = lines.iter().zip(fates).take(last);
    let (line, _) = before.find(|(line, fate)| {
        let passing = matches!(fate.fate, Fate::Code | Fate::Skipped(_));
        passing && assembler::leaves_out(uncoded(&line.text))
    })?;
    let problem = Problem::NotAValue(line.text.trim().to_owned());
    Some((line.number, Skip::new(Reason::Literal(problem), &line.text)))
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
