//! `cargo xtask build`: the release binary, with the site and the data embedded.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::site::{self, File};
use crate::wasm::Profile;
use crate::{process, workspace};

/// The folders of the data files, and the extensions of the files that the server reads.
const DATA: [&str; 3] = ["data", "data/structures", "data/types"];
const READ: [&str; 3] = ["toml", "strata", "txt"];

/// Builds the site, and the server with the site embedded.
pub(crate) fn run() -> Result<()> {
    println!("{}", build(None)?.display());
    Ok(())
}

/// The same for a target, or for this machine; returns the path of the binary.
pub(crate) fn build(target: Option<&str>) -> Result<PathBuf> {
    let embedded = embedded(&site::build(Profile::Small, &[])?)?;
    let build = "build --package=strata-server --bin=strata --release --features=embed-site";
    let mut cargo = process::cargo(build);
    cargo.args(target.map(|target| format!("--target={target}")));
    process::run(cargo.env("STRATA_EMBEDDED", embedded))?;
    let folder = workspace::target().join(target.unwrap_or_default());
    Ok(folder.join("release").join(program(target)))
}

/// The file name of the binary; Windows needs an extension.
pub(crate) fn program(target: Option<&str>) -> &'static str {
    match target {
        Some(target) if target.contains("-windows-") => "strata.exe",
        _ => "strata",
    }
}

/// Prepares the embedded files in a folder named after its content: the site's package without the plain forms of files
/// that are there as brotli (the server unpacks those), and the data files, compressed.
fn embedded(site: &Path) -> Result<PathBuf> {
    let mut files = Vec::new();
    for package in workspace::list(site)? {
        let all = workspace::list(&package)?;
        for path in &all {
            let name = path
                .strip_prefix(site)
                .unwrap_or(path)
                .display()
                .to_string();
            if !all.contains(&site.join(format!("{name}.br"))) {
                let bytes = workspace::read(path)?;
                files.push(File { name, bytes });
            }
        }
    }
    for folder in DATA {
        for path in workspace::list(&workspace::root().join(folder))? {
            let (name, end) = (path.file_name(), path.extension());
            if let (Some(name), Some(end)) = (name, end)
                && READ.iter().any(|read| end == *read)
            {
                let name = format!("{folder}/{}.br", name.display());
                let bytes = site::brotli(&workspace::read(&path)?);
                let bytes = bytes.with_context(|| workspace::cannot("compress", &path))?;
                files.push(File { name, bytes });
            }
        }
    }
    let all = workspace::target().join("embedded");
    let hash = site::hash(&files);
    let folder = all.join(&hash);
    if !folder.is_dir() {
        site::replace(&all, &hash, &files)?;
    }
    Ok(folder)
}
