//! The preprocessor: conditions, macros and packing.
//!
//! A condition is evaluated by the header's own macros, by those of every compiler for Windows, and by the
//! architecture. Parts under any other condition are skipped and reported with their lines.

use std::collections::BTreeMap;

use super::expr::{self, Names};
use super::lex::{Kind, Reader, Token, TooMany, lex_body, tokens_text};
use super::model::{Comment, Preprocessed, UnknownCondition};
use super::parse::{ASSERTIONS, begins};
use crate::arch::Arch;
use crate::stated::limits::{ALIASES_LIMIT, EXPANSION_LIMIT, MACRO_LIMIT};

#[derive(Clone, Debug)]
enum Macro<'t> {
    /// Expands to these tokens.
    Plain(Vec<Token<'t>>),
    /// Not expanded: it has arguments or is too long.
    Opaque,
    /// Known to be undefined: by `#undef`, also before the header.
    Undefined,
    /// Defined or undefined under an unknown condition.
    Unknown,
}

/// The state of a conditional.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// This branch is active.
    Active,
    /// No branch was active yet.
    Pending,
    /// A branch was active; the rest is skipped.
    Done,
    /// The condition is unknown; index into `unknown_conditions`.
    Unknown(usize),
}

/// Processes the directives.
pub(super) fn process<'t>(tokens: &[Token<'t>], arch: Arch) -> Result<Preprocessed<'t>, TooMany> {
    // Of `ntdef.h` and `winnt.h`.
    let (pointer, cache) = match arch {
        Arch::X86 => ("", "DECLSPEC_ALIGN(64)"),
        Arch::X64 => ("DECLSPEC_ALIGN(8)", "DECLSPEC_ALIGN(64)"),
        Arch::Arm64 => ("DECLSPEC_ALIGN(8)", "DECLSPEC_ALIGN(128)"),
    };
    let alignment = |text| lex_body(text, 1).map(Macro::Plain);
    let mut preprocessor = Preprocessor {
        arch,
        macros: BTreeMap::from([
            ("POINTER_ALIGNMENT", alignment(pointer)?),
            ("DECLSPEC_CACHEALIGN", alignment(cache)?),
        ]),
        conditionals: Vec::new(),
        out: Preprocessed::default(),
        expanded: 0,
    };
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Directive(text) => {
                let next = tokens.get(at + 1..).unwrap_or_default();
                preprocessor.directive(text, token.line, next)?;
            }
            Kind::Word(word) if !preprocessor.is_active() => {
                if begins(word) || ASSERTIONS.contains(&word) {
                    preprocessor.declares();
                }
            }
            _ if !preprocessor.is_active() => {}
            Kind::Comment(text) => preprocessor.out.comments.push(Comment {
                before: preprocessor.out.tokens.len(),
                line: token.line,
                text,
            }),
            Kind::Word(word) => preprocessor.word(*token, word, &mut Vec::new()),
            _ => preprocessor.out.tokens.push(*token),
        }
    }
    let last = tokens.last().map_or(1, |token| token.line);
    while preprocessor.conditionals.last().is_some() {
        preprocessor.end(last);
    }
    Ok(preprocessor.out)
}

struct Preprocessor<'t> {
    arch: Arch,
    macros: BTreeMap<&'t str, Macro<'t>>,
    conditionals: Vec<State>,
    out: Preprocessed<'t>,
    expanded: usize,
}

impl<'t> Preprocessor<'t> {
    /// Whether all branches are active. Inside an inactive branch none is active, so that the innermost decides.
    fn is_active(&self) -> bool {
        self.conditionals
            .last()
            .is_none_or(|state| *state == State::Active)
    }

