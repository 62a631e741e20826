//! One structure, ready to be drawn: the lines of its tree, its grid of bytes, and its findings.

use std::ops::Range;

use strata_core::Layout;
use strata_core::catalogue::Catalogue;
use strata_core::decode::Instance;
use strata_core::decode::finding::Finding;

use super::byte_range::ByteRange;
use super::grid::Grid;
use super::lines::{Line, lines};

/// One structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Its values.
    pub lines: Vec<Line>,
    /// Its bytes.
    pub grid: Grid,
    /// What was noticed.
    pub findings: Vec<Finding>,
    /// The address of its first byte, where it is known.
    pub address: Option<u64>,
    /// In which region it lies.
    pub region: usize,
    /// Where in the region it begins; before it where negative.
    pub start: i64,
}

impl Drawn {
    /// Of that instance of the layout, in that region.
    #[must_use]
    pub fn new(layout: &Layout, types: &Catalogue, region: usize, instance: &Instance) -> Self {
        let lines = lines(layout, types, instance);
        Self {
            grid: Grid::new(instance, &lines, layout.size.get()),
            findings: instance.findings.clone(),
            address: instance.address(),
            region,
            start: instance.offset,
            lines,
        }
    }

    /// The line of the tree of that number, as a place.
    #[must_use]
    pub fn range(&self, line: usize) -> Option<ByteRange> {
        let found = self.lines.get(line)?;
        Some(ByteRange {
            offset: found.offset,
            size: found.size,
            value: Some(line),
            text: None,
        })
    }

    /// The innermost value that holds that byte, as a place; the byte alone where none does.
    #[must_use]
    pub fn spot_at(&self, at: u32) -> Option<ByteRange> {
        let cell = self.grid.cell(at)?;
        let owned = cell.owner.and_then(|owner| self.range(owner));
        Some(owned.unwrap_or(ByteRange {
            offset: at,
            size: 1,
            ..ByteRange::default()
        }))
    }

    /// What a finding is about, as a place.
    #[must_use]
    pub fn range_of(&self, finding: &Finding) -> Option<ByteRange> {
        let path = finding.path.as_deref().unwrap_or_default();
        // A finding may be about a part that has no line of its own: `Links.Flink`.
        let holds = |line: &Line| {
            path.strip_prefix(line.path.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let line = self.lines.iter().rposition(holds);
        line.and_then(|line| self.range(line))
            .or_else(|| self.spot_at(finding.offset.get()))
    }

    /// Those of the bytes of a region that belong to this structure: from its start where they begin, and how many.
    #[must_use]
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

    /// Where in its region a place in it lies; `None` where it lies before it.
    #[must_use]
    pub fn in_region(&self, at: u32) -> Option<usize> {
        usize::try_from(self.start.saturating_add(at.into())).ok()
    }
}
