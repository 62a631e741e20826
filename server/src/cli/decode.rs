//! `strata decode STRUCT VERSION [ARCH] [FILE]`: decodes bytes, or a dump, as one or more structures; or compares a
//! layout that a debugger printed with ours.

use std::path::Path;

use strata_core::Dataset;
use strata_core::decode::finding::Severity;
use strata_core::decode::listing::Listing;
use strata_core::decode::read::ParsedInput;
use strata_core::decode::table::table;
use strata_core::decode::wire::{instances, one_by_one, to_wire};
use strata_core::decode::{Decoded, Decoding, same_size_layouts};
use strata_core::lookup::Found;
use strata_core::stated::wire::listing_answer;
use strata_core::stated::{compare, fits, points_in_words};

use super::dump::{Dump, report, report_listing};
use super::{Data, Done, Failure, LayoutArgs, output};
use crate::dump;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    place: LayoutArgs,

    #[command(flatten)]
    dump: Dump,

    /// Write what the API gives
    #[arg(long)]
    json: bool,

    /// Write a line a structure, each as JSON, while they are decoded: for many of them
    #[arg(long, conflicts_with = "json")]
    ndjson: bool,

    /// Write bare numbers: a line a structure, for spreadsheets and scripts
    #[arg(long, conflicts_with_all = ["json", "ndjson"])]
    csv: bool,

    #[command(flatten)]
    data: Data,
}

pub(super) fn run(args: &Args) -> Result<Done, Failure> {
    let (_, dataset) = args.data.load()?;
    let (found, posted) = match args.place.without_rest() {
        // After an image, which needs no architecture, the file follows at once.
        (place, Some(file)) if args.dump.is_from_stdin() => (
            place.find(&dataset)?,
            args.dump.read_from(Path::new(&file))?,
        ),
        _ => (args.place.find(&dataset)?, args.dump.read()?),
    };
    let reading = match posted.pasted {
        ParsedInput::Bytes(reading) => reading,
        ParsedInput::Listing(_) if args.csv || args.ndjson => {
            let none = "the input is a layout, which has no bytes: there is no CSV of it";
            return Err(Failure::Nothing(none.to_owned()));
        }
        ParsedInput::Listing(listing) => return compared(args, &dataset, &found, &listing),
    };
    let options = args.dump.options();
    let skipped = report(&reading);
    if args.csv {
        let table = table(&found.layout, dataset.catalogue(), &reading.space, &options)?;
        output::text(&table.to_csv())?;
        return Ok(Done::unless(skipped));
    }
    let decoding = Decoding::new(&found.layout, dataset.catalogue(), &reading.space, &options)?;
    if args.ndjson {
        let mut wrong = false;
        output::lines(instances(&decoding).inspect(|one| wrong |= one.has_error()))?;
        return Ok(Done::unless(skipped || wrong));
    }
    let readings = (&reading, &posted.others[..]);
    let (advice, elsewhere) = dump::advice(&dataset, &found, readings, &options);
    if let Some(advice) = &advice {
        eprintln!("strata: {}", advice.message);
    }
    if let Some(elsewhere) = &elsewhere {
        eprintln!("strata: {}", elsewhere.message);
    }
    let mut head = decoding.head();
    head.findings = same_size_layouts(&dataset, &found.layout);
    if args.json {
        let mut answer = to_wire(&head, &reading);
        (answer.advice, answer.elsewhere) = (advice, elsewhere);
        let answer = one_by_one(answer, decoding);
        output::json(&answer)?;
        return Ok(Done::unless(skipped || answer.instances.has_error()));
    }
    let decoded = Decoded {
        instances: decoding.instances().collect(),
        ..head
    };
    output::text(&decoded.to_string())?;
    let mut findings = decoded.instances.iter().flat_map(|one| &one.findings);
    let wrong = findings.any(|finding| finding.severity == Severity::Error);
    Ok(Done::unless(skipped || wrong))
}

/// Prints the verdict, the differences, and the points without any.
fn compared(
    args: &Args,
    dataset: &Dataset,
    found: &Found<'_>,
    listing: &Listing,
) -> Result<Done, Failure> {
    let comparison = compare(listing, &found.layout, dataset.catalogue());
    let fits = fits(listing, found.structure, dataset.catalogue());
    let skipped = report_listing(listing);
    if args.json {
        output::json(&listing_answer(listing, &comparison, &fits))?;
    } else {
        let versions = match &fits[..] {
            [] => "no known version".to_owned(),
            fits => points_in_words(fits),
        };
        output::text(&format!("{comparison}it agrees with {versions}\n"))?;
    }
    Ok(Done::unless(skipped || !comparison.agrees()))
}
