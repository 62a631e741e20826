//! The middleware before the routes: client address, admission, request id, metrics. A request that a limit refuses is
//! told what to do.
//!
//! The routes behind it can be replaced at any time; each request is served by those current at its arrival.

mod address;
mod admission;
mod host;
mod kept;
mod request_id;

use std::sync::Arc;
use std::time::Instant;

use arc_swap::ArcSwap;
use axum::Router;
use axum::body::Body;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderValue, Request, Uri};
use axum::response::{IntoResponse, Response};
use strata_frontend::route::{Route, place};
use tokio::sync::OwnedSemaphorePermit;
use tower::ServiceExt;
use tracing::Instrument;

pub use address::Peer;

use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::extract::BodyLimits;
use crate::representation::moved_permanently;
use crate::settings::Settings;
use crate::vitals::Vitals;
use crate::{cors, health, metrics, security, trace};
use address::Trust;
use admission::Admission;
use host::Hosts;
use kept::Kept;

/// The routes, with the cache of their responses.
#[derive(Debug)]
struct Served {
    routes: Router,
    kept: Kept,
}

impl Served {
    fn new(routes: Router) -> Self {
        let kept = Kept::default();
        Self { routes, kept }
    }
}

/// The service that connections call.
#[derive(Debug)]
pub struct Front {
    served: ArcSwap<Served>,
    settings: Settings,
    vitals: Arc<Vitals>,
    admission: Admission,
    trust: Trust,
    hosts: Hosts,
    body: BodyLimits,
}

impl Front {
    pub fn new(routes: Router, settings: Settings, vitals: Arc<Vitals>) -> Self {
        Self {
            served: ArcSwap::from_pointee(Served::new(routes)),
            admission: Admission::of(&settings),
            trust: Trust::of(&settings),
            hosts: Hosts::new(settings.allowed_hosts.0.clone()),
            body: BodyLimits::of(&settings),
            settings,
            vitals,
        }
    }

    /// Replaces the routes. Running requests finish with the old ones.
    pub fn change(&self, routes: Router) {
        self.served.store(Arc::new(Served::new(routes)));
    }

    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    pub const fn vitals(&self) -> &Arc<Vitals> {
        &self.vitals
    }

    pub async fn answer<B>(&self, peer: Peer, mut request: Request<B>) -> Response
    where
        B: http_body::Body<Data = axum::body::Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError>,
    {
        let started = Instant::now();
        let id = request_id::of(request.headers());
        let client = self.trust.client(peer, request.headers());
        let method = request.method().clone();
        let span = trace::span(&request, &id, client);
        let home = strip_base(&mut request);
        let mut response = match (self.admit(client, &request).await, home) {
            (Err(error), _) => self.refuse(&request, error),
            (Ok(_), Some(home)) => home,
            (Ok(place), None) => {
                let answer = self.dispatch(request);
                let answer = answer.instrument(span.clone()).await;
                drop(place);
                answer
            }
        };
        response.headers_mut().insert(request_id::NAME, id);
        if self.settings.tls_key.is_some() {
            security::keep_to_tls(response.headers_mut());
        }
        if self.settings.is_seen_by_tls() {
            security::keep_windows_apart(response.headers_mut());
        }
        let took = started.elapsed();
        let route = trace::Template::of(&response);
        let counters = self.vitals.metrics();
        counters.answered(route.as_str(), &method, response.status(), took);
        trace::answered(&response, took, &span);
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
        self.hosts.check(request)?;
        self.admission.admit(client, request).await.map(Some)
    }

    async fn dispatch<B>(&self, request: Request<B>) -> Response
    where
        B: http_body::Body<Data = axum::body::Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError>,
    {
        let served = self.served.load_full();
        if let Some(answer) = served.kept.find(&request) {
            return answer;
        }
        let asked = Kept::asked(&request);
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(self.body.clone());
        let answer = served.routes.clone().oneshot(request).await;
        let answer = answer.unwrap_or_else(|never| match never {});
        match asked {
            Some(asked) => served.kept.keep(asked, answer).await,
            None => answer,
        }
    }

    fn refuse<B>(&self, request: &Request<B>, error: Error) -> Response {
        self.vitals.metrics().refused(error.kind().fragment);
        let mut response = if wants_page(request) {
            refusal_page(&error)
        } else {
            error.into_response()
        };
        if self.settings.is_public() {
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
    let base = &place().base;
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
fn refusal_page(error: &Error) -> Response {
    let title = error.kind().title;
    let what = error.to_string();
    let html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{title} · Strata</title>\n</head>\n\
         <body>\n<main>\n<h1>{title}</h1>\n<p>{what}</p>\n</main>\n</body>\n</html>\n"
    );
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CACHE_CONTROL, CachePolicy::Never.value()),
    ];
    let mut response = (error.status(), headers, html).into_response();
    error.add_headers(response.headers_mut());
    response
}
