//! Every kind of page, in both themes: axe-core finds nothing wrong.

use strata_tests::browser::here::has_server;
use strata_tests::browser::{Colours, Profile, Session, Viewport, violations, visit};

/// A page of each kind.
const PAGES: [&str; 31] = [
    "/",
    "/structures/ETW_REALTIME_CONSUMER",
    "/structures/ETW_UM_LOGGER_CONTEXT",
    "/structures/ETW_REALTIME_CONSUMER/provenance",
    "/structures/ETW_UM_LOGGER_CONTEXT/provenance",
    "/structures/ETW_REALTIME_CONSUMER/6.2/x64",
    "/structures/ETW_UM_LOGGER_CONTEXT/6.3/x86",
    "/structures/ETW_SILODRIVERSTATE/1607/x64",
    "/structures/ETW_REALTIME_CONSUMER/diff/6.1/x64/6.2/x64",
    "/structures/ETW_REALTIME_CONSUMER/diff/6.2/x86/6.2/x64",
    "/structures/ETW_PMC_SUPPORT/diff/6.2/x64/6.3/x64",
    "/search",
    "/search?q=LoggerId",
    "/structures",
    "/structures/_WNODE_HEADER",
    "/structures/_POOL_TYPE",
    "/structures/_EPROCESS",
    "/structures/_EPROCESS/22H2/x64",
    "/structures/_POOL_TYPE/22H2/x64",
    "/images",
    "/images/ntoskrnl-10.0.26100.1742-x64",
    "/images/ntoskrnl-10.0.22000.194-x64/diff/ntoskrnl-10.0.26100.1742-x64",
    "/validity",
    "/decode",
    "/identify",
    "/compare",
    "/releases",
    "/audit",
    "/about",
    "/api",
    "/nothing",
];
/// Those that only a server has.
const SERVED: [&str; 3] = [
    "/structures/_EPROCESS/members/Protection",
    "/offsets?m=_EPROCESS.Token&m=nt!PsProcessType",
    "/images/ntoskrnl-10.0.19041.1151-x64",
];
const DECODE: &str = "/structures/ETW_REALTIME_CONSUMER/6.2/x64/decode";
/// Bytes that fit, with a pointer in the paste and findings.
const DUMP: &str = include_str!("../../src/bin/shots/dump.txt");

#[test]
fn nothing_is_wrong_with_any_page_in_the_light() {
    no_page_is_wrong(Colours::Light, Viewport::DESKTOP);
}

#[test]
fn nothing_is_wrong_with_any_page_in_the_dark() {
    no_page_is_wrong(Colours::Dark, Viewport::DESKTOP);
}

#[test]
fn nothing_is_wrong_with_any_page_on_a_phone() {
    no_page_is_wrong(Colours::Light, Viewport::PHONE);
}

/// A rule that finds nothing proves nothing: a planted mistake is found.
#[test]
fn a_planted_mistake_is_found() {
    visit(Profile::default(), async |session| {
        session.open("/about").await;
        session
            .script("document.querySelector('main').appendChild(document.createElement('button'))")
            .await;
        let found = violations(session).await.join("\n");
        assert!(found.contains("button-name"), "{found}");
    });
}

fn no_page_is_wrong(colours: Colours, viewport: Viewport) {
    let profile = Profile {
        colours,
        viewport,
        ..Profile::default()
    };
    visit(profile, async |session| {
        let mut found = Vec::new();
        let served = SERVED.iter().filter(|_| has_server());
        for path in PAGES.iter().chain(served).copied() {
            if path == "/nothing" {
                session.expect_console_error("404");
            }
            session.open(path).await;
            judge(session, path, &mut found).await;
        }
        session.open(DECODE).await;
        session.find("fieldset.decode-input:not([disabled])").await;
        judge(session, DECODE, &mut found).await;
        super::decode::paste(session, DUMP).await;
        session.find(".decode-read").await;
        judge(session, "decode with a paste", &mut found).await;
        assert!(found.is_empty(), "{}", found.join("\n"));
    });
}

async fn judge(session: &Session, what: &str, found: &mut Vec<String>) {
    for violation in violations(session).await {
        found.push(format!("{what}: {violation}"));
    }
}
