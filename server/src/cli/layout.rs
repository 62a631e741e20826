//! `strata layout STRUCT VERSION ARCH`: one layout, as WinDbg's `dt` writes it or as the API gives it.

use clap::ValueEnum;
use strata_core::lookup;
use strata_core::render::dt;
use strata_core::wire::assemble;

use super::data::Data;
use super::failure::Failure;
use super::output;

/// As `dt` does without `-r`: nested structures stay folded.
const DT_DEPTH: usize = 0;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The structure; case and a leading underscore do not count
    #[arg(value_name = "STRUCT")]
    structure: String,

    /// A release such as 6.1, 1607 or 11-22H2, or a build such as 10.0.19041.264
    version: String,

    /// x86, x64 or arm64
    arch: String,

    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

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

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (_, dataset) = args.data.load()?;
    let found = lookup::layout(&dataset, &args.structure, &args.version, &args.arch)?;
    match args.format {
        Format::Dt if !args.json => {
            output::text(&dt::layout(found.layout, dataset.types(), DT_DEPTH))
        }
        _ => output::json(&assemble::layout(&dataset, found.structure, found.layout)),
    }
}
