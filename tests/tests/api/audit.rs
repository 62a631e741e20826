//! Tests of the audit over HTTP: every finding is there, with its cell and what accounts for it.

use std::collections::BTreeSet;

use serde_json::Value;
use strata_tests::data;

use crate::client::{get, list, plain, texts};

fn audit() -> Value {
    get("/audit").data()
}

#[test]
fn everything_that_was_found_is_accounted_for() {
    let audit = audit();
    let errata: BTreeSet<&str> = list(&audit["errata"])
        .iter()
        .map(|it| plain(&it["id"]))
        .collect();
    for finding in list(&audit["findings"]) {
        let account = &finding["accounted_by"];
        let by_errata = texts(&account["errata"]);
        assert!(
            by_errata.iter().all(|id| errata.contains(id)),
            "{finding:#}"
        );
        let by_note = account["note"].is_string();
        assert_eq!(by_errata.is_empty(), by_note, "{finding:#}");
        assert_eq!(
            finding["stands"].as_bool(),
            Some(by_errata.is_empty()),
            "{finding:#}"
        );
    }
}

#[test]
fn every_finding_of_the_core_is_there() {
    let audit = audit();
    let findings = list(&audit["findings"]);
    for structure in data::dataset().audited() {
        let report = data::dataset().audit(structure).expect("it is audited");
        let name = structure.name.as_str();
        let here = |stands: bool| {
            let is_it = move |it: &&Value| it["structure"] == name && it["stands"] == stands;
            findings.iter().filter(is_it).count()
        };
        assert_eq!(here(true), report.noted.len() + report.open.len(), "{name}");
        assert!(
            here(false) >= usize::from(!report.errata.is_empty()),
            "{name}"
        );
    }
}

#[test]
fn every_erratum_shows_what_is_found_without_it() {
    let audit = audit();
    let errata = list(&audit["errata"]);
    let expected: usize = data::raw()
        .structures
        .iter()
        .map(|it| it.content.erratum.len())
        .sum();
    assert_eq!(errata.len(), expected);
    for erratum in errata {
        let mut rules = list(&erratum["findings"]).iter().map(|it| &it["rule"]);
        assert!(rules.any(|rule| *rule == erratum["rule"]), "{erratum:#}");
        assert!(!plain(&erratum["structure"]).is_empty());
    }
}

#[test]
fn a_finding_shows_the_cell_as_published() {
    let audit = audit();
    let colon = list(&audit["findings"])
        .iter()
        .find(|finding| finding["rule"] == "cell-syntax")
        .expect("a cell has a colon");
    assert_eq!(colon["row"], "clock-type");
    assert_eq!(colon["field"], "offset");
    let cell = plain(&colon["published"]);
    assert!(cell.contains(':') && cell.contains("0x9C"), "{cell}");
}

#[test]
fn every_rule_says_what_it_demands() {
    let audit = audit();
    let rules: BTreeSet<&str> = list(&audit["rules"])
        .iter()
        .map(|it| plain(&it["id"]))
        .collect();
    assert!(
        list(&audit["rules"])
            .iter()
            .all(|it| plain(&it["demand"]).ends_with('.'))
    );
    for finding in list(&audit["findings"]) {
        assert!(rules.contains(plain(&finding["rule"])));
    }
}
