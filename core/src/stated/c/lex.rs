//! The lexer: splits a header into words, numbers, signs, comments and directives, and reads them by a cursor.

use crate::stated::limits::TOKENS_LIMIT;

/// A token of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind<'t>,
    /// The first line of the token, from 1.
    pub(super) line: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    Word(&'t str),
    /// As written, with its suffix.
    Number(&'t str),
    /// A character literal, without the quotes.
    Char(&'t str),
    /// A string literal, without the quotes.
    Text(&'t str),
    /// An operator of one or two characters.
    Punct(&'t str),
    /// The text without the comment marks.
    Comment(&'t str),
    /// The directive after `#`, with continuation lines.
    Directive(&'t str),
    /// `#pragma pack`.
    Pack(super::preprocess::Pack<'t>),
    /// A part under an unknown condition: index into `unknown_conditions`.
    UnknownCondition(usize),
}

/// The header has more than [`TOKENS_LIMIT`] tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMany;

const PAIRS: [&str; 11] = [
    "::", "->", "<<", ">>", "==", "!=", "<=", ">=", "&&", "||", "##",
];

/// Splits a header into tokens.
pub(super) fn lex(text: &str) -> Result<Vec<Token<'_>>, TooMany> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let listed = has_offsets_before_lines(text);
    let lexer = Lexer::new(text, 1);
    Lexer { listed, ..lexer }.run()
}

/// Splits a macro's body into tokens.
pub(super) fn lex_body(text: &str, line: usize) -> Result<Vec<Token<'_>>, TooMany> {
    let in_body = true;
    let lexer = Lexer::new(text, line);
    Lexer { in_body, ..lexer }.run()
}

struct Lexer<'t> {
    rest: &'t str,
    line: usize,
    /// Whether the line has only blanks so far.
    fresh: bool,
    /// Whether this is a macro's body, without directives and with insignificant line ends.
    in_body: bool,
    /// Whether lines begin with their offset, as in IDA's structure view.
    listed: bool,
}

impl<'t> Lexer<'t> {
    fn new(text: &'t str, line: usize) -> Self {
        Self {
            rest: text,
            line,
            fresh: true,
            in_body: false,
            listed: false,
        }
    }

    fn run(mut self) -> Result<Vec<Token<'t>>, TooMany> {
        let mut tokens = Vec::new();
        while let Some(first) = self.rest.chars().next() {
            if tokens.len() >= TOKENS_LIMIT {
                return Err(TooMany);
            }
            let line = self.line;
            let kind = self.piece(first);
            tokens.extend(kind.map(|kind| Token { kind, line }));
        }
        Ok(tokens)
    }

    /// Returns the token that begins here; `None` for blanks.
    fn piece(&mut self, first: char) -> Option<Kind<'t>> {
        let was_fresh = std::mem::replace(&mut self.fresh, false);
        if was_fresh
            && self.listed
            && let Some(digits) = offset_of_line(self.rest)
        {
            return Some(Kind::Comment(self.take(digits.len())));
        }
        Some(if first == '\n' {
            self.take(1);
            self.fresh = true;
            return None;
        } else if first.is_whitespace() || first.is_control() || first == '\\' {
            self.take(first.len_utf8());
            self.fresh = was_fresh;
            return None;
        } else if self.rest.starts_with("/*") {
            self.fresh = was_fresh;
            self.comment()
        } else if self.rest.starts_with("//") {
            let text = self.take_while(|c| c != '\n');
            Kind::Comment(text.trim_start_matches('/'))
        } else if first == '#' && was_fresh && !self.in_body {
            self.directive()
        } else if first.is_alphabetic() || matches!(first, '_' | '$' | '@') {
            Kind::Word(self.take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '@')))
        } else if first.is_ascii_digit() {
            Kind::Number(self.take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '\'')))
        } else if matches!(first, '"' | '\'') {
            self.quoted(first)
        } else {
            let pair = PAIRS.iter().find(|pair| self.rest.starts_with(**pair));
            Kind::Punct(self.take(pair.map_or(first.len_utf8(), |pair| pair.len())))
        })
    }

    /// Consumes up to `bytes` bytes.
    fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        self.line += taken.bytes().filter(|byte| *byte == b'\n').count();
        taken
    }

    fn take_while(&mut self, goes_on: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c: char| !goes_on(c));
        self.take(end.unwrap_or(self.rest.len()))
    }

    fn comment(&mut self) -> Kind<'t> {
        let end = self.rest.get(2..).and_then(|inside| inside.find("*/"));
        let whole = self.take(end.map_or(self.rest.len(), |end| end + 4));
        let inside = whole.strip_prefix("/*").unwrap_or(whole);
        Kind::Comment(inside.strip_suffix("*/").unwrap_or(inside))
    }

    /// Consumes a directive to the end of the line, with continuation lines and comments that span lines.
    fn directive(&mut self) -> Kind<'t> {
        self.take(1);
        let start = self.rest;
        let mut length = 0;
        while let Some(rest) = start.get(length..) {
            let stop = rest.find(['\n', '/']).unwrap_or(rest.len());
            length += stop;
            let Some(at) = start.get(length..) else { break };
            if at.starts_with("/*") {
                length += at.find("*/").map_or(at.len(), |end| end + 2);
            } else if at.starts_with("//") {
                length += at.find('\n').unwrap_or(at.len());
            } else if at.starts_with('/') {
                length += 1;
            } else if at.is_empty() || !goes_on(start.get(..length).unwrap_or_default()) {
                break;
            } else {
                length += 1;
            }
        }
        Kind::Directive(self.take(length))
    }

    /// Consumes a literal to its closing quote, or to the end of the line.
    fn quoted(&mut self, quote: char) -> Kind<'t> {
        self.take(1);
        let start = self.rest;
        let mut escaped = false;
        let end = start.find(|c: char| {
            let ends = c == '\n' || (c == quote && !escaped);
            escaped = c == '\\' && !escaped;
            ends
        });
        let text = self.take(end.unwrap_or(start.len()));
        if self.rest.starts_with(quote) {
            self.take(1);
        }
        match quote {
            '"' => Kind::Text(text),
            _ => Kind::Char(text),
        }
    }
}

