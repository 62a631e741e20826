//! Members of a comparison as a table: what happened, from where to where.

use strata_core::diff::wire::KindDto;

use crate::components::figures;
use crate::markup::{Element, Markup, el, said};
use crate::navigation::StepChanges;
use crate::page::diff::{Entry, Side};

/// What tables of members have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tables<'a> {
    /// What the two points are called.
    pub(super) heads: [&'a str; 2],
    /// What the last step changed.
    pub(super) told: &'a StepChanges,
}

impl Tables<'_> {
    /// One row a member.
    pub(super) fn entries(self, entries: &[Entry]) -> Element {
        let [from, to] = self.heads;
        let heads = [
            el("th").text("Member"),
            el("th").text("What happened"),
            said("th", "figure", from),
            said("th", "figure", to),
        ];
        let rows = entries.iter().map(|entry| self.entry(entry).into());
        table("plain-table entries", heads, rows)
    }

    fn entry(self, entry: &Entry) -> Element {
        let Entry {
            label,
            unnamed,
            kinds,
            from,
            to,
            by,
            alone,
            ..
        } = entry;
        let name_class = match unnamed {
            true => "member-name member-unnamed",
            false => "member-name",
        };
        let declared_anew =
            from.as_ref().map(|it| &it.declaration) != to.as_ref().map(|it| &it.declaration);
        let resized = matches!((from, to), (Some(a), Some(b)) if a.size != b.size);
        let kind = |kind: &KindDto| kind_item(*kind, by.as_deref(), *alone).into();
        let kinds = el("ul")
            .attr("class", "kinds")
            .with_all(kinds.iter().map(kind));
        let side = |side: &Option<Side>, point: &str| {
            let cell = el("td").attr("data-point", point.to_owned());
            match side {
                Some(side) => side_cell(cell, side, declared_anew, resized),
                None => cell,
            }
        };
        let [from_point, to_point] = self.heads;
        self.row(&entry.key)
            .with(said("th", name_class, label).attr("scope", "row"))
            .with(el("td").with(kinds))
            .with(side(from, from_point))
            .with(side(to, to_point))
    }

    /// The row of what has that key.
    pub(super) fn row(self, key: &str) -> Element {
        let told = self.told.classes(key).trim_start();
        el("tr")
            .attr("id", format!("change-{key}"))
            .attr("data-key", key.to_owned())
            .attr_if("class", (!told.is_empty()).then_some(told))
    }
}

/// A table with those columns, in a box in which it scrolls.
pub(super) fn table<const COLUMNS: usize>(
    class: &'static str,
    heads: [Element; COLUMNS],
    rows: impl Iterator<Item = Markup>,
) -> Element {
    let heads = heads.map(|head| head.attr("scope", "col").into());
    let table = el("table")
        .attr("class", class)
        .with(el("thead").with(el("tr").with_all(heads)))
        .with(el("tbody").with_all(rows));
    el("div").attr("class", "table-box").with(table)
}

/// Offset, size and declaration; what is the same in both layouts is quiet.
fn side_cell(cell: Element, side: &Side, declared_anew: bool, resized: bool) -> Element {
    let code = match declared_anew {
        true => "differs",
        false => "quiet",
    };
    let size = match resized {
        true => "figure differs",
        false => "figure quiet",
    };
    let offset = figures::offset(side.offset);
    let bits = side.bits.as_ref();
    cell.with(said("span", "figure entry-offset", offset))
        .text(" ")
        .with(said("span", size, format!("+{}", figures::size(side.size))))
        .text(" ")
        .with(said("code", code, &side.declaration))
        .text(" ")
        .with_all(bits.map(|bits| said("span", "quiet", bits).into()))
}

fn kind_item(kind: KindDto, by: Option<&str>, alone: bool) -> Element {
    let (sign, word, class) = words(kind, alone);
    let sign = said("span", "became-sign", sign).attr("aria-hidden", "true");
    let item = el("li").attr("class", class).with(sign).text(word);
    match by.filter(|_| kind == KindDto::Moved) {
        Some(by) => item.text(" ").with(said("span", "figure", by)),
        None => item,
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
