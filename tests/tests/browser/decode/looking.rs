//! Tests of the linked highlight of bytes, values and text, by pointer and keyboard.

use serde_json::json;
use strata_tests::browser::{Profile, Session, visit};
use thirtyfour::Key;

use super::{MANGLED, PAGE, open, paste, pasted, pick, until_lit, until_value, value};

const FOCUSED: &str = "return document.activeElement.id";

#[test]
fn values_and_bytes_light_each_other_up() {
    visit(Profile::DESKTOP, async |session| {
        pasted(session, MANGLED).await;
        value(session, "LoggerId").await;
        let focus = "[...document.querySelectorAll('tr.value')]
            .find(line => line.querySelector('.value-label').textContent === 'LoggerId').focus()";
        session.script(focus).await;
        until_lit(session, "0c 00").await;
        // One tab stop with arrow keys inside: from the first byte of the row one up, one to the right.
        session
            .script("document.querySelector('#decode-grid').focus()")
            .await;
        for key in [Key::Home, Key::Up, Key::Right] {
            session.send("#decode-grid", key + "").await;
        }
        session
            .until("the value of the byte at the cursor", async || {
                let lit = session.find_all("tr.value.is-lit .value-label").await;
                let label = lit.first()?.text().await.ok()?;
                (!label.is_empty() && label != "LoggerId").then_some(())
            })
            .await;
    });
}

#[test]
fn a_line_of_the_text_lights_its_bytes_and_back() {
    visit(Profile::DESKTOP, async |session| {
        pasted(session, MANGLED).await;
        value(session, "LoggerId").await;
        // By keyboard: from the first line to the fifth, and to its bytes.
        session
            .script("document.querySelector('#decode-text-1').focus()")
            .await;
        for line in 1..5 {
            session
                .send(&format!("#decode-text-{line}"), Key::Down + "")
                .await;
            session
                .until_script(FOCUSED, format!("decode-text-{}", line + 1))
                .await;
        }
        session.send("#decode-text-5", Key::Enter + "").await;
        session.until_script(FOCUSED, "decode-grid").await;
        session
            .until_script(
                "return [...document.querySelectorAll('.source-line.is-lit .source-number')]
                .map(line => line.textContent).join()",
                "5",
            )
            .await;
        // And back: the byte below belongs to line 7, because line 6 was skipped.
        session.send("#decode-grid", Key::Down + "").await;
        session.send("#decode-grid", Key::Down + "").await;
        session.send("#decode-grid", Key::Enter + "").await;
        session.until_script(FOCUSED, "decode-text-7").await;
        // By pointer.
        session.click("#decode-text-9 .source-fate").await;
        session.until_text("#decode-here", "line 9").await;
        // A line without bytes says so.
        session.click("#decode-text-2 .source-fate").await;
        session
            .expect_text(
                ".here-outside",
                "Line 2 has no bytes of the structure shown.",
            )
            .await;
    });
}

#[test]
fn a_finding_leads_to_its_place() {
    visit(Profile::DESKTOP, async |session| {
        pasted(session, MANGLED).await;
        let rules =
            "return [...document.querySelectorAll('.finding-rule')].map(rule => rule.textContent)";
        session
            .until("findings", async || {
                let rules = session.script(rules).await;
                rules
                    .as_array()?
                    .contains(&json!("non-canonical-pointer"))
                    .then_some(())
            })
            .await;
        let click = "[...document.querySelectorAll('.finding')]
            .find(finding => finding.textContent.includes('non-canonical')).querySelector('button').click()";
        session.script(click).await;
        until_lit(session, "00 0a 30 1a 0c a8 ff 7f").await;
        let place = session.text("#decode-here").await;
        assert!(place.contains("line 8"), "{place}");
    });
}

