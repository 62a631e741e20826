//! Requests to the API, and its answers.

use std::sync::{Arc, LazyLock};

use axum::body::Body;
use axum::http::{Method, Request, header};
use expect_test::Expect;
use serde_json::Value;
use strata_server::app::App;
use strata_server::data::DataFiles;
use strata_server::site::Site;
use strata_tests::client::Client;
pub(crate) use strata_tests::client::{Answer, list, plain, texts};

use crate::schemas::Schemas;

pub(crate) const ROOT: &str = "/api/v1";

static API: LazyLock<Api> = LazyLock::new(|| Api::started(true));

/// An in-process server without a network.
pub(crate) struct Api {
    client: Client,
    schemas: Schemas,
}

/// The server that the tests of this process share.
pub(crate) fn api() -> &'static Api {
    &API
}

/// Requests a path below [`ROOT`] by GET.
pub(crate) fn get(path: &str) -> Answer {
    api().get(path, &[])
}

/// Posts a body to a path below [`ROOT`].
pub(crate) fn post(path: &str, media_type: &str, body: impl Into<Vec<u8>>) -> Answer {
    api().ask(
        &Method::POST,
        path,
        &[("content-type", media_type)],
        body.into(),
    )
}

/// Posts bytes to a path below [`ROOT`].
pub(crate) fn bytes(path: &str, body: impl Into<Vec<u8>>) -> Answer {
    post(path, "application/octet-stream", body)
}

/// Checks the text of a problem, which begins with its status.
#[track_caller]
pub(crate) fn refused(answer: &Answer, expected: &Expect) {
    expected.assert_eq(&answer.problem());
}

/// The pages of a list, whose path has a query.
pub(crate) fn pages(path: &str) -> Vec<Value> {
    let mut pages = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = get(&format!("{path}{cursor}")).data();
        let next = page["next"].as_str().map(|next| format!("&cursor={next}"));
        pages.push(page);
        match next {
            Some(next) => cursor = next,
            None => return pages,
        }
    }
}

/// The entry of a member at a version on an architecture.
pub(crate) fn point<'a>(member: &'a Value, version: &str, arch: &str) -> &'a Value {
    let is_it = |point: &&Value| point["version"] == version && point["arch"] == arch;
    let point = list(&member["points"]).iter().find(is_it);
    point.unwrap_or_else(|| panic!("{version}/{arch} in {member:#}"))
}

/// The state of a server with these data and no site.
pub(crate) fn app(data: &DataFiles, public: bool) -> App {
    let loaded = data.load();
    let (raw, dataset) = loaded.unwrap_or_else(|mistakes| panic!("{mistakes:#?}"));
    App::new(&raw, dataset, Site::empty(), public).expect("the data are JSON")
}

impl Api {
    /// A new server with the built-in data.
    pub(crate) fn started(public: bool) -> Self {
        Self::of(app(&DataFiles::built_in(), public))
    }

    /// A server with this state.
    pub(crate) fn of(app: App) -> Self {
        let client = Client::new(Arc::new(app));
        let document = client.ask(&Method::GET, &format!("{ROOT}/openapi.json"), &[], ());
        let schemas = Schemas::of(document.json());
        Self { client, schemas }
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
        let answer = self.client.ask(method, &url, headers, body);
        self.schemas.judge(method, &url, &answer);
        answer
    }

    /// Sends a request that may be invalid; `None` if it cannot even be built.
    pub(crate) fn try_raw(&self, method: &Method, url: &str, body: Vec<u8>) -> Option<Answer> {
        let request = Request::builder().method(method).uri(url);
        let request = request.header(header::CONTENT_TYPE, "text/plain");
        let answer = self.client.send(request.body(body.into()).ok()?);
        self.schemas.judge(method, url, &answer);
        Some(answer)
    }
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
