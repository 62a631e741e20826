//! Tests of copying, downloading and clearing, and of the page without JavaScript or on a phone.

use serde_json::{Value, json};
use strata_tests::browser::{Colours, Profile, site_urls, visit};
use thirtyfour::Key;

use super::{MANGLED, PAGE, open, paste, pasted, put, read_text, requests, value};

#[test]
fn clear_wipes_everything() {
    visit(Profile::DESKTOP, async |session| {
        open(session, PAGE).await;
        session.click(".decode-example").await;
        session.find(".hex").await;
        session.find(".decode-constructed").await;
        put(session, "#decode-at", "0x8").await;
        session.click(".decode-clear").await;
        session
            .until("an empty page", async || {
                session
                    .find_all(
                        ".hex, .values, .decode-read, .decode-constructed, .source, .decode-verdict",
                    )
                    .await
                    .is_empty()
                    .then_some(())
            })
            .await;
        // Only the visited point is stored, and no byte.
        let script = "return [...document.querySelectorAll('#decode :is(input:not([type=hidden]), textarea)')].map(e => e.value).join('')
            + JSON.stringify({ ...localStorage, ...sessionStorage }) + location.search + location.hash";
        let kept =
            json!({ "strata-recent": json!([PAGE.trim_end_matches("/decode")]).to_string() });
        assert_eq!(session.script(script).await, json!(kept.to_string()));
    });
}

#[test]
fn what_was_decoded_can_be_copied_from_a_plain_page() {
    visit(Profile::PLAIN_NAME, async |session| {
        open(session, PAGE).await;
        session.click(".decode-example").await;
        let before = requests(session).await;
        let mut copied = Vec::new();
        for title in ["JSON", "CSV", "Markdown", "text"] {
            session.press(&format!("Copy as {title}")).await;
            session
                .expect_text(
                    ".decode-export [role=status]",
                    &format!("Copied as {title}."),
                )
                .await;
            session
                .script(
                    "document.body.insertAdjacentHTML('beforeend', '<textarea id=pasted>');
                     document.querySelector('#pasted').focus()",
                )
                .await;
            session.send("#pasted", Key::Control + "v").await;
            copied.push(read_text(session, "return document.querySelector('#pasted').value").await);
            session
                .script("document.querySelector('#pasted').remove()")
                .await;
        }
        let answer: Value = serde_json::from_str(&copied[0]).unwrap();
        assert_eq!(answer["structure"], json!("ETW_REALTIME_CONSUMER"));
        assert_eq!(answer["input"]["bytes"], json!(0x88));
        assert_eq!(answer["instances"][0]["members"][0]["name"], json!("Links"));
        let csv: Vec<&str> = copied[1].lines().collect();
        assert_eq!(csv[0], "at,offset,size,path,state,raw,value,note");
        assert!(csv[1].starts_with("0x0,0x0,16,Links,known,"), "{}", csv[1]);
        assert!(
            copied[2].contains("| +0x10 | ProcessHandle |"),
            "{}",
            copied[2]
        );
        assert!(
            copied[3].starts_with("ETW_REALTIME_CONSUMER 6.2/x64"),
            "{}",
            copied[3]
        );
        assert_eq!(requests(session).await, before);
    });
}

#[test]
fn all_of_a_large_array_is_copied() {
    visit(Profile::DESKTOP, async |session| {
        pasted(session, &"11 ".repeat(0x88 * 200)).await;
        session.find(".hex").await;
        put(session, "#decode-count", "200").await;
        session.find(".instances").await;
        session.catch_copy().await;
        session.press("Copy as JSON").await;
        session
            .expect_text(".decode-export [role=status]", "Copied as JSON.")
            .await;
        let count = "return String(JSON.parse(window.copied).instances.length)";
        session.until_script(count, "200").await;
    });
}

