//! A resource, and the way from a GET request to an answer: JSON, computed once and cached under its canonical URL.

use std::io::{self, Write};
use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::CONTENT_DISPOSITION;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use axum::routing::{MethodFilter, MethodRouter, on};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::extract::{Body, Path, Query};
use crate::media_type::JSON;
use crate::negotiate;
use crate::openapi::Operation;
use crate::representation::{self, Representation};

use super::parameters::{AnswerFormat, FORMAT, ParameterContext, Parameters};
use super::url;

pub(super) struct Resource {
    /// Below [`url::ROOT`], in the notation of axum and OpenAPI.
    pub(super) path: &'static str,
    pub(super) handlers: MethodRouter<Arc<App>>,
    /// The method in lower case, and its operation.
    pub(super) method: &'static str,
    pub(super) operation: Operation,
}

impl Operation {
    /// The resource of the operation at a path. The handler's types determine the method and the parameters that are not
    /// described yet.
    pub(super) fn at<Q, P, B, A>(
        self,
        path: &'static str,
        handler: impl Fn(Call<Q, P, B>) -> A + Clone + Send + Sync + 'static,
    ) -> Resource
    where
        Q: Parameters + Send + 'static,
        P: DeserializeOwned + Send + 'static,
        B: Content + 'static,
        A: Future<Output = ApiResult> + Send + 'static,
    {
        let (filter, method) = B::METHOD;
        let answer = move |call: Call<Q, P, B>| handler(call);
        Resource {
            path,
            handlers: on(filter, answer),
            method,
            operation: self.with_variables(path).with_missing(Q::described()),
        }
    }
}

pub(super) type ApiResult = Result<Response, Error>;

/// A request: its path, parameters, body, and headers.
pub(super) struct Call<Q = (), P = (), B = ()> {
    pub(super) app: Arc<App>,
    /// The variable segments of the path.
    pub(super) path: P,
    pub(super) query: Q,
    pub(super) request: RequestParts,
    pub(super) body: B,
}

/// The request apart from its parameters and body.
#[derive(Clone, Debug)]
pub(super) struct RequestParts {
    pub(super) method: Method,
    pub(super) headers: HeaderMap,
    /// The query as sent.
    pub(super) query: Option<String>,
}

impl RequestParts {
    /// The URL of a path with the query as sent.
    pub(super) fn url(&self, path: &str) -> String {
        match &self.query {
            Some(query) => format!("{path}?{query}"),
            None => path.to_owned(),
        }
    }

    /// The URL of a path with the query as sent, and with the format if `Accept` chose another than the first.
    pub(super) fn url_of_format<F: AnswerFormat>(&self, path: &str, format: F) -> String {
        let url = self.url(path);
        let query = self.query.as_deref().unwrap_or_default();
        let mut given = form_urlencoded::parse(query.as_bytes());
        let is_first = F::all().first().map(|first| first.as_str()) == Some(format.as_str());
        match is_first || given.any(|(name, _)| name == FORMAT) {
            true => url,
            false => {
                let sign = if self.query.is_some() { '&' } else { '?' };
                format!("{url}{sign}{FORMAT}={}", format.as_str())
            }
        }
    }

