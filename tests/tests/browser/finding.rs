//! Tests of the search field, by keys and pointer, and of the offset check.

use serde_json::json;
use strata_tests::browser::{Profile, Session, site_urls, visit};
use thirtyfour::Key;

const FIELD: &str = "#search-text";
const OPTION: &str = "#search-hits [role=option]";
const PAGE: &str = "/structures/ETW_REALTIME_CONSUMER/6.1/x64";
const DECODE: &str = "/structures/ETW_REALTIME_CONSUMER/6.1/x64/decode";
const LOGGER_ID: &str = "/structures/ETW_REALTIME_CONSUMER/6.2/x64#row-logger-id-6-2";

/// Waits until the field is a combo box, which it is once the search module is loaded.
async fn ready(session: &Session) {
    session.find("#search-text[role=combobox]").await;
}

async fn chosen(session: &Session) -> Option<String> {
    session.attribute(FIELD, "aria-activedescendant").await
}

async fn widest(session: &Session) -> bool {
    let script = "return document.documentElement.scrollWidth <= innerWidth";
    session.script(script).await == json!(true)
}

#[test]
fn a_slash_leads_to_the_field_and_arrows_to_a_hit() {
    visit(Profile::DESKTOP, async |session| {
        for page in ["/", PAGE, DECODE] {
            session.open(page).await;
            session.send("body", "/").await;
            ready(session).await;
            session
                .send(":focus", "ETW_REALTIME_CONSUMER+0x58 6.2 x64")
                .await;
            session.find(OPTION).await;
            assert_eq!(
                session.attribute(FIELD, "aria-expanded").await.as_deref(),
                Some("true")
            );
            assert_eq!(chosen(session).await, None);
            session.send(":focus", Key::Down + "").await;
            let id = chosen(session).await.expect("a hit is chosen");
            let selected = session.find(&format!("#{id}[aria-selected=true]")).await;
            let text = selected.text().await.unwrap();
            assert!(
                text.contains("LoggerId") && text.contains("+0x58 at 6.2 to 11-24H2 x64"),
                "{text}"
            );
            session.send(":focus", Key::Enter + "").await;
            session.until_at(LOGGER_ID).await;
            session.find("#row-logger-id-6-2:target").await;
        }
    });
}

#[test]
fn control_and_k_do_so_even_from_a_field_and_escape_closes() {
    visit(Profile::DESKTOP, async |session| {
        session.open(DECODE).await;
        session.click("#decode-text").await;
        session.send(":focus", "/").await;
        assert_eq!(
            session.attribute(":focus", "id").await.as_deref(),
            Some("decode-text")
        );
        session.send(":focus", Key::Control + "k").await;
        ready(session).await;
        assert_eq!(
            session.attribute(":focus", "id").await.as_deref(),
            Some("search-text")
        );
        session.send(":focus", "HANDLE").await;
        session.find(OPTION).await;
        session.send(":focus", Key::Escape + "").await;
        session.find("#search-text[aria-expanded=false]").await;
        assert!(session.find_all(OPTION).await.is_empty());
        let value = session.script("return document.activeElement.value").await;
        assert_eq!(value, json!("HANDLE"));
        session.send(":focus", Key::Down + "").await;
        session.find(OPTION).await;
        // Again, without an open list, it leaves the field.
        session.send(":focus", Key::Escape + "").await;
        session.find("#search-text[aria-expanded=false]").await;
        session.send(":focus", Key::Escape + "").await;
        assert!(session.find_all("#search-text:focus").await.is_empty());
    });
}

#[test]
fn the_pointer_takes_a_hit_and_brackets_still_step() {
    visit(Profile::DESKTOP, async |session| {
        session.open(PAGE).await;
        session.click(FIELD).await;
        ready(session).await;
        session.send(":focus", "relatime consumr").await;
        session.find(OPTION).await;
        session.click(OPTION).await;
        session.until_at("/structures/ETW_REALTIME_CONSUMER").await;
        session.open(PAGE).await;
        session.click(FIELD).await;
        ready(session).await;
        session.send(":focus", "a]").await;
        assert_eq!(session.path().await, PAGE);
        session.send(":focus", Key::Escape + "").await;
        session.script("document.activeElement.blur()").await;
        session.send("body", "]").await;
        session
            .until_at("/structures/ETW_REALTIME_CONSUMER/6.2/x64")
            .await;
    });
}

