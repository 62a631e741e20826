//! The changes, in groups: added, removed and changed members as tables, with consequential and absent changes folded
//! below them. And the comparison as Markdown.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::pages::prelude::*;
use strata_core::diff::{Change, Diff, Explanation, Kind, Mark, Shift};
use strata_core::layout::{BitField, Gap, Member};
use strata_core::{ByteOffset, ByteSize};

use crate::components::{blocks, mark};
use crate::page::DiffPage;
use crate::page::diagram::gap_key;
use crate::page::diff::NestedDiff;
use crate::step::StepChanges;

pub(super) fn changes(page: &DiffPage, step_changes: &StepChanges) -> AnyView {
    let DiffPage { diff, nested, .. } = page;
    let heads = [diff.from.point.to_string(), diff.to.point.to_string()];
    let tables = Tables {
        heads: heads.each_ref().map(String::as_str),
        step_changes,
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
        blocks::values(&tables.heads, rows)
    });
    let none = (is_plain && !diff.is_empty() && values.is_none()).then(|| {
        any_view! {
            <p>
                "No member was added, removed or changed by itself; the differences are explained below."
            </p>
        }
    });
    let shift = |shift: &Shift| {
        let changes = shift.changes.iter();
        let changes: Vec<&Change> = changes.filter_map(|at| diff.changes.get(*at)).collect();
        let words = shift_words(shift, changes.len());
        fold(&words, tables.entries(&changes))
    };
    any_view! {
        <div class="changes">
            {none}
            {values}
            {removed}
            {added}
            {changed}
            {diff.shifts.iter().map(shift).collect_view()}
            {tables.width(&of(|it| it.explained_by == Some(Explanation::PointerWidth)))}
            {tables.unchanged(page)}
            {tables.gaps(page)}
        </div>
    }
}

/// What the tables of members share.
#[derive(Clone, Copy, Debug)]
struct Tables<'a> {
    heads: [&'a str; 2],
    step_changes: &'a StepChanges,
    nested: &'a BTreeMap<String, NestedDiff>,
}

