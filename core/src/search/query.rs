//! What was typed, taken apart: words, and what narrows them down.

use std::str::FromStr;

use super::{TEXT_LIMIT, WORDS_LIMIT, normal};
use crate::arch::Arch;
use crate::history::Run;
use crate::release::Version;
use crate::units::{ByteOffset, ByteSize};

/// What was meant by what was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Each must be found; lower case, without underscores.
    pub words: Vec<String>,
    /// The offset that a member must cover.
    pub offset: Option<ByteOffset>,
    /// How large a structure, or a member, must be.
    pub size: Option<ByteSize>,
    /// On which architecture.
    pub arch: Option<Arch>,
    /// At which version.
    pub version: Option<Version>,
}

impl Query {
    /// Takes apart what was typed: `0x58 x64`, `+0x58`, `ETW_REALTIME_CONSUMER+0x5a`, `size 0x88`, `HANDLE`,
    /// `nt!_ETW_DATA_SOURCE`, `consumer.LoggerId 6.2`. There is nothing that cannot be asked: what is no number, version or
    /// architecture is a word.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut query = Self::default();
        let text = cut(text.trim());
        let separates =
            |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"' | '`' | '(' | ')');
        let tokens: Vec<&str> = text.split(separates).filter(|it| !it.is_empty()).collect();
        let mut wants_size = false;
        for token in &tokens {
            if wants_size && let Some(size) = number(token) {
                query.size = Some(ByteSize::new(size));
                wants_size = false;
            } else if let Some(size) = sized(token) {
                query.size = size.map(ByteSize::new);
                wants_size = size.is_none();
            } else if let Some(arch) = arch(token) {
                query.arch = Some(arch);
            } else if let Ok(version) = token.trim_start_matches('@').parse()
                && (tokens.len() > 1 || token.contains('.') || matches!(version, Version::Pdb(_)))
            {
                query.version = Some(version);
            } else {
                query.token(token);
            }
        }
        if wants_size {
            query.token("size");
        }
        query
    }

    /// A member by its place: `NAME+0x5a`, `NAME.Member`, `+0x58`, `0x58`, or a word.
    fn token(&mut self, token: &str) {
        let token = token.rsplit('!').next().unwrap_or(token);
        let (name, offset) = match token.rsplit_once('+') {
            Some((name, offset)) => (name, number(offset).or_else(|| hex(offset))),
            None => match number(token) {
                Some(offset) => ("", Some(offset)),
                None => (token, None),
            },
        };
        self.offset = offset.map(ByteOffset::new).or(self.offset);
        let parts = name.split(['.', ':', '>', '-', '*', '&', '/', '[', ']', '+']);
        for part in parts {
            let word = normal(part);
            if let Some(number) = word.strip_prefix("win").filter(|rest| is_digits(rest)) {
                self.word("windows".to_owned());
                self.word(number.to_owned());
            } else {
                self.word(word);
            }
        }
    }

    fn word(&mut self, word: String) {
        if !word.is_empty() && self.words.len() < WORDS_LIMIT {
            self.words.push(word);
        }
    }

    /// Whether there is nothing to look for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let placed = self.offset.is_some() || self.size.is_some();
        self.words.is_empty() && self.version.is_none() && !placed
    }

    /// Whether a run of points, and the place there, are among those asked for.
    pub(super) fn takes(&self, run: &Run) -> bool {
        self.offset.is_none_or(|offset| run.covers(offset)) && self.at(run)
    }

    /// Whether a run of points is among those asked for.
    pub(super) fn at(&self, run: &Run) -> bool {
        self.arch.is_none_or(|arch| run.first.arch == arch)
            && self.version.is_none_or(|version| run.reaches(version))
    }
}

/// As much as is looked at.
fn cut(text: &str) -> &str {
    text.get(..text.floor_char_boundary(TEXT_LIMIT))
        .unwrap_or(text)
}

/// `x64`, and what else people call it.
fn arch(token: &str) -> Option<Arch> {
    let called = [
        ("i386", Arch::X86),
        ("amd64", Arch::X64),
        ("x86-64", Arch::X64),
        ("x86_64", Arch::X64),
        ("win32", Arch::X86),
        ("win64", Arch::X64),
    ];
    let alias = called
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(token));
    alias.map(|(_, arch)| *arch).or_else(|| token.parse().ok())
}

/// `size` alone, or with the number: `size=0x88`.
fn sized(token: &str) -> Option<Option<u32>> {
    let rest = token
        .get(..4)
        .filter(|head| head.eq_ignore_ascii_case("size"))?;
    let rest = token.get(rest.len()..)?;
    match rest.strip_prefix(['=', ':']) {
        Some("") => Some(None),
        Some(size) => number(size).or_else(|| u32::from_str(size).ok()).map(Some),
        None => rest.is_empty().then_some(None),
    }
}

/// A number that cannot be a word: `0x58`, `58h`.
fn number(text: &str) -> Option<u32> {
    let prefixed = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let marked = || {
        text.strip_suffix('h')
            .filter(|it| it.starts_with(|c: char| c.is_ascii_digit()))
    };
    hex(prefixed.or_else(marked)?)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn hex(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_hexdigit());
    digits.then(|| u32::from_str_radix(text, 16).ok()).flatten()
}