#[test]
fn enter_without_a_choice_gives_the_page_of_hits() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/").await;
        session.click(FIELD).await;
        session.send(":focus", "size 0x88").await;
        session.send(":focus", Key::Enter + "").await;
        session.until_at("/search?q=size+0x88").await;
        session.until_hydrated().await;
        let count = "38 hits. Read as: size 0x88.";
        session.expect_text(".hits-count", count).await;
        let value = session
            .script("return document.querySelector('#search-text').value")
            .await;
        assert_eq!(value, json!("size 0x88"));
    });
}

#[test]
fn nothing_that_searches_is_loaded_before_it_is_wanted() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/").await;
        let loaded = "return performance.getEntriesByType('resource').map(e => e.name).join(' ')";
        let before = session.script(loaded).await;
        assert!(
            !before.as_str().unwrap_or_default().contains("app.js"),
            "{before}"
        );
        session.click(FIELD).await;
        ready(session).await;
        let after = session.script(loaded).await;
        assert!(
            after.as_str().unwrap_or_default().contains("app_bg.wasm"),
            "{after}"
        );
    });
}

#[test]
fn a_search_works_without_scripts() {
    let profile = Profile {
        // Without a server, the browser renders the search page.
        javascript: !site_urls::has_server(),
        ..Profile::DESKTOP
    };
    visit(profile, async |session| {
        session.open(PAGE).await;
        if site_urls::has_server() {
            session.send(FIELD, "0x58 x64" + Key::Enter).await;
            session.until_at("/search?q=0x58+x64").await;
        } else {
            session.open("/search?q=0x58%20x64").await;
        }
        session.click(".hits .hit").await;
        session.until_at_some("#row-").await;
    });
}

#[test]
fn offsets_are_judged_as_they_are_typed() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/validity").await;
        assert!(session.find_all(".claims").await.is_empty());
        session.click("#validity-text").await;
        session
            .send(":focus", "ETW_REALTIME_CONSUMER LoggerId 0x58\nnonsense")
            .await;
        session.find(".fared-same").await;
        let refused = session.text(".validity-refused").await;
        assert!(refused.starts_with("line 2 "), "{refused}");
        let both = session.text(".claims").await;
        assert!(
            both.contains("moved to 0x30") && both.contains("6.2 to 11-24H2"),
            "{both}"
        );
        for word in [
            "same",
            "type changed: ULONG until 6.1, USHORT since",
            "absent",
            "not stated",
        ] {
            assert!(both.contains(word), "{word}: {both}");
        }
        // A member in System Informer's list, in kernels without a symbol file.
        session.send(":focus", "\n_KTHREAD StackBase 0x38").await;
        session
            .until_text(".claims", "by systeminformer-kphdyn")
            .await;
        session.until_text(".claims", "arm64").await;
        // By keyboard: from "both" to x64.
        session
            .script("document.querySelector('[name=validity-arch]').focus()")
            .await;
        session.send(":focus", Key::Right + "").await;
        let only = async || {
            let text = session.text(".claims").await;
            (!text.contains("x86") && text.contains("x64")).then_some(())
        };
        session.until("x64 alone", only).await;
    });
}

#[test]
fn no_text_of_the_details_leaves_its_cell() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/validity").await;
        // The field has the focus: keys arrive in it.
        let table = "ETW_SILODRIVERSTATE EtwpLoggerRundown 0x1a8";
        session.find("#validity-text:focus").await;
        session.send(":focus", table).await;
        let details = "type changed: EX_RUNDOWN_REF";
        session.until_text(".claims", details).await;
        let wide = "return [...document.querySelectorAll('.claims td')]
            .filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent)";
        assert_eq!(session.script(wide).await, json!([]));
    });
}

