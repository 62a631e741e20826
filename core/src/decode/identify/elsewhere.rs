//! Checks whether the bytes fit clearly better elsewhere: in another dialect or region, some bytes later, or, where the
//! first rows are missing, from a later member on.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::wire::{WireElsewhere, fit};
use super::{CLEARLY, Candidate, Classes, Identified, KnownBytes};
use crate::decode::Options;
use crate::decode::read::{Dialect, Reading};
use crate::layout::Layout;
use crate::name::MemberPath;

/// Maximum number of further regions that are judged.
pub const JUDGED_REGIONS_LIMIT: usize = 16;

/// How far behind the first byte a structure is sought, where nothing fits at the first: a dump often begins some rows early.
pub const SHIFT_LIMIT: u64 = 0x100;

/// The most members of a structure that are tried as the first, where nothing fits at the first byte.
const FIRST_MEMBERS_LIMIT: usize = 64;

/// Where the bytes fit clearly better than where they were looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// The other dialect of the text; `None` for the one that was read.
    pub dialect: Option<Dialect>,
    /// Index into the regions of the other reading.
    pub region: usize,
    /// How many bytes behind the beginning of that region.
    pub at: u64,
    /// The member at which the bytes begin; `None` for the structure itself.
    pub from: Option<MemberPath>,
    /// The address of the region's first byte, where it is known.
    pub base: Option<u64>,
    /// The result there; its likeliest candidate fits.
    pub there: Identified,
    pub best: Candidate,
}

impl Classes<'_> {
    /// Where the bytes fit clearly better than at the place that was judged: in one of the other readings of the text, which
    /// [`others`](crate::decode::read::others) gives, at the beginning of another region, at most [`SHIFT_LIMIT`] bytes
    /// later, or as much earlier, where the layouts are of one structure. `None` too where a place was asked for that is no beginning.
    pub fn elsewhere(
        &self,
        here: &Identified,
        reading: &Reading,
        others: &[Reading],
        options: &Options,
    ) -> Option<Elsewhere> {
        let at_start = options.at == 0 && options.address.is_none();
        if !at_start || here.known_bytes == KnownBytes::None && others.is_empty() {
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
            let all = self.first_members().into_iter().map(|member| Options {
                from: Some(member),
                ..options.clone()
            });
            better.extend(all.filter_map(|there| self.at(here, reading, None, &there)));
        }
        // Of equals the first.
        let content = |elsewhere: &Elsewhere| Reverse(elsewhere.best.content);
        better.into_iter().min_by_key(content)
    }

    /// The members at which a dump without its first rows may begin; none for several structures.
    fn first_members(&self) -> Vec<MemberPath> {
        let layouts = || self.classes.iter().map(|class| &class.layout);
        let mut names = layouts().map(|layout| &layout.structure);
        let first = names.next();
        if names.any(|name| Some(name) != first) {
            return Vec::new();
        }
        let members = layouts().flat_map(Layout::members);
        let near = members.filter(|it| (1..=SHIFT_LIMIT).contains(&it.offset.get().into()));
        let names: BTreeSet<&str> = near.filter_map(|it| it.name.as_deref()).collect();
        let names = names.into_iter().take(FIRST_MEMBERS_LIMIT);
        names.filter_map(|name| name.parse().ok()).collect()
    }

    /// The result at another place of a reading, if it fits clearly better than here.
    fn at(
        &self,
        here: &Identified,
        reading: &Reading,
        other: Option<&Reading>,
        options: &Options,
    ) -> Option<Elsewhere> {
        let Options {
            region, at, from, ..
        } = options;
        let (region, at) = (*region, *at);
        let own = here.likeliest();
        let content = own.map_or(0, |own| own.content);
        // Bytes elsewhere may be another structure, so that nothing but zeros may fit here.
        let open = other.is_some() || content <= 0;
        if !open {
            return None;
        }
        let space = &other.unwrap_or(reading).space;
        let there = self.identify(space, options).ok()?;
        let best = there.likeliest()?;
        let ahead = best.content.saturating_sub(content.max(0));
        // Of many places one fits by chance more easily.
        let many = at > 0 || from.is_some();
        let clearly = if many { 2 * CLEARLY } else { CLEARLY };
        // Whoever begins later has fewer bytes to be wrong in: all of the structure must be there.
        let whole = !many || there.bytes >= best.size.get() as usize;
        if ahead < clearly || !whole {
            return None;
        }
        let best = best.clone();
        Some(Elsewhere {
            dialect: other.map(|other| other.dialect),
            region,
            at,
            from: from.clone(),
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
    /// The fitting candidate with the strongest evidence.
    fn likeliest(&self) -> Option<&Candidate> {
        let mut fitting = self.candidates.iter();
        fitting.find(|candidate| candidate.verdict.is_possible())
    }
}

impl Elsewhere {
    /// Two sentences: the best fit at the requested place, and the one there.
    pub fn message(&self, here: &Identified, read_as: Dialect) -> String {
        let Self {
            region, at, from, ..
        } = self;
        let (as_read, as_other) = match self.dialect {
            Some(other) => (
                format!("Read as {}", read_as.title()),
                format!("Read as {}", other.title()),
            ),
            None if let Some(member) = from => (
                "From the first byte on".to_owned(),
                format!("If the bytes begin with `{member}`, and what is before it is missing"),
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

    pub fn to_wire(&self, here: &Identified, read_as: Dialect) -> WireElsewhere {
        WireElsewhere {
            message: self.message(here, read_as),
            dialect: self.dialect.map(Dialect::as_str),
            region: self.region,
            at: format!("0x{:x}", self.at),
            from: self.from.as_ref().map(MemberPath::to_string),
            base: self.base.map(|base| format!("0x{base:x}")),
            best: fit(&self.best),
        }
    }
}
