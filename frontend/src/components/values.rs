//! The named values of an enumeration, as a table: at one point, or at two.

use crate::view::*;

/// A row for each name, with a number or nothing below each head.
pub fn table<'a>(
    heads: &[&str],
    rows: impl Iterator<Item = (&'a str, Vec<Option<i64>>)>,
) -> AnyView {
    let head = |text: &str| any_view! { <th scope="col">{text.to_owned()}</th> };
    let cell = |value: Option<i64>| {
        let text = value.map_or_else(String::new, |value| value.to_string());
        any_view! { <td class="number">{text}</td> }
    };
    let row = |(name, cells): (&str, Vec<Option<i64>>)| {
        let name = any_view! { <th scope="row"><code>{name.to_owned()}</code></th> };
        any_view! { <tr>{name} {cells.into_iter().map(cell).collect_view()}</tr> }
    };
    let heads = ["Name"].iter().chain(heads).copied().map(head);
    let table = any_view! {
        <table class="plain-table values">
            <thead><tr>{heads.collect_view()}</tr></thead>
            <tbody>{rows.map(row).collect_view()}</tbody>
        </table>
    };
    any_view! { <div class="table-frame">{table}</div> }
}
