//! `strata list [STRUCT]`, `strata images [QUERY]` and `strata resolve TEXT`: the types, or the versions of one; the images whose
//! types are known; the images and releases that a text names. `strata search WORDS…` and `strata lookup OFFSET ARCH`: search
//! by free text; the members at an offset, in any type.

use std::cmp::Reverse;
use std::fmt::Write as _;

use strata_core::catalogue::{ImageIndex, ModuleName};
use strata_core::dataset::{self, Filter, SourceKind, Structure};
use strata_core::offsets::ImageFilter;
use strata_core::search::wire::{HitDto, PlaceDto, SearchAnswer};
use strata_core::search::{HITS_LIMIT, Index, Query, SearchResults, TEXT_LIMIT, covering};
use strata_core::types::TypeKind;
use strata_core::{Arch, lookup, numbers};

use crate::api::{Images, LookupAnswer, Structures, member_query};
use crate::error::ResolvedAnswer;
use crate::limits;

use super::{CommonArgs, Failure, arch, one_of, output};

const NAME_WIDTH: usize = 40;

#[derive(Debug, clap::Args)]
pub(super) struct List {
    /// The type whose versions are listed; case and a leading underscore do not count
    #[arg(value_name = "STRUCT", conflicts_with_all = ["matching", "kind", "source", "image", "changed_in"])]
    structure: Option<String>,

    /// Only types with all of these words in their name or summary
    #[arg(long = "match", value_name = "WORDS", default_value = "")]
    matching: String,

    /// Only types of this kind
    #[arg(long, value_parser = one_of(TypeKind::IN_SYMBOLS, TypeKind::as_str))]
    kind: Option<TypeKind>,

    /// Only types with this kind of source: an article, or symbol files
    #[arg(long, value_parser = one_of(SourceKind::ALL, SourceKind::as_str))]
    source: Option<SourceKind>,

    /// Only types that this image defines: its id (see `strata images`), the GUID and age of its PDB, or a point such as 24H2/x64
    #[arg(long, value_name = "IMAGE")]
    image: Option<String>,

    /// Only types whose layout this release or image changed
    #[arg(long, value_name = "RELEASE|IMAGE")]
    changed_in: Option<String>,

    #[command(flatten)]
    common: CommonArgs,
}

pub(super) fn list(args: &List) -> Result<(), Failure> {
    let dataset = args.common.load()?;
    let image = args.image.as_deref();
    let image = image.map(|id| lookup::image(&dataset, id)).transpose()?;
    let listed: Vec<&Structure> = match &args.structure {
        Some(name) => vec![lookup::structure(&dataset, name)?],
        None => {
            let changed_in = args.changed_in.as_deref();
            let mut listed = dataset.list(&Filter {
                text: args.matching.clone(),
                kind: args.kind,
                module: None,
                image,
                source: args.source,
                changed_in: changed_in
                    .map(|what| lookup::change(&dataset, what))
                    .transpose()?,
            });
            // The JSON has the order of the API.
            if !args.common.json {
                listed.sort_by_key(|structure| Reverse(structure.audited().is_some()));
            }
            listed
        }
    };
    if args.common.json {
        return output::json(&Structures::new(&dataset, &listed, image, None));
    }
    output::text(&match (&args.structure, &listed[..]) {
        (Some(_), [one]) => versions(one),
        _ => types(&listed, image),
    })
}

/// One line per type: name, kind, summary; without a summary, the number of layouts.
fn types(listed: &[&Structure], image: Option<ImageIndex>) -> String {
    let widths = listed.iter().map(|it| it.name.as_str().len());
    let width = widths.max().unwrap_or(0).min(NAME_WIDTH);
    let mut text = String::new();
    for structure in listed {
        let classes = structure.ty().map_or(0, |ty| ty.classes().len());
        let summary = match (structure.summary(), classes) {
            ("", 0) => "declared, but not defined".to_owned(),
            ("", 1) => "1 layout".to_owned(),
            ("", classes) => format!("{classes} layouts"),
            (summary, _) => summary.to_owned(),
        };
        let (name, kind) = (structure.name.as_str(), structure.kind_in(image).as_str());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<width$}  {kind:<6}  {summary}");
    }
    text
}

/// A line for each size on each architecture, then kernels in which servicing changed it, and images of no release.
fn versions(structure: &Structure) -> String {
    let summary = match structure.summary() {
        "" => structure.kind().as_str(),
        summary => summary,
    };
    let mut text = format!("{}: {summary}\n", structure.name);
    for run in dataset::sizes(structure) {
        let releases: Vec<&str> = run.releases.iter().map(|release| release.id()).collect();
        let (arch, size) = (run.arch.as_str(), run.size.to_string());
        let _ = writeln!(text, "{arch:<5} {size:<6} {}", releases.join(" "));
    }
    for layout in structure.beside_releases() {
        let (arch, size) = (layout.arch().as_str(), layout.size.to_string());
        let _ = writeln!(text, "{arch:<5} {size:<6} {}", layout.point.version);
    }
    text
}

