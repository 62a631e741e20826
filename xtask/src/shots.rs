//! `cargo xtask shots`: pictures of the main pages, for eyes. `cargo xtask feel`: how they feel, in figures.

use crate::failure::Failure;
use crate::{debian, process, site, workspace};

/// Builds the site and lets the browser of the tests take the pictures.
pub(crate) fn run() -> Result<(), Failure> {
    let folder = workspace::target().join("shots");
    look("shots", &[folder.display().to_string()])
}

/// Builds the site and lets the browser of the tests say how pages feel: what moves, what is slow.
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
