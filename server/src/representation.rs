//! An answer with data: bytes computed once, with a tag of its own for each content coding.
//!
//! A handler builds or finds a [`Representation`] and calls [`respond`](Representation::respond); conditional requests,
//! codings, HEAD and caching headers are handled here and nowhere else.
//! [`streamed`] does it for what is too large for memory.
//!
//! Answers to POST are made for one request and never cached, so without a tag; [`untagged`] codes those in one
//! piece, because they can be megabytes.

use std::fmt;
use std::io::{self, Write};
use std::sync::OnceLock;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_LENGTH,
    CONTENT_LOCATION, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LINK, LOCATION, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use http_body::Body as _;
use sha2::{Digest, Sha256};
use strata_frontend::route::site_url;

use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::media_type::ZIP;
use crate::negotiate::{self, WeightedList};
use crate::stream;

/// How many bytes of the content's hash are in a tag.
const TAG_BYTES: usize = 16;

/// A streamed archive or complete dataset, written as the client takes it, for a path of the site; its tag is derived from
/// the data.
pub fn streamed(
    media_type: &'static str,
    (path, tag): (&str, &str),
    (method, headers): (&Method, &HeaderMap),
    write: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send + 'static,
) -> Result<Response, Error> {
    // An archive is compressed already.
    let is_there = |coding: Coding| media_type != ZIP || coding == Coding::Identity;
    let held = held(headers, tag, is_there);
    let coding = held.or_else(|| accepted(headers).into_iter().find(|it| is_there(*it)));
    let coding = coding.unwrap_or(Coding::Identity);
    let body = match *method {
        _ if held.is_some() => stream::omitted(),
        Method::HEAD => stream::omitted(),
        _ => stream::archive(move |out| coding.stream(Effort::ONCE, out, write))?,
    };
    let mut response = Response::new(body);
    let own = response.headers_mut();
    own.insert(CACHE_CONTROL, CachePolicy::Revalidate.header());
    own.insert(VARY, HeaderValue::from_static("accept, accept-encoding"));
    for (name, value) in [(ETAG, coding.tag(tag)), (CONTENT_LOCATION, site_url(path))] {
        own.extend(HeaderValue::from_str(&value).map(|value| (name, value)));
    }
    if held.is_some() {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Ok(response);
    }
    coding.describe(HeaderValue::from_static(media_type), own);
    Ok(response)
}

/// Bytes of one media type, in the codings requested so far.
#[derive(Debug)]
pub struct Representation {
    status: StatusCode,
    media_type: HeaderValue,
    /// Headers that a 304 has too.
    headers: HeaderMap,
    disposition: Option<HeaderValue>,
    hash: String,
    identity: Bytes,
    effort: Effort,
    brotli: OnceLock<Option<Bytes>>,
    gzip: OnceLock<Option<Bytes>>,
}

impl Representation {
    /// Takes the bytes; codings are computed on first request.
    pub fn new(media_type: &'static str, policy: CachePolicy, identity: impl Into<Bytes>) -> Self {
        let identity = identity.into();
        let digest = Sha256::digest(&identity);
        Self {
            status: StatusCode::OK,
            media_type: HeaderValue::from_static(media_type),
            headers: HeaderMap::from_iter([
                (CACHE_CONTROL, policy.header()),
                (VARY, HeaderValue::from_static("accept-encoding")),
            ]),
            disposition: None,
            hash: hex::encode(&digest[..TAG_BYTES]),
            identity,
            effort: Effort::USUAL,
            brotli: OnceLock::new(),
            gzip: OnceLock::new(),
        }
    }

    /// Adds precomputed codings; `None` for a coding that is never served.
    pub fn with_codings(mut self, brotli: Option<Bytes>, gzip: Option<Bytes>) -> Self {
        self.brotli = OnceLock::from(brotli);
        self.gzip = OnceLock::from(gzip);
        self
    }

