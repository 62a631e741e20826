//! Tests that the browser renders on a static site what a server would answer.

use strata_frontend::resolve::{ClientPage, client_page};
use strata_frontend::route::SEGMENT_LIMIT;
use strata_frontend::step::InPlace;
use strata_tests::data::dataset;
use strata_tests::rows;

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
    let table = "~/diff/?from=6.1/x64&to=6.2/x86 diff ~/diff/6.1/x64/6.2/x86
         ~/diff/?from=win7&to=8.1+x86&near=6.0%2Fx64 diff ~/diff/6.1/x64/6.3/x86
         ~/diff/6.1/x64/6.2/x64 diff ~/diff/6.1/x64/6.2/x64
         ~/layout/?point=win7+x86&near=1607%2Fx64 elsewhere ~/6.1/x86
         ~/decode/?point=1809 elsewhere ~/1809/x64/decode
         /structures/_etw_realtime_consumer/win7/x64/ elsewhere ~/6.1/x64
         /structures/_EPROCESS/layout/?at=22H2/x64 elsewhere /structures/_EPROCESS/22H2/x64
         /structures/_EPROCESS/decode/?at=22H2/x64 elsewhere /structures/_EPROCESS/22H2/x64/decode
         /types/rtl_bitmap elsewhere /structures/_RTL_BITMAP
         /search/?q=LoggerId search LoggerId true
         /search/ search  false";
    for (url, expected) in rows(&table.replace('~', CONSUMER)) {
        assert_eq!(outcome(url), expected, "{url}");
    }
}

#[test]
fn what_is_not_there_is_said_and_nothing_leads_in_a_circle() {
    let long = format!("/structures/{}", "A".repeat(2 * SEGMENT_LIMIT));
    let table = "/releases/ incomplete
         ~/6.1/x64/ incomplete
         /structures/ETW_REALTIME_CONSUMR/ no structure
         ~/diff/?from=6.1/x64&to=99/x64 `99
         ~/diff/ no such page
         /nothing No page has this address
         /%zz/%ff No page has this address";
    let nowhere = ["", &long].map(|url| (url, "No page has this address"));
    for (url, expected) in rows(&table.replace('~', CONSUMER)).chain(nowhere) {
        let told = outcome(url);
        assert!(
            told.starts_with("not there") && told.contains(expected),
            "{url}: {told}"
        );
    }
}
