//! The values derived from the input: decoding of a slice → the drawn structure.
//!
//! Each step is a memo: it is computed only when one of its inputs changed, and only when it is read. Many structures
//! are decoded a slice at a time, as they are viewed, so that thousands never block the page.

use std::ops::Range;
use std::sync::Arc;

use crate::pages::prelude::*;
use strata_core::catalogue::Catalogue;
use strata_core::decode::finding::{Finding, Rule};
use strata_core::decode::identify::{CandidateScope, Classes, Elsewhere, Identified, Others};
use strata_core::decode::read::Reading;
use strata_core::decode::space::Space;
use strata_core::decode::{
    DecodeError, Decoded, Instance, Options, check, decode, same_size_layouts,
};
use strata_core::lookup::Found;
use strata_core::point::Point;
use strata_core::stated::{self, Comparison};
use strata_core::{Dataset, Layout};

use super::bytes::Grid;
use super::lines::{Line, lines};
use super::options::Refused;
use super::state::{ByteRange, DecodeOptions, Paste};
use crate::data;
use crate::pages::decode::DecodePage;

#[derive(Clone, Debug, Default)]
pub struct Decoding {
    /// The structures; `None` without bytes, or where they cannot be decoded.
    pub slice: Option<Slice>,
    pub options: Options,
    /// Why the current options cannot be followed: then the structures are those of the last valid options.
    pub refused: Option<Refused>,
    pub identified: Option<Identified>,
    /// Where the bytes fit, if not where they were decoded.
    pub elsewhere: Option<Elsewhere>,
    pub traps: Vec<Finding>,
    /// The comparison of a pasted layout with ours, and the points that it fits.
    pub compared: Option<(Comparison, Vec<Point>)>,
}

/// The decoding of the slice that has the shown structure.
pub(super) fn decoding(
    page: ReadSignal<DecodePage>,
    paste: RwSignal<Paste>,
    options: RwSignal<DecodeOptions>,
    shown: RwSignal<u32>,
) -> Memo<Decoding> {
    let first = Memo::new(move |_| {
        let asked = options.read().asked.options();
        slice_start(shown.get(), asked.map_or(1, |asked| asked.count))
    });
    let work = move |before: Option<&Decoding>| {
        let (paste, options) = (paste.read(), options.read());
        // The last valid options.
        let before = before.map(|before| before.options.clone());
        let before = before.unwrap_or_default();
        let decoding = with_layout(page, |found, dataset| {
            Decoding::new(&paste, &options, first.get(), &before, found, dataset)
        });
        decoding.unwrap_or_default()
    };
    Memo::new_with_compare(work, |_, _| true)
}

pub(super) fn drawn(
    page: ReadSignal<DecodePage>,
    decoding: Memo<Decoding>,
    shown: RwSignal<u32>,
) -> Memo<Option<Drawn>> {
    step(move || {
        let decoding = decoding.read();
        let Slice { decoded, first, .. } = decoding.slice.as_ref()?;
        let place = shown.get().checked_sub(*first)?;
        let instance = decoded.instances.get(place as usize)?;
        with_layout(page, |found, dataset| {
            Drawn::new(&found.layout, dataset.catalogue(), decoded.region, instance)
        })
    })
}

/// A memo that notifies whenever it is computed: values are compared where they are drawn.
pub(super) fn step<T: Send + Sync + 'static>(
    work: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    Memo::new_with_compare(move |_| work(), |_, _| true)
}

/// Calls `work` with the layout of the page.
pub(super) fn with_layout<T>(
    page: ReadSignal<DecodePage>,
    work: impl FnOnce(&Found<'_>, &Dataset) -> T,
) -> Option<T> {
    let page = page.read();
    let dataset = data::loaded()?;
    Some(work(&page.find(&dataset)?, &dataset))
}

impl Decoding {
    /// How many structures were requested, where they can be decoded.
    pub fn total(&self) -> u32 {
        self.slice.as_ref().map_or(0, |slice| slice.total)
    }

    fn new(
        paste: &Paste,
        options: &DecodeOptions,
        first: u32,
        before: &Options,
        found: &Found<'_>,
        dataset: &Dataset,
    ) -> Self {
        let types = dataset.catalogue();
        let compared = paste.listing().map(|listing| {
            let comparison = stated::compare(listing, &found.layout, types);
            (comparison, stated::fits(listing, found.structure, types))
        });
        let mut decoding = Self {
            traps: same_size_layouts(dataset, &found.layout),
            compared,
            ..Self::default()
        };
        if let Some(reading) = paste.reading() {
            decoding.decode(reading, options, first, before, found, dataset);
        }
        decoding
    }

    /// Decodes by the current options, or by the last valid ones where that fails; and which layouts fit the bytes.
    fn decode(
        &mut self,
        reading: &Reading,
        options: &DecodeOptions,
        first: u32,
        before: &Options,
        found: &Found<'_>,
        dataset: &Dataset,
    ) {
        let slice = |asked: &Options, first| {
            let types = dataset.catalogue();
            Slice::new(&found.layout, types, &reading.space, asked, first).map_err(Refused::from)
        };
        let asked = options.asked.options();
        let done = asked.and_then(|asked| Ok((slice(&asked, first)?, asked)));
        let done = match done {
            Ok(done) => Some(done),
            Err(refused) => {
                self.refused = Some(refused);
                let done = slice(before, 0).ok();
                done.map(|done| (done, before.clone()))
            }
        };
        let Some((slice, asked)) = done else { return };
        self.slice = Some(slice);
        let everything = data::everything_loaded().filter(|_| options.everywhere);
        let scope = CandidateScope {
            structure: everything.is_none().then_some(found.structure),
            arch: None,
            others: Others::by_bytes(&reading.space, &asked, false),
            ..CandidateScope::default()
        };
        let dataset = everything.as_deref().unwrap_or(dataset);
        if let Ok(classes) = Classes::new(dataset, scope) {
            self.identified = classes.identify(&reading.space, &asked).ok();
            let here = self.identified.as_ref();
            self.elsewhere = here.and_then(|here| classes.elsewhere(here, reading, &[], &asked));
        }
        self.options = asked;
    }
}

/// How many structures are decoded at once.
pub const SLICE: u32 = 64;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    pub decoded: Decoded,
    /// The number of its first structure, from 0.
    pub first: u32,
    pub total: u32,
}

