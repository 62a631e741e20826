//! Tests that the browser renders on a static site what a server would answer.

use strata_frontend::navigation::InPlace;
use strata_frontend::resolve::{ClientPage, client_page};
use strata_frontend::route::SEGMENT_LIMIT;
use strata_tests::data::dataset;

const CONSUMER: &str = "/structures/ETW_REALTIME_CONSUMER";

/// The outcome for an address: a word with the path or the sentence.
fn outcome(url: &str) -> String {
    match client_page(url, dataset()) {
        Ok(ClientPage::Elsewhere(route)) => format!("elsewhere {}", route.path()),
        Ok(ClientPage::Layout(made)) => format!("layout {}", made.route().path()),
        Ok(ClientPage::Diff(made)) => format!("diff {}", made.route().path()),
        Ok(ClientPage::Search(page)) => {
            format!("search {} {}", page.query.as_str(), page.total > 0)
        }
        Err(page) => {
            assert!(!page.suggestions.is_empty(), "{url}: no way out");
            format!("not there: {}", page.detail)
        }
    }
}

#[test]
fn an_address_leads_where_a_server_would_lead() {
    for (url, expected) in [
        (
            format!("{CONSUMER}/diff/?from=6.1/x64&to=6.2/x86"),
            format!("diff {CONSUMER}/diff/6.1/x64/6.2/x86"),
        ),
        (
            format!("{CONSUMER}/diff/?from=win7&to=8.1+x86&near=6.0%2Fx64"),
            format!("diff {CONSUMER}/diff/6.1/x64/6.3/x86"),
        ),
        (
            format!("{CONSUMER}/diff/6.1/x64/6.2/x64"),
            format!("diff {CONSUMER}/diff/6.1/x64/6.2/x64"),
        ),
        (
            format!("{CONSUMER}/layout/?point=win7+x86&near=1607%2Fx64"),
            format!("elsewhere {CONSUMER}/6.1/x86"),
        ),
        (
            format!("{CONSUMER}/decode/?point=1809"),
            format!("elsewhere {CONSUMER}/1809/x64/decode"),
        ),
        (
            "/structures/_etw_realtime_consumer/win7/x64/".to_owned(),
            format!("elsewhere {CONSUMER}/6.1/x64"),
        ),
        (
            "/structures/_EPROCESS/layout/?at=22H2/x64".to_owned(),
            "elsewhere /structures/_EPROCESS/22H2/x64".to_owned(),
        ),
        (
            "/structures/_EPROCESS/decode/?at=22H2/x64".to_owned(),
            "elsewhere /structures/_EPROCESS/22H2/x64/decode".to_owned(),
        ),
        (
            "/types/rtl_bitmap".to_owned(),
            "elsewhere /structures/_RTL_BITMAP".to_owned(),
        ),
        (
            "/search/?q=LoggerId".to_owned(),
            "search LoggerId true".to_owned(),
        ),
        ("/search/".to_owned(), "search  false".to_owned()),
    ] {
        assert_eq!(outcome(&url), expected, "{url}");
    }
}

#[test]
fn what_is_not_there_is_said_and_nothing_leads_in_a_circle() {
    for (url, expected) in [
        ("/releases/".to_owned(), "incomplete"),
        (format!("{CONSUMER}/6.1/x64/"), "incomplete"),
        (
            "/structures/ETW_REALTIME_CONSUMR/".to_owned(),
            "no structure",
        ),
        (format!("{CONSUMER}/diff/?from=6.1/x64&to=99/x64"), "`99"),
        (format!("{CONSUMER}/diff/"), "no such page"),
        ("/nothing".to_owned(), "No page has this address"),
        ("/%zz/%ff".to_owned(), "No page has this address"),
        (String::new(), "No page has this address"),
        (
            format!("/structures/{}", "A".repeat(2 * SEGMENT_LIMIT)),
            "No page has this address",
        ),
    ] {
        let told = outcome(&url);
        assert!(
            told.starts_with("not there") && told.contains(expected),
            "{url}: {told}"
        );
    }
}
