//! Checks whether the bytes fit clearly better elsewhere: in another dialect or region, at a later offset, or, if the
//! first rows are missing, from a later member on.

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::classes::{Class, known_bytes};
use super::{CLEAR_MARGIN, Candidate, Classes, Identified, KnownBytes, SOUGHT_VALUES_LIMIT};
use crate::decode::read::{Dialect, Reading};
use crate::decode::{Options, Space};
use crate::name::MemberPath;

/// Maximum number of further regions that are judged.
pub const JUDGED_REGIONS_LIMIT: usize = 16;

/// The largest offset at which a structure is sought: a dump often begins some rows early.
pub const SHIFT_LIMIT: u64 = 0x100;

/// The most members of a structure that are tried as the first, if nothing fits at the first byte.
const FIRST_MEMBERS_LIMIT: usize = 64;

/// A place where the bytes fit clearly better than at the requested one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// The other dialect of the text; `None` for the one that was read.
    pub dialect: Option<Dialect>,
    /// Index into the regions of the other reading.
    pub region: usize,
    /// The offset in that region, in bytes.
    pub at: u64,
    /// The member at which the bytes begin; `None` for the structure itself.
    pub from: Option<MemberPath>,
    /// The address of the region's first byte, if known.
    pub base: Option<u64>,
    /// The result at this place; its likeliest candidate fits.
    pub there: Identified,
    pub best: Candidate,
}

impl Classes<'_> {
    /// Returns the place where the bytes fit clearly better than at the judged one: in one of the
    /// [`candidate_readings`](crate::decode::read::candidate_readings) of the text, at the start of another region, at
    /// most [`SHIFT_LIMIT`] bytes later, or as much earlier. `None` also if the options request a place other than a
    /// start, or if [`SOUGHT_VALUES_LIMIT`] is reached before it.
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
        let left = &Cell::new(SOUGHT_VALUES_LIMIT);
        let place = |region, at| Options {
            region,
            at,
            ..options.clone()
        };
        for other in others {
            let all = regions(other, None).map(|region| place(region, 0));
            let dialect = Some(other.dialect);
            better.extend(all.filter_map(|at| self.fit_at(here, &other.space, dialect, &at, left)));
        }
        let fit = |there: Options| self.fit_at(here, &reading.space, None, &there, left);
        if options.base.is_none() {
            let all = regions(reading, Some(options.region)).map(|region| place(region, 0));
            better.extend(all.filter_map(fit));
        }
        if better.is_empty() && options.from.is_none() {
            let behind = (here.bytes as u64).min(SHIFT_LIMIT + 1);
            let later = (4..behind).step_by(4).map(|at| place(options.region, at));
            let members = self.first_members(here.bytes).into_iter();
            let members = members.map(|member| Options {
                from: Some(member),
                ..options.clone()
            });
            better.extend(later.chain(members).filter_map(fit));
        }
        // The first of equals.
        let content = |elsewhere: &Elsewhere| Reverse(elsewhere.best.content);
        better.into_iter().min_by_key(content)
    }

    /// Returns the members with which a truncated dump of this size may begin; for several structures, only those whose
    /// rest has this size.
    fn first_members(&self, bytes: usize) -> Vec<MemberPath> {
        let alone = self.is_one_structure();
        let members = self.classes.iter().flat_map(|class| {
            let members = class.layout.members();
            members.filter(move |it| {
                let rest = class.size.saturating_sub(it.offset.get()) as usize;
                let is_rest = rest == bytes || rest.next_multiple_of(16) == bytes;
                (alone || is_rest) && (1..=SHIFT_LIMIT).contains(&it.offset.get().into())
            })
        });
        let names: BTreeSet<&str> = members.filter_map(|it| it.name.as_deref()).collect();
        let names = names.into_iter().take(FIRST_MEMBERS_LIMIT);
        names.filter_map(|name| name.parse().ok()).collect()
    }

    fn is_one_structure(&self) -> bool {
        let mut names = self.classes.iter().map(|class| &class.layout.structure);
        let first = names.next();
        names.all(|name| Some(name) == first)
    }

    /// Returns the fit at a place, optionally in another dialect, if it is clearly better than the one here. Judges at
    /// most `left` values, and takes them from it.
    fn fit_at(
        &self,
        here: &Identified,
        space: &Space,
        dialect: Option<Dialect>,
        options: &Options,
        left: &Cell<usize>,
    ) -> Option<Elsewhere> {
        let Options {
            region, at, from, ..
        } = options;
        let (region, at) = (*region, *at);
        let content = here.likeliest().map_or(0, |own| own.content);
        // Among many places, one is more likely to fit by chance.
        let many = at > 0 || from.is_some();
        // The bytes elsewhere may be another structure: the ones here must not fit with evidence, unless the whole
        // other structure begins so near that both cannot be right.
        let open = dialect.is_some() || content <= 0 || many && !self.is_one_structure();
        let bytes = space.region(region).map(known_bytes);
        if !open || bytes != Some(KnownBytes::Values) {
            return None;
        }
        // A later start has fewer bytes that can contradict it: the structure must be complete.
        let skipped = usize::try_from(at).unwrap_or(usize::MAX);
        let bytes = here.bytes.saturating_sub(skipped);
        let may_begin = |class: &Class| {
            let align = u64::from(class.align.max(1));
            let aligned = |base: u64| base.wrapping_add(at).is_multiple_of(align);
            at == 0 || class.size as usize <= bytes && here.base.is_none_or(aligned)
        };
        let clearly = if many { 2 * CLEAR_MARGIN } else { CLEAR_MARGIN };
        let least = content.max(0).saturating_add(clearly);
        // Most places are ruled out by the first members of each class.
        let limits = (least, left.get());
        let (may_fit, values) = self.may_fit(space, options, may_begin, limits);
        let values = match may_fit {
            true => values.saturating_add(self.values(bytes, options, may_begin)),
            false => values,
        };
        let enough = left.get().checked_sub(values);
        left.set(enough.unwrap_or(0));
        enough.filter(|_| may_fit)?;
        let there = self.identify_among(space, options, may_begin).ok()?;
        let best = there.headline().filter(|it| it.verdict.is_possible())?;
        let ahead = best.content.saturating_sub(content.max(0));
        let whole = !many || there.bytes >= best.size.get() as usize;
        let instead = dialect.is_some() || content <= 0 || is_instead(best, here);
        if ahead < clearly || !whole || !instead {
            return None;
        }
        let best = best.clone();
        Some(Elsewhere {
            dialect,
            region,
            at,
            from: from.clone(),
            base: there.base,
            there,
            best,
        })
    }
}

