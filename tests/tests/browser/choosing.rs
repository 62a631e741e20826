//! Tests of choosing points: by keys, pointer and typing, with and without JavaScript; the columns of a history, the
//! picker's fields; and the list of recent points.

use serde_json::json;
use strata_tests::browser::{Profile, Session, site_urls, visit};
use thirtyfour::Key;

const STRUCTURE: &str = "/structures/ETW_REALTIME_CONSUMER";
const PAGE: &str = "/structures/ETW_REALTIME_CONSUMER/6.1/x64";
const NEXT: &str = "/structures/ETW_REALTIME_CONSUMER/6.2/x64";
const DECODE: &str = "/structures/ETW_REALTIME_CONSUMER/6.1/x64/decode";
const COMPARISON: &str = "/structures/ETW_REALTIME_CONSUMER/diff/6.1/x64/6.2/x64";
const FIELD: &str = "#point-text";
/// The summary that unfolds the picker on a page about one point.
const OTHERS: &str = ".picker-others > summary";

#[test]
fn two_chosen_heads_lead_to_their_comparison() {
    for profile in [Profile::DESKTOP, Profile::WITHOUT_SCRIPT] {
        visit(profile, async |session| {
            session.open(STRUCTURE).await;
            session.click("input[name=from][value='6.1/x64']").await;
            session.click("input[name=to][value='6.2/x86']").await;
            session.click("#history-x64 ~ .history-box button").await;
            session
                .until_at(&format!("{STRUCTURE}/diff/6.1/x64/6.2/x86"))
                .await;
        });
    }
}

#[test]
fn heads_are_chosen_and_compared_by_keys() {
    visit(Profile::DESKTOP, async |session| {
        session.open(STRUCTURE).await;
        session
            .script("document.querySelector('input[name=to][value=\"6.1/x64\"]').focus()")
            .await;
        session.send(":focus", Key::Right + "").await;
        let focused = session.find("input[name=to]:checked:focus").await;
        let label = focused.attr("aria-label").await.unwrap();
        assert_eq!(label.as_deref(), Some("compare to 6.2 x64"));
        session.click("input[name=from][value='6.0/x64']").await;
        session
            .send("input[name=to]:checked", Key::Enter + "")
            .await;
        session
            .until_at(&format!("{STRUCTURE}/diff/6.0/x64/6.2/x64"))
            .await;
    });
}

#[test]
fn heads_stay_in_sight_with_what_is_chosen_below_them() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/structures/ETW_UM_LOGGER_CONTEXT").await;
        let tops = "const box = document.querySelector('.history-box');
            box.scrollTop = 400;
            box.scrollLeft = 200;
            const { top, left } = box.getBoundingClientRect();
            const at = (css) => box.querySelector(css).getBoundingClientRect();
            return [at('thead').top - top, at('thead th').left - left, at('tbody th').left - left].map(Math.round)";
        assert_eq!(session.script(tops).await, json!([1, 1, 1]));
    });
}

#[test]
fn what_is_typed_into_a_picker_is_taken_in_place() {
    visit(Profile::DESKTOP, async |session| {
        session.open(PAGE).await;
        session.click(OTHERS).await;
        session.mark().await;
        for (typed, path) in [
            ("6.2", NEXT),
            ("win7", PAGE),
            ("8 x86", "/structures/ETW_REALTIME_CONSUMER/6.2/x86"),
            ("19041", "/structures/ETW_REALTIME_CONSUMER/2004/x86"),
            ("2004/x64", "/structures/ETW_REALTIME_CONSUMER/2004/x64"),
        ] {
            session.send(FIELD, typed).await;
            session.send(FIELD, Key::Enter + "").await;
            session.until_at(path).await;
            let value = session
                .script("return document.getElementById('point-text').value")
                .await;
            assert_eq!(value, "", "after {typed}");
        }
        assert!(session.is_same_page().await, "a page was loaded");
        // A build that the page does not list has a page, but no file.
        if !site_urls::has_server() {
            return;
        }
        session.send(FIELD, "10.0.19041.264").await;
        session.send(FIELD, Key::Enter + "").await;
        let build = "/structures/ETW_REALTIME_CONSUMER/10.0.19041.264/x64";
        session.until_at(build).await;
    });
}

#[test]
fn the_arrow_keys_are_the_fields_own_and_escape_empties_it() {
    visit(Profile::DESKTOP, async |session| {
        session.open(PAGE).await;
        session.click(OTHERS).await;
        session.send(FIELD, "6" + Key::Left + Key::Right).await;
        assert_eq!(session.path().await, PAGE);
        let options = "return document.querySelectorAll('#points option').length";
        assert!(session.script(options).await.as_u64() > Some(20));
        session.send(FIELD, Key::Escape + Key::Escape).await;
        let value = session
            .script("return document.getElementById('point-text').value")
            .await;
        assert_eq!(value, "");
        // A suggestion that is chosen is followed at once.
        session.mark().await;
        session
            .script(
                "const field = document.getElementById('point-text');
                field.value = '6.2 x64';
                field.dispatchEvent(new Event('input', { bubbles: true }))",
            )
            .await;
        session.until_at(NEXT).await;
        assert!(session.is_same_page().await);
    });
}

