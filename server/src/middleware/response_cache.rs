//! The response cache: an identical request gets the identical response, without running the routes.
//!
//! An HTTP cache (RFC 9111) inside the server: it stores what a shared cache may store, keyed by what the responses
//! vary with. It belongs to one version of the data, and is dropped with it.

use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_LENGTH,
    CONTENT_TYPE, ETAG, IF_NONE_MATCH, TRANSFER_ENCODING, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, Version};
use axum::response::{IntoResponse, Response};

use crate::cache::{Bounded, Weighed};
use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::limits;
use crate::representation;
use crate::trace::RouteLabel;

use super::REQUEST_ID;

/// The request headers that cached responses may vary with.
const VARYING: [HeaderName; 2] = [ACCEPT, ACCEPT_ENCODING];
/// The headers about content, which a response without content omits.
const OF_CONTENT: [HeaderName; 4] = [
    CONTENT_TYPE,
    CONTENT_LENGTH,
    CONTENT_ENCODING,
    CONTENT_DISPOSITION,
];
/// The values of `Vary` for these.
const VARY_WITH: [&str; 2] = ["accept-encoding", "accept, accept-encoding"];

#[derive(Debug)]
pub(super) struct ResponseCache(Bounded<CacheKey, Answer>);

#[derive(Debug)]
struct Answer {
    headers: HeaderMap,
    without_body: HeaderMap,
    body: Bytes,
    route: RouteLabel,
}

impl Weighed for Answer {
    fn weight(&self) -> usize {
        self.body.len()
    }
}

/// The cache key: the target, and the request headers that responses vary with.
pub(super) type CacheKey = Vec<u8>;

impl Default for ResponseCache {
    fn default() -> Self {
        Self(Bounded::new(
            limits::RESPONSE_CACHE_ENTRIES,
            limits::RESPONSE_CACHE_BYTES,
        ))
    }
}

impl ResponseCache {
    /// The cached response for a request; 304 for a client that has its tag.
    pub(super) fn find<B>(&self, request: &Request<B>) -> Option<Response> {
        let headers = request.headers();
        let answer = self.0.find(&key_of(request)?)?;
        let mut response = Response::default();
        response.extensions_mut().insert(answer.route.clone());
        if headers.contains_key(IF_NONE_MATCH) {
            // Another tag may belong to another coding: only the handler knows.
            let tag = answer.headers.get(ETAG)?.as_bytes();
            let mut named = representation::named_tags(headers);
            named.any(|named| named.as_bytes() == tag).then_some(())?;
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            *response.headers_mut() = answer.without_body.clone();
        } else {
            *response.headers_mut() = answer.headers.clone();
            *response.body_mut() = Body::from(answer.body.clone());
        }
        Some(response)
    }

    /// The key to store a response under; `None` if it is not to be stored.
    pub(super) fn key<B>(request: &Request<B>) -> Option<CacheKey> {
        key_of(request).filter(|_| !request.headers().contains_key(IF_NONE_MATCH))
    }

    /// Stores a response if it may be, and returns it.
    pub(super) async fn store(&self, key: CacheKey, response: Response) -> Response {
        let Some(route) = may_be_stored(&response) else {
            return response;
        };
        let (mut parts, body) = response.into_parts();
        // It is in memory already, as one piece of bounded length.
        let body = match to_bytes(body, limits::CACHED_RESPONSE_BYTES).await {
            Ok(body) => body,
            Err(error) => return Error::Internal(error.to_string()).into_response(),
        };
        // Reserves the header for the request id, so that no copy of the headers is reallocated.
        parts
            .headers
            .insert(REQUEST_ID, HeaderValue::from_static(""));
        let mut without_body = parts.headers.clone();
        for name in OF_CONTENT {
            without_body.remove(name);
        }
        let answer = Answer {
            headers: parts.headers.clone(),
            without_body,
            body: body.clone(),
            route,
        };
        self.0.insert(key, Arc::new(answer));
        Response::from_parts(parts, Body::from(body))
    }
}

/// The key of a plain GET; `None` if the response depends on more than that.
fn key_of<B>(request: &Request<B>) -> Option<CacheKey> {
    // In HTTP/2, the authority of the URL has the host.
    let names_host = request.uri().authority().is_some() && request.version() != Version::HTTP_2;
    let is_plain = request.method() == Method::GET && !names_host;
    let more = [CONTENT_LENGTH, TRANSFER_ENCODING];
    let is_plain = is_plain && !more.iter().any(|name| request.headers().contains_key(name));
    let target = request.uri().path_and_query().filter(|_| is_plain)?;
    let mut key = target.as_str().as_bytes().to_vec();
    for name in VARYING {
        key.push(b'\n');
        // No header value contains a line end.
        for value in request.headers().get_all(name) {
            key.extend([b"\r", value.as_bytes()].concat());
        }
    }
    Some(key)
}

