//! `strata images [QUERY]`: the compiled files whose types are known.

use std::fmt::Write as _;

use strata_core::Arch;
use strata_core::catalogue::ModuleName;
use strata_core::lookup;

use super::data::Asked;
use super::failure::Failure;
use super::output;
use crate::api::{Images, image_list};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only images whose id, PDB or releases contain this: 19041, 22H2
    #[arg(value_name = "QUERY", default_value = "")]
    query: String,

    /// Only images of this file: ntoskrnl
    #[arg(long)]
    module: Option<ModuleName>,

    /// Only images for this architecture: x86, x64 or arm64
    #[arg(long)]
    arch: Option<Arch>,

    #[command(flatten)]
    asked: Asked,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let dataset = args.asked.load()?;
    if let Some(module) = &args.module {
        lookup::module(dataset.catalogue(), module.as_str())?;
    }
    let images = image_list(&dataset, args.module.as_ref(), args.arch, &args.query);
    args.asked
        .answer(&images, |images| match images.items.is_empty() {
            true => Err(Failure::Nothing(
                "There is no such image: `strata images` lists them all.".to_owned(),
            )),
            false => output::text(&lines(images)),
        })
}

/// A line an image: its id, how many types it defines, the releases that may run it, who describes it.
fn lines(images: &Images) -> String {
    let ids = images.items.iter().map(|image| image.id.len());
    let width = ids.max().unwrap_or(0);
    let mut text = String::new();
    for image in &images.items {
        let sources: Vec<&str> = image
            .source
            .iter()
            .map(|source| source.id.as_str())
            .collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<width$}  {:>5} types  {}  {}",
            image.id,
            image.types,
            image.releases.join(" "),
            sources.join(", ")
        );
    }
    text
}