#[test]
fn what_is_typed_works_without_script_and_nonsense_leads_back() {
    let profile = if site_urls::has_server() {
        Profile::WITHOUT_SCRIPT
    } else {
        Profile::DESKTOP
    };
    visit(profile, async |session| {
        session.open(PAGE).await;
        session.click(OTHERS).await;
        session.send(FIELD, "1809 x86" + Key::Enter).await;
        session
            .until_at("/structures/ETW_REALTIME_CONSUMER/1809/x86")
            .await;
        session.open(COMPARISON).await;
        session.click("[aria-label=From] summary").await;
        session.send("#from-point-text", "vista" + Key::Enter).await;
        session
            .until_at(&format!("{STRUCTURE}/diff/6.0/x64/6.2/x64"))
            .await;
        if site_urls::has_server() {
            session.expect_console_error("404");
        }
        session.open(DECODE).await;
        session.click(OTHERS).await;
        session.send(FIELD, "6.4" + Key::Enter).await;
        if !site_urls::has_server() {
            // In place, so that no bytes are lost.
            session.find(".picker-form .not-taken").await;
            return;
        }
        let there = site_urls::link("/structures/ETW_REALTIME_CONSUMER/6.3/x64/decode");
        session.click(&format!(".suggestions {there}")).await;
        session
            .until_at("/structures/ETW_REALTIME_CONSUMER/6.3/x64/decode")
            .await;
    });
}

#[test]
fn a_paste_outlives_the_point_that_is_typed() {
    visit(Profile::DESKTOP, async |session| {
        session.open(DECODE).await;
        super::decode::paste(session, &"00 ".repeat(0x88)).await;
        session.mark().await;
        session.click(OTHERS).await;
        session.send(FIELD, "win8" + Key::Enter).await;
        session.until_at(&format!("{NEXT}/decode")).await;
        session.find(".decode-read").await;
        if site_urls::has_server() {
            session.expect_console_error("404");
        }
        // The picker stays unfolded.
        session.send(FIELD, "zzz" + Key::Enter).await;
        let invalid = format!("{FIELD}[aria-invalid=true]");
        session.find(&invalid).await;
        session.find(".picker-form .not-taken").await;
        assert!(session.is_same_page().await, "a page was loaded");
    });
}

#[test]
fn both_ends_of_a_comparison_are_typed_in_place() {
    visit(Profile::DESKTOP, async |session| {
        session.open(COMPARISON).await;
        session.mark().await;
        session.click("[aria-label=To] summary").await;
        session.send("#to-point-text", "1607" + Key::Enter).await;
        session
            .until_at(&format!("{STRUCTURE}/diff/6.1/x64/1607/x64"))
            .await;
        session.click("[aria-label=From] summary").await;
        session
            .send("#from-point-text", "vista x86" + Key::Enter)
            .await;
        session
            .until_at(&format!("{STRUCTURE}/diff/6.0/x86/1607/x64"))
            .await;
        assert!(session.is_same_page().await, "a page was loaded");
    });
}

/// The recent points that the start page lists.
async fn recent(session: &Session) -> Vec<String> {
    session.open("/").await;
    let links = session
        .script(
            "return [...document.querySelectorAll('#recent a')].map(a => a.getAttribute('href'))",
        )
        .await;
    let links = links.as_array().expect("a list").iter();
    let link = |link: &serde_json::Value| site_urls::path(link.as_str().expect("an address"));
    links.map(link).collect()
}

#[test]
fn what_was_looked_at_last_is_listed_until_it_is_forgotten() {
    visit(Profile::DESKTOP, async |session| {
        assert!(recent(session).await.is_empty());
        let hidden = "return document.getElementById('recent').hidden";
        assert_eq!(session.script(hidden).await, json!(true));
        session.open(PAGE).await;
        session.send("body", "]").await;
        session.until_at(NEXT).await;
        assert_eq!(recent(session).await, [NEXT, PAGE]);
        // Once each; a decode page counts as its point, and pages without a point do not count.
        session.open(DECODE).await;
        session.open(STRUCTURE).await;
        assert_eq!(recent(session).await, [PAGE, NEXT]);
        session.click("#recent a").await;
        session.until_at(PAGE).await;
        session.open("/").await;
        session.click("#recent button").await;
        assert_eq!(session.script(hidden).await, json!(true));
        session.expect_text("#said", "Forgotten.").await;
        assert!(recent(session).await.is_empty());
    });
}

#[test]
fn what_was_looked_at_is_at_most_eight_and_no_foreign_address() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/").await;
        session
            .script("localStorage.setItem('strata-recent', JSON.stringify(['javascript:alert(1)', '//x/y', 3, null]))")
            .await;
        assert!(recent(session).await.is_empty());
        for release in [
            "6.0", "6.1", "6.2", "6.3", "10.0", "1511", "1607", "1703", "1709",
        ] {
            session.open(&format!("{STRUCTURE}/{release}/x64")).await;
        }
        let listed = recent(session).await;
        assert_eq!(listed.len(), 8);
        assert_eq!(listed[0], format!("{STRUCTURE}/1709/x64"));
        session
            .script("localStorage.setItem('strata-recent', '{broken')")
            .await;
        assert!(recent(session).await.is_empty());
    });
}

#[test]
fn where_nothing_can_be_stored_nothing_is_shown_and_nothing_fails() {
    visit(Profile::DESKTOP, async |session| {
        let denied = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied') } })";
        session
            .devtools(
                "Page.addScriptToEvaluateOnNewDocument",
                json!({ "source": denied }),
            )
            .await;
        session.open(PAGE).await;
        assert!(recent(session).await.is_empty());
    });
}
