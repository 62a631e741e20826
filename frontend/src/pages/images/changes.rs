//! In which types two images differ.

use leptos::prelude::*;
use strata_core::TypeName;

use crate::components::figures;
use crate::page::images::{Changed, ChangedTypes};
use crate::route::Route;

/// The types that differ, as lists that unfold; the first may be open already.
pub(super) fn changes(differences: ChangedTypes, open: bool) -> AnyView {
    let same = differences.is_empty();
    let equal = differences.changed.iter();
    let equal = equal.filter(|it| it.sizes[0] == it.sizes[1]).count();
    let what = match equal {
        0 => "Types with another layout".to_owned(),
        equal => format!(
            "Types with another layout ({} of the same size)",
            figures::thousands(equal)
        ),
    };
    let (added, removed) = (names(differences.added), names(differences.removed));
    let changed = differences
        .changed
        .into_iter()
        .map(changed_row)
        .collect::<Vec<_>>();
    view! {
        {same.then(|| view! { <p>"Nothing: both have the same types with the same layouts."</p> })}
        {unfolded(&what, changed.len(), open, || changed_table(changed))}
        {unfolded("New types", added.len(), false, || name_list(added))}
        {unfolded("Types that are no more", removed.len(), false, || name_list(removed))}
    }
    .into_any()
}

/// A list that unfolds; nothing where it is empty.
fn unfolded(what: &str, count: usize, open: bool, list: impl FnOnce() -> AnyView) -> AnyView {
    if count == 0 {
        return ().into_any();
    }
    view! {
        <details class="image-changes" open=open>
            <summary>{format!("{what}: {}", figures::thousands(count))}</summary>
            {list()}
        </details>
    }
    .into_any()
}

fn names(names: Vec<TypeName>) -> Vec<AnyView> {
    let entry = |name: TypeName| {
        let url = Route::structure(&name).to_string();
        view! {
            <li>
                <a href=url>
                    <code>{name.to_string()}</code>
                </a>
            </li>
        }
        .into_any()
    };
    names.into_iter().map(entry).collect()
}

fn name_list(names: Vec<AnyView>) -> AnyView {
    view! { <ul class="name-list">{names}</ul> }.into_any()
}

fn changed_row(changed: Changed) -> AnyView {
    let Changed { name, sizes, diff } = changed;
    let url = diff.unwrap_or_else(|| Route::structure(&name)).to_string();
    let [from, to] = sizes.map(figures::size);
    let sizes = match from == to {
        true => from,
        false => format!("{from} → {to}"),
    };
    view! {
        <tr>
            <th scope="row">
                <a href=url>
                    <code>{name.to_string()}</code>
                </a>
            </th>
            <td class="figure">{sizes}</td>
        </tr>
    }
    .into_any()
}

fn changed_table(rows: Vec<AnyView>) -> AnyView {
    view! {
        <div class="table-box" role="region" aria-label="Types with another layout" tabindex="0">
            <table class="plain-table">
                <thead>
                    <tr>
                        <th scope="col">"Type, compared"</th>
                        <th scope="col">"Size"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}
