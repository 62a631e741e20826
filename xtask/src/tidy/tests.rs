//! Each rule finds its specimen, and only that.

use super::tree::File;
use super::*;

/// Checks one file on its own; the findings as `line: message`.
#[track_caller]
fn check(path: &str, text: &str, expected: &[&str]) {
    let text = if path.ends_with(".rs") && !text.starts_with("//!") {
        format!("//! .\n{text}")
    } else {
        text.to_owned()
    };
    let file = File {
        path: path.to_owned(),
        text,
    };
    let found: Vec<String> = super::check(&Tree { files: vec![file] })
        .into_iter()
        .map(|violation| format!("{}: {}", violation.line, violation.message))
        .collect();
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            found.contains(expected),
            "{found} does not contain {expected}"
        );
    }
}

#[test]
fn core_is_pure() {
    check(
        "core/src/a.rs",
        "use std::fs;",
        &["2: `std::fs`: core does no I/O"],
    );
    check("core/src/a.rs", "println!()", &["core does not print"]);
    check("core/src/a.rs", "eprintln!()", &["`eprintln!`"]);
    check("core/src/a.rs", "// std::fs\n/* tokio */ \"axum\"", &[]);
    check("server/src/a.rs", "use std::fs;", &[]);
    check(
        "core/Cargo.toml",
        "[dependencies]\nserde.workspace = true\nrand = \"1\"\n[lints]\nx = 1",
        &["3: core does not depend on `rand`"],
    );
}

#[test]
fn core_imports_from_lower_layers() {
    check("core/src/release.rs", "use crate::units::A;", &[]);
    check(
        "core/src/release/a.rs",
        "use crate::units::A;\nuse crate::catalogue::B;",
        &["3: `release` does not import `catalogue`"],
    );
    check(
        "core/src/point.rs",
        "fn f(a: crate::span::A) {}",
        &["2: `point` does not import `span`"],
    );
    check(
        "core/src/diff.rs",
        "use crate::layout::{A, B};\nuse crate::{\n    arch,\n    decode::{A, wire::{B, C}},\n    units,\n};",
        &[
            "`diff` does not import `decode`",
            "`diff` does not import `wire`",
        ],
    );
    check("core/src/diff/wire.rs", "use crate::decode::wire::A;", &[]);
    check("core/src/wire.rs", "use crate::decode::A;", &[]);
    check(
        "core/src/diff.rs",
        "#[cfg(test)]\nmod tests {\n    use crate::wire::A;\n}",
        &[],
    );
    check(
        "core/src/lib.rs",
        "pub mod strange;\n#[cfg(test)]\nmod sample;",
        &[
            "1: `LAYERS` of tidy has modules",
            "2: `strange` is in no layer",
        ],
    );
    let [lib, diff] = [
        ("core/src/lib.rs", "pub use release::{Build, Release};"),
        ("core/src/units.rs", "use crate::Release;"),
    ]
    .map(|(path, text)| File {
        path: path.to_owned(),
        text: format!("//! .\n{text}"),
    });
    let tree = Tree {
        files: vec![lib, diff],
    };
    let found = super::check(&tree);
    let of_units = found.iter().filter(|it| it.path == "core/src/units.rs");
    assert_eq!(of_units.count(), 1, "{found:#?}");
}

#[test]
fn tests_run_and_do_not_sleep() {
    check(
        "server/src/a.rs",
        "#[ignore]\nfn f() {}",
        &["no test is ignored"],
    );
    check("tests/tests/a.rs", "thread::sleep(x)", &["no test sleeps"]);
    check("tests/src/browser/session.rs", "sleep(x)", &[]);
}

#[test]
fn files_are_named_and_begin_as_they_should() {
    check("core/src/a/mod.rs", "", &["never `mod.rs`"]);
    check("core/src/a.rs", "//! What it decides.", &[]);
    check("server/build.rs", "", &["no build scripts"]);
    let bare = Tree {
        files: vec![File {
            path: "core/src/a.rs".to_owned(),
            text: "fn f() {}".to_owned(),
        }],
    };
    assert_eq!(super::check(&bare).len(), 1);
}

#[test]
fn the_front_end_keeps_to_its_modules() {
    check(
        "frontend/src/pages/a.rs",
        "web_sys::window()",
        &["named in browser.rs"],
    );
    check("frontend/src/browser.rs", "web_sys::window()", &[]);
    check("frontend/src/browser/file.rs", "web_sys::window()", &[]);
    check(
        "frontend/src/pages/a.rs",
        "format!(\"/structures/{x}\")",
        &["URLs are written in route.rs"],
    );
    check("frontend/src/pages/a.rs", "\"/\" \"a / b\" \"/ b\"", &[]);
    check("frontend/src/route/a.rs", "\"/structures\"", &[]);
    check(
        "frontend/src/a.rs",
        "\"https://example.org\"",
        &["no address of anybody else"],
    );
    check("frontend/src/a.rs", "\"http://www.w3.org/2000/svg\"", &[]);
}

#[test]
fn views_are_plain_and_the_same_on_both_sides() {
    check("frontend/src/a.rs", "<p style=\"x\">", &["no inline style"]);
    check(
        "frontend/src/a.rs",
        "<p style:width=x>",
        &["no inline style"],
    );
    check("frontend/src/a.rs", "<script>", &["no script in a view"]);
    check(
        "frontend/src/a.rs",
        "#[cfg(feature = \"ssr\")]",
        &["no `cfg`"],
    );
    check("frontend/src/a.rs", "#[cfg(test)]", &[]);
    check(
        "frontend/src/a.rs",
        "inner_html=x",
        &["no markup from texts"],
    );
    check("frontend/src/lib.rs", "#[cfg(feature = \"ssr\")]", &[]);
    check(
        "frontend/src/a.rs",
        "<table>\n<tr>",
        &["a <table> has a <tbody>"],
    );
    check("frontend/src/a.rs", "<table>\n<tbody>", &[]);
}

#[test]
fn style_sheets_name_tokens() {
    check("static/css/10-a.css", "a { color: #fff; }", &["a colour"]);
    check(
        "static/css/10-a.css",
        "a { color: hsl(1 2 3); }",
        &["a colour"],
    );
    check(
        "static/css/10-a.css",
        "a { border: 1px solid var(--line); }",
        &["a size in pixels"],
    );
    check(
        "static/css/10-a.css",
        "/* 1px #fff */\n#fade { width: 50%; }",
        &[],
    );
    check(
        "static/css/00-tokens.css",
        "a { color: #fff; width: 1px }",
        &[],
    );
}
