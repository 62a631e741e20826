//! What changed, in groups: what came, went and changed of its own accord as tables; what needs no attention folded below them.

use std::collections::BTreeMap;

use strata_core::diff::{Change, Explanation, Kind, Mark, Shift};
use strata_core::layout::{Gap, Member};

use super::side::{Side, sides};
use crate::components::figures::{self, counted};
use crate::components::{mark, values};
use crate::markup::{Element, Markup, el, said};
use crate::navigation::StepChanges;
use crate::page::DiffPage;
use crate::page::diagram::gap_key;
use crate::page::diff::NestedDiff;
use crate::route::Route;

/// What changed between the two, in groups.
pub(super) fn changes(page: &DiffPage, told: &StepChanges) -> Element {
    let DiffPage { diff, nested, .. } = page;
    let heads = [diff.from.point.to_string(), diff.to.point.to_string()];
    let tables = Tables {
        heads: heads.each_ref().map(String::as_str),
        told,
        nested,
    };
    let own = |change: &&Change| change.explained_by.is_none();
    let of = |wanted: fn(&Change) -> bool| -> Vec<&Change> {
        let changes = diff.changes.iter();
        changes.filter(|it| wanted(it)).collect()
    };
    let [removed, added, changed] = [
        ("removed", "Removed", of(|it| it.is(Kind::Removed))),
        ("added", "Added", of(|it| it.is(Kind::Added))),
        ("changed", "Changed", {
            let both = of(|it| !it.is(Kind::Removed) && !it.is(Kind::Added));
            both.into_iter().filter(own).collect()
        }),
    ]
    .map(|(id, title, changes)| tables.group(id, title, &changes));
    let is_plain = removed.is_none() && added.is_none() && changed.is_none();
    let values = diff.values();
    let values = (!values.is_empty()).then(|| {
        let rows = values.iter();
        let rows = rows.map(|value| (value.name, vec![value.from, value.to]));
        values::table(&tables.heads, rows).into()
    });
    let none = (is_plain && !diff.is_empty() && values.is_none()).then(|| {
        el("p")
            .text("No member was added, removed or changed of its own accord; what differs is explained below.")
            .into()
    });
    let shift = |shift: &Shift| {
        let changes = shift.changes.iter();
        let changes: Vec<&Change> = changes.filter_map(|at| diff.changes.get(*at)).collect();
        let words = shift_words(shift, changes.len());
        fold(
            &format!("shift {}", shift.by),
            &words,
            tables.entries(&changes),
        )
    };
    el("div")
        .attr("class", "changes")
        .with_all(none)
        .with_all(values)
        .with_all([removed, added, changed].into_iter().flatten())
        .with_all(diff.shifts.iter().map(shift))
        .with_all(tables.width(&of(|it| it.explained_by == Some(Explanation::PointerWidth))))
        .with_all(tables.unchanged(page))
        .with_all(tables.gaps(page))
}

/// What tables of members have in common.
#[derive(Clone, Copy, Debug)]
struct Tables<'a> {
    /// What the two points are called.
    heads: [&'a str; 2],
    told: &'a StepChanges,
    nested: &'a BTreeMap<String, NestedDiff>,
}

