//! `strata check [DIR]`: prints what is wrong with data files, and fails when something is.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::check::check;
use crate::data::DataFiles;

use super::output;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder with the data files; without it, the built-in ones are checked
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> ExitCode {
    let files = match &args.folder {
        Some(folder) => DataFiles::read(folder),
        None => Ok(DataFiles::built_in()),
    };
    match files {
        Ok(files) => {
            let outcome = check(&files);
            let printed = output::text(&outcome.text());
            if outcome.is_sound() && printed.is_ok() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(diagnostic) => {
            eprint!("{diagnostic}");
            ExitCode::FAILURE
        }
    }
}
