//! Accessibility checks of a page by axe-core, which `cargo xtask test` installs under `target/`.

use std::fs;

use serde_json::Value;

use super::Session;
use crate::workspace;

/// The path below `target/`.
const AXE: &str = "tests-js/node_modules/axe-core/axe.min.js";

/// The violations that axe-core finds in the current page: rule, help, and elements, one line per rule.
///
/// The content security policy forbids such a script to the page, but not to the driver.
pub async fn violations(session: &Session) -> Vec<String> {
    let path = workspace::target().join(AXE);
    let axe = fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!(
            "{}: {error}; `cargo xtask test` puts axe-core there",
            path.display()
        )
    });
    session
        .script(&format!("{axe}; return typeof axe.run"))
        .await;
    let run = "return axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.map(({ id, help, nodes }) => ({ id, help,
            nodes: nodes.map(node => `${node.target.join(' ')}: ${node.failureSummary}`) })))";
    let found = session.script(run).await;
    let found = found.as_array().expect("axe-core answers with a list");
    found.iter().map(line).collect()
}

fn line(violation: &Value) -> String {
    let text = |key: &str| violation[key].as_str().unwrap_or_default().to_owned();
    let nodes = violation["nodes"].as_array().into_iter().flatten();
    let nodes: Vec<&str> = nodes.filter_map(Value::as_str).collect();
    format!(
        "{} ({}) at {} elements\n  {}",
        text("id"),
        text("help"),
        nodes.len(),
        nodes
            .iter()
            .take(SHOWN)
            .copied()
            .collect::<Vec<_>>()
            .join("\n  ")
    )
}

/// How many elements are named per rule.
const SHOWN: usize = 5;
