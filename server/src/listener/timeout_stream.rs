//! A stream with a write timeout and metrics.

use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use prometheus::{IntCounter, IntGauge};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use crate::metrics::Metrics;

/// Fails a write without progress for `patience`; counts bytes, and itself while it is open.
#[derive(Debug)]
pub(super) struct TimeoutStream<S> {
    stream: S,
    /// A byte that [`TimeoutStream::first`] read ahead.
    ahead: Option<u8>,
    timeout: Duration,
    /// Runs while a write is pending.
    waiting: Option<Pin<Box<Sleep>>>,
    open: IntGauge,
    received: IntCounter,
    sent: IntCounter,
}

impl<S> TimeoutStream<S> {
    pub(super) fn new(stream: S, timeout: Duration, metrics: &Metrics) -> Self {
        metrics.connections.inc();
        Self {
            stream,
            ahead: None,
            timeout,
            waiting: None,
            open: metrics.connections.clone(),
            received: metrics.received.clone(),
            sent: metrics.sent.clone(),
        }
    }

    fn count_sent(&self, polled: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(bytes)) = &polled {
            self.sent.inc_by(*bytes as u64);
        }
        polled
    }

    /// Passes progress on; turns too long a wait into an error.
    fn watch<T>(
        &mut self,
        context: &mut Context<'_>,
        polled: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.waiting = None;
            return polled;
        }
        let timeout = self.timeout;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(timeout)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> TimeoutStream<S> {
    /// The first byte that the peer sends, which remains to be read; `None` if it sends none.
    pub(super) async fn first(&mut self) -> io::Result<Option<u8>> {
        let mut byte = [0];
        let read = self.read(&mut byte).await?;
        self.ahead = byte.first().copied().filter(|_| read > 0);
        Ok(self.ahead)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TimeoutStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if buffer.remaining() > 0
            && let Some(byte) = self.ahead.take()
        {
            buffer.put_slice(&[byte]);
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.received
            .inc_by((buffer.filled().len() - before) as u64);
        polled
    }
}

impl<S> Drop for TimeoutStream<S> {
    fn drop(&mut self) {
        self.open.dec();
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimeoutStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        let polled = self.count_sent(polled);
        self.watch(context, polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        let polled = self.count_sent(polled);
        self.watch(context, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_flush(context);
        self.watch(context, polled)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_shutdown(context);
        self.watch(context, polled)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_takes_nothing_is_given_up() {
        let (ours, theirs) = duplex(4);
        let metrics = Metrics::default();
        let mut guarded = TimeoutStream::new(ours, Duration::from_secs(30), &metrics);
        assert_eq!(metrics.connections.get(), 1);
        guarded.write_all(b"fits").await.unwrap();
        let error = guarded.write_all(b"does not").await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
        drop((guarded, theirs));
        assert_eq!(metrics.connections.get(), 0);
        assert_eq!(metrics.sent.get(), 4);
    }
}
