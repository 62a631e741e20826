//! What is left of a header, piece by piece.

use super::lex::{Kind, Token};

/// A place among the pieces of a header.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a, 't> {
    tokens: &'a [Token<'t>],
    at: usize,
}

impl<'a, 't> Reader<'a, 't> {
    pub(super) fn new(tokens: &'a [Token<'t>]) -> Self {
        Self { tokens, at: 0 }
    }

    /// How many pieces lie behind.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Goes back to where it was.
    pub(super) fn back_to(&mut self, at: usize) {
        self.at = at;
    }

    pub(super) fn is_over(&self) -> bool {
        self.at >= self.tokens.len()
    }

    pub(super) fn peek(&self) -> Option<Kind<'t>> {
        self.peek_at(0)
    }

    /// So many pieces further.
    pub(super) fn peek_at(&self, further: usize) -> Option<Kind<'t>> {
        Some(self.tokens.get(self.at.checked_add(further)?)?.kind)
    }

    /// The line of the next piece; of the last one, where there is none any more.
    pub(super) fn line(&self) -> usize {
        let token = self.tokens.get(self.at).or(self.tokens.last());
        token.map_or(1, |token| token.line)
    }

    /// The line of the piece before.
    pub(super) fn line_before(&self) -> usize {
        let token = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        token.map_or_else(|| self.line(), |token| token.line)
    }

    /// The piece before.
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
        self.peek() == Some(Kind::Sign(sign))
    }

    /// Takes a sign, if it is the next piece.
    pub(super) fn take(&mut self, sign: &str) -> bool {
        let is = self.is(sign);
        self.at += usize::from(is);
        is
    }

    /// The next piece, if it is a word.
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

    /// Takes what stands in brackets, if one opens here, and gives what is between.
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

    /// Passes over one piece, or over all that its bracket holds. Brackets that nobody closes hold all that is left.
    pub(super) fn skip_brackets(&mut self) {
        let mut open = 0_usize;
        while let Some(kind) = self.next() {
            match kind {
                Kind::Sign("(" | "[" | "{") => open += 1,
                Kind::Sign(")" | "]" | "}") => open = open.saturating_sub(1),
                _ => {}
            }
            if open == 0 {
                return;
            }
        }
    }

    /// Passes over a declaration that is of no interest: to its semicolon, or to the end of a function. Stops before a
    /// bracket that closes what is around it, and before a definition that follows a macro with arguments.
    pub(super) fn skip_declaration(&mut self) {
        let start = self.at;
        while let Some(kind) = self.peek() {
            match kind {
                Kind::Word("typedef") if self.at > start => return,
                Kind::Word("struct" | "union" | "class" | "enum")
                    if self.at > start && self.peek_before() == Some(Kind::Sign(")")) =>
                {
                    return;
                }
                Kind::Sign(";") => {
                    self.next();
                    return;
                }
                Kind::Sign("}") => return,
                Kind::Sign("{") => {
                    self.skip_brackets();
                    // What follows a body and is no semicolon begins something else.
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

    /// Whether what follows is a name behind a body, as in `} X;` and `} X, *PX;`.
    fn names_then_ends(&self) -> bool {
        matches!(self.peek_at(1), Some(Kind::Sign(";" | "," | "=" | "[")))
    }

    /// The text of the pieces from there to here, for people.
    pub(super) fn shown_from(&self, start: usize) -> String {
        let pieces = self.tokens.get(start..self.at).unwrap_or_default();
        shown(pieces)
    }
}

/// Pieces as a text, cut where it is long.
pub(super) fn shown(pieces: &[Token<'_>]) -> String {
    const LIMIT: usize = 60;
    let mut text = String::new();
    for token in pieces {
        let piece = match token.kind {
            Kind::Word(text) | Kind::Number(text) | Kind::Sign(text) => text,
            Kind::Char(text) | Kind::Text(text) => text,
            _ => continue,
        };
        let tight =
            matches!(piece, ";" | "," | ")" | "]" | "[" | "(") || text.ends_with(['(', '[', '*']);
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
