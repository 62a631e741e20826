//! The matrix of claims × releases: the verdict on each offset, at a glance.

use crate::pages::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

use strata_core::validity::{JudgedClaim, Judgement, Verdict};
use strata_core::{Arch, Build, Point, Release, Version};

use super::results::{JudgedPoints, VerdictView};
use crate::components::blocks;
use crate::components::picker::SERVICED;
use crate::figures::offset;

/// The verdict on each claim at each release of one architecture for which anything is judged, in release order.
pub(super) struct Matrix<'a> {
    arch: Arch,
    releases: Vec<Release>,
    /// A row for each claim.
    rows: Vec<(&'a JudgedClaim, Vec<Option<CellVerdict<'a>>>)>,
}

#[derive(Clone, Copy, PartialEq)]
struct CellVerdict<'a> {
    judgement: &'a Judgement,
    holds: bool,
    updated: Option<Updated<'a>>,
}

/// An update inside a release after which the verdict on a claim differs from that at the release's first kernel.
#[derive(Clone, Copy, PartialEq)]
struct Updated<'a> {
    /// The first build with the update.
    from: Build,
    judgement: &'a Judgement,
}

impl<'a> Matrix<'a> {
    /// One for every architecture for which anything is judged.
    pub(super) fn all(items: &'a [JudgedClaim]) -> Vec<Self> {
        let all = Arch::PREFERRED.into_iter();
        all.map(|arch| Self::of(items, arch))
            .filter(|matrix| !matrix.releases.is_empty())
            .collect()
    }

    fn of(items: &'a [JudgedClaim], arch: Arch) -> Self {
        let verdicts: Vec<_> = items.iter().map(|item| verdicts(item, arch)).collect();
        let releases: BTreeSet<Release> =
            verdicts.iter().flat_map(BTreeMap::keys).copied().collect();
        let row = |verdicts: BTreeMap<Release, CellVerdict<'a>>| {
            let row = releases
                .iter()
                .map(|release| verdicts.get(release).copied());
            row.collect()
        };
        Self {
            arch,
            rows: items.iter().zip(verdicts.into_iter().map(row)).collect(),
            releases: releases.into_iter().collect(),
        }
    }

    /// How many claims hold at each release.
    fn count_holding(&self) -> Vec<usize> {
        let mut held = vec![0; self.releases.len()];
        for (_, row) in self.rows.iter().filter(|(item, _)| !item.assumed) {
            for (held, verdict) in held.iter_mut().zip(row) {
                *held += usize::from(verdict.is_some_and(|it| it.holds));
            }
        }
        held
    }

    /// The verdicts on all claims, each with its release.
    fn verdicts(&self) -> impl Iterator<Item = (Release, CellVerdict<'a>)> {
        let rows = self.rows.iter();
        let all = rows.flat_map(|(_, row)| self.releases.iter().zip(row));
        all.filter_map(|(release, verdict)| Some((*release, (*verdict)?)))
    }
}

/// The matrices of the architectures that a table is about: that of the point it was made for, or else the one on which
/// most of its offsets hold, and that of the point of use; all, where some claim is only on another.
pub(super) fn about(matrices: Vec<Matrix<'_>>, asked: JudgedPoints) -> Vec<Matrix<'_>> {
    let most = |matrix: &Matrix<'_>| matrix.count_holding().into_iter().max();
    // The first of several, in the order of preference.
    let guessed = || Some(matrices.iter().rev().max_by_key(|it| most(it))?.arch);
    let from = asked.from.map(|from| from.arch).or_else(guessed);
    let archs = [from, asked.to.map(|to| to.arch)];
    let is_there = |verdict: &Option<CellVerdict<'_>>| {
        verdict.is_some_and(|verdict| {
            !matches!(
                verdict.judgement.verdict,
                Verdict::Absent | Verdict::NotStated
            )
        })
    };
    let places = |of: &dyn Fn(&Matrix<'_>) -> bool| -> BTreeSet<usize> {
        let matrices = matrices.iter().filter(|it| of(it));
        let rows = matrices.flat_map(|it| it.rows.iter().enumerate());
        let there = rows.filter(|(_, (_, row))| row.iter().any(is_there));
        there.map(|(at, _)| at).collect()
    };
    let own = |matrix: &Matrix<'_>| archs.contains(&Some(matrix.arch));
    match asked.all || places(&own) != places(&|_| true) {
        true => matrices,
        false => matrices.into_iter().filter(own).collect(),
    }
}

