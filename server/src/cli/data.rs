//! `--data DIR`: the dataset of a command: the built-in data, optionally with an operator's own.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use strata_core::Dataset;
use strata_core::raw::RawDataset;

use super::{Failure, output};
use crate::data::{UnsoundData, overlay};

#[derive(Debug, clap::Args)]
pub(super) struct Data {
    /// A folder with structures of your own, in the form of Strata's data files, beside the built-in ones
    #[arg(long = "data", value_name = "DIR", env = "STRATA_DATA")]
    folder: Option<PathBuf>,
}

/// What a command works on, and whether it answers people or programs.
#[derive(Debug, clap::Args)]
pub(super) struct Asked {
    /// Write what the API gives
    #[arg(long)]
    pub(super) json: bool,

    #[command(flatten)]
    data: Data,
}

impl Asked {
    pub(super) fn load(&self) -> Result<Arc<Dataset>, UnsoundData> {
        self.data.load().map(|(_, dataset)| dataset)
    }

    /// Prints an answer: as JSON, or as text by `told`.
    pub(super) fn answer<T: Serialize>(
        &self,
        answer: &T,
        told: impl FnOnce(&T) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        match self.json {
            true => output::json(answer),
            false => told(answer),
        }
    }
}

impl Data {
    pub(super) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Loads the data. An operator's own data must be sound.
    pub(super) fn load(&self) -> Result<(Arc<RawDataset>, Arc<Dataset>), UnsoundData> {
        let loaded = overlay::load(self.folder.as_deref())?;
        Ok((loaded.raw, loaded.dataset))
    }
}
