//! schemathesis, with all its checks, against the running server: what the document allows is taken, what it does not is
//! refused, and every answer is one that the document has.
//!
//! `tests/python/schemathesis.toml` says how; the seed is fixed, so that the same requests are sent each time.

use strata_tests::workspace;

use crate::tool;

#[test]
fn nothing_is_found_that_the_document_does_not_say() {
    let folder = tool::folder("fuzzed");
    let config = workspace::root().join("tests/python/schemathesis.toml");
    let url = format!("{}/api/v1/openapi.json", tool::server());
    let said = tool::run(
        tool::python("schemathesis")
            .arg("--config-file")
            .arg(config)
            .args(["run", &url, "--no-color"])
            .current_dir(&folder),
    );
    assert!(said.contains("No issues found"), "{said}");
}
