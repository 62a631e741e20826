//! `cargo xtask build`: one binary that holds everything.

use std::path::PathBuf;

use crate::failure::Failure;
use crate::{process, site, workspace};

/// Builds the site, and the server with the site inside.
pub(crate) fn run() -> Result<(), Failure> {
    println!("{}", build(None)?.display());
    Ok(())
}

/// The same, for a target of rustc or for this machine; where it is.
pub(crate) fn build(target: Option<&str>) -> Result<PathBuf, Failure> {
    let site = site::build()?;
    let mut cargo = process::cargo();
    cargo.args([
        "build",
        "--package=strata-server",
        "--bin=strata",
        "--release",
        "--features=embed-site",
    ]);
    cargo.args(target.map(|target| format!("--target={target}")));
    process::run(cargo.env("STRATA_SITE", site))?;
    let folder = workspace::target().join(target.unwrap_or_default());
    Ok(folder.join("release").join("strata"))
}
