//! The command line. Each file has the commands about one subject; each error is one sentence on standard error with exit status 1. Status
//! 3 means: done, but perhaps not as intended.

/// Like `std::eprintln!`, but without its panic when standard error is closed; shadows it for every command below.
macro_rules! eprintln {
    ($($message:tt)*) => {
        $crate::cli::output::complaint(&format!("{}\n", format_args!($($message)*)))
    };
}

/// Ends a function with a failure: one sentence, in the notation of `format!`.
macro_rules! bail {
    ($($message:tt)*) => {
        return Err($crate::cli::Failure::Nothing(format!($($message)*)))
    };
}

mod arguments;
mod check;
mod dataset;
mod decode;
mod export_site;
mod failure;
mod file;
mod import;
mod layout;
mod list;
mod manual;
mod new;
mod offsets;
mod output;
mod serve;

use std::fmt;
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use strata_core::{Arch, lookup};

use crate::settings::{Settings, blame_variable, unknown_variables};
use arguments::{
    CommonArgs, Data, FormatArgs, LayoutArgs, PointArg, StructureArgs, TextOrJson, find_layout,
    whole_point,
};
use failure::{Failure, all_of};

/// The description of a command's exit statuses: success; failure; partial success.
macro_rules! statuses {
    ($done:literal, $failed:literal $(, $partly:literal)?) => {
        concat!(
            "Exit status: 0 ", $done, "; 1 ", $failed, ", with the reason on standard error; 2 invalid command line",
            $("; 3 ", $partly,)? "."
        )
    };
}

const STATUSES: &str = statuses!(
    "done",
    "not done (not found, unreadable input, invalid data)"
);

const ALL_STATUSES: &str = statuses!(
    "done",
    "not done (not found, unreadable input, invalid data)",
    "done, but something needs attention (check, decode, identify, import, validity: see `strata COMMAND --help`)"
);

const CHECK_STATUSES: &str = statuses!(
    "done",
    "not done (invalid data, or a file is unreadable or defines nothing that Strata knows)",
    "done, but a file disagrees with Strata or with itself, or parts of it were skipped"
);

const DECODE_STATUSES: &str = statuses!(
    "decoded",
    "not decoded (no such layout, unreadable input)",
    "decoded, but lines were skipped or a finding is an error, such as too few bytes; or `dt` output does not agree. If another \
     version fits better, standard error says so, and the status stays the same"
);

const IMPORT_STATUSES: &str = statuses!(
    "imported",
    "not imported (a file is unreadable), and nothing is written",
    "imported, but parts of a file were unreadable, or a file conflicts with the known types of its image, which are kept"
);

const IDENTIFY_STATUSES: &str = statuses!(
    "something fits",
    "not judged (no such structure, unreadable input)",
    "nothing fits clearly (a listing agrees with no layout), or lines were skipped"
);

const VALIDITY_STATUSES: &str = statuses!(
    "every offset holds at each point of --at (by default wherever its member exists)",
    "not judged (unreadable input, or no offset in it)",
    "an offset does not hold or is missing, or lines were refused"
);

/// How a command without an error ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Success {
    /// Completely.
    Complete,
    /// Incompletely, or perhaps not as intended.
    Partial,
}

impl Success {
    const fn unless(doubtful: bool) -> Self {
        if doubtful {
            Self::Partial
        } else {
            Self::Complete
        }
    }
}

impl From<()> for Success {
    fn from((): ()) -> Self {
        Self::Complete
    }
}

