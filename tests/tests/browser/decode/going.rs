//! Tests of navigation with the same input: other points, structures and positions.

use strata_tests::browser::{Profile, visit};

use super::{MANGLED, PAGE, open, pasted, pick, put, read_text, requests, until_value, value};

const TEXT: &str = "return document.querySelector('#decode-text').value";

/// A consumer whose list points into a second region, where another one lies.
const LINKED: &str = "0: kd> dq ffffa80c`1a2b3c40 L11\n\
    ffffa80c`1a2b3c40  ffffa80c`2b000000 ffffa80c`2b000000\n\
    ffffa80c`1a2b3c50  00000000`00000088 ffffa80c`1a3003c0\n\
    ffffa80c`1a2b3c60  ffffa80c`1a300500 ffffa80c`1a300640\n\
    0: kd> dq ffffa80c`2b000000 L11\n\
    ffffa80c`2b000000  ffffa80c`1a2b3c40 ffffa80c`1a2b3c40\n\
    ffffa80c`2b000010  00000000`00000044 ffffa80c`1a3003c0\n\
    ffffa80c`2b000020  ffffa80c`1a300500 ffffa80c`1a300640\n";

#[test]
fn another_point_is_tried_without_pasting_again() {
    visit(Profile::DESKTOP, async |session| {
        pasted(session, MANGLED).await;
        value(session, "Flags").await;
        let before = requests(session).await;
        let text = read_text(session, TEXT).await;
        pick(session, "/structures/ETW_REALTIME_CONSUMER/6.1/x64/decode").await;
        value(session, "Disconnected").await;
        session.until_at_some("/6.1/x64/decode").await;
        assert!(value(session, "BuffersLost").await.starts_with("0xa"));
        assert_eq!(read_text(session, TEXT).await, text);
        assert_eq!(requests(session).await, before);
        // Another structure too, whose data are fetched first.
        session.click(".structure-menu summary").await;
        session
            .click(".structure-menu a[href^='/structures/ETW_DATA_SOURCE/']")
            .await;
        session.until_at_some("/ETW_DATA_SOURCE/").await;
        session.expect_text("h1", "ETW_DATA_SOURCE").await;
        session
            .find("a[aria-current=page][href*=ETW_DATA_SOURCE]")
            .await;
        assert_eq!(read_text(session, TEXT).await, text);
        assert_eq!(requests(session).await, before + 1);
        session.back().await;
        session.expect_text("h1", "ETW_REALTIME_CONSUMER").await;
        value(session, "LoggerId").await;
    });
}

#[test]
fn the_page_says_which_versions_fit_and_leads_there() {
    visit(Profile::DESKTOP, async |session| {
        open(session, PAGE).await;
        session.click(".decode-example").await;
        value(session, "LoggerId").await;
        let text = read_text(session, TEXT).await;
        pick(session, "/structures/ETW_REALTIME_CONSUMER/6.1/x64/decode").await;
        session.until_at_some("/6.1/x64/decode").await;
        session
            .until("doubts about 6.1", async || {
                let said = session.text(".verdict-sentence").await;
                let doubt = said.contains("6.1") && !said.starts_with("Fits 6.1.");
                doubt.then_some(())
            })
            .await;
        session.find(".decode-traps").await;
        session.click(".verdict-ways .verdict-way").await;
        session.find(".decode-verdict.is-fits").await;
        assert!(!session.path().await.contains("/6.1/"));
        assert_eq!(read_text(session, TEXT).await, text);
        session.click(".verdict-all > summary").await;
        let few = session.find_all(".candidate").await.len();
        session.click(".verdict-everywhere").await;
        session
            .until("the layouts of all structures", async || {
                (session.find_all(".candidate").await.len() > few).then_some(())
            })
            .await;
    });
}

#[test]
fn a_pointer_is_followed_within_the_paste_and_back() {
    visit(Profile::DESKTOP, async |session| {
        pasted(session, LINKED).await;
        until_value(session, "ProcessHandle", "0x88").await;
        assert_eq!(session.find_all(".region").await.len(), 2);
        let before = requests(session).await;
        session.click(".value-follow").await;
        session.find(".decode-follow").await;
        session
            .until_script("return document.activeElement.id", "decode-followed")
            .await;
        let head = session.text(".decode-follow h2").await;
        assert!(
            head.contains("+0x0 of region 2") && head.contains("ffffa80c`2b000000"),
            "{head}"
        );
        let line = session.text(".decode-follow .to-line").await;
        assert_eq!(line, "line 6");
        // As the structure whose `Links` lies there.
        session.click(".follow-way").await;
        until_value(session, "ProcessHandle", "0x44").await;
        let field = "return document.querySelector('#decode-from').value";
        session.until_script(field, "Links").await;
        session
            .expect_text(".region[aria-current] .region-number", "Region 2")
            .await;
        session.click(".decode-back").await;
        until_value(session, "ProcessHandle", "0x88").await;
        session.until_script(field, "").await;
        session.click("li:last-child > .region").await;
        until_value(session, "ProcessHandle", "0x44").await;
        assert_eq!(requests(session).await, before);
    });
}

#[test]
fn one_decodes_at_an_offset_at_an_address_from_a_base_and_from_a_member() {
    visit(Profile::DESKTOP, async |session| {
        pasted(session, LINKED).await;
        until_value(session, "ProcessHandle", "0x88").await;
        put(session, "#decode-address", "ffffa80c`2b000000").await;
        until_value(session, "ProcessHandle", "0x44").await;
        put(session, "#decode-address", "").await;
        // The input begins with the next member.
        put(session, "#decode-from", "ProcessHandle").await;
        until_value(session, "ProcessHandle", "0xffffa80c2b000000").await;
        put(session, "#decode-from", "Nothing").await;
        session.find("#decode-from-why-not.decode-error").await;
        session
            .find("#decode-from[aria-describedby=decode-from-why-not]")
            .await;
        assert_eq!(
            session.find_all("[aria-describedby$=why-not]").await.len(),
            1
        );
        session.find("#decode-from[aria-invalid=true]").await;
        // The last valid decoding stays.
        until_value(session, "ProcessHandle", "0xffffa80c2b000000").await;
        put(session, "#decode-from", "").await;
        session.find("#decode-from:not([aria-invalid])").await;
        put(session, "#decode-at", "0x10").await;
        until_value(session, "ProcessHandle", "0xffffa80c1a300500").await;
        put(session, "#decode-base", "1000").await;
        session.expect_text(".fact-base", "0x1000").await;
        put(session, "#decode-at", "ten").await;
        let why = session.text("#decode-at-why-not.decode-error").await;
        assert!(why.contains("ten is not a valid offset"), "{why}");
    });
}

#[test]
fn an_array_is_decoded_slice_by_slice() {
    visit(Profile::DESKTOP, async |session| {
        pasted(session, &"11 ".repeat(0x88 * 100)).await;
        session.find(".hex").await;
        put(session, "#decode-count", "100").await;
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
