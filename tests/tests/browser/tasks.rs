//! Tests of tasks without a structure: input goes to the page that reads it, never into an address or a request.

use serde_json::json;
use strata_tests::browser::{Profile, Session, visit};
use thirtyfour::Key;

const DUMP: &str = include_str!("../../src/bin/shots/dump.txt");

/// Pastes into a field, as the keyboard would.
async fn paste(session: &Session, field: &str, text: &str) {
    paste_and(session, field, text, "").await;
}

/// Pastes into a field, and does something before the page can answer.
async fn paste_and(session: &Session, field: &str, text: &str, then: &str) {
    session.find(field).await;
    let (field, text) = (json!(field), json!(text));
    session
        .script(&format!(
            "const field = document.querySelector({field});
             const data = new DataTransfer();
             data.setData('text', {text});
             field.focus();
             const pasted = new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true, cancelable: true }});
             if (field.dispatchEvent(pasted)) {{
                 field.value = {text};
             }}
             {then}"
        ))
        .await;
}

/// Checks that no address of the visit contains any of the input.
async fn nothing_left_the_tab(session: &Session) {
    for request in session.evidence().await.requests {
        let request = format!("{request:?}");
        assert!(!request.contains("ffffa80c"), "{request}");
    }
    let kept = session.script("return sessionStorage.length").await;
    assert_eq!(kept, json!(0), "what was handed over is taken");
    let left = "const opened = indexedDB.open('strata-handed');
        return new Promise((done) => opened.onsuccess = () => {
            const count = opened.result.transaction('texts').objectStore('texts').count();
            count.onsuccess = () => done(count.result);
        })";
    assert_eq!(session.script(left).await, json!(0), "and deleted");
}

#[test]
fn bytes_are_decoded_as_the_structure_that_is_named() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/decode").await;
        paste(session, "#task-bytes", DUMP).await;
        session
            .script(
                "document.querySelector('[name=structure]').value = 'ETW_REALTIME_CONSUMER';
                 document.querySelector('[name=point]').value = '6.2/x64';
                 document.querySelector('.task-form .button').click()",
            )
            .await;
        session.find("#decode-values").await;
        session.until_hydrated().await;
        session.find(".fact-dialect").await;
        assert!(session.text("h1").await.contains("ETW_REALTIME_CONSUMER"));
        nothing_left_the_tab(session).await;
    });
}

#[test]
fn bytes_in_the_field_of_search_are_compared_with_every_structure() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/about").await;
        // Many press Enter after they paste.
        paste_and(session, "#search-text", DUMP, "field.form.requestSubmit()").await;
        // The page steps to the best fit and shows its values.
        session.until_text("h1", "ETW_REALTIME_CONSUMER").await;
        session
            .find("#content:not([data-unnamed]) .decode-pane #decode-values")
            .await;
        nothing_left_the_tab(session).await;
        // Nobody named the structure through which the page read the bytes: going back passes it.
        session.back().await;
        session.until_at("/about").await;
    });
}

#[test]
fn bytes_that_nothing_fits_are_shown_under_no_structure() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/about").await;
        paste(session, "#search-text", "c8 02 04 1f 0c a8 ff ff").await;
        session.until_at("/identify").await;
        session.find("[data-unnamed] .decode-verdict").await;
        assert_eq!(session.text("h1").await, "Which structure is this?");
        let shown = session.text("#content").await;
        assert!(!shown.contains("As ETW_"), "{shown}");
    });
}

