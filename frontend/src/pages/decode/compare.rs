//! A layout that was pasted (`dt`, `dx`), held against ours at the chosen point, member by member.

use leptos::prelude::Read;
use strata_core::Point;
use strata_core::decode::listing::{Listing, SkippedLine};
use strata_core::stated::{Comparison, Difference, Entry};

use super::margin::line_button;
use super::state::ViewContext;
use super::words::counted;
use crate::markup::{Markup, el, said};
use crate::page::DecodePage;
use crate::route::Route;

/// The comparison; nothing where what was pasted is no layout.
#[must_use]
pub fn compare(context: ViewContext) -> Vec<Markup> {
    let (paste, decoding) = (context.state.paste.read(), context.work.decoding.read());
    let (Some(listing), Some((comparison, fits))) = (paste.listing(), decoding.compared.as_ref())
    else {
        return Vec::new();
    };
    let verdict = if comparison.agrees() {
        "fits"
    } else {
        "does-not-fit"
    };
    let tool = listing.tool.title().replace('`', "");
    let read = format!("Read as a layout, as {tool} prints it: it holds no bytes. ");
    let table = el("table").attr("class", "compared").with(head()).with(
        el("tbody").with_all(
            comparison
                .entries
                .iter()
                .map(|entry| row(comparison, entry)),
        ),
    );
    vec![
        el("section")
            .attr("class", "decode-compared")
            .attr("aria-label", "What was pasted, against the layout here")
            .with(el("h2").text("Against the layout here"))
            .with(
                el("p")
                    .attr("class", "compared-read")
                    .text(&read)
                    .with(said(
                        "span",
                        "quiet",
                        "Offsets and types are compared below.",
                    )),
            )
            .with(said(
                "p",
                if verdict == "fits" {
                    "decode-verdict is-fits"
                } else {
                    "decode-verdict is-does-not-fit"
                },
                sentence(comparison),
            ))
            .with(points(&context.page.read(), fits))
            .with_all(skipped(listing))
            .with(el("div").attr("class", "compared-scroll").with(table))
            .into(),
    ]
}

/// The verdict as a sentence.
fn sentence(comparison: &Comparison) -> String {
    let verdict = comparison.verdict();
    let mut letters = verdict.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    let mut sentence: String = first.into_iter().chain(letters).collect();
    sentence.push('.');
    sentence
}

/// The points that the listing fits, to go to.
fn points(page: &DecodePage, fits: &[Point]) -> Markup {
    let way = |point: &Point| {
        let here = *point == page.point;
        let way = said("a", "verdict-way", point.to_string())
            .attr("href", Route::decode(&page.structure, *point).to_string())
            .attr_if("aria-current", here.then_some("page"));
        el("li").with(way).into()
    };
    let words = match fits.len() {
        0 => format!(
            "It agrees with {} at no point that is known here.",
            page.structure
        ),
        count => format!(
            "It agrees with {} at {}:",
            page.structure,
            counted(count, "point", "points")
        ),
    };
    el("div")
        .attr("class", "verdict-ways")
        .with(el("span").text(&words))
        .with(el("ul").with_all(fits.iter().map(way)))
        .into()
}

fn skipped(listing: &Listing) -> Option<Markup> {
    let line = |line: &SkippedLine| {
        el("li")
            .attr("class", "skipped-line")
            .with(line_button(line.line))
            .with(said("code", "skipped-text", &line.text))
            .with(said("span", "skipped-why", line.reason.to_string()))
            .into()
    };
    let count = listing.skipped.len();
    (count > 0).then(|| {
        el("details")
            .attr("class", "decode-skipped")
            .attr("open", "")
            .with(el("summary").text(&format!(
                "{} skipped",
                counted(count, "line was", "lines were")
            )))
            .with(
                el("ul")
                    .attr("class", "skipped-lines")
                    .with_all(listing.skipped.iter().map(line)),
            )
            .into()
    })
}

fn head() -> Markup {
    let names = ["Member", "Line", "Compared"];
    let cells = names.map(|name| el("th").attr("scope", "col").text(name).into());
    el("thead").with(el("tr").with_all(cells)).into()
}

fn row(comparison: &Comparison, entry: &Entry) -> Markup {
    let agrees = entry.agrees(comparison.partial);
    let differences: Vec<String> = entry.differences.iter().map(ToString::to_string).collect();
    let (class, words) = match (agrees, differences.is_empty()) {
        (true, false) if entry.differences.contains(&Difference::NotListed) => {
            ("compared-row", "– not listed".to_owned())
        }
        (true, true) => ("compared-row is-same", "✓ agrees".to_owned()),
        (true, false) => (
            "compared-row is-same",
            format!("✓ {}", differences.join("; ")),
        ),
        (false, _) => (
            "compared-row is-other",
            format!("✗ {}", differences.join("; ")),
        ),
    };
    let line = match entry.line {
        Some(line) => el("td").with(line_button(line)),
        None => said("td", "compared-line", "–"),
    };
    el("tr")
        .attr("class", class)
        .with(said("th", "compared-member", entry.path.to_string()).attr("scope", "row"))
        .with(line)
        .with(said("td", "compared-words", words))
        .into()
}
