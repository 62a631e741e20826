//! The decode page: what is pasted, dropped or chosen is understood in the browser, and stays there.

use serde_json::{Value, json};
use strata_tests::browser::{Origin, Profile, Session, Viewport, visit};
use thirtyfour::Key;

const PAGE: &str = "/structures/ETW_REALTIME_CONSUMER/6.2/x64/decode";

/// As a debugger's window gives it: prompts, CRLF, unreadable bytes, two lines that are none.
const MANGLED: &str = "0: kd> .echo hello\r\nhello\r\n0: kd> db ffffa80c`1a2b3c40 L70\r\n\
    ffffa80c`1a2b3c40  40 01 30 1a 0c a8 ff ff-40 01 30 1a 0c a8 ff ff  @.0.....@.0.....\r\n\
    ffffa80c`1a2b3c50  88 00 00 00 00 00 00 00-c0 03 30 1a 0c a8 ff ff  ..........0.....\r\n\
    ffffa80c`1a2b3c60  00 05 30 1a 0c zz ff ff-40 06 30 1a 0c a8 ff ff\r\n\
    ffffa80c`1a2b3c70  ?? ?? ?? ?? ?? ?? ?? ??-?? ?? ?? ?? ?? ?? ?? ??  ????????????????\r\n\
    ffffa80c`1a2b3c80  00 0a 30 1a 0c a8 ff 7f-40 0b 30 1a 0c a8 ff ff  ..0.....@.0.....\r\n\
    ffffa80c`1a2b3c90  0a 00 00 00 0b 00 00 00-0c 00 11 00 00 00 00 00  ................\r\n";

async fn open(session: &Session, path: &str) {
    session.open(path).await;
    session.find("fieldset.decode-input:not([disabled])").await;
}

async fn paste(session: &Session, text: &str) {
    let script = format!(
        "const field = document.querySelector('#decode-text');
         field.value = {};
         field.dispatchEvent(new Event('input', {{ bubbles: true }}));",
        json!(text)
    );
    session.script(&script).await;
}

/// The value of the member of that name.
async fn value(session: &Session, name: &str) -> String {
    let script = format!(
        "return [...document.querySelectorAll('tr.value')]
            .find(line => line.querySelector('.value-label').textContent === {})
            ?.querySelector('.value-words').textContent.trim()",
        json!(name)
    );
    session
        .until(&format!("a value of {name}"), async || {
            session.script(&script).await.as_str().map(str::to_owned)
        })
        .await
}

/// The bytes that are lit in the grid.
async fn lit(session: &Session) -> String {
    let script = "return [...document.querySelectorAll('.hex-run.is-lit')]
        .map(run => run.textContent).join(' ')";
    session
        .script(script)
        .await
        .as_str()
        .expect("the script answers a text")
        .to_owned()
}

async fn until_lit(session: &Session, expected: &str) {
    session
        .until(&format!("{expected} to be lit"), async || {
            (lit(session).await == expected).then_some(())
        })
        .await;
}

#[test]
fn a_pasted_dump_is_decoded_and_nothing_is_asked_for() {
    visit(Profile::default(), async |session| {
        open(session, PAGE).await;
        let before = session.evidence().await.requests.len();
        paste(session, MANGLED).await;
        assert_eq!(value(session, "ProcessHandle").await, "0x88 handle");
        assert_eq!(value(session, "LoggerId").await, "0xc 12");
        assert_eq!(value(session, "Wow").await, "1");
        assert!(
            value(session, "NextNotDelivered")
                .await
                .starts_with("unknown")
        );
        session.expect_text(".fact-dialect", "WinDbg db").await;
        session
            .expect_text(".fact-base", "0xffffa80c1a2b3c40")
            .await;
        session.expect_text(".fact-unreadable", "32").await;
        assert_eq!(
            session.find_all(".hex-run.is-unreadable").await.len(),
            8 / 2
        );
        let after = session.evidence().await.requests;
        assert_eq!(after.len(), before, "{:?}", after.get(before..));
    });
}

