//! Claims × releases: what becomes of each offset where, at a glance.

use strata_core::validity::wire::{ClaimDto, JudgementDto, ValidityAnswer};
use strata_core::{Arch, Build, Point, Release, Version};

use super::results::Told;
use crate::components::figures::offset;
use crate::components::picker::SERVICED;
use crate::markup::{Element, Markup, el, said};

/// The releases of one architecture at which anything is judged, in the order of the ladder.
struct Columns {
    arch: Arch,
    releases: Vec<Release>,
}

impl Columns {
    fn of(items: &[ClaimDto], arch: Arch) -> Self {
        let is_judged = |release: &Release| {
            let point = Point::new(*release, arch).to_string();
            let mut judgements = items.iter().flat_map(|item| &item.points);
            judgements.any(|it| it.points.contains(&point))
        };
        Self {
            arch,
            releases: Release::all().filter(is_judged).collect(),
        }
    }

    /// What becomes of a claim at each of them.
    fn judgements<'a>(&self, item: &'a ClaimDto) -> Vec<Option<&'a JudgementDto>> {
        let at = |release: &Release| {
            let point = Point::new(*release, self.arch).to_string();
            let mut judgements = item.points.iter();
            judgements.find(|it| it.points.contains(&point))
        };
        self.releases.iter().map(at).collect()
    }

    /// What an update made of a claim inside a release: the first build at which it fares otherwise than at the release's
    /// first kernel.
    fn updated<'a>(&self, item: &'a ClaimDto, release: Release) -> Option<Updated<'a>> {
        let first = Point::new(release, self.arch).to_string();
        let mut judgements = item.points.iter();
        let first = judgements.find(|it| it.points.contains(&first))?;
        let of_release = |point: &String| match point.parse().ok()? {
            Point {
                version: Version::Build(build),
                arch,
            } if arch == self.arch && Release::of_build(build.number) == Some(release) => {
                Some(build)
            }
            _ => None,
        };
        let others = item.points.iter().filter(|it| {
            (it.verdict, it.offset, it.bit) != (first.verdict, first.offset, first.bit)
        });
        let builds = others.flat_map(|judgement| {
            let builds = judgement.points.iter().filter_map(of_release);
            builds.map(move |from| Updated { from, judgement })
        });
        builds.min_by_key(|it| it.from)
    }

    /// `1607 to 1809`, from and to those places.
    fn span(&self, first: usize, last: usize) -> String {
        let name = |at: usize| self.releases.get(at).map(ToString::to_string);
        let (first, last) = (
            name(first).unwrap_or_default(),
            name(last).unwrap_or_default(),
        );
        match first == last {
            true => first,
            false => format!("{first} to {last}"),
        }
    }
}

/// What an update made of a claim inside a release.
#[derive(Clone, Copy, PartialEq)]
struct Updated<'a> {
    /// The first build that has it.
    from: Build,
    judgement: &'a JudgementDto,
}

/// The columns of every architecture that has any.
fn columns(items: &[ClaimDto]) -> impl Iterator<Item = Columns> {
    let all = Arch::PREFERRED.into_iter();
    all.map(|arch| Columns::of(items, arch))
        .filter(|columns| !columns.releases.is_empty())
}

/// Places next to one another that are alike: the first and the last.
fn runs<T: PartialEq>(all: &[T]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, one) in all.iter().enumerate() {
        match runs.last_mut() {
            Some((first, last)) if all.get(*first) == Some(one) => *last = at,
            _ => runs.push((at, at)),
        }
    }
    runs
}

/// Where most of the offsets hold at once: the releases that they are from.
pub(super) fn origin(answer: &ValidityAnswer) -> Option<String> {
    let items = &answer.items;
    let counted: Vec<(Columns, Vec<usize>)> = columns(items)
        .map(|columns| {
            let mut held = vec![0; columns.releases.len()];
            for item in items {
                for (held, judgement) in held.iter_mut().zip(columns.judgements(item)) {
                    *held += usize::from(judgement.is_some_and(|it| it.verdict == "same"));
                }
            }
            (columns, held)
        })
        .collect();
    let best = counted.iter().flat_map(|(_, held)| held).max().copied()?;
    let mut places: Vec<String> = Vec::new();
    for (columns, held) in &counted {
        let here = runs(held).into_iter();
        let here = here.filter(|(first, _)| held.get(*first) == Some(&best));
        let spans: Vec<String> = here
            .map(|(first, last)| columns.span(first, last))
            .collect();
        if !spans.is_empty() {
            places.push(format!("{} on {}", spans.join(", "), columns.arch));
        }
    }
    let places = places.join("; ");
    let holds = match (best, items.len()) {
        (0, _) | (_, 0) => return None,
        (1, 1) => format!("It holds in {places}."),
        (best, all) if best == all => format!("All {all} hold in {places}."),
        (best, all) => format!("At most {best} of {all} hold at once, in {places}."),
    };
    Some(match &broken(items)[..] {
        [] => holds,
        builds => format!("{holds} An update ends that: {}.", builds.join(", ")),
    })
}