impl Tables<'_> {
    fn group(self, id: &'static str, title: &str, changes: &[&Change]) -> Option<AnyView> {
        if changes.is_empty() {
            return None;
        }
        let bits = changes.iter().filter(|it| it.bit().is_some()).count();
        let count = match (changes.len() - bits, bits) {
            (members, 0) => members.to_string(),
            (0, bits) => counted(bits, "bit field"),
            (members, bits) => {
                let members = counted(members, "member");
                format!("{members}, {}", counted(bits, "bit field"))
            }
        };
        let count = any_view! { <span class="quiet">{count}</span> };
        let title = any_view! { <h2 id=id>{format!("{title} ")} {count}</h2> };
        Some(any_view! { <section aria-labelledby=id>{title} {self.entries(changes)}</section> })
    }

    /// One row per member: the change, and the member before and after.
    fn entries(self, changes: &[&Change]) -> AnyView {
        // An added member has no cell before, a removed one none after.
        let has = |side: usize| changes.iter().any(|change| sides(change)[side].is_some());
        let has = [has(0), has(1)];
        let points = self.heads.into_iter().zip(has);
        let points = points.filter_map(|(head, has)| has.then_some((head, true)));
        let heads = [("Member", false), ("What happened", false)];
        let rows = changes.iter().map(|change| self.entry(change, has));
        table(
            "plain-table entries stacked",
            heads.into_iter().chain(points),
            rows,
        )
    }

    fn entry(self, change: &Change, [has_from, has_to]: [bool; 2]) -> AnyView {
        let [from, to] = sides(change);
        let declared_anew =
            from.as_ref().map(|it| &it.declaration) != to.as_ref().map(|it| &it.declaration);
        let resized = matches!((&from, &to), (Some(a), Some(b)) if a.size != b.size);
        let kinds = change.kinds.iter().map(|kind| kind_item(change, *kind));
        let side = |side: Option<Side<'_>>| side.map(|it| side_cell(&it, declared_anew, resized));
        let unnamed = change.subject().is_some_and(|member| member.name.is_none());
        let class = match unnamed {
            true => "member-name member-unnamed",
            false => "member-name",
        };
        let key = change.row().map(ToString::to_string).unwrap_or_default();
        let [from_point, to_point] = self.heads;
        let inside = self.nested.get(&key).filter(|_| change.bit().is_none());
        let cells = view! {
            <th class=class scope="row">{change.label().to_owned()}</th>
            <td><ul class="kinds">{kinds.collect_view()}</ul></td>
            {has_from.then(|| any_view! { <td data-head=from_point.to_owned()>{side(from)}</td> })}
            {has_to
                .then(|| {
                    any_view! {
                        <td data-head=to_point.to_owned()>{side(to)} {inside.map(inside_of)}</td>
                    }
                })}
        };
        self.row(&key, cells.into_any())
    }

    fn row(self, key: &str, cells: AnyView) -> AnyView {
        let step_changes = self.step_changes.classes(key);
        let class = (!step_changes.is_empty()).then(|| step_changes.trim_start().to_owned());
        any_view! {
            <tr id=format!("change-{key}") data-key=key.to_owned() class=class>
                {cells}
            </tr>
        }
    }

    fn width(self, changes: &[&Change]) -> Option<AnyView> {
        let differ = match changes {
            [] => return None,
            [_] => "differs",
            _ => "differ",
        };
        let what = counted(changes.len(), "member");
        let summary = format!("{what} {differ} only by the width of pointers");
        Some(fold(&summary, self.entries(changes)))
    }

    /// The members of the later layout without a change.
    fn unchanged(self, page: &DiffPage) -> Option<AnyView> {
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
            let cells = view! {
                <td class="figure">{member.offset.to_string()}</td>
                <td class="figure">{member.size.to_string()}</td>
                <td><code>{member.declaration.clone()}</code> {self.nested.get(&key).map(inside_of)}</td>
            };
            self.row(&key, cells.into_any())
        };
        let heads = ["Offset", "Size", "Declaration"].map(|head| (head, false));
        let table = table("plain-table", heads, same.iter().map(row));
        let summary = format!("{} {is} the same in both", counted(same.len(), "member"));
        Some(fold(&summary, table))
    }

    /// Padding and holes of both layouts, by offset.
    fn gaps(self, page: &DiffPage) -> Option<AnyView> {
        let mut gaps: BTreeMap<ByteOffset, [Option<&Gap>; 2]> = BTreeMap::new();
        for (side, end) in [&page.from, &page.to].into_iter().enumerate() {
            for gap in end.layout.gaps() {
                gaps.entry(gap.offset).or_default()[side] = Some(gap);
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
            None => any_view! { <td class="quiet">"none"</td> },
            Some(gap) => {
                let bytes = figures::bytes(gap.size.get());
                any_view! { <td>{format!("{}, {bytes}", gap.kind.as_str())}</td> }
            }
        };
        let row = |(offset, [from, to]): (&ByteOffset, &[Option<&Gap>; 2])| {
            let cells = view! {
                <th class="figure" scope="row">{offset.to_string()}</th>
                {side(from)}
                {side(to)}
            };
            self.row(&gap_key(*offset), cells.into_any())
        };
        let [from, to] = self.heads.map(|head| (head, true));
        let heads = [("Offset", false), from, to];
        let table = table("plain-table", heads, gaps.iter().map(row));
        Some(fold(&summary, table))
    }
}

/// The changes inside a type: one line per member, with the changes further inside.
fn inside_of(nested: &NestedDiff) -> AnyView {
    let NestedDiff { diff, nested } = nested;
    let entry = |change: &Change| -> AnyView {
        let mark = change.mark();
        let sign = any_view! { <span class="became-sign" aria-hidden="true">{mark.sign()}</span> };
        let [from, to] = sides(change);
        let offset = |side: &Option<Side<'_>>| side.as_ref().map(|it| it.offset);
        let offsets = match [offset(&from), offset(&to)] {
            [Some(from), Some(to)] if from != to => format!("+{from} → +{to}"),
            [from, to] => to.or(from).map_or_else(String::new, |it| format!("+{it}")),
        };
        let further = change.row().and_then(|row| nested.get(row.as_str()));
        any_view! {
            <li class=mark::class(mark)>
                {sign}
                <span class="figure">{offsets}</span>
                " "
                <code>{change.label().to_owned()}</code>
                {format!(" {}", kinds_in_words(change, &[from, to]))}
                {further.map(inside_of)}
            </li>
        }
    };
    let (name, [from, to]) = (&diff.structure, [diff.from.point, diff.to.point]);
    let is_named = !name.is_unnamed();
    let link = is_named.then(|| {
        let link = any_view! { <a href=Route::diff(name, from, to).to_string()>{format!("Compare {name}")}</a> };
        any_view! { <p>{link}</p> }
    });
    let name = is_named.then(|| any_view! { " " <code>{name.as_str()}</code> });
    let summary = any_view! { "Inside" {name} {format!(": {}", diff.summary())} };
    let own = diff.changes.iter().filter(|it| it.explained_by.is_none());
    let own = own.map(entry).collect_view();
    blocks::fold(
        "inside",
        summary,
        any_view! { <ul class="nested-changes">{own}</ul> {link} },
    )
}

