//! The rules: forbidden words, texts and file names, and rules about the whole tree.

mod layers;
mod styles;

use super::source::{self, Source};
use super::{File, Tree, Violation};

/// Words forbidden in Rust code, one rule per line: the files, `FOLDER` or `FOLDER but MODULE`; the words; the message, where
/// `{}` is the word. The session of the browser is the only place where tests wait.
const WORDS: &str = "\
core/src/ | leptos axum | `{}`: core knows no framework
core/src/ | tokio | `{}`: core knows no runtime
core/src/ | wasm_bindgen web_sys js_sys | `{}`: core knows no browser
core/src/ | std::fs std::io std::net | `{}`: core does no I/O
core/src/ | std::env | `{}`: core reads no environment
core/src/ | std::process std::thread | `{}`: core starts nothing
core/src/ | std::time | `{}`: core reads no clock
core/src/ | println! eprintln! | `{}`: core does not print
 | #[ignore | no test is ignored: mend it or remove it
tests/ but src/browser/session | sleep( | no test sleeps: wait with `Session::until` for what is to come
frontend/src/ but browser | web_sys | `web_sys` is named in browser.rs and nowhere else
frontend/src/ | style= style: | no inline style: a class, or the geometry of SVG attributes
frontend/src/ | <script | no script in a view: shell.rs names the scripts
frontend/src/ | <style | no style in a view: style sheets hold them
frontend/src/ | inner_html | no markup from texts
frontend/src/ but lib | cfg(feature cfg(not( cfg(target cfg!( | no `cfg` below lib.rs: both sides render the same tree";

/// Whether a text or a file breaks a rule.
type Breaks<T> = fn(&T) -> bool;

/// Forbidden string literals in Rust files: the files, as above, and whether a text breaks the rule. The source of the tests'
/// structure has an address.
const TEXTS: [(&str, Breaks<str>, &str); 2] = [
    (
        "frontend/src/ but route",
        |text| {
            let path = text.strip_prefix('/');
            path.is_some_and(|it| it.starts_with(|c: char| c.is_ascii_alphabetic() || c == '{'))
        },
        "URLs are written in route.rs and nowhere else",
    ),
    (
        "frontend/src/ but sample",
        |text| {
            // XML namespaces look like URLs, but are not fetched.
            let text = text.replace("http://www.w3.org/", "");
            text.contains("http://") || text.contains("https://")
        },
        "no address of anybody else in the front end: links to sources come with the data",
    ),
];

/// Forbidden names and beginnings of Rust files.
const FILES: [(Breaks<File>, &str); 3] = [
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
const CORE_DEPENDENCIES: [&str; 4] = ["borsh", "schemars", "serde", "thiserror"];

pub(super) fn broken(tree: &Tree) -> Vec<Violation> {
    let mut violations: Vec<Violation> = tree.rust("").flat_map(of_rust).collect();
    violations.extend(core_depends_on_little(tree));
    violations.extend(layers::core_imports_from_lower_layers(tree));
    violations.extend(layers::modules_import_in_no_circle(tree));
    violations.extend(styles::colours_and_pixels_are_tokens(tree));
    violations
}

fn of_rust(file: &File) -> Vec<Violation> {
    let Source { code, texts } = source::parse(&file.text);
    let mut violations = Vec::new();
    let mut add = |line, message: &str| violations.push(file.violation(line, message));
    for (_, message) in FILES.iter().filter(|(is_broken, _)| is_broken(file)) {
        add(1, message);
    }
    for rule in WORDS.lines() {
        let mut parts = rule.split(" | ").map(str::trim);
        let mut part = || parts.next().unwrap_or_default();
        let (files, words, message) = (part(), part(), part());
        for word in words.split(' ').filter(|_| is_about(files, &file.path)) {
            let message = message.replace("{}", word);
            lines_with(&code, word).for_each(|line| add(line, &message));
        }
    }
    let rules = TEXTS
        .iter()
        .filter(|(files, ..)| is_about(files, &file.path));
    for (_, is_bad, message) in rules {
        let bad = texts.iter().filter(|(_, text)| is_bad(text));
        bad.for_each(|(line, _)| add(*line, message));
    }
    if is_about("frontend/src/", &file.path) {
        let bodies = lines_with(&code, "<tbody").count();
        let message = "a <table> has a <tbody>: browsers insert one, and hydration breaks";
        let tables = lines_with(&code, "<table").skip(bodies);
        tables.for_each(|line| add(line, message));
    }
    violations
}

/// Whether a rule for these files is about the file at that path. A module is a file and its folder.
fn is_about(files: &str, path: &str) -> bool {
    let (folder, module) = files.split_once(" but ").unwrap_or((files, ""));
    let name = path.strip_prefix(folder);
    let is_in = |name: &str| {
        let rest = name.strip_prefix(module).filter(|_| !module.is_empty());
        rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
    };
    name.is_some_and(|name| !is_in(name))
}

fn core_depends_on_little(tree: &Tree) -> Vec<Violation> {
    let manifest = tree.file("core/Cargo.toml");
    let of_manifest = |manifest: &File| {
        let lines = (1..).zip(manifest.text.lines());
        let section = lines
            .skip_while(|(_, line)| *line != "[dependencies]")
            .skip(1);
        let section = section.take_while(|(_, line)| !line.starts_with('['));
        let names = section.map(|(at, line)| (at, line.split(['.', ' ', '=', '#']).next()));
        let names = names.filter_map(|(at, name)| Some((at, name.filter(|it| !it.is_empty())?)));
        let foreign = names.filter(|(_, name)| !CORE_DEPENDENCIES.contains(name));
        let violation =
            |(at, name)| manifest.violation(at, format!("core does not depend on `{name}`"));
        foreign.map(violation).collect::<Vec<_>>()
    };
    manifest.into_iter().flat_map(of_manifest).collect()
}

/// The lines of code that contain `needle`, except at the end of a longer word.
fn lines_with<'a>(code: &'a str, needle: &'a str) -> impl Iterator<Item = usize> + 'a {
    let has_word = move |line: &str| {
        line.match_indices(needle).any(|(at, _)| {
            !line[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_')
        })
    };
    let lines = (1..).zip(code.lines());
    lines.filter_map(move |(at, line)| has_word(line).then_some(at))
}
