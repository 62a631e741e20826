//! `strata check [DIR]`: prints what is wrong with data files; the status says whether anything is.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::check::check;
use crate::data::DataFiles;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder: sources.toml, releases.toml, structures/, types/, symbols/; without it, the built-in data
    dir: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> ExitCode {
    let files = match &args.dir {
        Some(folder) => DataFiles::read(folder),
        None => Ok(DataFiles::built_in()),
    };
    let outcome = match files {
        Ok(files) => check(&files),
        Err(diagnostic) => {
            eprint!("{diagnostic}");
            return ExitCode::FAILURE;
        }
    };
    print!("{}", outcome.text());
    if outcome.is_sound() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