/// `resized: 0x08 → 0x10`, `retyped: ULONG A → USHORT A`.
fn kinds_in_words(change: &Change, [from, to]: &[Option<Side<'_>>; 2]) -> String {
    let words = |kind: &Kind| match (kind, from, to) {
        (Kind::Resized, Some(from), Some(to)) => {
            format!("resized: {} → {}", from.size, to.size)
        }
        (Kind::Retyped, Some(from), Some(to)) if from.declaration != to.declaration => {
            format!("retyped: {} → {}", from.declaration, to.declaration)
        }
        _ => kind_words(change, *kind).to_owned(),
    };
    joined(change.kinds.iter().map(words), "; ")
}

/// A table in a box of its own that scrolls; the flag of a column says whether it holds figures.
fn table<'a>(
    class: &'static str,
    heads: impl IntoIterator<Item = (&'a str, bool)>,
    rows: impl Iterator<Item = AnyView>,
) -> AnyView {
    let head = |(head, is_figure): (&str, bool)| {
        let class = is_figure.then_some("figure");
        any_view! { <th class=class scope="col">{head.to_owned()}</th> }
    };
    any_view! {
        <div class="table-box">
            <table class=class>
                <thead><tr>{heads.into_iter().map(head).collect_view()}</tr></thead>
                <tbody data-rows="">{rows.collect_view()}</tbody>
            </table>
        </div>
    }
}

/// Offset, size and declaration; what is equal in both layouts is greyed.
fn side_cell(side: &Side<'_>, declared_anew: bool, resized: bool) -> AnyView {
    let code = match declared_anew {
        true => "differs",
        false => "quiet",
    };
    let size = match resized {
        true => "figure differs",
        false => "figure quiet",
    };
    let bits = side.bits.clone();
    any_view! {
        <span class="figure entry-offset">{side.offset.to_string()}</span>
        " "
        <span class=size>{format!("+{}", side.size)}</span>
        " "
        <code class=code>{side.declaration.to_string()}</code>
        " "
        {bits.map(|bits| view! { <span class="quiet">{bits}</span> })}
    }
}

fn kind_item(change: &Change, kind: Kind) -> AnyView {
    let mark = change.mark_of(kind);
    let sign = any_view! { <span class="became-sign" aria-hidden="true">{mark.sign()}</span> };
    let moved = change
        .delta()
        .filter(|by| kind == Kind::Moved && !by.is_zero());
    let moved = moved.map(|by| view! { " " <span class="figure">{by.to_string()}</span> });
    any_view! {
        <li class=format!("kind {}", mark::class(mark))>{sign} {kind_words(change, kind)} {moved}</li>
    }
}

fn kind_words(change: &Change, kind: Kind) -> &'static str {
    match change.mark_of(kind) {
        moved @ Mark::MovedWithRest => moved.words(),
        Mark::Retyped if change.only_bits() => "bits changed",
        Mark::Retyped if change.only_inside() => "changed inside",
        _ => kind.words(),
    }
}

/// `23 members shifted by −0x4, to the end of the structure`.
fn shift_words(shift: &Shift, count: usize) -> String {
    let what = counted(count, "member");
    let tail = match shift.tail {
        true => ", to the end of the structure",
        false => "",
    };
    let by = &shift.by;
    format!("{what} shifted by {by}{tail}")
}

