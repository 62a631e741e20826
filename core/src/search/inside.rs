//! Members inside members, found by path (`Links.Blink`) and by the requested offset.

use std::borrow::Cow;
use std::iter;

use super::placed::{called, runs_of};
use super::{HITS_LIMIT, Hit, Index, Query, Subject, Why, asked_for, grade, normal};
use crate::arch::Arch;
use crate::dataset::{Dataset, Structure};
use crate::export::unknown;
use crate::history::{Run, runs_within};
use crate::layout::Layout;
use crate::name::{MemberPath, PathStep, RowId};
use crate::point::Point;
use crate::tree::{Node, Tree};
use crate::units::{ByteOffset, ByteSize};

/// The members to which a path leads, from a member, whose name is misspelt if `near`, or from a structure's name. At
/// most [`HITS_LIMIT`].
pub(super) fn members(dataset: &Dataset, index: &Index, query: &Query, near: bool) -> Vec<Hit> {
    let Some(path) = query.path.as_ref().filter(|_| query.offset.is_none()) else {
        return Vec::new();
    };
    let [PathStep::Member(first), inside @ ..] = path.steps() else {
        return Vec::new();
    };
    let first = normal(first);
    let mut hits: Vec<(bool, Hit)> = Vec::new();
    let places = match near {
        false => index.entries_with(&first),
        true => index.entries_like(&first),
    };
    for entry in places.into_iter().filter_map(|it| index.entry(it)) {
        let Subject::Member { structure, .. } = entry.subject() else {
            continue;
        };
        let (member, steps) = match inside {
            [PathStep::Member(member), _, ..] if entry.within == first => (normal(member), inside),
            _ => (first.clone(), path.steps()),
        };
        let mut names = entry.names.split('\n');
        let (why, is_it) = match near {
            false => (Why::Name, names.any(|name| name == member)),
            true => (
                Why::Near,
                names.any(|name| grade::is_misspelt(&member, name)),
            ),
        };
        if !is_it {
            continue;
        }
        hits.extend(dataset.structure_by_name(structure).and_then(|structure| {
            let mut hit = entry.hit(dataset, query, why);
            let mut path: MemberPath = steps.iter().cloned().collect();
            if near {
                let first = PathStep::Member(hit.title.as_str().into());
                path = iter::once(first)
                    .chain(steps.iter().skip(1).cloned())
                    .collect();
            }
            let mut layouts = layouts(dataset, structure, query, &hit);
            let (point, declaration) = layouts.find_map(|layout| {
                let node = Tree::of(&layout, dataset.catalogue()).find(&layout, &path)?;
                Some((layout.point, node.declaration()))
            })?;
            hit.detail = declaration;
            hit.point = Some(point);
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

/// Narrows a hit on a member to the inner member that its path names or that is at the requested offset. If a size is
/// requested too, the hit is the member itself.
pub(super) fn narrowed(dataset: &Dataset, index: &Index, query: &Query, hit: Hit) -> Hit {
    let Subject::Member { structure, row } = &hit.subject else {
        return hit;
    };
    let Some(structure) = dataset.structure_by_name(structure) else {
        return hit;
    };
    if let Some(path) = &hit.path {
        let path: Option<MemberPath> = path.parse().ok();
        let steps = path.as_ref().and_then(|path| path.steps().split_first());
        let Some((_, steps)) = steps else { return hit };
        let mut runs = runs(structure, row, index, |tree, member| {
            tree.follow(member, steps)
        });
        runs.retain(|run| query.at(run));
        return Hit { runs, ..hit };
    }
    let is_open = query.size.is_none() || query.is_access;
    let Some(offset) = query.offset.filter(|_| is_open) else {
        return hit;
    };
    let Some(path) = path(dataset, structure, row, (hit.point, offset)) else {
        return hit;
    };
    let mut runs = runs(structure, row, index, |tree, member| {
        tree.follow(member, &tree.towards(member, offset).0)
    });
    runs.retain(|run| query.takes(run));
    Hit {
        path: Some(path),
        runs,
        ..hit
    }
}

/// The path of the innermost member at an offset, at a point; `None` if it is the member itself.
fn path(
    dataset: &Dataset,
    structure: &Structure,
    row: &RowId,
    (point, offset): (Option<Point>, ByteOffset),
) -> Option<String> {
    let layout = structure.layout(point?).ok()?;
    let member = layout.members().find(|member| member.row == *row)?;
    let tree = Tree::of(&layout, dataset.catalogue());
    let (steps, _) = tree.towards(member.into(), offset);
    let name = match &member.name {
        Some(name) => name.to_string(),
        None => unknown(member.offset),
    };
    let first = PathStep::Member(name.into());
    let is_inside = !steps.is_empty();
    let path: MemberPath = iter::once(first).chain(steps).collect();
    is_inside.then(|| path.to_string())
}

/// The runs of the inner member found by `within`: in the layouts of an article, otherwise in symbol files.
fn runs(
    structure: &Structure,
    row: &RowId,
    index: &Index,
    within: impl for<'a> Fn(Tree<'a>, Node<'a>) -> Option<Node<'a>>,
) -> Vec<Run> {
    let types = structure.catalogue();
    let place = |tree: Tree<'_>, member: Node<'_>| {
        let node = within(tree, member)?;
        let size = match node.bits {
            Some(_) => ByteSize::ZERO,
            None => tree.size(&node)?,
        };
        Some((node.offset, size, node.bits))
    };
    if structure.audited().is_some() {
        let history = index.histories.get(&structure.name);
        let Some((history, of)) = history.and_then(|it| Some((it, it.row(row.as_str())?))) else {
            return Vec::new();
        };
        return runs_within(history, of, |run| {
            let layout = structure.layout(run.last).ok()?;
            let mut members = layout.members();
            let member = members.find(|member| of.ids.contains(&member.row))?;
            let (offset, size, bits) = place(Tree::of(&layout, types), member.into())?;
            Some(Run {
                offset,
                size,
                bits,
                ..run
            })
        });
    }
    let Some(ty) = structure.ty() else {
        return Vec::new();
    };
    let member = |class| called(class, row.as_str()).next();
    runs_of(types, ty, member, |member, scope| {
        let (offset, size, bits) = place(Tree { types, scope }, (*member)?.into())?;
        let point = types.image(scope.image?)?.point();
        Some(Run {
            offset,
            bits,
            ..Run::whole(point, size)
        })
    })
}

/// The layouts in which to show a hit: at the requested version, at the member's point, or the newest of each
/// architecture.
fn layouts<'a>(
    dataset: &Dataset,
    structure: &'a Structure,
    query: &Query,
    hit: &Hit,
) -> impl Iterator<Item = Cow<'a, Layout>> + use<'a> {
    let point = asked_for(dataset, query, hit).or(hit.point);
    let archs = query
        .arch
        .map_or(Arch::PREFERRED.to_vec(), |arch| vec![arch]);
    let newest = archs
        .into_iter()
        .filter_map(move |arch| structure.newest(arch));
    let newest = newest.take(if point.is_some() { 0 } else { usize::MAX });
    let points = point.into_iter().chain(newest);
    points.filter_map(|point| structure.layout(point).ok())
}
