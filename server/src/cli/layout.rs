//! `strata layout STRUCT VERSION [ARCH]`: one layout, as WinDbg's `dt` writes it or as the API gives it.

use clap::ValueEnum;
use strata_core::export;
use strata_core::wire::assemble;

use super::data::Data;
use super::failure::Failure;
use super::output;
use super::place::Place;
use super::written::{Formats, Written};

/// As `dt` does without `-r`: nested structures stay folded.
const DT_DEPTH: usize = 0;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    place: Place,

    #[command(flatten)]
    written: Written<Format>,

    #[command(flatten)]
    data: Data,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    /// As WinDbg's `dt` writes it
    #[default]
    Dt,
    /// As the API gives it
    Json,
}

impl Formats for Format {
    const JSON: Self = Self::Json;
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (_, dataset) = args.data.load()?;
    let found = args.place.find(&dataset)?;
    match args.written.format() {
        Format::Dt => output::text(&export::dt(&found.layout, dataset.catalogue(), DT_DEPTH)),
        Format::Json => output::json(&assemble::layout(&dataset, found.structure, &found.layout)),
    }
}
