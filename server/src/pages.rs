//! The pages: a path is parsed into a route, the route resolved into a page, the page rendered once. A form's request
//! is redirected to the page of its input.

use std::sync::Arc;

use axum::extract::{OriginalUri, State};
use axum::http::header::ALLOW;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use strata_frontend::pages::not_found::{self, NotFound};
use strata_frontend::pages::reference::Reference;
use strata_frontend::pages::{Content, Page};
use strata_frontend::resolve::{Sources, choice_route, resolve, searched, unknown_path};
use strata_frontend::route::{Choice, Route, site_url};
use strata_frontend::shell::render_document;

use crate::api;
use crate::app::App;
use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::representation::{Representation, moved_permanently, see_other};

const HTML: &str = "text/html; charset=utf-8";

/// Answers every path that is not in the route table.
pub(crate) async fn page(
    State(app): State<Arc<App>>,
    OriginalUri(uri): OriginalUri,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Error> {
    // A page under its canonical address is resolved only once. An address with a query is not canonical.
    let is_read = method == Method::GET || method == Method::HEAD;
    if is_read
        && uri.query().is_none()
        && let Some(answer) = app.answers.find(uri.path())
    {
        return Ok(answer.respond(&method, &headers));
    }
    let missing = |what| missing(&app, what, &method, &headers);
    let asked = uri
        .path_and_query()
        .map_or(uri.path(), |asked| asked.as_str());
    let route = match (asked.parse::<Choice>(), asked.parse::<Route>()) {
        (Err(_), Err(_)) => {
            return missing(unknown_path(uri.path(), app.dataset()));
        }
        _ if !is_read => {
            let allowed = [(ALLOW, HeaderValue::from_static("GET, HEAD"))];
            if method == Method::OPTIONS {
                return Ok((allowed, StatusCode::NO_CONTENT).into_response());
            }
            let error = Error::MethodNotAllowed {
                method: method.to_string(),
            };
            return Ok((allowed, error).into_response());
        }
        (Ok(choice), _) => {
            return match choice_route(&choice, app.dataset()) {
                Ok(route) => Ok(see_other(&route.to_string())),
                Err(what) => missing(what),
            };
        }
        (Err(_), Ok(route)) => route,
    };
    let query = uri.query().unwrap_or_default();
    if let Some(answer) = searched(&route, query, app.dataset(), || app.index()) {
        return Ok(see_other(&answer));
    }
    let reference = match route {
        Route::Reference => api::reference(&app).await?,
        _ => Reference::default(),
    };
    let sources = Sources {
        dataset: app.dataset(),
        index: || app.index(),
        reference,
        notices: app.notices(),
        query,
    };
    let page = match resolve(&route, sources) {
        Ok(page) => page,
        Err(what) => return missing(what),
    };
    let canonical = page.route.as_ref().unwrap_or(&route);
    let path = canonical.path();
    if path != uri.path() {
        return Ok(moved_permanently(&with_query(site_url(&path), &uri)));
    }
    // Tables to judge, searches and filters are unbounded in number: such pages are not cached.
    let is_judged =
        matches!(&page.content, Content::Validity(validity) if validity.given.is_some());
    let is_asked = match canonical {
        Route::Search { .. } => true,
        Route::Structures { .. }
        | Route::Structure { .. }
        | Route::Images { .. }
        | Route::Offsets { .. } => uri.query().is_some(),
        _ => false,
    };
    let render = |page| render(&app, page);
    let answer = match (is_judged, is_asked) {
        (true, _) => Arc::new(render(page).with_policy(CachePolicy::Never)),
        (_, true) => Arc::new(render(page)),
        _ => {
            let render = || Ok(render(page));
            app.answers.get_or_render(&path, render)?
        }
    };
    Ok(answer.respond(&method, &headers))
}

/// The 404 page: never cached, because the number of missing paths is unbounded.
fn missing(
    app: &App,
    what: NotFound,
    method: &Method,
    headers: &HeaderMap,
) -> Result<Response, Error> {
    let page = render(app, not_found::page(what));
    Ok(page
        .with_status(StatusCode::NOT_FOUND)
        .with_policy(CachePolicy::Never)
        .respond(method, headers))
}

fn render(app: &App, page: Page<'_>) -> Representation {
    let html = render_document(page, app.site().package(), app.bundle().url());
    Representation::new(HTML, CachePolicy::Revalidate, html)
}

fn with_query(path: String, uri: &Uri) -> String {
    match uri.query() {
        Some(query) => format!("{path}?{query}"),
        None => path,
    }
}
