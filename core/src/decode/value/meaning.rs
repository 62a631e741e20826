//! The meaning of a value beyond its own bytes: names from the data files, and the targets of pointers in the input.

use schemars::JsonSchema;
use serde::Serialize;

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
    /// One of several constants; `None` if the number matches none.
    Constant(Option<Constant>),
    /// A 64-bit number that may be a time; no source states that it is one.
    Time(Time),
    Guid(KnownGuid),
    /// The text of a `UNICODE_STRING`, if its buffer is in the input.
    Text(Text),
    /// A `LIST_ENTRY`, followed through the input.
    List(List),
    /// The bits of an `RTL_BITMAP`, if its buffer is in the input.
    Bitmap(Bitmap),
}

/// The text of a string.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "StringText")]
pub struct Text {
    /// The text, with U+FFFD for unknown code units and invalid characters.
    pub text: String,
    /// The number of unknown UTF-16 code units.
    pub unknown: usize,
    /// Whether the text was shortened.
    pub cut: bool,
}

/// A list, followed forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(rename = "FollowedList")]
pub struct List {
    /// The number of other entries that were reached; a lower bound if `end` is `too-long`.
    pub entries: u32,
    /// Why the list was followed no further; `closes` if it came back to its start.
    pub end: ListEnd,
}

words! {
    /// Why a walk of a list ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum ListEnd {
        /// The walk returned to the first entry.
        Closes = "closes",
        /// The next entry is not in the input.
        Leaves = "leaves",
        /// The link of the last entry is unknown.
        Unknown = "unknown",
        /// The links form a cycle without the first entry.
        Loops = "loops",
        /// More entries than the limit.
        TooLong = "too-long",
    }
}

impl ListEnd {
    pub const fn words(self) -> &'static str {
        match self {
            Self::Closes => "the list closes",
            Self::Leaves => "the next entry is not in the input",
            Self::Unknown => "the link of the last entry is not known",
            Self::Loops => "the links form a loop without this entry",
            Self::TooLong => "the list is longer than the limit",
        }
    }
}

/// The content of a bitmap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Bitmap {
    /// The number of bits.
    pub bits: u32,
    /// The number of bits that were examined, from the first on.
    pub seen: u32,
    /// The number of examined bits that are set.
    pub set: u32,
    /// The number of examined bits that are unknown.
    pub unknown: u32,
    /// The numbers of the first bits that are set.
    pub first: Vec<u32>,
}
