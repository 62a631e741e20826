//! Tests of the decode page: pasted, dropped and chosen input is decoded in the browser, and stays there.

mod going;
mod looking;
mod reading;
mod taking;

use serde_json::json;
use strata_tests::browser::Session;

const PAGE: &str = "/structures/ETW_REALTIME_CONSUMER/6.2/x64/decode";

/// As from a debugger's window: prompts, CRLF, unreadable bytes, two invalid lines.
const MANGLED: &str = "0: kd> .echo hello\r\nhello\r\n0: kd> db ffffa80c`1a2b3c40 L70\r\n\
    ffffa80c`1a2b3c40  40 01 30 1a 0c a8 ff ff-40 01 30 1a 0c a8 ff ff  @.0.....@.0.....\r\n\
    ffffa80c`1a2b3c50  88 00 00 00 00 00 00 00-c0 03 30 1a 0c a8 ff ff  ..........0.....\r\n\
    ffffa80c`1a2b3c60  00 zz zz zz zz zz ff ff-40 06 30 1a 0c a8 ff ff\r\n\
    ffffa80c`1a2b3c70  ?? ?? ?? ?? ?? ?? ?? ??-?? ?? ?? ?? ?? ?? ?? ??  ????????????????\r\n\
    ffffa80c`1a2b3c80  00 0a 30 1a 0c a8 ff 7f-40 0b 30 1a 0c a8 ff ff  ..0.....@.0.....\r\n\
    ffffa80c`1a2b3c90  0a 00 00 00 0b 00 00 00-0c 00 11 00 00 00 00 00  ................\r\n";

async fn open(session: &Session, path: &str) {
    session.open(path).await;
    session.find("fieldset.decode-input:not([disabled])").await;
}

pub(super) async fn paste(session: &Session, text: &str) {
    put(session, "#decode-text", text).await;
}

/// Opens the page, and pastes into it.
async fn pasted(session: &Session, text: &str) {
    open(session, PAGE).await;
    paste(session, text).await;
}

/// Opens the picker, and follows the link to another point.
pub(super) async fn pick(session: &Session, path: &str) {
    session.click(".picker-others > summary").await;
    session.follow(path).await;
}

/// Sets a field's text, as typing or pasting does.
async fn put(session: &Session, field: &str, text: &str) {
    let script = format!(
        "const field = document.querySelector({});
         field.value = {};
         field.dispatchEvent(new Event('input', {{ bubbles: true }}));",
        json!(field),
        json!(text)
    );
    session.script(&script).await;
}

/// The value of the member with that name.
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

/// Waits until the member's value begins with `expected`.
pub(super) async fn until_value(session: &Session, name: &str, expected: &str) {
    session
        .until(&format!("{name} to be {expected}"), async || {
            value(session, name)
                .await
                .starts_with(expected)
                .then_some(())
        })
        .await;
}

/// The script's result as text.
async fn read_text(session: &Session, script: &str) -> String {
    session
        .script(script)
        .await
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// Waits until these bytes are highlighted in the grid.
async fn until_lit(session: &Session, expected: &str) {
    let script = "return [...document.querySelectorAll('.hex-run.is-lit')]
        .map(run => run.textContent).join(' ')";
    session.until_script(script, expected).await;
}

/// The number of requests so far.
async fn requests(session: &Session) -> usize {
    session.evidence().await.requests.len()
}
