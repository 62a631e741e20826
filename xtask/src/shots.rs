//! `cargo xtask shots`: pictures of the main pages, for eyes.

use crate::failure::Failure;
use crate::{debian, process, site, workspace};

/// Builds the site and lets the browser of the tests take the pictures.
pub(crate) fn run() -> Result<(), Failure> {
    debian::require(&debian::BROWSER)?;
    let site = site::build()?;
    process::run(
        process::cargo()
            .args([
                "run",
                "--quiet",
                "--package=strata-tests",
                "--bin=shots",
                "--",
            ])
            .arg(workspace::target().join("shots"))
            .env("STRATA_SITE", site),
    )
}
