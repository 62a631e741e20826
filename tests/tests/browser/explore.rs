//! Tests of the layout and comparison pages: picking, stepping, linked highlights, and reading without JavaScript.

use strata_tests::browser::{Colours, Profile, Session, Viewport, site_urls, visit};
use thirtyfour::Key;

const PAGE: &str = "/structures/ETW_REALTIME_CONSUMER/6.1/x64";
const COMPARISON: &str = "/structures/ETW_REALTIME_CONSUMER/diff/6.1/x64/6.2/x64";
const NEXT: &str = "/structures/ETW_REALTIME_CONSUMER/6.2/x64";

/// A script that tells whether the table has the row of that key.
fn has_row(key: &str) -> String {
    format!("return document.querySelector('tr[data-key=\"{key}\"]') !== null")
}

#[test]
fn brackets_step_through_releases_without_loading_a_page() {
    visit(Profile::DESKTOP, async |session| {
        session.open(PAGE).await;
        session.mark().await;
        assert_eq!(session.script(&has_row("disconnected")).await, true);
        session.send("body", "]").await;
        session.until_at(NEXT).await;
        session.until_script(&has_row("flags"), true).await;
        assert_eq!(session.script(&has_row("disconnected")).await, false);
        assert!(session.is_same_page().await, "a page was loaded");
        let title = session.script("return document.title").await;
        assert!(
            title.as_str().is_some_and(|title| title.contains("6.2")),
            "{title}"
        );
        session.back().await;
        session.until_at(PAGE).await;
        session.until_script(&has_row("disconnected"), true).await;
    });
}

#[test]
fn what_is_under_the_pointer_or_has_the_focus_is_lit_in_diagram_and_table() {
    visit(Profile::DESKTOP, async |session| {
        session.open(PAGE).await;
        let lit = "return [...document.querySelectorAll('.lit')].map(e => e.dataset.key).join(' ')";
        session
            .script(
                "document.querySelector('tr[data-key=\"logger-id\"]')
                    .dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))",
            )
            .await;
        session
            .until("both lit", async || {
                let keys = session.script(lit).await;
                let keys = keys.as_str().unwrap_or_default().to_owned();
                let count = keys.split(' ').filter(|key| *key == "logger-id").count();
                (count >= 2).then_some(())
            })
            .await;
        session
            .script("document.querySelector('tr[data-key=\"wow\"]').focus()")
            .await;
        session
            .until("the focused row lit", async || {
                let keys = session.script(lit).await;
                keys.as_str()
                    .is_some_and(|keys| keys.contains("wow") && !keys.contains("logger-id"))
                    .then_some(())
            })
            .await;
    });
}

#[test]
fn arrow_keys_in_the_diagram_go_on_from_the_run_that_has_the_focus() {
    visit(Profile::DESKTOP, async |session| {
        session.open(NEXT).await;
        let next = "const runs = [...document.querySelectorAll('.diagram a')].map(a => a.id);
            return runs[runs.indexOf('run-flags') + 1]";
        let next = session.script(next).await;
        session
            .script("document.getElementById('run-flags').focus()")
            .await;
        session.send("#run-flags", Key::Right + "").await;
        let focused = session.script("return document.activeElement.id").await;
        assert_eq!(focused, next);
        let stops = "return [...document.querySelectorAll('.diagram a:not([tabindex])')].map(a => a.id).join()";
        session.until_script(stops, next).await;
    });
}

#[test]
fn a_member_that_a_version_does_not_have_is_told() {
    visit(Profile::DESKTOP, async |session| {
        session.open(&format!("{PAGE}#row-nothing")).await;
        let expected = "has no member nothing. Its history says where it is.";
        session.until_text(".layout-page", expected).await;
        session.open(NEXT).await;
        assert!(session.find_all(".row-missing").await.is_empty());
        // The same member under the id of another version, and by its name.
        for row in ["#row-logger-id-6-2", "#row-LoggerId"] {
            session.open(&format!("{PAGE}{row}")).await;
            let there = "return document.querySelector(':target')?.textContent.includes('LoggerId') ?? false";
            session.until_script(there, true).await;
        }
    });
}