    /// Expands a word. Recursion is bounded by a limit on nested macros.
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
        let mut pieces = lex_body(text, line)?;
        pieces.retain(|piece| !matches!(piece.kind, Kind::Comment(_)));
        let Some((first, rest)) = pieces.split_first() else {
            return Ok(());
        };
        let Kind::Word(name) = first.kind else {
            return Ok(());
        };
        match name {
            "if" | "ifdef" | "ifndef" => self.begin(name, rest, line, behind),
            "elif" | "elifdef" | "elifndef" | "else" => self.next_branch(name, rest, line),
            "endif" => self.end(line),
            "define" => self.define(text, rest),
            "undef" => {
                if let Some(Kind::Word(name)) = rest.first().map(|token| token.kind) {
                    self.set_macro(name, Macro::Undefined);
                }
            }
            "pragma" => self.pack(Pack::of_pragma(rest), line),
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

    /// Records that a part under an unknown condition may declare or change a type, or makes a known macro unknown.
    fn declares(&mut self) {
        let mut conditionals = self.conditionals.iter();
        let unknown = conditionals.find_map(|state| match state {
            State::Unknown(at) => Some(*at),
            _ => None,
        });
        if let Some(part) = unknown.and_then(|at| self.out.unknown_conditions.get_mut(at)) {
            part.declares = true;
        }
    }

    fn pack(&mut self, pack: Option<Pack<'t>>, line: usize) {
        if !self.is_active() {
            if pack.is_some() {
                self.declares();
            }
            return;
        }
        let kind = pack.map(Kind::Pack);
        self.out
            .tokens
            .extend(kind.map(|kind| Token { kind, line }));
    }

    fn define(&mut self, text: &'t str, rest: &[Token<'t>]) {
        let Some((Kind::Word(name), body)) = rest.split_first().map(|(it, rest)| (it.kind, rest))
        else {
            return;
        };
        // A bracket directly after the name begins its parameters.
        let behind = text.trim_start().strip_prefix("define");
        let behind = behind.and_then(|behind| behind.trim_start().strip_prefix(name));
        let behind = behind.unwrap_or_default();
        let plain = !behind.starts_with('(') && body.len() <= MACRO_LIMIT;
        let is = match plain {
            true => Macro::Plain(body.to_vec()),
            false => Macro::Opaque,
        };
        self.set_macro(name, is);
    }

    /// Sets a macro. Under an unknown condition it becomes unknown, unless it already was defined or undefined in the
    /// same way.
    fn set_macro(&mut self, name: &'t str, is: Macro<'t>) {
        // All branches inside an inactive one are inactive, too.
        let active = self
            .conditionals
            .partition_point(|state| *state == State::Active);
        if active == self.conditionals.len() {
            self.macros.insert(name, is);
        } else if matches!(self.conditionals.get(active), Some(State::Unknown(_))) {
            let is_undefined = matches!(is, Macro::Undefined);
            let keeps = match self.macros.get(name) {
                Some(Macro::Undefined) => is_undefined,
                Some(_) => !is_undefined,
                None => false,
            };
            if !keeps && self.macros.insert(name, Macro::Unknown).is_some() {
                self.declares();
            }
        }
    }

    fn begin(&mut self, how: &str, condition: &[Token<'t>], line: usize, behind: &[Token<'t>]) {
        let state = match self.is_active() {
            false => State::Done,
            true => self.branch(how, condition, line, behind),
        };
        self.conditionals.push(state);
    }

