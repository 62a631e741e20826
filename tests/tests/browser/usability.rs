//! Tests of usability: drawings with ribbons, steps that keep one's place, copies, keys, citations.

use strata_tests::browser::{Profile, Viewport, site_urls, visit};
use thirtyfour::Key;

const STRUCTURE: &str = "/structures/ETW_REALTIME_CONSUMER";
const LAYOUT: &str = "/structures/ETW_REALTIME_CONSUMER/6.0/x64";
const NEXT: &str = "/structures/ETW_REALTIME_CONSUMER/6.1/x64";
const COMPARISON: &str = "/structures/ETW_REALTIME_CONSUMER/diff/6.1/x64/6.2/x64";

#[test]
fn ribbons_lead_to_the_comparison_and_heads_to_the_layout() {
    visit(Profile::DESKTOP, async |session| {
        session.open(STRUCTURE).await;
        let ribbon = format!("{}.strip-link .tone-same", site_urls::link(COMPARISON));
        session.click(&ribbon).await;
        session.until_at(COMPARISON).await;
        session.until_hydrated().await;
        assert_eq!(session.find_all(".strip-head").await.len(), 2);
        session.click(".strip-head:last-of-type").await;
        session
            .until("a layout", async || {
                let path = session.path().await;
                (!path.contains("/diff/")).then_some(())
            })
            .await;
    });
}

#[test]
fn the_strips_are_links_for_the_keyboard_and_need_no_script() {
    visit(Profile::WITHOUT_SCRIPT, async |session| {
        session.open(STRUCTURE).await;
        let head = format!("{}.strip-head", site_urls::link(NEXT));
        session.send(&head, Key::Enter + "").await;
        session.until_at(NEXT).await;
    });
}

#[test]
fn the_strips_say_in_words_what_they_show() {
    visit(Profile::DESKTOP, async |session| {
        session.open(STRUCTURE).await;
        let answer = session
            .devtools("Accessibility.getFullAXTree", serde_json::json!({}))
            .await;
        let nodes = answer["nodes"].as_array().expect("a tree").clone();
        let has = |role: &str, name: &str| {
            nodes.iter().any(|node| {
                node["role"]["value"] == role
                    && node["name"]["value"]
                        .as_str()
                        .is_some_and(|own| own.contains(name))
            })
        };
        for (role, name) in [
            ("region", "Bytes on x64"),
            ("group", "Bytes on x64"),
            (
                "link",
                "Compare 6.1 with 6.2: 4 BOOLEANs became bits of Flags",
            ),
            ("table", ""),
            ("columnheader", "6.2"),
            ("rowheader", "ProcessHandle"),
        ] {
            assert!(has(role, name), "no {role} {name:?}");
        }
        let described = nodes.iter().any(|node| {
            let text = node["description"]["value"].as_str();
            text.is_some_and(|text| text.contains("Each strip is a layout"))
        });
        assert!(described, "the drawing has no description");
    });
}

/// From 6.0 to 6.1, `ProcessObject` is inserted above the focused member.
#[test]
fn a_step_keeps_the_focused_member_where_it_is_and_shows_what_moves() {
    // On a phone, in the upper half of the screen, there is room to scroll above and below.
    visit(Profile::PHONE, async |session| {
        session.open(LAYOUT).await;
        let key = "next-not-delivered";
        let top =
            format!("return document.getElementById('row-{key}').getBoundingClientRect().top");
        session
            .script(&format!(
                "const row = document.getElementById('row-{key}');
                row.scrollIntoView({{ block: 'center' }});
                scrollBy(0, 200);
                row.focus({{ preventScroll: true }})"
            ))
            .await;
        let before = session.script(&top).await.as_f64().expect("a place");
        // Pressed by a script: the driver would scroll to the element.
        session
            .script(
                "document.activeElement.dispatchEvent(
                    new KeyboardEvent('keydown', { key: ']', bubbles: true }))",
            )
            .await;
        session.until_at(NEXT).await;
        session
            .until_script(
                "return document.querySelector('#row-process-object.stepped-new') !== null",
                true,
            )
            .await;
        let moved = format!(
            "const row = document.getElementById('row-{key}');
            return row === document.activeElement"
        );
        session.until_script(&moved, true).await;
        let after = session.script(&top).await.as_f64().expect("a place");
        let scrolled = session
            .script("return [scrollY, document.documentElement.scrollHeight]")
            .await;
        assert!(
            (before - after).abs() <= 1.0,
            "from {before} to {after}, {scrolled}"
        );
        let moves =
            "return getComputedStyle(document.querySelector('.stepped > td')).animationName";
        let moves = session.script(moves).await;
        assert!(
            moves
                .as_str()
                .is_some_and(|name| name.starts_with("stepped")),
            "{moves}"
        );
        session.send("body", "]").await;
        session
            .until_at("/structures/ETW_REALTIME_CONSUMER/6.2/x64")
            .await;
        session.back().await;
        session.until_at(LAYOUT).await;
    });
}

