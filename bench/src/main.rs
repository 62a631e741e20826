//! `cargo xtask bench`: ratios of rates, with both sides measured alternately in one run; medians are printed.
//!
//! `cargo xtask bench` installs what the commands need and runs them all.

mod browser;
mod by_hand;
mod cstruct;
mod decode;
mod host;
mod js;
mod kaitai;
mod page;
mod read;
mod scale;
mod search;
mod server;
mod shape;
mod side;
mod start;
mod subject;

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: strata-bench read | search FOLDER | decode FOLDER | browser FOLDER | start BINARY | scale BINARY FOLDER | \
    host BINARY FOLDER [--quick] [--minutes N]";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["read"] => read::run(),
        ["search", folder] => search::run(Path::new(folder)),
        ["decode", folder] => decode::run(Path::new(folder)),
        ["browser", folder] => browser::run(Path::new(folder)),
        ["start", binary] => start::run(binary),
        ["scale", binary, folder] => scale::run(binary, Path::new(folder)),
        ["host", binary, folder, ref options @ ..] => host::run(binary, Path::new(folder), options),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("strata-bench: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// The median; for an even count, the upper of the two in the middle.
fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}
