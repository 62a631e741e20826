//! The licences of everything that is in the binary or in the site inside it: of each crate its name, version, what it is
//! licensed under, and the texts that it comes with; those of the C library where that is inside; and those of Rust's own.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::failure::Failure;
use crate::{process, workspace};

/// Where the graph begins: the server with its pages, and the pages as they are in the browser.
const ROOTS: [&str; 2] = ["strata-server", "strata-frontend"];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    license_file: Option<String>,
    manifest_path: String,
    source: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    kind: Option<String>,
}

/// What the C library of a static binary says of itself, before the text that all under MIT share.
const MUSL: &str = "musl, the C library inside the static binary: MIT; the file COPYRIGHT at https://musl.libc.org names the authors of \
    its parts";
const MUSL_COPYRIGHT: &str = "Copyright © 2005-2020 Rich Felker, et al.";
/// How that text begins.
const MIT: &str = "Permission is hereby granted";

/// Those of Rust's standard library, which come with the compiler.
pub(super) fn of_rust() -> Result<PathBuf, Failure> {
    let mut rustc = Command::new("rustc");
    rustc
        .args(["--print", "sysroot"])
        .current_dir(workspace::root());
    let sysroot = process::output(&mut rustc)?;
    let documents = Path::new(sysroot.trim()).join("share/doc/rust");
    Ok(documents.join("COPYRIGHT-library.html"))
}

/// All others in one text; with the C library's where the binary is linked with musl.
pub(super) fn all(with_musl: bool) -> Result<String, Failure> {
    let arguments = ["metadata", "--format-version=1", "--locked"];
    let features = ["--features=strata-frontend/ssr,strata-frontend/hydrate"];
    let json = process::output(process::cargo().args(arguments).args(features))?;
    let metadata: Metadata = serde_json::from_str(&json)
        .map_err(|error| Failure::new(format!("cargo metadata: {error}")))?;
    let inside = inside(&metadata);
    let mut text = "What is inside Strata's binary and its site, and under which licence. Strata itself is licensed under MIT or \
        Apache-2.0; of Rust's standard library, LICENCES-rust.html tells.\n"
        .to_owned();
    let packages: BTreeMap<(&str, &str), &Package> = metadata
        .packages
        .iter()
        .filter(|it| it.source.is_some() && inside.contains(it.id.as_str()))
        .map(|it| ((it.name.as_str(), it.version.as_str()), it))
        .collect();
    for package in packages.values() {
        add(&mut text, package)?;
    }
    if with_musl {
        let file = workspace::root().join("LICENSE-MIT");
        let mit =
            fs::read_to_string(&file).map_err(|error| Failure::file("read", &file, &error))?;
        let terms = mit.find(MIT).map_or("", |at| &mit[at..]);
        headed(&mut text, MUSL);
        let _ = write!(text, "\n{MUSL_COPYRIGHT}\n\n{}\n", terms.trim_end());
    }
    Ok(text)
}

/// Everything that is linked, reached from the roots; what only builds or tests is not.
fn inside(metadata: &Metadata) -> BTreeSet<&str> {
    let nodes: BTreeMap<&str, &Node> = metadata
        .resolve
        .nodes
        .iter()
        .map(|node| (node.id.as_str(), node))
        .collect();
    let roots = metadata
        .packages
        .iter()
        .filter(|it| it.source.is_none() && ROOTS.contains(&it.name.as_str()));
    let mut open: Vec<&str> = roots.map(|it| it.id.as_str()).collect();
    let mut inside = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !inside.insert(id) {
            continue;
        }
        let linked = |it: &&Dependency| it.dep_kinds.iter().any(|kind| kind.kind.is_none());
        let dependencies = nodes.get(id).map_or(&[][..], |node| &node.deps);
        open.extend(dependencies.iter().filter(linked).map(|it| it.pkg.as_str()));
    }
    inside
}

fn add(text: &mut String, package: &Package) -> Result<(), Failure> {
    let Package { name, version, .. } = package;
    let licence = package
        .license
        .as_deref()
        .or(package.license_file.as_deref())
        .ok_or_else(|| Failure::new(format!("{name} {version} does not say its licence")))?;
    headed(text, &format!("{name} {version}: {licence}"));
    let folder = Path::new(&package.manifest_path)
        .parent()
        .unwrap_or_else(|| Path::new("."));
    let mut files: Vec<_> = fs::read_dir(folder)
        .map_err(|error| Failure::file("read", folder, &error))?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_file() && is_licence(path))
        .collect();
    files.sort();
    for file in files {
        let content = fs::read(&file).map_err(|error| Failure::file("read", &file, &error))?;
        let _ = write!(text, "\n{}\n", String::from_utf8_lossy(&content).trim_end());
    }
    Ok(())
}

/// Begins what is said of one thing. A string takes whatever is written.
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
        // The crate libm, made of musl's sources, brings the same line: ours is the last.
        let (_, of_musl) = text.rsplit_once(MUSL_COPYRIGHT).unwrap();
        assert!(of_musl.trim_start().starts_with(MIT));
        assert!(!all(false).unwrap().contains("\nmusl, "));
    }

    #[test]
    fn the_compiler_brings_its_own() {
        assert!(of_rust().unwrap().is_file());
    }
}
