//! Extractors whose rejections are problems; axum's own are plain text.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{BodyDataStream, Bytes};
use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, FromRequestParts, Path as AxumPath, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, EXPECT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};
use futures_util::StreamExt;
use memmap2::MmapMut;
use serde::de::{DeserializeOwned, IgnoredAny};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::error::Error;
use crate::input;
use crate::limits::{
    BODY_UNIT, DISCARD_BYTES, DISCARD_TIMEOUT, IDENTIFIED, LINE_COST, MMAP_THRESHOLD,
    QUOTED_CHARACTERS, TEXTS_READ,
};
use crate::openapi::Parameter;
use crate::queued_semaphore::QueuedSemaphore;
use crate::representation::{self, Coding};
use crate::settings::Settings;

/// The error for a part of a URL that is no UTF-8.
fn not_utf_8(what: &str) -> Error {
    Error::Malformed(format!(
        "{what} is not UTF-8: expected percent-encoded UTF-8"
    ))
}

#[derive(Clone, Debug)]
pub struct Query {
    text: Option<String>,
    pairs: Vec<(String, String)>,
}

impl Query {
    /// The query of a URL.
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`]: a name or a value is no UTF-8.
    pub(crate) fn of(url: &Uri) -> Result<Self, Error> {
        let text = url.query().filter(|query| !query.is_empty());
        let pairs = form_urlencoded::parse(text.unwrap_or_default().as_bytes());
        let pairs: Vec<(String, String)> = pairs.into_owned().collect();
        // U+FFFD, which replaces invalid UTF-8.
        let is_replaced = |text: &str| text.contains('\u{fffd}');
        let sent = |text: &str| text.to_ascii_lowercase().contains("%ef%bf%bd");
        let wrong = pairs.iter().filter(|_| !text.is_some_and(sent));
        for (name, value) in wrong {
            match (is_replaced(name), is_replaced(value)) {
                (true, _) => return Err(not_utf_8("the name of a parameter")),
                (_, true) => return Err(not_utf_8(&format!("`{name}`"))),
                _ => {}
            }
        }
        let text = text.map(str::to_owned);
        Ok(Self { text, pairs })
    }

    /// The query as sent; `None` if there is none.
    pub(crate) fn text(&self) -> Option<String> {
        self.text.clone()
    }

    /// Removes the first value of a parameter.
    pub(crate) fn take(&mut self, name: &str) -> Option<String> {
        let at = self.pairs.iter().position(|(known, _)| known == name)?;
        Some(self.pairs.remove(at).1)
    }

    /// Refuses other parameters than these, those that are given twice and may not be, and a query without those that are
    /// required.
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`].
    pub(crate) fn check(&self, parameters: &[Parameter]) -> Result<(), Error> {
        for (at, (name, _)) in self.pairs.iter().enumerate() {
            let Some(known) = parameters.iter().find(|it| it.name == name) else {
                return Err(unknown_parameter(name, parameters));
            };
            let mut before = self.pairs[..at].iter();
            if !known.several && before.any(|(other, _)| other == name) {
                return Err(Error::Malformed(format!("`{name}` is given twice")));
            }
        }
        let is_given = |it: &Parameter| self.pairs.iter().any(|(name, _)| it.name == name);
        // A format can have members of its own, so that the repeatable `m` is optional.
        let is_missing = |it: &&Parameter| it.required && !it.several && !is_given(it);
        let missing = parameters.iter().filter(is_missing);
        let (names, examples): (Vec<String>, Vec<String>) = missing
            .map(|it| (format!("`{}`", it.name), it.as_sent()))
            .unzip();
        let are = match &names[..] {
            [] => return Ok(()),
            [_] => "is",
            _ => "are",
        };
        let (names, examples) = (names.join(" and "), examples.join("&"));
        let message = format!("{names} {are} missing: expected {examples}");
        Err(Error::Malformed(message))
    }
}

fn unknown_parameter(name: &str, parameters: &[Parameter]) -> Error {
    let name: String = name.chars().take(QUOTED_CHARACTERS).collect();
    let names: Vec<&str> = parameters.iter().filter_map(Parameter::in_query).collect();
    let known = match &names[..] {
        [] => "this resource takes none".to_owned(),
        names => format!("this resource takes {}", names.join(", ")),
    };
    Error::Malformed(format!("there is no parameter `{name}`: {known}"))
}

