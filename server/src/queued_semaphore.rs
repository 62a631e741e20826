//! A semaphore with a queue timeout: a request takes permits, waits if none are free, and returns them.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::error::Error;
use crate::limits::RETRY_AFTER;

#[derive(Clone, Debug)]
pub(crate) struct QueuedSemaphore {
    free: Arc<Semaphore>,
    /// The setting with the limit.
    limit: &'static str,
    queue_time: Duration,
}

impl QueuedSemaphore {
    /// A semaphore of `count` permits; a wait longer than `queue_time` fails with `limit`.
    pub(crate) fn new(count: usize, limit: &'static str, queue_time: Duration) -> Self {
        Self {
            free: Arc::new(Semaphore::new(count.min(Semaphore::MAX_PERMITS))),
            limit,
            queue_time,
        }
    }

    /// Takes permits; waits at most `queue_time`.
    pub(crate) async fn take(&self, count: usize) -> Result<OwnedSemaphorePermit, Error> {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        if let Ok(permits) = self.free.clone().try_acquire_many_owned(count) {
            return Ok(permits);
        }
        let waited = timeout(self.queue_time, self.free.clone().acquire_many_owned(count)).await;
        // The semaphore is never closed.
        waited.ok().and_then(Result::ok).ok_or(Error::Busy {
            limit: self.limit,
            seconds: RETRY_AFTER.as_secs(),
        })
    }
}
