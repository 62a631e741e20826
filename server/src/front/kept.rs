//! Answers as they went out: whoever asks just the same again gets just the same, before anything is looked up.
//!
//! This is a cache as HTTP has them (RFC 9111), inside: it keeps what any shared cache might keep, and tells apart what the
//! answers say that they vary with. It belongs to one version of the data, and goes with it.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, PoisonError, RwLock};

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_LENGTH, ETAG, IF_NONE_MATCH, TRANSFER_ENCODING,
    VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::limits;
use crate::trace::Template;

/// What answers may vary with and still be kept.
const VARYING: [HeaderName; 2] = [ACCEPT, ACCEPT_ENCODING];
/// How answers say that.
const VARY_WITH: [&str; 2] = ["accept-encoding", "accept, accept-encoding"];

/// The answers of one version of the data, by the hash of what was asked.
#[derive(Debug, Default)]
pub(super) struct Kept {
    hasher: RandomState,
    answers: RwLock<Answers>,
}

#[derive(Debug, Default)]
struct Answers {
    by_hash: HashMap<u64, Arc<Answer>>,
    bytes: usize,
}

/// What was asked, and what came.
#[derive(Debug)]
struct Answer {
    asked: Asked,
    headers: HeaderMap,
    body: Bytes,
    template: Template,
}

/// What tells requests apart.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    hash: u64,
    target: String,
    varying: [Vec<HeaderValue>; 2],
}

impl Kept {
    /// The answer that the same question got before.
    pub(super) fn find<B>(&self, request: &Request<B>) -> Option<Response> {
        let target = target(request)?;
        let hash = self.hash(target, request.headers());
        let answer = {
            let answers = self.answers.read().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(answers.by_hash.get(&hash)?)
        };
        // Two questions may have one hash.
        if !answer.asked.is(target, request.headers()) {
            return None;
        }
        let mut response = Response::new(Body::from(answer.body.clone()));
        *response.headers_mut() = answer.headers.clone();
        response.extensions_mut().insert(answer.template.clone());
        Some(response)
    }

    /// What must be remembered of a request, to keep its answer; nothing where that is not kept.
    pub(super) fn asked<B>(&self, request: &Request<B>) -> Option<Asked> {
        let target = target(request)?;
        let values = |name: HeaderName| request.headers().get_all(name).iter().cloned().collect();
        Some(Asked {
            hash: self.hash(target, request.headers()),
            target: target.to_owned(),
            varying: VARYING.map(values),
        })
    }

    /// Keeps an answer if it may be, and gives it back.
    pub(super) async fn keep(&self, asked: Asked, response: Response) -> Response {
        let Some(template) = may_be_kept(&response) else {
            return response;
        };
        let (parts, body) = response.into_parts();
        // It is in memory already, as one piece; its length was looked at.
        let body = match to_bytes(body, limits::KEPT_LARGEST).await {
            Ok(body) => body,
            Err(error) => return Error::Internal(error.to_string()).into_response(),
        };
        let answer = Arc::new(Answer {
            asked,
            headers: parts.headers.clone(),
            body: body.clone(),
            template,
        });
        self.insert(answer);
        Response::from_parts(parts, Body::from(body))
    }

    /// Where there is no room any more, all of them go: those that matter are asked for again.
    fn insert(&self, answer: Arc<Answer>) {
        let mut answers = self.answers.write().unwrap_or_else(PoisonError::into_inner);
        let bytes = answers.bytes + answer.body.len();
        if answers.by_hash.len() >= limits::KEPT_ANSWERS || bytes > limits::KEPT_BYTES {
            *answers = Answers::default();
        }
        answers.bytes += answer.body.len();
        let before = answers.by_hash.insert(answer.asked.hash, answer);
        answers.bytes -= before.map_or(0, |before| before.body.len());
    }

    fn hash(&self, target: &str, headers: &HeaderMap) -> u64 {
        let [accept, coding] = VARYING.map(|name| headers.get(name).map(HeaderValue::as_bytes));
        self.hasher.hash_one((target, accept, coding))
    }
}

impl Asked {
    fn is(&self, target: &str, headers: &HeaderMap) -> bool {
        self.target == target
            && VARYING
                .iter()
                .zip(&self.varying)
                .all(|(name, values)| headers.get_all(name).iter().eq(values))
    }
}

/// What a plain GET asks for; nothing where the answer hangs on more than that.
fn target<B>(request: &Request<B>) -> Option<&str> {
    let is_plain = request.method() == Method::GET && request.uri().authority().is_none();
    let more = [IF_NONE_MATCH, CONTENT_LENGTH, TRANSFER_ENCODING];
    let is_plain = is_plain && !more.iter().any(|name| request.headers().contains_key(name));
    let target = request.uri().path_and_query().filter(|_| is_plain)?;
    Some(target.as_str())
}