#[test]
fn the_rows_of_the_table_are_one_stop_and_the_arrow_keys_lead_from_one_to_the_other() {
    visit(Profile::DESKTOP, async |session| {
        session.open(NEXT).await;
        let focus = "document.querySelector('#row-flags summary').focus()";
        session.script(focus).await;
        let stops = "return [...document.querySelectorAll('[data-rows] tr')]
            .filter(row => row.querySelector('a:not([tabindex]), summary:not([tabindex])'))
            .map(row => row.id).join()";
        let next = "const rows = [...document.querySelectorAll('[data-rows] tr')];
            const after = rows.slice(rows.findIndex(row => row.id === 'row-flags') + 1);
            return after.find(row => row.querySelector('summary')).id";
        assert_eq!(session.script(stops).await, "row-flags");
        let next = session.script(next).await;
        session.send("#row-flags summary", Key::Down + "").await;
        let focused = "return document.activeElement.closest('tr').id";
        assert_eq!(session.script(focused).await, next);
        assert_eq!(session.script(stops).await, next);
        assert_eq!(session.path().await, NEXT);
    });
}

#[test]
fn the_end_of_a_long_history_is_a_few_tab_stops_away() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/structures/_EPROCESS").await;
        let in_foot = "return document.activeElement.closest('footer') !== null";
        let mut stops = 0;
        session
            .script("document.querySelector('main').focus()")
            .await;
        while session.script(in_foot).await != true {
            session.send(":focus", Key::Tab + "").await;
            stops += 1;
            assert!(stops < 30, "{stops} tab stops");
        }
    });
}

#[test]
fn a_picked_point_is_shown_and_what_does_not_exist_cannot_be_picked() {
    visit(Profile::DESKTOP, async |session| {
        session.open(PAGE).await;
        let links = "return [...document.querySelectorAll('a')].map(a => a.getAttribute('href'))";
        let links = session.script(links).await.to_string();
        assert!(
            links.contains("/structures/ETW_REALTIME_CONSUMER/6.0/x86"),
            "{links}"
        );
        assert!(
            !links.contains("/structures/ETW_REALTIME_CONSUMER/5.2/x64"),
            "{links}"
        );
        session.click(".picker-others > summary").await;
        session
            .follow("/structures/ETW_REALTIME_CONSUMER/1607/x64")
            .await;
        session
            .until_at("/structures/ETW_REALTIME_CONSUMER/1607/x64")
            .await;
        session.until_script(&has_row("silo-state"), true).await;
    });
}

#[test]
fn a_comparison_says_what_happened_on_a_narrow_dark_screen() {
    let profile = Profile {
        colours: Colours::Dark,
        ..Profile::PHONE
    };
    visit(profile, async |session| {
        session.open(COMPARISON).await;
        let text = session.text("main").await;
        assert!(text.contains("4 BOOLEANs became bits of Flags"), "{text}");
        let added = session.text("#change-notified").await;
        assert!(
            added.contains("added") && added.contains("bit 3 of Flags"),
            "{added}"
        );
    });
}

/// A phone, the narrowest supported window, and a desktop at 200 %.
const NARROW: [u32; 3] = [390, 320, 700];