fn goes_on(line: &str) -> bool {
    line.strip_suffix('\r').unwrap_or(line).ends_with('\\')
}

/// Returns the eight or sixteen digits at the start of a line.
fn offset_of_line(line: &str) -> Option<&str> {
    let end = line.find(|c: char| !c.is_ascii_hexdigit());
    let digits = line.get(..end.unwrap_or(line.len()))?;
    let ends = line
        .get(digits.len()..)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace));
    (ends && matches!(digits.len(), 8 | 16)).then_some(digits)
}

/// Whether most lines begin with their offset.
fn has_offsets_before_lines(text: &str) -> bool {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let with = lines().filter(|line| offset_of_line(line).is_some());
    with.count() * 2 > lines().count()
}

/// A cursor over the tokens of a header.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a, 't> {
    tokens: &'a [Token<'t>],
    at: usize,
}

impl<'a, 't> Reader<'a, 't> {
    pub(super) fn new(tokens: &'a [Token<'t>]) -> Self {
        Self { tokens, at: 0 }
    }

    /// Returns the number of consumed tokens.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn back_to(&mut self, at: usize) {
        self.at = at;
    }

    pub(super) fn is_over(&self) -> bool {
        self.at >= self.tokens.len()
    }

    pub(super) fn peek(&self) -> Option<Kind<'t>> {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, further: usize) -> Option<Kind<'t>> {
        Some(self.tokens.get(self.at.checked_add(further)?)?.kind)
    }

    /// Returns the line of the next token, or of the last one at the end.
    pub(super) fn line(&self) -> usize {
        let token = self.tokens.get(self.at).or(self.tokens.last());
        token.map_or(1, |token| token.line)
    }

    pub(super) fn line_before(&self) -> usize {
        let token = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        token.map_or_else(|| self.line(), |token| token.line)
    }

    pub(super) fn peek_before(&self) -> Option<Kind<'t>> {
        let at = self.at.checked_sub(1)?;
        Some(self.tokens.get(at)?.kind)
    }

    pub(super) fn next(&mut self) -> Option<Kind<'t>> {
        let kind = self.peek()?;
        self.at += 1;
        Some(kind)
    }

    pub(super) fn is(&self, sign: &str) -> bool {
        self.peek() == Some(Kind::Punct(sign))
    }

    /// Consumes a sign, if it is the next token.
    pub(super) fn take(&mut self, sign: &str) -> bool {
        let is = self.is(sign);
        self.at += usize::from(is);
        is
    }

    pub(super) fn word(&self) -> Option<&'t str> {
        match self.peek() {
            Some(Kind::Word(word)) => Some(word),
            _ => None,
        }
    }

    pub(super) fn take_word(&mut self) -> Option<&'t str> {
        let word = self.word()?;
        self.at += 1;
        Some(word)
    }

    /// Consumes a bracketed group, if one opens here, and returns its content.
    pub(super) fn take_brackets(&mut self) -> Option<&'a [Token<'t>]> {
        let opens = ["(", "[", "{"].iter().any(|sign| self.is(sign));
        if !opens {
            return None;
        }
        let start = self.at + 1;
        self.skip_brackets();
        let end = self.at.saturating_sub(1).max(start);
        Some(self.tokens.get(start..end).unwrap_or_default())
    }

    /// Skips one token or a bracketed group; an unclosed bracket extends to the end.
    pub(super) fn skip_brackets(&mut self) {
        let mut open = 0_usize;
        while let Some(kind) = self.next() {
            match kind {
                Kind::Punct("(" | "[" | "{") => open += 1,
                Kind::Punct(")" | "]" | "}") => open = open.saturating_sub(1),
                _ => {}
            }
            if open == 0 {
                return;
            }
        }
    }

    /// Skips tokens and bracketed groups up to one of these signs.
    pub(super) fn skip_to(&mut self, signs: &[&str]) {
        while !self.is_over() && !signs.iter().any(|sign| self.is(sign)) {
            self.skip_brackets();
        }
    }

    /// Skips a declaration: to its semicolon or the end of a function. Stops before the closing bracket of the enclosing
    /// group, and before a definition that follows a macro with arguments.
    pub(super) fn skip_declaration(&mut self) {
        let start = self.at;
        while let Some(kind) = self.peek() {
            match kind {
                Kind::Word("typedef") if self.at > start => return,
                Kind::Word("struct" | "union" | "class" | "enum")
                    if self.at > start && self.peek_before() == Some(Kind::Punct(")")) =>
                {
                    return;
                }
                Kind::Punct(";") => {
                    self.next();
                    return;
                }
                Kind::Punct("}") => return,
                Kind::Punct("{") => {
                    self.skip_brackets();
                    // A word after a body begins another declaration, unless it is a name.
                    let goes_on = [";", ",", "=", "*"].iter().any(|sign| self.is(sign));
                    if !goes_on && self.word().is_none() {
                        return;
                    }
                    if self.word().is_some() && !self.names_then_ends() {
                        return;
                    }
                }
                _ => self.skip_brackets(),
            }
        }
    }

    /// Whether names follow a body, as in `} X;` and `} X, *PX;`.
    fn names_then_ends(&self) -> bool {
        matches!(self.peek_at(1), Some(Kind::Punct(";" | "," | "=" | "[")))
    }

    /// Formats the tokens from `start` to here, for people.
    pub(super) fn shown_from(&self, start: usize) -> String {
        let pieces = self.tokens.get(start..self.at).unwrap_or_default();
        tokens_text(pieces)
    }
}

