//! `strata layout STRUCT VERSION [ARCH]` and `strata diff STRUCT FROM TO`: one layout in the format of WinDbg's `dt`,
//! and the changes between two; or either as the API's JSON. `strata export STRUCT VERSION [ARCH]`: a layout in the format of
//! another tool; or all layouts as an archive; or all types of an image.

use std::path::PathBuf;

use clap::ValueEnum;
use strata_core::export::{
    self, Affix, Format, IMAGE_FORMATS, NESTING_LIMIT, Options, Pointers, WindowsTypes,
};
use strata_core::lookup;
use strata_core::wire::assemble;
use strata_core::{Dataset, render};

use crate::api::{Archive, ExportOptions, ImageFormat, Output, layouts, write_image};
use crate::bundle::data_hash;

use super::{
    Data, Failure, FormatArgs, LayoutArgs, PointArg, StructureArgs, TextOrJson, find_layout,
    one_of, output, usage_error, whole_point,
};

/// As `dt` without `-r`: nested structures stay folded.
const DT_DEPTH: usize = 0;

#[derive(Debug, clap::Args)]
pub(super) struct Layout {
    #[command(flatten)]
    place: LayoutArgs,

    #[command(flatten)]
    format: FormatArgs<LayoutFormat>,

    /// The file to write; `-` is standard output
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    #[command(flatten)]
    data: Data,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum LayoutFormat {
    /// As WinDbg's `dt` prints it
    #[default]
    Dt,
    /// The JSON of the API
    Json,
}

pub(super) fn layout(args: &Layout) -> Result<(), Failure> {
    let (_, dataset) = args.data.load()?;
    let found = args.place.find(&dataset)?;
    let written = match args.format.get() {
        LayoutFormat::Dt => Output::Text(export::dt(&found.layout, dataset.catalogue(), DT_DEPTH)),
        LayoutFormat::Json => {
            Output::Json(assemble::layout(&dataset, found.structure, &found.layout))
        }
    };
    output::file(&args.output, &output::to_bytes(written)?)
}

#[derive(Debug, clap::Args)]
pub(super) struct Diff {
    #[command(flatten)]
    named: StructureArgs,

    /// The start and the target: each a version and an architecture, as in 6.1/x64 or 6.1 x64, or an image: its id, or the GUID of its PDB
    #[arg(value_name = "POINT", num_args = 2..=4, required = true)]
    points: Vec<String>,

    #[command(flatten)]
    format: FormatArgs<TextOrJson>,

