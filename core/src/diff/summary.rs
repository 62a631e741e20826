//! Summarizes a diff in one sentence.

use super::{Change, Delta, Diff, Explanation, Kind, ValueChange};
use crate::layout::{Bits, GapKind, Member};

pub(super) fn of(diff: &Diff) -> String {
    sentence(&clauses(diff), diff)
}

/// The sentence without the sizes: `Flags added, the tail moved by +0x8`; empty if only the size differs.
pub(super) fn without_sizes(diff: &Diff) -> String {
    clauses(diff).join(", ")
}

fn clauses(diff: &Diff) -> Vec<String> {
    let mut clauses = Vec::new();
    let changes = || diff.changes.iter();
    let members = || changes().filter(|change| change.bit().is_none());
    let only = |kind: Kind| members().filter(move |change| change.kinds[..] == [kind]);
    // A member added only to hold new bits, or removed because its bits became members, is not mentioned alone.
    let holders: Vec<_> = changes()
        .filter(|change| change.is(Kind::ToBits))
        .filter_map(|change| change.to.as_ref())
        .map(|holder| &holder.row)
        .collect();
    let left: Vec<_> = changes()
        .filter(|change| change.is(Kind::FromBits))
        .filter_map(|change| change.from.as_ref())
        .map(|holder| &holder.row)
        .collect();
    let is_mentioned = |change: &&Change| {
        !change.row().is_some_and(|row| {
            change.is(Kind::Added) && holders.contains(&row)
                || change.is(Kind::Removed) && left.contains(&row)
        })
    };
    for kind in [Kind::Added, Kind::Removed] {
        if only(kind).any(|change| is_mentioned(&change)) {
            count(&mut clauses, only(kind), kind.as_str());
        }
    }
    bits(&mut clauses, diff);
    // Bits added or removed with their integer, or because it became or ceased to be a union, are not mentioned either.
    let whole = |change: &&Change| {
        let one_sided = change.is(Kind::Added) || change.is(Kind::Removed);
        one_sided && is_mentioned(change)
            || change.is(Kind::Retyped) && becomes_union(change).is_some()
    };
    fields(&mut clauses, diff, &|holder| {
        members()
            .filter(whole)
            .any(|change| change.row() == Some(&holder.row))
    });
    let own = || members().filter(|change| change.explained_by.is_none());
    let retyped =
        |change: &&Change| change.is(Kind::Retyped) && !change.only_bits() && !change.only_inside();
    count(&mut clauses, own().filter(retyped), "retyped");
    let inside = own().filter(|it| it.only_inside() && !it.only_bits());
    count(&mut clauses, inside, "changed inside");
    for change in own().filter(|change| change.only_bits()) {
        clauses.extend(bits_changed(diff, change));
    }
    let resized = |change: &&Change| change.is(Kind::Resized) && !retyped(change);
    count(&mut clauses, own().filter(resized), "resized");
    renamed(
        &mut clauses,
        own().filter(|change| change.is(Kind::Renamed)),
    );
    let alone: Vec<_> = members().filter(|change| change.moved_alone()).collect();
    moved(&mut clauses, &alone);
    shifted(&mut clauses, diff);
    width(&mut clauses, diff);
    values(&mut clauses, diff);
    if clauses.is_empty() {
        gaps(&mut clauses, diff);
    }
    clauses
}

fn sentence(clauses: &[String], diff: &Diff) -> String {
    let (from, to) = (diff.from.size, diff.to.size);
    let size = if from == to {
        format!("size {to} in both")
    } else {
        format!("size {from} → {to}")
    };
    if clauses.is_empty() {
        let same = if from == to {
            "no difference"
        } else {
            "the same members"
        };
        return format!("{same}; {size}");
    }
    format!("{}; {size}", clauses.join(", "))
}

