//! Tests: each rule finds its specimen, and only that.

use super::*;

/// A path, its content (`\n` ends a line), and the expected violation.
const SPECIMENS: &str = r#"
core/src/a.rs | use std::fs; | 2: `std::fs`: core does no I/O
core/src/a.rs | println!() | core does not print
core/src/a.rs | eprintln!() | `eprintln!`
core/src/a.rs | // std::fs\n/* tokio */ "axum" |
server/src/a.rs | use std::fs; |
core/Cargo.toml | [dependencies]\nserde.workspace = true\nrand = "1"\n[lints]\nx = 1 | 3: core does not depend on `rand`
core/src/release.rs | use crate::units::A; |
core/src/release/a.rs | use crate::units::A;\nuse crate::catalogue::B; | 3: `release` does not import `catalogue`
core/src/point.rs | fn f(a: crate::span::A) {} | 2: `point` does not import `span`
core/src/diff.rs | use crate::layout::{A, B};\nuse crate::{\n    arch,\n    decode::{A, wire::{B, C}},\n    units,\n}; | `diff` does not import `decode` | `diff` does not import `wire`
core/src/diff/wire.rs | use crate::decode::wire::A; |
core/src/wire.rs | use crate::decode::A; |
core/src/diff.rs | #[cfg(test)]\nmod tests {\n    use crate::wire::A;\n} |
core/src/lib.rs | pub mod strange;\n#[cfg(test)]\nmod sample; | 1: `LAYERS` of tidy has modules | 2: `strange` is in no layer
server/src/a.rs | #[ignore]\nfn f() {} | no test is ignored
tests/tests/a.rs | thread::sleep(x) | no test sleeps
tests/src/browser/session.rs | sleep(x) |
core/src/a/mod.rs | | never `mod.rs`
core/src/a.rs | //! What it decides. |
server/build.rs | | no build scripts
frontend/src/pages/a.rs | web_sys::window() | named in browser.rs
frontend/src/browser.rs | web_sys::window() |
frontend/src/browser/file.rs | web_sys::window() |
frontend/src/pages/a.rs | format!("/structures/{x}") | URLs are written in route.rs
frontend/src/pages/a.rs | "/" "a / b" "/ b" |
frontend/src/route/a.rs | "/structures" |
frontend/src/a.rs | "https://example.org" | no address of anybody else
frontend/src/a.rs | "http://www.w3.org/2000/svg" |
frontend/src/a.rs | <p style="x"> | no inline style
frontend/src/a.rs | <p style:width=x> | no inline style
frontend/src/a.rs | <script> | no script in a view
frontend/src/a.rs | #[cfg(feature = "ssr")] | no `cfg`
frontend/src/a.rs | #[cfg(test)] |
frontend/src/a.rs | inner_html=x | no markup from texts
frontend/src/lib.rs | #[cfg(feature = "ssr")] |
frontend/src/a.rs | <table>\n<tr> | a <table> has a <tbody>
frontend/src/a.rs | <table>\n<tbody> |
static/css/10-a.css | a { color: #fff; } | a colour
static/css/10-a.css | a { color: hsl(1 2 3); } | a colour
static/css/10-a.css | a { border: 1px solid var(--line); } | a size in pixels
static/css/10-a.css | /* 1px #fff */\n#fade { width: 50%; } |
static/css/00-tokens.css | a { color: #fff; width: 1px } |
"#;

fn file(path: &str, text: &str) -> File {
    File {
        path: path.to_owned(),
        text: text.to_owned(),
    }
}

fn found(files: Vec<File>) -> Vec<Violation> {
    check(&Tree { files })
}

#[test]
fn each_rule_finds_its_specimen() {
    for line in SPECIMENS.lines().skip(1) {
        let mut parts = line.split('|').map(str::trim);
        let (path, text) = (parts.next().unwrap(), parts.next().unwrap());
        let mut text = text.replace("\\n", "\n");
        if path.ends_with(".rs") && !text.starts_with("//!") {
            text.insert_str(0, "//! .\n");
        }
        let expected: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        let found = found(vec![file(path, &text)]);
        let found: Vec<String> = found
            .iter()
            .map(|it| format!("{}: {}", it.line, it.message))
            .collect();
        assert_eq!(found.len(), expected.len(), "{line}: {found:#?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.contains(expected), "{found} lacks {expected}");
        }
    }
}

#[test]
fn what_a_crate_exports_is_in_its_module() {
    let lib = "//! .\npub use release::{Build, Release};";
    let units = file("core/src/units.rs", "//! .\nuse crate::Release;");
    let found = found(vec![file("core/src/lib.rs", lib), units]);
    let of_units = found.iter().filter(|it| it.path == "core/src/units.rs");
    assert_eq!(of_units.count(), 1, "{found:#?}");
}

#[test]
fn modules_in_a_circle_are_told() {
    let module = |name: &str, text: &str| file(&format!("server/src/{name}.rs"), text);
    let found = found(vec![
        module("a/inner", "//! .\nuse crate::a;\nuse crate::b::B;"),
        module("b", "//! .\nuse crate::c::{C, D};"),
        module("c", "//! .\nfn f() {\n    crate::a::f();\n}"),
        module("d", "//! .\nuse crate::a::A;"),
        module(
            "e",
            "//! .\n#[cfg(test)]\nmod tests {\n    use crate::d::D;\n}",
        ),
    ]);
    let lines: Vec<(&str, usize)> = found.iter().map(|it| (&*it.path, it.line)).collect();
    let expected = [
        ("server/src/a/inner.rs", 3),
        ("server/src/b.rs", 2),
        ("server/src/c.rs", 3),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_file_without_its_first_line_is_told() {
    let bare = file("core/src/a.rs", "fn f() {}");
    assert_eq!(found(vec![bare]).len(), 1);
}
