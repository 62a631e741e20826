//! Padding and holes of two layouts, by where they begin.

use std::collections::BTreeMap;

use strata_core::Layout;
use strata_core::layout::Gap;

use crate::page::diagram::gap_key;

/// What no member has, at one offset of one or both layouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GapEntry {
    /// What it is known by on the page.
    pub key: String,
    /// Where it begins.
    pub offset: u32,
    /// In the earlier layout.
    pub from: Option<GapSide>,
    /// In the later layout.
    pub to: Option<GapSide>,
}

/// A gap in one of the two layouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GapSide {
    /// How many bytes it has.
    pub size: u32,
    /// `padding` or `hole`.
    pub kind: String,
}

impl From<&Gap> for GapSide {
    fn from(gap: &Gap) -> Self {
        Self {
            size: gap.size.get(),
            kind: gap.kind.as_str().to_owned(),
        }
    }
}

/// All gaps of both, in offset order.
pub(super) fn all(from: &Layout, to: &Layout) -> Vec<GapEntry> {
    let mut found: BTreeMap<u32, [Option<GapSide>; 2]> = BTreeMap::new();
    for (side, layout) in [from, to].into_iter().enumerate() {
        for gap in layout.gaps() {
            let entry = found.entry(gap.offset.get()).or_default();
            entry[side] = Some(GapSide::from(gap));
        }
    }
    let entry = |(offset, [from, to]): (u32, [Option<GapSide>; 2])| GapEntry {
        key: gap_key(offset),
        offset,
        from,
        to,
    };
    found.into_iter().map(entry).collect()
}