/// From which builds on an offset no longer holds that holds at their release: `1809 from 10.0.17763.2114 on`.
fn broken(items: &[ClaimDto]) -> Vec<String> {
    let mut builds = Vec::new();
    for columns in columns(items) {
        for item in items {
            let held = columns.releases.iter().zip(columns.judgements(item));
            let held = held.filter(|(_, it)| it.is_some_and(|it| it.verdict == "same"));
            let updated = held.filter_map(|(release, _)| {
                let from = columns.updated(item, *release)?.from;
                Some(format!("{release} from {from} on"))
            });
            builds.extend(updated);
        }
    }
    builds.sort_unstable();
    builds.dedup();
    builds
}

/// A table for each architecture; the column of the point that was chosen stands out.
pub(super) fn matrices(items: &[ClaimDto], target: Option<Point>) -> Vec<Markup> {
    let all = columns(items).map(|columns| {
        let target = target.filter(|target| target.arch == columns.arch);
        let target = target.and_then(|target| {
            let mut releases = columns.releases.iter();
            releases.position(|it| Version::Release(*it) == target.version)
        });
        matrix(items, &columns, target).into()
    });
    let is_updated = columns(items).any(|columns| {
        let releases = columns.releases.iter();
        let mut all = releases.flat_map(|release| items.iter().map(move |item| (item, *release)));
        all.any(|(item, release)| columns.updated(item, release).is_some())
    });
    let note = format!("{SERVICED} An update changed it inside the release.");
    let note = is_updated.then(|| said("p", "picker-note", note).into());
    all.chain(note).collect()
}

fn matrix(items: &[ClaimDto], columns: &Columns, target: Option<usize>) -> Element {
    let head = |(at, release): (usize, &Release)| {
        let class = (target == Some(at)).then_some("is-target");
        let head = el("th").attr("scope", "col").attr_if("class", class);
        Markup::from(head.text(&release.to_string()))
    };
    let corner = el("th").attr("scope", "col").text(columns.arch.as_str());
    let heads = columns.releases.iter().enumerate().map(head);
    let rows = items.iter().map(|item| {
        // The column that was chosen has a cell of its own.
        let judgements = columns.judgements(item);
        let updated = columns.releases.iter();
        let updated = updated.map(|release| columns.updated(item, *release));
        let kept = judgements.iter().zip(updated).enumerate();
        let kept: Vec<_> = kept
            .map(|(at, (it, updated))| (target == Some(at), *it, updated))
            .collect();
        let cells = runs(&kept).into_iter().map(|(first, last)| {
            let (is_target, judgement, updated) = kept.get(first).copied().unwrap_or_default();
            let place = el("td").attr("colspan", (last + 1 - first).to_string());
            let told = judgement.map(|it| cell(it, &columns.span(first, last), updated));
            let place = place.attr_if("class", is_target.then_some("is-target"));
            Markup::from(place.with_all(told.map(Markup::from)))
        });
        let member = format!("{} {}", item.structure, item.member);
        let claim = el("th")
            .attr("scope", "row")
            .attr("title", member)
            .with(el("b").text(&item.member))
            .text(" ")
            .text(&offset(item.offset));
        Markup::from(el("tr").with(claim).with_all(cells))
    });
    let table = el("table")
        .attr("class", "matrix")
        .with(el("thead").with(el("tr").with(corner).with_all(heads)))
        .with(el("tbody").with_all(rows));
    el("div")
        .attr("class", "table-box")
        .attr("role", "region")
        .attr(
            "aria-label",
            format!("Each offset in each release, on {}", columns.arch),
        )
        .attr("tabindex", "0")
        .with(table)
}

/// A cell: in colour, with a sign or the new offset, and in words for who does not see these.
fn cell(judgement: &JudgementDto, span: &str, updated: Option<Updated<'_>>) -> Element {
    let Told { class, sign, words } = Told::of(judgement);
    let mut shown = match (judgement.verdict, judgement.offset) {
        ("moved", Some(at)) => offset(at),
        _ => sign.to_owned(),
    };
    let words = match updated {
        None => words,
        Some(Updated { from, judgement }) => {
            shown.push_str(SERVICED);
            let then = Told::of(judgement).words;
            format!("{words}; from {from} on, by an update: {then}")
        }
    };
    el("span")
        .attr("class", class)
        .attr("title", format!("{span}: {words}"))
        .with(said("span", "", shown).attr("aria-hidden", "true"))
        .with(said("span", "visually-hidden", words))
}

#[cfg(test)]
mod tests {
    use super::runs;

    #[test]
    fn what_is_alike_is_one_run() {
        assert_eq!(runs(&[1, 1, 2, 1]), [(0, 1), (2, 2), (3, 3)]);
        assert_eq!(runs::<u8>(&[]), []);
    }
}
