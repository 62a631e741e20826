//! `strata offsets`: member offsets of one structure at chosen points, or of any types in every image, as in the API.

use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;
use serde::Serialize;
use strata_core::Point;
use strata_core::lookup;
use strata_core::offsets::wire::offset_table;
use strata_core::offsets::{Bracketing, Column, print};
use strata_core::validity::located;
use strata_core::validity::offsets::{self, offsets_of};
use strata_core::validity::wire::offsets::offsets as answer_of;

use super::{Data, Failure, FormatArgs, PointArg, one_of, output};
use crate::api::in_images as table_in_images;
use crate::bundle::Bundle;

/// The error for a request that names no structure.
const NOTHING: &str = "name members such as _EPROCESS.Protection, or one structure";

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Members of any types: _EPROCESS.Protection, a type alone for its size, or a symbol: nt!PsProcessType, in every image. One structure alone, without --images: all its members at releases
    #[arg(value_name = "TYPE.MEMBER")]
    names: Vec<String>,

    /// Which images: x64, 22H2, 10.0.17763.., an image's id, several with commas between; every one where left out
    #[arg(long, value_name = "IMAGES")]
    images: Option<String>,

    /// Whether to give values that no source states for their image, and on which the nearest known images on both sides agree; left out, where the format can mark them
    #[arg(long, value_parser = one_of(Bracketing::ALL, Bracketing::as_str))]
    bracketed: Option<Bracketing>,

    /// Of one structure: a member, a path such as Links.Blink, or a row's id; all where left out
    #[arg(long = "member", value_name = "MEMBER", conflicts_with = "images")]
    members: Vec<String>,

    /// Of one structure: a point, such as 6.1/x64, or an image; every release with a layout where left out
    #[arg(
        long = "point",
        value_name = "VERSION/ARCH|IMAGE",
        conflicts_with = "images"
    )]
    points: Vec<PointArg>,

    #[command(flatten)]
    format: FormatArgs<Format>,

    /// Write to that file and not to standard output, which `-` stands for
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    data: Data,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// STRUCT MEMBER 0xOFFSET, a line a member; of any types, as csv
    #[default]
    Text,
    /// #define STRUCT_MEMBER_VERSION_ARCH; one structure only
    Header,
    /// A line a member and point; of any types, a line an image
    Csv,
    /// As the API gives it
    Json,
    /// As csv, with tabs; of any types, like those that follow
    Tsv,
    /// Arrays of C: combinations, and the images that have them
    C,
    /// The same in Rust
    Rust,
    /// The same in Python
    Python,
    /// As EDRSandblast keeps its offsets
    Edrsandblast,
    /// As System Informer keeps its own, in kphdyn.xml
    Kphdyn,
}

impl Format {
    /// The format for members of any types; `None` for the API's JSON.
    fn of_table(self) -> Result<Option<print::Format>, Failure> {
        Ok(Some(match self {
            Self::Json => return Ok(None),
            Self::Header => {
                let why = "--format header is for one structure: use --format c for any members";
                return Err(Failure::Nothing(why.to_owned()));
            }
            Self::Text | Self::Csv => print::Format::Csv,
            Self::Tsv => print::Format::Tsv,
            Self::C => print::Format::C,
            Self::Rust => print::Format::Rust,
            Self::Python => print::Format::Python,
            Self::Edrsandblast => print::Format::EdrSandblast,
            Self::Kphdyn => print::Format::Kphdyn,
        }))
    }

    /// The format for members of one structure.
    const fn of_structure(self) -> Option<offsets::Format> {
        match self {
            Self::Text => Some(offsets::Format::Table),
            Self::Header => Some(offsets::Format::Header),
            Self::Csv => Some(offsets::Format::Csv),
            Self::Json => Some(offsets::Format::Json),
            _ => None,
        }
    }
}

impl Args {
    fn write(&self, text: &str) -> Result<(), Failure> {
        match &self.output {
            Some(path) => output::file(path, text.as_bytes()),
            None => output::text(text),
        }
    }

    fn write_json<T: Serialize>(&self, value: &T) -> Result<(), Failure> {
        self.write(&output::to_json(value)?)
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let format = args.format.get();
    match args.names.as_slice() {
        [name] if args.images.is_none() && !name.contains('.') => match format.of_structure() {
            Some(written) => at_points(args, name, written, format),
            None => in_images(args, format),
        },
        _ if !args.members.is_empty() || !args.points.is_empty() => {
            let why = "--member and --point are for one structure".to_owned();
            Err(Failure::Nothing(why))
        }
        _ => in_images(args, format),
    }
}

/// Members of one structure at chosen points.
fn at_points(
    args: &Args,
    name: &str,
    format: offsets::Format,
    asked: Format,
) -> Result<(), Failure> {
    let (_, dataset) = args.data.load()?;
    let structure = match lookup::structure(&dataset, name) {
        Ok(structure) => structure,
        // A symbol has no points.
        Err(_) if Column::find(&dataset, name).is_ok() => return in_images(args, asked),
        Err(missing) => return Err(missing.into()),
    };
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
    match format {
        offsets::Format::Json => {
            args.write_json(&answer_of(&dataset, structure, &located, &points))
        }
        _ => args.write(&offsets_of(&located, &points, format)),
    }
}

/// Members of any types in every image.
fn in_images(args: &Args, format: Format) -> Result<(), Failure> {
    let format = format.of_table()?;
    let own = || format.map(print::Format::members).unwrap_or_default();
    let names: Vec<String> = match args.names.as_slice() {
        [] => own().into_iter().map(ToOwned::to_owned).collect(),
        names => names.to_vec(),
    };
    if names.is_empty() {
        return Err(Failure::Nothing(NOTHING.to_owned()));
    }
    let (raw, dataset) = args.data.load()?;
    let bundle = Bundle::new(&raw, Arc::clone(&dataset))?;
    let columns = Column::find_all(&dataset, &names)?;
    let images = args.images.as_deref().unwrap_or_default();
    let table = table_in_images(&dataset, columns, images, (format, args.bracketed))?;
    let none = "None of these images is known: `strata images` lists the known ones.";
    let table = table.ok_or_else(|| Failure::Nothing(none.to_owned()))?;
    match format {
        None => args.write_json(&offset_table(&dataset, &table, &[])),
        Some(format) => {
            let data = bundle.url().hash();
            args.write(&print::print(&table, &dataset, data, format))
        }
    }
}
