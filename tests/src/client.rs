//! Requests to the server's router without a network, and its answers.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, Method, Request, StatusCode, header};
use serde_json::Value;
use strata_server::app::App;
use strata_server::routes;
use tokio::runtime::Runtime;
use tower::ServiceExt;

use crate::server;

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("a runtime starts"));
static SHARED: LazyLock<Client> = LazyLock::new(|| Client::new(server::app()));

/// A server that can be asked.
#[derive(Clone, Debug)]
pub struct Client(Router);

#[derive(Debug)]
pub struct Answer {
    /// What was asked for.
    pub url: String,
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// Requests a path of the server with the built site by GET.
pub fn get(path: &str) -> Answer {
    ask(&Method::GET, path, &[])
}

/// Requests a path of the server with the built site.
pub fn ask(method: &Method, path: &str, headers: &[(&str, &str)]) -> Answer {
    Client::shared().ask(method, path, headers, ())
}

/// The HTML of a page that is there.
#[track_caller]
pub fn page(path: &str) -> String {
    get(path).page(StatusCode::OK)
}

impl Client {
    /// A client of a server with this state.
    pub fn new(app: Arc<App>) -> Self {
        Self(routes::router(app))
    }

    /// The client of the server with the built site that the tests of this process share.
    pub fn shared() -> &'static Self {
        &SHARED
    }

    /// Sends a request with these parts.
    pub fn ask(
        &self,
        method: &Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(body.into()).expect("a valid request"))
    }

    pub fn send(&self, request: Request<Body>) -> Answer {
        RUNTIME.block_on(self.answer(request))
    }

    /// Sends a request, inside a runtime.
    pub async fn answer(&self, request: Request<Body>) -> Answer {
        let url = request.uri().to_string();
        let response = self.0.clone().oneshot(request).await;
        let (parts, body) = response.expect("the router always answers").into_parts();
        let body = axum::body::to_bytes(body, usize::MAX).await;
        Answer {
            url,
            status: parts.status,
            headers: parts.headers,
            body: body.expect("the body is whole"),
        }
    }
}

impl Answer {
    #[track_caller]
    pub fn header(&self, name: &HeaderName) -> &str {
        let value = self.headers.get(name);
        let value = value.unwrap_or_else(|| panic!("there is no {name}: {self:?}"));
        value.to_str().expect("a header is text")
    }

    #[track_caller]
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap_or_else(|error| panic!("{}: {error}", self.url))
    }

    /// The HTML of a page with this status.
    #[track_caller]
    pub fn page(&self, status: StatusCode) -> String {
        assert_eq!(self.status, status, "{}", self.url);
        let media_type = self.header(&header::CONTENT_TYPE);
        assert_eq!(media_type, "text/html; charset=utf-8", "{}", self.url);
        self.text().to_owned()
    }

    /// The target of a redirect with this status.
    #[track_caller]
    pub fn location(&self, status: StatusCode) -> &str {
        assert_eq!(self.status, status, "{}", self.url);
        self.header(&header::LOCATION)
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The JSON value of each line.
    #[track_caller]
    pub fn lines(&self) -> Vec<Value> {
        let value = |line: &str| serde_json::from_str(line).expect("each line is JSON");
        self.text().lines().map(value).collect()
    }

    /// The data of a successful answer.
    #[track_caller]
    pub fn data(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{self:?}");
        assert_eq!(self.header(&header::CONTENT_TYPE), "application/json");
        self.json()
    }

    /// The problem: its status and what its kind does not fix, a line for each.
    #[track_caller]
    pub fn problem(&self) -> String {
        let media_type = self.header(&header::CONTENT_TYPE);
        assert_eq!(media_type, "application/problem+json", "{self:?}");
        assert_eq!(self.header(&header::CACHE_CONTROL), "no-store");
        let problem = self.json();
        assert_eq!(problem["status"], self.status.as_u16());
        for member in ["type", "title", "detail"] {
            assert!(problem[member].is_string(), "{member} in {problem}");
        }
        let mut text = format!("{} {}\n", self.status.as_u16(), plain(&problem["detail"]));
        if let Some(reason) = problem.get("reason") {
            text += &format!("reason: {}\n", plain(reason));
        }
        if let Some(suggestions) = problem.get("suggestions") {
            text += &format!("suggestions: {}\n", texts(suggestions).join(", "));
        }
        text
    }
}

/// The texts of a JSON array.
#[track_caller]
pub fn texts(value: &Value) -> Vec<&str> {
    list(value).iter().map(plain).collect()
}

/// A JSON text.
#[track_caller]
pub fn plain(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("a text: {value}"))
}

/// The elements of a JSON array.
#[track_caller]
pub fn list(value: &Value) -> &[Value] {
    let list = value.as_array();
    list.unwrap_or_else(|| panic!("a list: {value}"))
}
