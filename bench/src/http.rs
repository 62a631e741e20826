//! Requests per second for one address, Strata's and another server's in turn, by `wrk` on loopback.

use std::process::Command;

use crate::median;

/// How often each side is measured.
const ROUNDS: usize = 5;
/// How long, in seconds.
const SECONDS: &str = "2";

pub(crate) fn run(ours: &str, theirs: &str) -> Result<(), String> {
    let (mut strata, mut other) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        strata.push(rate(ours)?);
        other.push(rate(theirs)?);
    }
    let ratios = strata
        .iter()
        .zip(&other)
        .map(|(ours, theirs)| ours / theirs)
        .collect();
    println!("http: {ours}");
    println!("  strata          {:8.0} requests/s", median(strata));
    println!("  nginx           {:8.0} requests/s", median(other));
    println!(
        "  rate, strata / nginx: {:.2} (median of {ROUNDS} rounds; aim: at least 0.8)",
        median(ratios)
    );
    Ok(())
}

fn rate(url: &str) -> Result<f64, String> {
    let output = Command::new("wrk")
        .args(["-t1", "-c16", &format!("-d{SECONDS}s"), url])
        .output();
    let output = output.map_err(|error| format!("wrk does not start: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if text.contains("Non-2xx") || text.contains("Socket errors") {
        return Err(format!("{url} did not answer well:\n{text}"));
    }
    let line = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("Requests/sec:"));
    line.and_then(|figure| figure.trim().parse().ok())
        .ok_or_else(|| format!("wrk printed no rate:\n{text}"))
}
