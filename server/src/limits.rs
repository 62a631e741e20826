//! The limits of the server that are not settings. Those that can be set are in [`crate::settings`].

use std::time::Duration;

/// The most header lines of a request. hyper reads 100, so that the server can answer that there are too many; beyond
/// that, hyper answers without a body. With another number, hyper allocates for each request.
pub const HEADER_LINES: usize = 64;

/// How many times the permitted length of a request head is read, so that the server can answer that it is too long.
pub const HEAD_READ_FACTOR: usize = 4;

/// The minimum size of hyper's read buffer; hyper accepts no smaller one.
pub const READ_BUFFER: usize = 8 * 1024;

/// The most concurrent requests of an HTTP/2 connection.
pub const HTTP2_STREAMS: u32 = 100;

/// The most unread bytes of request bodies on an HTTP/2 connection, and the most bytes of an answer that wait for the
/// client.
pub const HTTP2_STREAM_BYTES: u32 = 64 * 1024;

/// The most connections beyond the limit that get an answer at the same time; others are closed without one.
pub const REFUSED_CONNECTIONS: usize = 64;

/// The timeout of a refused connection, for reading its request and writing the answer.
pub const REFUSAL_TIMEOUT: Duration = Duration::from_secs(2);

/// The most bytes that are read of a refused request.
pub const REFUSAL_READ_BYTES: usize = 16 * 1024;

/// The most reads that are computed at the same time, because no cache has their answer.
pub const COMPUTED_READS: usize = 16;

/// The most answers that are streamed at the same time; each has a thread until its client has read it.
pub const STREAMED: usize = 256;

/// The most streamed archives, exports of whole images and complete datasets. Each takes seconds of a core.
pub const ARCHIVES: usize = 8;

/// The number of threads for blocking work other than requests: reloading data, and resolving names.
pub const BACKGROUND_THREADS: usize = 16;

/// How long such a thread stays idle before it ends, which returns its memory to the system.
pub const THREAD_KEEP_ALIVE: Duration = Duration::from_secs(2);

/// The unit in which the memory of bodies is counted, in bytes.
pub const BODY_UNIT: usize = 1024;

/// The most bytes of texts that are read at the same time.
pub const TEXTS_READ: usize = 16 * 1024 * 1024;

/// The most long inputs that are identified at the same time. One that is compared with every type takes all permits: it
/// needs up to a second of a core and 200 MB.
pub const IDENTIFIED: usize = 2;

/// The minimum cost of a line of a text, in bytes. Reading a text of short lines takes up to a hundred times
/// its length.
pub const LINE_COST: usize = 32;

/// The size above which a body gets an anonymous memory mapping, in bytes.
pub const MMAP_THRESHOLD: usize = 256 * 1024;

/// The most bytes of a too large body that are read and discarded, so that the client reads the answer.
pub const DISCARD_BYTES: usize = 64 * 1024 * 1024;

/// The timeout for reading and discarding a too large body.
pub const DISCARD_TIMEOUT: Duration = Duration::from_secs(10);

/// The file descriptors that are reserved for other uses than connections.
pub const RESERVED_DESCRIPTORS: usize = 64;

/// The `Retry-After` of a busy server.
pub const RETRY_AFTER: Duration = Duration::from_secs(1);

/// After this many requests, addresses without recent requests are forgotten.
pub const RATE_SWEEP: usize = 4096;

/// The pause after the system refused to accept a connection, for example without free file descriptors.
pub const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The most rendered answers in the cache.
pub const ANSWER_CACHE_ENTRIES: usize = 4096;

/// The most bytes of rendered answers in the cache, all codings counted. With everything else in memory, 14,000 pages
/// stay below 128 MB.
pub const ANSWER_CACHE_BYTES: usize = 18 * 1024 * 1024;

/// The most layouts that are kept ready to decode bytes.
pub const COMPILED_LAYOUTS: usize = 256;

/// The most leaves of these layouts. A leaf takes some 200 bytes, less in arrays.
pub const COMPILED_LEAVES: usize = 1 << 16;

/// The most complete responses in the cache, for identical requests.
pub const RESPONSE_CACHE_ENTRIES: usize = 1024;

/// The most bytes of complete responses in the cache.
pub const RESPONSE_CACHE_BYTES: usize = 8 * 1024 * 1024;

/// The largest complete response in the cache; a larger one takes longer to send than to look up.
pub const CACHED_RESPONSE_BYTES: usize = 1024 * 1024;

/// The number of earlier data bundles that are kept, for pages that were loaded before the data changed.
pub const EARLIER_BUNDLES: usize = 4;

/// The most elements of a list header (Accept, If-None-Match …) that are read.
pub const LIST_ELEMENTS: usize = 64;

/// The default number of items of a page of a list.
pub const PAGE_SIZE: u32 = 50;

/// The most items of a page of a list.
pub const PAGE_SIZE_LIMIT: u32 = 200;

/// The most refused lines of a posted table that an error lists.
pub const LINES_SHOWN: usize = 20;

/// The fewest characters of a token.
pub const TOKEN_LENGTH: usize = 20;

/// The most tokens in a file: each request that carries one is compared with all.
pub const TOKENS: usize = 256;

/// The most bytes of a file of tokens.
pub const TOKENS_BYTES: u64 = 256 * 1024;

/// The most characters of client input that an error repeats.
pub const QUOTED_CHARACTERS: usize = 64;
