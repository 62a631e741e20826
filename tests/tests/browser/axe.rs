//! Accessibility tests: axe-core finds no violation on any kind of page, in both themes and in forced colours.

use strata_frontend::route::{InFiles, InteractivePage, PAGES, PageEntry};
use strata_tests::browser::site_urls::has_server;
use strata_tests::browser::{Colours, Profile, Session, Viewport, violations, visit};

/// A missing page, and a kernel that is known by name alone, which only a server has.
const NOTHING: &str = "/nothing";
const KERNEL: &str = "/images/ntoskrnl-10.0.19041.1151-x64";
const DECODE: &str = "/structures/ETW_REALTIME_CONSUMER/6.2/x64/decode";
/// So few that a slow machine judges them in the time that a visit may take.
const PAGES_OF_A_VISIT: usize = 8;
/// Bytes that fit, with a pointer within the input and findings.
const DUMP: &str = include_str!("../../src/bin/shots/dump.txt");

#[test]
fn nothing_is_wrong_with_any_page_in_the_light() {
    no_page_is_wrong(Colours::Light, Viewport::DESKTOP);
}

#[test]
fn nothing_is_wrong_with_any_page_in_the_dark() {
    no_page_is_wrong(Colours::Dark, Viewport::DESKTOP);
}

#[test]
fn nothing_is_wrong_with_any_page_in_forced_colours() {
    no_page_is_wrong(Colours::Forced, Viewport::DESKTOP);
}

#[test]
fn nothing_is_wrong_with_any_page_on_a_phone() {
    no_page_is_wrong(Colours::Light, Viewport::PHONE);
}

/// A planted violation is found, so that an empty result proves something.
#[test]
fn a_planted_mistake_is_found() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/about").await;
        session
            .script("document.querySelector('main').appendChild(document.createElement('button'))")
            .await;
        let found = violations(session).await.join("\n");
        assert!(found.contains("button-name"), "{found}");
    });
}

fn no_page_is_wrong(colours: Colours, viewport: Viewport) {
    let in_light = (colours, viewport) == (Colours::Light, Viewport::DESKTOP);
    if !has_server() && !in_light {
        // The files have the same views and styles: what differs are a few texts, judged in the light.
        return;
    }
    let profile = Profile {
        colours,
        viewport,
        ..Profile::DESKTOP
    };
    // The decode page must be hydrated first, below.
    let entries = PAGES
        .iter()
        .filter(|it| it.live != Some(InteractivePage::Decode));
    let entries = entries.filter(|it| has_server() || it.in_files != InFiles::Missing);
    let samples = entries.flat_map(PageEntry::sampled).map(|(_, url)| url);
    let paths: Vec<&str> = samples.chain(has_server().then_some(KERNEL)).collect();
    let mut found = Vec::new();
    for paths in paths.chunks(PAGES_OF_A_VISIT) {
        visit(profile, async |session| {
            for path in paths {
                session.open(path).await;
                judge(session, path, &mut found).await;
            }
        });
    }
    visit(profile, async |session| {
        session.expect_console_error("404");
        session.open(NOTHING).await;
        judge(session, NOTHING, &mut found).await;
        session.open(DECODE).await;
        session.find("fieldset.decode-input:not([disabled])").await;
        judge(session, DECODE, &mut found).await;
        super::decode::paste(session, DUMP).await;
        session.find(".decode-read").await;
        judge(session, "decode with a paste", &mut found).await;
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

async fn judge(session: &Session, what: &str, found: &mut Vec<String>) {
    for violation in violations(session).await {
        found.push(format!("{what}: {violation}"));
    }
}