/// The variable segments of the path.
#[derive(Clone, Copy, Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let mut escapes = parts.uri.path().split('%').skip(1);
        let is_escape = |rest: &str| {
            let digits = rest.as_bytes().get(..2);
            digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
        };
        if !escapes.all(is_escape) {
            let expected = "the path has a `%` without two hexadecimal digits: expected `%25`";
            return Err(Error::Malformed(expected.to_owned()));
        }
        match AxumPath::from_request_parts(parts, state).await {
            Ok(AxumPath(path)) => Ok(Self(path)),
            Err(refusal) => Err(match &refusal {
                PathRejection::FailedToDeserializePathParams(failed) => match failed.kind() {
                    ErrorKind::InvalidUtf8InPathParam { key } => not_utf_8(&format!("`{key}`")),
                    _ => Error::Malformed(refusal.body_text()),
                },
                _ => Error::Malformed(refusal.body_text()),
            }),
        }
    }
}

/// The size, duration and number of bodies. The listener adds the limits to each request; without them, the defaults
/// apply.
#[derive(Clone, Debug)]
pub struct BodyLimits {
    size: usize,
    time: Duration,
    /// The bodies that may be processed at the same time.
    worked_on: QueuedSemaphore,
    /// The cost of the texts that may be read at the same time, in pieces of [`BODY_UNIT`] bytes.
    texts: QueuedSemaphore,
    /// The long inputs that may be identified at the same time.
    identified: QueuedSemaphore,
    /// The memory of all bodies, also incomplete ones, in pieces of [`BODY_UNIT`] bytes.
    held: QueuedSemaphore,
}

impl BodyLimits {
    #[must_use]
    pub fn of(settings: &Settings) -> Self {
        let (bodies, size) = (settings.bodies, settings.body_size);
        let held = bodies.saturating_mul(size.div_ceil(BODY_UNIT));
        let semaphore = |count, limit| QueuedSemaphore::new(count, limit, settings.queue_time);
        Self {
            size,
            time: settings.body_time,
            worked_on: semaphore(bodies, "bodies"),
            texts: semaphore(TEXTS_READ / BODY_UNIT, "TEXTS_READ"),
            identified: semaphore(IDENTIFIED, "IDENTIFIED"),
            held: semaphore(held, "bodies"),
        }
    }
}

impl Default for BodyLimits {
    fn default() -> Self {
        Self::of(&Settings::default())
    }
}

/// A complete body within [`BodyLimits`].
#[derive(Clone, Debug)]
pub struct Body {
    /// The media type of the request in lower case, without parameters except a `charset` that is not supported; empty if
    /// missing.
    pub media_type: String,
    pub bytes: Bytes,
    /// The share of the limits that the body uses until its work is done.
    pub permit: BodyPermit,
}

/// A body in memory that is being processed.
#[derive(Clone, Debug)]
pub struct BodyPermit {
    _held: Arc<OwnedSemaphorePermit>,
    _worked_on: Arc<[OwnedSemaphorePermit; 2]>,
    /// The codings of an answer that the client accepts, the preferred first.
    pub codings: Vec<Coding>,
    /// Cancelled when the client has disconnected or has its answer.
    left: CancellationToken,
    identified: QueuedSemaphore,
}

impl BodyPermit {
    /// A guard that cancels the work when it is dropped, which the connection does if the client disconnects.
    pub fn waiting(&self) -> DropGuard {
        self.left.clone().drop_guard()
    }

    /// Waits for some of the [`IDENTIFIED`] places.
    pub async fn identified(&self, places: usize) -> Result<OwnedSemaphorePermit, Error> {
        self.identified.take(places).await
    }

    /// Fails if the client has disconnected; to be called between the steps of long work. The error is never sent.
    pub fn check(&self) -> Result<(), Error> {
        match self.left.is_cancelled() {
            true => Err(Error::Malformed("the client left".to_owned())),
            false => Ok(()),
        }
    }
}

