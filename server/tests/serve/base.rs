//! Tests of a site below a base path: every written URL is below it, and is answered there.

use std::collections::BTreeSet;

use strata_frontend::route::Route;

use super::running::{Client, Running, Says};

const BASE: &str = "/tools/strata";

/// A server below that path, requested by whole paths.
struct Below {
    host: String,
    _server: Running,
}

impl Below {
    fn with(flags: &str) -> Self {
        let server = Running::with(flags);
        let host = server.address.strip_suffix(BASE);
        Self {
            host: host.expect("it says where it is").to_owned(),
            _server: server,
        }
    }

    fn get(&self, path: &str) -> String {
        Client::of(&self.host).get(path, "")
    }
}

/// Every URL of the server in an attribute of a document.
fn urls(document: &str) -> BTreeSet<&str> {
    let attributes = [
        "href=\"",
        "src=\"",
        "action=\"",
        "data-bundle=\"",
        "data-copies-answer=\"",
    ];
    let of = |attribute| document.split(attribute).skip(1);
    let values = attributes.into_iter().flat_map(of);
    let values = values.filter_map(|rest| rest.split(['"', '#']).next());
    values.filter(|url| url.starts_with('/')).collect()
}

#[test]
fn every_url_of_a_page_is_below_the_path_and_answered_there() {
    let server = Below::with("--base-path /tools/strata/");
    let name = "ETW_REALTIME_CONSUMER".parse().expect("a name");
    let point = |text: &str| text.parse().expect("a point");
    let (from, to) = (point("6.1/x64"), point("6.2/x64"));
    let pages = [
        Route::Home,
        Route::structure(&name),
        Route::layout(&name, from),
        Route::decode(&name, from),
        Route::diff(&name, from, to),
        Route::provenance(&name),
        Route::search("HANDLE"),
        Route::About,
        Route::Reference,
        Route::Audit,
        Route::Validity,
    ];
    let mut asked = BTreeSet::new();
    for page in pages {
        let page = format!("{BASE}{page}");
        let answer = server.get(&page);
        answer.is(200);
        let found = urls(&answer);
        assert!(found.len() > 5, "{page} has no links");
        for url in found {
            assert!(
                url.starts_with(&format!("{BASE}/")),
                "{page} leads to {url}"
            );
            asked.insert(url.replace("&amp;", "&"));
        }
    }
    for url in asked {
        let answer = server.get(&url);
        let status = answer.split(' ').nth(1).unwrap_or_default();
        // An empty form leads nowhere.
        let form = ["/layout", "/decode", "/diff"]
            .iter()
            .any(|it| url.ends_with(it));
        let good = status == "200" || form && status == "404";
        assert!(good, "{url}: {status}");
    }
}

#[test]
fn what_moves_moves_below_the_path() {
    let server = Below::with(&format!("--base-path {BASE}"));
    let leads = |asked: &str, to: &str| {
        let answer = server.get(asked).to_lowercase();
        let location = format!("location: {to}\r\n").to_lowercase();
        answer.has(&location);
    };
    leads(BASE, &format!("{BASE}/"));
    leads(&format!("{BASE}?a=b"), &format!("{BASE}/?a=b"));
    leads(
        &format!("{BASE}{}/?a=b", Route::Releases),
        &format!("{BASE}{}?a=b", Route::Releases),
    );
    let name = "ETW_REALTIME_CONSUMER".parse().expect("a name");
    let layout = Route::layout(&name, "6.1/x86".parse().expect("a point")).to_string();
    let form = layout.replace("6.1/x86", "layout?point=win7+x86");
    leads(&format!("{BASE}{form}"), &format!("{BASE}{layout}"));
}

#[test]
fn a_proxy_may_take_the_path_away() {
    let server = Below::with(&format!("--base-path {BASE}"));
    let with = server.get(&format!("{BASE}{}", Route::Releases));
    let without = server.get(&Route::Releases.to_string());
    let body = |answer: &str| {
        answer
            .split_once("\r\n\r\n")
            .map(|(_, body)| body.to_owned())
    };
    assert_eq!(body(&with), body(&without));
    let elsewhere = server.get("/tools/stratagem");
    elsewhere.is(404);
}

#[test]
fn what_is_read_elsewhere_has_the_public_address() {
    let server = Below::with("--public-url https://intranet.example/tools/strata");
    let page = server.get(&format!("{BASE}{}", Route::Releases));
    let address = format!("https://intranet.example{BASE}{}", Route::Releases);
    for tag in [
        "<link rel=\"canonical\" href=",
        "<meta property=\"og:url\" content=",
    ] {
        page.has(&format!("{tag}\"{address}\""));
    }
    let openapi = server.get(&format!("{BASE}/api/v1/openapi.json"));
    openapi.has("\"https://intranet.example/tools/strata\"");
}
