//! `strata identify [FILE]`: the layouts that fit bytes, or a dump.

use std::fmt::Write as _;

use strata_core::decode::identify::wire::to_wire;
use strata_core::decode::identify::{
    Candidate, Classes, Elsewhere, Identified, Others, Scope, Verdict,
};
use strata_core::decode::listing::Listing;
use strata_core::decode::read::ParsedInput;
use strata_core::stated::identify as compare;
use strata_core::{Dataset, lookup};

use super::dump::{Dump, report, report_listing};
use super::{Asked, Done, Failure, output};

/// How many reasons are shown for a candidate; `--json` prints all that the answer has.
const SHOWN: usize = 4;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    dump: Dump,

    /// Only layouts of this structure; case and a leading underscore do not count
    #[arg(long, value_name = "STRUCT")]
    structure: Option<String>,

    /// Only layouts on this architecture: x86, x64 or arm64
    #[arg(long)]
    arch: Option<String>,

    /// Consider every structure and union that is no larger than the bytes, not only those that are as large
    #[arg(long, conflicts_with = "structure")]
    all_types: bool,

    /// Show what does not fit, too
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    asked: Asked,
}

pub(super) fn run(args: &Args) -> Result<Done, Failure> {
    let dataset = args.asked.load()?;
    let structure = args.structure.as_deref();
    let structure = structure.map(|name| lookup::structure(&dataset, name));
    let mut scope = Scope {
        structure: structure.transpose()?,
        arch: args.arch.as_deref().map(lookup::arch).transpose()?,
        ..Scope::default()
    };
    let posted = args.dump.read()?;
    let reading = match posted.pasted {
        ParsedInput::Bytes(reading) => reading,
        ParsedInput::Listing(listing) => return compared(args, &dataset, scope, &listing),
    };
    let options = args.dump.options();
    scope.others = Others::by_bytes(&reading.space, &options, args.all_types);
    let classes = Classes::new(&dataset, scope)?;
    let identified = classes.identify(&reading.space, &options)?;
    let elsewhere = classes.elsewhere(&identified, &reading, &posted.others, &options);
    let elsewhere = elsewhere.as_ref();
    let skipped = report(&reading);
    if let Some(elsewhere) = elsewhere {
        let message = elsewhere.message(&identified, reading.dialect);
        eprintln!("strata: {message}");
    }
    if args.asked.json {
        output::json(&to_wire(&identified, elsewhere, &reading))?;
    } else {
        let summary = elsewhere.map_or_else(|| identified.summary(), Elsewhere::summary);
        output::text(&text(summary, &identified, args.all))?;
    }
    let fits = |candidate: &Candidate| candidate.verdict == Verdict::Fits;
    Ok(Done::unless(
        skipped || !identified.candidates.iter().any(fits),
    ))
}

/// The summary, then a line for each candidate with its most important reasons below.
fn text(mut text: String, identified: &Identified, all: bool) -> String {
    text.push('\n');
    for candidate in identified.first_candidates() {
        if !all && candidate.verdict == Verdict::DoesNotFit {
            continue;
        }
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "\n{}. {} {} {} size {}: {} ({:+} bits)",
            candidate.rank,
            candidate.structure,
            candidate.points_in_words(),
            candidate.arch,
            candidate.size,
            candidate.verdict.as_str(),
            candidate.score / 10
        );
        for reason in candidate.reasons.iter().take(SHOWN) {
            let place = match reason.path {
                Some(_) => format!("+{} ", reason.offset),
                None => String::new(),
            };
            let sign = if reason.weight < 0 { '-' } else { '+' };
            let _ = writeln!(text, "   {sign} {place}{}", reason.message);
        }
    }
    text
}

/// Prints the points whose layout agrees with a pasted one; below, those whose layout differs.
fn compared(
    args: &Args,
    dataset: &Dataset,
    scope: Scope<'_>,
    listing: &Listing,
) -> Result<Done, Failure> {
    let judged = compare::identify(listing, dataset, scope);
    let skipped = report_listing(listing);
    if args.asked.json {
        output::json(&compare::to_wire(&judged, listing))?;
    } else {
        output::text(&listing_text(&judged, args.all))?;
    }
    Ok(Done::unless(skipped || !judged.agrees()))
}

/// The summary, then a line for each candidate with its first differences below.
fn listing_text(judged: &compare::IdentifiedLayouts, all: bool) -> String {
    let mut text = judged.summary();
    text.push('\n');
    for candidate in &judged.candidates {
        let comparison = &candidate.comparison;
        let how = match (comparison.agrees(), comparison.left_out()) {
            (true, 0) => "agrees".to_owned(),
            (true, left_out) => format!("agrees in what it lists ({left_out} left out)"),
            (false, _) if !all => continue,
            (false, _) => format!("does not agree ({} differ)", comparison.count()),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "\n{}. {} {} {} size {}: {how}",
            candidate.rank,
            comparison.structure,
            candidate.points_in_words(),
            comparison.point.arch,
            candidate.size,
        );
        for entry in candidate.differences().take(SHOWN) {
            let _ = writeln!(text, "   - {entry}");
        }
    }
    text
}
