//! The lines that begin with `#`: which parts of a header count, what names stand for, how members are packed.
//!
//! A condition is settled by what the header itself defines, by what every compiler for Windows defines, and by the
//! architecture. What depends on anything else is passed over and told, with the lines that it stands in.

mod meaning;

use std::collections::BTreeMap;

use super::expr;
use super::lex::{Kind, Token, TooMany, lex_body};
use super::model::{Comment, Processed, Unsettled};
use super::pack::Pack;
use super::reader::{self, Reader};
use crate::arch::Arch;
use crate::stated::limits::{ALIASES_LIMIT, EXPANSION_LIMIT, MACRO_LIMIT};

use meaning::{Meaning, predefined};

/// What a macro is.
#[derive(Clone, Debug)]
enum Macro<'t> {
    /// Its name stands for these.
    Plain(Vec<Token<'t>>),
    /// It has arguments, or is longer than is taken: its name stays.
    Opaque,
    /// Whether it is defined depends on what nobody tells.
    Unsettled,
}

/// How far the parts of a conditional got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// This part counts.
    Taking,
    /// A later part may.
    Waiting,
    /// None that follows does.
    Done,
    /// Nobody tells, from here to the end.
    Unsettled(usize),
}

/// Takes the lines that begin with `#` out.
pub(super) fn process<'t>(tokens: &[Token<'t>], arch: Arch) -> Result<Processed<'t>, TooMany> {
    let mut work = Work {
        arch,
        macros: BTreeMap::new(),
        groups: Vec::new(),
        out: Processed::default(),
        expanded: 0,
    };
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Directive(text) => {
                let next = tokens.get(at + 1..).unwrap_or_default();
                work.directive(text, token.line, next)?;
            }
            _ if !work.is_active() => {}
            Kind::Comment(text) => work.out.comments.push(Comment {
                before: work.out.tokens.len(),
                line: token.line,
                text,
            }),
            Kind::Word(word) => work.word(*token, word, &mut Vec::new()),
            _ => work.out.tokens.push(*token),
        }
    }
    let last = tokens.last().map_or(1, |token| token.line);
    while work.groups.last().is_some() {
        work.end(last);
    }
    Ok(work.out)
}

struct Work<'t> {
    arch: Arch,
    macros: BTreeMap<&'t str, Macro<'t>>,
    groups: Vec<State>,
    out: Processed<'t>,
    expanded: usize,
}

impl<'t> Work<'t> {
    fn is_active(&self) -> bool {
        self.groups.iter().all(|state| *state == State::Taking)
    }

    /// A word, or what it stands for. As deep as macros stand for one another, which has a limit.
    fn word(&mut self, token: Token<'t>, word: &'t str, open: &mut Vec<&'t str>) {
        let body = match self.macros.get(word) {
            Some(Macro::Plain(body)) if open.len() < ALIASES_LIMIT && !open.contains(&word) => {
                body.clone()
            }
            _ => return self.out.tokens.push(token),
        };
        self.expanded += body.len();
        if self.expanded > EXPANSION_LIMIT {
            self.out.is_cut = true;
            return self.out.tokens.push(token);
        }
        open.push(word);
        for piece in body {
            let line = token.line;
            match piece.kind {
                Kind::Word(inner) => self.word(Token { line, ..piece }, inner, open),
                Kind::Comment(_) => {}
                kind => self.out.tokens.push(Token { kind, line }),
            }
        }
        open.pop();
    }

    fn directive(
        &mut self,
        text: &'t str,
        line: usize,
        behind: &[Token<'t>],
    ) -> Result<(), TooMany> {
        let pieces = lex_body(text, line)?;
        let pieces: Vec<Token<'t>> = pieces
            .into_iter()
            .filter(|piece| !matches!(piece.kind, Kind::Comment(_)))
            .collect();
        let Some((first, rest)) = pieces.split_first() else {
            return Ok(());
        };
        let Kind::Word(name) = first.kind else {
            return Ok(());
        };
        match name {
            "if" | "ifdef" | "ifndef" => self.begin(name, rest, line, behind),
            "elif" | "elifdef" | "elifndef" => self.otherwise_if(name, rest, line),
            "else" => self.otherwise(),
            "endif" => self.end(line),
            "define" => self.define(text, rest),
            _ if !self.is_active() => {}
            "undef" => {
                if let Some(Kind::Word(name)) = rest.first().map(|token| token.kind) {
                    self.macros.remove(name);
                }
            }
            "pragma" => {
                if let Some((Kind::Word("pack"), rest)) = split(rest) {
                    self.pack(Pack::read(rest), line);
                }
            }
            "include" => {
                let path = text
                    .trim_start()
                    .strip_prefix("include")
                    .unwrap_or_default();
                self.pack(Pack::of_include(path.trim()), line);
            }
            _ => {}
        }
        Ok(())
    }

    fn pack(&mut self, pack: Option<Pack<'t>>, line: usize) {
        let kind = pack.map(Kind::Pack);
        let token = kind.map(|kind| Token { kind, line });
        self.out.tokens.extend(token);
    }

    fn define(&mut self, text: &'t str, rest: &[Token<'t>]) {
        let Some((Kind::Word(name), body)) = split(rest) else {
            return;
        };
        if !self.is_active() {
            let unsettled = |state: &State| matches!(state, State::Unsettled(_));
            if self.groups.iter().any(unsettled) {
                self.macros.entry(name).or_insert(Macro::Unsettled);
            }
            return;
        }
        // A bracket that follows the name at once is that of its arguments.
        let behind = text.trim_start().strip_prefix("define");
        let behind = behind.and_then(|behind| behind.trim_start().strip_prefix(name));
        let behind = behind.unwrap_or_default();
        let plain = !behind.starts_with('(') && body.len() <= MACRO_LIMIT;
        let is = match plain {
            true => Macro::Plain(body.to_vec()),
            false => Macro::Opaque,
        };
        self.macros.insert(name, is);
    }

