//! The input options that `decode` and `identify` share: the bytes or the dump, and the position in it.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use strata_core::decode::Options;
use strata_core::decode::limits::{INSTANCES_LIMIT, TEXT_LIMIT};
use strata_core::decode::listing::Listing;
use strata_core::decode::read::{Dialect, Reading};
use strata_core::name::MemberPath;

use super::{Failure, input, usage_error};
use crate::dump::{self, ReadInput};
use crate::numbers::{self, Expected};

/// What is read, and where in it the structure begins.
#[derive(Debug, clap::Args)]
pub(super) struct Dump {
    /// The file with the bytes, or with the text of a dump or of what WinDbg's `dt` prints; `-` is standard input
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

    /// Whether the input is bytes or text; without it, that is told by looking
    #[arg(long, value_enum)]
    input: Option<Input>,

    /// How to read a text, whatever it looks like: `windbg-db`, `plain-hex` and others, or `raw` for its bytes
    #[arg(long, value_name = "DIALECT", value_parser = dump::dialect)]
    dialect: Option<Dialect>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Input {
    /// Bytes as they are
    Bytes,
    /// What a debugger prints, or plain hexadecimal
    Text,
}

fn count(text: &str) -> Result<u32, Expected> {
    numbers::count(text, 1..=INSTANCES_LIMIT)
}

impl Dump {
    pub(super) fn options(&self) -> Options {
        Options {
            at: self.at,
            address: self.address,
            from: self.from.clone(),
            base: self.base,
            count: self.count,
            ..Options::default()
        }
    }

    pub(super) fn is_from_stdin(&self) -> bool {
        self.file.as_os_str() == "-"
    }

    pub(super) fn read(&self) -> Result<ReadInput, Failure> {
        self.read_from(&self.file)
    }

    pub(super) fn read_from(&self, file: &Path) -> Result<ReadInput, Failure> {
        let bytes = input::read(file, TEXT_LIMIT, "paste a dump")?;
        let is_text = match (self.dialect, self.input) {
            (Some(Dialect::Raw), _) => false,
            (Some(dialect), Some(Input::Bytes)) => usage_error(&format!(
                "--dialect {dialect} is for a text, but --input says bytes: leave out one of them"
            )),
            (Some(_), _) => true,
            (None, Some(input)) => input == Input::Text,
            (None, None) => dump::is_text(&bytes),
        };
        Ok(dump::read_input(bytes, is_text, self.dialect)?)
    }
}

/// Prints on standard error: the dialect of a text and alternatives, skipped lines, and remarks on the lines read.
/// Returns whether any line was skipped.
pub(super) fn report(reading: &Reading) -> bool {
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
pub(super) fn report_listing(listing: &Listing) -> bool {
    for skipped in &listing.skipped {
        eprintln!(
            "strata: line {} is skipped: {}",
            skipped.line, skipped.reason
        );
    }
    !listing.skipped.is_empty()
}
