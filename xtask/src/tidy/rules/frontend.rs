//! What the front end never does.

use super::{in_code, violation};
use crate::tidy::Violation;
use crate::tidy::source;
use crate::tidy::tree::{File, Tree};

const FRONTEND: &str = "frontend/src/";
/// The XML namespaces, which look like URLs and are fetched by nobody.
const NAMESPACES: &str = "http://www.w3.org/";

/// The files of the front end outside one module (a file and its folder).
fn outside<'a>(tree: &'a Tree, module: &'static str) -> impl Iterator<Item = &'a File> {
    tree.rust(FRONTEND).filter(move |file| {
        let name = &file.path[FRONTEND.len()..];
        !name
            .strip_prefix(module)
            .is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
    })
}

pub(super) fn browser_is_named_in_one_module(tree: &Tree) -> Vec<Violation> {
    let message = "`web_sys` is named in browser.rs and nowhere else";
    outside(tree, "browser")
        .flat_map(|file| in_code(file, "web_sys", message))
        .collect()
}

pub(super) fn urls_are_written_in_one_module(tree: &Tree) -> Vec<Violation> {
    let is_path = |text: &str| {
        let mut chars = text.chars();
        chars.next() == Some('/')
            && chars
                .next()
                .is_some_and(|next| next.is_ascii_alphabetic() || next == '{')
    };
    in_texts(
        outside(tree, "route"),
        is_path,
        "URLs are written in route.rs and nowhere else",
    )
}

pub(super) fn views_ask_no_stranger(tree: &Tree) -> Vec<Violation> {
    let is_url = |text: &str| {
        let text = text.replace(NAMESPACES, "");
        text.contains("http://") || text.contains("https://")
    };
    let message =
        "no address of anybody else in the front end: links to sources come with the data";
    in_texts(tree.rust(FRONTEND), is_url, message)
}

pub(super) fn views_have_no_inline_style_or_script(tree: &Tree) -> Vec<Violation> {
    let needles = [
        (
            "style=",
            "no inline style: a class, or the geometry of SVG attributes",
        ),
        (
            "style:",
            "no inline style: a class, or the geometry of SVG attributes",
        ),
        ("<script", "no script in a view: shell.rs names the scripts"),
        ("<style", "no style in a view: static/css holds them"),
        ("inner_html", "no markup from texts"),
    ];
    let mut violations = Vec::new();
    for file in tree.rust(FRONTEND) {
        for (needle, message) in needles {
            violations.extend(in_code(file, needle, message));
        }
    }
    violations
}

pub(super) fn views_are_the_same_on_both_sides(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in outside(tree, "lib") {
        for needle in ["cfg(feature", "cfg(not(", "cfg(target", "cfg!("] {
            let message = "no `cfg` below lib.rs: both sides render the same tree";
            violations.extend(in_code(file, needle, message));
        }
    }
    violations
}

pub(super) fn tables_have_bodies(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.rust(FRONTEND) {
        let tables = in_code(
            file,
            "<table",
            "a <table> has a <tbody>: browsers insert one, and hydration breaks",
        );
        let bodies = in_code(file, "<tbody", "").len();
        violations.extend(tables.into_iter().skip(bodies));
    }
    violations
}

/// Texts of Rust files that are not as they should be.
fn in_texts<'a>(
    files: impl Iterator<Item = &'a File>,
    is_bad: impl Fn(&str) -> bool,
    message: &str,
) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in files {
        let bad = source::parse(&file.text)
            .texts
            .into_iter()
            .filter(|(_, text)| is_bad(text));
        violations.extend(bad.map(|(line, _)| violation(file, line, message.to_owned())));
    }
    violations
}
