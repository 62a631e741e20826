//! How much and how long: the bounds of the server that nobody sets, by name. Those that can be set are in
//! [`crate::settings`].

use std::time::Duration;

/// How many header lines a request may have.
pub const HEADER_LINES: usize = 64;

/// How many header lines are read, to be able to say that they are too many. Beyond, the answer has no body.
pub const HEADER_LINES_READ: usize = 4 * HEADER_LINES;

/// How many times as long as it may be a head is read, to be able to say that it is too long.
pub const HEAD_READ: usize = 4;

/// How many bytes hyper reads at once, at the least; it takes no less.
pub const READ_BUFFER: usize = 8 * 1024;

/// How many connections beyond the limit are told so at once; further ones are closed without a word.
pub const TURNED_AWAY: usize = 64;

/// How long a connection that is turned away may take to ask and to read that.
pub const TURN_AWAY_TIME: Duration = Duration::from_secs(2);

/// How many bytes of a request that is turned away are read.
pub const TURN_AWAY_BYTES: usize = 16 * 1024;

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

/// How many bytes of rendered answers are kept, all codings counted.
pub const CACHED_BYTES: usize = 128 * 1024 * 1024;

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