    /// Compresses as small as possible, at the cost of some tenths of a second per megabyte.
    pub fn compressed(mut self) -> Self {
        self.effort = Effort::BEST;
        self
    }

    /// The same bytes with another status, for an error page.
    pub fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// The same bytes with another cache policy.
    pub fn with_policy(self, policy: CachePolicy) -> Self {
        self.with(CACHE_CONTROL, policy.value())
    }

    /// Sets `Content-Location` to the canonical path.
    pub fn with_content_location(self, path: &str) -> Self {
        self.with(CONTENT_LOCATION, &site_url(path))
    }

    /// Sets `Link` to the next page of a list: a path of the site.
    pub fn with_next(self, path: &str) -> Self {
        self.with(LINK, &format!("<{}>; rel=\"next\"", site_url(path)))
    }

    /// Sets the file name for saving the content.
    pub fn with_file_name(mut self, name: &str) -> Self {
        self.disposition = disposition(name);
        self
    }

    /// Declares that the same URL has other formats for other `Accept` headers.
    pub fn among_formats(self) -> Self {
        self.with(VARY, "accept, accept-encoding")
    }

    fn with(mut self, name: HeaderName, value: &str) -> Self {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.insert(name, value);
        }
        self
    }

    pub const fn bytes(&self) -> &Bytes {
        &self.identity
    }

    /// The strong tag of the content in a coding.
    pub fn tag(&self, coding: Coding) -> String {
        coding.tag(&self.hash)
    }

    /// The content in a coding; `None` where the coding would not make it smaller.
    pub fn encoded(&self, coding: Coding) -> Option<&Bytes> {
        let cell = match coding {
            Coding::Identity => return Some(&self.identity),
            Coding::Brotli => &self.brotli,
            Coding::Gzip => &self.gzip,
        };
        cell.get_or_init(|| {
            coding
                .encode(&self.identity, self.effort)
                .filter(|bytes| bytes.len() < self.identity.len())
        })
        .as_ref()
    }

    pub fn respond(&self, method: &Method, headers: &HeaderMap) -> Response {
        let is_there = |coding| self.encoded(coding).is_some();
        if self.status == StatusCode::OK
            && let Some(coding) = held(headers, &self.hash, is_there)
        {
            return self.finish(StatusCode::NOT_MODIFIED, coding, Body::empty());
        }
        let (coding, bytes) = accepted(headers)
            .into_iter()
            .find_map(|coding| self.encoded(coding).map(|bytes| (coding, bytes)))
            .unwrap_or((Coding::Identity, &self.identity));
        let body = if method == Method::HEAD {
            Body::empty()
        } else {
            Body::from(bytes.clone())
        };
        let length = bytes.len();
        let mut response = self.finish(self.status, coding, body);
        let headers = response.headers_mut();
        coding.describe(self.media_type.clone(), headers);
        headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
        if let Some(disposition) = &self.disposition {
            headers.insert(CONTENT_DISPOSITION, disposition.clone());
        }
        response
    }

    /// A response with the headers that a 304 has too.
    fn finish(&self, status: StatusCode, coding: Coding, body: Body) -> Response {
        let mut response = Response::new(body);
        *response.status_mut() = status;
        *response.headers_mut() = self.headers.clone();
        let tag = HeaderValue::from_str(&self.tag(coding)).map(|tag| (ETAG, tag));
        response.headers_mut().extend(tag);
        response
    }
}

/// The coding whose tag the client sent, whichever it received; a 304 repeats that tag. `*` is any that is there.
fn held(headers: &HeaderMap, hash: &str, is_there: impl Fn(Coding) -> bool) -> Option<Coding> {
    named_tags(headers).find_map(|tag| match tag {
        "*" => accepted(headers).into_iter().find(|it| is_there(*it)),
        tag => Coding::ALL.into_iter().find(|it| it.tag(hash) == tag),
    })
}

