//! Enumerations whose values are words in an address, an attribute or a text; and texts of words with their meanings.

/// An enumeration made by core's `words!`.
macro_rules! words {
    ($(#[$what:meta])* $name:ident { $($body:tt)* }) => {
        strata_core::words! {
            $(#[$what])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum $name { $($body)* }
        }
    };
}

pub(crate) use words;

/// The `(what, meaning)` pairs of a text with lines `what: meaning`.
pub(crate) fn pairs(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    text.lines().filter_map(|line| line.split_once(": "))
}
