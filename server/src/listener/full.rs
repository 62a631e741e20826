//! What a connection is told for which there is no place.

use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::Semaphore;

use crate::limits;

/// The whole answer. No framework makes it, for it must cost nothing.
const ANSWER: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    content-type: text/plain; charset=utf-8\r\n\
    cache-control: no-store\r\n\
    retry-after: 1\r\n\
    connection: close\r\n\
    content-length: 82\r\n\r\n\
    As many connections are open as the server takes: ask again in a second or later.\n";

/// Turns connections away, not too many at once.
pub(super) struct Full(Arc<Semaphore>);

impl Default for Full {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(limits::TURNED_AWAY)))
    }
}

impl Full {
    /// Tells it to come again; where too many are told so already, it is closed.
    pub(super) fn turn_away<S>(&self, stream: S)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let Ok(place) = Arc::clone(&self.0).try_acquire_owned() else {
            return;
        };
        tokio::spawn(async move {
            // Whoever does not listen is not told.
            let _ = tokio::time::timeout(limits::TURN_AWAY_TIME, tell(stream)).await;
            drop(place);
        });
    }
}

/// Reads the question first, for what is closed with bytes unread is reset, and the answer lost.
async fn tell<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S) -> std::io::Result<()> {
    let mut asked = Vec::new();
    let mut part = [0; 1024];
    while asked.len() < limits::TURN_AWAY_BYTES && !asked.ends_with(b"\r\n\r\n") {
        match stream.read(&mut part).await? {
            0 => break,
            length => asked.extend(part.iter().take(length)),
        }
    }
    stream.write_all(ANSWER).await?;
    stream.shutdown().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_is_as_long_as_it_says() {
        let text = std::str::from_utf8(ANSWER).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let stated = head.split_once("content-length: ").unwrap().1;
        assert_eq!(stated.parse(), Ok(body.len()));
    }
}