/// The tags that the client sent, `*` among them. If-None-Match compares weakly: a cache on the way may have weakened a
/// tag.
pub(crate) fn named_tags(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let tags = negotiate::elements(headers, &IF_NONE_MATCH);
    tags.map(|element| element.strip_prefix("W/").unwrap_or(element))
}

/// The header with the file name for saving the content; `name` has no quotation marks.
pub(crate) fn disposition(name: &str) -> Option<HeaderValue> {
    HeaderValue::from_str(&format!("inline; filename=\"{name}\"")).ok()
}

/// Redirects permanently to the canonical URL.
pub fn moved_permanently(url: &str) -> Response {
    redirect(StatusCode::PERMANENT_REDIRECT, CachePolicy::Revalidate, url)
}

/// Redirects to the target of a form: temporarily, because other data may lead elsewhere.
pub fn see_other(url: &str) -> Response {
    redirect(StatusCode::SEE_OTHER, CachePolicy::Never, url)
}

fn redirect(status: StatusCode, policy: CachePolicy, url: &str) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, policy.header());
    if let Ok(url) = HeaderValue::from_str(url) {
        headers.insert(LOCATION, url);
    }
    response
}

/// Shorter answers fit into one packet uncompressed.
const SHORTEST_CODED: usize = 1024;

/// An answer to POST, in the best of these codings; one that is streamed is not coded.
pub(crate) async fn untagged(
    media_type: &'static str,
    body: Body,
    codings: Vec<Coding>,
) -> Result<Response, Error> {
    let failed = |error: &dyn fmt::Display| Error::Internal(error.to_string());
    let (coding, body) = if body.size_hint().exact().is_none() {
        // It is never in memory as a whole.
        (Coding::Identity, body)
    } else {
        // It is in memory already, as one piece.
        let identity = to_bytes(body, usize::MAX).await;
        let identity = identity.map_err(|error| failed(&error))?;
        // Without a coding, another thread would cost more than the work.
        let is_plain = codings.first() == Some(&Coding::Identity);
        let (coding, bytes) = if is_plain || identity.len() < SHORTEST_CODED {
            (Coding::Identity, identity)
        } else {
            let coded = tokio::task::spawn_blocking(move || best(&codings, identity)).await;
            coded.map_err(|error| failed(&error))?
        };
        (coding, bytes.into())
    };
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    coding.describe(HeaderValue::from_static(media_type), headers);
    headers.insert(CACHE_CONTROL, CachePolicy::Never.header());
    headers.insert(VARY, HeaderValue::from_static("accept, accept-encoding"));
    Ok(response)
}

/// The bytes in the first coding that makes them smaller.
fn best(codings: &[Coding], identity: Bytes) -> (Coding, Bytes) {
    let found = codings
        .iter()
        .find_map(|coding| Some((*coding, coding.encode(&identity, Effort::ONCE)?)));
    found.unwrap_or((Coding::Identity, identity))
}

/// Brotli's window, 2^22 bytes: larger than any rendered content.
const BROTLI_WINDOW: i32 = 22;

/// The buffer of brotli's output, in bytes.
const OUT_BUFFER: usize = 64 * 1024;

/// The effort of compression: the qualities of brotli and of gzip.
#[derive(Clone, Copy, Debug)]
struct Effort {
    brotli: i32,
    gzip: u32,
}

