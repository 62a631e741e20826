//! The limits of the decoder. Errors state the limit and what to do instead.

/// The longest text that is read, in bytes: [`BYTES_LIMIT`] bytes as `db` prints them come to about this much.
pub const TEXT_LIMIT: usize = 80 << 20;

/// The most lines of a text: [`BYTES_LIMIT`] bytes at 16 a line, and half as many lines again.
pub const LINES_LIMIT: usize = 3 << 19;

/// The most bytes that a memory holds.
pub const BYTES_LIMIT: usize = 16 << 20;

/// The most bytes that a row's address may lie behind the end of the rows before it and still belong to one memory.
pub const GAP_LIMIT: usize = 0x1_0000;

/// The most regions that the rows of one text may make.
pub const REGIONS_LIMIT: usize = 1024;

/// Maximum number of lines examined to detect a text; taken from all over a longer one.
pub const SAMPLE_LIMIT: usize = 4096;

/// How many lines are looked at where the sample has no bytes.
pub const SEARCHED_LIMIT: usize = 8 * SAMPLE_LIMIT;

/// The most other readings of one text that are judged.
pub const OTHER_READINGS_LIMIT: usize = 4;

/// The most bytes that are read from one row of a dump with addresses.
pub const ROW_LIMIT: usize = 256;

/// The most arrays of one text, each of which is a region.
pub const ARRAYS_LIMIT: usize = 1024;

/// The most brackets in one another in an array.
pub const LITERAL_DEPTH_LIMIT: usize = 16;

/// The most members of a listing, nested ones included.
pub const LISTED_LIMIT: usize = 1 << 14;

/// How many structures a listing may unfold within one another.
pub const LISTING_DEPTH_LIMIT: usize = 16;

/// The most characters of a line that are repeated where the line is reported.
pub const EXCERPT_LIMIT: usize = 120;

/// The most notes of rows that an answer repeats.
pub const ANNOTATIONS_LIMIT: usize = 4096;

/// The most instances that are decoded at once.
pub const INSTANCES_LIMIT: u32 = 0x1_0000;

/// The most values that one answer holds, those inside others included.
pub const VALUES_LIMIT: usize = 1 << 20;

/// Maximum number of elements shown of one array; the count is stated in full.
pub const ELEMENTS_LIMIT: u32 = 4096;

/// Maximum number of findings listed for one instance; the number of further ones is stated.
pub const FINDINGS_LIMIT: usize = 1024;

/// The most parts that a layout may unfold to, arrays counted once.
pub const SHAPES_LIMIT: usize = 1 << 16;

/// The most leaves of a [`Plan`](super::plan::Plan), arrays unfolded.
pub use crate::types::LEAVES_LIMIT;

/// How many regions an error names.
pub const REGIONS_SHOWN: usize = 4;

/// Maximum number of values read through pointers in one decoding: links of lists, units of texts, bytes of bitmaps.
/// Further ones count as unknown.
pub const FOLLOW_LIMIT: usize = 1 << 22;

/// Maximum length of a list whose end is found.
pub const LIST_LIMIT: u32 = 4096;

/// How many units of UTF-16 of a text are shown.
pub const STRING_LIMIT: usize = 1024;

/// How many bits of a bitmap are looked at.
pub const BITMAP_LIMIT: u32 = 1 << 16;

/// How many bits of a bitmap are named.
pub const BITS_SHOWN: usize = 8;
