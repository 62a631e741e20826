//! Requests to the API, and its answers.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, Method, Request, StatusCode, header};
use serde_json::Value;
use strata_server::app::App;
use strata_server::data::DataFiles;
use strata_server::routes;
use strata_server::site::Site;
use tokio::runtime::Runtime;
use tower::ServiceExt;

use crate::schemas::Schemas;

/// The path of the API.
pub(crate) const ROOT: &str = "/api/v1";

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("a runtime starts"));
static API: LazyLock<Api> = LazyLock::new(|| Api::started(true));

/// An in-process server without a network.
pub(crate) struct Api {
    router: Router,
    schemas: Schemas,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

/// The server that the tests of this process share.
pub(crate) fn api() -> &'static Api {
    &API
}

/// Requests a path below [`ROOT`] by GET.
pub(crate) fn get(path: &str) -> Answer {
    api().get(path, &[])
}

impl Api {
    /// A new server with the built-in data.
    pub(crate) fn started(public: bool) -> Self {
        let loaded = DataFiles::built_in().load();
        let (raw, dataset) = loaded.unwrap_or_else(|mistakes| panic!("{mistakes:#?}"));
        let app = App::new(&raw, dataset, Site::empty(), public).expect("the data are JSON");
        Self::of(routes::router(Arc::new(app)))
    }

    /// A server with this router.
    pub(crate) fn of(router: Router) -> Self {
        let request = Request::builder().uri(format!("{ROOT}/openapi.json"));
        let document = send(&router, request.body(Body::empty()).expect("a request"));
        let schemas = Schemas::of(document.json());
        Self { router, schemas }
    }

    pub(crate) fn get(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.ask(&Method::GET, path, headers, Vec::new())
    }

    /// Requests a path below [`ROOT`], and validates the answer against the document.
    pub(crate) fn ask(
        &self,
        method: &Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Answer {
        let url = format!("{ROOT}{path}");
        let mut request = Request::builder().method(method.clone()).uri(&url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = send(&self.router, request.body(body.into()).expect("a request"));
        self.schemas.judge(method, &url, &answer);
        answer
    }

    /// Sends a request that may be invalid; `None` if it cannot even be built.
    pub(crate) fn try_raw(&self, method: &Method, url: &str, body: Vec<u8>) -> Option<Answer> {
        let request = Request::builder().method(method.clone()).uri(url);
        let request = request.header(header::CONTENT_TYPE, "text/plain");
        let answer = send(&self.router, request.body(body.into()).ok()?);
        self.schemas.judge(method, url, &answer);
        Some(answer)
    }
}

fn send(router: &Router, request: Request<Body>) -> Answer {
    RUNTIME.block_on(async {
        let response = router.clone().oneshot(request).await;
        let (parts, body) = response.expect("the router always answers").into_parts();
        let body = axum::body::to_bytes(body, usize::MAX).await;
        Answer {
            status: parts.status,
            headers: parts.headers,
            body: body.expect("the body is whole"),
        }
    })
}

impl Answer {
    #[track_caller]
    pub(crate) fn header(&self, name: &HeaderName) -> &str {
        let value = self.headers.get(name);
        let value = value.unwrap_or_else(|| panic!("there is no {name}: {self:?}"));
        value.to_str().expect("a header is text")
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The data of a successful answer.
    #[track_caller]
    pub(crate) fn data(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{self:?}");
        assert_eq!(self.header(&header::CONTENT_TYPE), "application/json");
        self.json()
    }

    /// The problem, one line for each member that its kind does not fix.
    #[track_caller]
    pub(crate) fn problem(&self) -> String {
        assert_eq!(
            self.header(&header::CONTENT_TYPE),
            "application/problem+json"
        );
        assert_eq!(self.header(&header::CACHE_CONTROL), "no-store");
        let problem = self.json();
        assert_eq!(problem["status"], self.status.as_u16());
        let mut text = format!("{} {}\n", self.status.as_u16(), plain(&problem["detail"]));
        if let Some(reason) = problem.get("reason") {
            text.push_str(&format!("reason: {}\n", plain(reason)));
        }
        if let Some(suggestions) = problem.get("suggestions") {
            let list: Vec<&str> = texts(suggestions);
            text.push_str(&format!("suggestions: {}\n", list.join(", ")));
        }
        text
    }
}

/// The texts of a JSON array.
#[track_caller]
pub(crate) fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list");
    list.iter().map(plain).collect()
}

#[track_caller]
pub(crate) fn plain(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("a text: {value}"))
}

/// The elements of a JSON array.
#[track_caller]
pub(crate) fn list(value: &Value) -> &[Value] {
    value
        .as_array()
        .unwrap_or_else(|| panic!("a list: {value}"))
}

/// Formats JSON: objects that fit are on one line, and so are arrays of words or numbers.
pub(crate) fn printed(value: &Value) -> String {
    const WIDTH: usize = 120;
    let own = value.to_string();
    let is_list = |value: &Value| value.is_array() || value.is_object();
    let is_flat = |values: &Vec<Value>| !values.iter().any(is_list);
    if own.len() <= WIDTH || value.as_array().is_some_and(is_flat) {
        return own;
    }
    let indented = |text: String| format!("  {}", text.replace('\n', "\n  "));
    match value {
        Value::Array(values) => {
            let values = values.iter().map(|value| indented(printed(value)));
            format!("[\n{}\n]", values.collect::<Vec<_>>().join(",\n"))
        }
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(name, value)| indented(format!("\"{name}\": {}", printed(value))));
            format!("{{\n{}\n}}", members.collect::<Vec<_>>().join(",\n"))
        }
        _ => own,
    }
}
