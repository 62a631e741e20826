//! Whether the bytes fit the chosen point, and which points they fit: with links that go there with the same input.

use crate::pages::prelude::*;
use strata_core::Point;
use strata_core::decode::finding::Finding;
use strata_core::decode::identify::{Candidate, Elsewhere, Identified, KnownBytes, Verdict};

use super::action::{Action, button, performs};
use super::state::ViewModel;
use super::words::hex;
use crate::pages::decode::DecodePage;

const CANDIDATES_SHOWN: usize = 40;
/// How many reasons for and against are listed for each candidate.
const REASONS_SHOWN: usize = 4;

pub fn verdict(model: ViewModel) -> Option<AnyView> {
    let (page, decoding) = (model.page.read(), model.decoding.read());
    let on = model.options.read().everywhere;
    let identified = decoding.identified.as_ref();
    let section =
        identified.map(|identified| section(&page, identified, decoding.elsewhere.as_ref(), on));
    let is_read = model.paste.read().reading().is_some();
    let traps = is_read.then(|| traps(&decoding.traps)).flatten();
    Some(any_view! { {section} {traps} })
}

/// `on`: whether every structure was compared.
fn section(
    page: &DecodePage,
    identified: &Identified,
    better: Option<&Elsewhere>,
    on: bool,
) -> AnyView {
    let (found, sentence) = answer(page.point, identified, better, on);
    let class = found.map_or("does-not-fit", |found| found.verdict.as_str());
    let ways = match (on, better) {
        (true, Some(_)) => None,
        (true, None) => elsewhere(page, identified),
        (false, _) => ways(page, identified),
    };
    any_view! {
        <section
            class=format!("decode-verdict is-{class}")
            aria-label="Which versions the bytes fit"
        >
            <p class="verdict-sentence"><Inline text=sentence /></p>
            {better.map(shifted)}
            {array(page, identified)}
            {ways}
            {shown(page, identified, found)}
            {everywhere(on)}
            {candidates(page, identified)}
        </section>
    }
}

/// The headline and its sentence: the best answer, wherever the structure begins. The page's own point comes second; it
/// is the answer if only its structure was compared and begins at the first byte.
pub(super) fn answer<'a>(
    point: Point,
    identified: &'a Identified,
    better: Option<&'a Elsewhere>,
    on: bool,
) -> (Option<&'a Candidate>, String) {
    match (on, better) {
        (true, Some(better)) => (Some(&better.best), better.summary()),
        (true, None) => (identified.headline(), identified.summary()),
        (false, Some(better)) => (Some(&better.best), better.sentence()),
        (false, None) => (identified.candidate_at(point), identified.sentence(point)),
    }
}

/// What the values are those of, where the headline is about something else.
fn shown(
    page: &DecodePage,
    identified: &Identified,
    answer: Option<&Candidate>,
) -> Option<AnyView> {
    let own = own(page, identified).filter(|own| Some(*own) != answer)?;
    let words = format!(
        "Shown below: {} {}, which {}.",
        page.structure,
        page.point,
        match own.verdict {
            Verdict::NotRuledOut => "is not ruled out",
            verdict => in_words(verdict),
        }
    );
    Some(any_view! { <p class="verdict-own quiet">{words}</p> })
}

/// The candidate of the page's own structure and point.
fn own<'a>(page: &DecodePage, identified: &'a Identified) -> Option<&'a Candidate> {
    let mut candidates = identified.candidates.iter();
    candidates.find(|it| it.structure == page.structure && it.points.contains(&page.point))
}

/// A button to the better fit in the same bytes.
fn shifted(elsewhere: &Elsewhere) -> AnyView {
    let way = match (&elsewhere.from, elsewhere.at) {
        (Some(member), _) => format!("from {member}"),
        (None, 0) => format!("in region {}", elsewhere.region + 1),
        (None, at) => format!("at +{}", hex(at)),
    };
    let way = button(
        "verdict-shift",
        Some(Action::Shift),
        &format!("Decode {way}"),
    );
    any_view! { <p>{way}</p> }
}

/// A button to all structures, where the bytes are an array of the page's structure.
fn array(page: &DecodePage, identified: &Identified) -> Option<AnyView> {
    let structures = own(page, identified)?.structures;
    let structures = Some(structures).filter(|it| *it > 1)?;
    let words = format!("Decode {structures} structures");
    let way = button("verdict-shift", Some(Action::Count(structures)), &words);
    Some(any_view! { <p>{way}</p> })
}

/// A button to the best of all structures, where it is not the shown one.
fn elsewhere(page: &DecodePage, identified: &Identified) -> Option<AnyView> {
    let best = identified.headline()?;
    let shown = best.structure == page.structure && best.points.contains(&page.point);
    let tells = !shown && identified.known_bytes == KnownBytes::Values;
    let points = identified.headline_points_in_words()?;
    tells.then(|| {
        way_list(
            "Read the same bytes as:".to_owned(),
            vec![way_to(page, best, &points)],
        )
    })
}

/// A list of links below a heading.
pub(super) fn way_list(head: String, ways: Vec<AnyView>) -> AnyView {
    let entries = ways.into_iter().map(|way| any_view! { <li>{way}</li> });
    any_view! {
        <div class="verdict-ways">
            <span>{head}</span>
            <ul>{entries.collect_view()}</ul>
        </div>
    }
}