/// Whether an answer is the same for all who ask so, and not too large; and its route then.
fn may_be_kept(response: &Response) -> Option<Template> {
    let headers = response.headers();
    let says = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let length = response.body().size_hint().exact()?;
    let is_same = response.status() == StatusCode::OK
        && headers.contains_key(ETAG)
        && says(VARY).is_some_and(|vary| VARY_WITH.contains(&vary))
        && says(CACHE_CONTROL).is_some_and(|policy| policy != CachePolicy::Never.value());
    let is_small = length <= limits::KEPT_LARGEST as u64;
    let template = response.extensions().get::<Template>().cloned();
    template.filter(|_| is_same && is_small)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::representation::Representation;

    fn asking(target: &str, headers: &[(&'static str, &'static str)]) -> Request<()> {
        let mut request = Request::builder().uri(target);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(()).unwrap()
    }

    fn answer(policy: CachePolicy, text: String) -> Response {
        let answer = Representation::new("text/plain", policy, text);
        let mut response = answer.respond(&Method::GET, &HeaderMap::new());
        response.extensions_mut().insert(Template::Page("/"));
        response
    }

    /// Whether the question is answered from what is kept, once it was answered so.
    async fn is_kept(kept: &Kept, request: &Request<()>, response: Response) -> bool {
        if let Some(asked) = kept.asked(request) {
            kept.keep(asked, response).await;
        }
        kept.find(request).is_some()
    }

    #[tokio::test]
    async fn the_same_question_gets_the_same_answer() {
        let kept = Kept::default();
        let asked = asking("/a?b", &[("accept-encoding", "br")]);
        assert!(kept.find(&asked).is_none());
        let page = || answer(CachePolicy::Revalidate, "page".to_owned());
        assert!(is_kept(&kept, &asked, page()).await);
        let again = kept.find(&asked).unwrap();
        let expected = page();
        assert_eq!(again.headers(), expected.headers());
        assert_eq!(Template::of(&again).as_str(), "/");
        let body = to_bytes(again.into_body(), 100).await.unwrap();
        assert_eq!(body, "page");
        for other in [
            asking("/a", &[("accept-encoding", "br")]),
            asking("/a?b", &[]),
            asking("/a?b", &[("accept-encoding", "gzip")]),
            asking(
                "/a?b",
                &[("accept-encoding", "br"), ("accept-encoding", "gzip")],
            ),
            asking(
                "/a?b",
                &[("accept-encoding", "br"), ("accept", "text/html")],
            ),
        ] {
            assert!(kept.find(&other).is_none(), "{other:?}");
        }
    }

    #[tokio::test]
    async fn what_hangs_on_more_is_not_kept() {
        let kept = Kept::default();
        let page = || answer(CachePolicy::Revalidate, "page".to_owned());
        let mut head = asking("/", &[]);
        *head.method_mut() = Method::HEAD;
        assert!(!is_kept(&kept, &head, page()).await);
        for header in [("if-none-match", "\"a\""), ("content-length", "3")] {
            assert!(!is_kept(&kept, &asking("/", &[header]), page()).await);
        }
        let fleeting = answer(CachePolicy::Never, "page".to_owned());
        assert!(!is_kept(&kept, &asking("/", &[]), fleeting).await);
        let mut missing = page();
        *missing.status_mut() = StatusCode::NOT_FOUND;
        assert!(!is_kept(&kept, &asking("/", &[]), missing).await);
        let mut varies = page();
        varies
            .headers_mut()
            .insert(VARY, HeaderValue::from_static("cookie"));
        assert!(!is_kept(&kept, &asking("/", &[]), varies).await);
        let large = answer(
            CachePolicy::Revalidate,
            "a".repeat(limits::KEPT_LARGEST + 1),
        );
        assert!(!is_kept(&kept, &asking("/", &[]), large).await);
        assert!(is_kept(&kept, &asking("/", &[]), page()).await);
    }

    #[tokio::test]
    async fn there_is_an_end_of_what_is_kept() {
        let kept = Kept::default();
        let size = limits::KEPT_LARGEST;
        for at in 0..=2 * limits::KEPT_BYTES / size {
            let asked = asking(&format!("/{at}"), &[]);
            let page = answer(CachePolicy::Revalidate, "a".repeat(size));
            assert!(is_kept(&kept, &asked, page).await);
            let answers = kept.answers.read().unwrap();
            assert!(answers.bytes <= limits::KEPT_BYTES, "{}", answers.bytes);
            assert_eq!(answers.bytes, answers.by_hash.len() * size);
        }
    }
}
