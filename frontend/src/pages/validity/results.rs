//! The results for judged claims: verdicts at the chosen point, where the claims hold together, refused lines, the
//! matrix, and each claim in words.

use std::collections::BTreeSet;

use crate::pages::prelude::*;
use strata_core::validity::wire::ValidityAnswer;
use strata_core::validity::{JudgedClaim, Judgement, KernelRun, Refused, Verdict};
use strata_core::{Arch, Point, TypeName, Version};

use super::matrix::{Matrix, about, origin, tables, updates};
use crate::components::blocks;
use crate::figures::offset;

/// How many claims are shown in words before the rest is folded.
const TOLD_AT_ONCE: usize = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JudgedPoints {
    /// The point that it was made for; `None`: guessed.
    pub from: Option<Point>,
    /// The point of use.
    pub to: Option<Point>,
    /// Whether all architectures of the answer are shown, and not only those of both points.
    pub all: bool,
    /// Whether the details are folded, however few they are.
    pub folded: bool,
}

pub fn results(answer: &ValidityAnswer, asked: JudgedPoints) -> AnyView {
    let answer = &distinct(answer).made_for(asked.from);
    let refused = (!answer.refused.is_empty()).then(|| refused(&answer.refused));
    if answer.items.is_empty() {
        return any_view! {
            <div class="validity-results">
                <p class="validity-sum" role="status">
                    "No offset found. Write one per line, such as " <code>"STRUCTURE Member 0x58"</code>
                    ". A C structure without offsets is compared with every version by "
                    <code>"strata check FILE"</code> "."
                </p>
                {refused}
            </div>
        };
    }
    let matrices = about(Matrix::all(&answer.items), asked);
    let holds = match asked.from {
        Some(from) => Some(made_for(answer, from)),
        None => origin(&matrices, claims(answer).count()),
    };
    let holds = holds.map(|holds| holds + &updates(&matrices));
    let headline = any_view! {
        <p class="validity-headline" role="status">
            {asked.to.map(|to| counts(answer, to))}
            <span>{holds.unwrap_or_default()}</span>
        </p>
    };
    let is_told = answer.items.len() <= TOLD_AT_ONCE && !asked.folded;
    let words = any_view! {
        <details class="validity-words" open={is_told.then_some("")}>
            <summary>"Details: builds, types, kernels"</summary>
            {table(&answer.items)}
        </details>
    };
    any_view! {
        <div class="validity-results">
            {headline}
            <p class="validity-sum quiet">{sentence(answer)}</p>
            {refused}
            {tables(&matrices, asked.to)}
            {words}
        </div>
    }
}

/// Each claim once, at its first line: a table may state the same offset of the same member twice.
fn distinct(answer: &ValidityAnswer) -> ValidityAnswer {
    let mut seen = BTreeSet::new();
    let mut answer = answer.clone();
    answer.items.retain(|item| {
        let member = (item.structure.clone(), item.member.clone());
        seen.insert((member, item.offset, item.assumed))
    });
    answer
}

/// The claims that state an offset.
fn claims(answer: &ValidityAnswer) -> impl Iterator<Item = &JudgedClaim> {
    answer.items.iter().filter(|item| !item.assumed)
}

/// `at 2004/x64: 1 same, 11 moved, 1 without an offset.`
fn counts(answer: &ValidityAnswer, to: Point) -> AnyView {
    let counts = answer.counts(to);
    // Code that reads the member by its old type reads too much or too little.
    let class = match counts.same_other_type {
        0 => "validity-counts",
        _ => "validity-counts counts-doubtful",
    };
    any_view! { <strong class=class>{format!("{counts}.")}</strong> }
}

/// The sentence on whether the offsets hold where they were made for.
fn made_for(answer: &ValidityAnswer, from: Point) -> String {
    let holds = |item: &&JudgedClaim| {
        let mut points = item.points.iter();
        points.any(|it| it.verdict == Verdict::Same && it.points.contains(&from))
    };
    let (held, wrong): (Vec<_>, Vec<_>) = claims(answer).partition(holds);
    let wrong = wrong
        .iter()
        .map(|item| format!("{} {}", item.structure, item.member));
    let wrong: Vec<String> = wrong.collect();
    match wrong.is_empty() {
        true => format!("Your table is right for {from}."),
        false => format!(
            "Your table is not right for {from}: {} of {} are valid there. Wrong: {}.",
            held.len(),
            held.len() + wrong.len(),
            wrong.join(", ")
        ),
    }
}

