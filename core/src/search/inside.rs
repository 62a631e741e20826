//! Members inside members, by their paths: `Links.Blink`.

use std::borrow::Cow;

use super::entries::Entry;
use super::{HITS_LIMIT, Hit, Query, Subject, Why, asked_for, normal};
use crate::arch::Arch;
use crate::dataset::{Dataset, Structure};
use crate::layout::Layout;
use crate::name::{MemberPath, PathStep};
use crate::tree::Tree;

/// The members that a path leads into: from a member, or from a structure's name and a member of it. At most [`HITS_LIMIT`].
pub(super) fn members(dataset: &Dataset, entries: &[Entry], query: &Query) -> Vec<Hit> {
    let Some(path) = query.path.as_ref().filter(|_| query.offset.is_none()) else {
        return Vec::new();
    };
    let [PathStep::Member(first), inside @ ..] = path.steps() else {
        return Vec::new();
    };
    let first = normal(first);
    let mut hits: Vec<(bool, Hit)> = Vec::new();
    for entry in entries {
        let Subject::Member { structure, .. } = entry.subject() else {
            continue;
        };
        let (member, steps) = match inside {
            [PathStep::Member(member), _, ..] if normal(structure.as_str()) == first => {
                (normal(member), inside)
            }
            _ => (first.clone(), path.steps()),
        };
        if !entry.names.split('\n').any(|name| name == member) {
            continue;
        }
        hits.extend(dataset.structure(structure.as_str()).and_then(|structure| {
            let mut hit = entry.hit(query, Why::Name);
            let path: MemberPath = steps.iter().cloned().collect();
            let layout = layout(dataset, structure, query, &hit)?;
            let node = Tree::of(&layout, dataset.catalogue()).find(&layout, &path)?;
            hit.detail = node.declaration();
            hit.point = Some(layout.point);
            hit.path = Some(path.to_string());
            Some((structure.audited().is_some(), hit))
        }));
        if hits.len() == HITS_LIMIT {
            break;
        }
    }
    hits.sort_by_key(|(audited, _)| !audited);
    hits.into_iter().map(|(_, hit)| hit).collect()
}

/// A layout in which to look at a hit: at the version that is asked for, where the member is, or the newest.
fn layout<'a>(
    dataset: &Dataset,
    structure: &'a Structure,
    query: &Query,
    hit: &Hit,
) -> Option<Cow<'a, Layout>> {
    let archs = query.arch.into_iter().chain(Arch::PREFERRED);
    let newest = || archs.into_iter().find_map(|arch| structure.newest(arch));
    let point = asked_for(dataset, query, hit).or(hit.point);
    structure.layout(point.or_else(newest)?).ok()
}