impl Effort {
    /// For content of a single request: fast, and not as small.
    const ONCE: Self = Self { brotli: 3, gzip: 1 };
    /// For content rendered while a client waits: nearly as small as the best, in a tenth of the time.
    const USUAL: Self = Self { brotli: 7, gzip: 6 };
    /// For the data of every type: 5 % smaller, for some tenths of a second. Here brotli's quality 10 means 9.5.
    const BEST: Self = Self {
        brotli: 10,
        gzip: 6,
    };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coding {
    Brotli,
    Gzip,
    Identity,
}

impl Coding {
    pub const ALL: [Self; 3] = [Self::Brotli, Self::Gzip, Self::Identity];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
            Self::Identity => "identity",
        }
    }

    /// Sets the headers of content in this coding.
    fn describe(self, media_type: HeaderValue, headers: &mut HeaderMap) {
        headers.insert(CONTENT_TYPE, media_type);
        if self != Self::Identity {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(self.name()));
        }
    }

    /// The strong tag of content with this hash.
    fn tag(self, hash: &str) -> String {
        match self {
            Self::Identity => format!("\"{hash}\""),
            Self::Brotli | Self::Gzip => format!("\"{hash}-{}\"", self.name()),
        }
    }

    /// Compresses what `write` writes, as it is written; deterministic.
    fn stream(
        self,
        effort: Effort,
        out: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        match self {
            Self::Identity => write(out),
            Self::Brotli => {
                let params = brotli::enc::BrotliEncoderParams {
                    quality: effort.brotli,
                    lgwin: BROTLI_WINDOW,
                    q9_5: effort.brotli == Effort::BEST.brotli,
                    ..Default::default()
                };
                let mut out = brotli::CompressorWriter::with_params(out, OUT_BUFFER, &params);
                // Dropped, it writes the end.
                write(&mut out)
            }
            Self::Gzip => {
                let mut out = GzEncoder::new(out, Compression::new(effort.gzip));
                write(&mut out)?;
                out.finish().map(drop)
            }
        }
    }

    fn encode(self, bytes: &Bytes, effort: Effort) -> Option<Bytes> {
        if self == Self::Identity {
            return Some(bytes.clone());
        }
        let mut out = Vec::new();
        let encoded = self.stream(effort, &mut out, |out| out.write_all(bytes));
        encoded.ok().map(|()| out.into())
    }
}

/// The codings that a client accepts, the preferred first. Identity is always among them: if even that is refused, the
/// content is sent as it is, which RFC 9110 allows.
pub(crate) fn accepted(headers: &HeaderMap) -> Vec<Coding> {
    let list = WeightedList::read(headers, &ACCEPT_ENCODING);
    let weight = |coding: Coding| {
        let own = list.weight(coding.name());
        let stated = match coding {
            // Without a weight, identity is acceptable, but not preferred.
            Coding::Identity => own,
            Coding::Brotli => own.or_else(|| list.weight("*")),
            Coding::Gzip => own
                .or_else(|| list.weight("x-gzip"))
                .or_else(|| list.weight("*")),
        };
        stated.unwrap_or(0)
    };
    let mut codings: Vec<Coding> = Coding::ALL
        .into_iter()
        .filter(|&coding| coding == Coding::Identity || weight(coding) > 0)
        .collect();
    codings.sort_by_key(|&coding| std::cmp::Reverse(weight(coding)));
    codings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_accepted(value: &str, expected: &[Coding]) {
        let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, value.parse().unwrap())]);
        assert_eq!(accepted(&headers), expected, "Accept-Encoding: {value}");
    }

    #[test]
    fn the_clients_weights_come_first_and_ours_break_ties() {
        use Coding::{Brotli, Gzip, Identity};
        check_accepted("gzip, deflate, br, zstd", &[Brotli, Gzip, Identity]);
        check_accepted("gzip;q=1.0, br;q=0.5", &[Gzip, Brotli, Identity]);
        check_accepted("gzip", &[Gzip, Identity]);
        check_accepted("*", &[Brotli, Gzip, Identity]);
        check_accepted("*, br;q=0", &[Gzip, Identity]);
        check_accepted("identity, gzip;q=0.5", &[Identity, Gzip]);
        check_accepted("br;q=0, gzip;q=0", &[Identity]);
        check_accepted("identity;q=0", &[Identity]);
        check_accepted("", &[Identity]);
    }

    #[test]
    fn without_the_header_nothing_is_coded() {
        assert_eq!(accepted(&HeaderMap::new()), [Coding::Identity]);
    }
}
