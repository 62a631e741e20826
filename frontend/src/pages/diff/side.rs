//! One member or bit field of a comparison, in words: where it was and is, and the whole as Markdown.

use std::borrow::Cow;

use strata_core::diff::{Change, Diff, Explanation, Kind};
use strata_core::layout::{BitField, Member};

use crate::components::figures;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Side<'a> {
    /// Where it begins; of a bit field, where the integer that holds it does.
    pub(super) offset: u32,
    /// How many bytes it has; of a bit field, how many the integer has.
    pub(super) size: u32,
    pub(super) declaration: Cow<'a, str>,
    /// Of a bit field, which bits of which member it is; of a member, the bits that it has only on this side.
    pub(super) bits: Option<String>,
}

/// Where it was and where it is; `None` where it was added or removed.
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
    Some(match (bit, other) {
        (Some(bit), _) => Side::of_bit(member, bit),
        (None, Some(other)) => Side {
            bits: only_here(member, other),
            ..Side::of(member)
        },
        (None, None) => Side::of(member),
    })
}

impl<'a> Side<'a> {
    pub(super) fn of(member: &'a Member) -> Self {
        Self {
            offset: member.offset.get(),
            size: member.size.get(),
            declaration: member.declaration.as_str().into(),
            bits: None,
        }
    }

    fn of_bit(holder: &'a Member, bit: &BitField) -> Self {
        let (width, bits) = (bit.range.width(), figures::bits(bit.range));
        Self {
            declaration: format!("{} : {width}", bit.name).into(),
            bits: Some(format!("{bits} of {}", holder.title())),
            ..Self::of(holder)
        }
    }
}

/// The bits that a member has and its other self has not, in words.
fn only_here(member: &Member, other: &Member) -> Option<String> {
    let others = other.bits.known()?;
    let known = |bit: &&BitField| {
        let same = |it: &BitField| (&it.name, it.range) == (&bit.name, bit.range);
        !others.iter().any(same)
    };
    let bits = member.bits.known()?.iter().filter(known);
    let words = bits.map(|bit| format!("{} ({})", bit.name, figures::bits(bit.range)));
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| format!("only here: {}", words.join(", ")))
}

/// The comparison as Markdown, for an issue or a commit message: the sentence, then a table of what changed.
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
    let kinds: Vec<&str> = change.kinds.iter().map(|kind| kind.words()).collect();
    let mut what = kinds.join(", ");
    if let Some(by) = change.delta().filter(|by| !by.is_zero()) {
        what = format!("{what} by {by}");
    }
    let side = |side: &Option<Side<'_>>| {
        side.as_ref().map_or_else(String::new, |side| {
            let bits = side.bits.as_ref();
            let bits = bits.map_or_else(String::new, |bits| format!(" ({bits})"));
            let (offset, declaration) = (side.offset, &side.declaration);
            format!("`{offset:#x}` `{declaration}`{}", escaped(&bits))
        })
    };
    let [from, to] = &sides(change);
    let (from, to) = (side(from), side(to));
    format!("| {} | {what} | {from} | {to} |\n", escaped(change.label()))
}

/// A text that does not end the cell of a table in which it stands.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}