    #[command(flatten)]
    data: Data,
}

pub(super) fn diff(args: &Diff) -> Result<(), Failure> {
    let (_, dataset) = args.data.load()?;
    let structure = args.named.find(&dataset)?;
    let [from, to] = PointArg::pair(&args.points);
    let (from, to) = (from.find(structure)?, to.find(structure)?);
    match args.format.get() {
        TextOrJson::Text => {
            let diff = structure.diff(&dataset, &from.layout, &to.layout);
            output::text(&render::diff::diff(&diff))
        }
        TextOrJson::Json => output::json(&assemble::diff(
            &dataset,
            structure,
            &from.layout,
            &to.layout,
        )),
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct Export {
    /// The structure; case and a leading underscore do not count. With --archive, by default all that articles describe
    #[arg(value_name = "STRUCT")]
    structure: Option<String>,

    /// A release such as 6.1, 1607 or 11-22H2, a build such as 19045.2965, or an image: its id, or the GUID of its PDB. With
    /// --archive, by default all
    #[arg(value_parser = whole_point)]
    version: Option<String>,

    /// x86, x64 or arm64; not needed after an image
    arch: Option<String>,

    /// The format; by default c, and in an archive all
    #[arg(long, value_parser = one_of(Format::ALL, Format::as_str))]
    format: Option<Format>,

    /// Write all types of an image in one file, as c, isf or json. Its id (see `strata images`), the GUID and age of its PDB, or a point
    #[arg(long, value_name = "ID", conflicts_with_all = ["structure", "archive", "depth"])]
    image: Option<String>,

    /// With --image: the layouts, in the JSON of the API
    #[arg(long, requires = "image", conflicts_with_all = ["format", "structure", "archive"])]
    json: bool,

    /// How many levels of nested structures are defined; deeper ones are bytes. Default: all (0 for `dt`)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..=MOST))]
    depth: Option<u8>,

    /// How pointers are written; `integers` is for a tool whose own pointers have another width
    #[arg(long, value_parser = one_of(Pointers::ALL, Pointers::as_str), default_value = Pointers::Typed.as_str())]
    pointers: Pointers,

    /// A prefix for each name that a C header defines, so that headers of two versions can be included together
    #[arg(long, value_name = "TEXT", value_parser = Affix::prefix, default_value = "")]
    prefix: Affix,

    /// A suffix for each name that a C header defines
    #[arg(long, value_name = "TEXT", value_parser = Affix::suffix, default_value = "")]
    suffix: Affix,

    /// Who defines LIST_ENTRY, GUID and the like: the C header, or Windows' own headers, included before it
    #[arg(long, value_parser = one_of(WindowsTypes::ALL, WindowsTypes::as_str), default_value = WindowsTypes::Defined.as_str())]
    windows_types: WindowsTypes,

    /// Write a ZIP archive, with a file for each layout and format
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,

    /// The file to write; by default standard output
    #[arg(long, short, value_name = "FILE", conflicts_with = "archive")]
    output: Option<PathBuf>,

    #[command(flatten)]
    data: Data,
}

/// [`NESTING_LIMIT`] in the integer type of clap's ranges.
const MOST: i64 = NESTING_LIMIT as i64;

pub(super) fn export(args: &Export) -> Result<(), Failure> {
    let (raw, dataset) = args.data.load()?;
    let data = &*data_hash(&raw).map_err(Failure::Unpacked)?;
    if let Some(id) = &args.image {
        return args.image(id, (&dataset, data));
    }
    let structure = args.structure.as_deref();
    let structure = structure.map(|name| lookup::structure(&dataset, name));
    let structure = structure.transpose()?;
    let found = structure.zip(args.version.as_deref());
    let found = found.map(|(it, version)| find_layout(it, version, args.arch.as_deref()));
    match (&args.archive, found.transpose()?) {
        (Some(path), found) => {
            let layouts = match (found, structure) {
                (Some(found), _) => vec![(found.structure, found.layout.into_owned())],
                (None, Some(structure)) => layouts(std::iter::once(structure)),
                (None, None) => layouts(dataset.audited()),
            };
            let archive = Archive {
                dataset: &dataset,
                data,
                format: args.format,
                exported: args.exported(),
            };
            let mut bytes = Vec::new();
            (archive.write(&layouts, &mut bytes)).map_err(Failure::Unpacked)?;
            output::file(path, &bytes)
        }
        (None, Some(found)) => {
            let format = args.format.unwrap_or(Format::C);
            let (of, layout) = ((&*dataset, data), &found.layout);
            let text = args.exported().text(of, found.structure, layout, format);
            output::file_or_out(args.output.as_deref(), text.as_bytes())
        }
        (None, None) => usage_error(
            "name a structure, a version and an architecture, or --archive FILE for all layouts",
        ),
    }
}

impl Export {
    fn image(&self, id: &str, (dataset, data): (&Dataset, &str)) -> Result<(), Failure> {
        let format = match self.format.unwrap_or(Format::C) {
            _ if self.json => ImageFormat::Json,
            format if IMAGE_FORMATS.contains(&format) => ImageFormat::Export(format),
            other => usage_error(&format!(
                "there is no {other} of an image as a whole: expected --json, or --format {}",
                IMAGE_FORMATS.map(Format::as_str).join(" or ")
            )),
        };
        let index = lookup::image(dataset, id)?;
        let image = dataset.catalogue().image(index);
        let mut text = Vec::new();
        if let Some(image) = image {
            let how = (format, self.exported().options);
            write_image((dataset, data), (index, image), how, &mut text)
                .map_err(Failure::Unpacked)?;
        }
        output::file_or_out(self.output.as_deref(), &text)
    }

    fn exported(&self) -> ExportOptions {
        let options = Options {
            pointers: self.pointers,
            prefix: self.prefix,
            suffix: self.suffix,
            windows_types: self.windows_types,
        };
        let depth = self.depth.map(usize::from);
        ExportOptions { depth, options }
    }
}
