//! Claims that were judged: what becomes of them at the point that was chosen, where they hold together, what was refused, a
//! matrix of claims and releases, and the same in words.

use strata_core::validity::wire::{ClaimDto, JudgementDto, ListedDto, RefusedDto, ValidityAnswer};
use strata_core::{Arch, Point, Release, Version};

use super::matrix::{Matrix, origin, tables};

use crate::components::figures::{counted, offset};
use crate::markup::{Element, Markup, el, said};
use crate::route::{Route, Segment};

/// So many claims are told in words at once; more are folded.
const TOLD_AT_ONCE: usize = 3;

/// What is shown of an answer, for who wants to use the offsets at that point.
#[must_use]
pub fn results(answer: &ValidityAnswer, target: Option<Point>) -> Element {
    let place = el("div").attr("class", "validity-results");
    let refused = (!answer.refused.is_empty()).then(|| refused(&answer.refused).into());
    if answer.items.is_empty() {
        let sum = said("p", "validity-sum", sentence(answer)).attr("role", "status");
        return place.with(sum).with_all(refused);
    }
    let matrices = Matrix::all(&answer.items);
    let holds = origin(&matrices, answer.items.len());
    let counts = target.map(|target| {
        let counts = answer.counts(target).to_string();
        said("strong", "validity-counts", format!("{counts}.")).into()
    });
    let headline = el("p")
        .attr("class", "validity-headline")
        .attr("role", "status")
        .with_all(counts)
        .with(el("span").text(&holds.unwrap_or_default()));
    let words = el("details")
        .attr("class", "validity-words")
        .attr_if("open", (answer.items.len() <= TOLD_AT_ONCE).then_some(""))
        .with(el("summary").text("In words, with builds, types and kernels of lists"))
        .with(table(&answer.items));
    place
        .with(headline)
        .with(said("p", "validity-sum quiet", sentence(answer)))
        .with_all(refused)
        .with_all(tables(&matrices, target))
        .with(words)
}

fn count(list: usize, what: &str) -> String {
    counted(u32::try_from(list).unwrap_or(u32::MAX), what)
}

fn sentence(answer: &ValidityAnswer) -> String {
    let items = &answer.items;
    let differs = |it: &&JudgementDto| !matches!(it.verdict, "same" | "not stated" | "absent");
    let nowhere = items.iter().filter(|it| it.holds_at.is_none()).count();
    let firm = items
        .iter()
        .filter(|it| it.holds_at.is_some() && !it.points.iter().any(|it| differs(&it)))
        .count();
    let mut parts = match answer.not_judged {
        0 => vec![count(items.len(), "offset")],
        more => vec![format!(
            "{} of {} judged, split the table for the others",
            items.len(),
            count(items.len() + more, "offset")
        )],
    };
    let some = items.len() - nowhere - firm;
    for (number, what) in [
        (firm, "valid wherever the member exists"),
        (some, "valid in some versions only"),
        (nowhere, "valid in no version"),
    ] {
        if number > 0 {
            parts.push(format!("{number} {what}"));
        }
    }
    if !answer.refused.is_empty() {
        parts.push(format!("{} refused", count(answer.refused.len(), "line")));
    }
    parts.join(" · ")
}

fn refused(list: &[RefusedDto]) -> Element {
    let entry = |refused: &RefusedDto| {
        let line = said(
            "span",
            "figure refused-line",
            format!("line {}", refused.line),
        );
        let entry = el("li").with(line).text(" ");
        let entry = match refused.text.as_str() {
            "" => entry,
            text => entry.with(el("code").text(text)).text(" "),
        };
        Markup::from(entry.text(&refused.why))
    };
    el("ul")
        .attr("class", "validity-refused")
        .attr("aria-label", "Lines that were refused")
        .with_all(list.iter().map(entry))
}

fn table(items: &[ClaimDto]) -> Element {
    let here = |arch: &Arch| {
        let arch = arch.as_str();
        let mut judgements = items.iter().flat_map(|item| &item.points);
        let mut listed = items.iter().flat_map(|item| &item.listed);
        judgements.any(|judgement| arch_of(judgement) == arch) || listed.any(|it| it.arch == arch)
    };
    let archs: Vec<&str> = Arch::PREFERRED
        .into_iter()
        .filter(here)
        .map(Arch::as_str)
        .collect();
    let head = |text: &str| Markup::from(el("th").attr("scope", "col").text(text));
    let heads = std::iter::once("Claim").chain(archs.iter().copied());
    let head = el("thead").with(el("tr").with_all(heads.map(head)));
    let rows = items.iter().map(|item| {
        let cells = archs.iter().map(|arch| Markup::from(cell(item, arch)));
        Markup::from(el("tr").with(claimed(item)).with_all(cells))
    });
    let table = el("table")
        .attr("class", "plain-table claims")
        .with(head)
        .with(el("tbody").with_all(rows));
    el("div")
        .attr("class", "table-box")
        .attr("role", "region")
        .attr("aria-label", "What becomes of each offset")
        .attr("tabindex", "0")
        .with(table)
}

fn arch_of(judgement: &JudgementDto) -> &str {
    let point = judgement
        .points
        .first()
        .and_then(|point| point.split_once('/'));
    point.map_or("", |(_, arch)| arch)
}

