//! Tests of HTTP caching: tags, codings, HEAD, CORS, canonical URLs.

use std::io::Read;

use axum::http::{Method, StatusCode, header};

use crate::client::{Answer, Api, api};

/// One URL for each resource.
const EACH: [&str; 15] = [
    "/releases",
    "/structures",
    "/structures?q=etw",
    "/structures/ETW_UM_LOGGER_CONTEXT",
    "/structures/ETW_UM_LOGGER_CONTEXT/layouts/6.2/x64",
    "/structures/ETW_REALTIME_CONSUMER/diff?from=6.1/x64&to=6.2/x64",
    "/structures/ETW_REALTIME_CONSUMER/members/links",
    "/structures/ETW_REALTIME_CONSUMER/offsets?members=LoggerId",
    "/audit",
    "/search?q=HANDLE&limit=3",
    "/lookup?offset=0x58&arch=x64",
    "/types/RTL_BITMAP",
    "/dataset?format=csv",
    // Streamed.
    "/images/ntoskrnl-5.1.2600.5512-x86/export?format=c",
    "/openapi.json",
];

fn decoded(answer: &Answer) -> Vec<u8> {
    let mut plain = Vec::new();
    match answer
        .headers
        .get(header::CONTENT_ENCODING)
        .map(|it| it.to_str().expect("a coding is text"))
    {
        Some("br") => {
            brotli::BrotliDecompress(&mut &answer.body[..], &mut plain).expect("it can be decoded");
        }
        Some("gzip") => {
            flate2::read::GzDecoder::new(&answer.body[..])
                .read_to_end(&mut plain)
                .expect("it can be decoded");
        }
        _ => plain.extend_from_slice(&answer.body),
    }
    plain
}

#[test]
fn each_coding_has_a_tag_and_any_of_them_is_enough() {
    for path in EACH {
        let identity = api().get(path, &[]);
        assert!(!identity.headers.contains_key(header::CONTENT_ENCODING));
        let mut tags = Vec::new();
        for coding in ["identity", "br", "gzip"] {
            let answer = api().get(path, &[("accept-encoding", coding)]);
            let named = answer.headers.get(header::CONTENT_ENCODING);
            assert_eq!(named.is_some(), coding != "identity", "{path} {coding}");
            assert!(answer.header(&header::VARY).contains("accept-encoding"));
            assert_eq!(decoded(&answer), identity.body, "{path} {coding}");
            tags.push(answer.header(&header::ETAG).to_owned());
        }
        for tag in &tags {
            for sent in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}")] {
                let headers = [("if-none-match", &*sent), ("accept-encoding", "br")];
                let again = api().get(path, &headers);
                assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{path} {sent}");
                assert_eq!(again.header(&header::ETAG), tag);
                assert_eq!(again.header(&header::CACHE_CONTROL), "public, no-cache");
                assert!(!again.headers.contains_key(header::CONTENT_TYPE));
                assert!(again.body.is_empty());
            }
        }
        let any = api().get(path, &[("if-none-match", "*")]);
        assert_eq!(any.status, StatusCode::NOT_MODIFIED, "{path}");
        tags.sort();
        tags.dedup();
        assert_eq!(tags.len(), 3, "{path}");
        let other = api().get(path, &[("if-none-match", "\"other\"")]);
        assert_eq!(other.status, StatusCode::OK);
        assert_eq!(other.header(&header::CACHE_CONTROL), "public, no-cache");
    }
}

#[test]
fn what_does_not_shrink_goes_as_it_is() {
    let path = "/structures?q=nothing-of-the-kind";
    let plain = api().get(path, &[]);
    let coded = api().get(path, &[("accept-encoding", "br, gzip")]);
    assert_eq!((&coded.headers, &coded.body), (&plain.headers, &plain.body));
    let length = plain.body.len().to_string();
    assert_eq!(plain.header(&header::CONTENT_LENGTH), length);
}

#[test]
fn head_has_the_headers_of_get_and_no_body() {
    for path in EACH {
        let headers = [("accept-encoding", "br")];
        let get = api().get(path, &headers);
        let head = api().ask(&Method::HEAD, path, &headers, Vec::new());
        assert_eq!(
            (head.status, &head.headers),
            (get.status, &get.headers),
            "{path}"
        );
        assert!(head.body.is_empty());
    }
}

#[test]
fn two_servers_with_the_same_data_give_the_same_tags() {
    let other = Api::started(true);
    for path in EACH {
        for coding in ["identity", "br", "gzip"] {
            let headers = [("accept-encoding", coding)];
            let (ours, theirs) = (api().get(path, &headers), other.get(path, &headers));
            assert_eq!(ours.header(&header::ETAG), theirs.header(&header::ETAG));
            assert_eq!(ours.body, theirs.body, "{path} {coding}");
        }
    }
}

