//! Whether the bytes fit clearly better where nobody asked: read in another dialect, in another region, or some bytes later.

use std::cmp::Reverse;

use super::wire::{WireElsewhere, fit};
use super::{CLEARLY, Candidate, Classes, Found, Identified};
use crate::decode::Options;
use crate::decode::read::{Dialect, Reading};

/// The most regions that are judged besides the one that was asked about.
pub const JUDGED_REGIONS_LIMIT: usize = 16;

/// How far behind the first byte a structure is sought, where nothing fits at the first: a dump often begins some rows early.
pub const SHIFT_LIMIT: u64 = 0x100;

/// Where the bytes fit clearly better than where they were looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// The text is another dialect; `None` where it is the one that was read.
    pub dialect: Option<Dialect>,
    /// In which region of that reading.
    pub region: usize,
    /// How many bytes behind the beginning of that region.
    pub at: u64,
    /// The address of the region's first byte, where it is known.
    pub base: Option<u64>,
    /// What was found there; its likeliest candidate fits.
    pub there: Identified,
    /// What fits best there.
    pub best: Candidate,
}

impl Classes<'_> {
    /// How far behind the first byte a structure is sought, where nothing fits at the first: a dump often begins some rows early.
    pub const SHIFT_LIMIT: u64 = 0x100;

    /// Where the bytes fit clearly better than at the place that was judged: in one of the other readings of the text, which
    /// [`others`](crate::decode::read::others) gives, at the beginning of another region, or at most [`SHIFT_LIMIT`] bytes
    /// later. `None` too where a place was asked for that is no beginning.
    #[must_use]
    pub fn elsewhere(
        &self,
        here: &Identified,
        reading: &Reading,
        others: &[Reading],
        options: &Options,
    ) -> Option<Elsewhere> {
        let at_start = options.at == 0 && options.address.is_none();
        if !at_start || here.found == Found::NothingKnown && others.is_empty() {
            return None;
        }
        let mut better: Vec<Elsewhere> = Vec::new();
        let place = |region, at| Options {
            region,
            at,
            ..options.clone()
        };
        for other in others {
            let all = regions(other, None).map(|region| place(region, 0));
            better.extend(all.filter_map(|there| self.at(here, reading, Some(other), &there)));
        }
        if options.base.is_none() {
            let all = regions(reading, Some(options.region)).map(|region| place(region, 0));
            better.extend(all.filter_map(|there| self.at(here, reading, None, &there)));
        }
        if better.is_empty() && options.from.is_none() {
            let behind = (here.bytes as u64).min(SHIFT_LIMIT + 1);
            let all = (4..behind).step_by(4).map(|at| place(options.region, at));
            better.extend(all.filter_map(|there| self.at(here, reading, None, &there)));
        }
        // Of equals the first.
        let content = |elsewhere: &Elsewhere| Reverse(elsewhere.best.content);
        better.into_iter().min_by_key(content)
    }

    /// What fits at a place of a reading, if that is clearly better than what fits here.
    fn at(
        &self,
        here: &Identified,
        reading: &Reading,
        other: Option<&Reading>,
        options: &Options,
    ) -> Option<Elsewhere> {
        let Options { region, at, .. } = *options;
        let own = here.likeliest();
        let content = own.map_or(0, |own| own.content);
        // What lies elsewhere may be another structure: here, nothing may fit that is more than zeros.
        let open = other.is_some() || content <= 0;
        if !open {
            return None;
        }
        let space = &other.unwrap_or(reading).space;
        let there = self.identify(space, options).ok()?;
        let best = there.likeliest()?;
        let ahead = best.content.saturating_sub(content.max(0));
        // Of many places one fits by chance more easily.
        let clearly = if at > 0 { 2 * CLEARLY } else { CLEARLY };
        // Whoever begins later has fewer bytes to be wrong in: all of the structure must be there.
        let whole = at == 0 || there.bytes >= best.size.get() as usize;
        if ahead < clearly || !whole {
            return None;
        }
        let best = best.clone();
        Some(Elsewhere {
            dialect: other.map(|other| other.dialect),
            region,
            at,
            base: there.base,
            there,
            best,
        })
    }
}

/// The regions of a reading that are judged.
fn regions(reading: &Reading, but: Option<usize>) -> impl Iterator<Item = usize> {
    let all = 0..reading.space.regions().len();
    all.filter(move |region| but != Some(*region))
        .take(JUDGED_REGIONS_LIMIT)
}

fn place(base: Option<u64>, or: String) -> String {
    base.map_or(or, |base| format!("At 0x{base:x}"))
}

impl Identified {
    /// The candidate that fits with the most for it.
    fn likeliest(&self) -> Option<&Candidate> {
        let mut fitting = self.candidates.iter();
        fitting.find(|candidate| candidate.verdict.is_possible())
    }
}

impl Elsewhere {
    /// What fits where the bytes were looked for, and what fits there, in two sentences.
    #[must_use]
    pub fn message(&self, here: &Identified, read_as: Dialect) -> String {
        let Self { region, at, .. } = self;
        let (as_read, as_other) = match self.dialect {
            Some(other) => (
                format!("Read as {}", read_as.title()),
                format!("Read as {}", other.title()),
            ),
            None if *at > 0 => (
                "From the first byte on".to_owned(),
                format!("If it begins at +0x{at:x}"),
            ),
            None => (
                place(here.base, "Where they begin".to_owned()),
                place(self.base, format!("In region {region}")),
            ),
        };
        format!(
            "{as_read}: {} {as_other}: {}",
            here.summary(),
            self.there.summary()
        )
    }

    /// For scripts.
    #[must_use]
    pub fn to_wire(&self, here: &Identified, read_as: Dialect) -> WireElsewhere {
        WireElsewhere {
            message: self.message(here, read_as),
            dialect: self.dialect.map(Dialect::as_str),
            region: self.region,
            at: format!("0x{:x}", self.at),
            base: self.base.map(|base| format!("0x{base:x}")),
            best: fit(&self.best),
        }
    }
}
