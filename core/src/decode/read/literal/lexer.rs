//! Source text into words, numbers, quoted texts and marks, whatever the language. Comments and fences are passed over.

use crate::decode::read::text::is_fence;

/// What stands before a quotation mark and belongs to it.
const PREFIXES: [&str; 17] = [
    "b", "B", "br", "Br", "rb", "Rb", "r", "R", "u8", "u", "U", "L", "c", "f", "F", "x", "X",
];

/// A word, a number, a quoted text or a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind<'t>,
    /// The line in which it begins, from 1.
    pub(super) line: usize,
    /// Whether it is the first of its line.
    pub(super) first: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    Word(&'t str),
    /// What begins as a number does; whether it is one is for [`number`](super::number) to say.
    Number(&'t str),
    Text(Quoted<'t>),
    Mark(char),
    End,
}

/// A quoted text as it stands, its escapes not yet read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quoted<'t> {
    /// `b`, `L`, `@` or nothing.
    pub(super) prefix: &'t str,
    pub(super) mark: char,
    pub(super) body: &'t str,
}

/// A reader of tokens. A clone of it looks ahead.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'t> {
    rest: &'t str,
    line: usize,
    fresh: bool,
    /// The lines from the first to the last comment that was passed over and not yet asked for.
    comments: Option<(usize, usize)>,
}

impl<'t> Lexer<'t> {
    /// A reader of a text that begins in that line.
    pub(super) fn new(text: &'t str, line: usize) -> Self {
        Self {
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            line,
            fresh: true,
            comments: None,
        }
    }

    /// The next token; behind the last, [`Kind::End`] for ever.
    pub(super) fn next(&mut self) -> Token<'t> {
        self.pass_blanks();
        let (line, first) = (self.line, self.fresh);
        self.fresh = false;
        let kind = self.kind();
        Token { kind, line, first }
    }

    /// The next token, which stays there.
    pub(super) fn peek(&self) -> Token<'t> {
        self.clone().next()
    }

    /// The text from the next token to the end of its line.
    pub(super) fn rest_of_line(&self) -> &'t str {
        let mut ahead = self.clone();
        ahead.pass_blanks();
        line_of(ahead.rest)
    }

    /// Goes on behind the end of the line of the next token.
    pub(super) fn pass_line(&mut self) {
        self.pass_blanks();
        self.advance(line_of(self.rest).len());
    }

    /// The lines of the comments that were passed over since this was asked last.
    pub(super) fn take_comments(&mut self) -> Option<(usize, usize)> {
        self.comments.take()
    }

    fn pass_blanks(&mut self) {
        while let Some(c) = self.rest.chars().next() {
            match c {
                '\n' | '\r' => self.pass_break(),
                _ if is_blank(c) => self.advance(c.len_utf8()),
                // What people quote with, and what interpreters begin lines with.
                '>' if self.fresh => self.advance(1),
                '/' | '#' | '`' | '~' if self.pass_comment() => {}
                _ => return,
            }
        }
    }

    /// `\n`, `\r\n`, `\r`
    fn pass_break(&mut self) {
        let both = self.rest.starts_with("\r\n");
        self.advance(if both { 2 } else { 1 });
        self.line += 1;
        self.fresh = true;
    }

    /// Passes over a comment, a directive or a fence, if one begins here.
    fn pass_comment(&mut self) -> bool {
        let line = line_of(self.rest);
        if self.rest.starts_with("/*") {
            let Some(end) = self.rest.find("*/") else {
                return false;
            };
            let first = self.line;
            let comment = self.rest.get(..end + 2).unwrap_or_default();
            self.advance(comment.len());
            self.line += breaks(comment);
            self.note_comment(first);
            return true;
        }
        // `#13` and `#$0d` are characters in Pascal.
        let character = |c: char| c.is_ascii_digit() || c == '$';
        let comment = line.starts_with("//")
            || line
                .strip_prefix('#')
                .is_some_and(|rest| !rest.starts_with(character));
        let fence = self.fresh && is_fence(line);
        if comment {
            self.note_comment(self.line);
        }
        if comment || fence {
            self.advance(line.len());
        }
        comment || fence
    }

    fn note_comment(&mut self, first: usize) {
        let (first, _) = self.comments.unwrap_or((first, first));
        self.comments = Some((first, self.line));
    }

    fn kind(&mut self) -> Kind<'t> {
        let Some(c) = self.rest.chars().next() else {
            return Kind::End;
        };
        if let Some(text) = self.text() {
            return Kind::Text(text);
        }
        let rest = self.rest;
        let digit = |at: usize| {
            let digit = rest.as_bytes().get(at);
            digit.is_some_and(u8::is_ascii_hexdigit)
        };
        let number = match c {
            '0'..='9' => true,
            '$' => digit(1),
            '&' => matches!(rest.as_bytes().get(1), Some(b'H' | b'h')) && digit(2),
            _ => false,
        };
        if number {
            let mark = if c == '$' || c == '&' { 1 } else { 0 };
            let end = number_end(rest, mark);
            return Kind::Number(self.take(end));
        }
        if c.is_alphabetic() || c == '_' {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
            return Kind::Word(self.take(end));
        }
        self.advance(c.len_utf8());
        Kind::Mark(c)
    }

    /// A quoted text that is closed, with what stands before its mark.
    fn text(&mut self) -> Option<Quoted<'t>> {
        // No prefix has more than two letters.
        let mark = |b: &u8| matches!(b, b'"' | b'\'');
        let found = self.rest.as_bytes().iter().take(3).position(mark)?;
        let prefix = self.rest.get(..found)?;
        let known = prefix.is_empty() || PREFIXES.contains(&prefix) || matches!(prefix, "@" | "$");
        if !known {
            return None;
        }
        let behind = self.rest.get(found..)?;
        let mark = behind.chars().next()?;
        let triple = behind
            .get(..3)
            .filter(|three| three.chars().all(|c| c == mark));
        let close = triple.or_else(|| behind.get(..1))?;
        let start = found + close.len();
        let raw = prefix.contains(['r', 'R', '@']);
        let end = closing(self.rest.get(start..)?, close, raw, triple.is_some())?;
        let body = self.rest.get(start..start + end)?;
        self.advance(start + end + close.len());
        self.line += breaks(body);
        Some(Quoted { prefix, mark, body })
    }

    fn take(&mut self, end: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    fn advance(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }
}