#[test]
fn what_was_folded_stays_so_at_another_point() {
    visit(Profile::DESKTOP, async |session| {
        pasted(session, MANGLED).await;
        value(session, "LoggerId").await;
        session.click(".decode-skipped > summary").await;
        session.click(".verdict-all > summary").await;
        session
            .script("document.querySelector('#decode-value-0').focus()")
            .await;
        session.send("#decode-value-0", Key::Left + "").await;
        session
            .until_script(
                "return document.querySelector('#decode-value-0').ariaExpanded",
                "false",
            )
            .await;
        pick(session, "/structures/ETW_REALTIME_CONSUMER/6.1/x64/decode").await;
        value(session, "BuffersLost").await;
        session.find(".decode-skipped:not([open])").await;
        session.find(".verdict-all[open]").await;
        session.find("#decode-value-0[aria-expanded=false]").await;
    });
}

/// The results are visible without scrolling.
#[test]
fn values_lines_and_the_verdict_are_seen_without_scrolling() {
    visit(Profile::DESKTOP, async |session| {
        pasted(session, MANGLED).await;
        value(session, "LoggerId").await;
        for (what, least) in [
            (".verdict-sentence", 40),
            (".skipped-line", 20),
            ("#decode-values", 200),
            (".source", 150),
        ] {
            let script = format!(
                "const box = document.querySelector({}).getBoundingClientRect();
                 return Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)",
                json!(what)
            );
            let seen = session.script(&script).await;
            assert!(seen.as_f64() >= Some(f64::from(least)), "{what}: {seen}");
        }
        session.script("scrollTo(0, 600)").await;
        let bar = "return String(document.querySelector('.point-bar').getBoundingClientRect().top)";
        session.until_script(bar, "0").await;
    });
}

#[test]
fn what_is_pasted_anywhere_is_decoded_and_brackets_step() {
    visit(Profile::DESKTOP, async |session| {
        open(session, PAGE).await;
        // The field has the focus; Escape returns the keys to the page.
        session.send("#decode-text:focus", Key::Escape + "").await;
        let left = "return document.activeElement === document.body";
        assert_eq!(session.script(left).await, json!(true));
        let event = format!(
            "const data = new DataTransfer();
             data.setData('text', {});
             document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true }}))",
            json!(MANGLED)
        );
        session.script(&event).await;
        until_value(session, "ProcessHandle", "0x88").await;
        session.send("body", "]").await;
        session.until_at(&PAGE.replace("6.2", "6.3")).await;
        until_value(session, "ProcessHandle", "0x88").await;
        session.send("body", "[").await;
        session.until_at(PAGE).await;
    });
}

/// The page's example, as filled into the field.
async fn example(session: &Session) -> String {
    session.click(".decode-example").await;
    let shown = "return document.querySelector('#decode-text').value";
    session
        .until("an example", async || {
            let text = session.script(shown).await;
            let text = text.as_str().map(str::to_owned);
            text.filter(|text| text.contains("1a2b3c40"))
        })
        .await
}

#[test]
fn a_structure_that_begins_later_is_found() {
    visit(Profile::DESKTOP, async |session| {
        open(session, PAGE).await;
        let example = example(session).await;
        // A row of other bytes comes before it.
        let early = "ffffa80c`1a2b3c30  11 22 33 44 55 66 77 88-99 aa bb cc dd ee ff 11";
        let rows = example.lines().filter(|line| line.contains("  "));
        let rows: Vec<&str> = std::iter::once(early).chain(rows).collect();
        paste(session, &rows.join("\n")).await;
        session.click(".verdict-shift").await;
        session.find(".decode-verdict.is-fits").await;
        session
            .until_script("return document.querySelector('#decode-at').value", "0x10")
            .await;
    });
}

#[test]
fn a_dump_whose_first_row_is_missing_is_decoded_from_the_member_that_it_begins_with() {
    visit(Profile::DESKTOP, async |session| {
        open(session, PAGE).await;
        let example = example(session).await;
        let rows = example.lines().filter(|line| line.contains("  "));
        let rows: Vec<&str> = rows.skip(1).collect();
        paste(session, &rows.join("\n")).await;
        session.click(".verdict-shift").await;
        session.find(".decode-verdict.is-fits").await;
        let from = "return document.querySelector('#decode-from').value";
        session.until_script(from, "ProcessHandle").await;
    });
}
