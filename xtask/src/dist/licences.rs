//! The licences of everything in the binary and in the site embedded in it: name, version, licence and licence texts of
//! each crate; those of the C library where it is linked in; and those of Rust's own.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::{process, workspace};

/// The roots of the dependency graph: the server with its pages, and the pages in the browser.
const ROOTS: [&str; 2] = ["strata-server", "strata-frontend"];

/// The copyright notice of a static binary's C library, before the common text of the MIT licence.
const MUSL: &str = "musl, the C library inside the static binary: MIT; the file COPYRIGHT at https://musl.libc.org names the authors of \
    its parts";
const MUSL_COPYRIGHT: &str = "Copyright © 2005-2020 Rich Felker, et al.";
/// The start of that text.
const MIT: &str = "Permission is hereby granted";

/// The licences of Rust's standard library, which come with the compiler.
pub(super) fn of_rust() -> Result<PathBuf> {
    Ok(process::sysroot()?.join("share/doc/rust/COPYRIGHT-library.html"))
}

/// All other licences in one text; with the C library's where the binary is linked with musl.
pub(super) fn all(with_musl: bool) -> Result<String> {
    let features = "--features=strata-frontend/ssr,strata-frontend/hydrate";
    let line = format!("metadata --format-version=1 --locked {features}");
    let json = process::output(&mut process::cargo(&line))?;
    let metadata: Value = serde_json::from_str(&json).context("cargo metadata")?;
    let inside = inside(&metadata);
    let mut text = "What is inside Strata's binary and its site, and under which licence. Strata itself is licensed under MIT or \
        Apache-2.0; of Rust's standard library, LICENCES-rust.html tells.\n"
        .to_owned();
    let linked = list(&metadata["packages"]).iter();
    let linked = linked.filter(|it| !it["source"].is_null() && inside.contains(word(&it["id"])));
    let packages: BTreeMap<(&str, &str), &Value> = linked
        .map(|it| ((word(&it["name"]), word(&it["version"])), it))
        .collect();
    for package in packages.values() {
        add(&mut text, package)?;
    }
    if with_musl {
        let mit = workspace::text(&workspace::root().join("LICENSE-MIT"))?;
        let terms = mit.find(MIT).map_or("", |at| &mit[at..]);
        headed(&mut text, MUSL);
        let _ = write!(text, "\n{MUSL_COPYRIGHT}\n\n{}\n", terms.trim_end());
    }
    Ok(text)
}

/// The packages that are linked, reachable from the roots; build and test dependencies are not.
fn inside(metadata: &Value) -> BTreeSet<&str> {
    let nodes = list(&metadata["resolve"]["nodes"]).iter();
    let nodes: BTreeMap<&str, &Value> = nodes.map(|node| (word(&node["id"]), node)).collect();
    let ours = list(&metadata["packages"]).iter();
    let roots = ours.filter(|it| it["source"].is_null() && ROOTS.contains(&word(&it["name"])));
    let mut open: Vec<&str> = roots.map(|it| word(&it["id"])).collect();
    let mut inside = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !inside.insert(id) {
            continue;
        }
        let kinds = |it: &&Value| list(&it["dep_kinds"]).iter().any(|it| it["kind"].is_null());
        let dependencies = nodes.get(id).map_or(&[][..], |node| list(&node["deps"]));
        open.extend(dependencies.iter().filter(kinds).map(|it| word(&it["pkg"])));
    }
    inside
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn add(text: &mut String, package: &Value) -> Result<()> {
    let (name, version) = (word(&package["name"]), word(&package["version"]));
    let licence = package["license"].as_str();
    let licence = licence
        .or(package["license_file"].as_str())
        .with_context(|| format!("{name} {version} does not say its licence"))?;
    headed(text, &format!("{name} {version}: {licence}"));
    let folder = Path::new(word(&package["manifest_path"]))
        .parent()
        .unwrap_or_else(|| Path::new("."));
    let mut files = workspace::list(folder)?;
    files.retain(|path| path.is_file() && is_licence(path));
    for file in files {
        let content = workspace::read(&file)?;
        let _ = write!(text, "\n{}\n", String::from_utf8_lossy(&content).trim_end());
    }
    Ok(())
}

/// Writes the heading of a section. Writing to a string cannot fail.
fn headed(text: &mut String, head: &str) {
    let rule = "=".repeat(78);
    let _ = write!(text, "\n{rule}\n{head}\n{rule}\n");
}

fn is_licence(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.to_ascii_uppercase();
    ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"]
        .iter()
        .any(|begins| name.starts_with(begins))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_inside_is_named_and_what_only_tests_is_not() {
        let text = all(true).unwrap();
        for inside in [
            "\ntokio ",
            "\nleptos ",
            "\nring ",
            "\nborsh ",
            "\nweb-sys ",
            "\nmusl, ",
        ] {
            assert!(text.contains(inside), "{inside}");
        }
        for outside in [
            "\nthirtyfour ",
            "\njsonschema ",
            "\nproptest ",
            "\nstrata-core ",
        ] {
            assert!(!text.contains(outside), "{outside}");
        }
        assert!(text.contains("Permission is hereby granted, free of charge"));
        // The crate libm, made from musl's sources, has the same line: ours is the last.
        let (_, of_musl) = text.rsplit_once(MUSL_COPYRIGHT).unwrap();
        assert!(of_musl.trim_start().starts_with(MIT));
        assert!(!all(false).unwrap().contains("\nmusl, "));
    }

    #[test]
    fn the_compiler_brings_its_own() {
        assert!(of_rust().unwrap().is_file());
    }
}