/// Whether the fit elsewhere is another structure and explains at least twice as much as the one here.
fn is_instead(best: &Candidate, here: &Identified) -> bool {
    here.headline().is_none_or(|own| {
        best.structure != own.structure && best.content >= own.content.saturating_mul(2)
    })
}

/// Iterates over the regions of a reading that are judged.
fn regions(reading: &Reading, but: Option<usize>) -> impl Iterator<Item = usize> {
    let all = 0..reading.space.regions().len();
    all.filter(move |region| but != Some(*region))
        .take(JUDGED_REGIONS_LIMIT)
}

fn place(base: Option<u64>, or: String) -> String {
    base.map_or(or, |base| format!("At 0x{base:x}"))
}

impl Identified {
    /// Returns the fitting candidate with the strongest evidence.
    fn likeliest(&self) -> Option<&Candidate> {
        let mut fitting = self.candidates.iter();
        fitting.find(|candidate| candidate.verdict.is_possible())
    }
}

impl Elsewhere {
    /// Formats two sentences: the best fit at the requested place, and the one there.
    pub fn message(&self, here: &Identified, read_as: Dialect) -> String {
        let Self {
            region, at, from, ..
        } = self;
        let (as_read, as_other) = match self.dialect {
            Some(other) => [read_as, other]
                .map(|it| format!("Read as {}", it.title()))
                .into(),
            None if let Some(member) = from => (
                "From the first byte on".to_owned(),
                format!("If the bytes begin with `{member}` and the part before it is missing"),
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
        let (here, there) = (here.summary_with(""), self.there.summary_with(""));
        format!("{as_read}: {here} {as_other}: {there}")
    }

    /// Formats the best fit and its place as one sentence.
    pub fn summary(&self) -> String {
        self.there.summary_with(&format!(", {}", self.place()))
    }

    /// The same for a reader who knows the structure: `Fits 1607 to 2004 if the structure begins at +0x10.`
    pub fn sentence(&self) -> String {
        let place = self
            .place()
            .replace("if it begins", "if the structure begins");
        format!("Fits {} {place}.", self.there.fits_in_words(&self.best))
    }

    fn place(&self) -> String {
        match (self.dialect, &self.from, self.at, self.base) {
            (Some(dialect), ..) => format!("read as {}", dialect.title()),
            (_, Some(member), ..) => format!("if the bytes begin with `{member}`"),
            (.., at @ 1.., _) => format!("if it begins at +0x{at:x}"),
            (.., Some(base)) => format!("at 0x{base:x}"),
            _ => format!("in region {}", self.region),
        }
    }
}