impl Tables<'_> {
    fn group(self, id: &'static str, title: &str, changes: &[&Change]) -> Option<Markup> {
        if changes.is_empty() {
            return None;
        }
        let count = said("span", "quiet", changes.len().to_string());
        let title = el("h2").attr("id", id).text(title).text(" ").with(count);
        let section = el("section")
            .known_by(id)
            .attr("aria-labelledby", id)
            .with(title)
            .with(self.entries(changes));
        Some(section.into())
    }

    /// One row a member: what happened, from where to where.
    fn entries(self, changes: &[&Change]) -> Element {
        let [from, to] = self.heads;
        let heads = [
            el("th").text("Member"),
            el("th").text("What happened"),
            said("th", "figure", from),
            said("th", "figure", to),
        ];
        let rows = changes.iter().map(|change| self.entry(change).into());
        table("plain-table entries", heads, rows)
    }

    fn entry(self, change: &Change) -> Element {
        let [from, to] = sides(change);
        let declared_anew =
            from.as_ref().map(|it| &it.declaration) != to.as_ref().map(|it| &it.declaration);
        let resized = matches!((&from, &to), (Some(a), Some(b)) if a.size != b.size);
        let kinds = change
            .kinds
            .iter()
            .map(|kind| kind_item(change, *kind).into());
        let side = |side: Option<Side<'_>>, point: &str| {
            let cell = el("td").attr("data-point", point.to_owned());
            match side {
                Some(side) => side_cell(cell, &side, declared_anew, resized),
                None => cell,
            }
        };
        let unnamed = change.subject().is_some_and(|member| member.name.is_none());
        let class = match unnamed {
            true => "member-name member-unnamed",
            false => "member-name",
        };
        let key = change.row().map(ToString::to_string).unwrap_or_default();
        let [from_point, to_point] = self.heads;
        let inside = self.inside(&key).filter(|_| change.bit().is_none());
        self.row(&key)
            .with(said("th", class, change.label()).attr("scope", "row"))
            .with(el("td").with(el("ul").attr("class", "kinds").with_all(kinds)))
            .with(side(from, from_point))
            .with(side(to, to_point).with_all(inside))
    }

    /// The row of what has that key.
    fn row(self, key: &str) -> Element {
        let told = self.told.classes(key).trim_start();
        el("tr")
            .attr("id", format!("change-{key}"))
            .attr("data-key", key.to_owned())
            .attr_if("class", (!told.is_empty()).then_some(told))
    }

    /// What changed inside the type that a member holds.
    fn inside(self, key: &str) -> Option<Markup> {
        self.nested.get(key).map(inside)
    }

    /// What the width of pointers explains.
    fn width(self, changes: &[&Change]) -> Option<Markup> {
        let differ = match changes {
            [] => return None,
            [_] => "differs",
            _ => "differ",
        };
        let what = members(changes.len());
        let summary = format!("{what} {differ} by the width of pointers alone");
        Some(fold("width", &summary, self.entries(changes)))
    }

    /// The members of the later layout to which nothing happened.
    fn unchanged(self, page: &DiffPage) -> Option<Markup> {
        let changes = page.diff.changes.iter().filter(|it| it.to_bit.is_none());
        let touched = changes.filter_map(|change| Some(&change.to.as_ref()?.row));
        let touched: Vec<_> = touched.collect();
        let members_of = page.to.layout.members();
        let same: Vec<&Member> = members_of
            .filter(|it| !touched.contains(&&it.row))
            .collect();
        let is = match same.len() {
            0 => return None,
            1 => "is",
            _ => "are",
        };
        let row = |member: &&Member| {
            let key = member.row.to_string();
            let declaration = el("td").with(el("code").text(&member.declaration));
            self.row(&key)
                .with(said("td", "figure", member.offset.to_string()))
                .with(said("td", "figure", member.size.to_string()))
                .with(declaration.with_all(self.inside(&key)))
                .into()
        };
        let heads = ["Offset", "Size", "Declaration"].map(|head| el("th").text(head));
        let table = table("plain-table", heads, same.iter().map(row));
        let summary = format!("{} {is} the same in both", members(same.len()));
        Some(fold("unchanged", &summary, table))
    }

    /// Padding and holes of both, by where they begin.
    fn gaps(self, page: &DiffPage) -> Option<Markup> {
        let mut gaps: BTreeMap<u32, [Option<&Gap>; 2]> = BTreeMap::new();
        for (side, end) in [&page.from, &page.to].into_iter().enumerate() {
            for gap in end.layout.gaps() {
                gaps.entry(gap.offset.get()).or_default()[side] = Some(gap);
            }
        }
        let differ = gaps.values().filter(|[from, to]| from != to).count();
        let summary = match (gaps.len(), differ) {
            (0, _) => return None,
            (_, 0) => "Padding and holes are the same in both".to_owned(),
            (_, 1) => "Padding and holes differ at 1 offset".to_owned(),
            _ => format!("Padding and holes differ at {differ} offsets"),
        };
        let side = |side: &Option<&Gap>| match side {
            None => said("td", "quiet", "none"),
            Some(gap) => {
                let bytes = figures::bytes(gap.size.get());
                el("td").text(&format!("{}, {bytes}", gap.kind.as_str()))
            }
        };
        let row = |(offset, [from, to]): (&u32, &[Option<&Gap>; 2])| {
            let place = said("th", "figure", figures::offset(*offset));
            self.row(&gap_key(*offset))
                .with(place.attr("scope", "row"))
                .with(side(from))
                .with(side(to))
                .into()
        };
        let [from, to] = self.heads.map(|head| said("th", "figure", head));
        let heads = [el("th").text("Offset"), from, to];
        let table = table("plain-table", heads, gaps.iter().map(row));
        Some(fold("gaps", &summary, table))
    }
}