/// The route of a response that can be stored; `None` if it differs between such requests, or is too large.
fn may_be_stored(response: &Response) -> Option<RouteLabel> {
    let headers = response.headers();
    let says = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let length = response.body().size_hint().exact()?;
    let is_same = response.status() == StatusCode::OK
        && headers.contains_key(ETAG)
        && says(VARY).is_some_and(|vary| VARY_WITH.contains(&vary))
        && says(CACHE_CONTROL).is_some_and(|policy| policy != CachePolicy::Never.value());
    let is_small = length <= limits::CACHED_RESPONSE_BYTES as u64;
    let route = response.extensions().get::<RouteLabel>().cloned();
    route.filter(|_| is_same && is_small)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::representation::Representation;

    fn get(target: &str, headers: &[(&'static str, &'static str)]) -> Request<()> {
        let mut request = Request::builder().uri(target);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(()).unwrap()
    }

    fn answer(policy: CachePolicy, text: String) -> Response {
        let answer = Representation::new("text/plain", policy, text);
        let mut response = answer.respond(&Method::GET, &HeaderMap::new());
        response.extensions_mut().insert(RouteLabel::Page("/"));
        response
    }

    /// Whether the cache answers the request after this response was stored.
    async fn is_stored(cache: &ResponseCache, request: &Request<()>, response: Response) -> bool {
        if let Some(key) = ResponseCache::key(request) {
            cache.store(key, response).await;
        }
        cache.find(request).is_some()
    }

    #[tokio::test]
    async fn the_same_question_gets_the_same_answer() {
        let cache = ResponseCache::default();
        let asked = get("/a?b", &[("accept-encoding", "br")]);
        assert!(cache.find(&asked).is_none());
        let page = || answer(CachePolicy::Revalidate, "page".to_owned());
        assert!(is_stored(&cache, &asked, page()).await);
        let again = cache.find(&asked).unwrap();
        let mut expected = page();
        let id = HeaderValue::from_static("");
        expected.headers_mut().insert(REQUEST_ID, id);
        assert_eq!(again.headers(), expected.headers());
        assert_eq!(RouteLabel::of(&again).as_str(), "/");
        let body = to_bytes(again.into_body(), 100).await.unwrap();
        assert_eq!(body, "page");
        for other in [
            get("/a", &[("accept-encoding", "br")]),
            get("/a?b", &[]),
            get("/a?b", &[("accept-encoding", "gzip")]),
            get(
                "/a?b",
                &[("accept-encoding", "br"), ("accept-encoding", "gzip")],
            ),
            get(
                "/a?b",
                &[("accept-encoding", "br"), ("accept", "text/html")],
            ),
        ] {
            assert!(cache.find(&other).is_none(), "{other:?}");
        }
    }

    #[tokio::test]
    async fn what_hangs_on_more_is_not_kept() {
        let cache = ResponseCache::default();
        let page = || answer(CachePolicy::Revalidate, "page".to_owned());
        let mut head = get("/", &[]);
        *head.method_mut() = Method::HEAD;
        assert!(!is_stored(&cache, &head, page()).await);
        for header in [("if-none-match", "\"a\""), ("content-length", "3")] {
            assert!(!is_stored(&cache, &get("/", &[header]), page()).await);
        }
        let fleeting = answer(CachePolicy::Never, "page".to_owned());
        assert!(!is_stored(&cache, &get("/", &[]), fleeting).await);
        let mut missing = page();
        *missing.status_mut() = StatusCode::NOT_FOUND;
        assert!(!is_stored(&cache, &get("/", &[]), missing).await);
        let mut varies = page();
        varies
            .headers_mut()
            .insert(VARY, HeaderValue::from_static("cookie"));
        assert!(!is_stored(&cache, &get("/", &[]), varies).await);
        let large = answer(
            CachePolicy::Revalidate,
            "a".repeat(limits::CACHED_RESPONSE_BYTES + 1),
        );
        assert!(!is_stored(&cache, &get("/", &[]), large).await);
        assert!(is_stored(&cache, &get("/", &[]), page()).await);
    }

    #[tokio::test]
    async fn there_is_an_end_of_what_is_kept() {
        let cache = ResponseCache::default();
        let size = limits::CACHED_RESPONSE_BYTES;
        let pages = 0..=2 * limits::RESPONSE_CACHE_BYTES / size;
        let asked: Vec<_> = pages.map(|at| get(&format!("/{at}"), &[])).collect();
        for asked in &asked {
            let page = answer(CachePolicy::Revalidate, "a".repeat(size));
            assert!(is_stored(&cache, asked, page).await);
        }
        let found = asked.iter().filter(|asked| cache.find(asked).is_some());
        assert!(found.count() * size <= limits::RESPONSE_CACHE_BYTES);
    }

    #[tokio::test]
    async fn who_holds_it_gets_no_body() {
        let cache = ResponseCache::default();
        let page = || answer(CachePolicy::Revalidate, "page".to_owned());
        assert!(is_stored(&cache, &get("/", &[]), page()).await);
        let tag: &'static str = page().headers()[ETAG].to_str().unwrap().to_owned().leak();
        let asked = get("/", &[("if-none-match", "\"a\""), ("if-none-match", tag)]);
        let held = cache.find(&asked).unwrap();
        assert_eq!(held.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(held.headers()[ETAG], tag);
        assert!(!held.headers().contains_key(CONTENT_LENGTH));
        // Only the handler knows whether it is the tag of another coding.
        assert!(
            cache
                .find(&get("/", &[("if-none-match", "\"a\"")]))
                .is_none()
        );
    }
}
