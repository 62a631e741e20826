//! Tests of exports on the layout page: read, copied, and followed through the releases; without JavaScript, by links.

use strata_tests::browser::{Colours, Profile, site_urls, visit};

const LAYOUT: &str = "/structures/ETW_REALTIME_CONSUMER/6.1/x64";
const TEXT: &str = "#export-text";
/// The link of the C header.
const C: &str = ".export-list li:first-child a";

#[test]
fn a_format_is_read_and_follows_a_step() {
    visit(Profile::DESKTOP, async |session| {
        session.open(LAYOUT).await;
        session.click(C).await;
        let header = session.text(TEXT).await;
        assert!(
            header.contains("ETW_REALTIME_CONSUMER at 6.1/x64"),
            "{header}"
        );
        assert!(
            header.contains("} ETW_REALTIME_CONSUMER; /* 0x0088 */"),
            "{header}"
        );
        assert_eq!(session.path().await, LAYOUT, "the page is the same");
        session.script("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ']', bubbles: true }))").await;
        session
            .until_text(TEXT, "ETW_REALTIME_CONSUMER at 6.2/x64")
            .await;
        session
            .expect_text(".export-file", "ETW_REALTIME_CONSUMER-6.2-x64.h")
            .await;
        session.press("Close").await;
        assert!(session.find_all(TEXT).await.is_empty());
    });
}

#[test]
fn what_is_read_is_what_is_copied_and_downloaded() {
    visit(Profile::DESKTOP, async |session| {
        session.open(LAYOUT).await;
        session.catch_copy().await;
        session.click(C).await;
        let shown = session.script("return document.querySelector('#export-text').textContent");
        session.find(TEXT).await;
        let shown = shown.await;
        session.click(".export-head [data-copies-answer]").await;
        assert_eq!(session.copied().await, shown);
        let fetched = session
            .script(
                "const link = document.querySelector('.export-head a[download]');
                const request = new XMLHttpRequest();
                request.open('GET', link.href, false);
                request.send();
                return request.responseText",
            )
            .await;
        assert_eq!(fetched, shown);
    });
}

#[test]
fn how_it_is_written_is_chosen_where_there_is_a_server() {
    visit(Profile::DESKTOP, async |session| {
        session.open(LAYOUT).await;
        session.click(C).await;
        session.find(TEXT).await;
        let choices = session.find_all(".export-head [aria-pressed]").await;
        if !site_urls::has_server() {
            assert!(choices.is_empty(), "files are written in one way");
            return;
        }
        session.press("Pointers as integers").await;
        session.until_text(TEXT, "strata_u64 DisconnectEvent").await;
        session.find(".export-head [aria-pressed=true]").await;
    });
}

/// Each link of the list leads to the text itself.
#[test]
fn without_a_script_links_lead_to_the_texts() {
    let profile = Profile {
        javascript: false,
        colours: Colours::Dark,
        ..Profile::PHONE
    };
    visit(profile, async |session| {
        session.open(LAYOUT).await;
        let link = session.attribute(C, "href").await.unwrap();
        let expected = match site_urls::has_server() {
            true => "/api/v1/structures/ETW_REALTIME_CONSUMER/layouts/6.1/x64?format=c",
            false => "/x64/ETW_REALTIME_CONSUMER-6.1-x64.h",
        };
        assert!(link.ends_with(expected), "{link}");
    });
}
