//! Golden tests of the accessibility trees of the main pages, in `tests/golden/ax`: roles, names and states, in order.
//! `UPDATE_GOLDEN=1` writes them.

use strata_frontend::route::sample;
use strata_tests::browser::{Profile, Session, site_urls, tree, visit};
use strata_tests::golden::Golden;

/// The pages that are only opened, by the names of their samples.
const PAGES: [&str; 11] = [
    "home",
    "structure",
    "provenance",
    "layout",
    "diff",
    "search",
    "structures-found",
    "type-small",
    "image",
    "audit",
    "about",
];
const DECODE: &str = "/structures/ETW_REALTIME_CONSUMER/6.2/x64/decode";
/// Bytes that fit, with a pointer within the input and findings.
const DUMP: &str = include_str!("../../src/bin/shots/dump.txt");

#[test]
fn screen_readers_are_told_what_they_were_told() {
    if !site_urls::has_server() {
        // The same pages, with other addresses and without the server's features.
        return;
    }
    let mut golden = Golden::new("ax");
    let told = &mut golden;
    visit(Profile::DESKTOP, async |session| {
        for name in PAGES {
            let path = sample(name).expect("a sample");
            session.open(path).await;
            told.add(format!("{name}.txt"), tree(session).await);
        }
        decoded(session).await;
        told.add("decode.txt", tree(session).await);
        judged(session).await;
        told.add("validity.txt", tree(session).await);
    });
    golden.check();
}

/// The decode page with input.
async fn decoded(session: &Session) {
    session.open(DECODE).await;
    session.find("fieldset.decode-input:not([disabled])").await;
    super::decode::paste(session, DUMP).await;
    session.find(".decode-read").await;
}

/// The validity page with its example.
async fn judged(session: &Session) {
    session.open("/validity").await;
    session.click(".validity-desk .button").await;
    session.find(".claims").await;
}
