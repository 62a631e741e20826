//! Tests: what a client sees of a representation.

use super::*;

fn long() -> Representation {
    Representation::new(
        "text/plain; charset=utf-8",
        CachePolicy::Revalidate,
        "offset ".repeat(400),
    )
}

fn get(representation: &Representation, headers: &[(HeaderName, &str)]) -> Response {
    let headers = headers
        .iter()
        .map(|(name, value)| (name.clone(), value.parse().unwrap()))
        .collect();
    representation.respond(&Method::GET, &headers)
}

fn header(response: &Response, name: HeaderName) -> Option<&str> {
    response
        .headers()
        .get(name)
        .map(|value| value.to_str().unwrap())
}

#[test]
fn each_coding_has_a_tag_of_its_own_and_any_of_them_matches() {
    let page = long();
    let mut tags = Vec::new();
    for (accept, coding) in [
        ("br", Some("br")),
        ("gzip", Some("gzip")),
        ("identity", None),
    ] {
        let response = get(&page, &[(ACCEPT_ENCODING, accept)]);
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(header(&response, CONTENT_ENCODING), coding);
        assert_eq!(header(&response, VARY), Some("accept-encoding"));
        tags.push(header(&response, ETAG).unwrap().to_owned());
    }
    assert!(
        tags[0] != tags[1] && tags[1] != tags[2] && tags[0] != tags[2],
        "{tags:?}"
    );
    for tag in &tags {
        for sent in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}")] {
            let response = get(&page, &[(ACCEPT_ENCODING, "br"), (IF_NONE_MATCH, &sent)]);
            assert_eq!(response.status(), StatusCode::NOT_MODIFIED, "{sent}");
            assert_eq!(header(&response, ETAG), Some(tag.as_str()));
            assert_eq!(header(&response, CACHE_CONTROL), Some("public, no-cache"));
            assert_eq!(header(&response, CONTENT_TYPE), None);
        }
    }
    for (sent, status) in [
        ("\"other\"", StatusCode::OK),
        ("*", StatusCode::NOT_MODIFIED),
    ] {
        assert_eq!(get(&page, &[(IF_NONE_MATCH, sent)]).status(), status);
    }
}

#[test]
fn what_does_not_shrink_goes_as_it_is() {
    let short = Representation::new("text/plain", CachePolicy::Never, "ok\n");
    let response = get(&short, &[(ACCEPT_ENCODING, "br, gzip")]);
    assert_eq!(header(&response, CONTENT_ENCODING), None);
    assert_eq!(header(&response, CONTENT_LENGTH), Some("3"));
    assert_eq!(
        header(&response, ETAG),
        Some(short.tag(Coding::Identity).as_str())
    );
}

#[test]
fn head_says_what_get_would_send() {
    let page = long();
    let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static("br"))]);
    let full = page.respond(&Method::GET, &headers);
    let head = page.respond(&Method::HEAD, &headers);
    assert_eq!(full.headers(), head.headers());
}

#[test]
fn an_error_page_is_never_not_modified() {
    let page = long().with_status(StatusCode::NOT_FOUND);
    assert_eq!(
        get(&page, &[(IF_NONE_MATCH, "*")]).status(),
        StatusCode::NOT_FOUND
    );
}

#[test]
fn the_same_content_has_the_same_tag() {
    assert_eq!(long().tag(Coding::Brotli), long().tag(Coding::Brotli));
    let other = Representation::new("text/plain", CachePolicy::Never, "other");
    assert_ne!(long().tag(Coding::Identity), other.tag(Coding::Identity));
}

#[track_caller]
fn check_accepted(value: &str, expected: &[Coding]) {
    let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, value.parse().unwrap())]);
    assert_eq!(accepted(&headers), expected, "Accept-Encoding: {value}");
}

#[test]
fn the_clients_weights_come_first_and_ours_break_ties() {
    use Coding::{Brotli, Gzip, Identity};
    check_accepted("gzip, deflate, br, zstd", &[Brotli, Gzip, Identity]);
    check_accepted("gzip;q=1.0, br;q=0.5", &[Gzip, Brotli, Identity]);
    check_accepted("gzip", &[Gzip, Identity]);
    check_accepted("*", &[Brotli, Gzip, Identity]);
    check_accepted("*, br;q=0", &[Gzip, Identity]);
    check_accepted("identity, gzip;q=0.5", &[Identity, Gzip]);
    check_accepted("br;q=0, gzip;q=0", &[Identity]);
    check_accepted("identity;q=0", &[Identity]);
    check_accepted("", &[Identity]);
}

#[test]
fn without_the_header_nothing_is_coded() {
    assert_eq!(accepted(&HeaderMap::new()), [Coding::Identity]);
}