#[test]
fn on_a_narrow_screen_pages_scroll_down_and_boxes_sideways() {
    for width in NARROW {
        let profile = Profile {
            viewport: Viewport { width, height: 844 },
            ..Profile::DESKTOP
        };
        visit(profile, async |session| {
            for path in [
                "/",
                PAGE,
                "/structures/ETW_UM_LOGGER_CONTEXT/6.3/x64",
                "/structures/ETW_REALTIME_CONSUMER",
                "/structures/ETW_UM_LOGGER_CONTEXT",
                "/structures/ETW_UM_LOGGER_CONTEXT/provenance",
                COMPARISON,
                "/types",
                "/structures/_DISPATCHER_HEADER",
                "/structures/_ETW_BUFFER_CONTEXT",
                "/search",
                "/search?q=LoggerId",
                "/validity",
                "/releases",
                "/audit",
                "/about",
            ] {
                session.open(path).await;
                assert_eq!(session.script("return innerWidth").await, width);
                narrow(session, &format!("{path} at {width}")).await;
            }
        });
    }
}

async fn narrow(session: &Session, what: &str) {
    // A negative difference comes from the gutter of a scroll bar.
    let wide = "return Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)";
    assert_eq!(session.script(wide).await, 0, "{what} scrolls sideways");
    // On a phone, only the page scrolls down, and a history, whose heads stay in its box.
    let boxes = "return innerWidth < 640 ? [...document.querySelectorAll('main *')]
        .filter(e => !e.matches('.history-box') && e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(e).overflowY))
        .map(e => e.className) : []";
    let boxes = session.script(boxes).await;
    assert_eq!(
        boxes,
        serde_json::json!([]),
        "{what} has boxes that scroll down"
    );
}

#[test]
fn images_and_their_offsets_need_no_sideways_scrolling_on_a_phone() {
    visit(Profile::PHONE, async |session| {
        let members = "m=_EPROCESS.Protection&m=_EPROCESS.UniqueProcessId&m=_KTHREAD.ApcState.Process&m=_EPROCESS";
        let offsets = format!("/offsets?{members}");
        // A static site has no answer to a query.
        let paths = ["/images", &offsets];
        for path in &paths[..if site_urls::has_server() { 2 } else { 1 }] {
            session.open(path).await;
            let wide = "return [...document.querySelectorAll('.table-box')].map(it => it.scrollWidth - it.clientWidth)";
            assert_eq!(session.script(wide).await, serde_json::json!([0]), "{path}");
        }
    });
}

#[test]
fn one_architecture_of_a_history_is_shown_by_choice() {
    for javascript in [true, false] {
        let profile = Profile {
            javascript,
            ..Profile::DESKTOP
        };
        visit(profile, async |session| {
            session.open("/structures/ETW_REALTIME_CONSUMER").await;
            let shown = async || {
                let mut shown = Vec::new();
                for part in session.find_all("[data-arch]").await {
                    if part.is_displayed().await.unwrap() {
                        shown.push(part.attr("data-arch").await.unwrap().unwrap());
                    }
                }
                shown
            };
            assert_eq!(shown().await, ["x64", "x86", "x64", "x86", "x64", "x86"]);
            session.send(".arch-choice input", Key::Right + "").await;
            assert_eq!(shown().await, ["x64", "x64", "x64"]);
            session.click(".arch-choice label:last-of-type").await;
            assert_eq!(shown().await, ["x86", "x86", "x86"]);
            // The history of a type shows one architecture per page, except on a static site.
            if !site_urls::has_server() {
                return;
            }
            session.open("/structures/_LIST_ENTRY").await;
            assert_eq!(shown().await, ["x64"]);
            session.click(".arch-links li:last-of-type a").await;
            session.find("#history-x86").await;
            assert_eq!(shown().await, ["x86"]);
        });
    }
}

#[test]
fn an_offset_of_a_history_leads_to_the_member_in_its_layout() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/structures/ETW_REALTIME_CONSUMER").await;
        let link = site_urls::link(&format!("{PAGE}#row-logger-id"));
        session.click(&format!("#x64-logger-id-6-2 {link}")).await;
        session.until_at(&format!("{PAGE}#row-logger-id")).await;
        session.find("#row-logger-id:target").await;
        if !site_urls::has_server() {
            // The layout has no file; the browser renders it.
            return;
        }
        session.open("/structures/_WNODE_HEADER").await;
        let row = "/structures/_WNODE_HEADER/5.2/x64#row-ProviderId";
        session.click(&site_urls::link(row)).await;
        session.until_at(row).await;
        session.find("#row-ProviderId:target").await;
    });
}

