//! `strata decode STRUCT VERSION [ARCH] [FILE]`: decodes bytes, or a dump, as one or more structures; or compares a layout that
//! a debugger printed with ours. `strata identify [FILE]`: the layouts that fit bytes, or a dump.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use strata_core::Dataset;
use strata_core::decode::finding::Severity;
use strata_core::decode::identify::wire::IdentifyAnswer;
use strata_core::decode::identify::{
    Cancellation, Candidate, CandidateScope, Classes, Elsewhere, Identified, Others, Verdict,
};
use strata_core::decode::limits::{INSTANCES_LIMIT, TEXT_LIMIT};
use strata_core::decode::listing::Listing;
use strata_core::decode::read::{Dialect, ParsedInput, Reading};
use strata_core::decode::table::table;
use strata_core::decode::wire::{instances, one_by_one, to_wire};
use strata_core::decode::{Decoded, Decoding, Options, same_size_layouts};
use strata_core::lookup::{self, Found};
use strata_core::name::MemberPath;
use strata_core::numbers::{self, Expected};
use strata_core::stated::wire::{IdentifiedListing, ListingAnswer};
use strata_core::stated::{self, compare, fits, points_in_words};

use crate::input::{self, ReadInput};

use super::{CommonArgs, Data, Failure, LayoutArgs, Success, file, output, usage_error};

#[derive(Debug, clap::Args)]
pub(super) struct Decode {
    #[command(flatten)]
    place: LayoutArgs,

    #[command(flatten)]
    dump: Dump,

    /// Print the JSON of the API
    #[arg(long)]
    json: bool,

    /// Print a line of JSON for each structure, while decoding
    #[arg(long, conflicts_with = "json")]
    ndjson: bool,

    /// Print the numbers only: a line for each structure, for spreadsheets and scripts
    #[arg(long, conflicts_with_all = ["json", "ndjson"])]
    csv: bool,

    #[command(flatten)]
    data: Data,
}

pub(super) fn decode(args: &Decode) -> Result<Success, Failure> {
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
            bail!("the input is a layout, which has no bytes: there is no CSV of it");
        }
        ParsedInput::Listing(listing) => return compared(args, &dataset, &found, &listing),
    };
    let options = args.dump.options();
    let skipped = report(&reading);
    if args.csv {
        let table = table(&found.layout, dataset.catalogue(), &reading.space, &options)?;
        output::text(&table.to_csv())?;
        return Ok(Success::unless(skipped));
    }
    let decoding = Decoding::new(&found.layout, dataset.catalogue(), &reading.space, &options)?;
    if args.ndjson {
        let mut wrong = false;
        output::lines(instances(&decoding).inspect(|one| wrong |= one.has_error()))?;
        return Ok(Success::unless(skipped || wrong));
    }
    let readings = (&reading, &posted.others[..]);
    let (advice, elsewhere) = input::advice(
        &dataset,
        &found,
        readings,
        &options,
        Cancellation::default(),
    );
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
        return Ok(Success::unless(skipped || answer.instances.has_error()));
    }
    let decoded = Decoded {
        instances: decoding.instances().collect(),
        ..head
    };
    output::text(&decoded.to_string())?;
    let mut findings = decoded.instances.iter().flat_map(|one| &one.findings);
    let wrong = findings.any(|finding| finding.severity == Severity::Error);
    Ok(Success::unless(skipped || wrong))
}

/// Prints the verdict, the differences, and the points without any.
fn compared(
    args: &Decode,
    dataset: &Dataset,
    found: &Found<'_>,
    listing: &Listing,
) -> Result<Success, Failure> {
    let comparison = compare(listing, &found.layout, dataset.catalogue());
    let fits = fits(listing, found.structure, dataset.catalogue());
    let skipped = report_listing(listing);
    if args.json {
        output::json(&ListingAnswer::new(listing, &comparison, fits))?;
    } else {
        let versions = match &fits[..] {
            [] => "no known version".to_owned(),
            fits => points_in_words(fits),
        };
        output::text(&format!("{comparison}it agrees with {versions}\n"))?;
    }
    Ok(Success::unless(skipped || !comparison.agrees()))
}

/// How many reasons are shown for a candidate; `--json` prints all that the answer has.
const SHOWN: usize = 4;

#[derive(Debug, clap::Args)]
pub(super) struct Identify {
    #[command(flatten)]
    dump: Dump,

    /// Only layouts of this structure; case and a leading underscore do not count
    #[arg(long, value_name = "STRUCT")]
    structure: Option<String>,

    /// Only layouts on this architecture: x86, x64 or arm64
    #[arg(long)]
    arch: Option<String>,

    /// Also try structures and unions that are smaller than the bytes
    #[arg(long, conflicts_with = "structure")]
    all_types: bool,

    /// Also show what does not fit
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    common: CommonArgs,
}