#[test]
fn the_column_of_the_point_of_use_is_in_view_on_a_phone() {
    visit(Profile::PHONE, async |session| {
        session.open("/validity").await;
        session.find("#validity-text:focus").await;
        session
            .send(":focus", "ETW_REALTIME_CONSUMER LoggerId 0x58")
            .await;
        let shown = "const column = document.querySelector('.matrix thead .is-target')?.getBoundingClientRect();
            const box = document.querySelector('.table-box')?.getBoundingClientRect();
            return Boolean(column && column.left >= box.left && column.right <= box.right + 1)";
        session.until_script(shown, true).await;
        let open = session
            .script("return document.querySelector('.validity-words').open")
            .await;
        assert_eq!(open, json!(false), "the details are folded");
    });
}

#[test]
fn enter_on_the_name_of_a_structure_goes_there() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/").await;
        session.click(FIELD).await;
        ready(session).await;
        session.send(":focus", "eprocess" + Key::Enter).await;
        session.until_at("/structures/_EPROCESS").await;
    });
}

#[test]
fn an_example_is_filled_in_and_emptied_by_pointer() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/validity").await;
        session.click(".validity-desk .button").await;
        session.find(".claims").await;
        let value = session
            .script("return document.querySelector('#validity-text').value")
            .await;
        assert!(
            value.as_str().unwrap_or_default().contains("LoggerId"),
            "{value}"
        );
        session.find(".validity-refused").await;
        session.click(".validity-desk .button:nth-of-type(2)").await;
        session
            .until("an empty desk", async || {
                session.find_all(".claims").await.is_empty().then_some(())
            })
            .await;
    });
}

#[test]
fn a_table_is_judged_for_the_version_that_it_was_made_for() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/validity").await;
        session.click("#validity-text").await;
        session.send(":focus", "ETW_REALTIME_CONSUMER LoggerId 0x58\nETW_REALTIME_CONSUMER Disconnected 0x5e\n_EPROCESS Token",
        )
        .await;
        let headline =
            async |expected: &str| session.until_text(".validity-headline", expected).await;
        headline("1 without an offset.").await;
        headline("All 2 are valid in 6.1 on x64.").await;
        // No claim is about x86.
        assert_eq!(session.find_all(".matrix").await.len(), 1);
        session
            .click("#validity-from option[value=\"1809/x64\"]")
            .await;
        headline("Your table is not right for 1809/x64: 1 of 2 are valid there. Wrong: ETW_REALTIME_CONSUMER Disconnected.").await;
        session
            .click("label:has([name=validity-arch][value=all])")
            .await;
        session
            .until("every architecture", async || {
                (session.find_all(".matrix").await.len() == 2).then_some(())
            })
            .await;
    });
}

#[test]
fn a_corrected_table_is_copied() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/validity").await;
        session.click("#validity-text").await;
        session
            .send(":focus", "ETW_REALTIME_CONSUMER LoggerId 0x58")
            .await;
        session.find(".claims").await;
        session.catch_copy().await;
        session
            .click("#validity-point option[value=\"6.2/x86\"]")
            .await;
        session
            .expect_text(".validity-counts", "at 6.2/x86: 1 moved.")
            .await;
        session.click(".validity-corrected .button").await;
        assert_eq!(
            session.copied().await,
            "# at 6.2/x86\nETW_REALTIME_CONSUMER LoggerId 0x30 # was 0x58\n"
        );
        session.catch_copy().await;
        session.click("#validity-format option[value=header]").await;
        session.click(".validity-corrected .button").await;
        assert_eq!(
            session.copied().await,
            "/* 6.2/x86 */\n#define ETW_REALTIME_CONSUMER_LoggerId_6_2_x86 0x30\n"
        );
    });
}

#[test]
fn nothing_here_is_wider_than_a_phone() {
    visit(Profile::PHONE, async |session| {
        session.open("/validity").await;
        session.click(".validity-desk .button").await;
        session.find(".claims").await;
        assert!(widest(session).await, "the check of offsets");
        session.click(FIELD).await;
        ready(session).await;
        session.send(":focus", "LoggerId").await;
        session.find(OPTION).await;
        assert!(widest(session).await, "the hits");
    });
}