#[derive(Debug, clap::Args)]
pub(super) struct ListImages {
    /// Only images with each of these words in their id, PDB or releases, or in a range of versions, such as 19041, 24H2/x64 or 10.0.17763..
    #[arg(value_name = "QUERY", default_value = "")]
    query: String,

    /// Only images of this module, such as ntoskrnl
    #[arg(long)]
    module: Option<ModuleName>,

    /// Only images for this architecture: x86, x64 or arm64
    #[arg(long, value_parser = arch)]
    arch: Option<Arch>,

    #[command(flatten)]
    common: CommonArgs,
}

pub(super) fn images(args: &ListImages) -> Result<(), Failure> {
    let dataset = args.common.load()?;
    if let Some(module) = &args.module {
        lookup::module(dataset.catalogue(), module.as_str())?;
    }
    let search = ImageFilter::ranges(&dataset, &args.query)?;
    let images = Images::new(&dataset, args.module.as_ref(), args.arch, &search);
    args.common.answer(&images, |images| {
        if images.items.is_empty() {
            bail!("There is no such image: `strata images` lists them all.");
        }
        output::text(&image_lines(images))
    })
}

/// One line per image: id, number of types, releases that may run it, sources.
fn image_lines(images: &Images) -> String {
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

#[derive(Debug, clap::Args)]
pub(super) struct Resolve {
    /// A release, the version of a file or of a system, the GUID of a PDB, with or without its age, the id of an image, the hash or time stamp of a kernel, or output of `lmvm nt`
    #[arg(value_name = "TEXT")]
    text: String,

    #[command(flatten)]
    common: CommonArgs,
}

pub(super) fn resolve(args: &Resolve) -> Result<(), Failure> {
    let dataset = args.common.load()?;
    let text = args.text.trim();
    let resolved = lookup::resolve(&dataset, text)?;
    let answer = ResolvedAnswer::new(dataset.catalogue(), text, resolved);
    args.common
        .answer(&answer, |answer| output::text(&resolved_lines(answer)))
}

/// The interpretation of the text with its releases; a line per image; then the caveat.
fn resolved_lines(answer: &ResolvedAnswer) -> String {
    let mut text = format!("{}: {}", answer.query, answer.kind);
    if !answer.releases.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(text, " of {}", answer.releases.join(", "));
    }
    text.push('\n');
    for image in &answer.images {
        let _ = write!(text, "{}  {}", image.image, image.near);
        if let Some(distance) = image.distance.filter(|it| *it > 0) {
            let revisions = if distance == 1 {
                "revision"
            } else {
                "revisions"
            };
            let _ = write!(text, ", {distance} {revisions} away");
        }
        text.push('\n');
    }
    for kernel in &answer.kernels {
        let _ = writeln!(
            text,
            "{}  sha256 {}, time stamp {}, size {:#x}",
            kernel.id, kernel.sha256, kernel.time_stamp, kernel.size_of_image
        );
    }
    text.extend(answer.caveat.iter().map(|caveat| format!("{caveat}\n")));
    text
}

#[derive(Debug, clap::Args)]
pub(super) struct Search {
    /// Names, even misspelt; `0x58 x64` or `EPROCESS+5a` for members at an offset, hexadecimal after `+`; `size 0x88`. A version or an
    /// architecture restricts the hits
    #[arg(value_name = "WORDS", required = true)]
    words: Vec<String>,

    /// Only types whose layout this release or image changed, and the members that differ
    #[arg(long, value_name = "RELEASE|IMAGE")]
    changed_in: Option<String>,

    /// The most hits to print
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST), default_value = "20")]
    limit: u16,

    #[command(flatten)]
    common: CommonArgs,
}

/// [`HITS_LIMIT`] in the integer type of clap's ranges.
const MOST: i64 = HITS_LIMIT as i64;

pub(super) fn search(args: &Search) -> Result<(), Failure> {
    let text = args.words.join(" ");
    if text.chars().count() > TEXT_LIMIT {
        bail!("the text has more than {TEXT_LIMIT} characters: pass fewer words");
    }
    let dataset = args.common.load()?;
    let index = Index::new(&dataset);
    let mut query = Query::read(&text);
    if let Some(what) = &args.changed_in {
        query.changed_in = Some(lookup::change(&dataset, what)?);
    }
    let found = index.search(&dataset, &query, args.limit.into());
    let answer = SearchAnswer::new(&query, &found, next(&found));
    let mut none = format!("no hits for `{text}`");
    if let Some(read_as) = &answer.read_as {
        // Shows how the number was read: the user may have meant another base.
        let _ = write!(
            none,
            ", read as {read_as}; a decimal number is written as 0n90"
        );
    }
    // Those of a change are few.
    let places = query.changed_in.map_or(PLACES, |_| usize::MAX);
    args.common
        .answer(&answer, |it| print((&it.items, it.total), places, &none))
}

