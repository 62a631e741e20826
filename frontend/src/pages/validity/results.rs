//! Claims that were judged: what becomes of them at the point that was chosen, where they hold together, what was refused, a
//! matrix of claims and releases, and the same in words.

use crate::view::*;
use strata_core::validity::wire::{ClaimDto, JudgementDto, ListedDto, Refused, ValidityAnswer};
use strata_core::{Arch, Point, Release, Version};

use super::matrix::{Matrix, origin, tables};

use crate::components::blocks::{self, Name, breakable, heads};
use crate::components::figures::{self, counted, offset};
use crate::route::{Route, Segment};

/// So many claims are told in words at once; more are folded.
const TOLD_AT_ONCE: usize = 3;

/// What is shown of an answer, for who wants to use the offsets at that point.
pub fn results(answer: &ValidityAnswer, target: Option<Point>) -> AnyView {
    let refused = (!answer.refused.is_empty()).then(|| refused(&answer.refused));
    if answer.items.is_empty() {
        return any_view! {
            <div class="validity-results">
                <p class="validity-sum" role="status">{sentence(answer)}</p>
                {refused}
            </div>
        };
    }
    let matrices = Matrix::all(&answer.items);
    let holds = origin(&matrices, answer.items.len());
    let counts = target.map(|target| {
        let counts = answer.counts(target);
        // Who reads it by the old type reads too much or too little.
        let class = match counts.same_other_type {
            0 => "validity-counts",
            _ => "validity-counts counts-doubtful",
        };
        any_view! { <strong class=class>{format!("{counts}.")}</strong> }
    });
    let headline = any_view! {
        <p class="validity-headline" role="status">
            {counts}
            <span>{holds.unwrap_or_default()}</span>
        </p>
    };
    let words = any_view! {
        <details class="validity-words" open={(answer.items.len() <= TOLD_AT_ONCE).then_some("")}>
            <summary>"Details: builds, types, kernels"</summary>
            {table(&answer.items)}
        </details>
    };
    any_view! {
        <div class="validity-results">
            {headline}
            <p class="validity-sum quiet">{sentence(answer)}</p>
            {refused}
            {tables(&matrices, target)}
            {words}
        </div>
    }
}