/// A line that unfolds without JavaScript, and keeps its state while its key stays.
fn fold(summary: &str, body: AnyView) -> AnyView {
    blocks::fold("fold-out", summary.to_owned().into_any(), body)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Side<'a> {
    /// Its offset; for a bit field, the offset of its integer.
    offset: ByteOffset,
    /// Its size; for a bit field, that of its integer.
    size: ByteSize,
    declaration: Cow<'a, str>,
    /// For a bit field, which bits of which member it is; for a member, the bit fields that it has only on this side.
    bits: Option<String>,
}

/// The sides before and after; `None` where the member was added or removed.
pub(super) fn sides(change: &Change) -> [Option<Side<'_>>; 2] {
    [
        side(&change.from, &change.from_bit, &change.to),
        side(&change.to, &change.to_bit, &change.from),
    ]
}

fn side<'a>(
    member: &'a Option<Member>,
    bit: &Option<BitField>,
    other: &Option<Member>,
) -> Option<Side<'a>> {
    let member = member.as_ref()?;
    let (declaration, bits) = match bit {
        Some(bit) => {
            let declaration = format!("{} : {}", bit.name, bit.range.width());
            let bits = format!("{} of {}", figures::bits(bit.range), member.title());
            (declaration.into(), Some(bits))
        }
        None => {
            let bits = other.as_ref().and_then(|other| only_here(member, other));
            (member.declaration.as_str().into(), bits)
        }
    };
    Some(Side {
        offset: member.offset,
        size: member.size,
        declaration,
        bits,
    })
}

/// The bit fields of a member that its counterpart lacks, in words.
fn only_here(member: &Member, other: &Member) -> Option<String> {
    let others = other.bits.known_bits()?;
    let known = |bit: &&BitField| {
        let same = |it: &BitField| (&it.name, it.range) == (&bit.name, bit.range);
        !others.iter().any(same)
    };
    let bits = member.bits.known_bits()?.iter().filter(known);
    let words = bits.map(|bit| format!("{} ({})", bit.name, figures::bits(bit.range)));
    let words = joined(words, ", ");
    (!words.is_empty()).then(|| format!("only here: {words}"))
}

/// The comparison as Markdown, for an issue or a commit message: the summary, then a table of changes.
pub(super) fn markdown(diff: &Diff) -> String {
    let (from, to) = (diff.from.point, diff.to.point);
    let mut text = format!(
        "**{}** {from} → {to}: {}\n\n| member | what | {from} | {to} |\n|---|---|---|---|\n",
        diff.structure,
        diff.summary()
    );
    let rank = |change: &&Change| match change.explained_by {
        Some(Explanation::PointerWidth) => 4,
        Some(Explanation::Shift) => 3,
        None if change.is(Kind::Removed) => 0,
        None if change.is(Kind::Added) => 1,
        None => 2,
    };
    let mut changes: Vec<&Change> = diff.changes.iter().collect();
    changes.sort_by_key(rank);
    for change in changes {
        text += &row(change);
    }
    for value in diff.values() {
        let number = |it: Option<i64>| it.map_or_else(String::new, |it| it.to_string());
        let (from, to) = (number(value.from), number(value.to));
        text += &format!("| {} | value | {from} | {to} |\n", value.name);
    }
    text
}

fn row(change: &Change) -> String {
    let kinds = change.kinds.iter().map(|kind| kind_words(change, *kind));
    let mut what = joined(kinds, ", ");
    if let Some(by) = change.delta().filter(|by| !by.is_zero()) {
        what = format!("{what} by {by}");
    }
    let side = |side: &Option<Side<'_>>| {
        side.as_ref().map_or_else(String::new, |side| {
            let bits = side.bits.as_ref();
            let bits = bits.map_or_else(String::new, |bits| format!(" ({bits})"));
            let (offset, declaration) = (side.offset.get(), &side.declaration);
            format!("`{offset:#x}` `{declaration}`{}", escaped(&bits))
        })
    };
    let [from, to] = &sides(change);
    let (from, to) = (side(from), side(to));
    format!("| {} | {what} | {from} | {to} |\n", escaped(change.label()))
}

/// Escapes a text for a table cell in Markdown.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}