    fn begin(&mut self, how: &str, condition: &[Token<'t>], line: usize, behind: &[Token<'t>]) {
        let state = match self.is_active() {
            false => State::Done,
            true => match self.holds(how, condition) {
                Some(true) => State::Taking,
                Some(false) => State::Waiting,
                None if self.is_guard(how, condition, behind) => State::Taking,
                None => self.unsettled(how, condition, line),
            },
        };
        self.groups.push(state);
    }

    fn otherwise_if(&mut self, how: &str, condition: &[Token<'t>], line: usize) {
        let Some(state) = self.groups.pop() else {
            return;
        };
        let how = how.strip_prefix("el").unwrap_or(how);
        let state = match state {
            State::Taking => State::Done,
            State::Waiting if self.is_active() => match self.holds(how, condition) {
                Some(true) => State::Taking,
                Some(false) => State::Waiting,
                None => self.unsettled(how, condition, line),
            },
            state => state,
        };
        self.groups.push(state);
    }

    fn otherwise(&mut self) {
        if let Some(state) = self.groups.last_mut() {
            *state = match *state {
                State::Taking => State::Done,
                State::Waiting => State::Taking,
                state => state,
            };
        }
    }

    fn end(&mut self, line: usize) {
        if let Some(State::Unsettled(at)) = self.groups.pop()
            && let Some(unsettled) = self.out.unsettled.get_mut(at)
        {
            unsettled.to = line;
        }
    }

    fn unsettled(&mut self, how: &str, condition: &[Token<'t>], line: usize) -> State {
        let at = self.out.unsettled.len();
        self.out.unsettled.push(Unsettled {
            from: line,
            to: line,
            condition: format!("#{how} {}", reader::shown(condition)),
        });
        let kind = Kind::Unsettled(at);
        self.out.tokens.push(Token { kind, line });
        State::Unsettled(at)
    }

    /// Whether a condition holds; `None` where nobody tells.
    fn holds(&self, how: &str, condition: &[Token<'t>]) -> Option<bool> {
        let name = match condition.first().map(|token| token.kind) {
            Some(Kind::Word(name)) => Some(name),
            _ => None,
        };
        match how {
            "ifdef" => self.is_defined(name?),
            "ifndef" => self.is_defined(name?).map(|is| !is),
            _ => {
                let mut reader = Reader::new(condition);
                let expr = expr::expression(&mut reader).filter(|_| reader.is_over())?;
                let mut meaning = Meaning { work: self };
                expr::value(&expr, &mut meaning).map(|value| value != 0)
            }
        }
    }

    fn is_defined(&self, name: &str) -> Option<bool> {
        match self.macros.get(name) {
            Some(Macro::Unsettled) => None,
            Some(_) => Some(true),
            None => predefined(name, self.arch).map(|value| value.is_some()),
        }
    }

    /// `#ifndef X`, behind which `X` is defined at once: it is there to be read once.
    fn is_guard(&self, how: &str, condition: &[Token<'t>], behind: &[Token<'t>]) -> bool {
        let words: Vec<Kind<'t>> = condition.iter().map(|token| token.kind).collect();
        let name = match (how, &words[..]) {
            ("ifndef", [Kind::Word(name)])
            | ("if", [Kind::Sign("!"), Kind::Word("defined"), Kind::Word(name)])
            | (
                "if",
                [
                    Kind::Sign("!"),
                    Kind::Word("defined"),
                    Kind::Sign("("),
                    Kind::Word(name),
                    Kind::Sign(")"),
                ],
            ) => *name,
            _ => return false,
        };
        let mut behind = behind.iter().map(|token| token.kind);
        let next = behind.find(|kind| !matches!(kind, Kind::Comment(_)));
        let Some(Kind::Directive(text)) = next else {
            return false;
        };
        let mut words = text.split_whitespace();
        !self.macros.contains_key(name)
            && words.next() == Some("define")
            && words.next() == Some(name)
    }
}

fn split<'s, 't>(tokens: &'s [Token<'t>]) -> Option<(Kind<'t>, &'s [Token<'t>])> {
    let (first, rest) = tokens.split_first()?;
    Some((first.kind, rest))
}

#[cfg(test)]
mod tests;