impl Body {
    /// Refuses a body that is not in one of the formats that are read.
    ///
    /// # Errors
    ///
    /// [`Error::UnsupportedMediaType`].
    pub fn expect(&self, formats: &[&str]) -> Result<(), Error> {
        if formats.contains(&self.media_type.as_str()) {
            return Ok(());
        }
        let plain = self.media_type.split(';').next().unwrap_or_default();
        // Of a format that is read, only the charset is refused.
        let expected = match formats.iter().find(|&&format| format == plain) {
            Some(format) => vec![format!("{format}; charset=utf-8")],
            None => formats.iter().map(|&format| format.to_owned()).collect(),
        };
        Err(Error::UnsupportedMediaType { expected })
    }

    /// Parses the content as JSON.
    ///
    /// # Errors
    ///
    /// It is no JSON, or of another shape.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Error> {
        // RFC 8259 lets a reader ignore the mark, which .NET and Notepad write.
        let bytes = self
            .bytes
            .strip_prefix("\u{feff}".as_bytes())
            .unwrap_or(&self.bytes);
        let read = serde_json::from_slice(bytes);
        read.map_err(|error| {
            // A value of another type may be found before the error in the syntax.
            let syntax = serde_json::from_slice::<IgnoredAny>(bytes).err();
            Error::Malformed(match syntax {
                Some(error) => format!("the body is invalid JSON{}", json_place(&error)),
                None => format!(
                    "the body is not the expected JSON: {}",
                    json_mistake(&error)
                ),
            })
        })
    }

    /// The content as text.
    ///
    /// # Errors
    ///
    /// It is neither UTF-8 nor UTF-16.
    pub fn text(&self) -> Result<Cow<'_, str>, Error> {
        input::text(&self.bytes).map_err(|_| Error::Malformed("the body is not UTF-8".to_owned()))
    }
}

/// The error in a JSON text, in JSON's terms: serde says `invalid type: map, expected a sequence`.
fn json_mistake(error: &serde_json::Error) -> String {
    let (said, place) = (error.to_string(), json_place(error));
    let said = said
        .rsplit_once(" at line ")
        .map_or(said.as_str(), |(said, _)| said);
    // serde reads an array as the fields of a struct.
    if said.starts_with("invalid length") && said.contains("expected struct ") {
        return "expected an object, found an array".to_owned();
    }
    let mistake = said.strip_prefix("invalid type: ");
    let parts = mistake.and_then(|it| it.split_once(", expected "));
    let Some((found, expected)) = parts else {
        return format!("{said}{place}");
    };
    let word = |text: &str| match text {
        "map" | "a map" => "an object".to_owned(),
        "sequence" | "a sequence" => "an array".to_owned(),
        "unit" => "null".to_owned(),
        text if text.starts_with("struct ") => "an object".to_owned(),
        text => text.to_owned(),
    };
    format!("expected {}, found {}{place}", word(expected), word(found))
}

/// The position of the error. serde_json counts columns from 0 at the start of a line.
fn json_place(error: &serde_json::Error) -> String {
    match (error.line(), error.column().max(1)) {
        (0, _) => String::new(),
        (line, column) => format!(" at line {line} column {column}"),
    }
}

impl<S: Send + Sync> FromRequest<S> for Body {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Self, Error> {
        let media_type = media_type(request.headers());
        if request.headers().contains_key(header::CONTENT_ENCODING) {
            return Err(Error::UnsupportedMediaType {
                expected: vec!["content without a Content-Encoding".to_owned()],
            });
        }
        let limits = request.extensions().get::<BodyLimits>().cloned();
        let limits = limits.unwrap_or_default();
        let codings = representation::accepted(request.headers());
        let (bytes, held) = read(request, &limits).await?;
        let cost = match media_type.starts_with("text/") {
            true => text_cost(&bytes),
            false => 0,
        };
        // Incomplete bodies and queued texts hold no permit, so that they do not block bodies that are ready.
        let text = limits.texts.take(cost / BODY_UNIT).await?;
        let worked_on = limits.worked_on.take(1).await?;
        Ok(Self {
            media_type,
            bytes,
            permit: BodyPermit {
                _held: Arc::new(held),
                _worked_on: Arc::new([worked_on, text]),
                codings,
                left: CancellationToken::new(),
                identified: limits.identified,
            },
        })
    }
}

/// The share of [`TEXTS_READ`] that a text takes: its length, more if its lines are short, and at most all.
fn text_cost(text: &[u8]) -> usize {
    let ends = text.iter().filter(|byte| matches!(byte, b'\n' | b'\r'));
    let lines = ends.count().saturating_mul(LINE_COST);
    text.len().max(lines).min(TEXTS_READ)
}

