//! What Linux tells of a process: its memory, and how long it kept processors busy.

use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::failure::Failure;

/// How many ticks a second `/proc` counts in; Linux shows this number to every program, whatever it uses itself.
const TICKS: u64 = 100;

/// Memory that a process holds, in KiB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Resident(pub(crate) u64);

impl fmt::Display for Resident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} MiB", self.0 as f64 / 1024.0)
    }
}

/// How much memory a process holds.
pub(super) fn resident(id: u32) -> Result<Resident, Failure> {
    let text = read(&format!("/proc/{id}/status"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let figure = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok());
    figure
        .map(Resident)
        .ok_or_else(|| Failure::new(format!("process {id} has no memory: it has ended")))
}

/// How long a process and its children, as they are now, have kept processors busy.
pub(super) fn busy(id: u32) -> Result<Duration, Failure> {
    let children = read(&format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    let children = children.split_whitespace().filter_map(|id| id.parse().ok());
    let mut ticks = 0;
    for id in std::iter::once(id).chain(children) {
        ticks += ticks_of(&read(&format!("/proc/{id}/stat"))?);
    }
    Ok(Duration::from_millis(ticks * 1000 / TICKS))
}

/// The times of `stat`, in the program and in the kernel for it: the 12th and 13th field behind the name in brackets.
fn ticks_of(stat: &str) -> u64 {
    let (_, fields) = stat.rsplit_once(')').unwrap_or_default();
    let times = fields.split_whitespace().skip(11).take(2);
    times.filter_map(|time| time.parse::<u64>().ok()).sum()
}

fn read(path: &str) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::file("read", Path::new(path), &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_stand_behind_the_name_whatever_it_is() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 200 0 0 0 41 1 0 0 20 0 3 0 100 1 2";
        assert_eq!(ticks_of(stat), 42);
        assert_eq!(ticks_of(""), 0);
    }
}
