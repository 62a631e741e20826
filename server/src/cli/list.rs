//! `strata list [STRUCT]`: which structures there are, or at which versions one is there.

use std::fmt::Write as _;

use strata_core::Dataset;
use strata_core::dataset::{self, Structure};
use strata_core::lookup;

use super::data::Data;
use super::failure::Failure;
use super::output;
use crate::api;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The structure whose versions are listed; case and a leading underscore do not count
    #[arg(value_name = "STRUCT")]
    structure: Option<String>,

    /// Write what the API gives
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    data: Data,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (_, dataset) = args.data.load()?;
    let listed: Vec<&Structure> = match &args.structure {
        Some(name) => vec![lookup::structure(&dataset, name)?],
        None => dataset.audited().collect(),
    };
    if args.json {
        return output::json(&api::structure_list(&dataset, &listed));
    }
    output::text(&match (&args.structure, &listed[..]) {
        (Some(_), [one]) => versions(one),
        _ => structures(&dataset),
    })
}

/// One line a structure.
fn structures(dataset: &Dataset) -> String {
    let names = dataset.audited().map(|it| &it.name);
    let width = names.map(|name| name.as_str().len()).max().unwrap_or(0);
    let mut text = String::new();
    for structure in dataset.audited() {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<width$}  {}",
            structure.name.as_str(),
            structure.summary()
        );
    }
    text
}

/// A line for each size on each architecture, then the kernels by which servicing changed it.
fn versions(structure: &Structure) -> String {
    let told = match structure.summary() {
        "" => structure.kind().as_str(),
        summary => summary,
    };
    let mut text = format!("{}: {told}\n", structure.name);
    for run in dataset::sizes(structure) {
        let releases: Vec<&str> = run.releases.iter().map(|release| release.id()).collect();
        let (arch, size) = (run.arch.as_str(), run.size.to_string());
        let _ = writeln!(text, "{arch:<5} {size:<6} {}", releases.join(" "));
    }
    for layout in structure.servicing() {
        let (arch, size) = (layout.arch().as_str(), layout.size.to_string());
        let _ = writeln!(text, "{arch:<5} {size:<6} {}", layout.point.version);
    }
    text
}
