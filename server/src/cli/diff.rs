//! `strata diff STRUCT FROM TO`: what changed between two points, for people or as the API gives it.

use std::str::FromStr;

use clap::ValueEnum;
use strata_core::Point;
use strata_core::dataset::Structure;
use strata_core::lookup::{self, Found, Missing};
use strata_core::render;
use strata_core::wire::assemble;

use super::data::Data;
use super::failure::Failure;
use super::output;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The structure; case and a leading underscore do not count
    #[arg(value_name = "STRUCT")]
    structure: String,

    /// Where to start: a version and an architecture, as in 6.1/x64
    #[arg(value_name = "VERSION/ARCH")]
    from: Typed,

    /// Where to end
    #[arg(value_name = "VERSION/ARCH")]
    to: Typed,

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
    /// One sentence, then a line for each change
    #[default]
    Text,
    /// As the API gives it
    Json,
}

/// A point as typed.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    version: String,
    arch: String,
}

impl FromStr for Typed {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once('/') {
            Some((version, arch)) if !arch.contains('/') => Ok(Self {
                version: version.to_owned(),
                arch: arch.to_owned(),
            }),
            _ => Err("expected a version and an architecture, as in 6.1/x64"),
        }
    }
}

impl Typed {
    /// The point, whatever is there.
    pub(super) fn point(&self) -> Result<Point, Missing> {
        Ok(Point {
            version: lookup::version(&self.version)?,
            arch: lookup::arch(&self.arch)?,
        })
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (_, dataset) = args.data.load()?;
    let structure = lookup::structure(&dataset, &args.structure)?;
    let (from, to) = (find(structure, &args.from)?, find(structure, &args.to)?);
    match args.format {
        Format::Text if !args.json => {
            let diff = structure.diff(&dataset, from.layout, to.layout);
            output::text(&render::diff::diff(&diff))
        }
        _ => output::json(&assemble::diff(&dataset, structure, from.layout, to.layout)),
    }
}

fn find<'a>(structure: &'a Structure, point: &Typed) -> Result<Found<'a>, Missing> {
    lookup::point(structure, &point.version, &point.arch)
}
