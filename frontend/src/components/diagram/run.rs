//! A run of the diagram, piece by piece.

use super::Drawing;
use crate::components::{figures, mark};
use crate::markup::{Element, Markup, el, said};
use crate::page::diagram::Part;
use crate::page::{Kind, Label, Run};

impl Drawing<'_> {
    /// Some bytes of a run, within one short row. The first part is the link; the others belong to it and say nothing of
    /// their own.
    pub(super) fn part(self, run: &Run, part: Part) -> Element {
        let class = format!("{}{}", class(run, part), self.told.classes(&run.key));
        let tile = self.diagram.tiles.get(part.tile);
        // Of a member that others in a union interrupt, only the first tile is the link.
        let goes_on = self.diagram.tiles.get(..part.tile).unwrap_or_default();
        let is_link = tile.is_some_and(|tile| goes_on.iter().all(|it| it.slot != tile.slot));
        if !part.first || !is_link {
            let place = part.offset.saturating_sub(run.offset);
            let rest = el("span")
                .known_by(format!("{}+{place:x}", run.root))
                .attr("class", class)
                .attr("data-key", run.key.clone())
                .attr("aria-hidden", "true");
            return named(rest, run, part);
        }
        let over = tile.map_or(&[][..], |tile| &tile.over);
        let title = self.describe(run, over);
        // Where the name stands in a later part, or nowhere, the link is called by its description.
        let unnamed = !part.named || matches!(run.label, Label::Gap);
        let name = unnamed.then(|| title.clone());
        let passed = self.stop.is_some_and(|stop| stop != part.tile);
        let link = el("a")
            .known_by(run.root.as_str())
            .attr("id", format!("{}-{}", self.id, run.key))
            .attr("class", class)
            .attr("href", format!("#{}-{}", self.target, run.key))
            .attr("data-key", run.key.clone())
            .attr("title", title)
            .attr_if("aria-label", name)
            .attr_if("tabindex", passed.then_some("-1"));
        named(link, run, part)
    }
}

impl Drawing<'_> {
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

/// Rows of a run that are not drawn.
pub(super) fn fold(run: &Run, from: u32, to: u32) -> Element {
    let what = run.array.as_ref().unwrap_or(&run.text);
    let ends = format!("{} … {}", figures::offset(from), figures::offset(to));
    el("span")
        .known_by(format!("{} folded", run.root))
        .attr("class", format!("fold {}", run.kind.class()))
        .attr("data-key", run.key.clone())
        .with(said("span", "figure", ends))
        .text(" ")
        .text(what)
}

/// With the run's name, where it stands in this part: what became of it, its kind's sign, and its name.
fn named(element: Element, run: &Run, part: Part) -> Element {
    if !part.named {
        return element;
    }
    let mark = run
        .mark
        .map(|mark| said("b", "run-mark", mark.sign()).into());
    let sign = said("i", "kind-sign", run.kind.sign()).attr("aria-hidden", "true");
    let name = match &run.label {
        Label::Name(name) => Some(said("span", "run-name", name)),
        Label::Unnamed(text) => Some(said("em", "run-name", text)),
        Label::Gap => (run.kind == Kind::Hole).then(|| said("span", "run-name", &run.text)),
    };
    let name = name.map(Markup::from);
    element.with_all(mark).with(sign).with_all(name)
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