/// What is in a search field, and what becomes of it.
const KINDS: [(&str, &[&str]); 6] = [
    (
        "bytes",
        &[
            "00000000: d0e2 002b 0ca8 ffff c802 041f 0ca8 ffff  ...+....",
            "0xd0, 0xe2, 0x00, 0x2b, 0x0c, 0xa8",
            "{0xd0, 0xe2, 0x00}",
            r"\xd0\xe2\x00\x2b",
            r"\320\342\000",
            "ffffa80c`1a2b3c40  d0 e2 00 2b",
            "ffffa80c1a2b3c40: d0e2002b 0ca8ffff",
            "ffffa80c1a2b3c40 ffffa80c2b00e2d0",
            "fffff803`12345678",
            "0x00000003 0x00000002 0x0000000c",
            "0x4010 <buf+16>:\t77\t90\t-112\t0",
            "AAECAwQFBgcICQoLDA0ODw==",
            "yAIEHwyo//8AAAAAyAIEHwyo",
            "d0e2002b0ca8ffff",
            "d0-e2-00-2b",
            "208, 226, 0, 43",
            "db 0d0h, 0e2h, 00h",
            "c8 02 04 1f 0c a8 ff ff",
            "0: kd> db\nffffa80c`1a2b3c40  d0 e2 00 2b",
        ],
    ),
    (
        "offsets",
        &[
            "EPROCESS_TOKEN = 0x358",
            "#define EPROCESS_TOKEN 0x358",
            "const ULONG TokenOffset = 0x358;",
            "+0x358 Token : _EX_FAST_REF",
            "lkd> dt nt!_EPROCESS ffffe00112345080\n   +0x440 UniqueProcessId  : 0x00000000`00000004 Void\n   +0x448 ActiveProcessLinks : _LIST_ENTRY [ 0xffffe001`12346000 - 0xffffe001`12347000 ]",
            "dx -r1 (*((nt!_LIST_ENTRY *)0xffffe00112345080))\n    [+0x000] Flink : 0xffffe00112345080 [Type: _LIST_ENTRY *]\n    [+0x008] Blink : 0xffffe00112345080 [Type: _LIST_ENTRY *]",
            "{\"_EPROCESS\":{\"Token\":\"0x4b8\"}}",
            "_EPROCESS, Token, 0x358",
            "ETW_REALTIME_CONSUMER LoggerId 0x58",
            "ETW_REALTIME_CONSUMER LoggerId 0x58\n_EPROCESS Token 0x4b8",
            "typedef struct _X {\n  ULONG a;\n} X;",
        ],
    ),
    ("lines", &["Some words,\nand more words."]),
    (
        "code",
        &[
            "dt nt!_EPROCESS ffffa80c`1a2b3c40 UniqueProcessId",
            "0: kd> dt nt!_EPROCESS ffffa80c1a2b3c40",
            "mov eax, [rcx+58h]\nmov al, [rcx+5Ah]",
            "start             end                 module name\nfffff803`1a000000 fffff803`1b046000   nt   (pdb symbols)\n    Browse all global symbols  functions  data\n    Timestamp:        D98DB6A6\n    ImageSize:        0144F000\n    File version:     10.0.26100.1742",
            "Microsoft Windows\nVersion 22H2 (OS Build 19045.3803)",
            ".text:0000000140001000 movzx eax, word ptr [rcx+58h]\n.text:0000000140001004 movzx ecx, byte ptr [rcx+5Ah]",
        ],
    ),
    (
        "command",
        &["db ffffa80c`1a2b3c40", "0: kd> db ffffa80c`1a2b3c40 L88"],
    ),
    (
        "words",
        &[
            "_EPROCESS",
            "struct _EPROCESS",
            "EtwpSecurityProviderGuidEntry",
            "ETW_REALTIME_CONSUMER.LoggerId",
            "nt!_EPROCESS+0x4b8",
            "[rcx+2E0h]",
            "mov eax, [rcx+58h]",
            "10.0.18362.720",
            "2004 1909 1809",
            "11-24H2",
            "LoggerId 6.2 x64",
            "{9E814AAD-3204-11D2-9A82-006008A86939}",
            "DC173CC51EC446E895DC545DB61083E1A",
            "ntkrnlmp.pdb/BBED7C2955FBE4522AAA23F4B8677AD91/ntkrnlmp.pdb",
            "C:\\Symbols\\ntoskrnl.exe\\BB5CDE6C1046000\\ntoskrnl.exe",
            "size = 0x98",
            "0x58 word, 0x5a byte, size \u{2265} 0x98",
            "0x358 0x4b8 0x5a8",
            "0x8, 0x10, 0x18, 0x20",
            "88",
            "deadbeef",
        ],
    ),
];

