//! A diff for the terminal: one sentence, then one line per change. Changes explained by a shift or by the pointer
//! width are folded to one line each.
//!
//! The first column is a sign: `+` added, `-` removed, `~` changed in place or moved independently, `:` became or was a
//! bit field, `>` moved with the members before it, `=` explained by the pointer width.

use std::fmt::Write as _;

use crate::diff::{Change, Diff, Explanation, Kind, Shift, ValueChange};
use crate::layout::{BitField, Gap, GapKind, Member};
use crate::render::counted;

/// The maximum number of names in a folded line; if there are more, it has only the first and the last.
const NAMES_LIMIT: usize = 6;

pub fn diff(diff: &Diff) -> String {
    let mut text = format!(
        "{} {} → {}\n{}\n",
        diff.structure,
        diff.from.point,
        diff.to.point,
        diff.summary()
    );
    if !diff.is_empty() {
        text.push('\n');
    }
    for (place, change) in diff.changes.iter().enumerate() {
        match change.explained_by {
            None => own(&mut text, change),
            Some(Explanation::Shift) => {
                let begins = |shift: &&Shift| shift.changes.first() == Some(&place);
                if let Some(shift) = diff.shifts.iter().find(begins) {
                    shifted(&mut text, diff, shift);
                }
            }
            Some(Explanation::PointerWidth) => {}
        }
    }
    width(&mut text, diff);
    for ValueChange { name, from, to } in diff.values() {
        match (from, to) {
            (None, Some(to)) => line(&mut text, '+', &to.to_string(), name),
            (Some(from), None) => line(&mut text, '-', &from.to_string(), name),
            (Some(from), Some(to)) => line(&mut text, '~', &format!("{from} → {to}"), name),
            (None, None) => {}
        }
    }
    // Padding follows from the members, and so does a hole that only moved: shown only if no member changed.
    for (sign, gaps, others) in [
        ('-', &diff.gaps_gone, &diff.gaps_new),
        ('+', &diff.gaps_new, &diff.gaps_gone),
    ] {
        let moved = |gap: &Gap| {
            let same = |other: &Gap| (other.kind, other.size) == (gap.kind, gap.size);
            others.iter().any(same)
        };
        let news = |gap: &&Gap| gap.kind == GapKind::Hole && !moved(gap);
        for gap in gaps
            .iter()
            .filter(|gap| news(gap) || diff.changes.is_empty())
        {
            self::gap(&mut text, sign, gap);
        }
    }
    text
}

fn line(text: &mut String, sign: char, place: &str, what: &str) {
    let _ = writeln!(text, "{sign} {place:<17} {what}");
}

fn own(text: &mut String, change: &Change) {
    let (from, to) = (change.from.as_ref(), change.to.as_ref());
    let (was, is) = (change.from_bit.as_ref(), change.to_bit.as_ref());
    match (from, to) {
        (Some(from), Some(to)) if was.is_none() && is.is_none() => {
            common_member(text, change, from, to);
        }
        (Some(from), Some(to)) => {
            let sign = if change.bit().is_some() { '~' } else { ':' };
            let (left, right) = (place(from, was), place(to, is));
            let [left_what, right_what] = [what(from, was), what(to, is)];
            line(
                text,
                sign,
                &format!("{left} → {right}"),
                &format!("{left_what} → {right_what}"),
            );
        }
        (None, Some(to)) => line(text, '+', &place(to, is), &what(to, is)),
        (Some(from), None) => line(text, '-', &place(from, was), &what(from, was)),
        (None, None) => {}
    }
}

/// Returns `0x5a:3` for a bit field, `0x5a` for a member.
fn place(member: &Member, bit: Option<&BitField>) -> String {
    bit.map_or_else(
        || member.offset.to_string(),
        |bit| format!("{}:{}", member.offset, bit.range.bit()),
    )
}

/// Returns `Notified : 1 in Flags` for a bit field, the declaration of a member.
fn what(member: &Member, bit: Option<&BitField>) -> String {
    bit.map_or_else(
        || member.declaration.clone(),
        |bit| format!("{} : {} in {}", bit.name, bit.range.width(), member.title()),
    )
}

fn common_member(text: &mut String, change: &Change, from: &Member, to: &Member) {
    let place = if from.offset == to.offset {
        to.offset.to_string()
    } else {
        format!("{} → {}", from.offset, to.offset)
    };
    let mut what = if from.declaration == to.declaration {
        to.declaration.clone()
    } else {
        format!("{} → {}", from.declaration, to.declaration)
    };
    let mut aspects = Vec::new();
    if change.is(Kind::Moved) {
        let with = if change.carried {
            " with the members before it"
        } else {
            ""
        };
        let by = change.delta().map(|by| by.to_string()).unwrap_or_default();
        aspects.push(format!("moved by {by}{with}"));
    }
    if change.is(Kind::Resized) {
        aspects.push(format!("size {} → {}", from.size, to.size));
    }
    if change.only_bits() {
        aspects.push("other bits".to_owned());
    } else if change.only_inside() {
        aspects.push("changed inside".to_owned());
    }
    if !aspects.is_empty() {
        let _ = write!(what, "  ({})", aspects.join(", "));
    }
    line(text, '~', &place, &what);
}

fn shifted(text: &mut String, diff: &Diff, shift: &Shift) {
    let changes: Vec<&Change> = shift
        .changes
        .iter()
        .filter_map(|at| diff.changes.get(*at))
        .collect();
    let Some((from, to)) = changes
        .first()
        .and_then(|first| first.from.as_ref().zip(first.to.as_ref()))
    else {
        return;
    };
    let place = format!("{} → {}", from.offset, to.offset);
    let what = format!("moved by {}: {}", shift.by, names(&changes));
    line(text, '>', &place, &what);
}

fn width(text: &mut String, diff: &Diff) {
    let by_width = |change: &&Change| change.explained_by == Some(Explanation::PointerWidth);
    let changes: Vec<&Change> = diff.changes.iter().filter(by_width).collect();
    if !changes.is_empty() {
        let what = format!("the width of pointers explains {}", names(&changes));
        line(text, '=', "", &what);
    }
}

/// Returns `A, B, C`; for many, their number, the first and the last.
fn names(changes: &[&Change]) -> String {
    let labels: Vec<&str> = changes.iter().map(|change| change.label()).collect();
    match labels[..] {
        [first, .., last] if labels.len() > NAMES_LIMIT => {
            format!("{} members, {first} to {last}", labels.len())
        }
        _ => labels.join(", "),
    }
}

fn gap(text: &mut String, sign: char, gap: &Gap) {
    let what = format!(
        "({}, {})",
        gap.kind.as_str(),
        counted(gap.size.index(), "byte")
    );
    line(text, sign, &gap.offset.to_string(), &what);
}
