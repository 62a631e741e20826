//! The time from the server's start to the line with its address.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::median;

/// How often it is started.
const ROUNDS: usize = 9;

pub(crate) fn run(binary: &str) -> Result<(), String> {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let server = Command::new(binary)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .spawn();
        let mut server = server.map_err(|error| format!("{binary} does not start: {error}"))?;
        let mut line = String::new();
        let read = server
            .stdout
            .take()
            .map(|out| BufReader::new(out).read_line(&mut line));
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        let ended = server.kill().and_then(|()| server.wait());
        ended.map_err(|error| error.to_string())?;
        if !matches!(read, Some(Ok(length)) if length > 0) {
            return Err(format!("{binary} said nothing"));
        }
    }
    println!(
        "start: {:.0} ms until the server listens (median of {ROUNDS}; aim: under 200)",
        median(times)
    );
    Ok(())
}
