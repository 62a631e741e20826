//! `strata offsets`: member offsets of one structure at chosen points, or of any types in every image, as in the API.
//! `strata validity [FILE]`: checks whether a tool's offsets still hold.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use serde::Serialize;
use strata_core::offsets::{Bracketing, Column, print};
use strata_core::validity::offsets::{self, Format};
use strata_core::validity::wire::ValidityAnswer;
use strata_core::validity::{JudgedClaim, Judgement, TEXT_LIMIT, Verdict, claims, table};
use strata_core::{Point, lookup};

use crate::api::{
    AnswerFormat, Output, TableFormat, claims_at, in_images as table_in_images, names, offsets_at,
};
use crate::bundle::data_hash;
use crate::error::Error;
use crate::stated::{self, NotDeclared};

use super::{Data, Failure, FormatArgs, PointArg, Success, file, one_of, output, usage_error};

#[derive(Debug, clap::Args)]
pub(super) struct Offsets {
    /// Members such as _EPROCESS.Protection, types for their sizes, symbols such as nt!PsProcessType, in every image. One structure alone, without --images: all its members in every release
    #[arg(value_name = "TYPE.MEMBER")]
    names: Vec<String>,

    /// The images, by default all: x64, 22H2, 10.0.17763.., ids of images, separated by commas
    #[arg(long, value_name = "IMAGES")]
    images: Option<String>,

    /// Whether to include values that no source states for their image, but on which the nearest known images on both sides agree; by default only in formats that can mark them
    #[arg(long, value_parser = one_of(Bracketing::ALL, Bracketing::as_str))]
    bracketed: Option<Bracketing>,

    /// Of one structure: a member, a path such as Links.Blink, or the id of a row; by default all
    #[arg(long = "member", value_name = "MEMBER", conflicts_with = "images")]
    members: Vec<String>,

    /// Of one structure: a point, such as 6.1/x64, or an image; by default every release with a layout
    #[arg(
        long = "point",
        value_name = "VERSION/ARCH|IMAGE",
        conflicts_with = "images"
    )]
    points: Vec<PointArg>,

    /// The format. Of one structure: text (by default: lines STRUCT MEMBER 0xOFFSET), header (#define
    /// STRUCT_MEMBER_VERSION_ARCH), csv (a line for each member and point) or json. Of any types: csv (by default: a line for
    /// each image), tsv, c, rust, python (arrays of the combinations of values, and the images that have them), edrsandblast and
    /// kphdyn (the files of EDRSandblast and System Informer) or json
    #[arg(long, value_parser = PossibleValuesParser::new(formats()))]
    format: Option<String>,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// The file to write; by default standard output, `-`
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    data: Data,
}

/// The names of all formats.
fn formats() -> BTreeSet<&'static str> {
    let all = [names::<Format>(), names::<TableFormat>()];
    all.into_iter().flatten().collect()
}

impl Offsets {
    /// The chosen format, by default the usual one, which `text` names as well.
    fn format<F: AnswerFormat>(&self, usual: F) -> Result<F, Error> {
        match (self.json, self.format.as_deref()) {
            (true, _) => F::named("json"),
            (false, None | Some("text")) => Ok(usual),
            (false, Some(name)) => F::named(name),
        }
    }

    fn write<T: Serialize>(&self, written: Output<T>) -> Result<(), Failure> {
        output::file_or_out(self.output.as_deref(), &output::to_bytes(written)?)
    }
}

pub(super) fn offsets(args: &Offsets) -> Result<(), Failure> {
    match (&args.names[..], args.format(Format::Table)) {
        ([name], Ok(format)) if args.images.is_none() && !name.contains('.') => {
            at_points(args, name, format)
        }
        _ => in_images(args),
    }
}

