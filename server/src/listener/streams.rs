//! The streams of an HTTP/2 connection, to detect an idle connection or a client that takes no data.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use http_body::{Body as HttpBody, Frame, SizeHint};
use tokio::time::Instant;

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
    /// Since when data wait for the client; `None` while the server works.
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
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|stream| stream.strong_count() > 0);
        open.push(Arc::downgrade(&stream));
        stream
    }

    /// Completes when a timeout is over.
    pub(super) async fn timed_out(&self) {
        let mut idle_since = Instant::now();
        loop {
            let now = Instant::now();
            let open: Vec<Arc<Stream>> = {
                let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
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
        *self
            .waiting_since
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, waits: bool) {
        let mut since = self
            .waiting_since
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *since = waits.then(Instant::now);
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

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

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
}
