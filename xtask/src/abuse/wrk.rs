//! `wrk`, and what it prints.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::failure::Failure;
use crate::process;

/// How it asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load<'a> {
    pub(super) connections: usize,
    pub(super) time: Duration,
    pub(super) header: Option<&'a str>,
    pub(super) script: Option<&'a Path>,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Measured {
    /// Requests a second.
    pub(super) rate: f64,
    /// How many were answered.
    pub(super) answered: u64,
    /// What 99 of 100 requests took no longer than.
    pub(super) p99: Duration,
}

/// Asks one address as often as it answers.
pub(super) fn run(url: &str, load: Load<'_>) -> Result<Measured, Failure> {
    let mut command = Command::new("wrk");
    command
        .args(["-t1", "--latency", "--timeout", "10s"])
        .arg(format!("-c{}", load.connections))
        .arg(format!("-d{}s", load.time.as_secs()));
    command.args(load.header.into_iter().flat_map(|header| ["-H", header]));
    if let Some(script) = load.script {
        command.arg("-s").arg(script);
    }
    let text = process::output(command.arg(url))?;
    if text.contains("Non-2xx") || text.contains("Socket errors") {
        return Err(Failure::new(format!("{url} did not answer well:\n{text}")));
    }
    read(&text).ok_or_else(|| Failure::new(format!("wrk printed no figures:\n{text}")))
}

fn read(text: &str) -> Option<Measured> {
    let after = |name: &str| {
        let mut lines = text.lines().map(str::trim);
        lines
            .find_map(|line| line.strip_prefix(name))
            .map(str::trim)
    };
    let answered = text
        .lines()
        .find_map(|line| line.split_once(" requests in "));
    Some(Measured {
        rate: after("Requests/sec:")?.parse().ok()?,
        answered: answered?.0.trim().parse().ok()?,
        p99: duration(after("99%")?)?,
    })
}

/// As wrk writes it: `812.00us`, `1.23ms`, `1.02s`.
fn duration(text: &str) -> Option<Duration> {
    let unit = text.find(|letter: char| letter.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit);
    let seconds = match unit {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" => 60.0,
        _ => return None,
    };
    let number: f64 = number.parse().ok()?;
    Duration::try_from_secs_f64(number * seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_prints_is_read() {
        let text = "Running 1s test @ http://127.0.0.1:1/\n  1 threads and 1 connections\n  Latency Distribution\n     \
                    50%   92.00us\n     99%    1.50ms\n  20736 requests in 1.10s, 2.90GB read\nRequests/sec:  18851.18\n\
                    Transfer/sec:      2.64GB\n";
        let expected = Measured {
            rate: 18851.18,
            answered: 20736,
            p99: Duration::from_micros(1500),
        };
        assert_eq!(read(text), Some(expected));
        assert_eq!(read("nothing"), None);
        assert_eq!(duration("2.5s"), Some(Duration::from_millis(2500)));
    }
}
