//! Enumerations of which each value is a word, in an address, an attribute or a text; and texts of words and meanings.

/// An enumeration as core makes it, and the value of a word.
macro_rules! words {
    ($(#[$what:meta])* $name:ident { $($body:tt)* }) => {
        strata_core::words! {
            $(#[$what])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum $name { $($body)* }
        }

        impl $name {
            pub fn of(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|it| it.as_str() == word)
            }
        }
    };
}

pub(crate) use words;

/// The lines of a text of the form `what: meaning`.
pub(crate) fn pairs(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    text.lines().filter_map(|line| line.split_once(": "))
}
