//! How files are named and how they begin.

use super::violation;
use crate::tidy::Violation;
use crate::tidy::tree::Tree;

pub(super) fn modules_are_named_by_their_files(tree: &Tree) -> Vec<Violation> {
    tree.rust("")
        .filter(|file| file.path.ends_with("/mod.rs"))
        .map(|file| {
            violation(
                file,
                1,
                "a module is `foo.rs` and `foo/`, never `mod.rs`".to_owned(),
            )
        })
        .collect()
}

pub(super) fn modules_say_what_they_decide(tree: &Tree) -> Vec<Violation> {
    tree.rust("")
        .filter(|file| !file.text.starts_with("//!"))
        .map(|file| {
            violation(
                file,
                1,
                "a module begins with `//!`: what it decides, whom it hands to".to_owned(),
            )
        })
        .collect()
}

pub(super) fn no_build_scripts(tree: &Tree) -> Vec<Violation> {
    tree.rust("")
        .filter(|file| file.path.ends_with("/build.rs") && !file.path.contains("/src/"))
        .map(|file| {
            violation(
                file,
                1,
                "no build scripts: what cargo cannot do, xtask does".to_owned(),
            )
        })
        .collect()
}
