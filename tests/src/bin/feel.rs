//! Web vitals of pages: layout shifts during hydration, and the slowest interactions on a slow processor.
//!
//! Prints figures, and asserts none: a busy machine is slow, too.

use std::time::Duration;

use serde_json::{Value, json};
use strata_tests::browser::{Profile, Session, Viewport, evidence_of};

/// The factor by which the processor is throttled.
const SLOWER: u32 = 4;
/// Time for an interaction to be drawn before the next one.
const PAUSE: Duration = Duration::from_millis(600);
/// How long a page is observed after hydration.
const SETTLED: Duration = Duration::from_secs(2);
/// The browser does not report faster interactions, in milliseconds.
const THRESHOLD: u32 = 16;

/// The largest layouts, by members and by bytes; a comparison; the decode page.
const PAGES: [(&str, &[&str]); 4] = [
    (
        "/structures/ETW_UM_LOGGER_CONTEXT/6.1/x64",
        &["]", "]", "[", "[", "Tab", "Tab"],
    ),
    (
        "/structures/ETW_SILODRIVERSTATE/1709/x64",
        &["]", "]", "[", "[", "Tab", "Tab"],
    ),
    (
        "/structures/ETW_SILODRIVERSTATE/diff/1703/x64/1709/x64",
        &["]", "[", "}", "{"],
    ),
    (
        "/structures/ETW_SILODRIVERSTATE/1709/x64/decode",
        &["]", "[", "Tab", "Tab"],
    ),
];

const WATCH: &str = "
    window.moved = 0;
    window.slow = [];
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.moved += entry.hadRecentInput ? 0 : entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (entry.interactionId) window.slow.push(entry.duration);
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 });";

fn main() {
    println!(
        "processor slowed down {SLOWER} times; interactions to next paint in ms, layout shift after waking"
    );
    for (path, keys) in PAGES {
        for (name, viewport) in [("desktop", Viewport::DESKTOP), ("phone", Viewport::PHONE)] {
            let profile = Profile {
                viewport,
                ..Profile::DESKTOP
            };
            evidence_of(profile, async |session| {
                let (moved, slowest) = measure(session, path, keys).await;
                println!("{path} {name}: slowest {slowest} ms, shift {moved:.4}");
            });
        }
    }
}

/// The layout shift score, and the duration of the slowest interaction.
async fn measure(session: &Session, path: &str, keys: &[&str]) -> (f64, String) {
    let slower = json!({ "rate": SLOWER });
    session
        .devtools("Emulation.setCPUThrottlingRate", slower)
        .await;
    session.open(path).await;
    session.script(WATCH).await;
    settle(session, SETTLED).await;
    let moved = session.script("return window.moved;").await;
    for key in keys {
        press(session, key).await;
        settle(session, PAUSE).await;
    }
    let slow = session.script("return window.slow;").await;
    let slow = slow.as_array().into_iter().flatten();
    let slowest = slow.filter_map(Value::as_f64).fold(0.0, f64::max);
    let slowest = match slowest > 0.0 {
        true => format!("{slowest:.0}"),
        false => format!("below {THRESHOLD}"),
    };
    (moved.as_f64().unwrap_or(f64::NAN), slowest)
}

/// Waits in the page itself, which is the slow part.
async fn settle(session: &Session, time: Duration) {
    let millis = time.as_millis();
    let wait =
        format!("window.settled = false; setTimeout(() => (window.settled = true), {millis});");
    session.script(&wait).await;
    let settled = async || session.script("return window.settled;").await.as_bool();
    session
        .until("the page settles", async || {
            settled().await.filter(|settled| *settled)
        })
        .await;
}

/// Presses a key through the DevTools: only such input counts as an interaction.
async fn press(session: &Session, key: &str) {
    let text = (key.chars().count() == 1).then_some(key);
    for kind in ["keyDown", "keyUp"] {
        let mut event = json!({ "type": kind, "key": key });
        if let Some(text) = text.filter(|_| kind == "keyDown") {
            event["text"] = text.into();
        }
        session.devtools("Input.dispatchKeyEvent", event).await;
    }
}