#[derive(Debug, clap::Args)]
pub(super) struct Lookup {
    /// From the start of the structure, in bytes: hexadecimal as 0x58 or 58h, otherwise decimal
    #[arg(value_name = "OFFSET", value_parser = numbers::offset)]
    offset: u64,

    /// x86, x64 or arm64; or a point, such as 6.2/x64 or 6.2 x64
    #[arg(value_name = "ARCH|POINT", required = true, num_args = 1..=2)]
    point: Vec<String>,

    /// Only in this release, build or image
    #[arg(long)]
    version: Option<String>,

    /// Only members of this size in bytes: hexadecimal or decimal
    #[arg(long, value_name = "BYTES", value_parser = numbers::offset)]
    size: Option<u64>,

    /// The most hits to print
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), default_value_t = limits::PAGE_SIZE)]
    limit: u32,

    #[command(flatten)]
    common: CommonArgs,
}

pub(super) fn lookup(args: &Lookup) -> Result<(), Failure> {
    let dataset = args.common.load()?;
    let point = args.point.join(" ");
    let (version, arch) = match (&args.version, lookup::split_point(&point)) {
        (None, (version, Some(arch))) => (Some(version), arch),
        (version, _) => (version.as_deref(), &*point),
    };
    let arch = lookup::arch(arch)?;
    // An offset of more than 32 bits is beyond any structure.
    let bytes = |number| u32::try_from(number).unwrap_or(u32::MAX);
    let query = member_query(
        &dataset,
        (bytes(args.offset), args.size.map(bytes)),
        (version, arch),
    )?;
    let index = Index::new(&dataset);
    let limit = usize::try_from(args.limit).unwrap_or(usize::MAX);
    let found = covering(&index, &dataset, &query, 0, limit);
    let answer = LookupAnswer::new(&found, next(&found));
    let none = format!("no member is at {:#x} on {arch}", args.offset);
    args.common
        .answer(&answer, |it| print((&it.items, it.total), PLACES, &none))
}

/// The cursor after the hits of the API, if there are more.
fn next(found: &SearchResults) -> Option<String> {
    let shown = found.hits.len();
    (shown < found.total).then(|| shown.to_string())
}

/// How many places of a hit are shown, the newest; `--json` prints all of them.
const PLACES: usize = 3;

/// Prints hits; fails with `none` where there are none. The number of further hits goes to standard error.
fn print((hits, total): (&[HitDto], usize), places: usize, none: &str) -> Result<(), Failure> {
    if hits.is_empty() {
        bail!("{none}");
    }
    output::text(&hits.iter().map(|hit| line(hit, places)).collect::<String>())?;
    let more = total.saturating_sub(hits.len());
    if more > 0 {
        eprintln!("strata: {more} more: pass --limit");
    }
    Ok(())
}

/// The line of a hit: kind, name, details, the last `places`.
fn line(hit: &HitDto, places: usize) -> String {
    let mut line = format!("{:<9}  ", hit.kind);
    if let Some(structure) = hit.structure.as_ref().filter(|it| **it != hit.title) {
        let _ = write!(line, "{structure} ");
    }
    line += hit.path.as_ref().unwrap_or(&hit.title);
    if !hit.detail.is_empty() {
        let _ = write!(line, "  {}", hit.detail);
    }
    let left_out = hit.places.len().saturating_sub(places);
    if left_out > 0 {
        line += "  …";
    }
    let is_whole = matches!(hit.kind, "structure" | "type");
    for place in hit.places.iter().skip(left_out) {
        let _ = write!(line, "  {}", place_in_words(place, is_whole));
    }
    line.push('\n');
    line
}

/// `+0x58 on x64, 6.1 to 6.2`; `x64, 6.1 to 6.2` of a whole type.
fn place_in_words(place: &PlaceDto, is_whole: bool) -> String {
    let bit = place
        .bit
        .map_or_else(String::new, |bit| format!(" bit {bit}"));
    let (offset, arch) = (place.offset, place.arch);
    let versions = match place.first == place.last {
        true => place.first.to_string(),
        false => format!("{} to {}", place.first, place.last),
    };
    match is_whole {
        true => format!("{arch}, {versions}"),
        false => format!("+{offset:#x}{bit} on {arch}, {versions}"),
    }
}
