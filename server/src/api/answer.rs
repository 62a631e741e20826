//! A resource, and the way from a request that reads to an answer: JSON, computed once and kept under its canonical URL.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::handler::Handler;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use serde::Serialize;

use crate::app::App;
use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::extract::{Body, Query};
use crate::media_type::JSON;
use crate::negotiate;
use crate::openapi::Operation;
use crate::representation::Representation;

use super::parameters::{Given, Parameters};
use super::url;

/// A resource of the API.
pub(super) struct Resource {
    /// Below [`url::ROOT`], in the notation that axum and OpenAPI share.
    pub(super) path: &'static str,
    pub(super) handlers: MethodRouter<Arc<App>>,
    /// The method in lower case, and what it does.
    pub(super) method: &'static str,
    pub(super) operation: Operation,
}

impl Resource {
    pub(super) fn get<T: 'static>(
        path: &'static str,
        handler: impl Handler<T, Arc<App>>,
        operation: Operation,
    ) -> Self {
        Self {
            path,
            handlers: get(handler),
            method: "get",
            operation,
        }
    }

    pub(super) fn post<T: 'static>(
        path: &'static str,
        handler: impl Handler<T, Arc<App>>,
        operation: Operation,
    ) -> Self {
        Self {
            path,
            handlers: post(handler),
            method: "post",
            operation,
        }
    }
}

/// The answer to a request, or why there is none.
pub(super) type Answered = Result<Response, Error>;

/// A request that reads: of which data, with which parameters, and how it wants to be answered.
pub(super) struct Call<Q = ()> {
    pub(super) app: Arc<App>,
    pub(super) query: Q,
    pub(super) asked: Asked,
}

/// What a request says about how it wants to be answered.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) method: Method,
    pub(super) headers: HeaderMap,
    /// The query as it was sent.
    pub(super) query: Option<String>,
}

impl Asked {
    /// The URL of what was asked for at that path, with the query as it was sent.
    pub(super) fn url(&self, path: &str) -> String {
        match &self.query {
            Some(query) => format!("{path}?{query}"),
            None => path.to_owned(),
        }
    }

    /// The answer that is due of what there is.
    pub(super) fn answered(&self, answer: &Representation) -> Response {
        answer.respond(&self.method, &self.headers)
    }
}

impl<Q: Parameters> FromRequestParts<Arc<App>> for Call<Q> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        let query = Query::of(&parts.uri)?;
        let text = query.text();
        let headers = &parts.headers;
        Ok(Self {
            query: Q::of(Given {
                dataset: app.dataset(),
                headers,
                query,
            })?,
            app: Arc::clone(app),
            asked: Asked {
                method: parts.method.clone(),
                headers: headers.clone(),
                query: text,
            },
        })
    }
}

/// A request with a body.
pub(super) struct Post<Q = ()> {
    pub(super) app: Arc<App>,
    pub(super) query: Q,
    pub(super) headers: HeaderMap,
    pub(super) body: Body,
}

impl<Q: Parameters> FromRequest<Arc<App>> for Post<Q> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Error> {
        let query = Query::of(request.uri())?;
        let headers = request.headers().clone();
        // A refusal waits for the body: who still sends does not read it.
        let body = Body::from_request(request, app).await?;
        let given = Given {
            dataset: app.dataset(),
            headers: &headers,
            query,
        };
        Ok(Self {
            query: Q::of(given)?,
            app: Arc::clone(app),
            headers,
            body,
        })
    }
}