/// `3 values added, NonPagedPoolNx removed`.
fn values(clauses: &mut Vec<String>, diff: &Diff) {
    let values = diff.values();
    let kind = |it: &ValueChange<'_>| match (it.from, it.to) {
        (None, _) => "added",
        (_, None) => "removed",
        _ => "renumbered",
    };
    for what in ["added", "removed", "renumbered"] {
        let found: Vec<_> = values.iter().filter(|it| kind(it) == what).collect();
        match found[..] {
            [] => {}
            [one] => clauses.push(format!("{} {what}", one.name)),
            _ => clauses.push(format!("{} values {what}", found.len())),
        }
    }
}

/// `Flags added`, `3 members added`.
fn count<'a>(clauses: &mut Vec<String>, changes: impl Iterator<Item = &'a Change>, what: &str) {
    let changes: Vec<_> = changes.collect();
    match changes[..] {
        [] => {}
        [one] => clauses.push(format!("{} {what}", change_title(one))),
        _ => clauses.push(format!("{} members {what}", changes.len())),
    }
}

fn change_title(change: &Change) -> String {
    let name = change.subject().and_then(|member| member.name.as_deref());
    name.map_or_else(
        || format!("a member without a name ({})", change.label()),
        str::to_owned,
    )
}

/// Whether a member became a union with bit fields (`true`) or ceased to be one (`false`).
fn becomes_union(change: &Change) -> Option<bool> {
    let none = |member: &Option<Member>| member.as_ref().is_some_and(|it| it.bits == Bits::None);
    match (none(&change.from), none(&change.to)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// The change of a member's bits, unless it is described bit by bit.
fn bits_changed(diff: &Diff, change: &Change) -> Option<String> {
    let label = change.label();
    let row = |member: &Option<Member>| member.as_ref().map(|member| member.row.clone());
    let said = |it: &Change| {
        it.from_bit.is_some() && row(&it.from) == row(&change.from)
            || it.to_bit.is_some() && row(&it.to) == row(&change.to)
    };
    match becomes_union(change) {
        Some(true) => Some(format!("{label} became a union with bit fields")),
        Some(false) => Some(format!("{label} is no longer a union with bit fields")),
        None if diff.changes.iter().any(said) => None,
        None => Some(format!("the bits of {label} changed")),
    }
}

/// `bit Notified of Flags added`, `2 bits of Flags moved`.
fn fields(clauses: &mut Vec<String>, diff: &Diff, is_implied: &dyn Fn(&Member) -> bool) {
    for kind in [
        Kind::Added,
        Kind::Removed,
        Kind::Moved,
        Kind::Resized,
        Kind::Renamed,
    ] {
        let of_kind = |it: &&Change| it.bit().is_some() && it.is(kind);
        let mut left: Vec<&Change> = diff.changes.iter().filter(of_kind).collect();
        while let Some(holder) = left.first().and_then(|first| field_holder(first)) {
            let (group, rest): (Vec<_>, Vec<_>) = left
                .into_iter()
                .partition(|it| field_holder(it).is_some_and(|other| other.row == holder.row));
            let (of, what) = (holder.title(), kind.as_str());
            match group[..] {
                _ if is_implied(holder) => {}
                [one] => clauses.push(format!("bit {} of {of} {what}", one.label())),
                _ => clauses.push(format!("{} bits of {of} {what}", group.len())),
            }
            left = rest;
        }
    }
}

/// The integer that holds a bit, or held it if it is gone.
fn field_holder(change: &Change) -> Option<&Member> {
    change.to.as_ref().or(change.from.as_ref())
}

/// `4 BOOLEANs became bits of Flags`, `2 bits of Flags became BOOLEANs`.
fn bits(clauses: &mut Vec<String>, diff: &Diff) {
    for kind in [Kind::ToBits, Kind::FromBits] {
        let mut left: Vec<&Change> = diff.changes.iter().filter(|it| it.is(kind)).collect();
        while let Some(holder) = left.first().and_then(|first| holder(first)) {
            let (group, rest): (Vec<_>, Vec<_>) = left
                .into_iter()
                .partition(|change| self::holder(change) == Some(holder));
            clauses.push(bits_clause(kind, &group, holder));
            left = rest;
        }
    }
}

/// The label of the integer that holds the bits.
fn holder(change: &Change) -> Option<&str> {
    let member = if change.is(Kind::ToBits) {
        &change.to
    } else {
        &change.from
    };
    member.as_ref().map(Member::title)
}

fn bits_clause(kind: Kind, group: &[&Change], holder: &str) -> String {
    let types: Vec<String> = group
        .iter()
        .filter_map(|change| change.subject())
        .map(|member| member.ty.to_string())
        .collect();
    let ty = match &types[..] {
        [first, rest @ ..] if rest.iter().all(|ty| ty == first) => first.as_str(),
        _ => "member",
    };
    let label = group.first().map_or("", |change| change.label());
    match (kind, group.len()) {
        (Kind::ToBits, 1) => format!("{ty} {label} became a bit field of {holder}"),
        (Kind::ToBits, count) => format!("{count} {ty}s became bits of {holder}"),
        (_, 1) => format!("bit field {label} of {holder} became a {ty}"),
        (_, count) => format!("{count} bits of {holder} became {ty}s"),
    }
}

fn renamed<'a>(clauses: &mut Vec<String>, changes: impl Iterator<Item = &'a Change>) {
    let changes: Vec<_> = changes.collect();
    if let [one] = changes[..] {
        let (before, after) = (one.from_bit.as_ref(), one.to_bit.as_ref());
        let name = |bit: Option<&crate::layout::BitField>, member: &Option<Member>| {
            let name = member.as_ref().and_then(|member| member.name.clone());
            bit.map(|bit| bit.name.clone())
                .or(name)
                .unwrap_or_else(|| "(no name)".into())
        };
        let (from, to) = (name(before, &one.from), name(after, &one.to));
        clauses.push(format!("{from} renamed to {to}"));
    } else {
        count(clauses, changes.into_iter(), "renamed");
    }
}

/// `BuffersLost moved by +0x10`, `4 members moved on their own`.
fn moved(clauses: &mut Vec<String>, alone: &[&Change]) {
    if let [one] = alone {
        let by = one.delta().unwrap_or(Delta::ZERO);
        clauses.push(format!("{} moved by {by}", change_title(one)));
    } else if !alone.is_empty() {
        clauses.push(format!("{} members moved on their own", alone.len()));
    }
}

/// `the tail moved by −0x4`, `5 members moved by +0x8`, `40 members shifted by earlier changes`.
fn shifted(clauses: &mut Vec<String>, diff: &Diff) {
    let all: usize = diff.shifts.iter().map(|shift| shift.changes.len()).sum();
    if diff.shifts.len() > 2 {
        return clauses.push(format!("{all} members shifted by earlier changes"));
    }
    for shift in &diff.shifts {
        clauses.push(match shift.changes[..] {
            [one] => format!("{} moved by {}", diff.changes[one].label(), shift.by),
            _ if shift.tail => format!("the tail moved by {}", shift.by),
            _ => format!("{} members moved by {}", shift.changes.len(), shift.by),
        });
    }
}

fn width(clauses: &mut Vec<String>, diff: &Diff) {
    let count = diff
        .changes
        .iter()
        .filter(|change| change.explained_by == Some(Explanation::PointerWidth))
        .count();
    match count {
        0 => {}
        1 => clauses.push("1 member differs by the width of a pointer".to_owned()),
        _ => clauses.push(format!("{count} members differ by the width of a pointer")),
    }
}

fn gaps(clauses: &mut Vec<String>, diff: &Diff) {
    let mut all = diff.gaps_gone.iter().chain(&diff.gaps_new);
    if let Some(first) = all.next() {
        let holes = first.kind == GapKind::Hole || all.any(|gap| gap.kind == GapKind::Hole);
        let what = if holes { "holes" } else { "padding" };
        clauses.push(format!("only {what} changed"));
    }
}
