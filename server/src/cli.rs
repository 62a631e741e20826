//! The command line. Each command is one file; each failure is said on standard error, in one sentence, and is a status of 1.

mod check;
mod data;
mod decode;
mod diff;
mod failure;
mod layout;
mod output;
mod serve;

use std::fmt;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What scripts want to know of every command.
const STATUSES: &str = "Exit status: 0 done; 1 not (what was asked for is not there, the input cannot be read or decoded, \
    the data are not sound), with the reason on standard error; 2 the command line makes no sense.";

#[derive(Debug, Parser)]
#[command(
    name = "strata",
    version,
    about = "Structure layouts that Windows does not document",
    after_help = STATUSES
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Tell whether data files are sound
    #[command(after_help = STATUSES)]
    Check(check::Args),
    /// Decode bytes or a dump as a structure
    #[command(after_help = STATUSES)]
    Decode(decode::Args),
    /// Tell what changed between two versions of a structure
    #[command(after_help = STATUSES)]
    Diff(diff::Args),
    /// Print a structure at a version on an architecture
    #[command(after_help = STATUSES)]
    Layout(layout::Args),
    /// Serve the pages and the API
    #[command(after_help = STATUSES)]
    Serve(serve::Args),
}

/// Reads the command line and does what it says.
#[must_use]
pub fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Check(args) => check::run(&args),
        Command::Decode(args) => status(decode::run(&args)),
        Command::Diff(args) => status(diff::run(&args)),
        Command::Layout(args) => status(layout::run(&args)),
        Command::Serve(args) => status(serve::run(&args)),
    }
}

fn status<E: fmt::Display>(outcome: Result<(), E>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("strata: {failure}");
            ExitCode::FAILURE
        }
    }
}
