//! The limits of the decoder. Errors state the limit and what to do instead.

/// The longest text that is parsed, in bytes: the output of `db` for [`BYTES_LIMIT`] bytes is about as long.
pub const TEXT_LIMIT: usize = 80 << 20;

/// The most lines of a text: [`BYTES_LIMIT`] bytes at 16 per line, and half as many lines again.
pub const LINES_LIMIT: usize = 3 << 19;

/// The most bytes of a memory.
pub const BYTES_LIMIT: usize = 16 << 20;

/// The largest gap in bytes between a row's address and the end of the rows before it within one memory.
pub const GAP_LIMIT: usize = 0x1_0000;

/// The most regions of one text.
pub const REGIONS_LIMIT: usize = 1024;

/// The most lines that are examined to detect a dialect, sampled from all over a longer text.
pub const SAMPLE_LIMIT: usize = 4096;

/// The most lines that are examined if the sample has no bytes.
pub const SEARCHED_LIMIT: usize = 8 * SAMPLE_LIMIT;

/// The most lines in which rows of no known dialect are sought: all their words are held in memory.
pub const STEPPED_LINES_LIMIT: usize = 1 << 16;

/// The most other readings of one text that are judged.
pub const OTHER_READINGS_LIMIT: usize = 4;

/// The most bytes of one row with an address.
pub const ROW_LIMIT: usize = 256;

/// The most bytes of a line that are searched for the parts of an address: the marks before it, a label, a counter.
pub const ADDRESS_CONTEXT_LIMIT: usize = 512;

/// The most arrays of one text, each of which is a region.
pub const ARRAYS_LIMIT: usize = 1024;

/// The most nested brackets in an array.
pub const LITERAL_DEPTH_LIMIT: usize = 16;

/// The most words, numbers, strings and marks without data between them in a text that is read as source code. The text
/// after them is not parsed.
pub const LITERAL_TOKENS_LIMIT: usize = 1 << 17;

/// The most members of a listing, nested ones included.
pub const LISTED_LIMIT: usize = 1 << 14;

/// The most nested structures that a listing may unfold.
pub const LISTING_DEPTH_LIMIT: usize = 16;

/// The most characters of a line in a report about it.
pub const EXCERPT_LIMIT: usize = 120;

/// The most comments of rows in an answer.
pub const ANNOTATIONS_LIMIT: usize = 4096;

/// The most instances that are decoded at once.
pub const INSTANCES_LIMIT: u32 = 0x1_0000;

/// The most values of one answer, nested ones included.
pub const VALUES_LIMIT: usize = 1 << 20;

/// Maximum number of elements shown of one array; the count is stated in full.
pub const ELEMENTS_LIMIT: u32 = 4096;

/// Maximum number of findings listed for one instance; the number of further ones is stated.
pub const FINDINGS_LIMIT: usize = 1024;

/// The most parts of an unfolded layout, arrays counted once.
pub const SHAPES_LIMIT: usize = 1 << 16;

/// The most leaves of a [`Plan`](super::plan::Plan), arrays unfolded.
pub use crate::types::LEAVES_LIMIT;

/// The most regions that an error names.
pub const REGIONS_SHOWN: usize = 4;

/// The most values read through pointers in one decoding: list links, string units, bitmap bytes. Further ones count as
/// unknown.
pub const FOLLOW_LIMIT: usize = 1 << 22;

/// The most entries of a list whose end is found.
pub const LIST_LIMIT: u32 = 4096;

/// The most UTF-16 units of a string that are shown.
pub const STRING_LIMIT: usize = 1024;

/// The most bits of a bitmap that are examined.
pub const BITMAP_LIMIT: u32 = 1 << 16;

/// The most set bits of a bitmap that are listed.
pub const BITS_SHOWN: usize = 8;
