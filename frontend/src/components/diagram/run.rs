//! A run of the diagram, piece by piece.

use crate::view::*;
use strata_core::diff::Mark;

use super::Drawing;
use crate::components::{figures, mark};
use crate::page::diagram::Part;
use crate::page::{Kind, Label, Run};

/// Some bytes of a run as they are drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ShownPart {
    class: String,
    key: String,
    link: Option<PartLink>,
    name: Option<PartName>,
}

#[derive(Clone, Debug, PartialEq)]
struct PartLink {
    id: String,
    href: String,
    title: String,
    is_unnamed: bool,
    /// Whether the tab key passes it by.
    passed: bool,
}

/// A run's name: what became of it, its kind, and what it is called.
#[derive(Clone, Debug, PartialEq)]
struct PartName {
    mark: Option<Mark>,
    kind: Kind,
    label: Option<Label>,
}

impl Drawing<'_> {
    /// Some bytes of a run, within one short row, and what they are known by. The first part is the link; the others belong
    /// to it and say nothing of their own.
    pub(super) fn part(self, run: &Run, part: Part) -> (String, ShownPart) {
        let tile = self.diagram.tiles.get(part.tile);
        // Of a member that others in a union interrupt, only the first tile is the link.
        let goes_on = self.diagram.tiles.get(..part.tile).unwrap_or_default();
        let is_link =
            part.first && tile.is_some_and(|tile| goes_on.iter().all(|it| it.slot != tile.slot));
        let link = is_link.then(|| PartLink {
            id: format!("{}-{}", self.id, run.key),
            href: format!("#{}-{}", self.target, run.key),
            title: self.describe(run, tile.map_or(&[][..], |tile| &tile.over)),
            // Where the name stands in a later part, or nowhere, the link is called by its description.
            is_unnamed: !part.named || matches!(run.label, Label::Gap),
            passed: self.stop.is_some_and(|stop| stop != part.tile),
        });
        let key = match is_link {
            true => run.root.clone(),
            false => format!("{}+{:x}", run.root, part.offset.saturating_sub(run.offset)),
        };
        let label = match &run.label {
            Label::Gap => (run.kind == Kind::Hole).then(|| Label::Name(run.text.clone())),
            label => Some(label.clone()),
        };
        let shown = ShownPart {
            class: format!("{}{}", class(run, part), self.told.classes(&run.key)),
            key: run.key.clone(),
            link,
            name: part.named.then_some(PartName {
                mark: run.mark,
                kind: run.kind,
                label,
            }),
        };
        (key, shown)
    }

    /// `0x10 +0x18 KEVENT Event; in the same bytes: ULONG Flags`.
    fn describe(self, run: &Run, over: &[usize]) -> String {
        let (offset, size) = (figures::offset(run.offset), figures::size(run.size));
        let over = over.iter().filter_map(|at| self.diagram.runs.get(*at));
        let over: Vec<&str> = over.map(|run| &*run.text).collect();
        match &over[..] {
            [] => format!("{offset} +{size} {}", run.text),
            over => format!(
                "{offset} +{size} {}; in the same bytes: {}",
                run.text,
                over.join(", ")
            ),
        }
    }
}

pub(super) fn fold(run: &Run, from: u32, to: u32) -> AnyView {
    let what = run.array.as_ref().unwrap_or(&run.text);
    let ends = format!("{} … {}", figures::offset(from), figures::offset(to));
    any_view! {
        <span class=format!("fold {}", run.kind.class()) data-key=run.key.clone()>
            <span class="figure">{ends}</span>
            " "
            {what.clone()}
        </span>
    }
}

impl ShownPart {
    pub(super) fn draw(&self) -> AnyView {
        let (class, key) = (self.class.clone(), self.key.clone());
        let name = self.name.as_ref().map(PartName::draw);
        let Some(link) = self.link.clone() else {
            return any_view! { <span class=class data-key=key aria-hidden="true">{name}</span> };
        };
        let label = link.is_unnamed.then(|| link.title.clone());
        any_view! {
            <a
                id=link.id
                class=class
                href=link.href
                data-key=key
                title=link.title
                aria-label=label
                tabindex=link.passed.then_some("-1")
            >
                {name}
            </a>
        }
    }
}

impl PartName {
    fn draw(&self) -> AnyView {
        let mark = self
            .mark
            .map(|mark| view! { <b class="run-mark">{mark.sign()}</b> });
        let label = match self.label.clone() {
            Some(Label::Name(name)) => any_view! { <span class="run-name">{name}</span> },
            Some(Label::Unnamed(text)) => any_view! { <em class="run-name">{text}</em> },
            _ => ().into_any(),
        };
        any_view! {
            {mark}
            <i class="kind-sign" aria-hidden="true">{self.kind.sign()}</i>
            {label}
        }
    }
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
        class.push_str(mark::tone(mark));
    }
    class
}
