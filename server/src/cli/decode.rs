//! `strata decode STRUCT VERSION ARCH [FILE]`: bytes, or a dump, as one or more structures.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use strata_core::decode::limits::{INSTANCES_LIMIT, TEXT_LIMIT};
use strata_core::decode::read::{self, Reading};
use strata_core::decode::wire::to_wire;
use strata_core::decode::{Options, decode, traps};
use strata_core::lookup;
use strata_core::name::MemberPath;

use super::data::Data;
use super::failure::Failure;
use super::output;
use crate::dump;
use crate::numbers::{self, Expected};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The structure; case and a leading underscore do not count
    #[arg(value_name = "STRUCT")]
    structure: String,

    /// A release such as 6.1, 1607 or 11-22H2, or a build such as 10.0.18362.30
    version: String,

    /// x86, x64 or arm64
    arch: String,

    /// The file with the bytes, or with the text of a dump; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,

    /// The address of the first byte; wins over addresses in a dump
    #[arg(long, value_name = "0xADDRESS", value_parser = numbers::address)]
    base: Option<u64>,

    /// Where in the bytes the first structure begins: hexadecimal or decimal
    #[arg(long, value_name = "OFFSET", value_parser = numbers::offset, default_value = "0")]
    at: u64,

    /// The address at which the first structure begins, wherever in the dump that is; wins over --at
    #[arg(long, value_name = "0xADDRESS", value_parser = numbers::address)]
    address: Option<u64>,

    /// The member that begins at that place, such as Links; the structure then begins before it
    #[arg(long, value_name = "MEMBER")]
    from: Option<MemberPath>,

    /// How many structures, one behind the other
    #[arg(long, value_name = "N", value_parser = count, default_value = "1")]
    count: u32,

    /// How to read the input; without it, that is told by looking
    #[arg(long, value_enum)]
    input: Option<Input>,

    /// Write what the API gives
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    data: Data,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Input {
    /// Bytes as they are
    Bytes,
    /// What WinDbg's `db` prints, or plain hexadecimal
    Text,
}

fn count(text: &str) -> Result<u32, Expected> {
    numbers::count(text, 1..=INSTANCES_LIMIT)
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (_, dataset) = args.data.load()?;
    let found = lookup::layout(&dataset, &args.structure, &args.version, &args.arch)?;
    let reading = understood(input(&args.file)?, args.input)?;
    let options = Options {
        at: args.at,
        address: args.address,
        from: args.from.clone(),
        base: args.base,
        count: args.count,
        ..Options::default()
    };
    let mut decoded = decode(found.layout, dataset.types(), &reading.space, &options)?;
    decoded.findings = traps(&dataset, found.layout);
    if args.json {
        return output::json(&to_wire(&decoded, &reading));
    }
    for (line, skip) in reading.skipped() {
        eprintln!("strata: line {line} is passed over: {skip}");
    }
    output::text(&decoded.to_string())
}

/// Everything that is in a file or on standard input, up to as much as a dump may have.
fn input(path: &Path) -> Result<Vec<u8>, Failure> {
    let stdin = path == Path::new("-");
    let name = match stdin {
        true => "standard input".to_owned(),
        false => path.display().to_string(),
    };
    if stdin && io::stdin().is_terminal() {
        eprintln!(
            "strata: paste a dump, then end the input (Ctrl-D, or Ctrl-Z and Enter on Windows)"
        );
    }
    let mut bytes = Vec::new();
    let limit = TEXT_LIMIT as u64 + 1;
    let outcome = match stdin {
        true => io::stdin().lock().take(limit).read_to_end(&mut bytes),
        false => File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes)),
    };
    match outcome {
        Err(error) => Err(Failure::Unreadable { name, error }),
        Ok(length) if length > TEXT_LIMIT => Err(Failure::TooLarge {
            name,
            limit: TEXT_LIMIT,
        }),
        Ok(_) => Ok(bytes),
    }
}

fn understood(bytes: Vec<u8>, input: Option<Input>) -> Result<Reading, Failure> {
    let is_text = match input {
        Some(input) => input == Input::Text,
        None => dump::is_text(&bytes),
    };
    if is_text {
        Ok(read::read(&dump::text(&bytes)?)?)
    } else {
        Ok(read::raw(bytes)?)
    }
}