/// `LoggerId` has another row from 6.2 on, `Wow` becomes a bit there, and `ReservedBufferSpaceBitMap` is not in 6.0.
#[test]
fn a_step_that_changes_or_takes_the_focused_member_keeps_the_place() {
    visit(Profile::DESKTOP, async |session| {
        let at = async |id: &str| {
            let script = format!("return document.activeElement.closest('[id]').id === '{id}'");
            session.until_script(&script, true).await;
        };
        let step = async |key: &str| {
            let script = format!(
                "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))"
            );
            session.script(&script).await;
        };
        session.open(NEXT).await;
        session
            .script("document.querySelector('#row-logger-id .cell-offset a').focus()")
            .await;
        step("]").await;
        at("row-logger-id-6-2").await;
        let link = "return document.activeElement.matches('.cell-offset a')";
        assert_eq!(session.script(link).await.as_bool(), Some(true));
        step("[").await;
        at("row-logger-id").await;
        session
            .script("document.querySelector('#run-wow').focus()")
            .await;
        step("]").await;
        at("run-flags").await;
        step("[").await;
        at("run-wow").await;
        session
            .script("document.querySelector('#row-user-pages-reused').focus()")
            .await;
        step("[").await;
        session.until_at(LAYOUT).await;
        let lost = "return document.activeElement.matches('tr.row:not(#row-user-pages-reused)')";
        session.until_script(lost, true).await;
        step("]").await;
        at("row-user-pages-reused").await;
        step("[").await;
        session.until_at(LAYOUT).await;
        step("[").await;
        session
            .expect_text("#said", "This is the first release.")
            .await;
    });
}

#[test]
fn whoever_asks_for_less_motion_sees_none() {
    let profile = Profile {
        reduced_motion: true,
        ..Profile::DESKTOP
    };
    visit(profile, async |session| {
        session.open(LAYOUT).await;
        session.send("body", "]").await;
        session.find(".stepped > td").await;
        let moves =
            "return getComputedStyle(document.querySelector('.stepped > td')).animationName";
        assert_eq!(session.script(moves).await, "none");
    });
}

#[test]
fn what_one_would_copy_of_a_member_is_copied_by_keyboard_and_by_pointer() {
    visit(Profile::DESKTOP, async |session| {
        session.open(NEXT).await;
        session.catch_copy().await;
        let summary = "#row-process-handle .copy-menu > summary";
        session.send(summary, Key::Enter + "").await;
        let button = "#row-process-handle .copies";
        session
            .until("the menu", async || {
                let buttons = session.find_all(button).await;
                buttons.first()?.is_displayed().await.ok()?.then_some(())
            })
            .await;
        let buttons = session.find_all(button).await;
        buttons[3].send_keys(Key::Enter + "").await.unwrap();
        assert_eq!(session.copied().await, "dq addr+0x10 L0x1");
        session
            .expect_text("#said", "Copied: dq addr+0x10 L0x1")
            .await;
        let closed = "return document.querySelector('.copy-menu[open]') === null
            && document.activeElement.matches('#row-process-handle summary')";
        session.until_script(closed, true).await;
        session.click(summary).await;
        session.find_all(button).await[2].click().await.unwrap();
        session
            .expect_text("#said", "Copied: *(HANDLE *)((PUCHAR)p + 0x10)")
            .await;
        session.click(summary).await;
        session.send(summary, Key::Escape + "").await;
        session
            .until_script(
                "return document.querySelector('.copy-menu[open]') === null",
                true,
            )
            .await;
    });
}

#[test]
fn every_entry_of_a_copy_menu_can_be_reached() {
    for viewport in [Viewport::DESKTOP, Viewport::PHONE] {
        let profile = Profile {
            viewport,
            ..Profile::DESKTOP
        };
        visit(profile, async |session| {
            session.open(NEXT).await;
            // The second is no row: the last one stands for it.
            for row in ["#row-logger-id-6-2", "#last"] {
                let hidden = session
                    .script(&format!(
                        "const menus = [...document.querySelectorAll('.copy-menu')];
                         const menu = document.querySelector('{row} .copy-menu') ?? menus.at(-1);
                         menu.scrollIntoView({{ block: 'center' }});
                         return new Promise((done) => setTimeout(() => {{
                             menu.addEventListener('toggle', () => setTimeout(() => {{
                                 const entries = [...menu.querySelectorAll('li > *')];
                                 const hidden = entries.filter((entry) => {{
                                     const {{ left, right, top, bottom }} = entry.getBoundingClientRect();
                                     const corners = [[left + 3, top + 3], [right - 3, bottom - 3]];
                                     return !corners.every(([x, y]) => entry.contains(document.elementFromPoint(x, y)));
                                 }});
                                 done([entries.length, ...hidden.map((entry) => entry.textContent)]);
                             }}, 50), {{ once: true }});
                             menu.querySelector('summary').click();
                         }}, 200))"
                    ))
                    .await;
                let hidden = hidden.as_array().expect("a list");
                assert!(hidden[0].as_u64() > Some(4), "{hidden:?}");
                assert_eq!(hidden.len(), 1, "{row} at {viewport:?}: {hidden:?}");
                session
                    .script("document.querySelector('.copy-menu[open]').open = false")
                    .await;
            }
        });
    }
}

