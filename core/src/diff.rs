//! The diff of two layouts of a structure: a complete value, by members instead of lines of text.
//!
//! [`diff`] pairs the members ([`Lineage`], `pairing`), determines the change of each, and which changes follow from
//! others ([`Explanation`]). [`Diff::apply`] turns one layout into the other; the summary, the wire types ([`wire`])
//! and the printers only read.
//!
//! Certainty and errata are not part of a layout: if only these differ, nothing changed.

mod apply;
mod delta;
mod entries;
mod explain;
mod fields;
mod lineage;
mod pairing;
mod shifts;
mod subsequence;
mod summary;
pub mod wire;

#[cfg(test)]
mod proptests;
#[cfg(test)]
mod tests;

pub use delta::Delta;
pub use lineage::Lineage;

use crate::catalogue::{Catalogue, ImageIndex};
use crate::layout::{BitField, Gap, Layout, Member};
use crate::name::{RowId, TypeName};
use crate::point::Point;
use crate::release::Release;
use crate::types::{EnumValue, TypeKind};
use crate::units::ByteSize;
use crate::words::words;

/// What changed from one layout to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    pub structure: TypeName,
    pub from: Side,
    pub to: Side,
    /// One entry for each member and each bit field that changed, in the order of the second layout; removed ones at
    /// their former position.
    pub changes: Vec<Change>,
    /// Members that only continue in another row, or in another source's spelling of their type: (former row, new
    /// member). The layout did not change.
    pub carried_over: Vec<(RowId, Member)>,
    pub gaps_gone: Vec<Gap>,
    pub gaps_new: Vec<Gap>,
    /// Indexed by [`Explanation::Shift`].
    pub shifts: Vec<Shift>,
}

/// One of the two layouts of a diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    pub point: Point,
    pub release: Release,
    /// The image in which the members' types are looked up, if known.
    pub image: Option<ImageIndex>,
    /// The images by which the layout is bracketed.
    pub between: Option<[ImageIndex; 2]>,
    /// Structure, union or enumeration.
    pub kind: TypeKind,
    pub size: ByteSize,
    /// Source id in `sources.toml`.
    pub source: String,
    /// The values of an enumeration.
    pub values: Vec<EnumValue>,
    /// Whether the source states bit positions.
    pub bits_given: bool,
}

/// The change of one member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Not empty.
    pub kinds: Vec<Kind>,
    /// The member before: `None` if it was added; the integer that held it if it was a bit field.
    pub from: Option<Member>,
    /// The member after: `None` if it was removed; the integer that holds it if it is a bit field now.
    pub to: Option<Member>,
    pub from_bit: Option<BitField>,
    pub to_bit: Option<BitField>,
    /// Whether a changed offset follows from earlier members or from the pointer width.
    pub carried: bool,
    /// The explanation of the entry as a whole, if any.
    pub explained_by: Option<Explanation>,
}

/// A value of an enumeration that was added, removed or renumbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueChange<'a> {
    pub name: &'a str,
    pub from: Option<i64>,
    pub to: Option<i64>,
}

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Kind {
        Added = "added",
        Removed = "removed",
        Moved = "moved",
        Resized = "resized",
        /// Its type or its bit fields changed.
        Retyped = "retyped",
        Renamed = "renamed",
        ToBits = "to_bits",
        FromBits = "from_bits",
    }
}

words! {
    /// The most important aspect of a member's change, in ascending order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Mark {
        /// Absent before and after, or not stated.
        Blank = "blank",
        /// Present; there is no earlier layout.
        First = "first",
        Same = "same",
        /// Moved because a member before it changed.
        MovedWithRest = "moved-with-rest",
        /// Moved independently of the members before it.
        MovedAlone = "moved-alone",
        Renamed = "renamed",
        Resized = "resized",
        /// Its type or its bits changed.
        Retyped = "retyped",
        ToBits = "to-bits",
        FromBits = "from-bits",
        New = "new",
        Gone = "gone",
    }
}

