//! How tightly members are packed: what `#pragma pack` and the headers that stand for it say, and the stack they work on.

use super::lex::{Kind, Token};

/// The most that is kept on the stack.
const STACK_LIMIT: usize = 256;

/// What is said about packing. Where a number is none, it is what the compiler does of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pack<'t> {
    Set(Option<u32>),
    /// Keeps what is, perhaps under a name, and perhaps sets another.
    Push(Option<&'t str>, Option<u32>),
    /// Goes back to what was kept, perhaps under that name, and perhaps sets another.
    Pop(Option<&'t str>, Option<u32>),
}

impl<'t> Pack<'t> {
    /// What `(push, 1)` behind `pack` says; `None` where it is no such thing.
    pub(super) fn read(tokens: &[Token<'t>]) -> Option<Self> {
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

    /// What the headers of the SDK do that exist only to be included around structures.
    pub(super) fn of_include(path: &str) -> Option<Self> {
        let name = path
            .rsplit(['/', '\\', '"', '<'])
            .find(|part| !part.is_empty())?;
        let name = name.trim_end_matches(['>', '"']).to_ascii_lowercase();
        match name.as_str() {
            "pshpack1.h" => Some(Self::Push(None, Some(1))),
            "pshpack2.h" => Some(Self::Push(None, Some(2))),
            "pshpack4.h" => Some(Self::Push(None, Some(4))),
            "pshpack8.h" => Some(Self::Push(None, Some(8))),
            "pshpck16.h" => Some(Self::Push(None, Some(16))),
            "poppack.h" => Some(Self::Pop(None, None)),
            _ => None,
        }
    }
}

fn alignment(word: &str) -> Option<u32> {
    let bytes = word.parse().ok()?;
    matches!(bytes, 1 | 2 | 4 | 8 | 16).then_some(bytes)
}

/// What is in force, and what was kept.
#[derive(Debug, Default)]
pub(super) struct Packing<'t> {
    now: Option<u32>,
    kept: Vec<(Option<&'t str>, Option<u32>)>,
}

impl<'t> Packing<'t> {
    /// The most bytes to whose multiples members are aligned, where that is limited.
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
mod tests {
    use super::super::lex::lex_body;
    use super::*;

    #[test]
    fn the_stack() {
        let mut packing = Packing::default();
        let mut after = |text: &'static str| {
            if let Some(pack) = Pack::read(&lex_body(text, 1).unwrap()) {
                packing.apply(pack);
            }
            packing.now()
        };
        assert_eq!(after("(push, 1)"), Some(1));
        assert_eq!(after("(push, here, 4)"), Some(4));
        assert_eq!(after("(push)"), Some(4));
        assert_eq!(after("(2)"), Some(2));
        assert_eq!(after("(show)"), Some(2));
        assert_eq!(after("(3)"), Some(2));
        assert_eq!(after("(pop, here)"), Some(1));
        assert_eq!(after("()"), None);
        assert_eq!(after("(pop)"), None);
        assert_eq!(after("(pop, nowhere, 8)"), Some(8));
        assert_eq!(after("(pop)"), Some(8));
        let included = Pack::of_include(" <pshpack4.h>");
        assert_eq!(included, Some(Pack::Push(None, Some(4))));
        assert_eq!(
            Pack::of_include(" \"sub/PopPack.h\""),
            Some(Pack::Pop(None, None))
        );
        assert_eq!(Pack::of_include(" <stddef.h>"), None);
    }
}
