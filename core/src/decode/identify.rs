//! Which layouts fit these bytes: every layout class judged by the same evidence, ranked, with its reasons.
//!
//! A dump says seldom from which version it comes, and two layouts of one size decode without a complaint. What tells
//! them apart is what only some values can be: a `BOOLEAN` is 0 or 1, padding is zero, the links of a list are addresses.
//!
//! # The score
//!
//! Evidence is counted in tenths of a bit: 10 says that what was found is twice as likely where the layout is right as
//! where it is not, -10 that it is half as likely. [`Rule`] names each kind of evidence with its weight and the reason for
//! the weight. The score of a candidate is the sum, with three provisos:
//!
//! - *Zero counts neither way.* It can be a number, a null pointer, `FALSE` or padding: memory is full of zeros.
//! - *Unknown bytes count neither way*, and neither does what members of a union hold, for one does not know which is meant.
//! - *A member counts in full up to [`MEMBER_FULL`]* each way, and an eighth beyond: the elements of an array are alike,
//!   and 64 of them are no 64 witnesses.
//!
//! Where the bytes are as many as several structures have, and one was asked for, those behind the first count as well, if
//! each fits and looks like the first: what is behind a short layout is no evidence for a longer one.
//!
//! # The verdict
//!
//! `classes` makes the layouts ready, `judge` gathers the evidence in one pass, [`rank`] decides. A candidate fits where
//! less than [`DOUBT`] speaks against it and more for it than chance does, by [`DENSE_MARGIN`] more where hardly a byte is
//! zero; without the latter it is not ruled out. It does
//! not fit where more than [`REFUTED`] speaks against it, or where [`SUSPECT`] does and another candidate explains the same
//! bytes by [`CLEARLY`] better. Else it fits badly. The number of bytes is evidence for the rank, but not against the fit:
//! dumps are cut short and go on behind the structure.
//!
//! `elsewhere` tells whether they fit clearly better in another reading of the text, in another
//! region, or some bytes later.

mod classes;
mod elsewhere;
mod judge;
mod rank;
mod sentence;
pub mod wire;

#[cfg(test)]
mod tests;

pub use self::classes::Classes;
pub use self::elsewhere::{Elsewhere, JUDGED_REGIONS_LIMIT, SHIFT_LIMIT};
pub use self::rank::{KnownBytes, Verdict};
pub(crate) use self::sentence::points_in_words as in_words;

use super::error::DecodeError;
use super::finding::Rule;
use super::view::View;
use super::{Options, Space, start};
use crate::arch::Arch;
use crate::dataset::{Dataset, Structure};
use crate::name::TypeName;
use crate::point::Point;
use crate::units::{ByteOffset, ByteSize};

/// Evidence of one member up to this weight counts in full, further evidence by an eighth.
pub const MEMBER_FULL: i32 = 200;

/// So much against a candidate, and it fits badly: three bits, one chance in eight.
pub const DOUBT: i32 = 30;

/// So much against a candidate, and it does not fit if another one does: six bits, one chance in 64.
pub const SUSPECT: i32 = 60;

/// So much better is clearly better: six bits.
pub const CLEARLY: i32 = 60;

/// Where less than one byte in so many is zero, the bytes are rather no structure: of random ones, one in 256 is.
pub const DENSE: usize = 16;

/// The additional evidence that a fit then needs: eight bits, one chance in 256.
pub const DENSE_MARGIN: i32 = 80;

/// At most so many bytes are searched for zeros.
const COUNTED_LIMIT: usize = 0x1000;

/// Evidence against a candidate that refutes it: 20 bits, one chance in a million.
pub const REFUTED: i32 = 200;

/// The most instances of one candidate that are judged; the others are taken to be alike.
pub const JUDGED_INSTANCES_LIMIT: u32 = 8;

/// The most elements of one array that are judged.
pub const JUDGED_ELEMENTS_LIMIT: u32 = 64;

