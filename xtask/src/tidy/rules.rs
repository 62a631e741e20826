//! The rules.

mod files;
mod frontend;
mod layers;
mod styles;

use super::Violation;
use super::source::{self, Source};
use super::tree::{File, Tree};

/// A rule: finds the places that break it.
pub(crate) type Rule = fn(&Tree) -> Vec<Violation>;

/// Every rule.
pub(crate) const ALL: &[Rule] = &[
    core_is_pure,
    core_depends_on_little,
    tests_run_and_do_not_sleep,
    files::modules_are_named_by_their_files,
    files::modules_say_what_they_decide,
    files::no_build_scripts,
    frontend::browser_is_named_in_one_module,
    frontend::urls_are_written_in_one_module,
    frontend::views_ask_no_stranger,
    frontend::views_have_no_inline_style_or_script,
    frontend::views_are_the_same_on_both_sides,
    frontend::tables_have_bodies,
    layers::core_imports_from_lower_layers,
    styles::colours_and_pixels_are_tokens,
];

/// What core must not name, and why not.
const IMPURE: &[(&str, &str)] = &[
    ("leptos", "core knows no framework"),
    ("axum", "core knows no framework"),
    ("tokio", "core knows no runtime"),
    ("wasm_bindgen", "core knows no browser"),
    ("web_sys", "core knows no browser"),
    ("js_sys", "core knows no browser"),
    ("std::fs", "core does no I/O"),
    ("std::io", "core does no I/O"),
    ("std::net", "core does no I/O"),
    ("std::env", "core reads no environment"),
    ("std::process", "core starts nothing"),
    ("std::thread", "core starts nothing"),
    ("std::time", "core reads no clock"),
    ("println!", "core does not print"),
    ("eprintln!", "core does not print"),
];

/// What core may depend on.
/// (`schemars` under a feature that only the server asks for.)
const CORE_DEPENDENCIES: &[&str] = &["borsh", "schemars", "serde", "thiserror"];

/// The one place where tests wait.
const WAITING: &str = "tests/src/browser/session.rs";

fn core_is_pure(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.rust("core/src/") {
        for (needle, reason) in IMPURE {
            violations.extend(in_code(file, needle, &format!("`{needle}`: {reason}")));
        }
    }
    violations
}

fn core_depends_on_little(tree: &Tree) -> Vec<Violation> {
    let Some(manifest) = tree
        .files
        .iter()
        .find(|file| file.path == "core/Cargo.toml")
    else {
        return Vec::new();
    };
    let lines = manifest.text.lines().enumerate();
    let section = lines
        .skip_while(|(_, line)| *line != "[dependencies]")
        .skip(1);
    section
        .take_while(|(_, line)| !line.starts_with('['))
        .filter_map(|(at, line)| {
            Some((
                at,
                line.split(['.', ' ', '='])
                    .next()
                    .filter(|name| !name.is_empty())?,
            ))
        })
        .filter(|(_, name)| !name.starts_with('#') && !CORE_DEPENDENCIES.contains(name))
        .map(|(at, name)| {
            violation(
                manifest,
                at + 1,
                format!("core does not depend on `{name}`"),
            )
        })
        .collect()
}

fn tests_run_and_do_not_sleep(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.rust("") {
        violations.extend(in_code(
            file,
            "#[ignore",
            "no test is ignored: mend it or remove it",
        ));
    }
    for file in tree.rust("tests/").filter(|file| file.path != WAITING) {
        violations.extend(in_code(
            file,
            "sleep(",
            "no test sleeps: wait with `Session::until` for what is to come",
        ));
    }
    violations
}

/// Places where a word stands in the code of a Rust file.
fn in_code(file: &File, needle: &str, message: &str) -> Vec<Violation> {
    let Source { code, .. } = source::parse(&file.text);
    code.lines()
        .enumerate()
        .filter(|(_, line)| has_word(line, needle))
        .map(|(at, _)| violation(file, at + 1, message.to_owned()))
        .collect()
}

/// Whether a line holds a needle that is not the end of a longer word.
fn has_word(line: &str, needle: &str) -> bool {
    line.match_indices(needle).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|before| before.is_alphanumeric() || before == '_')
    })
}

fn violation(file: &File, line: usize, message: String) -> Violation {
    Violation {
        path: file.path.clone(),
        line,
        message,
    }
}
