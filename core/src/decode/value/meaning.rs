//! The meaning of a value beyond its own bytes: names from the data files, and the targets of pointers in the input.

use super::time::Time;
use crate::constants::{Constant, KnownGuid};
use crate::words::words;

/// The meaning of a value beyond its own bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    Flags {
        set: Vec<Constant>,
        /// The set bits without a flag.
        unknown: u64,
    },
    /// One of several constants; `None` where the number matches none.
    Constant(Option<Constant>),
    /// A 64-bit number can be a time; that it is one is not known.
    Time(Time),
    Guid(KnownGuid),
    /// The text of a `UNICODE_STRING`, where its buffer lies in the paste.
    Text(Text),
    /// A `LIST_ENTRY`, followed through the input.
    List(List),
    /// The bits of an `RTL_BITMAP`, where its buffer is in the input.
    Bitmap(Bitmap),
}

/// The text of a `UNICODE_STRING`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// U+FFFD stands for unknown units and for those that are not characters.
    pub text: String,
    /// How many units of UTF-16 of it are unknown.
    pub unknown: usize,
    /// Whether there is more than [`STRING_LIMIT`](super::super::limits::STRING_LIMIT) units, which is all that is shown.
    pub cut: bool,
}

/// A list, followed from one entry forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct List {
    /// Number of other entries reached; a lower bound where the list is too long.
    pub entries: u32,
    pub end: ListEnd,
}

words! {
    /// Why a walk of a list ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum ListEnd {
        /// Back at the first entry.
        Closes = "closes",
        /// The next entry is not in the input.
        Leaves = "leaves",
        /// The link of the last entry is not known.
        Unknown = "unknown",
        /// It goes round without coming back to where it began.
        Loops = "loops",
        /// More entries than the limit.
        TooLong = "too-long",
    }
}

impl ListEnd {
    pub const fn words(self) -> &'static str {
        match self {
            Self::Closes => "the list closes",
            Self::Leaves => "the next is not in the paste",
            Self::Unknown => "the link of the last is not known",
            Self::Loops => "the links go round without coming back here",
            Self::TooLong => "there are more than are followed",
        }
    }
}

/// What an `RTL_BITMAP` holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bitmap {
    pub bits: u32,
    /// How many of them were looked at: all, up to [`BITMAP_LIMIT`](super::super::limits::BITMAP_LIMIT).
    pub seen: u32,
    /// How many of those are set.
    pub set: u32,
    /// How many of those are unknown.
    pub unknown: u32,
    /// The numbers of the first that are set, at most [`BITS_SHOWN`](super::super::limits::BITS_SHOWN).
    pub first: Vec<u32>,
}
