//! `--data DIR`: the data that a command works on, the built-in ones and perhaps a team's own beside them.

use std::path::PathBuf;

use strata_core::Dataset;
use strata_core::raw::RawDataset;
use thiserror::Error;

use crate::check::check_own;
use crate::data::{DataFiles, Diagnostic};

#[derive(Debug, clap::Args)]
pub(super) struct Data {
    /// A folder with structures of your own, in the form of Strata's data files, beside the built-in ones
    #[arg(long = "data", value_name = "DIR", env = "STRATA_DATA")]
    folder: Option<PathBuf>,
}

/// Data that are not served or shown, and everything that is wrong with them.
#[derive(Debug, Error)]
#[error("the data are not sound:\n\n{0}")]
pub(super) struct UnsoundData(String);

impl Data {
    /// With this folder beside the built-in ones.
    pub(super) const fn beside(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// Whether there are none but those that are part of the binary.
    pub(super) fn is_built_in(&self) -> bool {
        self.folder.is_none()
    }

    /// Reads and understands them. A team's own data must be sound.
    pub(super) fn load(&self) -> Result<(RawDataset, Dataset), UnsoundData> {
        let listed = |mistakes: Vec<Diagnostic>| {
            UnsoundData(mistakes.iter().map(ToString::to_string).collect())
        };
        let Some(folder) = &self.folder else {
            return DataFiles::built_in().load().map_err(listed);
        };
        let own = DataFiles::read(folder).map_err(listed)?;
        let files = DataFiles::beside_built_in(&own, &folder.display().to_string());
        let outcome = check_own(&files, &own);
        if !outcome.is_sound() {
            return Err(UnsoundData(outcome.text()));
        }
        files.load().map_err(listed)
    }
}