/// What is claimed.
fn claimed(item: &ClaimDto) -> Element {
    let (class, holds) = match &item.holds_at {
        Some(point) if item.assumed => (
            "claim-holds quiet",
            format!("no offset given; judged as the newest, valid from {point}"),
        ),
        Some(point) => ("claim-holds quiet", format!("valid from {point}")),
        None => (
            "claim-holds claim-nowhere",
            "valid in no version".to_owned(),
        ),
    };
    let member = el("span")
        .attr("class", "claim-member")
        .with(history_of(item))
        .text(" ")
        .text(&offset(item.offset));
    el("th")
        .attr("scope", "row")
        .attr("class", "claim")
        .with(said("span", "claim-structure", &item.structure))
        .text(" ")
        .with(member)
        .text(" ")
        .with(said("span", class, holds))
}

/// The member, with a link to where it is in every kernel.
fn history_of(item: &ClaimDto) -> Element {
    let name = el("b").text(&item.member);
    let segments = Segment::new(&item.structure).zip(Segment::new(&item.member));
    let route = segments.map(|(name, path)| Route::Member { name, path });
    match route.filter(Route::is_served) {
        Some(route) => el("a").attr("href", route.to_string()).with(name),
        None => name,
    }
}

/// What becomes of it on an architecture.
fn cell(item: &ClaimDto, arch: &str) -> Element {
    let here = item.points.iter().filter(|it| arch_of(it) == arch);
    let run = |judgement: &JudgementDto| {
        let points = said("span", "figure claim-points", span(&judgement.points));
        let mut run = el("li")
            .with(Told::of(judgement).draw())
            .text(" ")
            .with(points);
        if let Some(ty) = judgement.note.as_ref().or(judgement.r#type.as_ref()) {
            run = run
                .text(" ")
                .with(said("span", "figure quiet claim-type", ty));
        }
        Markup::from(run)
    };
    let listed = item.listed.iter().filter(|it| it.arch == arch);
    let listed = listed.map(|it| Markup::from(in_list(it)));
    let runs = el("ul").attr("class", "claim-runs");
    el("td")
        .attr("data-arch", arch.to_owned())
        .with(runs.with_all(here.map(run)).with_all(listed))
}

/// What becomes of it in kernels that only a list of offsets knows.
fn in_list(listed: &ListedDto) -> Element {
    let span = match listed.first == listed.last {
        true => listed.first.clone(),
        false => format!("{} to {}", listed.first, listed.last),
    };
    let kernels = count(listed.kernels, "kernel");
    let whose = format!("{kernels}, by {}", listed.source);
    let told = Told::new(listed.verdict, Some(listed.offset), None).draw();
    let span = said("span", "figure claim-points", span);
    el("li")
        .with(told)
        .text(" ")
        .with(span)
        .text(" ")
        .with(said("span", "quiet claim-type", whose))
}

/// What becomes of a claim: the class of its colour, a sign, and words.
pub(super) struct Told {
    pub(super) class: &'static str,
    pub(super) sign: &'static str,
    pub(super) words: String,
}

impl Told {
    pub(super) fn of(judgement: &JudgementDto) -> Self {
        match (judgement.verdict, &judgement.note) {
            // The place is right, and who reads it by the old type reads too much or too little.
            ("same", Some(_)) => Self {
                class: "fared fared-retyped",
                sign: "≠",
                words: "same offset, other type".to_owned(),
            },
            _ => Self::new(judgement.verdict, judgement.offset, judgement.bit),
        }
    }

    fn new(verdict: &str, at: Option<u32>, bit: Option<u8>) -> Self {
        let at = at.map(offset).unwrap_or_default();
        let bit = bit.map(|bit| format!(", bit {bit}")).unwrap_or_default();
        let (class, sign, words) = match verdict {
            "same" => ("fared fared-same", "✓", format!("same{bit}")),
            "moved" => ("fared fared-moved", "→", format!("moved to {at}{bit}")),
            "retyped" => ("fared fared-retyped", "≠", format!("retyped, at {at}{bit}")),
            "absent" => ("fared fared-absent", "✗", "absent".to_owned()),
            _ => ("fared fared-unknown", "?", "not stated".to_owned()),
        };
        Self { class, sign, words }
    }

    fn draw(self) -> Element {
        let sign = said("span", "fared-sign", self.sign).attr("aria-hidden", "true");
        el("span")
            .attr("class", self.class)
            .with(sign)
            .text(" ")
            .text(&self.words)
    }
}

/// `6.1 to 2004, 10.0.17763.2114`: from the first release to the last; builds of these are not named, others are.
fn span(points: &[String]) -> String {
    let versions = points
        .iter()
        .filter_map(|point| Some(point.split_once('/')?.0));
    let (mut releases, mut builds) = (Vec::new(), Vec::new());
    for version in versions {
        match version.parse() {
            Ok(Version::Release(release)) => releases.push(release),
            Ok(other) => builds.push((other.release(), version)),
            Err(_) => builds.push((None, version)),
        }
    }
    let covered = |release: &Option<Release>| release.is_some_and(|it| releases.contains(&it));
    let whole = match (releases.first(), releases.last()) {
        (Some(first), Some(last)) if first != last => Some(format!("{first} to {last}")),
        (first, _) => first.map(ToString::to_string),
    };
    let others = builds.iter().filter(|(release, _)| !covered(release));
    let others = others.map(|(_, version)| (*version).to_owned());
    whole
        .into_iter()
        .chain(others)
        .collect::<Vec<_>>()
        .join(", ")
}