    /// Begins the next branch of a conditional.
    fn next_branch(&mut self, how: &str, condition: &[Token<'t>], line: usize) {
        let Some(state) = self.conditionals.pop() else {
            return;
        };
        let state = match state {
            State::Active => State::Done,
            State::Pending if how == "else" => State::Active,
            State::Pending => {
                let how = how.strip_prefix("el").unwrap_or(how);
                self.branch(how, condition, line, &[])
            }
            state => state,
        };
        self.conditionals.push(state);
    }

    /// Returns the state of the branch after a condition.
    fn branch(
        &mut self,
        how: &str,
        condition: &[Token<'t>],
        line: usize,
        behind: &[Token<'t>],
    ) -> State {
        match self.evaluate(how, condition) {
            Some(true) => State::Active,
            Some(false) => State::Pending,
            None if self.is_guard(how, condition, behind) => State::Active,
            None => self.begin_unknown(how, condition, line),
        }
    }

    fn end(&mut self, line: usize) {
        if let Some(State::Unknown(at)) = self.conditionals.pop()
            && let Some(unknown) = self.out.unknown_conditions.get_mut(at)
        {
            unknown.to = line;
        }
    }

    fn begin_unknown(&mut self, how: &str, condition: &[Token<'t>], line: usize) -> State {
        let at = self.out.unknown_conditions.len();
        self.out.unknown_conditions.push(UnknownCondition {
            from: line,
            to: line,
            condition: format!("#{how} {}", tokens_text(condition)),
            declares: false,
        });
        let kind = Kind::UnknownCondition(at);
        self.out.tokens.push(Token { kind, line });
        State::Unknown(at)
    }

    /// Evaluates a condition; `None` if unknown.
    fn evaluate(&mut self, how: &str, condition: &[Token<'t>]) -> Option<bool> {
        let name = match condition.first().map(|token| token.kind) {
            Some(Kind::Word(name)) => Some(name),
            _ => None,
        };
        match how {
            "ifdef" => self.is_defined(name?),
            "ifndef" => self.is_defined(name?).map(|is| !is),
            _ => {
                let condition = self.expanded_condition(condition);
                let mut reader = Reader::new(&condition);
                let expr = expr::expression(&mut reader).filter(|_| reader.is_over())?;
                expr::value(&expr, self).map(|value| value != 0)
            }
        }
    }

    /// Returns a condition with its macros expanded, except the operands of `defined`.
    fn expanded_condition(&mut self, condition: &[Token<'t>]) -> Vec<Token<'t>> {
        let start = self.out.tokens.len();
        let mut before = [None; 2];
        for token in condition {
            match (token.kind, before) {
                (_, [_, Some(Kind::Word("defined"))])
                | (_, [Some(Kind::Word("defined")), Some(Kind::Punct("("))]) => {
                    self.out.tokens.push(*token);
                }
                (Kind::Word(word), _) => self.word(*token, word, &mut Vec::new()),
                _ => self.out.tokens.push(*token),
            }
            before = [before[1], Some(token.kind)];
        }
        self.out.tokens.split_off(start)
    }

    fn is_defined(&self, name: &str) -> Option<bool> {
        match self.macros.get(name) {
            Some(Macro::Unknown) => None,
            Some(Macro::Undefined) => Some(false),
            Some(_) => Some(true),
            None => predefined(name, self.arch).map(|value| value.is_some()),
        }
    }

    /// Whether this is an include guard: `#ifndef X`, directly followed by a definition of `X`.
    fn is_guard(&self, how: &str, condition: &[Token<'t>], behind: &[Token<'t>]) -> bool {
        let words = condition.iter().filter_map(|token| match token.kind {
            Kind::Word(text) | Kind::Punct(text) => Some(text),
            _ => None,
        });
        let name = match (how, &words.collect::<Vec<_>>()[..]) {
            ("ifndef", [name])
            | ("if", ["!", "defined", name] | ["!", "defined", "(", name, ")"]) => *name,
            _ => return false,
        };
        let mut behind = behind.iter().map(|token| token.kind);
        let next = behind.find(|kind| !matches!(kind, Kind::Comment(_)));
        let Some(Kind::Directive(text)) = next else {
            return false;
        };
        let mut words = text.split_whitespace();
        matches!(self.macros.get(name), None | Some(Macro::Undefined))
            && words.next() == Some("define")
            && words.next() == Some(name)
    }
}

impl<'t> Names<'t> for Preprocessor<'t> {
    /// Returns the value of an undefined name in a condition.
    fn constant(&self, name: &str) -> Option<i64> {
        match self.macros.get(name) {
            // Compilers evaluate undefined names to 0.
            Some(Macro::Undefined) => Some(0),
            Some(_) => None,
            None => predefined(name, self.arch).map(Option::unwrap_or_default),
        }
    }

    fn defined(&self, name: &str) -> Option<bool> {
        self.is_defined(name)
    }
}

/// Returns the predefined macros of Microsoft's compilers: the value, or undefined; `None` if that varies.
fn predefined(name: &str, arch: Arch) -> Option<Option<i64>> {
    match name {
        "_WIN32" | "WIN32" | "_MSC_EXTENSIONS" => Some(Some(1)),
        // Enables the assertions of our own headers.
        "STRATA_CHECK_LAYOUT" => Some(Some(1)),
        "_MSC_VER" => Some(Some(1930)),
        "_M_ARM" | "_ARM_" | "_M_IA64" | "_IA64_" | "__cplusplus" | "__midl" | "RC_INVOKED"
        | "MIDL_PASS" | "__GNUC__" | "__clang__" | "__linux__" | "__APPLE__" | "__IDA__"
        | "WORDS_BIGENDIAN" => Some(None),
        _ => match archs_with(name) {
            [] => None,
            own => Some(own.contains(&arch).then_some(1)),
        },
    }
}

/// Returns the architectures for which compilers predefine a macro; empty for one that names none.
pub(crate) fn archs_with(name: &str) -> &'static [Arch] {
    match name {
        "_WIN64" => &[Arch::X64, Arch::Arm64],
        "_M_X64" | "_M_AMD64" | "_AMD64_" | "__x86_64__" => &[Arch::X64],
        "_M_IX86" | "_X86_" | "__i386__" => &[Arch::X86],
        "_M_ARM64" | "_ARM64_" | "__aarch64__" => &[Arch::Arm64],
        _ => &[],
    }
}

/// The most saved packings.
const STACK_LIMIT: usize = 256;

/// A packing directive; `None` for the compiler's default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pack<'t> {
    Set(Option<u32>),
    /// Saves the current packing, optionally named, and optionally sets another.
    Push(Option<&'t str>, Option<u32>),
    /// Restores a saved packing, optionally by name, and optionally sets another.
    Pop(Option<&'t str>, Option<u32>),
}

impl<'t> Pack<'t> {
    /// Parses a packing pragma.
    pub(super) fn of_pragma(tokens: &[Token<'t>]) -> Option<Self> {
        let (first, rest) = tokens.split_first()?;
        (first.kind == Kind::Word("pack")).then(|| Self::read(rest))?
    }

    /// Parses the arguments of `pack`: `(push, 1)`.
    fn read(tokens: &[Token<'t>]) -> Option<Self> {
        let mut words = tokens.iter().filter_map(|token| match token.kind {
            Kind::Word(text) | Kind::Number(text) => Some(text),
            _ => None,
        });
        let Some(first) = words.next() else {
            return Some(Self::Set(None));
        };
        let (mut label, mut number) = (None, None);
        for word in words {
            match alignment(word) {
                Some(bytes) => number = Some(bytes),
                None => label = Some(word),
            }
        }
        match first {
            "push" => Some(Self::Push(label, number)),
            "pop" => Some(Self::Pop(label, number)),
            "show" => None,
            number => alignment(number).map(|bytes| Self::Set(Some(bytes))),
        }
    }

    /// Returns the packing that a header of the SDK sets (`pshpack4.h`).
    pub(super) fn of_include(path: &str) -> Option<Self> {
        let name = path
            .rsplit(['/', '\\', '"', '<'])
            .find(|part| !part.is_empty())?;
        let name = name.trim_end_matches(['>', '"']).to_ascii_lowercase();
        if name == "poppack.h" {
            return Some(Self::Pop(None, None));
        }
        let bytes = name
            .strip_prefix("pshpack")
            .or(name.strip_prefix("pshpck"))?;
        let bytes = alignment(bytes.strip_suffix(".h")?)?;
        Some(Self::Push(None, Some(bytes)))
    }
}

fn alignment(word: &str) -> Option<u32> {
    let bytes = word.parse().ok()?;
    matches!(bytes, 1 | 2 | 4 | 8 | 16).then_some(bytes)
}

/// The current packing, and the saved ones.
#[derive(Debug, Default)]
pub(super) struct Packing<'t> {
    now: Option<u32>,
    kept: Vec<(Option<&'t str>, Option<u32>)>,
}

impl<'t> Packing<'t> {
    /// Returns the largest alignment of members, if it is limited.
    pub(super) fn now(&self) -> Option<u32> {
        self.now
    }

    pub(super) fn apply(&mut self, pack: Pack<'t>) {
        match pack {
            Pack::Set(to) => self.now = to,
            Pack::Push(label, to) => {
                if self.kept.len() < STACK_LIMIT {
                    self.kept.push((label, self.now));
                }
                self.now = to.or(self.now);
            }
            Pack::Pop(label, to) => {
                let at = match label {
                    None => self.kept.len().checked_sub(1),
                    label => self.kept.iter().rposition(|(kept, _)| *kept == label),
                };
                if let Some((_, was)) = at.and_then(|at| self.kept.get(at)) {
                    self.now = *was;
                }
                if let Some(at) = at {
                    self.kept.truncate(at);
                }
                self.now = to.or(self.now);
            }
        }
    }
}

#[cfg(test)]
mod tests;
