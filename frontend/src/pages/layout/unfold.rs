//! What is inside a member, with offsets from the start of the whole structure. Unfolds without JavaScript.

use crate::components::figures;
use crate::page::Nested;
use crate::page::nested::Inside;
use crate::view::*;

/// How many levels are drawn within one another.
const LEVELS: usize = 6;

pub(super) fn unfold(inside: &Inside) -> AnyView {
    let Inside {
        ty,
        summary,
        members,
        folded,
    } = inside;
    let about =
        (!summary.is_empty()).then(|| any_view! { <p class="row-note">{summary.clone()}</p> });
    any_view! {
        <details class="inside">
            <summary>"Inside " <code>{ty.clone()}</code></summary>
            {about}
            {list(members, *folded, LEVELS)}
        </details>
    }
}

fn list(members: &[Nested], folded: u32, levels: usize) -> Option<AnyView> {
    if levels == 0 || members.is_empty() {
        return None;
    }
    let more =
        (folded > 0).then(|| any_view! { <li class="quiet">{format!("and {folded} more")}</li> });
    let entry = |member| entry(member, levels - 1);
    let list =
        any_view! { <ul class="nested">{members.iter().map(entry).collect_view()} {more}</ul> };
    Some(list)
}

fn entry(member: &Nested, levels: usize) -> AnyView {
    let bits = member.bits.map(|(bit, width)| {
        let last = bit + width.saturating_sub(1);
        let text = if width > 1 {
            format!("bits {bit}–{last}")
        } else {
            format!("bit {bit}")
        };
        any_view! { <span class="figure quiet">{text}</span> }
    });
    let offset = figures::offset(member.offset);
    let size = format!("+{}", figures::size(member.size));
    any_view! {
        <li>
            <span class="figure nested-offset">{offset}</span>
            <span class="figure nested-size">{size}</span>
            <code>{member.declaration.clone()}</code>
            {bits}
            {list(&member.members, member.folded, levels)}
        </li>
    }
}
