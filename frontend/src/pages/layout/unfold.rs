//! What is inside a member, with offsets from the start of the whole structure. Unfolds without JavaScript.

use crate::components::figures;
use crate::markup::{Element, Markup, el, said};
use crate::page::Nested;
use crate::page::nested::Inside;

/// How many levels are drawn within one another.
const LEVELS: usize = 6;

/// What is inside a member.
pub(super) fn unfold(inside: &Inside) -> Element {
    let Inside {
        ty,
        summary,
        members,
        folded,
    } = inside;
    let about = (!summary.is_empty()).then(|| said("p", "row-note", summary).into());
    el("details")
        .known_by("inside")
        .attr("class", "inside")
        .with(el("summary").text("Inside ").with(el("code").text(ty)))
        .with_all(about)
        .with_all(list(members, *folded, LEVELS))
}

fn list(members: &[Nested], folded: u32, levels: usize) -> Option<Markup> {
    if levels == 0 || members.is_empty() {
        return None;
    }
    let more = (folded > 0).then(|| said("li", "quiet", format!("and {folded} more")).into());
    let entry = |member| entry(member, levels - 1);
    let list = el("ul")
        .attr("class", "nested")
        .with_all(members.iter().map(entry))
        .with_all(more);
    Some(list.into())
}

fn entry(member: &Nested, levels: usize) -> Markup {
    let bits = member.bits.map(|(bit, width)| {
        let last = bit + width.saturating_sub(1);
        let text = if width > 1 {
            format!("bits {bit}–{last}")
        } else {
            format!("bit {bit}")
        };
        said("span", "figure quiet", text).into()
    });
    let offset = figures::offset(member.offset);
    let size = format!("+{}", figures::size(member.size));
    el("li")
        .with(said("span", "figure nested-offset", offset))
        .with(said("span", "figure nested-size", size))
        .with(el("code").text(&member.declaration))
        .with_all(bits)
        .with_all(list(&member.members, member.folded, levels))
        .into()
}
