//! The comparison of one structure at two points: its changes, and both layouts drawn.

use std::collections::BTreeMap;

use strata_core::diff::{Change, Diff, Kind, Mark};
use strata_core::layout::Member;
use strata_core::lookup::{self, Found};
use strata_core::raw::RawSource;
use strata_core::types::TypeKind;
use strata_core::{Dataset, Layout, RowId, TypeName};

use super::picker::{Picker, Purpose};
use super::strips::Piece;
use super::{Diagram, Strips, release_name};
use crate::page::sources::source_of;

/// How many levels of nested types a comparison follows.
const NESTED_LEVELS: u32 = 3;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffPage {
    pub diff: Diff,
    pub from: End,
    pub to: End,
    /// Changes inside the types of members, by the rows of the later layout.
    pub nested: BTreeMap<String, NestedDiff>,
    /// Both layouts as strips of bytes, with ribbons between them.
    pub strips: Strips,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    pub layout: Layout,
    /// Microsoft's name for the release; for a build, of its release.
    pub release: String,
    pub picker: Picker,
    pub diagram: Diagram,
    pub source: RawSource,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestedDiff {
    pub diff: Diff,
    /// Changes further inside, by the rows of the later layout.
    pub nested: BTreeMap<String, Self>,
}

impl DiffPage {
    pub fn new(dataset: &Dataset, from: &Found<'_>, to: &Found<'_>) -> Self {
        let structure = from.structure;
        let (from, to): (&Layout, &Layout) = (&from.layout, &to.layout);
        let diff = structure.diff(dataset, from, to);
        let [before, after] = diagrams(dataset, &diff, from, to);
        let end = |layout: &Layout, purpose, diagram| End {
            layout: layout.clone(),
            release: release_name(dataset, layout),
            picker: Picker::new(dataset, structure, layout.point, purpose),
            diagram,
            source: source_of(dataset, &layout.source),
        };
        let strips = [from, to].map(|it| Piece::Strip(it, it.point.to_string()));
        Self {
            from: end(from, Purpose::DiffFrom { to: to.point }, before),
            to: end(to, Purpose::DiffTo { from: from.point }, after),
            nested: nested(dataset, &diff, from, to, NESTED_LEVELS),
            strips: Strips::new(dataset, structure, strips.into()),
            diff,
        }
    }

    pub const fn structure(&self) -> &TypeName {
        &self.diff.structure
    }

    /// Whether there are bytes to draw: an enumeration has only values.
    pub fn is_drawn(&self) -> bool {
        self.diff.to.kind != TypeKind::Enum
    }
}

/// The changes inside the types that both layouts hold by value, by the members of the later one, down to a limited
/// number of levels. Changes that the pointer width alone explains are left out.
fn nested(
    dataset: &Dataset,
    diff: &Diff,
    from: &Layout,
    to: &Layout,
    levels: u32,
) -> BTreeMap<String, NestedDiff> {
    let Some(levels) = levels.checked_sub(1) else {
        return BTreeMap::new();
    };
    let inside = |was: &TypeName, is: &TypeName| {
        let before = dataset.declared_or_unnamed(was, from.scope())?;
        let before = lookup::at(&before, from.point).ok()?.layout;
        let ty = dataset.declared_or_unnamed(is, to.scope())?;
        let after = lookup::at(&ty, to.point).ok()?.layout;
        let diff = ty.diff(dataset, &before, &after);
        let is_news = diff.changes.iter().any(|it| it.explained_by.is_none());
        is_news.then(|| {
            let nested = nested(dataset, &diff, &before, &after, levels);
            NestedDiff { diff, nested }
        })
    };
    let held_before = || {
        from.members()
            .filter_map(|it| Some((it, it.ty.by_value()?)))
    };
    let is_new = |row: &RowId| {
        let mut added = diff.changes.iter().filter(|it| it.is(Kind::Added));
        added.any(|change| change.row() == Some(row))
    };
    let mut known: BTreeMap<[&TypeName; 2], Option<NestedDiff>> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for member in to.members().filter(|member| !is_new(&member.row)) {
        let Some(is) = member.ty.by_value() else {
            continue;
        };
        // An unnamed type is named by its content: a changed one has another name.
        let same = |(old, was): &(&Member, &TypeName)| match is.is_unnamed() {
            true => old.row == member.row && was.is_unnamed(),
            false => *was == is,
        };
        let Some((_, was)) = held_before().find(same) else {
            continue;
        };
        let diff = known.entry([was, is]).or_insert_with(|| inside(was, is));
        if let Some(diff) = diff {
            found.insert(member.row.to_string(), diff.clone());
        }
    }
    found
}

/// Diagrams of both layouts: one member has the same key in both, and a mark for its change.
fn diagrams(dataset: &Dataset, diff: &Diff, from: &Layout, to: &Layout) -> [Diagram; 2] {
    let members = diff.changes.iter().filter(|it| it.bit().is_none());
    let marked = |change: &Change| Some((change.row()?.to_string(), change.mark()));
    let marks: BTreeMap<String, Mark> = members.filter_map(marked).collect();
    let later = later_keys(diff, from);
    let mut before = Diagram::new(from, dataset.catalogue());
    for run in &mut before.runs {
        if let Some(key) = later.get(&run.key) {
            run.key.clone_from(key);
        }
    }
    let mut both = [before, Diagram::new(to, dataset.catalogue())];
    for run in both.iter_mut().flat_map(|diagram| &mut diagram.runs) {
        run.mark = marks.get(&run.key).copied();
    }
    both
}

/// Maps the rows of the earlier layout to those of the later one, where a member's row differs.
fn later_keys(diff: &Diff, from: &Layout) -> BTreeMap<String, String> {
    let changed = diff.changes.iter().filter_map(|change| {
        let one_member = change.from_bit.is_none() && change.to_bit.is_none();
        let (before, after) = (change.from.as_ref()?, change.to.as_ref()?);
        one_member.then_some((&before.row, &after.row))
    });
    let carried = diff.carried_over.iter();
    let carried = carried.map(|(before, after)| (before, &after.row));
    let other = changed.chain(carried);
    let other = other.filter(|(_, after)| from.member(after.as_str()).is_none());
    let named = other.map(|(before, after)| (before.to_string(), after.to_string()));
    named.collect()
}
