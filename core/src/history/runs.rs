//! Runs: consecutive points of one architecture at which a member has the same place.

use std::fmt;

use super::{History, Place, Row};
use crate::point::Point;
use crate::release::{Release, Version};
use crate::units::{BitRange, ByteOffset, ByteSize};

/// Consecutive points of one architecture at which something has the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub first: Point,
    /// The last point; a release, if there is one.
    pub last: Point,
    /// From the start of the structure.
    pub offset: ByteOffset,
    /// In bytes; 0 for a bit field.
    pub size: ByteSize,
    /// The bits of the integer at `offset`; `None` if it is not a bit field there.
    pub bits: Option<BitRange>,
}

impl Run {
    /// Returns the run of a whole structure of this size at one point.
    pub const fn whole(point: Point, size: ByteSize) -> Self {
        Self {
            first: point,
            last: point,
            offset: ByteOffset::ZERO,
            size,
            bits: None,
        }
    }

    /// Returns whether the run covers `offset`; a bit field covers the bytes of its bits.
    pub fn covers(&self, offset: ByteOffset) -> bool {
        let bits = self
            .bits
            .map_or(0, |bits| u32::from(bits.bit() + bits.width()).div_ceil(8));
        let size = ByteSize::new(self.size.get().max(bits));
        self.offset <= offset && offset < self.offset.saturating_add(size)
    }

    /// Returns whether both are the same place on the same architecture.
    pub(crate) fn same_place(&self, other: &Self) -> bool {
        let place = |run: &Self| (run.first.arch, run.offset, run.size, run.bits);
        place(self) == place(other)
    }
}

/// Builds runs: a member at the same place as at the point before extends its run.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    runs: Vec<Run>,
    /// Whether the member existed at the point before.
    open: bool,
}

impl Runs {
    /// Adds the place at the next point or points, which are of release `of`; `None` if there is none.
    pub(crate) fn push(&mut self, here: Option<Run>, of: Option<Release>) {
        let before = self.runs.last_mut().filter(|_| self.open);
        self.open = here.is_some();
        let Some(run) = here else { return };
        match before.filter(|before| before.same_place(&run)) {
            // A build of the run's last release adds nothing.
            Some(before) if of.map(Version::Release) == Some(before.last.version) => {}
            Some(before) => before.last = run.last,
            None => self.runs.push(run),
        }
    }

    pub(crate) fn done(self) -> Vec<Run> {
        self.runs
    }
}

/// Returns the runs of a row: by architecture, then by release.
pub fn runs(history: &History, row: &Row) -> Vec<Run> {
    runs_within(history, row, Some)
}

/// The runs of something inside a row: `within` maps the row's run to the inner one.
pub(crate) fn runs_within(
    history: &History,
    row: &Row,
    within: impl Fn(Run) -> Option<Run>,
) -> Vec<Run> {
    let mut runs = Runs::default();
    for (column, cell) in history.columns.iter().zip(&row.cells) {
        let place = match &cell.place {
            Place::At { offset, size, .. } => Some((*offset, *size, None)),
            Place::Bit { offset, range, .. } => Some((*offset, ByteSize::ZERO, Some(*range))),
            Place::Elsewhere(_) | Place::Absent | Place::NotStated => None,
        };
        let points = column.points.first().zip(last(&column.points));
        let here = place.zip(points);
        let run = here.map(|((offset, size, bits), (first, last))| Run {
            first: *first,
            last,
            offset,
            size,
            bits,
        });
        let release = run.and_then(|run| run.last.version.release());
        runs.push(run.and_then(&within), release);
    }
    runs.done()
}

/// The last release, because its builds come after it; without a release, the last point.
fn last(points: &[Point]) -> Option<Point> {
    let is_release = |point: &&Point| matches!(point.version, Version::Release(_));
    let release = points.iter().rev().find(is_release);
    release.or(points.last()).copied()
}

impl Run {
    /// Returns whether the version is between the first and the last point. A build counts as its release.
    pub fn reaches(&self, version: Version) -> bool {
        let rank = |version: Version| version.release().map(Release::index);
        let (first, last) = (rank(self.first.version), rank(self.last.version));
        let wanted = rank(version);
        wanted.is_some() && first <= wanted && wanted <= last
    }
}

impl fmt::Display for Run {
    /// `+0x58 at 6.1 to 6.3 x64`, `+0x32:4 at 6.2 x86`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{}", self.offset)?;
        if let Some(bits) = self.bits {
            write!(f, ":{}", bits.bit())?;
        }
        let (first, last) = (self.first, self.last);
        write!(f, " at {}", first.version)?;
        if first != last {
            write!(f, " to {}", last.version)?;
        }
        write!(f, " {}", first.arch)
    }
}
