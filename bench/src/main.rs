//! `cargo xtask bench`: rates as ratios, both sides measured in turn within one run, medians quoted.
//!
//! Usage: `strata-bench decode`, `strata-bench read`, or `strata-bench http STRATA-URL OTHER-URL` (both with the same bytes behind them), or
//! `strata-bench start STRATA-BINARY`.

mod decode;
mod http;
mod read;
mod start;

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["decode"] => decode::run(),
        ["read"] => read::run(),
        ["http", ours, theirs] => http::run(ours, theirs),
        ["start", binary] => start::run(binary),
        _ => Err("usage: strata-bench decode | read | http URL URL | start BINARY".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("strata-bench: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// The middle one; of an even number, the upper of the two in the middle.
fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}
