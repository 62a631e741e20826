//! The named values of an enumeration, as a table: at one point, or at two.

use crate::view::*;

/// A row for each name, with a number or nothing below each head.
pub fn table<'a>(
    heads: &[&str],
    rows: impl Iterator<Item = (&'a str, Vec<Option<i64>>)>,
) -> AnyView {
    let head = |text: &str| view! { <th scope="col">{text.to_owned()}</th> }.into_any();
    let cell = |value: Option<i64>| {
        let text = value.map_or_else(String::new, |value| value.to_string());
        view! { <td class="number">{text}</td> }.into_any()
    };
    let row = |(name, cells): (&str, Vec<Option<i64>>)| {
        let name = view! { <th scope="row"><code>{name.to_owned()}</code></th> }.into_any();
        view! { <tr>{name} {cells.into_iter().map(cell).collect_view()}</tr> }.into_any()
    };
    let heads = ["Name"].iter().chain(heads).copied().map(head);
    let table = view! {
        <table class="plain-table values">
            <thead><tr>{heads.collect_view()}</tr></thead>
            <tbody>{rows.map(row).collect_view()}</tbody>
        </table>
    }
    .into_any();
    view! { <div class="table-frame">{table}</div> }.into_any()
}
