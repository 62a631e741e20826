//! The timeouts that hyper lacks: of a write without progress, on any connection; and, for HTTP/2, of an idle connection and
//! of a client that takes no data.

use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use http_body::{Body as HttpBody, Frame, SizeHint};
use parking_lot::Mutex;
use prometheus::{IntCounter, IntGauge};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

use crate::metrics::Metrics;

/// The streams of one connection. Clones share one state.
#[derive(Clone, Debug)]
pub(super) struct Streams {
    /// Timeout without streams.
    idle_time: Duration,
    /// Timeout for a client that takes no data of an answer.
    write_time: Duration,
    open: Arc<Mutex<Vec<Weak<Stream>>>>,
}

#[derive(Debug, Default)]
pub(super) struct Stream {
    /// When data began to wait for the client; `None` while the client waits for the server.
    waiting_since: Mutex<Option<Instant>>,
}

impl Streams {
    pub(super) fn new(idle_time: Duration, write_time: Duration) -> Self {
        Self {
            idle_time,
            write_time,
            open: Arc::default(),
        }
    }

    pub(super) fn open(&self) -> Arc<Stream> {
        let stream = Arc::default();
        let mut open = self.open.lock();
        open.retain(|stream| stream.strong_count() > 0);
        open.push(Arc::downgrade(&stream));
        stream
    }

    /// Completes when a timeout has expired.
    pub(super) async fn timed_out(&self) {
        let mut idle_since = Instant::now();
        loop {
            let now = Instant::now();
            let open: Vec<Arc<Stream>> = {
                let open = self.open.lock();
                open.iter().filter_map(Weak::upgrade).collect()
            };
            if !open.is_empty() {
                idle_since = now;
            }
            let waiting_since = open.iter().filter_map(|stream| stream.waiting_since());
            let ends = match waiting_since.min() {
                Some(since) => since + self.write_time,
                None => idle_since + self.idle_time,
            };
            drop(open);
            if ends <= now {
                return;
            }
            // Streams that open or close meanwhile are seen at the next check.
            let look = ends.min(now + self.idle_time.min(self.write_time) / 4);
            tokio::time::sleep_until(look).await;
        }
    }
}

impl Stream {
    /// The body of the answer, which notices when the client takes data.
    pub(super) fn wrap_answer(self: Arc<Self>, body: Body) -> Answer {
        self.set(true);
        Answer { stream: self, body }
    }

    fn waiting_since(&self) -> Option<Instant> {
        *self.waiting_since.lock()
    }

    fn set(&self, waits: bool) {
        *self.waiting_since.lock() = waits.then(Instant::now);
    }
}

/// A body whose stream counts as open until it is sent.
#[derive(Debug)]
pub(super) struct Answer {
    stream: Arc<Stream>,
    body: Body,
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    /// hyper polls for the next piece when the client has room for one.
    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        self.stream.set(polled.is_ready());
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A stream that fails if a write makes no progress for `patience`. It counts its bytes, and itself while it is open.
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

    /// Returns the progress of a write, or an error if it waited too long.
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
        // One part needs fewer system calls.
        if let [part] = parts {
            return self.poll_write(context, part);
        }
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
    use std::future::poll_fn;

    use tokio::io::{AsyncWriteExt, duplex};
    use tokio::time::{sleep, timeout};

    use super::*;

    const IDLE: Duration = Duration::from_secs(15);
    const WRITE: Duration = Duration::from_secs(30);
    const HOUR: Duration = Duration::from_secs(3600);

    /// How long the connection lasts, in seconds.
    async fn lifetime(streams: &Streams) -> Option<u64> {
        let started = Instant::now();
        let ended = timeout(HOUR, streams.timed_out()).await;
        ended.ok().map(|()| started.elapsed().as_secs())
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_without_requests_ends() {
        let streams = Streams::new(IDLE, WRITE);
        assert_eq!(lifetime(&streams).await, Some(15));
        let stream = streams.open();
        let body = stream.wrap_answer("gone".into());
        let taken = async {
            sleep(Duration::from_secs(10)).await;
            drop(body);
        };
        let (seconds, ()) = tokio::join!(lifetime(&streams), taken);
        assert!(
            seconds.is_some_and(|it| (20..=26).contains(&it)),
            "{seconds:?}"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_nothing_ends_it_and_a_server_that_works_does_not() {
        let streams = Streams::new(IDLE, WRITE);
        let stream = streams.open();
        assert_eq!(lifetime(&streams).await, None);
        let mut body = stream.wrap_answer("piece".into());
        let seconds = lifetime(&streams).await;
        assert_eq!(seconds, Some(30));
        // Taking a piece restarts the timeout.
        poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
        assert_eq!(lifetime(&streams).await, Some(30));
    }

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
