//! The `words!` macro: enumerations with one word per variant, as used in data files, answers and commands.

use thiserror::Error;

/// The text is none of the allowed words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not {what}: expected {allowed}")]
pub struct ParseWordError {
    text: String,
    /// What a word stands for, with its article: `a mode of the processor`.
    what: &'static str,
    /// `x86, x64 or arm64`.
    allowed: String,
}

impl ParseWordError {
    pub fn new(text: &str, what: &'static str, allowed: &[&str]) -> Self {
        let allowed = match allowed {
            [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
            words => words.concat(),
        };
        Self {
            text: text.to_owned(),
            what,
            allowed,
        }
    }
}

/// Declares an enumeration with one word per variant and implements `ALL` (in declaration order), `as_str`, `of`
/// (the variant of a word) and `Display`; with `parsed as "a mode"` also `FromStr`, whose [`ParseWordError`] names the
/// allowed words.
#[macro_export]
macro_rules! words {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident $(parsed as $what:literal)? {
            $($(#[$doc:meta])* $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            $vis const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            $vis const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            #[allow(dead_code, reason = "not every word is parsed")]
            $vis fn of(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|it| it.as_str() == word)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        $(impl std::str::FromStr for $name {
            type Err = $crate::ParseWordError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let allowed = || Self::ALL.map(Self::as_str);
                Self::of(text).ok_or_else(|| $crate::ParseWordError::new(text, $what, &allowed()))
            }
        })?
    };
}

pub(crate) use words;
