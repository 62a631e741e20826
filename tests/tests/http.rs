//! Tests of what every answer of the server has, whatever it is about.

use std::io::Read;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use serde_json::Value;
use strata_frontend::route::Asset;
use strata_server::routes;
use strata_tests::server;
use tower::ServiceExt;

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

impl Answer {
    #[track_caller]
    fn header(&self, name: &header::HeaderName) -> &str {
        let value = self
            .headers
            .get(name)
            .unwrap_or_else(|| panic!("there is no {name}"));
        value.to_str().expect("a header is text")
    }

    /// Parses the body as a problem.
    #[track_caller]
    fn problem(&self) -> Value {
        assert_eq!(
            self.header(&header::CONTENT_TYPE),
            "application/problem+json"
        );
        assert_eq!(self.header(&header::CACHE_CONTROL), "no-store");
        let problem: Value = serde_json::from_slice(&self.body).expect("a problem is JSON");
        assert_eq!(problem["status"], self.status.as_u16());
        for member in ["type", "title", "detail"] {
            assert!(problem[member].is_string(), "{member} in {problem}");
        }
        problem
    }
}

async fn ask(router: &Router, method: Method, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Body::empty()).expect("the request is one");
    let response = router
        .clone()
        .oneshot(request)
        .await
        .expect("the router always answers");
    let (parts, body) = response.into_parts();
    Answer {
        status: parts.status,
        headers: parts.headers,
        body: axum::body::to_bytes(body, usize::MAX)
            .await
            .expect("the body is whole"),
    }
}

fn router() -> Router {
    routes::router(server::app())
}

