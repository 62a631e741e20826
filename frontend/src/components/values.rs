//! The named values of an enumeration, as a table: at one point, or at two.

use crate::markup::{Element, Markup, el, said};

/// A row for each name, with a number or nothing below each head.
#[must_use]
pub fn table<'a>(
    heads: &[&str],
    rows: impl Iterator<Item = (&'a str, Vec<Option<i64>>)>,
) -> Element {
    let head = |text: &str| Markup::from(el("th").attr("scope", "col").text(text));
    let cell = |value: Option<i64>| {
        let text = value.map_or_else(String::new, |value| value.to_string());
        Markup::from(said("td", "number", text))
    };
    let row = |(name, cells): (&str, Vec<Option<i64>>)| {
        let name = el("th").attr("scope", "row").with(el("code").text(name));
        Markup::from(el("tr").with(name).with_all(cells.into_iter().map(cell)))
    };
    let heads = ["Name"].iter().chain(heads).copied().map(head);
    let table = el("table")
        .attr("class", "plain-table values")
        .with(el("thead").with(el("tr").with_all(heads)))
        .with(el("tbody").with_all(rows.map(row)));
    el("div").attr("class", "table-frame").with(table)
}