fn sentence(answer: &ValidityAnswer) -> String {
    let items = &answer.items;
    let differs = |item: &JudgedClaim| {
        let is_there =
            |it: &&Judgement| !matches!(it.verdict, Verdict::NotStated | Verdict::Absent);
        let mut there = item.points.iter().filter(is_there);
        there.any(|it| !item.holds(it))
    };
    let nowhere = claims(answer).filter(|it| it.holds_at.is_none()).count();
    let firm = |it: &&JudgedClaim| it.holds_at.is_some() && !differs(it);
    let firm = claims(answer).filter(firm).count();
    let assumed = items.len() - claims(answer).count();
    let mut parts = match answer.not_judged {
        0 => vec![counted(items.len(), "offset")],
        more => vec![format!(
            "{} of {} checked; split the table to check the others",
            items.len(),
            counted(items.len() + more, "offset")
        )],
    };
    let some = items.len() - nowhere - firm - assumed;
    for (number, what) in [
        (firm, "never moved"),
        (some, "valid in some versions only"),
        (nowhere, "valid in no version"),
        (assumed, "without an offset"),
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

/// The lines that were not read, each with its reason.
pub fn refused(list: &[Refused]) -> AnyView {
    let entry = |refused: &Refused| {
        let text = (!refused.text.is_empty()).then(|| refused.text.clone());
        let text = text.map(|text| view! { <code>{text}</code> " " });
        view! {
            <li>
                <span class="figure refused-line">{format!("line {}", refused.line)}</span>
                " "
                {text}
                <Inline text=refused.why.clone() />
            </li>
        }
    };
    any_view! {
        <ul class="validity-refused" aria-label="Refused lines">
            {list.iter().map(entry).collect_view()}
        </ul>
    }
}

fn table(items: &[JudgedClaim]) -> AnyView {
    let here = |arch: &Arch| {
        let mut judgements = items.iter().flat_map(|item| &item.points);
        let mut listed = items.iter().flat_map(|item| &item.listed);
        judgements.any(|it| it.arch() == Some(*arch)) || listed.any(|it| it.arch == *arch)
    };
    let archs = Arch::PREFERRED.into_iter().filter(here);
    let archs: Vec<Arch> = archs.collect();
    let names = archs.iter().copied().map(Arch::as_str);
    let head = heads(["Claim"].into_iter().chain(names));
    let rows = items.iter().map(|item| {
        let cells = archs.iter().map(|arch| cell(item, *arch));
        any_view! { <tr>{claim_cells(item)} {cells.collect_view()}</tr> }
    });
    let label = Name::Label("Result for each offset");
    blocks::table("plain-table claims", label, head, rows.collect())
}

fn claim_cells(item: &JudgedClaim) -> AnyView {
    let (class, holds) = match &item.holds_at {
        Some(point) if item.assumed => (
            "claim-holds quiet",
            format!(
                "no offset given; now at {}, from {point} on",
                offset(item.offset)
            ),
        ),
        Some(point) => ("claim-holds quiet", format!("valid from {point}")),
        None => (
            "claim-holds claim-nowhere",
            "valid in no version".to_owned(),
        ),
    };
    let note = item.note.clone();
    let note = note.map(|note| any_view! { <span class="claim-holds quiet">{note}</span> });
    let stated = (!item.assumed).then(|| offset(item.offset));
    let member = any_view! { <span class="claim-member">{history_of(item)} " " {stated}</span> };
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

/// The member, with a link to its offsets in every kernel.
fn history_of(item: &JudgedClaim) -> AnyView {
    let name = any_view! { <b>{breakable(&item.member)}</b> };
    let structure = item.structure.parse::<TypeName>().ok();
    let route = structure.and_then(|name| Route::member_named(&name, &item.member));
    linked(route, name)
}

fn cell(item: &JudgedClaim, arch: Arch) -> AnyView {
    let here = item.points.iter().filter(|it| it.arch() == Some(arch));
    let run = |judgement: &Judgement| {
        let points = judgement.points.iter().copied();
        let points = any_view! { <span class="figure">{span(points)}</span> };
        let ty = judgement.note.as_ref().or(judgement.r#type.as_ref());
        let ty =
            ty.map(|ty| view! { " " <span class="figure quiet claim-type">{ty.clone()}</span> });
        view! { <li>{VerdictView::of(item, judgement).draw()} " " {points} {ty}</li> }
    };
    let listed = item.listed.iter().filter(|it| it.arch == arch);
    let listed = listed.map(in_list);
    any_view! {
        <td data-arch=arch.as_str()>
            <ul class="claim-runs">{here.map(run).collect_view()} {listed.collect_view()}</ul>
        </td>
    }
}

/// The verdict for kernels that only a list of offsets covers.
fn in_list(listed: &KernelRun) -> AnyView {
    let span = figures::span(&listed.first, &listed.last);
    let kernels = counted(listed.kernels, "kernel");
    let whose = format!("{kernels}, by {}", listed.source);
    let told = VerdictView::new(listed.verdict, Some(listed.offset), None).draw();
    let span = any_view! { <span class="figure">{span}</span> };
    any_view! { <li>{told} " " {span} " " <span class="quiet claim-type">{whose}</span></li> }
}

/// A verdict on a claim as it is shown: colour class, sign, words.
pub(super) struct VerdictView {
    pub(super) class: &'static str,
    pub(super) sign: &'static str,
    pub(super) words: String,
}

impl VerdictView {
    pub(super) fn of(item: &JudgedClaim, judgement: &Judgement) -> Self {
        match judgement.verdict {
            // A line without an offset claims nothing.
            Verdict::Same | Verdict::Moved if item.assumed => Self {
                class: "fared",
                sign: "",
                words: judgement
                    .offset
                    .map(|at| format!("at {}", offset(at)))
                    .unwrap_or_default(),
            },
            Verdict::Same if let Some((what, _)) = item.difference(judgement) => Self {
                class: "fared fared-retyped",
                sign: "≠",
                words: format!("same offset, other {what}"),
            },
            _ => Self::new(judgement.verdict, judgement.offset, judgement.bit),
        }
    }

    fn new(verdict: Verdict, at: Option<u32>, bit: Option<u8>) -> Self {
        let at = at.map(offset).unwrap_or_default();
        let bit = bit.map(|bit| format!(", bit {bit}")).unwrap_or_default();
        let (class, sign, words) = match verdict {
            Verdict::Same => ("fared fared-same", "✓", format!("same{bit}")),
            Verdict::Moved => ("fared fared-moved", "→", format!("moved to {at}{bit}")),
            Verdict::Retyped => ("fared fared-retyped", "≠", format!("retyped, at {at}{bit}")),
            Verdict::Absent => ("fared fared-absent", "✗", "absent".to_owned()),
            Verdict::NotStated => ("fared fared-unknown", "?", "not stated".to_owned()),
        };
        Self { class, sign, words }
    }

    fn draw(self) -> AnyView {
        let sign = any_view! { <span class="fared-sign" aria-hidden="true">{self.sign}</span> };
        any_view! { <span class=self.class>{sign} " " {self.words.clone()}</span> }
    }
}

/// `6.1 to 2004, 10.0.17763.2114`: the range of releases; builds are listed only if their release is not in it.
pub(in crate::pages) fn span(points: impl Iterator<Item = Point>) -> String {
    let versions = points.map(|point| point.version);
    let is_release = |version: &Version| matches!(version, Version::Release(_));
    let (releases, builds): (Vec<Version>, Vec<Version>) = versions.partition(is_release);
    let of_release = |build: &Version| build.release().map(Version::Release);
    let covered = |build: &Version| of_release(build).is_some_and(|it| releases.contains(&it));
    let whole = Some(figures::span_of(&releases)).filter(|text| !text.is_empty());
    let others = builds.iter().filter(|build| !covered(build));
    joined(
        whole.into_iter().chain(others.map(ToString::to_string)),
        ", ",
    )
}
