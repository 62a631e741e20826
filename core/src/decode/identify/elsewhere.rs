//! Whether the bytes fit clearly better where nobody asked: read in another dialect, or in another region.

use super::wire::{WireElsewhere, fit};
use super::{CLEARLY, Candidate, Classes, Found, Identified, Verdict};
use crate::decode::Options;
use crate::decode::read::{Dialect, Reading};

/// The most regions that are judged besides the one that was asked about.
pub const JUDGED_REGIONS_LIMIT: usize = 16;

/// Where the bytes fit clearly better than where they were looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// The text is another dialect; `None` where it is the one that was read.
    pub dialect: Option<Dialect>,
    /// In which region of that reading.
    pub region: usize,
    /// The address of the region's first byte, where it is known.
    pub base: Option<u64>,
    /// What fits best there.
    pub best: Candidate,
    /// What fits here and what there, in two sentences.
    pub message: String,
}

impl Classes<'_> {
    /// Where the bytes fit clearly better than at the place that was judged: in one of the other readings of the text, which
    /// [`others`](crate::decode::read::others) gives, or at the beginning of another region. `None` too where a place was
    /// asked for that is no beginning.
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
        let mut better: Vec<(i32, Elsewhere)> = Vec::new();
        for other in others {
            for region in regions(other, None) {
                better.extend(self.at(here, reading, Some(other), region, options));
            }
        }
        if options.base.is_none() {
            for region in regions(reading, Some(options.region)) {
                better.extend(self.at(here, reading, None, region, options));
            }
        }
        better.sort_by_key(|(content, _)| -content);
        better.into_iter().map(|(_, elsewhere)| elsewhere).next()
    }

    /// What fits in one region of one reading, if that is clearly better than what fits here.
    fn at(
        &self,
        here: &Identified,
        reading: &Reading,
        other: Option<&Reading>,
        region: usize,
        options: &Options,
    ) -> Option<(i32, Elsewhere)> {
        let options = Options {
            region,
            ..options.clone()
        };
        let space = &other.unwrap_or(reading).space;
        let there = self.identify(space, &options).ok()?;
        let best = there.likeliest()?;
        let own = here.likeliest();
        let (content, fits) = own.map_or((0, false), |own| (own.content, true));
        // What lies in another region may be another structure: here, nothing may fit that is more than zeros.
        let open = other.is_some() || !fits || content <= 0;
        let ahead = best.content.saturating_sub(content.max(0));
        if !open || ahead < CLEARLY {
            return None;
        }
        let (as_read, as_other) = match other {
            Some(other) => (
                format!("Read as {}", reading.dialect.title()),
                format!("Read as {}", other.dialect.title()),
            ),
            None => (
                place(here.base, "Where they begin".to_owned()),
                place(there.base, format!("In region {region}")),
            ),
        };
        let message = format!(
            "{as_read}: {} {as_other}: {}",
            here.summary(),
            there.summary()
        );
        let elsewhere = Elsewhere {
            dialect: other.map(|other| other.dialect),
            region,
            base: there.base,
            best: best.clone(),
            message,
        };
        Some((best.content, elsewhere))
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
        fitting.find(|candidate| candidate.verdict == Verdict::Fits)
    }
}

impl Elsewhere {
    /// For scripts.
    #[must_use]
    pub fn to_wire(&self) -> WireElsewhere {
        WireElsewhere {
            message: self.message.clone(),
            dialect: self.dialect.map(Dialect::as_str),
            region: self.region,
            base: self.base.map(|base| format!("0x{base:x}")),
            best: fit(&self.best),
        }
    }
}
