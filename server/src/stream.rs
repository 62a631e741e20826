//! Streamed answers, too large for memory: written as the client takes them, and aborted when it is gone.

use std::convert::Infallible;
use std::io::{self, Write};
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use http_body::Frame;
use serde::Serialize;
use tokio::sync::{Semaphore, mpsc};

use crate::error::Error;
use crate::limits;

/// Writes a JSON object as a line of NDJSON.
pub(crate) fn line(value: &impl Serialize, mut out: impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut out, value)?;
    out.write_all(b"\n")
}

const PIECE: usize = 64 * 1024;
/// How many pieces may wait for the client.
const WAITING: usize = 4;

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
    let (sender, receiver) = mpsc::channel(WAITING);
    tokio::task::spawn_blocking(move || {
        let _thread = thread;
        let mut pieces = Pieces {
            sender,
            piece: Vec::with_capacity(PIECE),
        };
        // An error means that the client is gone.
        let _ = write(&mut pieces).and_then(|()| pieces.flush());
    });
    Ok(Body::new(Received(receiver)))
}

/// The body of an answer that is not sent, of unknown length: for HEAD and 304.
pub(crate) fn omitted() -> Body {
    Body::new(Received(mpsc::channel(1).1))
}

/// A writer that sends its output in pieces.
struct Pieces {
    sender: mpsc::Sender<Bytes>,
    piece: Vec<u8>,
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= PIECE {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let piece = std::mem::replace(&mut self.piece, Vec::with_capacity(PIECE));
        self.sender
            .blocking_send(piece.into())
            .map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

struct Received(mpsc::Receiver<Bytes>);

impl http_body::Body for Received {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0
            .poll_recv(context)
            .map(|piece| piece.map(|piece| Ok(Frame::data(piece))))
    }
}
