//! The route table: the handler of each path, and the middleware around all of them.
//!
//! Pages are not listed one by one: paths that are not in the table go to [`pages`], where
//! [`strata_frontend::route::Route`] determines the page.

use std::any::Any;
use std::sync::Arc;

use axum::Router;
use axum::extract::{OriginalUri, Request};
use axum::http::header::ALLOW;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use strata_frontend::route::{ApiUrl, BundleUrl};
use tower_http::catch_panic::CatchPanicLayer;

use crate::app::App;
use crate::error::Error;
use crate::health::ServerStatus;
use crate::trace::RouteLabel;
use crate::{api, assets, cors, health, metrics, pages, security};

/// The methods that some route has.
const METHODS: HeaderValue = HeaderValue::from_static("GET, HEAD, POST, OPTIONS");

pub fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .nest(ApiUrl::ROOT, api::router())
        .route(&format!("{}/", ApiUrl::ROOT), api::root())
        .route("/api/{*rest}", any(api::nothing))
        // Inside the next layer, which answers CORS preflights.
        .method_not_allowed_fallback(method_not_allowed)
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app),
            cors::allow_reading,
        ));
    let mut table = Router::new()
        .merge(api)
        .merge(health_of(app.server_status()))
        .route("/favicon.ico", get(assets::favicon))
        .route(assets::ROBOTS, get(assets::robots))
        .route(BundleUrl::PATTERNS[0], get(assets::bundle))
        .route(BundleUrl::PATTERNS[1], get(assets::bundle_of_type));
    if !app.metrics_elsewhere {
        table = table.merge(metrics_of(app.server_status()));
    }
    if let Some(package) = app.site().package() {
        table = table.route(&package.path("{file}"), get(assets::site_file));
    }
    surrounded(table.fallback(pages::page)).with_state(app)
}

fn health_of<S: Clone + Send + Sync + 'static>(server_status: &Arc<ServerStatus>) -> Router<S> {
    Router::new()
        .route(health::LIVE, get(health::live))
        .route(health::READY, get(health::ready))
        .with_state(Arc::clone(server_status))
}

fn metrics_of<S: Clone + Send + Sync + 'static>(server_status: &Arc<ServerStatus>) -> Router<S> {
    Router::new()
        .route(metrics::PATH, get(health::metrics))
        .with_state(Arc::clone(server_status))
}

/// The routes for monitoring, for a listener of its own.
pub fn watching_only(server_status: &Arc<ServerStatus>) -> Router {
    let table = health_of(server_status).merge(metrics_of(server_status));
    surrounded(table.fallback(nothing_but_watching))
}

async fn nothing_but_watching() -> Error {
    Error::not_found("only /metrics, /healthz and /readyz are here")
}

/// The middleware around every handler: catches panics, adds the security headers, and marks the answer's route.
fn surrounded<S: Clone + Send + Sync + 'static>(table: Router<S>) -> Router<S> {
    table
        .method_not_allowed_fallback(method_not_allowed)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn(mark))
}

/// axum adds the `Allow` header, which is all that OPTIONS needs.
async fn method_not_allowed(method: Method, _: OriginalUri) -> Result<StatusCode, Error> {
    if method == Method::OPTIONS {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Error::MethodNotAllowed {
        method: method.to_string(),
    })
}

async fn mark(request: Request, next: Next) -> Response {
    let template = RouteLabel::of_request(&request);
    // `OPTIONS *` asks about the server as a whole.
    let mut response = match request.uri().path() {
        "*" if request.method() == Method::OPTIONS => {
            ([(ALLOW, METHODS)], StatusCode::NO_CONTENT).into_response()
        }
        _ => next.run(request).await,
    };
    security::add(response.headers_mut());
    response.extensions_mut().insert(template);
    response
}

// tower-http fixes this signature.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the signature is tower-http's"
)]
fn panicked(payload: Box<dyn Any + Send>) -> Response {
    let said = payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    Error::Internal(format!("panic: {said}")).into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::header;
    use tower::ServiceExt;

    use super::*;
    use crate::data::DataFiles;
    use crate::site::Site;

    fn app() -> Arc<App> {
        let (raw, dataset) = DataFiles::built_in().load().unwrap();
        Arc::new(App::new(&raw, dataset, Site::empty(), true).unwrap())
    }

    #[tokio::test]
    async fn the_server_as_a_whole_has_methods() {
        let request = Request::builder().method(Method::OPTIONS).uri("*");
        let request = request.body(Body::empty()).unwrap();
        let response = router(app()).oneshot(request).await.unwrap();
        assert_eq!(response.status(), 204);
        assert_eq!(response.headers()[ALLOW], METHODS);
    }

    #[tokio::test]
    async fn a_panic_is_a_problem_and_keeps_its_reason_to_itself() {
        let fails = || async {
            if true {
                panic!("the reason");
            }
        };
        let table = surrounded(Router::new().route("/fails", get(fails))).with_state(app());
        let request = Request::builder()
            .uri("/fails")
            .body(Body::empty())
            .unwrap();
        let response = table.oneshot(request).await.unwrap();
        assert_eq!(response.status(), 500);
        assert_eq!(
            response.headers()[header::CONTENT_TYPE],
            "application/problem+json"
        );
        assert!(
            response
                .headers()
                .contains_key(header::CONTENT_SECURITY_POLICY)
        );
        let body = axum::body::to_bytes(response.into_body(), 1024)
            .await
            .unwrap();
        assert!(!String::from_utf8_lossy(&body).contains("the reason"));
    }
}
