//! What needs no attention of its own: shifts, the width of pointers, what is the same, padding and holes. Folded.

use super::entries::{Tables, table};
use crate::components::figures::{self, counted};
use crate::markup::{Element, Markup, el, said};
use crate::page::diff::{Entry, GapEntry, GapSide, Shift};

impl Tables<'_> {
    /// Members that moved together.
    pub(super) fn shift(self, shift: &Shift) -> Markup {
        fold(
            &format!("shift {}", shift.by),
            &shift_words(shift),
            self.entries(&shift.entries),
        )
    }

    /// What the width of pointers explains.
    pub(super) fn width(self, entries: &[Entry]) -> Option<Markup> {
        let differ = match entries {
            [] => return None,
            [_] => "differs",
            _ => "differ",
        };
        let what = members(entries);
        let summary = format!("{what} {differ} by the width of pointers alone");
        Some(fold("width", &summary, self.entries(entries)))
    }

    /// What is the same in both.
    pub(super) fn unchanged(self, entries: &[Entry]) -> Option<Markup> {
        let is = match entries {
            [] => return None,
            [_] => "is",
            _ => "are",
        };
        let row = |entry: &Entry| {
            let side = entry.to.as_ref();
            let cells = side.map(|side| {
                [
                    said("td", "figure", figures::offset(side.offset)).into(),
                    said("td", "figure", figures::size(side.size)).into(),
                    el("td").with(el("code").text(&side.declaration)).into(),
                ]
            });
            let row = self.row(&entry.key);
            row.with_all(cells.into_iter().flatten()).into()
        };
        let heads = ["Offset", "Size", "Declaration"].map(|head| el("th").text(head));
        let table = table("plain-table", heads, entries.iter().map(row));
        let summary = format!("{} {is} the same in both", members(entries));
        Some(fold("unchanged", &summary, table))
    }

    /// Padding and holes of both.
    pub(super) fn gaps(self, gaps: &[GapEntry]) -> Option<Markup> {
        if gaps.is_empty() {
            return None;
        }
        let differ = gaps.iter().filter(|gap| gap.from != gap.to).count();
        let summary = match differ {
            0 => "Padding and holes are the same in both".to_owned(),
            1 => "Padding and holes differ at 1 offset".to_owned(),
            _ => format!("Padding and holes differ at {differ} offsets"),
        };
        let side = |side: &Option<GapSide>| match side {
            None => said("td", "quiet", "none"),
            Some(GapSide { kind, size }) => {
                el("td").text(&format!("{kind}, {}", figures::bytes(*size)))
            }
        };
        let row = |gap: &GapEntry| {
            let offset = said("th", "figure", figures::offset(gap.offset));
            self.row(&gap.key)
                .with(offset.attr("scope", "row"))
                .with(side(&gap.from))
                .with(side(&gap.to))
                .into()
        };
        let [from, to] = self.heads.map(|head| said("th", "figure", head));
        let heads = [el("th").text("Offset"), from, to];
        let table = table("plain-table", heads, gaps.iter().map(row));
        Some(fold("gaps", &summary, table))
    }
}

/// `23 members moved by −0x4, explained by what comes before them`.
fn shift_words(shift: &Shift) -> String {
    let what = members(&shift.entries);
    let them = match shift.entries.len() {
        1 => "it",
        _ => "them",
    };
    let tail = if shift.tail {
        ", to the end of the structure,"
    } else {
        ""
    };
    let by = &shift.by;
    format!("{what} moved by {by}{tail} explained by what comes before {them}")
}

/// A line that unfolds without JavaScript, and stays as it is while what it is known by is there.
fn fold(key: &str, summary: &str, body: Element) -> Markup {
    el("details")
        .known_by(key)
        .attr("class", "fold-out")
        .with(el("summary").text(summary))
        .with(body)
        .into()
}

fn members(entries: &[Entry]) -> String {
    counted(u32::try_from(entries.len()).unwrap_or(u32::MAX), "member")
}
