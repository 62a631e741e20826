//! What is said of a comparison: the sentence, the ways on, what changed in groups.

use super::entries::Tables;
use crate::components::source_line::source_line;
use crate::components::strips::Drawing;
use crate::components::values;
use crate::copying::maker;
use crate::markup::{Element, Markup, el};
use crate::navigation::StepChanges;
use crate::page::DiffPage;
use crate::page::diff::Entry;
use crate::route::{ApiUrl, Route};

/// What the button copies that copies a text for mails and terminals.
pub(super) const TEXT: &str = "text";
/// What the button copies that copies a text for issues.
pub(super) const MARKDOWN: &str = "Markdown";

/// The sentence; of two points with one layout, that there is no difference.
pub(super) fn verdict(page: &DiffPage) -> Element {
    if page.same {
        return el("p")
            .attr("class", "verdict verdict-same")
            .with(el("strong").text("No difference."))
            .text(" Both points share one layout: the same members, of the same types, at the same offsets.");
    }
    el("p")
        .attr("class", "verdict")
        .text(&sentence(&page.summary))
}

/// The summary as a sentence of its own.
fn sentence(summary: &str) -> String {
    let mut letters = summary.chars();
    let word = summary.split(' ').next().unwrap_or_default();
    // A member's name keeps its spelling.
    let is_name = word.chars().any(char::is_uppercase);
    match letters.next() {
        Some(first) if !is_name => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        _ => format!("{summary}."),
    }
}

/// Where one can go from here, and what can be copied.
pub(super) fn actions(page: &DiffPage) -> Element {
    let json = ApiUrl::diff(&page.structure, page.from.point, page.to.point).answered();
    let json = json.map(|url| url.to_string());
    let link = |url: String, text: &str| el("a").attr("href", url).text(text);
    let json_link = |url: &String| link(url.clone(), "JSON").attr("rel", "external").into();
    let copy_json = |url: &String| {
        el("button")
            .attr("type", "button")
            .attr("class", "button needs-script")
            .attr("data-copies-answer", url.clone())
            .text("Copy as JSON")
            .into()
    };
    el("p")
        .attr("class", "actions")
        .with(link(
            Route::structure(&page.structure).to_string(),
            "History",
        ))
        .with_all(
            page.drawn
                .then(|| link("#bytes".to_owned(), "Bytes").into()),
        )
        .with_all(
            page.drawn
                .then(|| link("#grids".to_owned(), "Side by side").into()),
        )
        .with_all(json.iter().map(json_link))
        .with(maker("Copy as text", TEXT))
        .with(maker("Copy as Markdown", MARKDOWN))
        .with_all(json.iter().map(copy_json))
}

/// What changed between the two, in groups.
pub(super) fn changes(page: &DiffPage, told: &StepChanges) -> Element {
    let heads = [page.from.point.to_string(), page.to.point.to_string()];
    let [from, to] = &heads;
    let tables = Tables {
        heads: [from, to],
        told,
    };
    let DiffPage {
        removed,
        added,
        changed,
        ..
    } = page;
    let groups = [
        ("removed", "Removed", removed),
        ("added", "Added", added),
        ("changed", "Changed", changed),
    ];
    let plain = groups.iter().all(|(_, _, entries)| entries.is_empty());
    let values = (!page.values.is_empty()).then(|| {
        let rows = page
            .values
            .iter()
            .map(|(name, numbers)| (name.as_str(), numbers.clone()));
        values::table(&[from, to], rows).into()
    });
    let none = (plain && !page.same && values.is_none()).then(|| {
        el("p")
            .text("No member was added, removed or changed of its own accord; what differs is explained below.")
            .into()
    });
    let groups = groups
        .into_iter()
        .filter_map(|(id, title, entries)| group(tables, id, title, entries));
    el("div")
        .attr("class", "changes")
        .with_all(none)
        .with_all(values)
        .with_all(groups)
        .with_all(page.shifts.iter().map(|shift| tables.shift(shift)))
        .with_all(tables.width(&page.width))
        .with_all(tables.unchanged(&page.unchanged))
        .with_all(tables.gaps(&page.gaps))
}

fn group(tables: Tables<'_>, id: &'static str, title: &str, entries: &[Entry]) -> Option<Markup> {
    if entries.is_empty() {
        return None;
    }
    let count = el("span")
        .attr("class", "quiet")
        .text(&entries.len().to_string());
    let title = el("h2").attr("id", id).text(title).text(" ").with(count);
    let section = el("section")
        .known_by(id)
        .attr("aria-labelledby", id)
        .with(title)
        .with(tables.entries(entries));
    Some(section.into())
}

/// Both layouts as strips of bytes.
pub(super) fn strips(page: &DiffPage) -> Element {
    let drawing = Drawing {
        structure: &page.structure,
        strips: &page.strips,
        id: "bytes-of",
        title: "Both layouts as strips of bytes",
    };
    drawing.markup()
}

/// The sources of both layouts, each once.
pub(super) fn sources(page: &DiffPage) -> Element {
    let (from, to) = (&page.from.source, &page.to.source);
    let other = (from != to).then(|| source_line(to).into());
    el("section")
        .attr("aria-labelledby", "source")
        .with(el("h2").attr("id", "source").text("Source"))
        .with(source_line(from))
        .with_all(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_becomes_a_sentence() {
        assert_eq!(sentence("the tail moved"), "The tail moved.");
        assert_eq!(sentence("4 members added"), "4 members added.");
        assert_eq!(sentence("iFlags added"), "iFlags added.");
    }
}
