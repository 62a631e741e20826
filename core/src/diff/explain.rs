//! Which changes follow from others.
//!
//! A member is *carried* if it keeps its position in the order and is at another offset because something before it
//! changed: a member was added, removed or resized. If only a hole before it opened or closed, it moved independently.
//! Between two pointer widths, the width explains an offset as long as, from the start on, both layouts have the same
//! members in the same order, with only padding in between and no other change of size than the width explains. If the
//! width resizes a member that is also carried, it explains both.

use super::pairing::CommonMember;
use super::{Delta, Explanation, Kind};
use crate::catalogue::Catalogue;
use crate::layout::{GapKind, Layout, Member, Slot};
use crate::type_equivalence::equivalent;

/// The members of both layouts, each with the number of hole bytes before it.
pub(super) struct Sides<'a> {
    types: &'a Catalogue,
    pub(super) a: &'a Layout,
    pub(super) b: &'a Layout,
    pub(super) from: Vec<(&'a Member, u64)>,
    pub(super) to: Vec<(&'a Member, u64)>,
}

impl<'a> Sides<'a> {
    pub(super) fn new(types: &'a Catalogue, a: &'a Layout, b: &'a Layout) -> Self {
        let members = |layout: &'a Layout| {
            let mut holes = 0;
            let mut members = Vec::new();
            for slot in &layout.slots {
                match slot {
                    Slot::Member(member) => members.push((member, holes)),
                    Slot::Gap(gap) if gap.kind == GapKind::Hole => {
                        holes += u64::from(gap.size.get());
                    }
                    Slot::Gap(_) => {}
                }
            }
            members
        };
        Self {
            types,
            a,
            b,
            from: members(a),
            to: members(b),
        }
    }

    fn widths_differ(&self) -> bool {
        self.a.arch().pointer() != self.b.arch().pointer()
    }

    /// Returns whether both have the same type; two sources can spell it differently.
    pub(super) fn same_type(&self, from: &Member, to: &Member) -> bool {
        let spelt = || equivalent(&from.ty, &to.ty) || equivalent(&to.ty, &from.ty);
        from.ty == to.ty || self.a.source != self.b.source && spelt()
    }

    /// Returns whether the pointer width explains a size difference: same declaration, measured per architecture.
    pub(super) fn width_explains(&self, from: &Member, to: &Member) -> bool {
        if !self.widths_differ() || from.declaration != to.declaration {
            return false;
        }
        if from.row == to.row && (self.a.release == self.b.release || from.ty != to.ty) {
            return true;
        }
        // Between two releases a nested structure can have changed for other reasons.
        let at = |member: &Member, scope| {
            let measure = self.types.measure(&member.ty, scope);
            measure.is_some_and(|measure| measure.size == member.size)
        };
        let other = match self.a.release == self.b.release {
            true => self.b.scope(),
            false => self.types.scope(self.a.release, self.b.arch()),
        };
        from.ty == to.ty && at(from, self.a.scope()) && at(to, other)
    }
}

/// State of the walk along the members that keep their order.
#[derive(Default)]
pub(super) struct Walk<'a> {
    last: Option<(CommonMember, &'a Member, &'a Member)>,
    broken: bool,
}

/// Why a member is at its offset.
pub(super) struct MoveCause {
    pub(super) carried: bool,
    by_width: bool,
}

impl<'a> Walk<'a> {
    pub(super) fn step(&mut self, sides: &Sides<'a>, kept: &CommonMember) -> MoveCause {
        let (from, holes_from) = sides.from[kept.from];
        let (to, holes_to) = sides.to[kept.to];
        if !kept.in_order {
            self.broken = true;
            let stays = from.offset == to.offset;
            return MoveCause {
                carried: stays,
                by_width: false,
            };
        }
        let (next, holes_before, end) = match self.last {
            None => ((0, 0), (0, 0), Delta::ZERO),
            Some((last, before, after)) => (
                (last.from + 1, last.to + 1),
                (sides.from[last.from].1, sides.to[last.to].1),
                Delta::between(before.end(), after.end()),
            ),
        };
        let between = next != (kept.from, kept.to);
        let same_holes = holes_from - holes_before.0 == holes_to - holes_before.1;
        let caused = between || !end.is_zero() && same_holes;
        self.broken |= between || !same_holes;
        let by_width = sides.widths_differ() && !self.broken;
        let cause = MoveCause {
            carried: from.offset == to.offset || by_width || caused,
            by_width,
        };
        self.broken |= from.size != to.size && !sides.width_explains(from, to);
        self.last = Some((*kept, from, to));
        cause
    }
}

impl MoveCause {
    pub(super) fn explanation(
        &self,
        kinds: &[Kind],
        from: &Member,
        to: &Member,
        sides: &Sides<'_>,
    ) -> Option<Explanation> {
        let resized = kinds.contains(&Kind::Resized);
        let width = kinds.iter().all(|kind| match kind {
            // After the first other difference, the width still explains a member's size, and earlier members its
            // offset.
            Kind::Moved => self.by_width || resized && self.carried,
            Kind::Resized => sides.width_explains(from, to),
            _ => false,
        });
        if sides.widths_differ() && width {
            Some(Explanation::PointerWidth)
        } else {
            (kinds == [Kind::Moved] && self.carried).then_some(Explanation::Shift)
        }
    }
}
