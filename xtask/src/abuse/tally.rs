//! How often which status was answered.

use std::collections::BTreeMap;
use std::fmt;

/// Counts answers by status; `None` is an end without a word.
#[derive(Debug, Default)]
pub(super) struct Tally(BTreeMap<Option<u16>, usize>);

impl Tally {
    pub(super) fn count(&mut self, status: Option<u16>) {
        *self.0.entry(status).or_default() += 1;
    }

    /// How many were the server's mistake.
    pub(super) fn mistakes(&self) -> usize {
        let mistakes = self.0.iter().filter(|(status, _)| **status >= Some(500));
        mistakes.map(|(_, count)| count).sum()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (status, count)) in self.0.iter().enumerate() {
            let between = if at == 0 { "" } else { ", " };
            match status {
                Some(status) => write!(f, "{between}{status}: {count}")?,
                None => write!(f, "{between}closed: {count}")?,
            }
        }
        Ok(())
    }
}
