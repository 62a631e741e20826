//! Whether the bytes fit the point that was chosen, and which ones they do fit: with links that go there without pasting
//! again.

use leptos::prelude::Read;
use strata_core::Point;
use strata_core::decode::finding::Finding;
use strata_core::decode::identify::{Candidate, Elsewhere, Identified, Verdict};

use super::action::{ACTION, Action};
use super::state::ViewContext;
use super::words::hex;
use crate::markup::{Element, Markup, el, said};
use crate::page::DecodePage;
use crate::route::Route;

/// The most candidates that are listed.
const CANDIDATES_SHOWN: usize = 40;
/// How many reasons for and against are listed for each.
const REASONS_SHOWN: usize = 4;

/// Whether the bytes fit.
#[must_use]
pub fn verdict(context: ViewContext) -> Vec<Markup> {
    let mut all = Vec::new();
    let (page, decoding) = (context.page.read(), context.work.decoding.read());
    if let Some(identified) = &decoding.identified {
        let on = context.state.options.read().everywhere;
        // Of every structure, the headline is the best answer; what the page's own point has to do with it comes second.
        let (answer, sentence) = match on {
            true => (identified.headline(), identified.summary()),
            false => (identified.at(page.point), identified.sentence(page.point)),
        };
        let class = answer.map_or("does-not-fit", |answer| answer.verdict.as_str());
        let ways = match on {
            true => elsewhere(&page, identified),
            false => ways(&page, identified),
        };
        all.push(
            el("section")
                .attr("class", format!("decode-verdict is-{class}"))
                .attr("aria-label", "Which versions the bytes fit")
                .with(said("p", "verdict-sentence", sentence))
                .with_all(decoding.elsewhere.as_ref().map(shifted))
                .with_all(ways)
                .with_all(on.then(|| own(&page, identified)).flatten())
                .with(everywhere(on))
                .with(candidates(&page, identified))
                .into(),
        );
    }
    if context.state.paste.read().reading().is_some() {
        all.extend(traps(&decoding.traps));
    }
    all
}

/// What the bytes say of the page's own structure and point, where all structures were compared.
fn own(page: &DecodePage, identified: &Identified) -> Option<Markup> {
    let own = identified.of_structure(&page.structure);
    own.at(page.point)?;
    let sentence = format!("As {}: {}", page.structure, own.sentence(page.point));
    Some(said("p", "verdict-own quiet", sentence).into())
}

/// The way to where in the same bytes something fits.
fn shifted(elsewhere: &Elsewhere) -> Markup {
    let Elsewhere {
        region,
        at,
        from,
        best,
        ..
    } = elsewhere;
    let (region, at) = (*region, *at);
    let place = match (from, at) {
        (Some(member), _) => format!("before these bytes, of which `{member}` is the first"),
        (None, 0) => format!("in region {}", region + 1),
        (None, at) => format!("at +{}", hex(at)),
    };
    let words = format!(
        "{} {} {} fits if it begins {place}",
        best.structure,
        best.points_in_words(),
        best.arch
    );
    let sentence = el("p")
        .attr("class", "verdict-elsewhere")
        .with(said("strong", "", words));
    if from.is_some() {
        return sentence.into();
    }
    let action = Action::Decode {
        region,
        at: usize::try_from(at).unwrap_or_default(),
        entry: false,
    };
    let button = said("button", "verdict-shift", format!("Decode {place}"))
        .attr("type", "button")
        .attr(ACTION, action.to_string());
    sentence.text(" ").with(button).into()
}

/// The way to the best of all structures, where that is not what is shown.
fn elsewhere(page: &DecodePage, identified: &Identified) -> Option<Markup> {
    let best = identified.headline()?;
    let shown = best.structure == page.structure && best.points.contains(&page.point);
    (!shown).then(|| {
        el("div")
            .attr("class", "verdict-ways")
            .with(el("span").text("Read the same bytes as:"))
            .with(el("ul").with(el("li").with(way(page, best))))
            .into()
    })
}

