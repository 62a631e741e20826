//! `strata diff STRUCT FROM TO`: what changed between two points, for people or as the API gives it.

use clap::ValueEnum;
use strata_core::render;
use strata_core::wire::assemble;

use super::data::Data;
use super::failure::Failure;
use super::output;
use super::place::{Named, Typed};
use super::written::{Formats, Written};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    named: Named,

    /// Where to start, and where to end: each a version and an architecture, as in 6.1/x64 or 6.1 x64, or an image: its id, or the GUID of its PDB
    #[arg(value_name = "POINT", num_args = 2..=4, required = true)]
    points: Vec<String>,

    #[command(flatten)]
    written: Written<Format>,

    #[command(flatten)]
    data: Data,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    /// One sentence, then a line for each change
    #[default]
    Text,
    /// As the API gives it
    Json,
}

impl Formats for Format {
    const JSON: Self = Self::Json;
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (_, dataset) = args.data.load()?;
    let structure = args.named.find(&dataset)?;
    let [from, to] = Typed::pair(&args.points);
    let (from, to) = (from.find(structure)?, to.find(structure)?);
    match args.written.format() {
        Format::Text => {
            let diff = structure.diff(&dataset, &from.layout, &to.layout);
            output::text(&render::diff::diff(&diff))
        }
        Format::Json => output::json(&assemble::diff(
            &dataset,
            structure,
            &from.layout,
            &to.layout,
        )),
    }
}
