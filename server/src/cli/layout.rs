//! `strata layout STRUCT VERSION [ARCH]` and `strata diff STRUCT FROM TO`: one layout in the format of WinDbg's `dt`,
//! and the changes between two; or either as the API's JSON.

use std::path::PathBuf;

use clap::ValueEnum;
use strata_core::wire::assemble;
use strata_core::{export, render};

use super::{Data, Failure, FormatArgs, LayoutArgs, PointArg, StructureArgs, output};

/// As `dt` without `-r`: nested structures stay folded.
const DT_DEPTH: usize = 0;

#[derive(Debug, clap::Args)]
pub(super) struct Layout {
    #[command(flatten)]
    place: LayoutArgs,

    #[command(flatten)]
    format: FormatArgs<LayoutFormat>,

    /// Write to that file; `-` is standard output
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    #[command(flatten)]
    data: Data,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum LayoutFormat {
    /// As WinDbg's `dt` writes it
    #[default]
    Dt,
    /// As the API gives it
    Json,
}

pub(super) fn layout(args: &Layout) -> Result<(), Failure> {
    let (_, dataset) = args.data.load()?;
    let found = args.place.find(&dataset)?;
    let text = match args.format.get() {
        LayoutFormat::Dt => export::dt(&found.layout, dataset.catalogue(), DT_DEPTH),
        LayoutFormat::Json => {
            output::to_json(&assemble::layout(&dataset, found.structure, &found.layout))?
        }
    };
    output::file(&args.output, text.as_bytes())
}

#[derive(Debug, clap::Args)]
pub(super) struct Diff {
    #[command(flatten)]
    named: StructureArgs,

    /// Where to start, and where to end: each a version and an architecture, as in 6.1/x64 or 6.1 x64, or an image: its id, or the GUID of its PDB
    #[arg(value_name = "POINT", num_args = 2..=4, required = true)]
    points: Vec<String>,

    #[command(flatten)]
    format: FormatArgs<DiffFormat>,

    #[command(flatten)]
    data: Data,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum DiffFormat {
    /// One sentence, then a line for each change
    #[default]
    Text,
    /// As the API gives it
    Json,
}

pub(super) fn diff(args: &Diff) -> Result<(), Failure> {
    let (_, dataset) = args.data.load()?;
    let structure = args.named.find(&dataset)?;
    let [from, to] = PointArg::pair(&args.points);
    let (from, to) = (from.find(structure)?, to.find(structure)?);
    match args.format.get() {
        DiffFormat::Text => {
            let diff = structure.diff(&dataset, &from.layout, &to.layout);
            output::text(&render::diff::diff(&diff))
        }
        DiffFormat::Json => output::json(&assemble::diff(
            &dataset,
            structure,
            &from.layout,
            &to.layout,
        )),
    }
}
