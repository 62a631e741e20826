//! Tests of what every answer of the server has, whatever it is about.

use std::io::Read;

use axum::http::{HeaderValue, Method, StatusCode, header};
use strata_frontend::route::Asset;
use strata_tests::client::{Client, ask, get};
use strata_tests::server;

#[test]
fn every_answer_has_the_security_headers() {
    for path in [
        "/",
        "/nothing",
        "/healthz",
        "/api/v1/nothing",
        "/favicon.ico",
    ] {
        let answer = get(path);
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

#[test]
fn a_page_has_a_tag_for_each_coding_and_any_of_them_is_enough() {
    let plain = get("/");
    let _ = plain.page(StatusCode::OK);
    let brotli = ask(&Method::GET, "/", &[("accept-encoding", "gzip, br")]);
    assert_eq!(brotli.header(&header::CONTENT_ENCODING), "br");
    let gzip = ask(&Method::GET, "/", &[("accept-encoding", "gzip, br;q=0.1")]);
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
        let again = ask(&Method::GET, "/", &[("if-none-match", tag)]);
        assert_eq!(again.status, StatusCode::NOT_MODIFIED);
        assert_eq!(again.header(&header::ETAG), tag);
        assert!(again.body.is_empty());
    }
}

#[test]
fn two_servers_with_the_same_data_give_the_same_tags() {
    let [one, other] = [(), ()].map(|()| Client::new(server::app()));
    for path in ["/", "/about", "/audit"] {
        let headers = [("accept-encoding", "br")];
        let [one, other] = [&one, &other].map(|it| it.ask(&Method::GET, path, &headers, ()));
        assert_eq!(one.header(&header::ETAG), other.header(&header::ETAG));
        assert_eq!(one.body, other.body);
    }
}

#[test]
fn head_has_the_headers_of_get_and_no_body() {
    for path in ["/", "/healthz", "/favicon.ico", "/nothing"] {
        let get = ask(&Method::GET, path, &[("accept-encoding", "br")]);
        let head = ask(&Method::HEAD, path, &[("accept-encoding", "br")]);
        assert_eq!(get.status, head.status, "{path}");
        assert_eq!(get.headers, head.headers, "{path}");
        assert!(head.body.is_empty(), "{path}");
    }
}

#[test]
fn assets_are_kept_for_ever_and_come_compressed() {
    let app = server::app();
    let package = app.site().package().unwrap();
    for asset in Asset::ALL {
        let answer = ask(
            &Method::GET,
            &package.url(asset),
            &[("accept-encoding", "br")],
        );
        assert_eq!(answer.status, StatusCode::OK, "{asset:?}");
        assert_eq!(
            answer.header(&header::CACHE_CONTROL),
            "public, max-age=31536000, immutable"
        );
        // A picture is compressed as it is.
        let coding = answer.headers.get(&header::CONTENT_ENCODING);
        let coding = coding.map(HeaderValue::as_bytes);
        let expected = (asset != Asset::Card).then_some(&b"br"[..]);
        assert_eq!(coding, expected, "{asset:?}");
    }
    let module = get(&package.url(Asset::Module));
    assert_eq!(module.header(&header::CONTENT_TYPE), "application/wasm");
    let nothing = get(&package.path("nothing.js"));
    assert_eq!(nothing.status, StatusCode::NOT_FOUND);
}

#[test]
fn a_page_that_is_not_there_is_a_true_404() {
    for path in [
        "/nothing",
        "/structures/NOTHING",
        "/structures/%ff",
        "/%2e%2e/etc/passwd",
    ] {
        let answer = ask(&Method::GET, path, &[("if-none-match", "*")]);
        let _ = answer.page(StatusCode::NOT_FOUND);
        assert_eq!(answer.header(&header::CACHE_CONTROL), "no-store");
    }
}

#[test]
fn a_page_tells_its_methods() {
    let answer = ask(&Method::OPTIONS, "/releases", &[]);
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    assert_eq!(answer.header(&header::ALLOW), "GET, HEAD");
}

#[test]
fn another_spelling_leads_to_the_canonical_url() {
    let answer = get("/releases/?from=elsewhere");
    let location = answer.location(StatusCode::PERMANENT_REDIRECT);
    assert_eq!(location, "/releases?from=elsewhere");
}

#[test]
fn errors_of_the_api_are_problems() {
    for path in ["/api/v1/nothing", "/api/v2/structures"] {
        let answer = get(path);
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        answer.problem();
    }
}

#[test]
fn a_wrong_method_is_told_the_right_ones() {
    for path in ["/", "/releases", "/healthz", "/favicon.ico"] {
        let answer = ask(&Method::DELETE, path, &[]);
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
        assert!(answer.header(&header::ALLOW).contains("GET"), "{path}");
        answer.problem();
    }
}

#[test]
fn other_origins_may_read_the_api_and_nothing_else() {
    let origin = ("origin", "https://elsewhere.example");
    let api = ask(&Method::GET, "/api/v1/nothing", &[origin]);
    assert_eq!(api.header(&header::ACCESS_CONTROL_ALLOW_ORIGIN), "*");
    let page = ask(&Method::GET, "/", &[origin]);
    assert!(
        !page
            .headers
            .contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN)
    );
    let asked = ("access-control-request-method", "GET");
    let preflight = ask(&Method::OPTIONS, "/api/v1/nothing", &[origin, asked]);
    assert_eq!(preflight.status, StatusCode::NO_CONTENT);
    assert_eq!(
        preflight.header(&header::ACCESS_CONTROL_ALLOW_METHODS),
        "GET, HEAD"
    );
    let write = ask(&Method::POST, "/api/v1/nothing", &[origin]);
    assert!(
        !write
            .headers
            .contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN)
    );
}
