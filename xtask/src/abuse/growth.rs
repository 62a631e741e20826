//! Whether a server grows: its memory in each turn of the same work.

use super::patient::Patient;
use super::report::Report;
use crate::failure::Failure;
use crate::server::Resident;

/// What a server may hold more after the last turn than halfway, in KiB: what allocators keep for themselves.
const SLACK: u64 = 16 * 1024;
/// The same where much is held: this part of it.
const SLACK_PART: u64 = 10;

/// The memory of a server over time.
#[derive(Debug)]
pub(super) struct Growth {
    start: Resident,
    turns: Vec<Resident>,
}

impl Growth {
    pub(super) fn begin(patient: &Patient) -> Result<Self, Failure> {
        Ok(Self {
            start: patient.resident()?,
            turns: Vec::new(),
        })
    }

    /// In each turn, at the same point of it.
    pub(super) fn look(&mut self, patient: &Patient) -> Result<(), Failure> {
        self.turns.push(patient.resident()?);
        Ok(())
    }

    /// Says what it was. The first half fills caches and what the allocator keeps; the second must not add to that.
    pub(super) fn tell(&self, report: &mut Report, amid: &str) {
        let turns: Vec<String> = self.turns.iter().map(ToString::to_string).collect();
        report.say(format!(
            "  memory           {} at the start; in each turn {}",
            self.start,
            turns.join(", ")
        ));
        if let (Some(half), Some(last)) = (self.turns.get(self.turns.len() / 2), self.turns.last())
            && last.0 > half.0 + SLACK.max(half.0 / SLACK_PART)
        {
            report.failed(format!("{amid}: the server grew from {half} to {last}"));
        }
    }
}
