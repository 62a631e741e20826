//! How much and how long: the bounds of the server that nobody sets, by name. Those that can be set are in
//! [`crate::settings`].

use std::time::Duration;

/// How many header lines a request may have. hyper reads 100, to be able to say that they are too many, and beyond that
/// answers without a body; told another number, it takes memory from the heap for each request.
pub const HEADER_LINES: usize = 64;

/// How many times as long as it may be a head is read, to be able to say that it is too long.
pub const HEAD_READ: usize = 4;

/// How many bytes hyper reads at once, at the least; it takes no less.
pub const READ_BUFFER: usize = 8 * 1024;

/// How many requests a connection of HTTP/2 may have under way at once.
pub const STREAMS: u32 = 100;

/// How many bytes of bodies such a connection may send before they are read, and how many of an answer wait for its client.
pub const STREAM_BYTES: u32 = 64 * 1024;

/// How many connections beyond the limit are told so at once; further ones are closed without a word.
pub const TURNED_AWAY: usize = 64;

/// How long a connection that is turned away may take to ask and to read that.
pub const TURN_AWAY_TIME: Duration = Duration::from_secs(2);

/// How many bytes of a request that is turned away are read.
pub const TURN_AWAY_BYTES: usize = 16 * 1024;

/// In pieces of how many bytes it is counted what bodies hold.
pub const BODY_PIECE: usize = 1024;

/// How many bytes of a body that is too large are read and thrown away, so that its sender gets to reading why.
pub const PASS_OVER_BYTES: usize = 64 * 1024 * 1024;

/// For how long at the most.
pub const PASS_OVER_TIME: Duration = Duration::from_secs(10);

/// How many file descriptors are kept for what is no connection of a client.
pub const SPARE_DESCRIPTORS: usize = 64;

/// When one who is told that the server is busy may ask again.
pub const COME_AGAIN: Duration = Duration::from_secs(1);

/// After how many requests the addresses are forgotten that made none of late.
pub const RATE_SWEEP: usize = 4096;

/// How long accepting pauses when the system refuses it (no file descriptors left, say).
pub const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// How many rendered answers are kept.
pub const CACHED_ANSWERS: usize = 4096;

/// How many bytes of rendered answers are kept, all codings counted. With what else is in memory, 14,000 pages stay below 128 MB.
pub const CACHED_BYTES: usize = 40 * 1024 * 1024;

/// How many answers are kept as they went out, for whoever asks just the same.
pub const KEPT_ANSWERS: usize = 1024;

/// How many bytes of them.
pub const KEPT_BYTES: usize = 16 * 1024 * 1024;

/// The largest of them: what is larger takes longer to send than to look up.
pub const KEPT_LARGEST: usize = 1024 * 1024;

/// How many bundles of data from before are kept, for pages that were read before the data changed.
pub const FORMER_BUNDLES: usize = 4;

/// How many elements of a list header (Accept, If-None-Match …) are read.
pub const LIST_ELEMENTS: usize = 64;

/// How many items a page of a list has, unless the client says otherwise.
pub const PAGE: u32 = 50;

/// How many items a page of a list has at the most.
pub const PAGE_MOST: u32 = 200;

/// How many characters of what a client sent are repeated in an error.
pub const REPEATED_CHARACTERS: usize = 64;
