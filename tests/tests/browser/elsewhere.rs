//! Tests of wrong addresses: misspelt, in another spelling, or missing. A server redirects or reports; on a static
//! site, the browser does.

use strata_tests::browser::{Profile, Session, site_urls, visit};

const LAYOUT: &str = "/structures/ETW_REALTIME_CONSUMER/6.1/x64";

/// Waits for the page of [`LAYOUT`].
async fn arrived(session: &Session) {
    session.until_at(LAYOUT).await;
    session.until_hydrated().await;
}

#[test]
fn a_structure_without_its_case_and_a_release_by_its_name_are_found() {
    visit(Profile::DESKTOP, async |session| {
        if !site_urls::has_server() {
            session.expect_console_error("404");
        }
        let asked = LAYOUT.to_lowercase().replace("/6.1/", "/win7/");
        session.web.goto(session.url(&asked)).await.unwrap();
        arrived(session).await;
    });
}

#[test]
fn what_is_not_there_is_said_with_what_may_have_been_meant() {
    visit(Profile::DESKTOP, async |session| {
        session.expect_console_error("404");
        session.open(&LAYOUT.replace("CONSUMER", "CONSUMR")).await;
        let said = session.text("main").await;
        assert!(said.starts_with("Page not found"), "{said}");
        let meant = site_urls::link(LAYOUT);
        session.click(&format!(".suggestions {meant}")).await;
        arrived(session).await;
    });
}

#[test]
fn a_comparison_is_found_by_its_path() {
    visit(Profile::DESKTOP, async |session| {
        let path = "/structures/ETW_REALTIME_CONSUMER/diff/6.1/x64/6.2/x64";
        let origin = session.url("");
        let origin = origin.trim_end_matches('/');
        session.web.goto(format!("{origin}{path}")).await.unwrap();
        session.until_hydrated().await;
        session.find(".tone-same").await;
        assert_eq!(session.path().await, path);
    });
}
