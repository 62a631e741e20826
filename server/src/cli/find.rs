//! `strata search WORDS…` and `strata lookup OFFSET ARCH`: search by free text; the members at an offset, in any type.
//! type.

use std::fmt::Write as _;

use strata_core::lookup;
use strata_core::search::wire::{HitDto, PlaceDto, to_wire};
use strata_core::search::{HITS_LIMIT, Index, Query, TEXT_LIMIT, covering};

use super::{Asked, Failure, output};
use crate::api::{LookupAnswer, member_query};
use crate::{limits, numbers};

#[derive(Debug, clap::Args)]
pub(super) struct Search {
    /// What to look for: names, even misspelt; `0x58 x64` or `EPROCESS+0x5a`, members at an offset; `size 0x88`; a version or an
    /// architecture narrows it down
    #[arg(value_name = "WORDS", required = true)]
    words: Vec<String>,

    /// Only types whose layout in this release, or in this image, is another than in the one before, and the members that are
    /// different there
    #[arg(long, value_name = "RELEASE|IMAGE")]
    changed_in: Option<String>,

    /// How many at the most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST), default_value = "20")]
    limit: u16,

    #[command(flatten)]
    asked: Asked,
}

/// [`HITS_LIMIT`] in the integer type of clap's ranges.
const MOST: i64 = HITS_LIMIT as i64;

pub(super) fn search(args: &Search) -> Result<(), Failure> {
    let text = args.words.join(" ");
    if text.chars().count() > TEXT_LIMIT {
        return Err(Failure::Nothing(format!(
            "the text has more than {TEXT_LIMIT} characters: pass fewer words"
        )));
    }
    let dataset = args.asked.load()?;
    let index = Index::new(&dataset);
    let mut query = Query::read(&text);
    if let Some(what) = &args.changed_in {
        query.changed_in = Some(lookup::change(&dataset, what)?);
    }
    let found = index.search(&dataset, &query, args.limit.into());
    let answer = to_wire(&found, None);
    let none = format!("nothing fits `{text}`");
    // Those of a change are few.
    let places = query.changed_in.map_or(PLACES, |_| usize::MAX);
    args.asked
        .answer(&answer, |it| print((&it.items, it.total), places, &none))
}

#[derive(Debug, clap::Args)]
pub(super) struct Lookup {
    /// From the start of the structure, in bytes: hexadecimal or decimal
    #[arg(value_name = "OFFSET", value_parser = numbers::offset)]
    offset: u64,

    /// x86, x64 or arm64; a version with it, as in 6.2/x64 or 6.2 x64, stands for `--version`
    #[arg(value_name = "ARCH|POINT", required = true, num_args = 1..=2)]
    point: Vec<String>,

    /// Only at that release, build or image
    #[arg(long)]
    version: Option<String>,

    /// Only members of so many bytes: hexadecimal or decimal
    #[arg(long, value_name = "BYTES", value_parser = numbers::offset)]
    size: Option<u64>,

    /// How many at the most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), default_value_t = limits::PAGE)]
    limit: u32,

    #[command(flatten)]
    asked: Asked,
}

pub(super) fn lookup(args: &Lookup) -> Result<(), Failure> {
    let dataset = args.asked.load()?;
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
    let answer = LookupAnswer::new(&found, None);
    let none = format!("no member is at {:#x} on {arch}", args.offset);
    args.asked
        .answer(&answer, |it| print((&it.items, it.total), PLACES, &none))
}

/// How many places of a hit are shown, the newest; `--json` prints all of them.
const PLACES: usize = 3;

/// Prints hits; fails with `none` where there are none. The number of further hits goes to standard error.
fn print((hits, total): (&[HitDto], usize), places: usize, none: &str) -> Result<(), Failure> {
    if hits.is_empty() {
        return Err(Failure::Nothing(none.to_owned()));
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
    for place in hit.places.iter().skip(left_out) {
        let _ = write!(line, "  {}", place_in_words(place));
    }
    line.push('\n');
    line
}

/// `+0x58 on x64, 6.1 to 6.2`
fn place_in_words(place: &PlaceDto) -> String {
    let bit = place
        .bit
        .map_or_else(String::new, |bit| format!(" bit {bit}"));
    let (offset, arch) = (place.offset, place.arch);
    let versions = match place.first == place.last {
        true => place.first.clone(),
        false => format!("{} to {}", place.first, place.last),
    };
    format!("+{offset:#x}{bit} on {arch}, {versions}")
}