/// Formats tokens, truncated to a limit.
pub(super) fn tokens_text(pieces: &[Token<'_>]) -> String {
    const LIMIT: usize = 60;
    let mut text = String::new();
    for token in pieces {
        let piece = match token.kind {
            Kind::Word(text) | Kind::Number(text) | Kind::Punct(text) => text,
            Kind::Char(text) | Kind::Text(text) => text,
            _ => continue,
        };
        let called = piece == "(" && text.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let tight = called
            || matches!(piece, ";" | "," | ")" | "]" | "[")
            || text.ends_with(['(', '[', '*']);
        if !text.is_empty() && !tight {
            text.push(' ');
        }
        text.push_str(piece);
        if text.len() > LIMIT {
            let cut: String = text.chars().take(LIMIT).collect();
            return format!("{cut}…");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let show = |token: &Token<'_>| match token.kind {
            Kind::Word(text) => format!("{}:{text}", token.line),
            Kind::Number(text) => format!("{}:#{text}", token.line),
            Kind::Char(text) => format!("{}:'{text}'", token.line),
            Kind::Text(text) => format!("{}:\"{text}\"", token.line),
            Kind::Punct(text) => format!("{}:{text}", token.line),
            Kind::Comment(text) => format!("{}:/*{text}*/", token.line),
            Kind::Directive(text) => format!("{}:<{text}>", token.line),
            Kind::Pack(_) | Kind::UnknownCondition(_) => "?".to_owned(),
        };
        let tokens = lex(text).unwrap();
        tokens.iter().map(show).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn pieces_and_their_lines() {
        assert_eq!(
            shown("struct _X {\r\n  /* 0x0 */ ULONG a[0x10u]; // 1\n};"),
            "1:struct 1:_X 1:{ 2:/* 0x0 */ 2:ULONG 2:a 2:[ 2:#0x10u 2:] 2:; 2:/* 1*/ 3:} 3:;"
        );
        assert_eq!(
            shown("#define A \\\n 1 /* b\n */ 2\n#if 0 // x \\\nx\ny"),
            "1:<define A \\\n 1 /* b\n */ 2> 4:<if 0 // x \\\nx> 6:y"
        );
        assert_eq!(
            shown("'\\'' \"a\\\"//\" /* not\nended"),
            "1:'\\'' 1:\"a\\\"//\" 1:/* not\nended*/"
        );
        assert_eq!(
            shown("a<<2::b \"open\nc"),
            "1:a 1:<< 1:#2 1::: 1:b 1:\"open\" 2:c"
        );
        assert_eq!(shown("x # y"), "1:x 1:# 1:y");
    }

    #[test]
    fn offsets_before_lines() {
        assert_eq!(
            shown("00000000 struct X {\n00000004     int a;\n00000008 };\n"),
            "1:/*00000000*/ 1:struct 1:X 1:{ 2:/*00000004*/ 2:int 2:a 2:; 3:/*00000008*/ 3:} 3:;"
        );
    }
}