/// The most reasons that are kept for one candidate, and the most against it: the weightiest. All are counted.
pub const REASONS_LIMIT: usize = 32;

/// Maximum number of candidates in an answer, which states the total.
pub const ANSWER_LIMIT: usize = 50;

#[derive(Clone, Copy, Debug, Default)]
pub struct Scope<'a> {
    /// `None` for audited structures and `others`.
    pub structure: Option<&'a Structure>,
    /// Those on this architecture; on all where `None`.
    pub arch: Option<Arch>,
    /// The types considered besides the audited ones, where no structure is named.
    pub others: Others,
}

/// Which types are considered that no article describes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    #[default]
    None,
    /// Structures and unions of so many bytes.
    OfSize(ByteSize),
    /// Structures and unions of at most so many bytes.
    UpTo(ByteSize),
}

impl Others {
    /// The types of the size of the bytes, or all that are not larger.
    pub fn by_bytes(space: &Space, options: &Options, all: bool) -> Self {
        // Which bytes are meant is the same on every architecture, but for addresses that debuggers print with their rule extended.
        let view = View::new(space, Arch::X64, options.region, options.base);
        let left =
            start::place(&view, options).map_or(0, |(place, memory)| memory.len() - place.at);
        let each = left / (options.count.max(1) as usize);
        let size = ByteSize::new(u32::try_from(each).unwrap_or(u32::MAX));
        match all {
            true => Self::UpTo(size),
            false => Self::OfSize(size),
        }
    }

    fn wants(self, size: ByteSize) -> bool {
        match self {
            Self::None => false,
            Self::OfSize(wanted) => size == wanted,
            Self::UpTo(most) => size <= most && size > ByteSize::ZERO,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identified {
    /// The layout classes that were considered, the likeliest first.
    pub candidates: Vec<Candidate>,
    pub known_bytes: KnownBytes,
    /// The evidence that a candidate needs to be named a fit, in tenths of a bit.
    pub needed: i32,
    /// How many bytes there are from the place on that was judged, known or not.
    pub bytes: usize,
    /// The address of the first byte of the region that was judged, where it is known.
    pub base: Option<u64>,
}

/// Points that share one layout, with the evidence for and against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its place among the candidates, from 1; candidates of one score share it.
    pub rank: usize,
    pub structure: TypeName,
    pub arch: Arch,
    /// The points that share the layout, in the order of the ladder, builds behind the releases; at least one.
    pub points: Vec<Point>,
    /// Those of them at which a nested type is not stated, so that it is taken to be as it is at the others.
    pub unstated: Vec<Point>,
    pub size: ByteSize,
    /// Number of consecutive structures in the bytes, where one was requested and each of several fits; otherwise 1.
    pub structures: u32,
    pub verdict: Verdict,
    /// In tenths of a bit.
    pub score: i32,
    /// `score` without the evidence of the number of bytes.
    pub content: i32,
    /// Evidence of members and gaps against it, positive, in tenths of a bit.
    pub against: i32,
    /// The evidence, the weightiest first, at most [`REASONS_LIMIT`] each way.
    pub reasons: Vec<Reason>,
}

/// One piece of evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub rule: Rule,
    /// In tenths of a bit: positive for the candidate, negative against it.
    pub weight: i32,
    /// 0-based.
    pub instance: u32,
    /// From the start of the instance.
    pub offset: ByteOffset,
    /// Member path, `Links.Flink`; `None` where the structure itself is concerned.
    pub path: Option<String>,
    /// In one sentence, in the decoder's words where it has any.
    pub message: String,
}

/// Judges the layouts of a scope by the bytes at the place that the options name.
///
/// Who judges more often makes the layouts ready once, with [`Classes::new`].
///
/// # Errors
///
/// Where there is nothing at that place, or the layouts cannot be made ready.
pub fn identify(
    dataset: &Dataset,
    scope: Scope<'_>,
    space: &Space,
    options: &Options,
) -> Result<Identified, DecodeError> {
    Classes::new(dataset, scope)?.identify(space, options)
}
