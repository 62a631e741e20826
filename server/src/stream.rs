//! Streamed answers, too large for memory: written as the client takes them, and aborted when it is gone.

use std::io::{self, BufWriter, Write};

use axum::body::Body;
use serde::Serialize;
use tokio::sync::{Semaphore, SemaphorePermit};
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

/// The answers of these that take long.
static ARCHIVES: Semaphore = Semaphore::const_new(limits::ARCHIVES);

fn place(
    among: &'static Semaphore,
    limit: &'static str,
) -> Result<SemaphorePermit<'static>, Error> {
    among.try_acquire().map_err(|_| Error::Busy {
        limit,
        seconds: limits::RETRY_AFTER.as_secs(),
    })
}

/// The [`body`] of an archive or of another answer that takes seconds to write.
///
/// # Errors
///
/// [`Error::Busy`]: [`limits::ARCHIVES`] are written already, or [`limits::STREAMED`] answers.
pub(crate) fn archive(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send + 'static,
) -> Result<Body, Error> {
    let place = place(&ARCHIVES, "ARCHIVES")?;
    body(move |out| {
        let _place = place;
        write(out)
    })
}

/// A body from the output of `write`, on a thread that may block.
///
/// # Errors
///
/// [`Error::Busy`]: [`limits::STREAMED`] answers are streamed already.
pub(crate) fn body(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send + 'static,
) -> Result<Body, Error> {
    let thread = place(&THREADS, "STREAMED")?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn archives_leave_threads_to_other_answers() {
        let endless = |out: &mut dyn Write| loop {
            out.write_all(&[0; PIECE])?;
        };
        let archives = (0..limits::ARCHIVES).map(|_| archive(endless));
        let archives: Vec<Body> = archives.map(Result::unwrap).collect();
        let refused = archive(endless).unwrap_err();
        assert!(refused.to_string().contains("`ARCHIVES`"), "{refused}");
        assert!(body(|_| Ok(())).is_ok());
        drop(archives);
    }
}