fn sentence(answer: &ValidityAnswer) -> String {
    let items = &answer.items;
    let differs = |item: &ClaimDto| {
        let mut there =
            (item.points.iter()).filter(|it| !matches!(it.verdict, "not stated" | "absent"));
        there.any(|it| !item.holds(it))
    };
    let nowhere = items.iter().filter(|it| it.holds_at.is_none()).count();
    let firm = |it: &&ClaimDto| it.holds_at.is_some() && !differs(it);
    let firm = items.iter().filter(firm).count();
    let mut parts = match answer.not_judged {
        0 => vec![counted(items.len(), "offset")],
        more => vec![format!(
            "{} of {} judged, split the table for the others",
            items.len(),
            counted(items.len() + more, "offset")
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
        parts.push(format!("{} refused", counted(answer.refused.len(), "line")));
    }
    parts.join(" · ")
}

fn refused(list: &[Refused]) -> AnyView {
    let entry = |refused: &Refused| {
        let text = (!refused.text.is_empty()).then(|| refused.text.clone());
        let text = text.map(|text| view! { <code>{text}</code> " " });
        view! {
            <li>
                <span class="figure refused-line">{format!("line {}", refused.line)}</span>
                " "
                {text}
                {refused.why.clone()}
            </li>
        }
    };
    any_view! {
        <ul class="validity-refused" aria-label="Lines that were refused">
            {list.iter().map(entry).collect_view()}
        </ul>
    }
}

fn table(items: &[ClaimDto]) -> AnyView {
    let here = |arch: &Arch| {
        let arch = arch.as_str();
        let mut judgements = items.iter().flat_map(|item| &item.points);
        let mut listed = items.iter().flat_map(|item| &item.listed);
        judgements.any(|judgement| judgement.arch() == arch) || listed.any(|it| it.arch == arch)
    };
    let archs = Arch::PREFERRED.into_iter().filter(here);
    let archs: Vec<&str> = archs.map(Arch::as_str).collect();
    let head = heads(["Claim"].into_iter().chain(archs.iter().copied()));
    let rows = items.iter().map(|item| {
        let cells = archs.iter().map(|arch| cell(item, arch));
        any_view! { <tr>{claimed(item)} {cells.collect_view()}</tr> }
    });
    let label = Name::label("What becomes of each offset");
    blocks::table("plain-table claims", label, head, rows.collect())
}

fn claimed(item: &ClaimDto) -> AnyView {
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
    let note = item.note.clone();
    let note = note.map(|note| any_view! { <span class="claim-holds quiet">{note}</span> });
    let member = any_view! { <span class="claim-member">{history_of(item)} " " {offset(item.offset)}</span> };
    any_view! {
        <th scope="row" class="claim">
            <span class="claim-structure">{breakable(&item.structure)}</span>
            " "
            {member}
            " "
            <span class=class>{holds}</span>
            " "
            {note}
        </th>
    }
}

/// The member, with a link to where it is in every kernel.
fn history_of(item: &ClaimDto) -> AnyView {
    let name = any_view! { <b>{breakable(&item.member)}</b> };
    let segments = Segment::new(&item.structure).zip(Segment::new(&item.member));
    let route = segments.map(|(name, path)| Route::Member { name, path });
    match route.filter(Route::is_served) {
        Some(route) => any_view! { <a href=route.to_string()>{name}</a> },
        None => name,
    }
}

/// What becomes of it on an architecture.
fn cell(item: &ClaimDto, arch: &str) -> AnyView {
    let here = item.points.iter().filter(|it| it.arch() == arch);
    let run = |judgement: &JudgementDto| {
        let points =
            any_view! { <span class="figure claim-points">{span(&judgement.points)}</span> };
        let ty = judgement.note.as_ref().or(judgement.r#type.as_ref());
        let ty =
            ty.map(|ty| view! { " " <span class="figure quiet claim-type">{ty.clone()}</span> });
        view! { <li>{Told::of(item, judgement).draw()} " " {points} {ty}</li> }
    };
    let listed = item.listed.iter().filter(|it| it.arch == arch);
    let listed = listed.map(in_list);
    any_view! {
        <td data-arch=arch.to_owned()>
            <ul class="claim-runs">{here.map(run).collect_view()} {listed.collect_view()}</ul>
        </td>
    }
}

/// What becomes of it in kernels that only a list of offsets knows.
fn in_list(listed: &ListedDto) -> AnyView {
    let span = figures::span(&listed.first, &listed.last);
    let kernels = counted(listed.kernels, "kernel");
    let whose = format!("{kernels}, by {}", listed.source);
    let told = Told::new(listed.verdict, Some(listed.offset), None).draw();
    let span = any_view! { <span class="figure claim-points">{span}</span> };
    any_view! { <li>{told} " " {span} " " <span class="quiet claim-type">{whose}</span></li> }
}

/// What becomes of a claim: the class of its colour, a sign, and words.
pub(super) struct Told {
    pub(super) class: &'static str,
    pub(super) sign: &'static str,
    pub(super) words: String,
}

impl Told {
    pub(super) fn of(item: &ClaimDto, judgement: &JudgementDto) -> Self {
        match judgement.verdict {
            "same" if !item.holds(judgement) => Self {
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

    fn draw(self) -> AnyView {
        let sign = any_view! { <span class="fared-sign" aria-hidden="true">{self.sign}</span> };
        any_view! { <span class=self.class>{sign} " " {self.words.clone()}</span> }
    }
}

/// `6.1 to 2004, 10.0.17763.2114`: from the first release to the last; builds of these are not named, others are.
pub(in crate::pages) fn span(points: &[String]) -> String {
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
    let whole = Some(figures::span_of(&releases)).filter(|text| !text.is_empty());
    let others = builds.iter().filter(|(release, _)| !covered(release));
    let others = others.map(|(_, version)| (*version).to_owned());
    let all: Vec<String> = whole.into_iter().chain(others).collect();
    all.join(", ")
}