/// What changed inside a type: one line a member, and what changed further inside it.
fn inside(nested: &NestedDiff) -> Markup {
    let NestedDiff { diff, nested } = nested;
    let entry = |change: &Change| -> Markup {
        let mark = change.mark();
        let sign = said("span", "became-sign", mark.sign()).attr("aria-hidden", "true");
        let [from, to] = sides(change);
        let offset = |side: &Option<Side<'_>>| side.as_ref().map(|it| figures::offset(it.offset));
        let offsets = match [offset(&from), offset(&to)] {
            [Some(from), Some(to)] if from != to => format!("+{from} → +{to}"),
            [from, to] => to.or(from).map_or_else(String::new, |it| format!("+{it}")),
        };
        let further = change.row().and_then(|row| nested.get(row.as_str()));
        el("li")
            .attr("class", mark::class(mark))
            .with(sign)
            .with(said("span", "figure", offsets))
            .text(" ")
            .with(el("code").text(change.label()))
            .text(&format!(" {}", kinds_in_words(change, &[from, to])))
            .with_all(further.map(inside))
            .into()
    };
    let (name, [from, to]) = (&diff.structure, [diff.from.point, diff.to.point]);
    let link = (!name.is_unnamed()).then(|| {
        let link = el("a")
            .attr("href", Route::diff(name, from, to).to_string())
            .text(&format!("Compare {name}"));
        el("p").with(link).into()
    });
    let summary = el("summary")
        .text("Inside ")
        .with(el("code").text(name.as_str()))
        .text(&format!(": {}", diff.summary()));
    let own = diff.changes.iter().filter(|it| it.explained_by.is_none());
    el("details")
        .known_by("inside")
        .attr("class", "inside")
        .with(summary)
        .with(
            el("ul")
                .attr("class", "nested-changes")
                .with_all(own.map(entry)),
        )
        .with_all(link)
        .into()
}

/// `resized: 0x08 → 0x10`, `retyped: ULONG A → USHORT A`.
fn kinds_in_words(change: &Change, [from, to]: &[Option<Side<'_>>; 2]) -> String {
    let words = |kind: &Kind| match (kind, from, to) {
        (Kind::Resized, Some(from), Some(to)) => {
            let (from, to) = (figures::size(from.size), figures::size(to.size));
            format!("resized: {from} → {to}")
        }
        (Kind::Retyped, Some(from), Some(to)) if from.declaration != to.declaration => {
            format!("retyped: {} → {}", from.declaration, to.declaration)
        }
        _ => kind_words(change, *kind).to_owned(),
    };
    let words: Vec<String> = change.kinds.iter().map(words).collect();
    words.join("; ")
}

/// A table with those columns, in a box in which it scrolls.
fn table<const COLUMNS: usize>(
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
fn side_cell(cell: Element, side: &Side<'_>, declared_anew: bool, resized: bool) -> Element {
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

fn kind_item(change: &Change, kind: Kind) -> Element {
    let mark = change.mark_of(kind);
    let sign = said("span", "became-sign", mark.sign()).attr("aria-hidden", "true");
    let item = el("li")
        .attr("class", format!("kind {}", mark::class(mark)))
        .with(sign)
        .text(kind_words(change, kind));
    let moved = change
        .delta()
        .filter(|by| kind == Kind::Moved && !by.is_zero());
    match moved {
        Some(by) => item.text(" ").with(said("span", "figure", by.to_string())),
        None => item,
    }
}

fn kind_words(change: &Change, kind: Kind) -> &'static str {
    match change.mark_of(kind) {
        moved @ Mark::MovedWithRest => moved.words(),
        _ => kind.words(),
    }
}

/// `23 members shifted by −0x4, to the end of the structure`.
fn shift_words(shift: &Shift, count: usize) -> String {
    let what = members(count);
    let tail = match shift.tail {
        true => ", to the end of the structure",
        false => "",
    };
    let by = &shift.by;
    format!("{what} shifted by {by}{tail}")
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

fn members(count: usize) -> String {
    counted(u32::try_from(count).unwrap_or(u32::MAX), "member")
}
