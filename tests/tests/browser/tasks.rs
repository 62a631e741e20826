//! Tests of tasks without a structure: input goes to the page that reads it, never into an address or a request.

use serde_json::json;
use strata_tests::browser::{Profile, Session, visit};
use thirtyfour::Key;

const DUMP: &str = include_str!("../../src/bin/shots/dump.txt");

/// Pastes into a field, as the keyboard would.
async fn paste(session: &Session, field: &str, text: &str) {
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
             }}"
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
}

#[test]
fn bytes_are_decoded_as_the_structure_that_is_named() {
    visit(Profile::default(), async |session| {
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
        session.awake().await;
        session.find(".fact-dialect").await;
        assert!(session.text("h1").await.contains("ETW_REALTIME_CONSUMER"));
        nothing_left_the_tab(session).await;
    });
}

#[test]
fn bytes_in_the_field_of_search_are_compared_with_every_structure() {
    visit(Profile::default(), async |session| {
        session.open("/about").await;
        paste(session, "#search-text", DUMP).await;
        let there = async || session.path().await.contains("/decode").then_some(());
        session.until("the page that decodes", there).await;
        session.awake().await;
        // Every structure is compared: a button returns to one.
        session.find("[data-do=here]").await;
        // The page steps to the best fit and shows its values.
        let heading = async || {
            let heading = session.text("h1").await;
            heading.contains("ETW_REALTIME_CONSUMER").then_some(())
        };
        session.until("the structure that fits best", heading).await;
        session
            .find(".decode-pane:not([hidden]) #decode-values")
            .await;
        nothing_left_the_tab(session).await;
    });
}

#[test]
fn bytes_that_are_typed_into_the_field_of_search_are_not_sent() {
    visit(Profile::default(), async |session| {
        session.open("/about").await;
        let field = session.find("#search-text").await;
        let row = "c8 02 04 1f 0c a8 ff ff";
        let typed = field.send_keys(row + Key::Enter).await;
        typed.expect("a field that can be typed into");
        let there = async || session.path().await.contains("/decode").then_some(());
        session.until("the page that decodes", there).await;
        session.awake().await;
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
    visit(Profile::default(), async |session| {
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
    visit(Profile::default(), async |session| {
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
        let there = async || session.path().await.contains("/diff").then_some(());
        session.until("the comparison", there).await;
        session.awake().await;
        assert!(session.text("h1").await.contains("ETW_REALTIME_CONSUMER"));
    });
}
