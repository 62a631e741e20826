//! What is inside a member, with offsets from the start of the whole structure. Unfolds without JavaScript.

use crate::erase::{Erase, Erased};
use leptos::prelude::*;

use crate::components::figures;
use crate::page::Nested;
use crate::page::nested::Inside;

/// How many levels are drawn within one another.
const LEVELS: usize = 6;

/// What is inside a member.
pub(super) fn unfold(inside: Inside) -> impl IntoView {
    let Inside {
        ty,
        summary,
        members,
        folded,
    } = inside;
    view! {
        <details class="inside">
            <summary>"Inside " <code>{ty}</code></summary>
            {(!summary.is_empty()).then(|| view! { <p class="row-note">{summary}</p> })}
            {list(members, folded, LEVELS)}
        </details>
    }
}

fn list(members: Vec<Nested>, folded: u32, levels: usize) -> Erased {
    if levels == 0 || members.is_empty() {
        return ().erase();
    }
    let entry = |member: Nested| {
        let bits = member.bits.map(|(bit, width)| {
            let last = bit + width.saturating_sub(1);
            let text = if width > 1 {
                format!("bits {bit}–{last}")
            } else {
                format!("bit {bit}")
            };
            view! { <span class="figure quiet">{text}</span> }
        });
        view! {
            <li>
                <span class="figure nested-offset">{figures::offset(member.offset)}</span>
                <span class="figure nested-size">"+" {figures::size(member.size)}</span>
                <code>{member.declaration}</code>
                {bits}
                {list(member.members, member.folded, levels - 1)}
            </li>
        }
    };
    let more = (folded > 0).then(|| view! { <li class="quiet">"and " {folded} " more"</li> });
    view! { <ul class="nested">{members.into_iter().map(entry).collect_view()} {more}</ul> }.erase()
}
