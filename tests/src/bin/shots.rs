//! Screenshots of the main pages, on a desktop and on a phone, light and dark: `cargo xtask shots`.

use serde_json::json;
use strata_frontend::route::{PAGES, PageEntry};
use strata_tests::browser::{Colours, Profile, Session, Viewport, evidence_of};
use strata_tests::workspace;

/// Two consumers in a WinDbg session, constructed: thirty lines, two of them broken.
const DUMP: &str = include_str!("shots/dump.txt");
/// A layout as `dt` prints it, of another version than the page's.
const LISTING: &str = "0: kd> dt nt!_ETW_REALTIME_CONSUMER\n   +0x000 Links            : _LIST_ENTRY\n   \
    +0x010 ProcessHandle    : Ptr64 Void\n   +0x018 ProcessObject    : Ptr64 _EPROCESS\n   \
    +0x050 LoggerId         : Uint2B\n   +0x05a Flags            : UChar\n";

/// The action on a page before its screenshot.
enum Do {
    Nothing,
    Paste(&'static str),
    /// Clicks the element of that selector.
    Click(&'static str),
    /// Follows the first pointer within the input.
    Follow,
    /// Types a text into the search field.
    Search(&'static str),
    /// Clicks the button for the example.
    Example,
}

/// File name, page, and action, for screenshots besides those of the sample pages.
const ACTIONS: &[(&str, &str, Do)] = &[
    ("not-found", "/nothing", Do::Nothing),
    (
        "diff-not-found",
        "/structures/ETW_UM_LOGGER_CONTEXT/diff/6.1/x64/2004/x64",
        Do::Nothing,
    ),
    (
        "diff-inside",
        "/structures/ETW_SILODRIVERSTATE/diff/1909/x64/2004/x64",
        Do::Click(".changes > section .inside > summary"),
    ),
    (
        "layout-serviced",
        "/structures/ETW_SILODRIVERSTATE/1903/x64",
        Do::Nothing,
    ),
    (
        "search-typing",
        "/structures/ETW_REALTIME_CONSUMER/6.2/x64",
        Do::Search("ETW_REALTIME_CONSUMER+0x5a"),
    ),
    (
        "kernel",
        "/images/ntoskrnl-10.0.19041.1151-x64",
        Do::Nothing,
    ),
    (
        "layout-copy",
        "/structures/ETW_REALTIME_CONSUMER/6.2/x64",
        Do::Click("#row-logger-id-6-2 .copy-menu > summary"),
    ),
    ("validity", "/validity", Do::Example),
    ("keys", "/about", Do::Click("[popovertarget=keys]")),
    ("decode", DECODE, Do::Paste(DUMP)),
    ("decode-followed", DECODE, Do::Follow),
    (
        "decode-misfit",
        "/structures/ETW_REALTIME_CONSUMER/6.1/x64/decode",
        Do::Paste(DUMP),
    ),
    ("decode-listing", DECODE, Do::Paste(LISTING)),
    // The start page lists visited points by now.
    ("home-again", "/", Do::Nothing),
];

const DECODE: &str = "/structures/ETW_REALTIME_CONSUMER/6.2/x64/decode";

fn main() {
    let folder = workspace::target().join("shots");
    let only: Vec<String> = std::env::args().skip(1).collect();
    for (viewport, width) in [(Viewport::DESKTOP, "1400"), (Viewport::PHONE, "390")] {
        for colours in [Colours::Light, Colours::Dark] {
            let profile = Profile {
                viewport,
                colours,
                ..Profile::DESKTOP
            };
            evidence_of(profile, async |session| {
                let samples = PAGES.iter().flat_map(PageEntry::sampled);
                let opened = samples.map(|(name, path)| (name, path, &Do::Nothing));
                let acted = ACTIONS
                    .iter()
                    .map(|(name, path, done)| (*name, *path, done));
                for (name, path, done) in opened.chain(acted) {
                    if !only.is_empty() && !only.iter().any(|wanted| wanted == name) {
                        continue;
                    }
                    session.open(path).await;
                    act(session, done).await;
                    let file = folder.join(format!("{name}-{width}-{}.png", colours.as_str()));
                    session.screenshot(&file).await;
                    println!("{}", file.display());
                }
            });
        }
    }
}

async fn act(session: &Session, done: &Do) {
    let text = match done {
        Do::Nothing => return,
        Do::Click(what) => return session.click(what).await,
        Do::Paste(text) => text,
        Do::Follow => DUMP,
        Do::Search(text) => return search(session, text).await,
        Do::Example => {
            session.click(".validity-desk .button").await;
            session.find(".claims").await;
            return;
        }
    };
    let script = format!(
        "const field = document.querySelector('#decode-text');
         field.value = {};
         field.dispatchEvent(new Event('input', {{ bubbles: true }}));",
        json!(text)
    );
    session.script(&script).await;
    session.find(".decode-read, .decode-compared").await;
    if let Do::Follow = done {
        session.click(".value-follow").await;
        session.find(".decode-follow").await;
    }
}

async fn search(session: &Session, text: &str) {
    session.click("#search-text").await;
    session.find("#search-text[role=combobox]").await;
    let field = session.find("#search-text").await;
    field.send_keys(text).await.expect("the field takes text");
    session.find("#search-hits [role=option]").await;
    field
        .send_keys(thirtyfour::Key::Down + "")
        .await
        .expect("the field takes keys");
}
