//! The command line. Each command is one file; each failure is one sentence on standard error and a status of 1.

mod check;
mod serve;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(
    name = "strata",
    version,
    about = "Structure layouts that Windows does not document"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the pages and the API
    Serve(serve::Args),
    /// Check a folder of data files, or the built-in ones
    Check(check::Args),
}

/// Reads the command line and does what it says.
#[must_use]
pub fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Serve(args) => serve::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Check(args) => Ok(check::run(&args)),
    };
    match done {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("strata: {failure}");
            ExitCode::FAILURE
        }
    }
}
