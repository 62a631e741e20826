//! `cargo xtask build`: the release binary, with the site and the data embedded. `cargo xtask serve`: the debug server.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::site::{self, Files};
use crate::wasm::Profile;
use crate::{process, workspace};

/// The folders of the data files, and the extensions of the files that the server reads.
const DATA: [&str; 3] = ["data", "data/structures", "data/types"];
const READ: [&str; 3] = ["toml", "strata", "txt"];

/// Builds the site, and the server with the site embedded, for a target or for this machine; returns the path of the
/// binary.
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

/// Builds the site and the debug server, and becomes the server.
pub(crate) fn serve(args: &[&str]) -> Result<()> {
    let server = "build --package=strata-server --bin=strata";
    let site = site::build(Profile::Quick, &[server])?;
    let mut command = Command::new(workspace::built("strata"));
    become_server(command.arg("serve").args(args).env("STRATA_SITE", site))
}

/// Replaces the process, so that signals reach the server directly.
#[cfg(unix)]
fn become_server(command: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    let error = anyhow::Error::from(command.exec());
    Err(error.context(process::cannot_start(command)))
}

#[cfg(not(unix))]
fn become_server(command: &mut Command) -> Result<()> {
    process::run(command)
}

/// Prepares the embedded files in a folder named after its content: the site's package without the plain forms of files
/// that are there as brotli (the server unpacks those), and the data files; those that few commands read are compressed.
fn embedded(site: &Path) -> Result<PathBuf> {
    let mut files = Files::new();
    for path in workspace::walk(site, &[])? {
        let name = path.strip_prefix(site)?.to_string_lossy().into_owned();
        files.insert(name, workspace::read(&path)?);
    }
    let names: Vec<String> = files.keys().cloned().collect();
    files.retain(|name, _| names.binary_search(&format!("{name}.br")).is_err());
    for folder in DATA {
        for path in workspace::list(&workspace::root().join(folder))? {
            if path
                .extension()
                .is_some_and(|end| READ.iter().any(|it| end == *it))
            {
                let name = format!("{folder}/{}", workspace::name(&path));
                let bytes = workspace::read(&path)?;
                if name.ends_with(".txt") {
                    let bytes = workspace::done("compress", &path, site::brotli(&bytes))?;
                    files.insert(format!("{name}.br"), bytes);
                } else {
                    files.insert(name, bytes);
                }
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
