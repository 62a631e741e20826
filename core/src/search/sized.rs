//! Hits that no text contains: gaps at an offset, structures of a size.

use super::{Hit, Query, Subject, Why, normal};
use crate::arch::Arch;
use crate::catalogue::Type;
use crate::dataset::{self, Dataset, Structure};
use crate::history::Run;
use crate::layout::{Gap, Layout};
use crate::lookup;
use crate::point::Point;
use crate::release::Version;

/// The gaps at the requested offset of a structure named in full; others would give too many. Those of its newest
/// layout, or of the requested version, are apart from older ones, which come after members.
pub(super) fn gaps(dataset: &Dataset, query: &Query) -> (Vec<Hit>, Vec<Hit>) {
    let Some((offset, structure)) = query.offset.zip(named(dataset, query)) else {
        return Default::default();
    };
    let layouts = structure.layouts();
    let gaps = layouts.iter().filter_map(|layout| {
        let gap = layout.gaps().find(|gap| holds(gap, offset))?;
        Some((run(layout, gap), gap.kind.as_str()))
    });
    let gaps: Vec<(Run, &'static str)> = gaps.collect();
    let same = |one: &(Run, _), next: &(Run, _)| one.1 == next.1 && one.0.same_place(&next.0);
    let runs = gaps.chunk_by(same).filter_map(|run| {
        let ((first, kind), (last, _)) = (run.first()?, run.last()?);
        let last = last.last;
        Some((Run { last, ..*first }, *kind))
    });
    let runs = runs.filter(|(run, _)| query.at(run));
    let hits = runs.map(|(run, kind)| Hit {
        subject: Subject::Gap {
            structure: structure.name.clone(),
        },
        title: kind.to_owned(),
        detail: format!("{} bytes that belong to no member", run.size.get()),
        why: Why::Offset,
        path: None,
        before: None,
        is_known: true,
        point: Some(run.last),
        runs: vec![run],
    });
    hits.partition(|hit| {
        let newest = |point: Point| structure.newest(point.arch) == Some(point);
        query.version.is_some() || hit.point.is_some_and(newest)
    })
}

/// The structure named in full, if it ends before the requested offset wherever it is asked for.
pub(super) fn end(dataset: &Dataset, query: &Query) -> Option<Hit> {
    let (offset, structure) = (query.offset?, named(dataset, query)?);
    let end = lookup::end_before(structure, offset, query.version, query.arch)?;
    Some(Hit {
        subject: Subject::of(structure),
        title: structure.name.to_string(),
        detail: lookup::end_in_words(end),
        why: Why::Offset,
        path: None,
        before: None,
        is_known: false,
        point: Some(end.0),
        runs: Vec::new(),
    })
}

/// The structure that is all that a query names.
fn named<'a>(dataset: &'a Dataset, query: &Query) -> Option<&'a Structure> {
    let [name] = query.words.as_slice() else {
        return None;
    };
    let is_it = |structure: &&Structure| normal(structure.name.as_str()) == *name;
    dataset.structures().iter().find(is_it)
}

fn holds(gap: &Gap, offset: crate::ByteOffset) -> bool {
    gap.offset <= offset && offset < gap.offset.saturating_add(gap.size)
}

fn run(layout: &Layout, gap: &Gap) -> Run {
    Run {
        first: layout.point,
        last: layout.point,
        offset: gap.offset,
        size: gap.size,
        bits: None,
    }
}

/// The structures of the requested size, the smallest first, unless an offset is requested too.
pub(super) fn sizes(dataset: &Dataset, query: &Query) -> Vec<Hit> {
    if !query.wants_size() || query.offset.is_some() {
        return Vec::new();
    }
    let mut hits = Vec::new();
    let others = dataset
        .structures()
        .iter()
        .filter(|it| it.audited().is_none());
    for structure in dataset.audited().chain(others) {
        let name = normal(structure.name.as_str());
        if !query.words.iter().all(|word| name.contains(word.as_str())) {
            continue;
        }
        let mut classes = structure.ty().into_iter().flat_map(Type::all_classes);
        if structure.audited().is_none() && !classes.any(|class| query.has_size(class.size)) {
            continue;
        }
        let fits = |run: &Run| query.has_size(run.size) && query.at(run);
        let runs = match query.version {
            Some(version @ (Version::Build(_) | Version::Pdb(_))) => {
                let point = Arch::ALL.map(|arch| Point { version, arch }).into_iter();
                let point = point.filter(|point| query.arch.is_none_or(|arch| arch == point.arch));
                let layouts = point.filter_map(|point| structure.layout(point).ok());
                let runs = layouts.map(|layout| Run::whole(layout.point, layout.size));
                runs.filter(|run| query.has_size(run.size)).collect()
            }
            Some(Version::Release(_)) | None => {
                let mut runs: Vec<Run> = of_releases(structure).filter(fits).collect();
                let beside = structure.beside_releases().into_iter();
                let beside = beside.map(|layout| Run::whole(layout.point, layout.size));
                let is_new = |run: &Run| fits(run) && !runs.iter().any(|it| it.same_place(run));
                let beside: Vec<Run> = beside.filter(is_new).collect();
                runs.extend(beside);
                runs
            }
        };
        let Some(last) = runs.last() else { continue };
        hits.push(Hit {
            subject: Subject::of(structure),
            title: structure.name.to_string(),
            detail: structure.summary().to_owned(),
            why: Why::Size,
            path: None,
            before: None,
            is_known: true,
            point: Some(last.last),
            runs,
        });
    }
    // The sort is stable.
    hits.sort_by_key(|hit| hit.runs.iter().map(|run| run.size).min());
    hits
}

/// The sizes of a structure at releases, each as a run.
fn of_releases(structure: &Structure) -> impl Iterator<Item = Run> {
    dataset::sizes(structure).into_iter().filter_map(|run| {
        let first = Point::new(*run.releases.first()?, run.arch);
        let last = Point::new(*run.releases.last()?, run.arch);
        Some(Run {
            last,
            ..Run::whole(first, run.size)
        })
    })
}
