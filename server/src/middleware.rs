//! The middleware before the routes: client address, admission, request id, metrics. A request that a limit refuses
//! gets an error that says what to do.
//!
//! The routes can be replaced at any time; each request is served by those current at its arrival.

mod access;
mod address;
mod admission;
mod response_cache;

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use arc_swap::ArcSwap;
use axum::Router;
use axum::body::Body;
use axum::http::header::{ACCEPT, CONNECTION, CONTENT_TYPE};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Uri, Version};
use axum::response::{IntoResponse, Response};
use strata_frontend::route::{Route, site_location};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt;
use tracing::{Instrument, Span};

use crate::error::Error;
use crate::extract::BodyLimits;
use crate::health::{self, ServerStatus};
use crate::representation::moved_permanently;
use crate::settings::Settings;
use crate::tokens::Tokens;
use crate::{cors, limits, metrics, security, trace};
use access::{Access, Reader};
use address::client_of;
use admission::Admission;
use response_cache::ResponseCache;

pub use address::Peer;

/// Limits the reads that are computed at the same time.
static COMPUTING: Semaphore = Semaphore::const_new(limits::COMPUTED_READS);

/// The routes, with the cache of their responses.
#[derive(Debug)]
struct CachedRoutes {
    routes: Router,
    response_cache: ResponseCache,
    /// The runtime whose threads compute the others.
    runtime: Handle,
}

impl CachedRoutes {
    fn new(routes: Router) -> Self {
        Self {
            routes,
            response_cache: ResponseCache::default(),
            runtime: Handle::current(),
        }
    }

    async fn answer<B>(
        &self,
        request: Request<B>,
        place: Option<OwnedSemaphorePermit>,
        body: &BodyLimits,
    ) -> Response
    where
        B: http_body::Body<Data = axum::body::Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError>,
    {
        if let Some(answer) = self.response_cache.find(&request) {
            return answer;
        }
        let key = ResponseCache::key(&request);
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(body.clone());
        let answer = self.route(request, place).await;
        match key {
            Some(key) => self.response_cache.store(key, answer).await,
            None => answer,
        }
    }

    /// The answer of the routes. A read that is in no cache is computed on a thread that may block, so that it never delays
    /// cached answers. It keeps its permit until it ends, even if its client disconnects. Further reads wait in a queue:
    /// more threads than processors would be no faster, and each needs memory. Handlers of other methods await the body,
    /// and then do the same.
    async fn route(&self, request: Request<Body>, place: Option<OwnedSemaphorePermit>) -> Response {
        let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
        let computes = is_read && !is_watched(request.uri().path());
        let answer = self.routes.clone().oneshot(request);
        let answer = async {
            let answer = answer.await.unwrap_or_else(|never| match never {});
            drop(place);
            answer
        };
        if !computes {
            return answer.await;
        }
        // Never closed.
        let turn = COMPUTING.acquire().await.ok();
        let (runtime, answer) = (self.runtime.clone(), answer.in_current_span());
        let compute = move || {
            let _turn = turn;
            runtime.block_on(answer)
        };
        let answer = self.runtime.spawn_blocking(compute).await;
        answer.unwrap_or_else(|error| Error::Internal(error.to_string()).into_response())
    }
}

/// The service that connections call.
#[derive(Debug)]
pub struct Middleware {
    served: ArcSwap<CachedRoutes>,
    /// Who may read these routes; everybody if there are no tokens.
    access: Option<Access>,
    settings: Settings,
    server_status: Arc<ServerStatus>,
    admission: Admission,
    body: BodyLimits,
}

impl Middleware {
    pub fn new(routes: Router, settings: Settings, server_status: Arc<ServerStatus>) -> Self {
        Self {
            served: ArcSwap::from_pointee(CachedRoutes::new(routes)),
            access: None,
            admission: Admission::of(&settings),
            body: BodyLimits::of(&settings),
            settings,
            server_status,
        }
    }

    /// Shows the routes only to holders of a token, and everybody else the built-in data.
    #[must_use]
    pub fn with_tokens(mut self, tokens: Tokens, built_in: Router) -> Self {
        self.access = Some(Access::new(tokens, built_in));
        self
    }

    pub fn change_tokens(&self, tokens: Tokens) {
        if let Some(access) = &self.access {
            access.tokens.store(Arc::new(tokens));
        }
    }

    /// Replaces the routes. Running requests finish with the old ones.
    pub fn change(&self, routes: Router) {
        self.served.store(Arc::new(CachedRoutes::new(routes)));
    }

    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    pub const fn server_status(&self) -> &Arc<ServerStatus> {
        &self.server_status
    }

    pub async fn answer<B>(&self, peer: Peer, mut request: Request<B>) -> Response
    where
        B: http_body::Body<Data = axum::body::Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError>,
    {
        let started = Instant::now();
        let id = request_id(request.headers());
        let trusted = (
            &self.settings.trusted_proxies,
            self.settings.forwarded_header,
        );
        let client = client_of(peer, request.headers(), trusted);
        let method = request.method().clone();
        let is_http1 = request.version() <= Version::HTTP_11;
        let span = trace::span(&request, &id, client);
        let home = strip_base(&mut request);
        let mut response = match (self.admit(client, &request).await, home) {
            (Err(error), _) => self.refuse(&request, error),
            (Ok(_), Some(home)) => home,
            (Ok(place), None) => match self.reader(&request, &span) {
                Err(error) => self.refuse(&request, error),
                Ok(reader) => {
                    let answer = self.dispatch(request, place, reader);
                    answer.instrument(span.clone()).await
                }
            },
        };
        response.headers_mut().insert(REQUEST_ID, id);
        // Without this header, a client would reuse the connection and lose a request that it sends while the listener closes.
        if is_http1 && self.server_status.is_draining() {
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(CONNECTION, close);
        }
        if self.settings.tls_key.is_some() {
            security::keep_to_tls(response.headers_mut());
        }
        if self.settings.is_seen_by_tls() {
            security::keep_windows_apart(response.headers_mut());
        }
        let took = started.elapsed();
        let route = trace::RouteLabel::of(&response);
        let counters = self.server_status.metrics();
        counters.answered(route.as_str(), &method, response.status(), took);
        trace::log_answer(&response, took, &span);
        response
    }

