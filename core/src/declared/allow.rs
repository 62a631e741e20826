//! What a file that declares a structure need not say: a comparison of it, without the differences that contradict nothing.
//!
//! A debugger lists everything that symbols hold. A header that people keep leaves out what they do not need and puts bytes
//! there (`UCHAR Reserved[8]`), has an integer or `PVOID` where the type is of no interest, gives padding a name, and knows
//! only one of several views of the same bytes. All of that says less than Strata does, and nothing else.

mod level;
mod types;

use std::collections::{BTreeMap, BTreeSet};

use crate::decode::listing::{Comparison, Difference, Entry, Listed};
use crate::name::PathStep;
use crate::tree::Aggregate;
use crate::units::ByteOffset;

use super::names::is_filler;
use super::{Ground, Measured};
use level::{Level, Our};

/// Takes out what the file need not say of what the definition is held against.
pub(super) fn allow<'a>(
    comparison: &mut Comparison,
    measured: &'a Measured,
    ours: Aggregate<'a>,
    ground: Ground<'a>,
) {
    if !measured.is_sized {
        comparison.size = None;
    }
    let mut levels = BTreeMap::new();
    for entry in &comparison.entries {
        let (parent, _) = split(entry);
        if !levels.contains_key(parent)
            && let Some(level) = Level::find(&measured.listing, ours, parent, ground)
        {
            levels.insert(parent.to_vec(), level);
        }
    }
    let work = Work {
        levels,
        until: measured.until,
        ground,
    };
    let entries = &mut comparison.entries;
    for entry in &mut *entries {
        work.types(entry);
        work.fillers(entry);
    }
    work.renamed(entries);
    work.left_out(entries);
}

struct Work<'a> {
    levels: BTreeMap<Vec<PathStep>, Level<'a>>,
    until: Option<ByteOffset>,
    ground: Ground<'a>,
}

/// The path to what holds a member, and the member's name.
fn split(entry: &Entry) -> (&[PathStep], &str) {
    match entry.path.steps().split_last() {
        Some((PathStep::Member(name), parent)) => (parent, name),
        _ => (&[], ""),
    }
}

