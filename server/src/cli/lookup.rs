//! `strata lookup OFFSET ARCH`: which members are at an offset, in any type.

use strata_core::lookup;
use strata_core::search::{Index, covering};

use super::data::Asked;
use super::failure::Failure;
use super::hits;
use crate::api::{LookupAnswer, members_at};
use crate::{limits, numbers};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// From the start of the structure, in bytes: hexadecimal or decimal
    #[arg(value_name = "OFFSET", value_parser = bytes)]
    offset: u32,

    /// x86, x64 or arm64
    arch: String,

    /// Only at that release, build or image
    #[arg(long)]
    version: Option<String>,

    /// Only members of so many bytes: hexadecimal or decimal
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    size: Option<u32>,

    /// How many at the most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), default_value_t = limits::PAGE)]
    limit: u32,

    #[command(flatten)]
    asked: Asked,
}

/// What has more than 32 bits is beyond any structure.
fn bytes(text: &str) -> Result<u32, numbers::Expected> {
    numbers::offset(text).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let dataset = args.asked.load()?;
    let arch = lookup::arch(&args.arch)?;
    let version = args.version.as_deref();
    let query = members_at(&dataset, (args.offset, args.size), (version, arch))?;
    let index = Index::new(&dataset);
    let limit = usize::try_from(args.limit).unwrap_or(usize::MAX);
    let found = covering(&index, &dataset, &query, 0, limit);
    let answer = LookupAnswer::new(&found, |_, _| None);
    let none = format!("no member is at {:#x} on {arch}", args.offset);
    args.asked
        .answer(&answer, |it| hits::print(&it.items, it.total, &none))
}
