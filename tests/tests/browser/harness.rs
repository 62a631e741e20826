//! Tests of the harness itself: what must fail a test does fail it.

use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::thread;

use serde_json::json;
use strata_tests::browser::{Profile, evidence_of};

#[test]
fn a_planted_console_error_is_found() {
    let evidence = evidence_of(Profile::DESKTOP, async |session| {
        session.open("/").await;
        session.script("console.error('planted')").await;
    });
    let findings = evidence.judge().unwrap_err();
    assert!(findings.contains("planted"), "{findings}");
}

#[test]
fn a_planted_exception_is_found() {
    let evidence = evidence_of(Profile::DESKTOP, async |session| {
        session.open("/").await;
        session
            .script("setTimeout(() => { window.gone = true; throw new Error('planted') })")
            .await;
        session.until_script("return window.gone", true).await;
    });
    let findings = evidence.judge().unwrap_err();
    assert!(findings.contains("planted"), "{findings}");
}

#[test]
fn a_planted_foreign_request_is_found_even_where_the_content_policy_does_not_stop_it() {
    let stranger = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = stranger.local_addr().unwrap();
    thread::spawn(move || {
        for mut stream in stranger.incoming().flatten() {
            let _ = stream
                .write_all(b"HTTP/1.1 204 No Content\r\nAccess-Control-Allow-Origin: *\r\n\r\n");
        }
    });
    let evidence = evidence_of(Profile::DESKTOP, async |session| {
        session
            .devtools("Page.setBypassCSP", json!({ "enabled": true }))
            .await;
        session.open("/").await;
        session
            .script(&format!(
                "fetch('http://{address}/planted').finally(() => {{ window.asked = true }})"
            ))
            .await;
        session.until_script("return window.asked", true).await;
    });
    let strangers = evidence.foreign_requests();
    assert_eq!(strangers.len(), 1, "{evidence}");
    assert_eq!(strangers[0].url, format!("http://{address}/planted"));
    assert!(evidence.judge().is_err());
}

#[test]
fn the_content_policy_stops_a_foreign_request() {
    let evidence = evidence_of(Profile::DESKTOP, async |session| {
        session.open("/").await;
        session
            .script("fetch('http://127.0.0.1:9/').catch(() => {}).finally(() => { window.asked = true })")
            .await;
        session.until_script("return window.asked", true).await;
    });
    let findings = evidence.judge().unwrap_err();
    assert!(findings.contains("Content Security Policy"), "{findings}");
}

#[test]
fn an_error_that_was_expected_must_come() {
    let evidence = evidence_of(Profile::DESKTOP, async |session| {
        session.expect_console_error("never written");
        session.open("/").await;
    });
    assert!(evidence.judge().unwrap_err().contains("never written"));
}

#[test]
fn a_plain_name_is_no_secure_context() {
    let evidence = evidence_of(Profile::PLAIN_NAME, async |session| {
        session.open("/").await;
        assert_eq!(
            session.script("return window.isSecureContext").await,
            json!(false)
        );
        assert_eq!(
            session.script("return typeof navigator.clipboard").await,
            json!("undefined")
        );
    });
    evidence.judge().unwrap();
}