#[tokio::test]
async fn every_answer_has_the_security_headers() {
    let router = router();
    for path in [
        "/",
        "/nothing",
        "/healthz",
        "/api/v1/nothing",
        "/favicon.ico",
    ] {
        let answer = ask(&router, Method::GET, path, &[]).await;
        let policy = answer.header(&header::CONTENT_SECURITY_POLICY);
        assert!(policy.contains("default-src 'none'"), "{path}: {policy}");
        assert!(
            !policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"),
            "{policy}"
        );
        assert_eq!(
            answer.header(&header::X_CONTENT_TYPE_OPTIONS),
            "nosniff",
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_page_has_a_tag_for_each_coding_and_any_of_them_is_enough() {
    let router = router();
    let plain = ask(&router, Method::GET, "/", &[]).await;
    assert_eq!(plain.status, StatusCode::OK);
    assert_eq!(
        plain.header(&header::CONTENT_TYPE),
        "text/html; charset=utf-8"
    );
    let brotli = ask(
        &router,
        Method::GET,
        "/",
        &[("accept-encoding", "gzip, br")],
    )
    .await;
    assert_eq!(brotli.header(&header::CONTENT_ENCODING), "br");
    let gzip = ask(
        &router,
        Method::GET,
        "/",
        &[("accept-encoding", "gzip, br;q=0.1")],
    )
    .await;
    assert_eq!(gzip.header(&header::CONTENT_ENCODING), "gzip");

    let mut decoded = Vec::new();
    brotli::BrotliDecompress(&mut &brotli.body[..], &mut decoded).unwrap();
    assert_eq!(decoded, plain.body);
    let mut decoded = Vec::new();
    flate2::read::GzDecoder::new(&gzip.body[..])
        .read_to_end(&mut decoded)
        .unwrap();
    assert_eq!(decoded, plain.body);

    for answer in [&plain, &brotli, &gzip] {
        assert_eq!(answer.header(&header::VARY), "accept-encoding");
        let tag = answer.header(&header::ETAG);
        let again = ask(&router, Method::GET, "/", &[("if-none-match", tag)]).await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED);
        assert_eq!(again.header(&header::ETAG), tag);
        assert!(again.body.is_empty());
    }
}

#[tokio::test]
async fn two_servers_with_the_same_data_give_the_same_tags() {
    let (one, other) = (router(), router());
    for path in ["/", "/about", "/audit"] {
        let headers = [("accept-encoding", "br")];
        let one = ask(&one, Method::GET, path, &headers).await;
        let other = ask(&other, Method::GET, path, &headers).await;
        assert_eq!(one.header(&header::ETAG), other.header(&header::ETAG));
        assert_eq!(one.body, other.body);
    }
}

#[tokio::test]
async fn head_has_the_headers_of_get_and_no_body() {
    let router = router();
    for path in ["/", "/healthz", "/favicon.ico", "/nothing"] {
        let get = ask(&router, Method::GET, path, &[("accept-encoding", "br")]).await;
        let head = ask(&router, Method::HEAD, path, &[("accept-encoding", "br")]).await;
        assert_eq!(get.status, head.status, "{path}");
        assert_eq!(get.headers, head.headers, "{path}");
        assert!(head.body.is_empty(), "{path}");
    }
}

#[tokio::test]
async fn assets_are_kept_for_ever_and_come_compressed() {
    let app = server::app();
    let package = app.site().package().unwrap().clone();
    let router = routes::router(app);
    for asset in Asset::ALL {
        let answer = ask(
            &router,
            Method::GET,
            &package.url(asset),
            &[("accept-encoding", "br")],
        )
        .await;
        assert_eq!(answer.status, StatusCode::OK, "{asset:?}");
        assert_eq!(
            answer.header(&header::CACHE_CONTROL),
            "public, max-age=31536000, immutable"
        );
        // A picture is compressed as it is.
        let coding = answer.headers.get(&header::CONTENT_ENCODING);
        let coding = coding.map(axum::http::HeaderValue::as_bytes);
        let expected = (asset != Asset::Card).then_some(&b"br"[..]);
        assert_eq!(coding, expected, "{asset:?}");
    }
    let module = ask(&router, Method::GET, &package.url(Asset::Module), &[]).await;
    assert_eq!(module.header(&header::CONTENT_TYPE), "application/wasm");
    let nothing = ask(&router, Method::GET, &package.path("nothing.js"), &[]).await;
    assert_eq!(nothing.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_page_that_is_not_there_is_a_true_404() {
    let router = router();
    for path in [
        "/nothing",
        "/structures/NOTHING",
        "/structures/%ff",
        "/%2e%2e/etc/passwd",
    ] {
        let answer = ask(&router, Method::GET, path, &[]).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(
            answer.header(&header::CONTENT_TYPE),
            "text/html; charset=utf-8"
        );
        assert_eq!(answer.header(&header::CACHE_CONTROL), "no-store");
    }
}

#[tokio::test]
async fn another_spelling_leads_to_the_canonical_url() {
    let router = router();
    let answer = ask(&router, Method::GET, "/releases/?from=elsewhere", &[]).await;
    assert_eq!(answer.status, StatusCode::PERMANENT_REDIRECT);
    assert_eq!(answer.header(&header::LOCATION), "/releases?from=elsewhere");
}

#[tokio::test]
async fn errors_of_the_api_are_problems() {
    let router = router();
    for path in ["/api/v1/nothing", "/api/v2/structures"] {
        let answer = ask(&router, Method::GET, path, &[]).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        answer.problem();
    }
}

#[tokio::test]
async fn a_wrong_method_is_told_the_right_ones() {
    let router = router();
    for path in ["/", "/releases", "/healthz", "/favicon.ico"] {
        let answer = ask(&router, Method::DELETE, path, &[]).await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
        assert!(answer.header(&header::ALLOW).contains("GET"), "{path}");
        answer.problem();
    }
}

#[tokio::test]
async fn other_origins_may_read_the_api_and_nothing_else() {
    let router = router();
    let origin = ("origin", "https://elsewhere.example");
    let api = ask(&router, Method::GET, "/api/v1/nothing", &[origin]).await;
    assert_eq!(api.header(&header::ACCESS_CONTROL_ALLOW_ORIGIN), "*");
    let page = ask(&router, Method::GET, "/", &[origin]).await;
    assert!(
        !page
            .headers
            .contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN)
    );
    let asked = ("access-control-request-method", "GET");
    let preflight = ask(
        &router,
        Method::OPTIONS,
        "/api/v1/nothing",
        &[origin, asked],
    )
    .await;
    assert_eq!(preflight.status, StatusCode::NO_CONTENT);
    assert_eq!(
        preflight.header(&header::ACCESS_CONTROL_ALLOW_METHODS),
        "GET, HEAD"
    );
    let write = ask(&router, Method::POST, "/api/v1/nothing", &[origin]).await;
    assert!(
        !write
            .headers
            .contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN)
    );
}
