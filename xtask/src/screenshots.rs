//! `cargo xtask shots`: screenshots of the main pages. `cargo xtask feel`: their web vitals.

use anyhow::Result;

use crate::wasm::Profile;
use crate::{debian, process, site, workspace};

/// Builds the site, and takes screenshots with the tests' browser.
pub(crate) fn run() -> Result<()> {
    let folder = workspace::target().join("shots");
    run_browser("shots", &[folder.display().to_string()])
}

/// Builds the site, and measures layout shifts and slow interactions in the tests' browser.
pub(crate) fn web_vitals() -> Result<()> {
    run_browser("feel", &[])
}

fn run_browser(bin: &str, args: &[String]) -> Result<()> {
    debian::require(&debian::BROWSER)?;
    let site = site::build(Profile::Small, &[])?;
    let line = format!("run --quiet --package=strata-tests --bin {bin} --");
    let mut cargo = process::cargo(&line);
    process::run(cargo.args(args).env("STRATA_SITE", site))
}
