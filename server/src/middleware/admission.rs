//! Admission of requests: limits of length, rate and concurrency; and the Host check: where the operator configures host
//! names, requests for other names are refused (a defence against DNS rebinding, in which another site makes a browser send
//! requests under its own name).

use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, Version, header};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::sync::OwnedSemaphorePermit;

use crate::error::Error;
use crate::limits;
use crate::queued_semaphore::QueuedSemaphore;
use crate::settings::{Hosts, Settings};

use super::address::Peer;

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
    let line = |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len() + 4;
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

impl Hosts {
    /// Checks that a request names one host, as HTTP/1.1 demands (RFC 9112, 3.2), and one of the allowed ones.
    pub(super) fn check<B>(&self, request: &Request<B>) -> Result<(), Error> {
        let mut given = request.headers().get_all(header::HOST).iter();
        let (host, second) = (given.next(), given.next());
        if second.is_some() {
            return Err(Error::Malformed("the request has two Host headers".into()));
        }
        let target = request.uri().authority().map(|it| it.as_str().as_bytes());
        let Some(host) = target.or(host.map(HeaderValue::as_bytes)) else {
            return match request.version() == Version::HTTP_11 || !self.0.is_empty() {
                true => Err(Error::Malformed("the request has no Host header".into())),
                false => Ok(()),
            };
        };
        let (name, port) = parts_of(host);
        if !Self::is_name(name) || !is_port(port) {
            return Err(Error::Malformed("the Host header names no host".into()));
        }
        let is_it = |it: &String| it.as_bytes().eq_ignore_ascii_case(name);
        match self.0.is_empty() || self.0.iter().any(is_it) {
            true => Ok(()),
            false => Err(Error::Malformed(
                "the server does not accept the name in the Host header: see the setting allowed-hosts"
                    .into(),
            )),
        }
    }
}

/// Splits a host from what follows it, without the trailing dot of a full name.
fn parts_of(host: &[u8]) -> (&[u8], &[u8]) {
    let end = match host.first() {
        Some(b'[') => host.iter().position(|byte| *byte == b']').map(|at| at + 1),
        _ => host.iter().position(|byte| *byte == b':'),
    };
    let parts = end.and_then(|end| host.split_at_checked(end));
    let (name, port) = parts.unwrap_or((host, &[]));
    (name.strip_suffix(b".").unwrap_or(name), port)
}

/// Whether a text is empty, or a colon and a port, which may be empty (RFC 3986, 3.2.3).
fn is_port(text: &[u8]) -> bool {
    let Some(digits) = text.strip_prefix(b":") else {
        return text.is_empty();
    };
    let number = str::from_utf8(digits)
        .ok()
        .and_then(|it| it.parse::<u16>().ok());
    digits.is_empty() || (digits.iter().all(u8::is_ascii_digit) && number.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(hosts: &[&str], version: Version, given: &[&str]) -> Result<(), String> {
        let mut request = Request::builder().version(version).uri("/");
        for host in given {
            request = request.header(header::HOST, *host);
        }
        let hosts = Hosts(hosts.iter().map(ToString::to_string).collect());
        let checked = hosts.check(&request.body(()).unwrap());
        checked.map_err(|error| error.to_string())
    }

    #[test]
    fn a_request_names_one_host() {
        for right in [
            "any:80",
            "any:",
            "any.:65535",
            "[::1]:8080",
            "10.0.0.7",
            "my_host.xn--a",
        ] {
            assert_eq!(check(&[], Version::HTTP_11, &[right]), Ok(()), "{right}");
        }
        assert_eq!(check(&[], Version::HTTP_10, &[]), Ok(()));
        for (version, given) in [
            (Version::HTTP_11, &[][..]),
            (Version::HTTP_11, &["a", "a"]),
            (Version::HTTP_10, &["a", "b"]),
            (Version::HTTP_11, &["a b<>"]),
            (Version::HTTP_11, &["a,b"]),
            (Version::HTTP_11, &[""]),
            (Version::HTTP_11, &[":80"]),
            (Version::HTTP_11, &["a:65536"]),
            (Version::HTTP_11, &["a:+80"]),
            (Version::HTTP_11, &["a:80:80"]),
            (Version::HTTP_11, &["[::1]80"]),
            (Version::HTTP_11, &["a/b:80"]),
            (Version::HTTP_11, &["[::1"]),
            (Version::HTTP_11, &["[a]"]),
            (Version::HTTP_11, &["*"]),
            (Version::HTTP_11, &["a..b"]),
            (Version::HTTP_11, &["."]),
        ] {
            assert!(check(&[], version, given).is_err(), "{given:?}");
        }
    }

    #[test]
    fn only_the_names_that_are_allowed_are_answered() {
        let hosts = ["strata.example.com", "[::1]", "10.0.0.7"];
        for right in [
            "strata.example.com",
            "Strata.Example.com.:8080",
            "[::1]:80",
            "10.0.0.7:1",
        ] {
            assert_eq!(check(&hosts, Version::HTTP_11, &[right]), Ok(()), "{right}");
        }
        for wrong in [
            "",
            "example.com",
            "strata.example.com.evil",
            "[::2]",
            "10.0.0.70",
        ] {
            assert!(
                check(&hosts, Version::HTTP_11, &[wrong]).is_err(),
                "{wrong}"
            );
        }
        assert!(check(&hosts, Version::HTTP_10, &[]).is_err());
    }
}