fn verdicts(item: &JudgedClaim, arch: Arch) -> BTreeMap<Release, CellVerdict<'_>> {
    let mut verdicts: BTreeMap<Release, CellVerdict<'_>> = BTreeMap::new();
    let mut builds = Vec::new();
    for judgement in &item.points {
        for point in judgement.points.iter().filter(|it| it.arch == arch) {
            match point.version {
                Version::Release(release) => {
                    let verdict = CellVerdict {
                        judgement,
                        holds: item.holds(judgement),
                        updated: None,
                    };
                    verdicts.entry(release).or_insert(verdict);
                }
                Version::Build(from) => builds.push(Updated { from, judgement }),
                Version::Pdb(_) => {}
            }
        }
    }
    let place = |it: &Judgement| (it.verdict, it.offset, it.bit);
    let same = |a: &Judgement, b| place(a) == place(b) && a.is_typed_as(b);
    builds.sort_by_key(|it| it.from);
    for build in builds {
        let release = Release::of_build(build.from.number);
        let verdict = release.and_then(|release| verdicts.get_mut(&release));
        if let Some(verdict) = verdict.filter(|it| !same(it.judgement, build.judgement)) {
            verdict.updated.get_or_insert(build);
        }
    }
    verdicts
}

/// The releases at which most of the offsets hold: where they were taken from.
pub(super) fn origin(matrices: &[Matrix<'_>], items: usize) -> Option<String> {
    let counted: Vec<_> = matrices.iter().map(|it| (it, it.count_holding())).collect();
    let best = counted.iter().flat_map(|(_, held)| held).max().copied()?;
    let mut places: Vec<String> = Vec::new();
    for (matrix, held) in &counted {
        let held: Vec<(&Release, &usize)> = matrix.releases.iter().zip(held).collect();
        let spans = held.chunk_by(|(_, a), (_, b)| a == b).filter_map(|run| {
            let ((first, held), (last, _)) = (run.first()?, run.last()?);
            (**held == best).then(|| figures::span(first, last))
        });
        let spans = joined(spans, ", ");
        if !spans.is_empty() {
            places.push(format!("{spans} on {}", matrix.arch));
        }
    }
    let places = places.join("; ");
    match (best, items) {
        (0, _) | (_, 0) => None,
        (1, 1) => Some(format!("It is valid in {places}.")),
        (best, all) if best == all => Some(format!("All {all} are valid in {places}.")),
        (best, all) => Some(format!("Best match: {places} ({best} of {all}).")),
    }
}

/// A further sentence with the builds from which a claim fails that holds at their release: `1809 since
/// 10.0.17763.2114`; empty if there are none.
pub(super) fn updates(matrices: &[Matrix<'_>]) -> String {
    let held = matrices.iter().flat_map(Matrix::verdicts);
    let held = held.filter(|(_, verdict)| verdict.holds);
    let builds = held.filter_map(|(release, verdict)| Some((release, verdict.updated?.from)));
    let builds = builds.collect::<BTreeSet<_>>().into_iter();
    let builds = builds.map(|(release, from)| format!("{release} since {from}"));
    match joined(builds, ", ").as_str() {
        "" => String::new(),
        builds => format!(" Updates changed these members in: {builds}."),
    }
}

/// A table for each architecture; the column of the chosen point stands out.
pub(super) fn tables(matrices: &[Matrix<'_>], target: Option<Point>) -> Vec<AnyView> {
    let all = matrices.iter().map(|matrix| {
        let target = target.filter(|target| target.arch == matrix.arch);
        let target = target.and_then(|target| {
            let mut releases = matrix.releases.iter();
            releases.position(|it| Version::Release(*it) == target.version)
        });
        table(matrix, target)
    });
    let mut verdicts = matrices.iter().flat_map(Matrix::verdicts);
    let is_updated = verdicts.any(|(_, verdict)| verdict.updated.is_some());
    let note = format!("{SERVICED} An update changed it inside the release.");
    let note = is_updated.then(|| any_view! { <p class="picker-note">{note}</p> });
    all.chain(note).collect()
}

fn table(matrix: &Matrix<'_>, target: Option<usize>) -> AnyView {
    let head = |(at, release): (usize, &Release)| {
        let class = (target == Some(at)).then_some("is-target");
        view! { <th scope="col" class=class>{release.to_string()}</th> }
    };
    let corner = any_view! { <th scope="col">{matrix.arch.as_str()}</th> };
    let heads = matrix.releases.iter().enumerate().map(head);
    let rows = matrix.rows.iter().map(|(item, row)| {
        // The chosen column has cells of its own.
        let kept = matrix.releases.iter().zip(row).enumerate();
        let kept: Vec<_> = kept
            .map(|(at, (release, verdict))| (release, (target == Some(at), *verdict)))
            .collect();
        let cells = kept.chunk_by(|(_, a), (_, b)| a == b).filter_map(|run| {
            let ((first, (is_target, verdict)), (last, _)) = (run.first()?, run.last()?);
            let told = verdict.map(|it| cell(item, it, &figures::span(first, last)));
            let (class, span) = (is_target.then_some("is-target"), run.len());
            Some(view! { <td colspan=span.to_string() class=class>{told}</td> })
        });
        let member = format!("{} {}", item.structure, item.member);
        let stated = match item.assumed {
            true => "no offset".to_owned(),
            false => offset(item.offset),
        };
        let called = unbroken(&member).map(|name| format!("{name} {stated}"));
        let structure = breakable(&item.structure);
        let claim = any_view! {
            <th scope="row" title=member aria-label=called>
                <span class="matrix-structure">{structure}</span>
                " "
                <b>{breakable(&item.member)}</b>
                " "
                {stated}
            </th>
        };
        any_view! { <tr>{claim} {cells.collect_view()}</tr> }
    });
    let head = view! { <thead><tr>{corner} {heads.collect_view()}</tr></thead> };
    let label = format!("Each offset in each release, on {}", matrix.arch);
    blocks::table("matrix", Name::Label(&label), head, rows.collect())
}

/// A cell: colour, a sign or the new offset, and words for screen readers.
fn cell(item: &JudgedClaim, verdict: CellVerdict<'_>, span: &str) -> AnyView {
    let VerdictView { class, sign, .. } = VerdictView::of(item, verdict.judgement);
    let words = |judgement| {
        let words = VerdictView::of(item, judgement).words;
        match item.difference(judgement) {
            Some((_, values)) => format!("{words} ({values})"),
            None => words,
        }
    };
    let judgement = verdict.judgement;
    let mut shown = match (judgement.verdict, judgement.offset) {
        (Verdict::Moved, Some(at)) => offset(at),
        (_, Some(at)) if item.assumed => offset(at),
        _ => sign.to_owned(),
    };
    let words = match verdict.updated {
        None => words(judgement),
        Some(Updated {
            from,
            judgement: then,
        }) => {
            shown.push_str(SERVICED);
            let (words, then) = (words(judgement), words(then));
            format!("{words}; from {from} on, by an update: {then}")
        }
    };
    let title = format!("{span}: {words}");
    any_view! {
        <span class=class title=title>
            <span aria-hidden="true">{shown}</span>
            <span class="visually-hidden">{words}</span>
        </span>
    }
}
