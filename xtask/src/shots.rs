//! `cargo xtask shots`: screenshots of the main pages. `cargo xtask feel`: their web vitals.

use crate::failure::Failure;
use crate::{debian, process, site, workspace};

/// Builds the site, and takes screenshots with the tests' browser.
pub(crate) fn run() -> Result<(), Failure> {
    let folder = workspace::target().join("shots");
    look("shots", &[folder.display().to_string()])
}

/// Builds the site, and measures layout shifts and slow interactions in the tests' browser.
pub(crate) fn feel() -> Result<(), Failure> {
    look("feel", &[])
}

fn look(bin: &str, args: &[String]) -> Result<(), Failure> {
    debian::require(&debian::BROWSER)?;
    let site = site::build()?;
    let line = format!("run --quiet --package=strata-tests --bin {bin} --");
    let mut cargo = process::cargo(&line);
    process::run(cargo.args(args).env("STRATA_SITE", site))
}