#[test]
fn a_text_is_taken_for_what_it_is() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/about").await;
        for (kind, texts) in KINDS {
            let found = session
                .script(&format!(
                    "return import(document.querySelector('script[src$=\"boot.js\"]').src)
                        .then(({{ kindOf }}) => {}.map(kindOf))",
                    json!(texts)
                ))
                .await;
            let found: Vec<(&&str, &serde_json::Value)> = texts
                .iter()
                .zip(found.as_array().expect("a list"))
                .collect();
            let wrong: Vec<_> = found.iter().filter(|(_, found)| **found != kind).collect();
            assert!(wrong.is_empty(), "not {kind}: {wrong:?}");
        }
    });
}

#[test]
fn a_text_that_the_storage_of_a_tab_cannot_hold_is_handed_over_whole() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/decode").await;
        // Six million characters, put together in the page.
        session
            .script(
                "const row = 'ffffa80c`1a2b3c40  c8 02 04 1f 0c a8 ff ff-c8 02 04 1f 0c a8 ff ff  ................\\n';
                 document.querySelector('#task-bytes').value = row.repeat(70000);
                 document.querySelector('[name=structure]').value = 'ETW_REALTIME_CONSUMER';
                 document.querySelector('[name=point]').value = '6.2/x64';
                 document.querySelector('.task-form .button').click()",
            )
            .await;
        session.find("#decode-values").await;
        session
            .expect_text(
                ".decode-took",
                "pasted text (5950000 bytes) was read as text. Read it as raw bytes",
            )
            .await;
    });
}

#[test]
fn what_a_search_field_does_not_take_is_told_beside_it() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/about").await;
        paste(session, "#search-text", "Some words,\nand more words.").await;
        let told = session.text(".search-form > .not-taken").await;
        assert!(told.starts_with("Not taken: several lines"), "{told}");
        paste(session, "#search-text", &"word ".repeat(60)).await;
        let told = session.text(".search-form > .not-taken").await;
        assert!(told.contains("at most 200 characters"), "{told}");
        assert_eq!(session.path().await, "/about");
    });
}

#[test]
fn bytes_that_are_typed_into_the_field_of_search_are_not_sent() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/about").await;
        let row = "c8 02 04 1f 0c a8 ff ff";
        session.send("#search-text", row + Key::Enter).await;
        session.until_at("/identify").await;
        session.find("[data-unnamed] .decode-verdict").await;
        for request in session.evidence().await.requests {
            let request = format!("{request:?}");
            assert!(
                !request.contains("c8+02") && !request.contains("c8%20"),
                "{request}"
            );
        }
    });
}

#[test]
fn a_table_of_offsets_in_the_field_of_search_is_judged() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/structures/ETW_REALTIME_CONSUMER").await;
        let table = "ETW_REALTIME_CONSUMER LoggerId 0x58\n_EPROCESS Token 0x4b8\n";
        paste(session, "#search-text", table).await;
        session.find(".fared-same").await;
        assert!(session.path().await.starts_with("/validity"));
        let claims = session.text(".claims").await;
        assert!(claims.contains("_EPROCESS"), "{claims}");
        nothing_left_the_tab(session).await;
    });
}

#[test]
fn two_versions_are_compared_by_name() {
    visit(Profile::DESKTOP, async |session| {
        session.open("/compare").await;
        session
            .script(
                "document.querySelector('[name=structure]').value = 'ETW_REALTIME_CONSUMER';
                 document.querySelector('[name=from]').value = '6.1/x64';
                 document.querySelector('[name=to]').value = '6.2/x64';
                 document.querySelector('.task-form .button').click()",
            )
            .await;
        session.find("h1").await;
        session.until_at_some("/diff").await;
        session.until_hydrated().await;
        assert!(session.text("h1").await.contains("ETW_REALTIME_CONSUMER"));
    });
}