impl Slice {
    /// Decodes the slice that begins with that structure; the first slice where there is no such structure.
    pub fn new(
        layout: &Layout,
        types: &Catalogue,
        space: &Space,
        options: &Options,
        first: u32,
    ) -> Result<Self, DecodeError> {
        let total = options.count;
        let first = if first < total { first } else { 0 };
        check(layout, types, space, options)?;
        let options = options.slice(first, length(first, total), layout.size);
        let mut decoded = decode(layout, types, space, &options)?;
        if first + options.count < total
            && let Some(last) = decoded.instances.last_mut()
        {
            // They are no trailing bytes: the next slice decodes them.
            last.findings
                .retain(|finding| finding.rule != Rule::TrailingBytes);
        }
        Ok(Self {
            decoded,
            first,
            total,
        })
    }

    /// The number of the first structure after the slice, where there is one.
    pub fn next(&self) -> Option<u32> {
        let next = self.first + length(self.first, self.total);
        (next < self.total).then_some(next)
    }

    /// The number of the first structure of the previous slice, where there is one.
    pub fn previous(&self) -> Option<u32> {
        (self.first > 0).then(|| self.first.saturating_sub(SLICE))
    }
}

/// The first structure of the slice with that one. The last structure is never a slice of its own.
fn slice_start(number: u32, total: u32) -> u32 {
    let first = number / SLICE * SLICE;
    match total.saturating_sub(first) {
        1 => first.saturating_sub(SLICE),
        _ => first,
    }
}

/// The length of the slice that begins there. Never 1 of several: a single structure is decoded with all the elements
/// that an array at its end has room for.
fn length(first: u32, total: u32) -> u32 {
    match total.saturating_sub(first) {
        rest if rest == SLICE + 1 => rest,
        rest => rest.min(SLICE),
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    pub lines: Vec<Arc<Line>>,
    pub grid: Grid,
    pub findings: Vec<Finding>,
    pub address: Option<u64>,
    pub region: usize,
    /// Its start in the region; negative where it begins before it.
    pub start: i64,
}

impl Drawn {
    pub fn new(layout: &Layout, types: &Catalogue, region: usize, instance: &Instance) -> Self {
        let lines = lines(layout, types, instance);
        Self {
            grid: Grid::new(instance, &lines, layout.size.get()),
            findings: instance.findings.clone(),
            address: instance.address(),
            region,
            start: instance.offset,
            lines: lines.into_iter().map(Arc::new).collect(),
        }
    }

    /// The range of the tree's line with that index.
    pub fn range(&self, line: usize) -> Option<ByteRange> {
        let found = self.lines.get(line)?;
        Some(ByteRange {
            offset: found.offset,
            size: found.size,
            value: Some(line),
            text: None,
        })
    }

    /// The range of the innermost value that holds that byte; the byte alone where none does.
    pub fn range_at(&self, at: u32) -> Option<ByteRange> {
        let cell = self.grid.cell(at)?;
        let owned = cell.owner.and_then(|owner| self.range(owner));
        Some(owned.unwrap_or(ByteRange {
            offset: at,
            size: 1,
            ..ByteRange::default()
        }))
    }

    /// The range of a finding's subject.
    pub fn range_of(&self, finding: &Finding) -> Option<ByteRange> {
        let path = finding.path.as_deref().unwrap_or_default();
        // A finding may be about a part that has no line of its own: `Links.Flink`.
        let holds = |line: &Arc<Line>| {
            path.strip_prefix(line.path.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let line = self.lines.iter().rposition(holds);
        line.and_then(|line| self.range(line))
            .or_else(|| self.range_at(finding.offset.get()))
    }

    /// The part of a region's bytes that belongs to this structure: offset from its start, and size.
    pub fn part_of(&self, region: usize, bytes: Range<usize>) -> (u32, u32) {
        let inside = |at: usize| {
            let at = i64::try_from(at).unwrap_or(i64::MAX);
            let at = at.saturating_sub(self.start);
            u32::try_from(at.clamp(0, self.grid.end().into())).unwrap_or(0)
        };
        match region == self.region {
            true => {
                let (first, last) = (inside(bytes.start), inside(bytes.end));
                (first, last.saturating_sub(first))
            }
            false => (0, 0),
        }
    }

    /// The offset in its region of an offset in the structure; `None` where it lies before the region.
    pub fn in_region(&self, at: u32) -> Option<usize> {
        usize::try_from(self.start.saturating_add(at.into())).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_follow_each_other_and_none_has_one_structure() {
        for total in [2, SLICE, SLICE + 1, SLICE + 2, 3 * SLICE + 1] {
            let (mut first, mut lengths) = (0, Vec::new());
            while first < total {
                lengths.push(length(first, total));
                first += length(first, total);
            }
            assert_eq!(first, total);
            assert!(lengths.iter().all(|length| *length > 1), "{lengths:?}");
        }
    }
}