impl Mark {
    /// The symbol in tables and drawings; empty for no change.
    pub const fn sign(self) -> &'static str {
        self.strings()[0]
    }

    pub const fn words(self) -> &'static str {
        self.strings()[1]
    }

    const fn strings(self) -> [&'static str; 2] {
        match self {
            Self::Blank => ["", ""],
            Self::First => ["", "first known here"],
            Self::Same => ["", "same as before"],
            Self::MovedWithRest => ["→", "moved with the rest"],
            Self::MovedAlone => ["⇒", "moved alone"],
            Self::Renamed => ["≈", "renamed"],
            Self::Resized => ["↔", "resized"],
            Self::Retyped => ["≠", "retyped"],
            Self::ToBits => ["⊂", "became bits"],
            Self::FromBits => ["⊃", "became a member"],
            Self::New => ["+", "new"],
            Self::Gone => ["−", "gone"],
        }
    }
}

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Explanation {
        /// The member only moved, because of earlier changes.
        Shift = "shift",
        /// The pointer width alone explains the new offset; or it explains the size, and earlier changes the offset.
        PointerWidth = "pointer_width",
    }
}

/// Members that moved together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    pub by: Delta,
    /// Indices in [`Diff::changes`], in offset order.
    pub changes: Vec<usize>,
    /// Whether no member after them stayed or moved by another distance.
    pub tail: bool,
}

/// Context for a diff beyond the two layouts.
#[derive(Clone, Copy, Debug)]
pub struct DiffContext<'a> {
    /// Which rows continue which. A lineage of all layouts of the structure also follows members through rows that are
    /// in neither of the two.
    pub lineage: &'a Lineage,
    /// Nested types: between two releases, they show whether the pointer width explains a structure's size.
    pub types: &'a Catalogue,
}

/// Returns the diff of two layouts without further context.
pub fn diff(from: &Layout, to: &Layout) -> Diff {
    let (lineage, types) = (Lineage::of([from, to]), Catalogue::default());
    let known = DiffContext {
        lineage: &lineage,
        types: &types,
    };
    diff_in(known, from, to)
}

/// Returns the diff of two layouts in a context.
pub fn diff_in(known: DiffContext<'_>, from: &Layout, to: &Layout) -> Diff {
    let pairing = pairing::pair(known.lineage, from, to);
    let (changes, carried_over) = entries::changes(known.types, from, to, &pairing);
    let not_in = |gap: &&Gap, layout: &Layout| !layout.gaps().any(|other| other == *gap);
    Diff {
        structure: to.structure.clone(),
        from: Side::of(from),
        to: Side::of(to),
        shifts: shifts::shifts(&changes, &pairing, to),
        changes,
        carried_over,
        gaps_gone: from.gaps().filter(|gap| not_in(gap, to)).copied().collect(),
        gaps_new: to.gaps().filter(|gap| not_in(gap, from)).copied().collect(),
    }
}

impl Diff {
    /// Returns the rows, before and after, of the members that changed.
    pub fn rows(&self) -> impl Iterator<Item = RowId> + '_ {
        self.changes.iter().flat_map(|change| {
            let members = [&change.from, &change.to].into_iter().flatten();
            let bits = [&change.from_bit, &change.to_bit].into_iter().flatten();
            let bits: Vec<&RowId> = bits.map(|bit| &bit.row).collect();
            // For bit fields, the integer itself did not change.
            let members: Vec<&RowId> = match bits.is_empty() {
                true => members.map(|member| &member.row).collect(),
                false => bits,
            };
            members.into_iter().cloned()
        })
    }

    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
            && self.carried_over.is_empty()
            && self.gaps_gone.is_empty()
            && self.gaps_new.is_empty()
            && self.from.size == self.to.size
            && self.from.values == self.to.values
    }

    /// Returns the changed values of an enumeration: removed ones, then those of the later layout in its order.
    pub fn values(&self) -> Vec<ValueChange<'_>> {
        let (old, new) = (&self.from.values, &self.to.values);
        let number = |values: &[EnumValue], name: &str| {
            let found = values.iter().find(|value| *value.name == *name);
            found.map(|value| value.value)
        };
        let gone = old.iter().filter(|it| number(new, &it.name).is_none());
        let all = gone.chain(new).map(|value| ValueChange {
            name: &value.name,
            from: number(old, &value.name),
            to: number(new, &value.name),
        });
        all.filter(|change| change.from != change.to).collect()
    }

    /// Returns one sentence: `4 BOOLEANs became bits of Flags, the tail moved by −0x4; size 0x50 → 0x4c`.
    pub fn summary(&self) -> String {
        summary::of(self)
    }

    /// Like [`Diff::summary`], without the sizes; empty if nothing else differs.
    pub fn what_changed(&self) -> String {
        summary::without_sizes(self)
    }
}

