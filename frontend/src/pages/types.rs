//! The types that members have, as a list.

use leptos::prelude::*;

use crate::components::figures::counted;
use crate::erase::Erase;
use crate::page::TypesPage;
use crate::page::types::TypeEntry;

/// The types that members have.
#[component]
pub fn TypesView(page: TypesPage) -> impl IntoView {
    let rows = page.types.into_iter().map(row).collect_view();
    view! {
        <article class="report">
            <h1>"Types"</h1>
            <p class="lede">
                "What members are of, or hold the address of: structures, unions and enumerations within the structures of this \
                 site, each with its layouts by release and with who uses it."
            </p>
            <div class="table-box" role="region" aria-label="Types" tabindex="0">
                <table class="plain-table types">
                    <thead>
                        <tr>
                            <th scope="col">"Type"</th>
                            <th scope="col">"Kind"</th>
                            <th scope="col">"What it is"</th>
                            <th scope="col">"Layouts"</th>
                            <th scope="col">"Used by"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </article>
    }
    .erase()
}

fn row(ty: TypeEntry) -> impl IntoView {
    let uses = u32::try_from(ty.uses).unwrap_or(u32::MAX);
    view! {
        <tr>
            <th scope="row">
                <a href=ty.url>
                    <code>{ty.name}</code>
                </a>
            </th>
            <td>{ty.kind}</td>
            <td class="type-summary">{ty.summary}</td>
            <td class="figure">{ty.layouts}</td>
            <td>{counted(uses, "member")}</td>
        </tr>
    }
}
