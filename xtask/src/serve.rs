//! `cargo xtask serve`: builds everything and serves it, from a fresh clone.

use std::process::Command;

use anyhow::Result;

use crate::wasm::Profile;
use crate::{process, site, workspace};

/// Builds the site and the server, and becomes the server.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let server = "build --package=strata-server --bin=strata";
    let site = site::build(Profile::Quick, &[server])?;
    let binary = workspace::target()
        .join("debug")
        .join("strata")
        .with_extension(std::env::consts::EXE_EXTENSION);
    become_server(
        Command::new(binary)
            .arg("serve")
            .args(args)
            .env("STRATA_SITE", site),
    )
}

/// Replaces the process, so that signals reach the server directly.
#[cfg(unix)]
fn become_server(command: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    let error = command.exec();
    Err(process::cannot_start(command, &error))
}

#[cfg(not(unix))]
fn become_server(command: &mut Command) -> Result<()> {
    process::run(command)
}
