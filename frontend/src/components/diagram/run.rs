//! A run of the diagram, piece by piece.

use crate::erase::Erase;
use leptos::prelude::*;

use crate::components::figures;
use crate::page::diagram::Part;
use crate::page::{Kind, Label, Run};

/// Where the runs are.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The diagram's id.
    pub(super) id: &'static str,
    /// The beginning of the ids to which runs lead.
    pub(super) target: &'static str,
    /// The run that is the one stop of the tab key, if there is but one.
    pub(super) stop: RwSignal<Option<usize>>,
}

/// Some bytes of a run. The first part is the link; the others belong to it and say nothing of their own.
pub(super) fn part_view(run: &Run, part: Part, place: Place) -> impl IntoView + use<> {
    let Place { id, target, stop } = place;
    let class = class(run, part);
    let label = part.named.then(|| label(run));
    if !part.first {
        return view! {
            <span class=class data-key=run.key.clone() aria-hidden="true">
                {label}
            </span>
        }
        .erase();
    }
    let index = part.run;
    let tabindex = move || stop.get().is_some_and(|stop| stop != index).then_some("-1");
    let title = describe(run);
    // Where the name stands in a later part, or nowhere, the link is called by its description.
    let name = (!part.named || matches!(run.label, Label::Gap)).then(|| title.clone());
    view! {
        <a
            id=format!("{id}-{}", run.key)
            class=class
            href=format!("#{target}-{}", run.key)
            data-key=run.key.clone()
            title=title
            aria-label=name
            tabindex=tabindex
        >
            {label}
        </a>
    }
    .erase()
}

/// Rows of a run that are not drawn.
pub(super) fn fold(run: &Run, from: u32, to: u32) -> impl IntoView + use<> {
    let what = run.array.clone().unwrap_or_else(|| run.text.clone());
    view! {
        <span class=format!("fold {}", run.kind.class()) data-key=run.key.clone()>
            <span class="figure">{figures::offset(from)} " … " {figures::offset(to)}</span>
            " "
            {what}
        </span>
    }
}

/// What stands in a run: its kind's sign, and its name as far as there is room.
fn label(run: &Run) -> impl IntoView + use<> {
    let mark = run
        .mark
        .map(|mark| view! { <b class="run-mark">{mark.sign()}</b> });
    let sign = view! { <i class="kind-sign" aria-hidden="true">{run.kind.sign()}</i> };
    let name = match &run.label {
        Label::Name(name) => Some(view! { <span class="run-name">{name.clone()}</span> }.erase()),
        Label::Unnamed(text) => Some(view! { <em class="run-name">{text.clone()}</em> }.erase()),
        Label::Gap => (run.kind == Kind::Hole)
            .then(|| view! { <span class="run-name">{run.text.clone()}</span> }.erase()),
    };
    view! { {mark} {sign} {name} }
}

/// `0x10 +0x18 KEVENT Event`.
fn describe(run: &Run) -> String {
    let (offset, size) = (figures::offset(run.offset), figures::size(run.size));
    format!("{offset} +{size} {}", run.text)
}

fn class(run: &Run, part: Part) -> String {
    let mut class = format!("run {} s{}", run.kind.class(), part.size);
    let above = |row| part.above >= row;
    for (holds, name) in [
        (part.first, " first"),
        (part.last, " last"),
        (above(8), " up8"),
        (above(16), " up16"),
        (above(32), " up32"),
    ] {
        if holds {
            class.push_str(name);
        }
    }
    if let Some(mark) = run.mark {
        class.push(' ');
        class.push_str(mark.class());
    }
    class
}
