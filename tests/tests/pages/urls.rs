//! Tests that every former address of the site still leads to a page, and that fragments exist.

use std::collections::BTreeMap;

use axum::Router;
use axum::body::Body;
use axum::http::header::LOCATION;
use axum::http::{Request, StatusCode};
use strata_server::routes;
use strata_tests::html::Document;
use strata_tests::server;
use tower::ServiceExt;

/// How many redirects are followed.
const REDIRECTS: usize = 3;

const URLS: &str = include_str!("../../golden/urls/first-stage.txt");
const ANCHORS: &str = include_str!("../../golden/urls/first-stage-anchors.txt");

/// The URL after redirects.
async fn followed(router: &Router, url: &str) -> String {
    let mut at = url.to_owned();
    for _ in 0..REDIRECTS {
        let request = Request::get(&at).body(Body::empty()).expect("an address");
        let answer = router.clone().oneshot(request).await.expect("an answer");
        let status = answer.status();
        if status == StatusCode::PERMANENT_REDIRECT {
            let location = answer.headers().get(LOCATION).expect("it says where");
            location.to_str().expect("it is ASCII").clone_into(&mut at);
            continue;
        }
        assert_eq!(status, StatusCode::OK, "{url} leads to {at}");
        let body = axum::body::to_bytes(answer.into_body(), usize::MAX).await;
        return String::from_utf8_lossy(&body.expect("it arrives")).into_owned();
    }
    panic!("{url}: more than {REDIRECTS} redirects");
}

#[tokio::test]
async fn every_address_of_the_first_stage_leads_to_a_page() {
    let router = routes::router(server::app());
    for url in URLS.lines() {
        assert!(!followed(&router, url).await.is_empty(), "{url}");
    }
}

#[tokio::test]
async fn every_anchor_of_the_first_stage_is_there() {
    let router = routes::router(server::app());
    let mut anchors: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in ANCHORS.lines() {
        let (url, anchor) = line.split_once('#').expect("an address and an anchor");
        anchors.entry(url).or_default().push(anchor);
    }
    for (url, anchors) in anchors {
        let document = Document::parse(&followed(&router, url).await);
        for anchor in anchors {
            assert!(document.ids.iter().any(|id| id == anchor), "{url}#{anchor}");
        }
    }
}
