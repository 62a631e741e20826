//! Runs schemathesis with all its checks against the server: documented requests are accepted, others refused, and
//! every answer is documented.
//!
//! `tests/python/schemathesis.toml` configures it; the fixed seed makes the same requests each time.

use strata_tests::workspace;

use crate::tool;

#[test]
fn nothing_is_found_that_the_document_does_not_say() {
    let folder = tool::folder("fuzzed");
    let config = workspace::root().join("tests/python/schemathesis.toml");
    let url = format!("{}/api/v1/openapi.json", tool::server());
    let said = tool::ran(
        tool::python("schemathesis")
            .arg("--config-file")
            .arg(config)
            .args(["run", &url, "--no-color"])
            .current_dir(&folder),
    );
    assert!(said.contains("No issues found"), "{said}");
}
