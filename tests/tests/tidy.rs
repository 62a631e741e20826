//! Tests that the repository follows its own rules.

use strata_tests::workspace;
use xtask::tidy::{self, Tree};

#[test]
fn the_repository_is_tidy() {
    let tree = Tree::read(workspace::root()).unwrap();
    let violations: Vec<String> = tidy::check(&tree).iter().map(ToString::to_string).collect();
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
}