/// Members of one structure at chosen points.
fn at_points(args: &Offsets, name: &str, format: Format) -> Result<(), Failure> {
    let (_, dataset) = args.data.load()?;
    let structure = match lookup::structure(&dataset, name) {
        Ok(structure) => structure,
        // A symbol has no points.
        Err(_) if Column::find(&dataset, name).is_ok() => return in_images(args),
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
    let members = (!members.is_empty()).then_some(&members[..]);
    args.write(offsets_at(&dataset, structure, members, &points, format)?)
}

/// Members of any types in every image.
fn in_images(args: &Offsets) -> Result<(), Failure> {
    if !args.members.is_empty() || !args.points.is_empty() {
        usage_error("--member and --point are for one structure, as text, header, csv or json");
    }
    let format = args.format(TableFormat::Text(print::Format::Csv));
    let format = format.unwrap_or_else(|error| usage_error(&error.to_string()));
    let names = format.members_or_own(args.names.clone());
    if names.is_empty() {
        usage_error("name members such as _EPROCESS.Protection, or one structure");
    }
    let (raw, dataset) = args.data.load()?;
    let columns = Column::find_all(&dataset, &names)?;
    let data = match format.text().is_some_and(print::Format::names_data) {
        true => data_hash(&raw)?,
        false => String::new(),
    };
    let images = args.images.as_deref().unwrap_or_default();
    let how = (format, args.bracketed);
    match table_in_images((&dataset, &data), (columns, &[]), images, how)? {
        Some(table) => args.write(table),
        None => bail!(
            "none of these images has a value that is known and that the format can name: `strata images` lists the images with a symbol file"
        ),
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct Validity {
    /// The file with the offsets: lines STRUCTURE MEMBER 0xOFFSET, C, CSV, JSON, INI, or output of a debugger; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,

    /// A release and an architecture to judge at, such as 22H2/x64; by default every release. csv and json always list all
    #[arg(long, value_name = "RELEASE/ARCH")]
    at: Vec<String>,

    /// The release and architecture that the offsets were made for, with whose types others are compared; by default guessed
    #[arg(long, value_name = "RELEASE/ARCH")]
    made_for: Option<String>,

    /// Only points on this architecture
    #[arg(long, value_name = "ARCH")]
    arch: Option<String>,

    /// The structure of lines without one
    #[arg(long, value_name = "STRUCT")]
    structure: Option<String>,

    /// Print the corrected offsets for the points of --at: as a table, as definitions for C, as csv with a line for each member
    /// and point, or as json by point, structure and member
    #[arg(long, requires = "at", conflicts_with_all = ["format", "json"])]
    #[arg(value_parser = one_of(Format::ALL, Format::as_str))]
    rewrite: Option<Format>,

    #[command(flatten)]
    format: FormatArgs<JudgedFormat>,

    #[command(flatten)]
    data: Data,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum JudgedFormat {
    /// For people: a line for each offset and run of versions
    #[default]
    Text,
    /// A line for each offset and point
    Csv,
    /// The JSON of the API
    Json,
}

pub(super) fn validity(args: &Validity) -> Result<Success, Failure> {
    let (_, dataset) = args.data.load()?;
    let catalogue = dataset.catalogue();
    let point = |text: &String| lookup::whole_point(catalogue, text);
    let points = args.at.iter().map(point);
    let points: Vec<Point> = points.collect::<Result<_, _>>()?;
    let arch = args.arch.as_deref().map(lookup::arch).transpose()?;
    let about = args.structure.as_deref();
    let about = about
        .map(|name| lookup::structure(&dataset, name))
        .transpose()?;
    let bytes = file::read(&args.file, TEXT_LIMIT, "paste a table of offsets")?;
    let text = stated::text(&bytes).map_err(|error| {
        Failure::Nothing(match error {
            NotDeclared::Other(what) => format!("it looks like {what}"),
            other => other.to_string(),
        })
    })?;
    let claims = claims(&dataset, &text, about);
    let made_for = args.made_for.as_ref().map(point).transpose()?;
    let judged = claims_at(&dataset, &claims, made_for, (&points, arch));
    let judged = judged.map_err(Failure::Nothing)?;
    match (args.rewrite, args.format.get()) {
        (Some(format), _) => output::text(&offsets::offsets(&judged, &points, format))?,
        (None, JudgedFormat::Csv) => output::text(&table::to_csv(&judged))?,
        (None, JudgedFormat::Json) => output::json(&judged)?,
        (None, JudgedFormat::Text) => output::text(&lines(&judged, &points))?,
    }
    for (line, note) in judged
        .items
        .iter()
        .filter_map(|it| Some((it.line, it.note.as_ref()?)))
    {
        eprintln!("strata: line {line}: {note}");
    }
    for refused in &judged.refused {
        eprintln!("strata: {refused}");
    }
    if judged.not_judged > 0 {
        let more = judged.not_judged;
        eprintln!("strata: {more} more claims were not judged: split the table");
    }
    let fails = |it: &Judgement| matches!(it.verdict, Verdict::Moved | Verdict::Retyped);
    let holds = |item: &JudgedClaim| !item.points.is_empty() && !item.points.iter().any(fails);
    let all_hold = match points.is_empty() {
        true => judged.items.iter().all(holds),
        false => judged.at.iter().all(|it| it.same == judged.items.len()),
    };
    let whole = judged.refused.is_empty() && judged.not_judged == 0;
    Ok(Success::unless(!all_hold || !whole))
}

/// The counts for each requested point; then each claim with its verdicts there, or everywhere.
fn lines(answer: &ValidityAnswer, points: &[Point]) -> String {
    let mut text: String = answer
        .at
        .iter()
        .map(|counts| format!("{counts}\n"))
        .collect();
    for item in &answer.items {
        let offset = match item.assumed {
            true => "without an offset".to_owned(),
            false => format!("{:#x}", item.offset),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{} {} {offset}{}",
            item.structure,
            item.member,
            stated_for(item)
        );
        if item.points.is_empty() {
            text.push_str("  not stated at any point\n");
        }
        for judgement in &item.points {
            let asked = |at: &&Point| points.is_empty() || points.contains(at);
            let at: Vec<&Point> = judgement.points.iter().filter(asked).collect();
            if let (Some(first), Some(last)) = (at.first(), at.last()) {
                let _ = writeln!(text, "  {}{}", span(first, last), outcome(item, judgement));
            }
        }
    }
    text
}

/// `, stated for 2004/x64, where it holds`
fn stated_for(item: &JudgedClaim) -> String {
    let (Some(first), Some(last)) = (item.stated_for.first(), item.stated_for.last()) else {
        return String::new();
    };
    let holds = |point: &&Point| {
        let mut judgements = item.points.iter();
        judgements.any(|it| it.verdict == Verdict::Same && it.points.contains(point))
    };
    let stated = &item.stated_for;
    let how = match stated.iter().filter(holds).count() {
        all if all == stated.len() => "where it holds".to_owned(),
        0 => "where it does not hold".to_owned(),
        some => format!("where it holds at {some} of {} points", stated.len()),
    };
    match stated.len() {
        1 => format!(", stated for {first}, {how}"),
        _ => format!(", stated for {first} to {last}, {how}"),
    }
}

/// `2004/x64: `, `6.1 to 2004/x64: `
fn span(first: &Point, last: &Point) -> String {
    match first == last {
        true => format!("{last}: "),
        false => format!("{} to {last}: ", first.version),
    }
}

fn outcome(item: &JudgedClaim, judgement: &Judgement) -> String {
    let mut text = match (judgement.verdict, judgement.offset) {
        // Without an offset, the table is neither right nor wrong.
        (Verdict::Same | Verdict::Moved, Some(offset)) if item.assumed => format!("at {offset:#x}"),
        (Verdict::Same, _) | (_, None) => judgement.verdict.to_string(),
        (verdict, Some(offset)) => format!("{verdict}, {offset:#x}"),
    };
    if let Some(bit) = judgement.bit {
        let _ = write!(text, ", bit {bit}");
    }
    if let Some(note) = &judgement.note {
        let _ = write!(text, ", {note}");
    }
    text
}
