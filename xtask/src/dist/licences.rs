//! The licences of everything in the binary and in the site embedded in it: name, version, licence and licence texts of
//! each crate; those of the C library where it is linked in; and those of Rust's own.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::{process, workspace};

/// Lists the packages that are linked: those that the server with its pages, and the pages in the browser, depend on. Build and
/// test dependencies are not.
const LINKED: &str = "tree --package=strata-server --package=strata-frontend --edges=normal --target=all --prefix=none --locked \
    --features=strata-server/embed-site,strata-frontend/ssr,strata-frontend/hydrate";
/// Tells about every package of the workspace.
const METADATA: &str = "metadata --format-version=1 --locked";

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
    let linked = process::output(&mut process::cargo(LINKED))?;
    let linked = String::from_utf8(linked)?;
    // `anyhow v1.0.102`, perhaps followed by more.
    let linked = linked.lines().filter_map(|line| {
        let mut words = line.split(' ');
        Some((words.next()?, words.next()?.strip_prefix('v')?))
    });
    let linked: BTreeSet<(&str, &str)> = linked.collect();
    let metadata = process::output(&mut process::cargo(METADATA))?;
    let metadata: Value = serde_json::from_slice(&metadata).context("cargo metadata")?;
    let mut text = "What is inside Strata's binary and its site, and under which licence. Strata itself is licensed under MIT or \
        Apache-2.0; of Rust's standard library, LICENCES-rust.html tells.\n"
        .to_owned();
    // Cargo lists them by name and version.
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let word = |key: &str| package[key].as_str();
        let (name, version) = (word("name").unwrap_or(""), word("version").unwrap_or(""));
        if word("source").is_none() || !linked.contains(&(name, version)) {
            continue;
        }
        let licence = word("license").or(word("license_file"));
        let licence =
            licence.with_context(|| format!("{name} {version} does not say its licence"))?;
        text += &headed(&format!("{name} {version}: {licence}"));
        let manifest = Path::new(word("manifest_path").unwrap_or(""));
        let mut files = workspace::list(manifest.parent().unwrap_or(manifest))?;
        files.retain(|path| path.is_file() && is_licence(path));
        for file in files {
            let content = workspace::read(&file)?;
            let content = String::from_utf8_lossy(&content);
            text += &format!("\n{}\n", content.trim_end());
        }
    }
    if with_musl {
        let mit = workspace::text(&workspace::root().join("LICENSE-MIT"))?;
        let terms = mit.find(MIT).map_or("", |at| &mit[at..]);
        text += &headed(MUSL);
        text += &format!("\n{MUSL_COPYRIGHT}\n\n{}\n", terms.trim_end());
    }
    Ok(text)
}

fn headed(head: &str) -> String {
    let rule = "=".repeat(78);
    format!("\n{rule}\n{head}\n{rule}\n")
}

fn is_licence(path: &Path) -> bool {
    let name = workspace::name(path).to_ascii_uppercase();
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
        let has = |name: &&str| text.contains(&format!("\n{name} "));
        let outside = ["thirtyfour", "jsonschema", "proptest", "strata-core"];
        let inside = ["tokio", "leptos", "ring", "borsh", "web-sys", "musl,"];
        assert_eq!(inside.iter().find(|it| !has(it)), None);
        assert_eq!(outside.iter().find(|it| has(it)), None);
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
