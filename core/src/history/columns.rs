//! Groups points into columns: consecutive points of one architecture that share a layout, or the lack of one.

use super::{Column, State, Without};
use crate::arch::Arch;
use crate::layout::Layout;
use crate::point::Point;
use crate::release::{Build, Release, Version};

/// A column, and the layout that its points share.
pub(super) struct Draft<'a> {
    pub(super) column: Column,
    pub(super) layout: Option<&'a Layout>,
}

impl Draft<'_> {
    pub(super) fn release(&self) -> Release {
        let first = self.layout.map(|layout| layout.release);
        first.unwrap_or(Release::FIRST)
    }
}

/// A point, not yet grouped into a column.
struct Entry<'a> {
    point: Point,
    release: Release,
    state: State,
    layout: Option<&'a Layout>,
}

impl Entry<'_> {
    /// Sort key; a release comes before its builds.
    fn order(&self) -> (Arch, Release, Option<Build>) {
        let build = match self.point.version {
            Version::Build(build) => Some(build),
            Version::Release(_) | Version::Pdb(_) => None,
        };
        (self.point.arch, self.release, build)
    }
}

pub(super) fn columns<'a>(layouts: &'a [Layout], without: &[Without]) -> Vec<Draft<'a>> {
    let stated = layouts.iter().map(|layout| Entry {
        point: layout.point,
        release: layout.release,
        state: State::Stated(layout.size),
        layout: Some(layout),
    });
    let unstated = without.iter().map(|without| Entry {
        point: Point::new(without.release, without.arch),
        release: without.release,
        state: if without.absent {
            State::Absent
        } else {
            State::NotStated
        },
        layout: None,
    });
    let mut entries: Vec<Entry<'_>> = stated.chain(unstated).collect();
    entries.sort_by_key(Entry::order);
    let mut drafts: Vec<Draft<'a>> = Vec::new();
    for entry in entries {
        match drafts.last_mut() {
            Some(last) if joins(last, &entry) => last.column.points.push(entry.point),
            _ => drafts.push(Draft {
                column: Column {
                    arch: entry.point.arch,
                    points: vec![entry.point],
                    state: entry.state,
                },
                layout: entry.layout,
            }),
        }
    }
    drafts
}

fn joins(draft: &Draft<'_>, entry: &Entry<'_>) -> bool {
    let same_layout = match (draft.layout, entry.layout) {
        (Some(a), Some(b)) => a.same_as(b),
        (None, None) => true,
        _ => false,
    };
    draft.column.arch == entry.point.arch && draft.column.state == entry.state && same_layout
}
