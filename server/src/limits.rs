//! How much and how long: every bound of the server, by name.

use std::time::Duration;

/// Connections open at once; further ones wait in the kernel's queue.
pub const CONNECTIONS: usize = 1024;

/// How long a connection may take to send a request's head, and how long it may stay idle between two.
pub const HEAD_TIME: Duration = Duration::from_secs(15);

/// How many header lines a request may have.
pub const HEADER_LINES: usize = 64;

/// How many bytes a request's head may have.
pub const HEAD_BYTES: usize = 16 * 1024;

/// How many bytes of a body not yet taken are held for a connection.
pub const CONNECTION_BUFFER: usize = 32 * 1024;

/// The largest body that is taken, in bytes.
pub const BODY_BYTES: usize = 4 * 1024 * 1024;

/// How long a body may take to arrive.
pub const BODY_TIME: Duration = Duration::from_secs(30);

/// How long a client may refuse to take the bytes of an answer.
pub const WRITE_STALL: Duration = Duration::from_secs(30);

/// How long running requests may take to end when the server stops.
pub const STOP_GRACE: Duration = Duration::from_secs(10);

/// How long accepting pauses when the system refuses it (no file descriptors left, say).
pub const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// How many rendered answers are kept.
pub const CACHED_ANSWERS: usize = 4096;

/// How many bytes of rendered answers are kept, all codings counted.
pub const CACHED_BYTES: usize = 128 * 1024 * 1024;

/// How many elements of a list header (Accept, If-None-Match …) are read.
pub const LIST_ELEMENTS: usize = 64;

/// How many items a page of a list has, unless the client says otherwise.
pub const PAGE: u32 = 50;

/// How many items a page of a list has at the most.
pub const PAGE_MOST: u32 = 200;

/// How many characters of what a client sent are repeated in an error.
pub const REPEATED_CHARACTERS: usize = 64;
