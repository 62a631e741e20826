//! The layout as other tools take it: a list of formats, and below it the one that was chosen, as text. Without a script each
//! link leads to the text itself.

use strata_core::export::{Format, Pointers, file_name};

use super::preview::{NESTED, NOTHING, POINTERS, SHOWS, Shown};
use crate::markup::{Element, Markup, el, said};
use crate::page::LayoutPage;
use crate::route::{ApiUrl, Exported, percent_encoded, place};

/// The id of the section.
pub(super) const EXPORT_ID: &str = "export";
/// The id of the text.
const TEXT_ID: &str = "export-text";

/// The section.
pub(super) fn exports(page: &LayoutPage, shown: Option<&Shown>) -> Element {
    let entries = Format::ALL.map(|format| {
        let current = shown.is_some_and(|shown| shown.wanted.format == format);
        Markup::from(entry(page, format, current))
    });
    let all = ApiUrl::exports(Some(&page.picker.structure)).answered();
    let all = all.map(|all| -> Markup {
        let all = el("a")
            .attr("href", all.to_string())
            .attr("rel", "external")
            .attr("download", "")
            .text("Every version in every format, as a ZIP archive");
        el("p").attr("class", "export-all").with(all).into()
    });
    el("section")
        .attr("class", "exports")
        .attr("id", EXPORT_ID)
        .attr("aria-labelledby", "export-heading")
        .with(el("h2").attr("id", "export-heading").text("Export this layout"))
        .with(said(
            "p",
            "quiet",
            "Each text says where the layout comes from, which errata are applied and how certain each member is.",
        ))
        .with(el("ul").attr("class", "export-list").with_all(entries))
        .with_all(all)
        .with_all(shown.map(|shown| Markup::from(preview(page, shown))))
}

/// Where the text is to be had; nowhere, where the browser writes it.
fn url(page: &LayoutPage, wanted: Exported) -> Option<String> {
    let url = ApiUrl::export(&page.picker.structure, page.point, wanted).answered();
    url.map(|url| url.to_string())
}

fn entry(page: &LayoutPage, format: Format, current: bool) -> Element {
    let url = url(page, Exported::usual(format));
    let link = el("a")
        .attr("href", url.unwrap_or_else(|| format!("#{EXPORT_ID}")))
        .attr("rel", "external")
        .attr(SHOWS, format.as_str())
        .attr_if("aria-current", current.then_some("true"))
        .text(format.title());
    el("li")
        .with(link)
        .with(said("span", "quiet", format.readers()))
}

/// The text, and what can be done with it.
fn preview(page: &LayoutPage, shown: &Shown) -> Element {
    let wanted = shown.wanted;
    let format = wanted.format;
    let file = file_name(&page.picker.structure, page.point, format);
    let download = el("a")
        .attr("class", "button")
        .attr_if("href", url(page, wanted).or_else(|| written(shown)))
        .attr("rel", "external")
        .attr("download", file.clone())
        .text("Download");
    let copy = said("button", "button", "Copy").attr("type", "button");
    let copy = match url(page, wanted) {
        Some(url) => copy.attr("data-copies-answer", url),
        None => copy.attr("data-copies", TEXT_ID),
    };
    let close = said("button", "button", "Close")
        .attr("type", "button")
        .attr(SHOWS, NOTHING);
    let head = el("p")
        .attr("class", "export-head")
        .with(said("strong", "export-file", &file))
        .with_all(choices(page, wanted).into_iter().map(Markup::from))
        .with(copy)
        .with(download)
        .with(close);
    let text = match &shown.answer {
        None => said("p", "quiet", "Being written …"),
        Some(Ok(text)) => el("pre")
            .attr("id", TEXT_ID)
            .attr("class", "export-text")
            .attr("tabindex", "0")
            .attr("role", "region")
            .attr_if("aria-busy", shown.stale.then_some("true"))
            .attr("aria-label", format!("{} of this layout", format.title()))
            .text(text),
        Some(Err(why)) => said(
            "p",
            "export-failed",
            format!("It could not be fetched: {why}."),
        ),
    };
    el("div")
        .attr("class", "export-preview")
        .attr("aria-live", "polite")
        .with(head)
        .with(text)
}

/// The text that the browser wrote, as an address.
fn written(shown: &Shown) -> Option<String> {
    let text = shown.answer.as_ref()?.as_ref().ok()?;
    Some(format!(
        "data:text/plain;charset=utf-8,{}",
        percent_encoded(text)
    ))
}

/// What can be chosen about the text, where what is asked for is written.
fn choices(page: &LayoutPage, wanted: Exported) -> Vec<Element> {
    let choice = |label: &str, word: &'static str, on: bool, other: Exported| {
        let is_drawn = place().draws(
            page.picker.structure.as_str(),
            &page.point.version.to_string(),
        );
        (is_drawn || url(page, other).is_some()).then(|| {
            said("button", "button", label)
                .attr("type", "button")
                .attr("aria-pressed", if on { "true" } else { "false" })
                .attr(SHOWS, word)
        })
    };
    let integers = wanted.pointers == Pointers::AsIntegers;
    let nested = Exported {
        refolded: !wanted.refolded,
        ..wanted
    };
    let pointers = Exported {
        pointers: Pointers::AsIntegers,
        ..wanted
    };
    let refold = match wanted.format.usual_depth() {
        0 => "Nested types unfolded",
        _ => "Nested types as bytes",
    };
    let fold = choice(refold, NESTED, wanted.refolded, nested);
    let pointers = wanted
        .format
        .chooses_pointers()
        .then(|| choice("Pointers as integers", POINTERS, integers, pointers));
    fold.into_iter().chain(pointers.flatten()).collect()
}
