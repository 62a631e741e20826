//! Members of a comparison as a table: what happened, from where to where.

use crate::erase::Erase;
use leptos::prelude::*;
use strata_core::diff::wire::KindDto;

use crate::components::figures;
use crate::components::lit::Lit;
use crate::page::diff::{Entry, Side};

/// One row a member.
#[component]
pub fn EntryTable(
    /// The members.
    entries: Vec<Entry>,
    /// What the two points are called.
    heads: [String; 2],
    /// What it is linked with.
    lit: Lit,
) -> impl IntoView {
    let [from, to] = heads;
    let rows = entries.into_iter().map(entry_view).collect_view();
    view! {
        <div class="table-box">
            <table
                class="plain-table entries"
                on:mouseover=move |event| lit.over(event)
                on:mouseleave=move |event| lit.out(event)
                on:focusin=move |event| lit.focused(event)
            >
                <thead>
                    <tr>
                        <th scope="col">"Member"</th>
                        <th scope="col">"What happened"</th>
                        <th scope="col" class="figure">{from}</th>
                        <th scope="col" class="figure">{to}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .erase()
}

fn entry_view(entry: Entry) -> impl IntoView {
    let Entry {
        key,
        label,
        unnamed,
        kinds,
        from,
        to,
        by,
        alone,
    } = entry;
    let name_class = if unnamed {
        "member-name member-unnamed"
    } else {
        "member-name"
    };
    let differs = [&from, &to]
        .map(Option::as_ref)
        .map(|side| side.map(|it| &it.declaration));
    let declared_anew = differs[0] != differs[1];
    let resized = matches!((&from, &to), (Some(a), Some(b)) if a.size != b.size);
    let kind = |kind: KindDto| kind_view(kind, by.as_deref(), alone);
    let kinds = kinds.into_iter().map(kind).collect_view();
    let side = |side: Option<Side>| side.map(|side| side_view(side, declared_anew, resized));
    view! {
        <tr id=format!("change-{key}") data-key=key>
            <th scope="row" class=name_class>{label}</th>
            <td>
                <ul class="kinds">{kinds}</ul>
            </td>
            <td class="entry-side">{side(from)}</td>
            <td class="entry-side">{side(to)}</td>
        </tr>
    }
    .erase()
}

/// Offset, size and declaration; what is the same in both layouts is quiet.
fn side_view(side: Side, declared_anew: bool, resized: bool) -> impl IntoView {
    let Side {
        offset,
        size,
        declaration,
        bits,
    } = side;
    let class = |differs: bool| if differs { "differs" } else { "quiet" };
    let bits = bits.map(|bits| view! { <span class="quiet">{bits}</span> });
    view! {
        <span class="figure entry-offset">{figures::offset(offset)}</span>
        " "
        <span class=format!("figure {}", class(resized))>"+" {figures::size(size)}</span>
        " "
        <code class=class(declared_anew)>{declaration}</code>
        " "
        {bits}
    }
}

fn kind_view(kind: KindDto, by: Option<&str>, alone: bool) -> impl IntoView + use<> {
    let (sign, word, class) = words(kind, alone);
    let by = by.filter(|_| kind == KindDto::Moved).map(|by| {
        view! { " " <span class="figure">{by.to_owned()}</span> }
    });
    view! {
        <li class=class>
            <span class="became-sign" aria-hidden="true">{sign}</span>
            {word}
            {by}
        </li>
    }
}

/// The sign, the word and the class of what can happen to a member.
const fn words(kind: KindDto, alone: bool) -> (&'static str, &'static str, &'static str) {
    match kind {
        KindDto::Added => ("+", "added", "kind became-new"),
        KindDto::Removed => ("−", "removed", "kind became-gone"),
        KindDto::Moved if alone => ("⇒", "moved", "kind became-moved"),
        KindDto::Moved => ("→", "moved with the rest", "kind became-carried"),
        KindDto::Resized => ("↔", "resized", "kind became-resized"),
        KindDto::Retyped => ("≠", "retyped", "kind became-retyped"),
        KindDto::Renamed => ("≈", "renamed", "kind became-renamed"),
        KindDto::ToBits => ("⊂", "became bits", "kind became-bits"),
        KindDto::FromBits => ("⊃", "became a member", "kind became-member"),
    }
}
