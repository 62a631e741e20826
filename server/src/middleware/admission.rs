//! Admission of requests: limits of length, rate and concurrency.

use axum::http::{HeaderMap, Request};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::OwnedSemaphorePermit;

use super::address::Peer;
use crate::error::Error;
use crate::limits;
use crate::queued_semaphore::QueuedSemaphore;
use crate::settings::Settings;

#[derive(Debug)]
pub(super) struct Admission {
    url_length: usize,
    header_size: usize,
    rate: Option<Rate>,
    requests: QueuedSemaphore,
}

impl Admission {
    pub(super) fn of(settings: &Settings) -> Self {
        Self {
            url_length: settings.url_length,
            header_size: settings.header_size,
            rate: settings.rate.map(|rate| {
                let quota = Quota::per_second(rate).allow_burst(settings.rate_burst);
                Rate::new(quota)
            }),
            requests: QueuedSemaphore::new(settings.requests, "requests", settings.queue_time),
        }
    }

    pub(super) async fn admit<B>(
        &self,
        client: Peer,
        request: &Request<B>,
    ) -> Result<OwnedSemaphorePermit, Error> {
        self.measure(request)?;
        if let Some(rate) = &self.rate {
            rate.count(client)?;
        }
        self.requests.take(1).await
    }

    fn measure<B>(&self, request: &Request<B>) -> Result<(), Error> {
        let (uri, headers) = (request.uri(), request.headers());
        let url = uri.path_and_query().map_or(0, |it| it.as_str().len());
        if url > self.url_length {
            let limit = self.url_length;
            return Err(Error::UrlTooLong { limit });
        }
        if headers.len() > limits::HEADER_LINES || head_size(headers) > self.header_size {
            return Err(Error::HeadTooLarge {
                limit: self.header_size,
                lines: limits::HEADER_LINES,
            });
        }
        Ok(())
    }
}

/// The size as sent: `name: value` and the line end.
fn head_size(headers: &HeaderMap) -> usize {
    let line = |(name, value): (&axum::http::HeaderName, &axum::http::HeaderValue)| {
        name.as_str().len() + value.len() + 4
    };
    headers.iter().map(line).sum()
}

#[derive(Debug)]
struct Rate {
    limiter: DefaultKeyedRateLimiter<Peer>,
    clock: DefaultClock,
    /// Requests counted since stale addresses were last removed.
    counted: AtomicUsize,
}

impl Rate {
    fn new(quota: Quota) -> Self {
        Self {
            limiter: RateLimiter::keyed(quota),
            clock: DefaultClock::default(),
            counted: AtomicUsize::new(0),
        }
    }

    fn count(&self, client: Peer) -> Result<(), Error> {
        if self.counted.fetch_add(1, Ordering::Relaxed) >= limits::RATE_SWEEP {
            self.counted.store(0, Ordering::Relaxed);
            self.limiter.retain_recent();
        }
        self.limiter.check_key(&client.counted()).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            // Whole seconds, rounded up: an earlier retry would be refused again.
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            Error::TooMany { seconds }
        })
    }
}
