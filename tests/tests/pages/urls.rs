//! Tests that every former address of the site still leads to a page, and that fragments exist.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use axum::http::header::LOCATION;
use strata_tests::client::get;
use strata_tests::html::Document;

/// How many redirects are followed.
const REDIRECTS: usize = 3;

const URLS: &str = include_str!("../../golden/urls/first-stage.txt");
const ANCHORS: &str = include_str!("../../golden/urls/first-stage-anchors.txt");

/// The page after redirects.
fn followed(url: &str) -> String {
    let mut at = url.to_owned();
    for _ in 0..REDIRECTS {
        let answer = get(&at);
        if answer.status != StatusCode::PERMANENT_REDIRECT {
            assert_eq!(answer.status, StatusCode::OK, "{url} leads to {at}");
            return answer.text().to_owned();
        }
        answer.header(&LOCATION).clone_into(&mut at);
    }
    panic!("{url}: more than {REDIRECTS} redirects");
}

#[test]
fn every_address_of_the_first_stage_leads_to_a_page() {
    for url in URLS.lines() {
        assert!(!followed(url).is_empty(), "{url}");
    }
}

#[test]
fn every_anchor_of_the_first_stage_is_there() {
    let mut anchors: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in ANCHORS.lines() {
        let (url, anchor) = line.split_once('#').expect("an address and an anchor");
        anchors.entry(url).or_default().push(anchor);
    }
    for (url, anchors) in anchors {
        let document = Document::parse(&followed(url));
        for anchor in anchors {
            assert!(document.ids.iter().any(|id| id == anchor), "{url}#{anchor}");
        }
    }
}