impl<'a> Work<'a> {
    fn level(&self, entry: &Entry) -> Option<&Level<'a>> {
        self.levels.get(split(entry).0)
    }

    /// The member of the file that an entry is about, and ours.
    fn pair(&self, entry: &Entry) -> (Option<&'a Listed>, Option<Our<'a>>) {
        let Some(level) = self.level(entry) else {
            return (None, None);
        };
        let name = split(entry).1;
        let mut theirs = name;
        let mut is_ours = true;
        for difference in &entry.differences {
            match difference {
                Difference::Renamed { listed, .. } => theirs = listed,
                Difference::OnlyListed { .. } => is_ours = false,
                _ => {}
            }
        }
        let listed = entry.line.and_then(|line| level.listed(line, theirs));
        let our = if is_ours { level.our(name) } else { None };
        (listed, our)
    }

    /// Types that say less than ours, or as much; what remains is spelled as C does.
    fn types(&self, entry: &mut Entry) {
        let (Some(listed), Some(our)) = self.pair(entry) else {
            return;
        };
        if our.bits.is_some() || listed.bits.is_some() {
            return;
        }
        let retyped = |it: &Difference| matches!(it, Difference::Retyped { .. });
        let was = entry.differences.iter().any(retyped);
        entry.differences.retain(|it| !retyped(it));
        // A type without a name has a size all the same.
        let another = match &listed.ty {
            Some(_) => was,
            None => listed.size.is_some_and(|size| size != our.size),
        };
        if another && !types::says_no_other(listed, &our, self.ground) {
            let unnamed = || {
                listed
                    .size
                    .map_or_else(String::new, |size| format!("of {size} bytes"))
            };
            entry.differences.push(Difference::Retyped {
                listed: listed.ty.as_ref().map_or_else(unnamed, ToString::to_string),
                ours: our.ty.to_string(),
            });
        }
    }

    /// Names that are none, bytes that nobody uses, and what lies where we know nothing.
    fn fillers(&self, entry: &mut Entry) {
        let name = split(entry).1.to_owned();
        let level = self.level(entry);
        entry.differences.retain_mut(|difference| match difference {
            Difference::OnlyListed { offset, shared, .. } => {
                *shared |= level.is_some_and(|level| level.is_hole(*offset));
                !is_filler(&name)
            }
            Difference::Renamed { listed, .. } => !is_filler(listed),
            _ => true,
        });
    }

    /// What is only in the file and what is only here are one member where place and type are the same.
    fn renamed(&self, entries: &mut Vec<Entry>) {
        let extra = |it: &Difference| matches!(it, Difference::OnlyListed { .. });
        let extra: Vec<(usize, &Listed)> = only(entries, extra)
            .filter_map(|(at, entry)| Some((at, self.pair(entry).0?)))
            .filter(|(_, listed)| !is_filler(&listed.name))
            .collect();
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (at, entry) in only(entries, |it| *it == Difference::NotListed) {
            let (parent, (_, our)) = (split(entry).0, self.pair(entry));
            let Some(our) = our else { continue };
            let found = extra.iter().find(|(other, listed)| {
                let beside = entries
                    .get(*other)
                    .is_some_and(|other| split(other).0 == parent);
                beside && self.is_one(listed, &our) && pairs.iter().all(|pair| pair.1 != *other)
            });
            pairs.extend(found.map(|(other, _)| (at, *other)));
        }
        let mut gone = BTreeSet::new();
        for (at, other) in pairs {
            let theirs = entries.get(other).map(|it| (it.line, split(it).1.into()));
            if let (Some((line, listed)), Some(entry)) = (theirs, entries.get_mut(at)) {
                let ours = self.pair(entry).1.map(|our| our.known);
                entry.line = line;
                entry.differences = ours
                    .map(|ours| Difference::Renamed { listed, ours })
                    .into_iter()
                    .collect();
                gone.insert(other);
            }
        }
        let mut places = 0..;
        entries.retain(|_| places.next().is_none_or(|at| !gone.contains(&at)));
    }

    fn is_one(&self, listed: &Listed, our: &Our<'_>) -> bool {
        let bit = |offset: ByteOffset, bit: u8| u64::from(offset.get()) * 8 + u64::from(bit);
        match (listed.bits, our.bits) {
            (None, None) => {
                listed.offset == our.offset && types::says_no_other(listed, our, self.ground)
            }
            (Some(theirs), Some(ours)) => {
                bit(listed.offset, theirs.bit()) == bit(our.offset, ours.bit())
                    && theirs.width() == ours.width()
            }
            _ => false,
        }
    }

    /// What is not in the file, where its bytes are: under a name that is none, or as part of what agrees.
    fn left_out(&self, entries: &mut [Entry]) {
        let wrong = entries.iter().filter(|entry| !entry.agrees(false));
        let wrong: BTreeSet<*const Listed> = wrong
            .filter_map(|entry| Some(std::ptr::from_ref(self.pair(entry).0?)))
            .collect();
        let runs = |level: &Level<'a>| {
            let told = level.all.iter().filter(|listed| {
                is_filler(&listed.name) || !wrong.contains(&std::ptr::from_ref(*listed))
            });
            Runs::of(told.filter_map(|listed| Some((listed.offset, self.end(listed)?))))
        };
        let runs: BTreeMap<&[PathStep], Runs> = self
            .levels
            .iter()
            .map(|(parent, level)| (&parent[..], runs(level)))
            .collect();
        for entry in entries {
            let (parent, name) = split(entry);
            let our = self.level(entry).and_then(|level| level.our(name));
            let (Some(our), [Difference::NotListed]) = (our, &entry.differences[..]) else {
                continue;
            };
            let untold = parent.is_empty() && self.until.is_some_and(|until| our.offset >= until);
            let end = our.offset.saturating_add(our.size);
            let told = runs
                .get(parent)
                .is_some_and(|runs| runs.hold(our.offset, end));
            if untold || told {
                entry.differences.clear();
            }
        }
    }

    /// Where a member of the file ends.
    fn end(&self, listed: &Listed) -> Option<ByteOffset> {
        let measured = || {
            let ground = self.ground;
            let ty = listed.ty.as_ref()?;
            Some(ground.types.measure(ty, ground.scope)?.size)
        };
        listed.offset.checked_add(listed.size.or_else(measured)?)
    }
}

/// The entries of which that is all that is said.
fn only(
    entries: &[Entry],
    is: impl Fn(&Difference) -> bool,
) -> impl Iterator<Item = (usize, &Entry)> {
    let all = entries.iter().enumerate();
    all.filter(move |(_, entry)| matches!(&entry.differences[..], [one] if is(one)))
}

/// Runs of bytes, in order, none beside the next.
struct Runs(Vec<(ByteOffset, ByteOffset)>);

impl Runs {
    fn of(runs: impl Iterator<Item = (ByteOffset, ByteOffset)>) -> Self {
        let mut all: Vec<(ByteOffset, ByteOffset)> = runs.collect();
        all.sort_unstable();
        let mut merged: Vec<(ByteOffset, ByteOffset)> = Vec::new();
        for (start, end) in all {
            match merged.last_mut() {
                Some(last) if start <= last.1 => last.1 = last.1.max(end),
                _ => merged.push((start, end)),
            }
        }
        Self(merged)
    }

    /// Whether every byte from there to there lies in one of them.
    fn hold(&self, start: ByteOffset, end: ByteOffset) -> bool {
        let behind = self.0.partition_point(|run| run.0 <= start);
        let run = behind.checked_sub(1).and_then(|at| self.0.get(at));
        run.is_some_and(|run| run.1 >= end)
    }
}