/// Where the text is closed; `None` where it is not, or not in its line though it must be.
fn closing(text: &str, close: &str, raw: bool, lines: bool) -> Option<usize> {
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' if !raw => {
                // A line that goes on in the next may end in two characters.
                let (_, escaped) = bytes.next()?;
                if escaped == b'\r' && text.as_bytes().get(at + 2) == Some(&b'\n') {
                    bytes.next();
                }
            }
            b'\n' | b'\r' if !lines => return None,
            _ if text.get(at..).is_some_and(|rest| rest.starts_with(close)) => return Some(at),
            _ => {}
        }
    }
    None
}

/// Where the number ends: at the first that is no letter, digit, underscore, or quotation mark between digits.
fn number_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let mut end = start;
    while digit(end) || bytes.get(end) == Some(&b'_') || grouping(bytes, end) {
        end += 1;
    }
    end
}

/// `0x12'34`: a mark between two digits that closes nothing.
fn grouping(bytes: &[u8], at: usize) -> bool {
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_hexdigit);
    bytes.get(at) == Some(&b'\'')
        && digit(at + 1)
        && digit(at + 2)
        && bytes.get(at + 3) != Some(&b'\'')
}

/// The text up to the end of its line.
fn line_of(text: &str) -> &str {
    text.split(['\n', '\r']).next().unwrap_or_default()
}

/// How many lines end in the text.
fn breaks(text: &str) -> usize {
    let bytes = text.as_bytes();
    let both = bytes.windows(2).filter(|pair| *pair == b"\r\n").count();
    bytes.iter().filter(|b| matches!(b, b'\n' | b'\r')).count() - both
}

/// Blanks, control characters and characters without a width.
fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
        )
}
