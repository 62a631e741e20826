//! `strata validity [FILE]`: checks whether a tool's offsets still hold.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::ValueEnum;
use strata_core::validity::offsets::{self, offsets};
use strata_core::validity::wire::{ClaimDto, JudgementDto, ValidityAnswer};
use strata_core::validity::{TEXT_LIMIT, claims, table};
use strata_core::{Point, lookup};

use super::{Data, Done, Failure, FormatArgs, input, output};
use crate::api::claims_at;
use crate::stated::{self, NotDeclared};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The table: STRUCTURE MEMBER 0xOFFSET a line, or as C, CSV, JSON, INI, a debugger or a header writes it; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,

    /// A release and an architecture, such as 22H2/x64: whether the claims hold there; every release where left out
    #[arg(long, value_name = "RELEASE/ARCH")]
    at: Vec<String>,

    /// The release and architecture that the table was made for, to which types are compared; guessed where left out
    #[arg(long, value_name = "RELEASE/ARCH")]
    made_for: Option<String>,

    /// Only points on this architecture
    #[arg(long, value_name = "ARCH")]
    arch: Option<String>,

    /// What lines without a structure are about
    #[arg(long, value_name = "STRUCT")]
    structure: Option<String>,

    /// Write the table anew, with the offsets of the points of --at
    #[arg(long, value_enum, requires = "at", conflicts_with_all = ["format", "json"])]
    rewrite: Option<Rewritten>,

    #[command(flatten)]
    format: FormatArgs<Format>,

    #[command(flatten)]
    data: Data,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people: a line a claim and run of versions
    #[default]
    Text,
    /// A line a claim and point
    Csv,
    /// What the API gives
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Rewritten {
    /// STRUCTURE MEMBER 0xOFFSET, a line a member
    Table,
    /// Definitions for C
    Header,
    /// A line a member and point
    Csv,
    /// By point, by structure, by member
    Json,
}

impl Rewritten {
    const fn format(self) -> offsets::Format {
        match self {
            Self::Table => offsets::Format::Table,
            Self::Header => offsets::Format::Header,
            Self::Csv => offsets::Format::Csv,
            Self::Json => offsets::Format::Json,
        }
    }
}

pub(super) fn run(args: &Args) -> Result<Done, Failure> {
    let (_, dataset) = args.data.load()?;
    let points = args.at.iter().map(|text| lookup::release_point(text));
    let points: Vec<Point> = points.collect::<Result<_, _>>()?;
    let arch = args.arch.as_deref().map(lookup::arch).transpose()?;
    let about = args.structure.as_deref();
    let about = about
        .map(|name| lookup::structure(&dataset, name))
        .transpose()?;
    let bytes = input::read(&args.file, TEXT_LIMIT, "paste a table of offsets")?;
    let text = stated::text(&bytes).map_err(|error| {
        Failure::Nothing(match error {
            NotDeclared::Other(what) => format!("it looks like {what}"),
            other => other.to_string(),
        })
    })?;
    let claims = claims(&dataset, &text, about);
    let made_for = args.made_for.as_deref();
    let made_for = made_for.map(lookup::release_point).transpose()?;
    let judged = claims_at(&dataset, &claims, made_for, (&points, arch));
    let judged = judged.map_err(Failure::Nothing)?;
    match (args.rewrite, args.format.get()) {
        (Some(rewritten), _) => output::text(&offsets(&judged, &points, rewritten.format()))?,
        (None, Format::Csv) => output::text(&table::to_csv(&judged))?,
        (None, Format::Json) => output::json(&judged)?,
        (None, Format::Text) => output::text(&lines(&judged, &points))?,
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
    let fails = |it: &JudgementDto| matches!(it.verdict, "moved" | "retyped");
    let holds = |item: &ClaimDto| !item.points.iter().any(fails);
    let all_hold = match points.is_empty() {
        true => judged.items.iter().all(holds),
        false => judged.at.iter().all(|it| it.same == judged.items.len()),
    };
    let whole = judged.refused.is_empty() && judged.not_judged == 0;
    Ok(Done::unless(!all_hold || !whole))
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
        for judgement in &item.points {
            let asked = |at: &&String| {
                points.is_empty() || points.iter().any(|point| point.to_string() == **at)
            };
            let at: Vec<&String> = judgement.points.iter().filter(asked).collect();
            if let (Some(first), Some(last)) = (at.first(), at.last()) {
                let _ = writeln!(text, "  {}{}", span(first, last), outcome(item, judgement));
            }
        }
    }
    text
}

/// `, stated for 2004/x64, where it holds`
fn stated_for(item: &ClaimDto) -> String {
    let (Some(first), Some(last)) = (item.stated_for.first(), item.stated_for.last()) else {
        return String::new();
    };
    let holds = |point: &&String| {
        let mut judgements = item.points.iter();
        judgements.any(|it| it.verdict == "same" && it.points.contains(point))
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
fn span(first: &str, last: &str) -> String {
    match first.split_once('/') {
        Some((version, _)) if first != last => format!("{version} to {last}: "),
        _ => format!("{last}: "),
    }
}

fn outcome(item: &ClaimDto, judgement: &JudgementDto) -> String {
    let mut told = match (judgement.verdict, judgement.offset) {
        // Without an offset, the table is neither right nor wrong.
        ("same" | "moved", Some(offset)) if item.assumed => format!("at {offset:#x}"),
        ("same", _) | (_, None) => judgement.verdict.to_owned(),
        (verdict, Some(offset)) => format!("{verdict}, {offset:#x}"),
    };
    if let Some(bit) = judgement.bit {
        let _ = write!(told, ", bit {bit}");
    }
    if let Some(note) = &judgement.note {
        let _ = write!(told, ", {note}");
    }
    told
}