pub(super) fn identify(args: &Identify) -> Result<Success, Failure> {
    let dataset = args.common.load()?;
    let structure = args.structure.as_deref();
    let structure = structure.map(|name| lookup::structure(&dataset, name));
    let mut scope = CandidateScope {
        structure: structure.transpose()?,
        arch: args.arch.as_deref().map(lookup::arch).transpose()?,
        ..CandidateScope::default()
    };
    let posted = args.dump.read()?;
    let reading = match posted.pasted {
        ParsedInput::Bytes(reading) => reading,
        ParsedInput::Listing(listing) => return agreeing(args, &dataset, scope, &listing),
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
    if args.common.json {
        output::json(&IdentifyAnswer::new(&identified, elsewhere, &reading))?;
    } else {
        let summary = elsewhere.map_or_else(|| identified.summary(), Elsewhere::summary);
        output::text(&text(summary, &identified, args.all))?;
    }
    let fits = |candidate: &Candidate| candidate.verdict == Verdict::Fits;
    Ok(Success::unless(
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
fn agreeing(
    args: &Identify,
    dataset: &Dataset,
    scope: CandidateScope<'_>,
    listing: &Listing,
) -> Result<Success, Failure> {
    let judged = stated::identify::identify(listing, dataset, scope);
    let skipped = report_listing(listing);
    if args.common.json {
        output::json(&IdentifiedListing::new(&judged, listing))?;
    } else {
        output::text(&listing_text(&judged, args.all))?;
    }
    Ok(Success::unless(skipped || !judged.agrees()))
}

/// The summary, then a line for each candidate with its first differences below.
fn listing_text(judged: &stated::identify::IdentifiedLayouts, all: bool) -> String {
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

/// The input, and the position of the structure in it.
#[derive(Debug, clap::Args)]
struct Dump {
    /// The file: bytes, the text of a dump, or output of WinDbg's `dt`; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,

    /// The address of the first byte; overrides the addresses in a dump
    #[arg(long, value_name = "0xADDRESS", value_parser = numbers::address)]
    base: Option<u64>,

    /// The offset of the first structure in the bytes: hexadecimal or decimal
    #[arg(long, value_name = "OFFSET", value_parser = numbers::offset, default_value = "0")]
    at: u64,

    /// The address of the first structure in the dump; overrides --at
    #[arg(long, value_name = "0xADDRESS", value_parser = numbers::address)]
    address: Option<u64>,

    /// The member, such as Links, that is there instead of the start of the structure
    #[arg(long, value_name = "MEMBER")]
    from: Option<MemberPath>,

    /// The number of consecutive structures
    #[arg(long, value_name = "N", value_parser = count, default_value = "1")]
    count: u32,

    /// Whether the input is bytes or text; by default detected
    #[arg(long, value_enum)]
    input: Option<Input>,

    /// How to read a text, by default detected: `windbg-db`, `plain-hex` and others, or `raw` for its bytes
    #[arg(long, value_name = "DIALECT", value_parser = input::dialect)]
    dialect: Option<Dialect>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Input {
    /// Bytes as they are
    Bytes,
    /// Output of a debugger, or plain hexadecimal
    Text,
}

fn count(text: &str) -> Result<u32, Expected> {
    numbers::count(text, 1..=INSTANCES_LIMIT)
}

impl Dump {
    fn options(&self) -> Options {
        Options {
            at: self.at,
            address: self.address,
            from: self.from.clone(),
            base: self.base,
            count: self.count,
            ..Options::default()
        }
    }

    fn is_from_stdin(&self) -> bool {
        self.file.as_os_str() == "-"
    }

    fn read(&self) -> Result<ReadInput, Failure> {
        self.read_from(&self.file)
    }

    fn read_from(&self, file: &Path) -> Result<ReadInput, Failure> {
        let bytes = file::read(file, TEXT_LIMIT, "paste a dump")?;
        let is_text = match (self.dialect, self.input) {
            (Some(Dialect::Raw), _) => false,
            (Some(dialect), Some(Input::Bytes)) => usage_error(&format!(
                "--dialect {dialect} is for a text, but --input says bytes: leave out one of them"
            )),
            (Some(_), _) => true,
            (None, Some(input)) => input == Input::Text,
            (None, None) => input::is_text(&bytes),
        };
        let is_plain = |byte: &&u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
        // A text with too many control characters.
        let is_mostly_plain = || bytes.iter().filter(is_plain).count() > bytes.len() / 4 * 3;
        if self.input.is_none() && self.dialect.is_none() && !is_text && is_mostly_plain() {
            eprintln!("strata: read as bytes: pass --input text if it is a text");
        }
        Ok(input::read_input(bytes, is_text, self.dialect, || true)?)
    }
}

/// Prints on standard error: the dialect of a text and alternatives, skipped lines, and remarks on the lines read.
/// Returns whether any line was skipped.
fn report(reading: &Reading) -> bool {
    if reading.dialect != Dialect::Raw {
        eprintln!("strata: read as {}: {}", reading.dialect, reading.why);
    }
    for other in &reading.also {
        eprintln!(
            "strata: it may be {} as well (--dialect {}): {}",
            other.dialect, other.dialect, other.why
        );
    }
    for note in &reading.notes {
        eprintln!("strata: line {}: {}", note.line, note.text);
    }
    let mut any = false;
    for (line, skip) in reading.skipped() {
        eprintln!("strata: line {line} is skipped: {skip}");
        any = true;
    }
    any
}

/// Prints the skipped lines of a layout on standard error; returns whether there were any.
fn report_listing(listing: &Listing) -> bool {
    for skipped in &listing.skipped {
        eprintln!(
            "strata: line {} is skipped: {}",
            skipped.line, skipped.reason
        );
    }
    !listing.skipped.is_empty()
}