#[derive(Debug, Parser)]
#[command(
    name = "strata",
    version,
    about = "Structure layouts that Windows does not document",
    after_help = ALL_STATUSES,
    mut_subcommands = as_all_commands
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check data files, or compare headers, ISF files and `dt` output with Strata
    #[command(after_help = CHECK_STATUSES)]
    Check(check::Args),
    /// Decode bytes or a dump as a structure
    #[command(after_help = DECODE_STATUSES)]
    Decode(decode::Decode),
    /// Write all data for analysis: as Parquet tables, CSV, NDJSON or the catalogue file
    Dataset(dataset::Args),
    /// Show what changed between two versions of a structure
    Diff(layout::Diff),
    /// Write a layout in the format of another tool, or all layouts as an archive
    Export(layout::Export),
    /// Write a static site, for any file server
    ExportSite(export_site::Args),
    /// Check whether the server with these settings is ready
    Health(Box<Settings>),
    /// Find the structures and versions that fit bytes or a dump
    #[command(after_help = IDENTIFY_STATUSES)]
    Identify(decode::Identify),
    /// List the images (kernel files) whose types are known
    Images(list::ListImages),
    /// Read symbol files into a catalogue, and report what is new and what disagrees
    #[command(after_help = IMPORT_STATUSES)]
    Import(import::Args),
    /// Print a structure in a version on an architecture
    Layout(layout::Layout),
    /// List types, or the versions that have one
    List(list::List),
    /// Find the members of all types at an offset
    Lookup(list::Lookup),
    /// Write a template of a data file for a structure of your own, with a source and the schemas for editors
    New(new::Args),
    /// Print the offsets of members, as a table, a C header, CSV, JSON and others
    Offsets(offsets::Offsets),
    /// Find the images and releases that a text names: a version, a PDB, an image
    Resolve(list::Resolve),
    /// Search types, members and versions
    Search(list::Search),
    /// Check the offsets in a file against every version of Windows
    #[command(after_help = VALIDITY_STATUSES)]
    Validity(offsets::Validity),
    /// Print the completion script for a shell
    Completions(manual::Completions),
    /// Print the manual, or write its pages
    Man(manual::Manual),
    /// Serve the pages and the API
    Serve(Box<Settings>),
}

/// Reports an invalid command line that clap cannot detect, and exits as for any invalid argument.
fn usage_error(why: &str) -> ! {
    clap::Error::raw(ErrorKind::ValueValidation, format!("{why}\n")).exit()
}

/// A parser of one of these values, by its word.
fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    word: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.map(word)).try_map(move |text| {
        let found = all.into_iter().find(|it| word(*it) == text);
        found.ok_or("no such word")
    })
}

/// Parses an architecture by any of its names.
fn arch(text: &str) -> Result<Arch, String> {
    lookup::arch(text).map_err(|missing| missing.detail)
}

/// Settings that all commands share. A negative number counts as a value and not as a flag, so that the error says what
/// is expected.
fn as_all_commands(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| {
        let is_value = argument.get_action().takes_values();
        argument.allow_negative_numbers(is_value)
    });
    match command.get_after_help() {
        None => command.after_help(STATUSES),
        Some(_) => command,
    }
}

/// Parses the command line and runs the command.
pub fn main() -> ExitCode {
    let words = arguments::join_points(std::env::args_os());
    let matches = Cli::command().try_get_matches_from(&words);
    let matches = matches.unwrap_or_else(|error| blame_variable(error, &words).exit());
    let Cli { command } = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let own = matches.subcommand().map_or(&matches, |(_, own)| own);
    // The server logs them instead.
    if !matches!(command, Command::Serve(_)) {
        for complaint in unknown_variables() {
            eprintln!("strata: {complaint}");
        }
    }
    match command {
        Command::Check(args) => check::run(&args),
        Command::Decode(args) => status(decode::decode(&args)),
        Command::Diff(args) => status(layout::diff(&args)),
        Command::Export(args) => status(layout::export(&args)),
        Command::ExportSite(args) => status(export_site::run(&args)),
        Command::Health(_) => status(serve::health(own)),
        Command::Identify(args) => status(decode::identify(&args)),
        Command::Dataset(args) => status(dataset::run(&args)),
        Command::Images(args) => status(list::images(&args)),
        Command::Import(args) => status(import::run(&args)),
        Command::Layout(args) => status(layout::layout(&args)),
        Command::List(args) => status(list::list(&args)),
        Command::Lookup(args) => status(list::lookup(&args)),
        Command::New(args) => status(new::run(&args)),
        Command::Offsets(args) => status(offsets::offsets(&args)),
        Command::Resolve(args) => status(list::resolve(&args)),
        Command::Search(args) => status(list::search(&args)),
        Command::Validity(args) => status(offsets::validity(&args)),
        Command::Completions(args) => status(manual::completions(&args)),
        Command::Man(args) => status(manual::manual(&args)),
        Command::Serve(_) => status(serve::run(own)),
    }
}

fn status<D: Into<Success>, E: fmt::Display>(outcome: Result<D, E>) -> ExitCode {
    match outcome.map(Into::into) {
        Ok(Success::Complete) => ExitCode::SUCCESS,
        Ok(Success::Partial) => ExitCode::from(3),
        Err(failure) => {
            eprintln!("strata: {failure}");
            ExitCode::FAILURE
        }
    }
}