fn media_type(headers: &HeaderMap) -> String {
    let stated = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let stated = stated.to_ascii_lowercase();
    let mut parts = stated.split(';').map(str::trim);
    let media_type = parts.next().unwrap_or_default();
    let mut charsets = parts.filter_map(|part| part.strip_prefix("charset="));
    let read = |charset: &&str| matches!(charset.trim_matches('"'), "utf-8" | "utf8" | "us-ascii");
    match charsets.find(|charset| !read(charset)) {
        Some(charset) => format!("{media_type}; charset={charset}"),
        None => media_type.to_owned(),
    }
}

async fn read(
    request: Request,
    limits: &BodyLimits,
) -> Result<(Bytes, OwnedSemaphorePermit), Error> {
    let (limit, time_limit) = (limits.size, limits.time);
    let (head, body) = request.into_parts();
    let mut body = body.into_data_stream();
    let stated: Option<usize> = head
        .headers
        .get(CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.parse().ok());
    let outcome = match stated.is_some_and(|length| length > limit) {
        true => Ok(Err(Error::TooLarge { limit })),
        false => timeout(time_limit, collect(&mut body, limits)).await,
    };
    match outcome {
        Ok(Err(error @ Error::TooLarge { .. })) => {
            // A client with `Expect: 100-continue` is answered before it sends.
            if !head.headers.contains_key(EXPECT) {
                tokio::spawn(timeout(DISCARD_TIMEOUT, discard(body)));
            }
            Err(error)
        }
        Ok(outcome) => outcome,
        Err(_) => Err(Error::TooSlow {
            seconds: time_limit.as_secs(),
        }),
    }
}

async fn collect(
    body: &mut BodyDataStream,
    limits: &BodyLimits,
) -> Result<(Bytes, OwnedSemaphorePermit), Error> {
    let limit = limits.size;
    let mut held = limits.held.take(0).await?;
    let (mut bytes, mut pages) = (Vec::new(), None);
    let mut filled = 0_usize;
    while let Some(data) = body.next().await {
        let data = data.map_err(|_| Error::Malformed("the body ended early".to_owned()))?;
        let length = filled.saturating_add(data.len());
        if length > limit {
            return Err(Error::TooLarge { limit });
        }
        let pieces = length
            .div_ceil(BODY_UNIT)
            .saturating_sub(held.num_permits());
        held.merge(limits.held.take(pieces).await?);
        if pages.is_none() && length > MMAP_THRESHOLD {
            pages = map_body(limit, &mut bytes);
        }
        match pages.as_mut().and_then(|it| it.get_mut(filled..length)) {
            Some(room) => room.copy_from_slice(&data),
            None => bytes.extend(data),
        }
        filled = length;
    }
    let bytes = match pages {
        Some(pages) => Bytes::from_owner(pages).slice(..filled),
        None => bytes.into(),
    };
    Ok((bytes, held))
}

/// Moves the bytes of a large body to an anonymous mapping: only written pages take memory, and dropping the body returns
/// them to the system. The allocator would keep other memory until the thread of the connection allocates again, and that
/// thread may be idle.
fn map_body(limit: usize, bytes: &mut Vec<u8>) -> Option<MmapMut> {
    let mut pages = MmapMut::map_anon(limit).ok()?;
    let moved = std::mem::take(bytes);
    pages.get_mut(..moved.len())?.copy_from_slice(&moved);
    Some(pages)
}

