//! Streamed answers, too large for memory: written as the client takes them, and aborted when it is gone.

use std::io::{self, BufWriter, Write};

use axum::body::Body;
use serde::Serialize;
use tokio::sync::Semaphore;
use tokio_util::io::{ReaderStream, SyncIoBridge};

use crate::error::Error;
use crate::limits;

/// Writes a JSON object as a line of NDJSON.
pub(crate) fn line(value: &impl Serialize, mut out: impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut out, value)?;
    out.write_all(b"\n")
}

const PIECE: usize = 64 * 1024;
/// How many bytes may wait for the client.
const WAITING: usize = 4 * PIECE;

/// The threads that write streamed answers.
static THREADS: Semaphore = Semaphore::const_new(limits::STREAMED);

/// A body from the output of `write`, on a thread that may block.
///
/// # Errors
///
/// [`Error::Busy`]: [`limits::STREAMED`] answers are streamed already.
pub(crate) fn body(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send + 'static,
) -> Result<Body, Error> {
    let thread = THREADS.try_acquire().map_err(|_| Error::Busy {
        limit: "STREAMED",
        seconds: limits::COME_AGAIN.as_secs(),
    })?;
    let (ours, theirs) = tokio::io::duplex(WAITING);
    tokio::task::spawn_blocking(move || {
        let _thread = thread;
        let mut out = BufWriter::with_capacity(PIECE, SyncIoBridge::new(ours));
        // An error means that the client is gone.
        let _ = write(&mut out).and_then(|()| out.flush());
    });
    let pieces = ReaderStream::with_capacity(theirs, PIECE);
    Ok(Body::from_stream(pieces))
}

/// The body of an answer that is not sent, of unknown length: for HEAD and 304.
pub(crate) fn omitted() -> Body {
    Body::from_stream(ReaderStream::new(tokio::io::empty()))
}
