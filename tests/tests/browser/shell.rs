//! Tests of what every page has: hydration, the theme, reading without JavaScript.

use serde_json::json;
use strata_tests::browser::{Colours, Profile, Session, visit};

const SWITCH: &str = ".theme-switch";

async fn ground(session: &Session) -> String {
    let script = "return getComputedStyle(document.body).backgroundColor";
    session
        .script(script)
        .await
        .as_str()
        .expect("a colour")
        .to_owned()
}

#[test]
fn the_switch_changes_colours_and_the_choice_lasts() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/").await;
        session.expect_text(SWITCH, "Theme: system").await;
        let light = ground(session).await;
        session.click(SWITCH).await;
        session.expect_text(SWITCH, "Theme: light").await;
        session.click(SWITCH).await;
        session.expect_text(SWITCH, "Theme: dark").await;
        let dark = ground(session).await;
        assert_ne!(light, dark);
        session.open("/").await;
        session.expect_text(SWITCH, "Theme: dark").await;
        assert_eq!(ground(session).await, dark);
        session.click(SWITCH).await;
        session.expect_text(SWITCH, "Theme: system").await;
        assert_eq!(ground(session).await, light);
    });
}

#[test]
fn the_system_decides_the_colours() {
    let profile = Profile {
        colours: Colours::Dark,
        reduced_motion: true,
        ..Profile::DESKTOP
    };
    visit(profile, async |session| {
        session.open("/").await;
        assert_eq!(ground(session).await, "rgb(20, 24, 29)");
        let script = "return matchMedia('(prefers-reduced-motion: reduce)').matches";
        assert_eq!(session.script(script).await, json!(true));
    });
}

#[test]
fn a_page_is_read_without_scripts() {
    visit(Profile::WITHOUT_SCRIPT, async |session| {
        session.open("/").await;
        assert_eq!(
            session.text("h1").await,
            "Structure layouts that Windows does not document"
        );
        assert_eq!(session.attribute("html", "data-hydrated").await, None);
        assert!(!session.find(SWITCH).await.is_displayed().await.unwrap());
    });
}

#[test]
fn what_is_not_there_is_a_page_too() {
    visit(Profile::DESKTOP, async |session| {
        session.expect_console_error("404");
        session.open("/structures/NOTHING").await;
        assert_eq!(session.text("h1").await, "Page not found");
        session.click(".not-found a").await;
        session.until_at("/structures").await;
        session.until_hydrated().await;
    });
}

/// A file that is preloaded differently from how the script requests it is fetched twice.
#[test]
fn what_is_fetched_ahead_is_what_the_page_uses() {
    visit(Profile::DESKTOP, async |session| {
        for path in ["/validity", "/structures/ETW_PMC_SUPPORT/6.2/x64/decode"] {
            session.open(path).await;
            let script = "
                const ahead = [...document.querySelectorAll('link[rel$=preload]')].map((link) => link.href);
                const times = (url) => performance.getEntriesByName(url).length;
                return [ahead.length, ahead.filter((url) => times(url) !== 1)]";
            let found = session.script(script).await;
            assert_ne!(found[0], json!(0), "{path} fetches nothing ahead");
            assert_eq!(found[1], json!([]), "{path}");
        }
    });
}