/// The points that fit better, to go to.
fn ways(page: &DecodePage, identified: &Identified) -> Option<Markup> {
    let better = identified.better(page.point);
    let chosen = identified.at(page.point)?;
    let fits = |candidate: &&Candidate| {
        candidate.verdict.is_possible()
            && candidate.structure == chosen.structure
            && candidate.arch == chosen.arch
    };
    let doubtful = !chosen.verdict.is_possible() || better.is_some();
    let ways: Vec<Markup> = identified
        .candidates
        .iter()
        .filter(fits)
        .filter(|candidate| !candidate.points.contains(&page.point))
        .map(|candidate| Markup::from(el("li").with(way(page, candidate))))
        .collect();
    (doubtful && !ways.is_empty()).then(|| {
        el("div")
            .attr("class", "verdict-ways")
            .with(el("span").text("Read the same bytes at:"))
            .with(el("ul").with_all(ways))
            .into()
    })
}

/// The way to a candidate: the chosen version on another architecture, else its first point.
fn way(page: &DecodePage, candidate: &Candidate) -> Element {
    let same = |point: &&Point| point.version == page.point.version;
    let points = &candidate.points;
    let point = points.iter().find(same).or(points.first());
    let name = match candidate.structure == page.structure {
        true => String::new(),
        false => format!("{} ", candidate.structure),
    };
    let words = format!("{name}{} {}", candidate.points_in_words(), candidate.arch);
    let route = point.map(|point| Route::decode(&candidate.structure, *point).to_string());
    said("a", "verdict-way", words).attr_if("href", route)
}

/// The switch between this structure and all.
fn everywhere(on: bool) -> Element {
    let label = match on {
        true => "Only this structure",
        false => "Compare with every structure",
    };
    let button = said("button", "verdict-everywhere", label)
        .attr("type", "button")
        .attr("aria-pressed", on.to_string())
        .attr(ACTION, Action::Everywhere(!on).to_string());
    el("p").attr("class", "verdict-scope").with(button)
}

/// Every layout that was compared, folded.
fn candidates(page: &DecodePage, identified: &Identified) -> Element {
    let row = |candidate: &Candidate| {
        let here = candidate.points.contains(&page.point) && candidate.structure == page.structure;
        let reasons = |mark: i32| {
            let side = candidate
                .reasons
                .iter()
                .filter(move |reason| reason.weight.signum() == mark);
            side.take(REASONS_SHOWN).map(move |reason| {
                let sign = if mark > 0 { "for: " } else { "against: " };
                Markup::from(el("li").text(sign).text(&reason.message))
            })
        };
        el("tr")
            .attr(
                "class",
                format!("candidate is-{}", candidate.verdict.as_str()),
            )
            .attr_if("aria-current", here.then_some("true"))
            .with(said("td", "candidate-rank", candidate.rank.to_string()))
            .with(el("td").with(way(page, candidate)))
            .with(said("td", "candidate-verdict", in_words(candidate.verdict)))
            .with(said("td", "candidate-score", bits(candidate.score)))
            .with(
                el("td").with(
                    el("ul")
                        .attr("class", "candidate-reasons")
                        .with_all(reasons(-1))
                        .with_all(reasons(1)),
                ),
            )
            .into()
    };
    let names = ["Rank", "At", "Fits", "Bits", "Why"];
    let heads = names.map(|name| el("th").attr("scope", "col").text(name).into());
    let shown = identified.candidates.iter().take(CANDIDATES_SHOWN);
    let table = el("table")
        .attr("class", "candidates")
        .with(el("thead").with(el("tr").with_all(heads)))
        .with(el("tbody").with_all(shown.map(row)));
    let summary = format!(
        "All {} layouts that were compared, with the reasons",
        identified.candidates.len()
    );
    el("details")
        .attr("class", "verdict-all")
        .with(el("summary").text(&summary))
        .with(el("div").attr("class", "candidates-scroll").with(table))
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

/// Other layouts of the same size that mean something else.
fn traps(traps: &[Finding]) -> Option<Markup> {
    (!traps.is_empty()).then(|| {
        let entry = |message: &str| el("li").text(message).into();
        let entries = traps.iter().map(|trap| entry(&trap.message()));
        el("details")
            .attr("class", "decode-traps")
            .with(el("summary").text("The size alone does not tell the version"))
            .with(el("ul").with_all(entries))
            .into()
    })
}

/// The structures other than the one on the page, each at the point nearest to the page's.
pub fn other_structures(page: &DecodePage) -> impl Iterator<Item = (&str, String)> {
    let others = page.picker.structures.iter();
    others
        .filter(|other| other.name != page.structure)
        .map(|other| (other.name.as_str(), other.route.to_string()))
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
