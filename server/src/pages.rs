//! The pages: a path is parsed into a route, the route resolved into a page, the page rendered once. What was chosen in a form
//! is answered with the address of the page that it leads to.

use std::sync::Arc;

use axum::extract::{OriginalUri, State};
use axum::http::header::ALLOW;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use strata_frontend::page::{NotFound, Page, Reference};
use strata_frontend::resolve::{Resolved, chosen, resolve, unknown_path};
use strata_frontend::route::{Choice, Route, located};
use strata_frontend::shell::render_document;

use crate::api;
use crate::app::App;
use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::representation::{Representation, moved_permanently, see_other};

const HTML: &str = "text/html; charset=utf-8";

/// Answers every path that the route table does not name.
pub(crate) async fn page(
    State(app): State<Arc<App>>,
    OriginalUri(uri): OriginalUri,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Error> {
    // A page under its canonical address needs to be resolved but once. What a query asks for has no such address.
    let is_read = method == Method::GET || method == Method::HEAD;
    if is_read
        && uri.query().is_none()
        && let Some(answer) = app.pages().find(uri.path())
    {
        return Ok(answer.respond(&method, &headers));
    }
    let asked = uri
        .path_and_query()
        .map_or(uri.path(), |asked| asked.as_str());
    let route = match (asked.parse::<Choice>(), asked.parse::<Route>()) {
        (Err(_), Err(_)) => {
            return missing(
                &app,
                unknown_path(uri.path(), app.dataset()),
                &method,
                &headers,
            );
        }
        _ if !is_read => {
            let error = Error::MethodNotAllowed {
                method: method.to_string(),
            };
            return Ok(([(ALLOW, HeaderValue::from_static("GET, HEAD"))], error).into_response());
        }
        (Ok(choice), _) => {
            return match chosen(&choice, app.dataset()) {
                Ok(route) => Ok(see_other(&route.to_string())),
                Err(what) => missing(&app, what, &method, &headers),
            };
        }
        (Err(_), Ok(route)) => route,
    };
    let reference = match route {
        Route::Reference => api::reference(&app).await?,
        _ => Reference::default(),
    };
    match resolve(&route, app.dataset(), || app.index(), || reference) {
        Err(what) => missing(&app, what, &method, &headers),
        Ok(Resolved {
            mut page,
            canonical,
        }) => {
            if let Page::Audit(audit) = &mut page {
                audit.notices = app.notices();
            }
            let path = canonical.path();
            if path != uri.path() {
                return Ok(moved_permanently(&with_query(located(&path), &uri)));
            }
            // There is no end of what can be searched for, or asked of a list.
            let fields = matches!(
                canonical,
                Route::Structures { .. } | Route::Structure { .. } | Route::Images { .. }
            );
            if matches!(canonical, Route::Search { .. }) || (fields && uri.query().is_some()) {
                return Ok(render(&app, &page, Some(&canonical)).respond(&method, &headers));
            }
            if let (Page::Offsets(page), Some(query)) = (&page, uri.query()) {
                let page = page.clone().with_query(app.dataset(), query);
                let page = Page::Offsets(page);
                return Ok(render(&app, &page, Some(&canonical)).respond(&method, &headers));
            }
            // Nor of the tables that a form asks to be judged.
            if let (Page::Validity(page), Some(query)) = (&page, uri.query()) {
                let page = page.clone().with_query(app.dataset(), query);
                if page.given.is_some() {
                    let page = Page::Validity(page);
                    return Ok(render(&app, &page, Some(&canonical))
                        .with_policy(CachePolicy::Never)
                        .respond(&method, &headers));
                }
            }
            let answer = app.pages().get_or_render(&path, || {
                Ok::<_, Error>(render(&app, &page, Some(&canonical)))
            })?;
            Ok(answer.respond(&method, &headers))
        }
    }
}

/// A true 404: never cached, for there is no end of paths that are not there.
fn missing(
    app: &App,
    what: NotFound,
    method: &Method,
    headers: &HeaderMap,
) -> Result<Response, Error> {
    let page = render(app, &Page::NotFound(what), None);
    Ok(page
        .with_status(StatusCode::NOT_FOUND)
        .with_policy(CachePolicy::Never)
        .respond(method, headers))
}

fn render(app: &App, page: &Page, route: Option<&Route>) -> Representation {
    let html = render_document(page, route, app.site().package(), app.bundle().url());
    Representation::new(HTML, CachePolicy::Revalidate, html)
}

fn with_query(path: String, uri: &Uri) -> String {
    match uri.query() {
        Some(query) => format!("{path}?{query}"),
        None => path,
    }
}