#[test]
fn a_step_of_a_comparison_shows_what_it_changed() {
    visit(Profile::DESKTOP, async |session| {
        session.open(COMPARISON).await;
        session.send("body", "]").await;
        session.find("tr.stepped-odd").await;
        session.send("body", "[").await;
        session.until_at(COMPARISON).await;
        session.send("body", "x").await;
        session.find("tr.stepped-odd").await;
        session.send("body", "x").await;
        session.find("tr.stepped:not(.stepped-odd)").await;
    });
}

#[test]
fn the_diagram_stays_in_sight_beside_a_long_table() {
    visit(Profile::DESKTOP, async |session| {
        session
            .open("/structures/ETW_UM_LOGGER_CONTEXT/6.1/x64")
            .await;
        let top = "window.scrollTo(0, document.querySelector('.pane-table').getBoundingClientRect().bottom / 2);
            const box = name => document.querySelector(name).getBoundingClientRect();
            return Math.abs(box('.pane-diagram').top - box('.point-bar').bottom) <= 1";
        assert_eq!(session.script(top).await, true);
    });
}

#[test]
fn brackets_step_the_end_of_a_comparison_and_braces_its_beginning() {
    visit(Profile::DESKTOP, async |session| {
        session.open(COMPARISON).await;
        session.mark().await;
        let name = "/structures/ETW_REALTIME_CONSUMER/diff";
        for (key, to) in [
            ("]", "6.1/x64/6.3/x64"),
            ("}", "6.2/x64/6.3/x64"),
            ("[", "6.2/x64/6.2/x64"),
            ("{", "6.1/x64/6.2/x64"),
            ("{", "6.0/x64/6.2/x64"),
        ] {
            session.send("body", key).await;
            session.until_at(&format!("{name}/{to}")).await;
            let points = to.rsplitn(3, '/').collect::<Vec<_>>();
            let (from, to) = (points[2], format!("{}/{}", points[1], points[0]));
            let shown =
                "return [...document.querySelectorAll('.end-point a')].map(a => a.textContent)";
            session.until_script(shown, vec![from, &to]).await;
        }
        let text = session.text("main").await;
        assert!(text.contains("step this version"), "{text}");
        assert!(session.is_same_page().await, "a page was loaded");
    });
}

#[test]
fn pages_can_be_read_without_javascript() {
    visit(Profile::WITHOUT_SCRIPT, async |session| {
        for (path, expected) in [
            ("/", "ETW_PMC_SUPPORT"),
            (PAGE, "DataAvailableEvent"),
            ("/structures/ETW_REALTIME_CONSUMER", "EmptyBuffersCount"),
            (COMPARISON, "became bits"),
            ("/releases", "19041"),
            ("/audit", "30 errata"),
            ("/about", "not stated"),
        ] {
            session.web.goto(session.url(path)).await.unwrap();
            let text = session.text("main").await;
            // Without a server, the browser renders comparisons, and the page says so.
            let expected = match path == COMPARISON && !site_urls::has_server() {
                true => "needs JavaScript",
                false => expected,
            };
            assert!(text.contains(expected), "{path}: {text}");
        }
    });
}

#[test]
fn the_largest_layout_steps_by_the_picker_and_escape_leaves_nothing_behind() {
    visit(Profile::DESKTOP, async |session| {
        session
            .open("/structures/ETW_SILODRIVERSTATE/1607/x64")
            .await;
        session.send("body", "[").await;
        session
            .until_at("/structures/ETW_SILODRIVERSTATE/1511/x64")
            .await;
        session.send("body", Key::Escape + "]").await;
        session
            .until_at("/structures/ETW_SILODRIVERSTATE/1607/x64")
            .await;
    });
}