fn ways(page: &DecodePage, identified: &Identified) -> Option<AnyView> {
    let instead = identified.alternatives(page.point);
    let ways = instead.iter().map(|candidate| way(page, candidate));
    let head = "Read the same bytes at:".to_owned();
    (!instead.is_empty()).then(|| way_list(head, ways.collect()))
}

fn way(page: &DecodePage, candidate: &Candidate) -> AnyView {
    way_to(page, candidate, &candidate.points_in_words())
}

/// A link to a candidate, labelled by points: the chosen version on another architecture, else its first point.
fn way_to(page: &DecodePage, candidate: &Candidate, points: &str) -> AnyView {
    let same = |point: &&Point| point.version == page.point.version;
    let own = &candidate.points;
    let point = own.iter().find(same).or(own.first());
    let name = match candidate.structure == page.structure {
        true => String::new(),
        false => format!("{} ", candidate.structure),
    };
    let words = format!("{name}{points} {}", candidate.arch);
    let route = point.map(|point| Route::decode(&candidate.structure, *point).to_string());
    way_link(route, words, None)
}

/// `current`: the `aria-current` value of a link to the page itself.
pub(super) fn way_link(
    route: Option<String>,
    words: String,
    current: Option<&'static str>,
) -> AnyView {
    any_view! {
        <a class="verdict-way" href=route aria-current=current>
            {words}
        </a>
    }
}

fn everywhere(on: bool) -> AnyView {
    let label = match on {
        true => "Only this structure",
        false => "Compare with every structure",
    };
    any_view! {
        <p class="verdict-scope">
            <button
                class="verdict-everywhere"
                type="button"
                aria-pressed=on.to_string()
                on:click=performs(Some(Action::Compare { everywhere: !on }))
            >
                {label}
            </button>
        </p>
    }
}

fn candidates(page: &DecodePage, identified: &Identified) -> AnyView {
    // The first ones, and the page's own.
    let own = own(page, identified);
    let shown = identified.candidates.iter().enumerate();
    let shown = shown.filter(|(at, it)| *at < CANDIDATES_SHOWN || own == Some(it));
    let summary = format!(
        "All {} compared layouts, with the reasons",
        identified.candidates.len()
    );
    let table = view! {
            <p class="quiet">
                "Bits: how strongly the bytes support a layout. A negative number counts against it. One bit more doubles the odds."
            </p>
            <div class="candidates-scroll">
                <table class="candidates">
                    {heads(["Rank", "At", "Fits", "Bits", "Why"])}
                    <tbody>{shown.map(|(_, it)| row(page, it, own == Some(it))).collect_view()}</tbody>
                </table>
            </div>
    };
    fold("verdict-all", summary, table.into_any())
}

fn row(page: &DecodePage, candidate: &Candidate, here: bool) -> AnyView {
    let reasons = |mark: i32, sign: &'static str| {
        let side = candidate.reasons.iter();
        let side = side.filter(move |reason| reason.weight.signum() == mark);
        side.take(REASONS_SHOWN)
            .map(move |reason| any_view! { <li>{sign} <Inline text=reason.message.clone() /></li> })
    };
    let reasons = reasons(-1, "against: ").chain(reasons(1, "for: "));
    any_view! {
        <tr
            class=format!("candidate is-{}", candidate.verdict.as_str())
            aria-current=here.then_some("true")
        >
            <td>{candidate.rank.to_string()}</td>
            <td>{way(page, candidate)}</td>
            <td>{in_words(candidate.verdict)}</td>
            <td class="candidate-score">{bits(candidate.score)}</td>
            <td>
                <ul class="candidate-reasons">{reasons.collect_view()}</ul>
            </td>
        </tr>
    }
}

const fn in_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fits => "fits",
        Verdict::NotRuledOut => "not ruled out",
        Verdict::FitsBadly => "fits badly",
        Verdict::DoesNotFit => "does not fit",
    }
}

/// Tenths of a bit as bits: `12.5`, `-3.0`.
fn bits(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let tenths = tenths.unsigned_abs();
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

/// Other layouts of the same size with another meaning.
fn traps(traps: &[Finding]) -> Option<AnyView> {
    (!traps.is_empty()).then(|| {
        let entries = traps.iter();
        let entries = entries.map(|trap| any_view! { <li><Inline text=trap.message() /></li> });
        let body = any_view! { <ul>{entries.collect_view()}</ul> };
        fold("decode-traps", "Other versions with the same size", body)
    })
}

/// The structures other than the page's, each at the point nearest to the page's.
pub fn other_structures(page: &DecodePage) -> impl Iterator<Item = (&str, String)> {
    let others = page.picker.structures.iter();
    others
        .filter(|other| other.name != page.structure)
        .map(|other| (other.name.as_str(), page.picker.route_of(other).to_string()))
}

#[cfg(test)]
mod tests {
    use super::bits;

    #[test]
    fn scores_are_told_in_bits() {
        for (tenths, told) in [(125, "12.5"), (-3, "-0.3"), (-200, "-20.0"), (0, "0.0")] {
            assert_eq!(bits(tenths), told);
        }
    }
}