#[test]
fn copies_work_on_plain_http() {
    visit(Profile::PLAIN_NAME, async |session| {
        session.open(NEXT).await;
        session
            .script("document.addEventListener('copy', () => { window.copied = document.activeElement.value })")
            .await;
        session.click("#row-links .copy-menu > summary").await;
        session.click("#row-links .copies").await;
        assert_eq!(session.copied().await, "0x0");
        session.expect_text("#said", "Copied: 0x0").await;
    });
}

#[test]
fn a_comparison_is_copied_in_three_forms_and_swapped_by_a_key() {
    visit(Profile::DESKTOP, async |session| {
        session.open(COMPARISON).await;
        session.catch_copy().await;
        let buttons = session.find_all(".actions button").await;
        for (button, expected) in buttons.iter().zip([
            "became bits of Flags",
            "| LoggerId | resized, retyped |",
            "\"summary\"",
        ]) {
            session.catch_copy().await;
            button.click().await.unwrap();
            let text = session.copied().await;
            assert!(text.contains(expected), "{text}");
        }
        session.mark().await;
        session.send("body", "x").await;
        session
            .until_at("/structures/ETW_REALTIME_CONSUMER/diff/6.2/x64/6.1/x64")
            .await;
        let heads = "return [...document.querySelectorAll('.strip-releases')].map(e => e.textContent).join()";
        session.until_script(heads, "6.2/x64,6.1/x64").await;
        // Rendered elements are SVG elements, not HTML ones.
        session.until_script("return [...document.querySelectorAll('.strips *')].every(e => e instanceof SVGElement)", true)
        .await;
        assert!(session.is_same_page().await, "a page was loaded");
    });
}

#[test]
fn a_question_mark_lists_the_keys_on_every_page() {
    visit(Profile::DESKTOP, async |session| {
        let open = "return document.querySelector('#keys').matches(':popover-open')";
        let closed = "return !document.querySelector('#keys').matches(':popover-open')";
        for path in [
            "/",
            STRUCTURE,
            NEXT,
            COMPARISON,
            "/releases",
            "/audit",
            "/about",
            "/structures/ETW_REALTIME_CONSUMER/6.2/x64/decode",
        ] {
            session.open(path).await;
            session.send("body", "?").await;
            session.until_script(open, true).await;
            session.send("body", Key::Escape + "").await;
            session.until_script(closed, true).await;
        }
        session.click(".site-footer [popovertarget=keys]").await;
        session.until_script(open, true).await;
        let text = session.text("#keys").await;
        for word in ["search", "swap both", "previous, next release"] {
            assert!(text.contains(word), "{text}");
        }
    });
}

#[test]
fn the_citation_follows_the_page_and_can_be_copied() {
    visit(Profile::DESKTOP, async |session| {
        session.open(NEXT).await;
        session.catch_copy().await;
        session.send("body", "]").await;
        session
            .until_at("/structures/ETW_REALTIME_CONSUMER/6.2/x64")
            .await;
        let place = session.url("/structures/ETW_REALTIME_CONSUMER/6.2/x64?data=");
        session.until_text("#citation", &place).await;
        session.click("[data-copies=citation]").await;
        let text = session.copied().await;
        assert!(
            text.starts_with("ETW_REALTIME_CONSUMER 6.2 x64. Strata, data ")
                && text.contains(&place),
            "{text}"
        );
    });
}

/// The tests' server is on this machine, so that its address says nothing to others.
#[test]
fn a_citation_manager_gets_the_path_and_the_data_but_no_address_of_this_machine() {
    visit(Profile::DESKTOP, async |session| {
        let page = "/structures/_EPROCESS/members/Protection";
        session.open(page).await;
        for id in ["cite-bibtex", "cite-csl"] {
            let text = format!("return document.getElementById('{id}').textContent");
            let text = session.script(&text).await;
            let text = text.as_str().expect("a text").replace('\\', "");
            assert!(text.contains(page), "{text}");
            assert!(
                !text.contains("127.0.0.1") && !text.contains("url"),
                "{text}"
            );
        }
    });
}

#[test]
fn who_follows_a_citation_of_other_data_is_told_so() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/audit?data=0123456789abcdef").await;
        let notice = session.text("#cited-otherwise").await;
        assert!(
            notice.contains("The address cites data 0123456789abcdef;"),
            "{notice}"
        );
        let own = session.attribute("#citation", "data-hash").await;
        let own = own.expect("the page has a citation");
        session.open(&format!("/audit?data={}", &own[..16])).await;
        let hidden = "return document.querySelector('#cited-otherwise').hidden";
        assert_eq!(session.script(hidden).await.as_bool(), Some(true));
        let cited = session
            .text(".audit-head .citation-text, .citation-text")
            .await;
        assert!(cited.contains(&session.url("/audit?data=")), "{cited}");
    });
}
