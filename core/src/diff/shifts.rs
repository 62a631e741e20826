//! Groups of members that moved together.

use super::pairing::Pairing;
use super::{Change, Explanation, Shift};
use crate::layout::Layout;

/// The runs of members that a shift explains, one for each distance.
pub(super) fn shifts(changes: &[Change], pairing: &Pairing<'_>, b: &Layout) -> Vec<Shift> {
    let mut shifts: Vec<Shift> = Vec::new();
    for (place, change) in changes.iter().enumerate() {
        let Some(by) = change.delta() else { continue };
        if change.explained_by != Some(Explanation::Shift) {
            continue;
        }
        match shifts.last_mut() {
            Some(shift) if shift.by == by => shift.changes.push(place),
            _ => shifts.push(Shift {
                by,
                changes: vec![place],
                tail: false,
            }),
        }
    }
    let last = pairing.kept.iter().map(|kept| kept.to).max();
    let last = last.and_then(|last| b.members().nth(last));
    if let Some(shift) = shifts.last_mut() {
        let end = shift.changes.last().and_then(|place| changes[*place].row());
        shift.tail = end == last.map(|member| &member.row);
    }
    shifts
}
