//! The licences of every crate that is in the binary or in the site inside it: name, version, what it is licensed under, and
//! the texts that it comes with.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::failure::Failure;
use crate::process;

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

/// All of them in one text.
pub(super) fn all() -> Result<String, Failure> {
    let arguments = ["metadata", "--format-version=1", "--locked"];
    let features = ["--features=strata-frontend/ssr,strata-frontend/hydrate"];
    let json = process::output(process::cargo().args(arguments).args(features))?;
    let metadata: Metadata = serde_json::from_str(&json)
        .map_err(|error| Failure::new(format!("cargo metadata: {error}")))?;
    let inside = inside(&metadata);
    let mut text = "What is inside Strata's binary and its site, and under which licence. Strata itself is licensed under MIT or \
        Apache-2.0.\n"
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
    let rule = "=".repeat(78);
    // A string takes whatever is written.
    let _ = write!(text, "\n{rule}\n{name} {version}: {licence}\n{rule}\n");
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
        let text = all().unwrap();
        for inside in ["\ntokio ", "\nleptos ", "\nring ", "\nborsh ", "\nweb-sys "] {
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
    }
}