impl Side {
    fn of(layout: &Layout) -> Self {
        Self {
            point: layout.point,
            release: layout.release,
            image: layout.image,
            between: layout.between,
            kind: layout.kind,
            size: layout.size,
            source: layout.source.clone(),
            values: layout.values.clone(),
            bits_given: layout.bits_given,
        }
    }
}

impl Change {
    /// Returns the row of the changed member or bit field; the later row if there are two.
    pub fn row(&self) -> Option<&RowId> {
        match self.bit() {
            Some(bit) => Some(&bit.row),
            None => self.subject().map(|member| &member.row),
        }
    }

    /// Returns the label of the member or bit field: its name, or the source's wording.
    pub fn label(&self) -> &str {
        match self.bit() {
            Some(bit) => &bit.name,
            None => self.subject().map_or("", Member::title),
        }
    }

    /// Returns the member itself, not the integer that holds it as a bit field; `None` if it never was a member.
    pub fn subject(&self) -> Option<&Member> {
        match (&self.from_bit, &self.to_bit) {
            (None, None) => self.to.as_ref().or(self.from.as_ref()),
            (None, Some(_)) => self.from.as_ref(),
            (Some(_), None) => self.to.as_ref(),
            (Some(_), Some(_)) => None,
        }
    }

    /// Returns the bit field of this change, unless it was or became a member.
    pub fn bit(&self) -> Option<&BitField> {
        let bit = self.to_bit.as_ref().or(self.from_bit.as_ref());
        bit.filter(|_| self.subject().is_none())
    }

    /// Returns whether the change includes this kind.
    pub fn is(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind)
    }

    /// Returns whether the bit fields of a retyped member changed, but not its type.
    pub fn only_bits(&self) -> bool {
        let ty = |member: &Option<Member>| member.as_ref().map(|member| member.ty.clone());
        self.is(Kind::Retyped) && ty(&self.from) == ty(&self.to)
    }

    /// Returns whether a member of an unnamed type changed inside: the name of such a type follows from its content.
    pub fn only_inside(&self) -> bool {
        let (Some(from), Some(to)) = (&self.from, &self.to) else {
            return false;
        };
        self.is(Kind::Retyped) && from.declaration == to.declaration && to.ty.base().is_unnamed()
    }

    /// Returns the distance moved; `None` unless it was and is a member of its own.
    pub fn delta(&self) -> Option<Delta> {
        let apart = self.from_bit.is_some() || self.to_bit.is_some();
        let (from, to) = (self.from.as_ref()?, self.to.as_ref()?);
        (!apart).then(|| Delta::between(from.offset, to.offset))
    }

    /// Returns whether it moved independently of the members before it.
    pub fn moved_alone(&self) -> bool {
        self.is(Kind::Moved) && !self.carried
    }

    pub fn mark_of(&self, kind: Kind) -> Mark {
        match kind {
            Kind::Added => Mark::New,
            Kind::Removed => Mark::Gone,
            Kind::Moved if self.moved_alone() => Mark::MovedAlone,
            Kind::Moved => Mark::MovedWithRest,
            Kind::Resized => Mark::Resized,
            Kind::Retyped => Mark::Retyped,
            Kind::Renamed => Mark::Renamed,
            Kind::ToBits => Mark::ToBits,
            Kind::FromBits => Mark::FromBits,
        }
    }

    /// Returns the most important mark; for an explained move, [`Mark::MovedWithRest`].
    pub fn mark(&self) -> Mark {
        if self.explained_by.is_some() && self.is(Kind::Moved) {
            return Mark::MovedWithRest;
        }
        let marks = self.kinds.iter().map(|kind| self.mark_of(*kind));
        marks.max().unwrap_or(Mark::Same)
    }
}

impl Kind {
    pub const fn words(self) -> &'static str {
        match self {
            Self::ToBits => "became bits",
            Self::FromBits => "became a member",
            _ => self.as_str(),
        }
    }
}
