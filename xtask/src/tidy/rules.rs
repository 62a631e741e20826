//! The rules: forbidden words, texts and file names, and rules about the whole tree.

mod layers;
mod styles;

use super::Violation;
use super::source::{self, Source};
use super::tree::{File, Tree};

/// Whether a rule applies to the file at that path.
type About = fn(&str) -> bool;
/// Whether a text or a file breaks a rule.
type BadText = fn(&str) -> bool;
type BadFile = fn(&File) -> bool;

const CORE: About = |path| path.starts_with("core/src/");
const FRONTEND: About = |path| path.starts_with("frontend/src/");

/// Words forbidden in Rust code; `{}` is the word.
const WORDS: &[(About, &[&str], &str)] = &[
    (CORE, &["leptos", "axum"], "`{}`: core knows no framework"),
    (CORE, &["tokio"], "`{}`: core knows no runtime"),
    (
        CORE,
        &["wasm_bindgen", "web_sys", "js_sys"],
        "`{}`: core knows no browser",
    ),
    (
        CORE,
        &["std::fs", "std::io", "std::net"],
        "`{}`: core does no I/O",
    ),
    (CORE, &["std::env"], "`{}`: core reads no environment"),
    (
        CORE,
        &["std::process", "std::thread"],
        "`{}`: core starts nothing",
    ),
    (CORE, &["std::time"], "`{}`: core reads no clock"),
    (
        CORE,
        &["println!", "eprintln!"],
        "`{}`: core does not print",
    ),
    (
        |_| true,
        &["#[ignore"],
        "no test is ignored: mend it or remove it",
    ),
    (
        // The only place where tests wait.
        |path| path.starts_with("tests/") && path != "tests/src/browser/session.rs",
        &["sleep("],
        "no test sleeps: wait with `Session::until` for what is to come",
    ),
    (
        |path| is_outside("browser", path),
        &["web_sys"],
        "`web_sys` is named in browser.rs and nowhere else",
    ),
    (
        FRONTEND,
        &["style=", "style:"],
        "no inline style: a class, or the geometry of SVG attributes",
    ),
    (
        FRONTEND,
        &["<script"],
        "no script in a view: shell.rs names the scripts",
    ),
    (
        FRONTEND,
        &["<style"],
        "no style in a view: style sheets hold them",
    ),
    (FRONTEND, &["inner_html"], "no markup from texts"),
    (
        |path| is_outside("lib", path),
        &["cfg(feature", "cfg(not(", "cfg(target", "cfg!("],
        "no `cfg` below lib.rs: both sides render the same tree",
    ),
];

/// Forbidden string literals in Rust files.
const TEXTS: &[(About, BadText, &str)] = &[
    (
        |path| is_outside("route", path),
        |text| {
            let path = text.strip_prefix('/');
            path.is_some_and(|it| it.starts_with(|c: char| c.is_ascii_alphabetic() || c == '{'))
        },
        "URLs are written in route.rs and nowhere else",
    ),
    (
        // The source of the tests' structure has an address.
        |path| FRONTEND(path) && path != "frontend/src/sample.rs",
        |text| {
            // XML namespaces look like URLs, but are not fetched.
            let text = text.replace("http://www.w3.org/", "");
            text.contains("http://") || text.contains("https://")
        },
        "no address of anybody else in the front end: links to sources come with the data",
    ),
];

/// Forbidden names and beginnings of Rust files.
const FILES: &[(BadFile, &str)] = &[
    (
        |file| file.path.ends_with("/mod.rs"),
        "a module is `foo.rs` and `foo/`, never `mod.rs`",
    ),
    (
        |file| !file.text.starts_with("//!"),
        "a module begins with `//!`: what it decides, whom it hands to",
    ),
    (
        |file| file.path.ends_with("/build.rs") && !file.path.contains("/src/"),
        "no build scripts: what cargo cannot do, xtask does",
    ),
];

/// The allowed dependencies of core. (`schemars` is behind a feature that only the server enables.)
const CORE_DEPENDENCIES: &[&str] = &["borsh", "schemars", "serde", "thiserror"];

/// All violations.
pub(super) fn broken(tree: &Tree) -> Vec<Violation> {
    let mut violations: Vec<Violation> = tree.rust("").flat_map(of_rust).collect();
    violations.extend(core_depends_on_little(tree));
    violations.extend(layers::core_imports_from_lower_layers(tree));
    violations.extend(styles::colours_and_pixels_are_tokens(tree));
    violations
}

fn of_rust(file: &File) -> Vec<Violation> {
    let Source { code, texts } = source::parse(&file.text);
    let mut violations = Vec::new();
    let mut add = |line, message: &str| violations.push(violation(file, line, message));
    for (_, message) in FILES.iter().filter(|(is_broken, _)| is_broken(file)) {
        add(1, message);
    }
    let words = WORDS.iter().filter(|(is_about, ..)| is_about(&file.path));
    for (word, message) in words.flat_map(|(_, words, it)| words.iter().map(move |word| (word, it)))
    {
        let message = message.replace("{}", word);
        lines_with(&code, word).for_each(|line| add(line, &message));
    }
    let rules = TEXTS.iter().filter(|(is_about, ..)| is_about(&file.path));
    for (_, is_bad, message) in rules {
        let bad = texts.iter().filter(|(_, text)| is_bad(text));
        bad.for_each(|(line, _)| add(*line, message));
    }
    if FRONTEND(&file.path) {
        let bodies = lines_with(&code, "<tbody").count();
        let message = "a <table> has a <tbody>: browsers insert one, and hydration breaks";
        let tables = lines_with(&code, "<table").skip(bodies);
        tables.for_each(|line| add(line, message));
    }
    violations
}

/// Whether a front-end file is outside one module (a file and its folder).
fn is_outside(module: &str, path: &str) -> bool {
    let name = path.strip_prefix("frontend/src/");
    name.is_some_and(|name| {
        let rest = name.strip_prefix(module);
        !rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
    })
}

fn core_depends_on_little(tree: &Tree) -> Vec<Violation> {
    let Some(manifest) = tree.files.iter().find(|it| it.path == "core/Cargo.toml") else {
        return Vec::new();
    };
    let lines = (1..).zip(manifest.text.lines());
    let section = lines.skip_while(|(_, line)| *line != "[dependencies]");
    let section = section
        .skip(1)
        .take_while(|(_, line)| !line.starts_with('['));
    let names = section.map(|(at, line)| (at, line.split(['.', ' ', '=']).next().unwrap_or("")));
    names
        .filter(|(_, name)| !name.is_empty() && !name.starts_with('#'))
        .filter(|(_, name)| !CORE_DEPENDENCIES.contains(name))
        .map(|(at, name)| violation(manifest, at, format!("core does not depend on `{name}`")))
        .collect()
}

/// The lines of code that contain `needle`, except at the end of a longer word.
fn lines_with<'a>(code: &'a str, needle: &'a str) -> impl Iterator<Item = usize> + 'a {
    let has_word = move |line: &str| {
        line.match_indices(needle).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            !before.is_some_and(|before| before.is_alphanumeric() || before == '_')
        })
    };
    let lines = (1..)
        .zip(code.lines())
        .filter(move |(_, line)| has_word(line));
    lines.map(|(at, _)| at)
}

fn violation(file: &File, line: usize, message: impl Into<String>) -> Violation {
    Violation {
        path: file.path.clone(),
        line,
        message: message.into(),
    }
}
