//! `strata offsets STRUCT`: where members are at chosen points, as the API gives it.

use clap::ValueEnum;
use strata_core::Point;
use strata_core::validity::located;
use strata_core::validity::offsets::{self, offsets_of};
use strata_core::validity::wire::offsets::offsets as answer_of;

use super::data::Data;
use super::failure::Failure;
use super::output;
use super::place::{Named, Typed};
use super::written::{Formats, Written};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    named: Named,

    /// A member: its name, a path such as Links.Blink, or a row's id; all where left out
    #[arg(long = "member", value_name = "MEMBER")]
    members: Vec<String>,

    /// A point, such as 6.1/x64, or an image; every release with a layout where left out
    #[arg(long = "point", value_name = "VERSION/ARCH|IMAGE")]
    points: Vec<Typed>,

    #[command(flatten)]
    written: Written<Format>,

    #[command(flatten)]
    data: Data,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    /// `STRUCT MEMBER 0xOFFSET`, a line a member
    #[default]
    Text,
    /// #define STRUCT_MEMBER_VERSION_ARCH
    Header,
    /// A line a member and point
    Csv,
    /// As the API gives it
    Json,
}

impl Formats for Format {
    const JSON: Self = Self::Json;
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (_, dataset) = args.data.load()?;
    let structure = args.named.find(&dataset)?;
    let points: Vec<Point> = match args.points.as_slice() {
        [] => structure.layouts().iter().map(|it| it.point).collect(),
        chosen => {
            let points = chosen.iter().map(|it| it.point(&dataset));
            points.collect::<Result<_, _>>()?
        }
    };
    let members: Vec<&str> = args.members.iter().map(String::as_str).collect();
    let chosen = (!members.is_empty()).then_some(members.as_slice());
    let located = located(&dataset, structure, chosen, &points)?;
    let format = match args.written.format() {
        Format::Text => offsets::Format::Table,
        Format::Header => offsets::Format::Header,
        Format::Csv => offsets::Format::Csv,
        Format::Json => return output::json(&answer_of(&dataset, structure, &located, &points)),
    };
    output::text(&offsets_of(&located, &points, format))
}