/// Reads and discards the rest of a body. Otherwise a client that sends before it reads would be disconnected before it
/// sees the answer.
async fn discard(mut body: BodyDataStream) {
    let mut left = DISCARD_BYTES;
    while let Some(Ok(data)) = body.next().await {
        match left.checked_sub(data.len()) {
            Some(rest) => left = rest,
            None => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::task::Poll;

    use axum::body::Body as HttpBody;

    use super::*;
    use crate::stream;

    #[test]
    fn a_charset_that_is_not_read_is_no_format() {
        for (stated, expected) in [
            ("text/plain", "text/plain"),
            ("Text/CSV; charset=UTF-8", "text/csv"),
            ("text/csv; header=present; charset=\"utf-8\"", "text/csv"),
            ("text/plain; charset=utf-16", "text/plain; charset=utf-16"),
        ] {
            let headers = HeaderMap::from_iter([(CONTENT_TYPE, stated.parse().unwrap())]);
            assert_eq!(media_type(&headers), expected);
        }
    }

    #[tokio::test]
    async fn a_large_body_is_read_as_sent() {
        let sent: Vec<u8> = (0_u8..=250).cycle().take(3 * MMAP_THRESHOLD).collect();
        let pieces = sent.clone();
        let body =
            stream::body(move |out| pieces.chunks(1000).try_for_each(|it| out.write_all(it)));
        let body = Body::from_request(Request::new(body.unwrap()), &()).await;
        assert!(body.unwrap().bytes == sent);
    }

    /// A body of lines within limits. Reading one of short lines takes a hundred times its length.
    async fn lines(limits: &BodyLimits, media_type: &str, line: &str) -> Result<Body, Error> {
        let body = HttpBody::from(line.repeat(TEXTS_READ / LINE_COST));
        let request = Request::builder().header(CONTENT_TYPE, media_type);
        let mut request = request.body(body).unwrap();
        request.extensions_mut().insert(limits.clone());
        Body::from_request(request, &()).await
    }

    #[tokio::test]
    async fn texts_of_short_lines_are_read_one_by_one() {
        let wait = Duration::from_millis(10);
        let limits = BodyLimits {
            texts: QueuedSemaphore::new(TEXTS_READ / BODY_UNIT, "TEXTS_READ", wait),
            ..BodyLimits::default()
        };
        let body = |media_type, line| lines(&limits, media_type, line);
        let first = body("text/plain", "a\n").await.unwrap();
        let refused = body("text/plain", "a\n").await.unwrap_err();
        assert!(refused.to_string().contains("`TEXTS_READ`"), "{refused}");
        assert!(body("application/octet-stream", "a\n").await.is_ok());
        drop(first);
        let others = [body("text/plain", "4d"), body("text/csv", "4d")];
        let [one, other] = others;
        assert!(one.await.is_ok() && other.await.is_ok());
    }

    #[tokio::test]
    async fn long_inputs_are_identified_a_few_at_a_time() {
        let limits = BodyLimits {
            identified: QueuedSemaphore::new(IDENTIFIED, "IDENTIFIED", Duration::from_millis(10)),
            ..BodyLimits::default()
        };
        let [one, other] = [
            lines(&limits, "text/csv", "4d"),
            lines(&limits, "text/csv", "4d"),
        ];
        let (one, other) = (one.await.unwrap().permit, other.await.unwrap().permit);
        let all = one.identified(IDENTIFIED).await.unwrap();
        let refused = other.identified(1).await.unwrap_err();
        assert!(refused.to_string().contains("`IDENTIFIED`"), "{refused}");
        drop(all);
        let both = [one.identified(1).await, other.identified(1).await];
        assert!(both.iter().all(Result::is_ok));
    }

    #[tokio::test]
    async fn a_text_that_waits_takes_no_place_of_others() {
        let wait = Duration::from_mins(1);
        let limits = BodyLimits {
            worked_on: QueuedSemaphore::new(2, "bodies", wait),
            texts: QueuedSemaphore::new(TEXTS_READ / BODY_UNIT, "TEXTS_READ", wait),
            ..BodyLimits::default()
        };
        let first = lines(&limits, "text/plain", "a\n").await.unwrap();
        let mut second = Box::pin(lines(&limits, "text/plain", "a\n"));
        let is_ready = poll_fn(|context| Poll::Ready(second.as_mut().poll(context).is_ready()));
        assert!(!is_ready.await);
        let bytes = lines(&limits, "application/octet-stream", "a\n");
        assert!(bytes.await.is_ok());
        drop(first);
        assert!(second.await.is_ok());
    }

    #[tokio::test]
    async fn work_ends_when_its_client_leaves() {
        let request = Request::new(HttpBody::from("00"));
        let body = Body::from_request(request, &()).await.unwrap();
        let (permit, waiting) = (body.permit.clone(), body.permit.waiting());
        assert!(permit.check().is_ok());
        drop(waiting);
        assert!(permit.check().is_err() && body.permit.check().is_err());
    }
}
