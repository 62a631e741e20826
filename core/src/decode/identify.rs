//! Identifies the layouts that fit bytes: every layout class is judged by the same evidence and ranked, with reasons.
//!
//! A dump seldom states its version, and two layouts of one size both decode without errors. Values with constraints
//! distinguish them: a `BOOLEAN` is 0 or 1, padding is zero, list links are addresses.
//!
//! # The score
//!
//! Evidence is counted in tenths of a bit: 10 means that the observation is twice as likely if the layout is right as
//! if it is not, -10 half as likely. [`Rule`] lists the kinds of evidence with their weights and the reasons for these.
//! The score of a candidate is the sum, with three exceptions:
//!
//! - *Zero does not count.* It can be a number, a null pointer, `FALSE` or padding: memory is full of zeros.
//! - *Unknown bytes do not count*, nor do members of a union, because the active one is unknown.
//! - *A member counts in full up to [`MEMBER_FULL`]* each way, and by an eighth beyond: the elements of an array are
//!   alike, so 64 of them are not independent evidence.
//!
//! If the bytes are as many as several structures have and one was requested, those after the first count as well,
//! provided each fits and resembles the first: bytes after a short layout are not evidence for a longer one. Of several
//! structures that were requested, the mean counts; in both cases the largest doubt about one of them counts.
//!
//! # The verdict
//!
//! `classes` prepares the layouts, `judge` gathers the evidence in one pass, [`rank`] decides: by score, those that do
//! not fit after the others. A candidate fits if less
//! than [`DOUBT`] speaks against it and more for it than expected by chance, with a margin of [`DENSE_MARGIN`] if
//! hardly a byte is zero; without enough evidence for it, it is not ruled out. It does not fit if more than [`REFUTED`]
//! speaks against it, or if [`SUSPECT`] does and another candidate explains the same bytes better by [`CLEAR_MARGIN`].
//! Otherwise it fits badly. The number of bytes is evidence for the rank, but not against the fit: dumps are truncated
//! or continue after the structure.
//!
//! `elsewhere` checks whether the bytes fit clearly better in another reading of the text, in another region, or at a
//! later offset.

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

use std::fmt;

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

/// Evidence against a candidate that makes it fit badly: three bits, one chance in eight.
pub const DOUBT: i32 = 30;

/// Evidence against a candidate that refutes it if another one fits: six bits, one chance in 64.
pub const SUSPECT: i32 = 60;

/// The margin by which a clearly better candidate is ahead: six bits.
pub const CLEAR_MARGIN: i32 = 60;

/// If less than one byte in this many is zero, the bytes are probably not a structure: one random byte in 256 is.
pub const DENSE: usize = 16;

/// The additional evidence that a fit then requires: eight bits, one chance in 256.
pub const DENSE_MARGIN: i32 = 80;

/// The most bytes that are searched for zeros.
const COUNTED_LIMIT: usize = 0x1000;

/// Evidence against a candidate that refutes it: 20 bits, one chance in a million.
pub const REFUTED: i32 = 200;

/// The most instances of one candidate that are judged; the others are assumed to be alike.
pub const JUDGED_INSTANCES_LIMIT: u32 = 8;

/// The most values that are judged to rank the candidates: of their members and array elements, of every instance.
pub const JUDGED_VALUES_LIMIT: usize = 1 << 23;

/// The most values that are judged to find a place where the bytes fit better. Further places are not tried.
pub const SOUGHT_VALUES_LIMIT: usize = 1 << 23;

/// The most elements of one array that are judged.
pub const JUDGED_ELEMENTS_LIMIT: u32 = 64;

/// The most reasons for a candidate, and the most against it, that are kept: the strongest. All are counted.
pub const REASONS_LIMIT: usize = 32;

/// Maximum number of candidates in an answer, which states the total.
pub const ANSWER_LIMIT: usize = 50;

#[derive(Clone, Copy, Debug, Default)]
pub struct CandidateScope<'a> {
    /// `None` for audited structures and `others`.
    pub structure: Option<&'a Structure>,
    /// The architecture of the layouts; `None` for all.
    pub arch: Option<Arch>,
    /// The types considered besides the audited ones, if no structure is given.
    pub others: Others,
    pub cancellation: Cancellation<'a>,
}

/// Returns whether the work is cancelled. It is called before each class; if it is, the work ends with
/// [`DecodeError::Cancelled`].
#[derive(Clone, Copy)]
pub struct Cancellation<'a>(pub &'a (dyn Fn() -> bool + Sync));

impl Default for Cancellation<'_> {
    fn default() -> Self {
        Self(&|| false)
    }
}

impl fmt::Debug for Cancellation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cancellation").field(&self.0()).finish()
    }
}

impl Cancellation<'_> {
    fn check(self) -> Result<(), DecodeError> {
        match self.0() {
            true => Err(DecodeError::Cancelled),
            false => Ok(()),
        }
    }
}

/// The types without an article that are considered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    #[default]
    None,
    /// Structures and unions of this size.
    OfSize(ByteSize),
    /// Structures and unions of at most this size.
    UpTo(ByteSize),
}

impl Others {
    /// Returns the types of the size of the bytes, or all that are not larger.
    pub fn by_bytes(space: &Space, options: &Options, all: bool) -> Self {
        // The selected bytes are the same on every architecture, except for sign-extended 32-bit addresses.
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
    /// The layout classes that were considered, the likeliest first: by score, those that do not fit after the others.
    pub candidates: Vec<Candidate>,
    pub known_bytes: KnownBytes,
    /// The evidence that a fit requires, in tenths of a bit.
    pub needed: i32,
    /// The number of bytes from the judged place on, known or not.
    pub bytes: usize,
    /// The address of the first byte of the judged region, if known.
    pub base: Option<u64>,
}

/// Points that share one layout, with the evidence for and against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The rank, from 1; candidates of the same score share it.
    pub rank: usize,
    pub structure: TypeName,
    pub arch: Arch,
    /// The points that share the layout, in release order with builds last; at least one.
    pub points: Vec<Point>,
    /// Those of `points` at which a nested type is not stated, and is assumed to be the same as at the others.
    pub unstated: Vec<Point>,
    pub size: ByteSize,
    /// Number of consecutive structures in the bytes, where one was requested and each of several fits; otherwise 1.
    pub structures: u32,
    pub verdict: Verdict,
    /// In tenths of a bit.
    pub score: i32,
    /// `score` without the evidence of the number of bytes.
    pub content: i32,
    /// The mean of `content` over the structures of an array; `content` itself if there is one.
    pub each: i32,
    /// The number of structures that were judged, at most [`JUDGED_INSTANCES_LIMIT`].
    pub judged: u32,
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
    /// The first instance with it, 0-based.
    pub instance: u32,
    /// In bytes from the start of the instance.
    pub offset: ByteOffset,
    /// Member path, `Links.Flink`; `None` for the structure itself.
    pub path: Option<String>,
    /// One sentence, in the decoder's words if it has any.
    pub message: String,
}

/// Judges the layouts of a scope by the bytes at the place in the options.
///
/// To judge several inputs, prepare the layouts once with [`Classes::new`].
///
/// # Errors
///
/// If there are no bytes at that place, or the layouts cannot be prepared.
pub fn identify(
    dataset: &Dataset,
    scope: CandidateScope<'_>,
    space: &Space,
    options: &Options,
) -> Result<Identified, DecodeError> {
    Classes::new(dataset, scope)?.identify(space, options)
}