#[test]
fn other_spellings_are_the_same_content_under_its_canonical_url() {
    let canonical = "/structures/ETW_REALTIME_CONSUMER/layouts/10.0/x64";
    let expected = api().get(canonical, &[]);
    for path in [
        canonical,
        "/structures/_etw_realtime_consumer/layouts/10.0/x64",
        "/structures/ETW%5FREALTIME%5FCONSUMER/layouts/10.0/X64?format=json",
    ] {
        let answer = api().get(path, &[]);
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert_eq!(answer.body, expected.body, "{path}");
        assert_eq!(answer.header(&header::ETAG), expected.header(&header::ETAG));
        assert_eq!(
            answer.header(&header::CONTENT_LOCATION),
            format!("/api/v1{canonical}")
        );
    }
    // Only `version` echoes the request.
    for version in ["1507", "10240", "Th1"] {
        let answer = api().get(&canonical.replace("10.0", version), &[]);
        assert_eq!(
            answer.header(&header::CONTENT_LOCATION),
            format!("/api/v1{canonical}")
        );
        let mut layout = answer.json();
        assert_eq!(layout["version"], version);
        layout["version"] = expected.json()["version"].clone();
        assert_eq!(layout, expected.json(), "{version}");
    }
    let image = api().get(
        "/structures/etw_pmc_support/diff?to=8.1/x64&from=ntoskrnl-10.0.19041.264-x64",
        &[],
    );
    assert_eq!(image.status, StatusCode::OK);
    let diff = api().get(
        "/structures/etw_pmc_support/diff?to=8.1/x64&from=8/x64",
        &[],
    );
    assert_eq!(
        diff.header(&header::CONTENT_LOCATION),
        "/api/v1/structures/ETW_PMC_SUPPORT/diff?from=6.2/x64&to=6.3/x64"
    );
    // An answer in the format that `Accept` chose.
    let offsets = "/offsets?m=_EPROCESS.Token&images=6.2";
    let table = api().get(offsets, &[("accept", "text/csv")]);
    assert_eq!(
        table.header(&header::CONTENT_LOCATION),
        format!("/api/v1{offsets}&format=csv")
    );
}

#[test]
fn other_origins_may_read_public_data_and_post_nothing() {
    let origin = ("origin", "https://elsewhere.example");
    let decode = "/structures/ETW_PMC_SUPPORT/layouts/6.2/x64/decode";
    for path in ["/releases", "/structures/nothing", "/nothing"] {
        let answer = api().get(path, &[origin]);
        assert_eq!(
            answer.header(&header::ACCESS_CONTROL_ALLOW_ORIGIN),
            "*",
            "{path}"
        );
        let asked = ("access-control-request-method", "GET");
        let preflight = api().ask(&Method::OPTIONS, path, &[origin, asked], Vec::new());
        assert_eq!(preflight.status, StatusCode::NO_CONTENT);
        assert_eq!(preflight.header(&header::ACCESS_CONTROL_ALLOW_ORIGIN), "*");
    }
    let asked = ("access-control-request-method", "POST");
    let preflight = api().ask(&Method::OPTIONS, decode, &[origin, asked], Vec::new());
    assert_eq!(preflight.status, StatusCode::NO_CONTENT);
    assert_eq!(preflight.header(&header::ALLOW), "POST");
    for asked in ["POST", "GET"] {
        let asked = ("access-control-request-method", asked);
        let preflight = api().ask(&Method::OPTIONS, decode, &[origin, asked], Vec::new());
        let open = preflight.headers.keys();
        let mut open = open.filter(|name| name.as_str().starts_with("access-control"));
        assert_eq!(open.next(), None, "{asked:?}");
    }
    let bytes = ("content-type", "application/octet-stream");
    let answer = api().ask(&Method::POST, decode, &[origin, bytes], vec![0; 16]);
    assert_eq!(answer.status, StatusCode::OK);
    assert!(
        !answer
            .headers
            .contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN)
    );
}

#[test]
fn what_answers_a_post_is_coded_as_the_client_wishes() {
    let decode = "/structures/ETW_PMC_SUPPORT/layouts/6.2/x64/decode?count=2";
    let bytes = ("content-type", "application/octet-stream");
    let ask = |coding| {
        let wish = ("accept-encoding", coding);
        api().ask(&Method::POST, decode, &[bytes, wish], vec![0; 0x120])
    };
    let plain = ask("identity");
    assert!(!plain.headers.contains_key(header::CONTENT_ENCODING));
    for coding in ["br", "gzip"] {
        let coded = ask(coding);
        assert_eq!(coded.status, StatusCode::OK);
        assert_eq!(coded.header(&header::CONTENT_ENCODING), coding);
        assert_eq!(coded.header(&header::VARY), "accept, accept-encoding");
        assert!(coded.body.len() < plain.body.len() / 2, "{coding}");
        assert!(!coded.headers.contains_key(header::ETAG));
    }
    let mistake = api().ask(
        &Method::POST,
        "/structures/nothing/layouts/6.2/x64/decode",
        &[bytes, ("accept-encoding", "br")],
        Vec::new(),
    );
    assert_eq!(mistake.status, StatusCode::NOT_FOUND);
    assert!(!mistake.headers.contains_key(header::CONTENT_ENCODING));
}

#[test]
fn a_teams_own_data_are_closed_to_other_origins() {
    let private = Api::started(false);
    let origin = ("origin", "https://elsewhere.example");
    let answer = private.get("/releases", &[origin]);
    assert!(
        !answer
            .headers
            .contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN)
    );
    let asked = ("access-control-request-method", "GET");
    let preflight = private.ask(&Method::OPTIONS, "/releases", &[origin, asked], Vec::new());
    assert!(
        !preflight
            .headers
            .contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN)
    );
}