    /// Streams an answer whose content depends only on the data and the URL; `file` is the name for saving it.
    pub(super) fn stream(
        &self,
        app: &App,
        (media_type, url): (&'static str, &str),
        file: Option<&str>,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send + 'static,
    ) -> ApiResult {
        let path = url.strip_prefix(url::ROOT).unwrap_or(url);
        let tag = format!("{}-{path}", app.bundle().url().hash());
        let requested = (&self.method, &self.headers);
        let mut response = representation::streamed(media_type, (url, &tag), requested, write)?;
        let file = file.filter(|_| response.status() == StatusCode::OK);
        let disposition = file.and_then(representation::disposition);
        let disposition = disposition.map(|it| (CONTENT_DISPOSITION, it));
        response.headers_mut().extend(disposition);
        Ok(response)
    }

    /// The response in a format that the request chose, for the path without its query.
    pub(super) fn respond_in<F: AnswerFormat>(
        &self,
        format: F,
        path: &str,
        content: Vec<u8>,
    ) -> ApiResult {
        let answer = Representation::new(format.media_type(), CachePolicy::Revalidate, content)
            .with_content_location(&self.url_of_format(path, format))
            .among_formats();
        Ok(self.respond(&answer))
    }

    /// The response for the method and headers of the request.
    pub(super) fn respond(&self, answer: &Representation) -> Response {
        answer.respond(&self.method, &self.headers)
    }
}

/// The body of a request; only POST has one.
pub(super) trait Content: Sized + Send {
    const METHOD: (MethodFilter, &'static str);

    fn of(request: Request) -> impl Future<Output = Result<Self, Error>> + Send;
}

impl Content for () {
    const METHOD: (MethodFilter, &'static str) = (MethodFilter::GET, "get");

    async fn of(_: Request) -> Result<Self, Error> {
        Ok(())
    }
}

impl Content for Body {
    const METHOD: (MethodFilter, &'static str) = (MethodFilter::POST, "post");

    async fn of(request: Request) -> Result<Self, Error> {
        Self::from_request(request, &()).await
    }
}

impl<Q, P, B> FromRequest<Arc<App>> for Call<Q, P, B>
where
    Q: Parameters,
    P: DeserializeOwned + Send,
    B: Content,
{
    type Rejection = Error;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Error> {
        let (mut parts, body) = request.into_parts();
        let Path(path) = Path::from_request_parts(&mut parts, app).await?;
        let query = Query::of(&parts.uri)?;
        let request = RequestParts {
            method: parts.method.clone(),
            headers: parts.headers.clone(),
            query: query.text(),
        };
        // Errors wait for the body, because a client that still sends does not read them.
        let body = B::of(Request::from_parts(parts, body)).await?;
        let given = ParameterContext {
            dataset: app.dataset(),
            headers: &request.headers,
            query,
        };
        Ok(Self {
            query: Q::of(given)?,
            app: Arc::clone(app),
            path,
            request,
            body,
        })
    }
}

/// A resource without parameters, whose value follows from the data.
pub(super) fn whole<T: Serialize + 'static>(
    path: &'static str,
    make: fn(&App) -> T,
    operation: Operation,
) -> Resource {
    operation.at(path, move |call: Call| async move {
        call.cached_json(&url::of(path), || make(&call.app))
    })
}

/// Does slow work apart from other requests.
pub(super) async fn spawn_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Error::Internal(error.to_string()))?
}

/// The cursor of the next page.
type NextCursor<T> = fn(&T) -> Option<&str>;

impl<Q, P, B> Call<Q, P, B> {
    /// Answers with the cached value of the URL, or with a new one.
    pub(super) fn cached_json<T: Serialize>(
        &self,
        url: &str,
        make: impl FnOnce() -> T,
    ) -> ApiResult {
        self.narrowed((url, None), make, |_| None)
    }

    /// Answers with a list that the query filters.
    pub(super) fn list<T: Serialize>(
        &self,
        url: &str,
        make: impl FnOnce() -> T,
        next: NextCursor<T>,
    ) -> ApiResult {
        self.narrowed((url, self.request.query.as_deref()), make, next)
    }

    /// Answers with a list: all of it or its first page, which is cached, or the part that the text of a query selects.
    pub(super) fn narrowed<T: Serialize>(
        &self,
        (url, query): (&str, Option<&str>),
        make: impl FnOnce() -> T,
        next: NextCursor<T>,
    ) -> ApiResult {
        let request = &self.request;
        acceptable(&request.headers)?;
        if let Some(query) = query {
            return Ok(request.respond(&page(&make(), next, url, query)?));
        }
        let first = || page(&make(), next, url, "");
        Ok(request.respond(&*self.app.answers.get_or_render(url, first)?))
    }

    /// Answers without caching, because the set of URLs is unbounded.
    pub(super) fn uncached_json<T: Serialize>(&self, url: &str, value: &T) -> ApiResult {
        acceptable(&self.request.headers)?;
        Ok(self.request.respond(&representation(value, url)?))
    }
}

/// A page of a list, with a link to the next page.
fn page<T: Serialize>(
    list: &T,
    next: NextCursor<T>,
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

pub(super) fn representation<T: Serialize>(value: &T, url: &str) -> Result<Representation, Error> {
    let bytes = to_json(value)?;
    let representation = Representation::new(JSON, CachePolicy::Revalidate, bytes);
    Ok(representation.with_content_location(url))
}

/// What an operation answers and a command prints: a value that is written as JSON, or the text of another format.
pub(crate) enum Output<T> {
    Json(T),
    Text(String),
}

impl<T: Serialize> Output<T> {
    pub(super) fn into_bytes(self) -> Result<Vec<u8>, Error> {
        match self {
            Self::Json(value) => to_json(&value),
            Self::Text(text) => Ok(text.into_bytes()),
        }
    }
}

pub(super) fn to_json<T: Serialize>(value: &T) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(value).map_err(|error| Error::Internal(error.to_string()))
}

/// Refuses a client that does not accept JSON.
pub(super) fn acceptable(headers: &HeaderMap) -> Result<(), Error> {
    negotiate::media_type(headers, &[JSON]).map(|_| ())
}
