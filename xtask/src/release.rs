//! `cargo xtask build`: one binary that holds everything.

use crate::failure::Failure;
use crate::{process, site, workspace};

/// Builds the site, and the server with the site inside.
pub(crate) fn run() -> Result<(), Failure> {
    let site = site::build()?;
    process::run(
        process::cargo()
            .args([
                "build",
                "--package=strata-server",
                "--bin=strata",
                "--release",
                "--features=embed-site",
            ])
            .env("STRATA_SITE", site),
    )?;
    println!(
        "{}",
        workspace::target().join("release").join("strata").display()
    );
    Ok(())
}
