//! The command line. Each command is one file; each failure is said on standard error and is a status of 1.

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
    /// Tell whether data files are sound
    Check(check::Args),
    /// Serve the pages and the API
    Serve(serve::Args),
}

/// Reads the command line and does what it says.
#[must_use]
pub fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Check(args) => check::run(&args),
        Command::Serve(args) => match serve::run(&args) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => {
                eprintln!("strata: {failure}");
                ExitCode::FAILURE
            }
        },
    }
}