#[test]
fn every_skipped_line_is_listed_with_its_number_and_the_reason() {
    visit(Profile::default(), async |session| {
        open(session, PAGE).await;
        paste(session, MANGLED).await;
        session
            .expect_text(".decode-skipped summary", "2 lines were skipped")
            .await;
        let script = "return [...document.querySelectorAll('.skipped-line')]
            .map(line => [...line.children].map(part => part.textContent))";
        let Value::Array(lines) = session.script(script).await else {
            panic!("no list");
        };
        assert_eq!(
            (&lines[0][0], &lines[0][1]),
            (&json!("line 2"), &json!("hello"))
        );
        assert_eq!(lines[1][0], json!("line 6"));
        assert!(lines[1][2].as_str().unwrap().contains("zz"), "{lines:?}");
    });
}

#[test]
fn a_file_is_taken_as_what_it_is_and_otherwise_on_request() {
    let folder = std::env::temp_dir().join(format!("strata-decode-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (blob, dump) = (folder.join("blob.bin"), folder.join("dump.txt"));
    let mut bytes = vec![0_u8; 0x88];
    bytes[0x10] = 0x44;
    std::fs::write(&blob, &bytes).unwrap();
    std::fs::write(&dump, MANGLED).unwrap();
    visit(Profile::default(), async |session| {
        open(session, PAGE).await;
        let input = session.find("#decode-file").await;
        input.send_keys(blob.to_str().unwrap()).await.unwrap();
        session.expect_text(".fact-dialect", "raw bytes").await;
        session.expect_text(".fact-bytes", "136 (0x88)").await;
        assert_eq!(value(session, "ProcessHandle").await, "0x44 handle");
        let before = session.evidence().await.requests.len();
        input.send_keys(dump.to_str().unwrap()).await.unwrap();
        session.expect_text(".fact-dialect", "WinDbg db").await;
        session.click(".decode-took button").await;
        session.expect_text(".fact-dialect", "raw bytes").await;
        assert_eq!(session.evidence().await.requests.len(), before);
    });
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn clear_wipes_everything() {
    visit(Profile::default(), async |session| {
        open(session, PAGE).await;
        session.click(".decode-example").await;
        session.find(".hex").await;
        session.find(".decode-constructed").await;
        session.click(".decode-clear").await;
        session
            .until("an empty page", async || {
                session
                    .find_all(".hex, .values, .decode-read, .decode-constructed")
                    .await
                    .is_empty()
                    .then_some(())
            })
            .await;
        let script = "return document.querySelector('#decode-text').value
            + document.querySelector('#decode-file').value
            + JSON.stringify({ ...localStorage, ...sessionStorage }) + location.search + location.hash";
        assert_eq!(session.script(script).await, json!("{}"));
    });
}

#[test]
fn values_and_bytes_light_each_other_up() {
    visit(Profile::default(), async |session| {
        open(session, PAGE).await;
        paste(session, MANGLED).await;
        value(session, "LoggerId").await;
        let focus = "[...document.querySelectorAll('tr.value')]
            .find(line => line.querySelector('.value-label').textContent === 'LoggerId').focus()";
        session.script(focus).await;
        until_lit(session, "0c 00").await;
        // One tab stop, and arrows within: from the first byte two rows down, then one to the right.
        session
            .script("document.querySelector('#decode-grid').focus()")
            .await;
        let grid = session.find("#decode-grid").await;
        grid.send_keys(Key::Home + "").await.unwrap();
        for key in [Key::Down, Key::Right] {
            grid.send_keys(key + "").await.unwrap();
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
fn a_finding_leads_to_its_place() {
    visit(Profile::default(), async |session| {
        open(session, PAGE).await;
        paste(session, MANGLED).await;
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
    });
}

#[test]
fn another_point_is_tried_without_pasting_again() {
    visit(Profile::default(), async |session| {
        open(session, PAGE).await;
        paste(session, MANGLED).await;
        value(session, "Flags").await;
        let before = session.evidence().await.requests.len();
        session
            .click("a[href='/structures/ETW_REALTIME_CONSUMER/6.1/x64/decode']")
            .await;
        value(session, "Disconnected").await;
        session
            .until("the new address", async || {
                session
                    .path()
                    .await
                    .contains("/6.1/x64/decode")
                    .then_some(())
            })
            .await;
        assert!(value(session, "BuffersLost").await.starts_with("0xa"));
        assert_eq!(session.evidence().await.requests.len(), before);
    });
}

#[test]
fn an_array_is_decoded_slice_by_slice() {
    visit(Profile::default(), async |session| {
        open(session, PAGE).await;
        paste(session, &"11 ".repeat(0x88 * 100)).await;
        session.find(".hex").await;
        session
            .find("#decode-count")
            .await
            .send_keys("100")
            .await
            .unwrap();
        session
            .until("the first slice", async || {
                (session.find_all(".instance").await.len() == 64).then_some(())
            })
            .await;
        session.click(".instances-leaves button:last-child").await;
        session
            .until("the second slice", async || {
                (session.find_all(".instance").await.len() == 36).then_some(())
            })
            .await;
        session.click("li:last-child > .instance").await;
        let last = session
            .text("li:last-child > .instance[aria-current]")
            .await;
        assert!(last.contains("#99") && last.contains("0x3498"), "{last}");
    });
}

#[test]
fn what_was_decoded_can_be_copied_from_a_plain_page() {
    let profile = Profile {
        origin: Origin::PlainName,
        ..Profile::default()
    };
    visit(profile, async |session| {
        open(session, PAGE).await;
        session.click(".decode-example").await;
        session.click(".export-json").await;
        session
            .expect_text(".decode-export [role=status]", "Copied as JSON.")
            .await;
        session
            .script("document.querySelector('#decode-text').select()")
            .await;
        let field = session.find("#decode-text").await;
        field.send_keys(Key::Control + "v").await.unwrap();
        let text = session
            .script("return document.querySelector('#decode-text').value")
            .await;
        let answer: Value = serde_json::from_str(text.as_str().unwrap()).unwrap();
        assert_eq!(answer["structure"], json!("ETW_REALTIME_CONSUMER"));
        assert_eq!(answer["input"]["bytes"], json!(0x88));
        assert_eq!(answer["instances"][0]["members"][0]["name"], json!("Links"));
    });
}

#[test]
fn without_scripts_the_page_says_what_else_does_it() {
    let profile = Profile {
        javascript: false,
        ..Profile::default()
    };
    visit(profile, async |session| {
        session.open(PAGE).await;
        assert!(
            !session
                .find(".decode-input")
                .await
                .is_displayed()
                .await
                .unwrap()
        );
        assert!(
            session
                .find(".without-script")
                .await
                .is_displayed()
                .await
                .unwrap()
        );
        let said = session.text(".decode-elsewhere").await;
        assert!(
            said.contains("strata decode ETW_REALTIME_CONSUMER 6.2 x64"),
            "{said}"
        );
        let url = "/api/v1/structures/ETW_REALTIME_CONSUMER/layouts/6.2/x64/decode";
        assert!(
            said.contains("--data-binary") && said.contains(url),
            "{said}"
        );
    });
}

#[test]
fn a_dump_fits_a_phone() {
    let profile = Profile {
        viewport: Viewport::PHONE,
        ..Profile::default()
    };
    visit(profile, async |session| {
        open(session, PAGE).await;
        paste(session, MANGLED).await;
        value(session, "LoggerId").await;
        for what in [
            "document.documentElement",
            "document.querySelector('#decode-bytes')",
        ] {
            let script = format!("const e = {what}; return e.scrollWidth <= e.clientWidth");
            assert_eq!(session.script(&script).await, json!(true), "{what}");
        }
    });
}