/// Declares answers: their members, each with its description, its type and what it is made of. What several members are made of
/// stands before them. What may not be there is made as an `Option`.
macro_rules! answers {
    (@of Option) => { Option<Self> };
    (@of) => { Self };
    (@made Option $value:expr) => { Some($value) };
    (@made $value:expr) => { $value };
    ($(
        $(#[$attribute:meta])*
        $visibility:vis struct $Name:ident $(<$life:lifetime>)? ($($argument:ident: $Argument:ty),*)
        $(-> $Made:ident)? $(with { $($before:tt)* })? {
            $($(#[$note:meta])* $of_member:vis $member:ident: $Type:ty = $value:expr,)+
        }
    )+) => {$(
        #[derive(Debug, serde::Serialize, schemars::JsonSchema)]
        $(#[$attribute])*
        $visibility struct $Name $(<$life>)? {
            $($(#[$note])* $of_member $member: $Type,)+
        }

        impl $(<$life>)? $Name $(<$life>)? {
            $visibility fn new($($argument: $Argument),*) -> answers!(@of $($Made)?) {
                $($($before)*)?
                answers!(@made $($Made)? Self {
                    $($member: $value,)+
                })
            }
        }
    )+};
}
pub(super) use answers;

/// A resource that takes no parameters: a value that follows from the data.
pub(super) fn whole<T: Serialize + 'static>(
    path: &'static str,
    make: fn(&App) -> T,
    operation: Operation,
) -> Resource {
    let answered = move |Call { app, asked, .. }: Call| async move {
        kept(&app, &asked, &url::of(path), || make(&app))
    };
    Resource::get(path, answered, operation)
}

/// Does work that takes its time: other requests do not wait for it.
pub(super) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Error::Internal(error.to_string()))?
}

/// Answers with the value that `make` makes, or with what it made before for the same URL.
pub(super) fn kept<T: Serialize>(
    app: &App,
    asked: &Asked,
    url: &str,
    make: impl FnOnce() -> T,
) -> Answered {
    narrowed(app, asked, (url, None), make, |_| None)
}

/// Answers with a list, which the query narrows down.
pub(super) fn list<T: Serialize>(
    app: &App,
    asked: &Asked,
    url: &str,
    make: impl FnOnce() -> T,
    next: Next<T>,
) -> Answered {
    narrowed(app, asked, (url, asked.query.as_deref()), make, next)
}

/// The cursor of the page behind this one.
type Next<T> = fn(&T) -> Option<&str>;

/// Answers with a list: with all of it or its first page, which is kept, or with what the text of a query narrows it down to.
pub(super) fn narrowed<T: Serialize>(
    app: &App,
    asked: &Asked,
    (url, query): (&str, Option<&str>),
    make: impl FnOnce() -> T,
    next: Next<T>,
) -> Answered {
    acceptable(&asked.headers)?;
    if let Some(query) = query {
        return Ok(asked.answered(&page(&make(), next, url, query)?));
    }
    let first = || page(&make(), next, url, "");
    Ok(asked.answered(&*app.answers().get_or_render(url, first)?))
}

/// A page of a list, and where the next one is.
fn page<T: Serialize>(
    list: &T,
    next: Next<T>,
    url: &str,
    query: &str,
) -> Result<Representation, Error> {
    let location = match query {
        "" => url.to_owned(),
        query => format!("{url}?{query}"),
    };
    let page = representation(list, &location)?;
    let Some(next) = next(list) else {
        return Ok(page);
    };
    let others = form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name != "cursor");
    let mut query = form_urlencoded::Serializer::new(String::new());
    let query = query
        .extend_pairs(others)
        .append_pair("cursor", next)
        .finish();
    Ok(page.with_next(&format!("{url}?{query}")))
}

/// Answers with a value that is not kept, for there is no end of the URLs that ask for such.
pub(super) fn fleeting<T: Serialize>(asked: &Asked, url: &str, value: &T) -> Answered {
    acceptable(&asked.headers)?;
    Ok(asked.answered(&representation(value, url)?))
}

/// A value as JSON.
pub(super) fn representation<T: Serialize>(value: &T, url: &str) -> Result<Representation, Error> {
    let bytes = to_json(value)?;
    let representation = Representation::new(JSON, CachePolicy::Revalidate, bytes);
    Ok(representation.with_content_location(url))
}

/// A value as JSON, uncoded.
pub(super) fn to_json<T: Serialize>(value: &T) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(value).map_err(|error| Error::Internal(error.to_string()))
}

/// Refuses a client that takes no JSON.
pub(super) fn acceptable(headers: &HeaderMap) -> Result<(), Error> {
    negotiate::media_type(headers, &[JSON]).map(|_| ())
}
