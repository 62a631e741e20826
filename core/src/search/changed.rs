//! Types that changed in a release or an image and, if words ask for them, their changed members.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};

use super::{Hit, Query, Subject};
use crate::arch::Arch;
use crate::dataset::{ChangedIn, Dataset, Structure};
use crate::history::Run;
use crate::name::{RowId, TypeName};
use crate::release::{Release, Version};

/// The types that changed; their changed members are computed on demand.
pub(super) struct Changed<'a> {
    dataset: &'a Dataset,
    what: (ChangedIn, Option<Arch>),
    types: HashMap<&'a TypeName, (&'a Structure, OnceCell<BTreeSet<RowId>>)>,
    /// Whether members are searched too.
    members: bool,
}

impl<'a> Changed<'a> {
    /// `None` if the query does not ask for changes.
    pub(super) fn new(dataset: &'a Dataset, query: &Query) -> Option<Self> {
        let (what, only) = (query.changed_in?, query.arch);
        let structures = dataset.structures().iter();
        let changed = structures.filter(|structure| structure.changed_in(what, only));
        Some(Self {
            dataset,
            what: (what, only),
            types: changed
                .map(|it| (&it.name, (it, OnceCell::new())))
                .collect(),
            members: !query.words.is_empty() || query.offset.is_some(),
        })
    }

    pub(super) fn takes(&self, subject: &Subject) -> bool {
        match subject {
            Subject::Structure(name) | Subject::Type(name) => self.types.contains_key(name),
            Subject::Member { structure, row } => self.has_changed(structure, row),
            Subject::Gap { .. } | Subject::Version(_) | Subject::Symbol(_) => false,
        }
    }

    fn has_changed(&self, structure: &TypeName, row: &RowId) -> bool {
        let known = self.types.get(structure).filter(|_| self.members);
        known.is_some_and(|(structure, rows)| {
            let (what, only) = self.what;
            let changed = || structure.rows_changed_in(self.dataset, what, only);
            rows.get_or_init(changed).contains(row)
        })
    }
}

/// Restricts the places of a hit to those at a version and to the last ones before it.
pub(super) fn around(version: Version, mut hit: Hit) -> Hit {
    let rank = |version: Version| version.release().map(Release::index);
    let now = rank(version);
    let is_before = |run: &Run| rank(run.last.version) < now;
    let runs = std::mem::take(&mut hit.runs);
    let mut next = runs.iter().skip(1).map(Some).chain([None]);
    let kept = runs.iter().filter(|run| {
        let next = next.next().flatten();
        let is_last = next.is_none_or(|next| next.first.arch != run.first.arch || !is_before(next));
        run.reaches(version) || is_before(run) && is_last
    });
    hit.runs = kept.copied().collect();
    hit
}