#[test]
fn an_array_is_a_table_that_is_sorted_and_downloaded() {
    visit(Profile::DESKTOP, async |session| {
        open(session, PAGE).await;
        // 100 structures: the number of each is its first byte, from 99 down.
        let rows = (0..100_u8)
            .rev()
            .map(|number| format!("{number:02x}{}\n", " 00".repeat(0x87)));
        paste(session, &rows.collect::<String>()).await;
        session.find(".hex").await;
        put(session, "#decode-count", "100").await;
        let before = requests(session).await;
        session.click(".array-toggle").await;
        assert_eq!(session.find_all(".array tbody tr").await.len(), 64);
        let first = "return document.querySelector('.array tbody tr').textContent.slice(0, 8)";
        session.until_script(first, "00x00x63").await;
        session.click(".array-sort").await;
        session.until_script(first, "990x3498").await;
        session.click(".array-sort").await;
        session.until_script(first, "00x00x63").await;
        session.find("th[aria-sort=descending] .array-sort").await;
        session.click(".array-turns button:last-child").await;
        session
            .until_script(
                "return String(document.querySelectorAll('.array tbody tr').length)",
                "36",
            )
            .await;
        // A line of the table leads to its structure.
        session
            .click(".array tbody tr:last-child .array-show")
            .await;
        session
            .find(".array tr:last-child[aria-current=true]")
            .await;
        session
            .script("URL.createObjectURL = blob => { blob.text().then(text => window.saved = text); return '#'; }")
            .await;
        session.click(".array-download").await;
        session
            .until_script(
                "return (window.saved ?? '').split('\\r\\n').length.toString()",
                "102",
            )
            .await;
        assert_eq!(requests(session).await, before);
    });
}

#[test]
fn without_scripts_the_page_says_what_else_does_it() {
    visit(Profile::WITHOUT_SCRIPT, async |session| {
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
        let over_http = said.contains("--data-binary") && said.contains(url);
        assert_eq!(over_http, site_urls::has_server(), "{said}");
    });
}

#[test]
fn a_page_without_its_layouts_says_so() {
    visit(Profile::DESKTOP, async |session| {
        session.devtools("Network.enable", json!({})).await;
        session
            .devtools(
                "Network.setBlockedURLs",
                json!({ "urls": ["*/bundle*", "*/data*"] }),
            )
            .await;
        session
            .web
            .goto(session.url(PAGE))
            .await
            .expect("the page opens");
        session
            .until("the reason", async || {
                let said = session.text("#failed").await;
                said.starts_with("Decoding does not work here")
                    .then_some(())
            })
            .await;
        session.find("fieldset.decode-input[disabled]").await;
    });
}

#[test]
fn a_dump_fits_a_phone() {
    for colours in [Colours::Light, Colours::Dark] {
        let profile = Profile {
            colours,
            ..Profile::PHONE
        };
        visit(profile, async |session| {
            pasted(session, MANGLED).await;
            value(session, "LoggerId").await;
            for details in ["verdict-all", "decode-dialects", "decode-traps"] {
                session
                    .script(&format!(
                        "document.querySelectorAll('.{details}').forEach(d => d.open = true)"
                    ))
                    .await;
            }
            for what in [
                "document.documentElement",
                "document.querySelector('#decode-bytes')",
            ] {
                let script = format!("const e = {what}; return e.scrollWidth <= e.clientWidth");
                assert_eq!(session.script(&script).await, json!(true), "{what}");
            }
        });
    }
}

#[test]
fn nothing_moves_when_the_scrollbar_comes() {
    visit(Profile::DESKTOP, async |session| {
        open(session, PAGE).await;
        let width =
            "return String(document.querySelector('.decode').getBoundingClientRect().width)";
        session
            .script("document.querySelector('.decode-dialects').hidden = true")
            .await;
        let before = read_text(session, width).await;
        session.click(".decode-example").await;
        session.find(".values").await;
        assert_eq!(read_text(session, width).await, before);
    });
}
