//! `strata check [DIR]`: prints what is wrong with data files, and fails when something is.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::check::{check, check_own};
use crate::data::DataFiles;

use super::output;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder with the data files, checked as it would be served beside the built-in ones; without it, those are
    /// checked. A folder that has a `releases.toml` is taken to be whole and stands alone
    #[arg(value_name = "DIR", env = "STRATA_DATA")]
    folder: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> ExitCode {
    let outcome = match &args.folder {
        Some(folder) => DataFiles::read(folder).map(|own| {
            let files = DataFiles::beside_built_in(&own, &folder.display().to_string());
            check_own(&files, &own)
        }),
        None => Ok(check(&DataFiles::built_in())),
    };
    match outcome {
        Ok(outcome) => {
            let printed = output::text(&outcome.text());
            if outcome.is_sound() && printed.is_ok() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(mistakes) => {
            for mistake in mistakes {
                output::complaint(&mistake.to_string());
            }
            ExitCode::FAILURE
        }
    }
}