    /// Admits a request; `None` if it needs no permit, as health checks and metrics do.
    async fn admit<B>(
        &self,
        client: Peer,
        request: &Request<B>,
    ) -> Result<Option<OwnedSemaphorePermit>, Error> {
        // Load balancers request these by address, not by name.
        if is_watched(request.uri().path()) {
            return Ok(None);
        }
        self.settings.allowed_hosts.check(request)?;
        self.admission.admit(client, request).await.map(Some)
    }

    /// The reader that the token of the request names; `None` if there are no tokens, or the path needs none.
    fn reader<B>(&self, request: &Request<B>, span: &Span) -> Result<Option<Reader>, Error> {
        let access = self.access.as_ref();
        let access = access.filter(|_| !is_watched(request.uri().path()));
        let reader = access.map(|access| access.reader(request)).transpose()?;
        if let Some(Reader::Holder(name)) = &reader {
            span.record("token", name);
        }
        Ok(reader)
    }

    async fn dispatch<B>(
        &self,
        request: Request<B>,
        place: Option<OwnedSemaphorePermit>,
        reader: Option<Reader>,
    ) -> Response
    where
        B: http_body::Body<Data = axum::body::Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError>,
    {
        let welcome = reader.as_ref().and_then(|it| it.welcome(&request));
        let mut answer = match (welcome, &reader, &self.access) {
            (Some(welcome), ..) => welcome,
            (None, Some(Reader::Anybody), Some(access)) => {
                access.built_in.answer(request, place, &self.body).await
            }
            _ => {
                let served = self.served.load_full();
                served.answer(request, place, &self.body).await
            }
        };
        if let Some(reader) = reader {
            reader.label(&mut answer);
        }
        answer
    }

    fn refuse<B>(&self, request: &Request<B>, error: Error) -> Response {
        self.server_status.metrics().refused(error.kind().fragment);
        let mut response = if wants_page(request) {
            refusal_page(error)
        } else {
            error.into_response()
        };
        let is_built_in = self.settings.data.is_none() || self.access.is_some();
        if self.settings.is_public(is_built_in) {
            cors::allow_reading_refusal(request, &mut response);
        }
        security::add(response.headers_mut());
        response
    }
}

/// Whether the path serves monitoring, which is always admitted.
fn is_watched(path: &str) -> bool {
    matches!(path, health::LIVE | health::READY | metrics::PATH)
}

/// Strips the base path. Redirects a request for the bare base path to the start page.
fn strip_base<B>(request: &mut Request<B>) -> Option<Response> {
    let base = &site_location().base;
    if base.as_str().is_empty() {
        return None;
    }
    let asked = request
        .uri()
        .path_and_query()
        .map_or("", PathAndQuery::as_str);
    let rest = base.strip(asked)?;
    if !rest.starts_with('/') {
        let mut moved = moved_permanently(&format!("{}{rest}", Route::Home));
        security::add(moved.headers_mut());
        return Some(moved);
    }
    let mut parts = request.uri().clone().into_parts();
    // The rest of a valid path is valid.
    parts.path_and_query = rest.parse().ok();
    if let Ok(uri) = Uri::from_parts(parts) {
        *request.uri_mut() = uri;
    }
    None
}

/// Whether the client is a browser that would show a problem as raw JSON: it accepts HTML, outside of the API.
fn wants_page<B>(request: &Request<B>) -> bool {
    let path = request.uri().path();
    let wants = |value: &HeaderValue| value.to_str().is_ok_and(|it| it.contains("text/html"));
    path != "/api"
        && !path.starts_with("/api/")
        && request.headers().get_all(ACCEPT).iter().any(wants)
}

/// A refusal as an HTML page without other files.
fn refusal_page(error: Error) -> Response {
    let title = error.kind().title;
    let what = error.to_string();
    let html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{title} · Strata</title>\n</head>\n\
         <body>\n<main>\n<h1>{title}</h1>\n<p>{what}</p>\n</main>\n</body>\n</html>\n"
    );
    let mut response = error.into_response();
    let media_type = HeaderValue::from_static("text/html; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, media_type);
    *response.body_mut() = html.into();
    response
}

/// The request id: the client's or a proxy's, if valid, else a generated one. It is in the log and in the answer.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

const REQUEST_ID_LENGTH: usize = 64;

/// A prefix that distinguishes processes.
static PROCESS: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one("strata"));
static NEXT: AtomicU64 = AtomicU64::new(1);

fn request_id(headers: &HeaderMap) -> HeaderValue {
    let sane = |value: &&HeaderValue| {
        let bytes = value.as_bytes();
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(byte);
        (1..=REQUEST_ID_LENGTH).contains(&bytes.len()) && bytes.iter().all(plain)
    };
    headers
        .get(REQUEST_ID)
        .filter(sane)
        .cloned()
        .unwrap_or_else(new_request_id)
}

fn new_request_id() -> HeaderValue {
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    HeaderValue::try_from(format!("{:016x}-{number:x}", *PROCESS))
        .unwrap_or(HeaderValue::from_static("none"))
}
