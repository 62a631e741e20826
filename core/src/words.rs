//! The `words!` macro: enumerations with one word per variant, as used in data files, answers and commands.

/// Declares an enumeration with one word per variant and implements `ALL` (in declaration order), `as_str`, `of`
/// (the variant of a word) and `Display`; with `or ERROR` also `FromStr`, whose error holds the text.
#[macro_export]
macro_rules! words {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident $(or $error:ident)? {
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
            type Err = $error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::of(text).ok_or_else(|| $error(text.to_owned()))
            }
        })?
    };
}

pub(crate) use words;
