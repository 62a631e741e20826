//! A listing against a layout, member by member.
//!
//! Members are the same by their names, without regard to case; where our source knows no name, or carried one over from
//! a related structure, by their places. Types are the same if symbol files spell ours so ([`equivalent`](crate::spelling::equivalent)) or if `dt`
//! prints both alike: it knows no HANDLE and no SIZE_T.

mod nested;
mod work;

use super::Listing;
use crate::catalogue::{Catalogue, Scope};
use crate::dataset::Structure;
use crate::layout::Layout;
use crate::name::{MemberPath, RowId, TypeName};
use crate::point::Point;
use crate::units::{BitRange, ByteOffset, ByteSize};
use work::Work;

pub(crate) use work::{known, same_name, same_type};

/// A listing held against a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// With which structure it was compared.
    pub structure: TypeName,
    /// At which point.
    pub point: Point,
    /// The name of the type that is listed, where the text states another than the structure's.
    pub other_name: Option<TypeName>,
    /// The size that is listed, or follows from the members, and ours, where they differ.
    pub size: Option<(ByteSize, ByteSize)>,
    /// The width of pointers that is listed, and ours, where they differ.
    pub pointer: Option<(ByteSize, ByteSize)>,
    /// The listing leaves members out and says so: what is missing in it says nothing.
    pub partial: bool,
    /// One entry a member, in the order of our layout, then those that are only listed. Nested members have one only where
    /// they differ.
    pub entries: Vec<Entry>,
}

/// One member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The way to it. A member without a name goes by its row.
    pub path: MemberPath,
    /// Its row, if it is a member of our structure itself.
    pub row: Option<RowId>,
    /// In which line it is listed, if it is.
    pub line: Option<usize>,
    /// What differs; nothing where the listing agrees with us.
    pub differences: Vec<Difference>,
}

/// In what a member differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// It is not in the listing.
    NotListed,
    /// It is only in the listing, there.
    OnlyListed {
        /// Where.
        offset: ByteOffset,
        /// What the listing says of it.
        text: String,
        /// Whether it shares its bytes with a member that agrees: another way to see them.
        shared: bool,
    },
    /// It lies elsewhere.
    Moved {
        /// Where the listing has it.
        listed: ByteOffset,
        /// Where we have it.
        ours: ByteOffset,
    },
    /// Its type is another. Both as `dt` spells them.
    Retyped {
        /// What the listing says.
        listed: String,
        /// What we say.
        ours: String,
    },
    /// It has other bits.
    Bits {
        /// Which the listing says; none where it is no bit field there.
        listed: Option<BitRange>,
        /// Which we say; none where it is no bit field here.
        ours: Option<BitRange>,
    },
    /// It has another name.
    Renamed {
        /// The name in the listing.
        listed: Box<str>,
        /// What we know of ours.
        ours: Known,
    },
}

/// How sure a name of ours is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Known {
    /// The source has it from the structure itself.
    Surely,
    /// The source carried it over from a related structure.
    Inferred,
    /// The source knows none.
    Not,
}

impl Difference {
    /// Whether the listing and our layout cannot both be right.
    #[must_use]
    pub const fn contradicts(&self) -> bool {
        !matches!(
            self,
            Self::Renamed {
                ours: Known::Inferred | Known::Not,
                ..
            } | Self::OnlyListed { shared: true, .. }
        )
    }
}

impl Entry {
    /// Whether the listing and our layout agree about it.
    #[must_use]
    pub fn agrees(&self, partial: bool) -> bool {
        let left_out = |difference: &Difference| partial && *difference == Difference::NotListed;
        self.differences
            .iter()
            .all(|difference| !difference.contradicts() || left_out(difference))
    }
}

impl Comparison {
    /// Whether the listing and our layout agree about everything that both say.
    #[must_use]
    pub fn agrees(&self) -> bool {
        let whole = self.size.is_none() && self.pointer.is_none();
        whole && self.entries.iter().all(|entry| entry.agrees(self.partial))
    }
}

/// Holds a listing against a layout.
#[must_use]
pub fn compare(listing: &Listing, layout: &Layout, types: &Catalogue) -> Comparison {
    let mut work = Work::new(listing, Some(layout), types, layout.scope());
    for member in layout.members() {
        work.member(member);
    }
    work.rest();
    work.nested();
    work.comparison(&layout.structure, layout.point, layout.size)
}

/// Holds a listing against a nested type of that name and size at a point. Only what differs has an entry.
#[must_use]
pub fn compare_nested(
    listing: &Listing,
    (name, size): (&TypeName, ByteSize),
    (point, scope): (Point, Scope),
    types: &Catalogue,
) -> Comparison {
    let mut work = Work::new(listing, None, types, scope);
    work.begin_nested(name);
    work.nested();
    work.comparison(name, point, size)
}

/// The points of a structure whose layouts the listing agrees with.
#[must_use]
pub fn fits(listing: &Listing, structure: &Structure, types: &Catalogue) -> Vec<Point> {
    let layouts = structure.every_layout();
    layouts
        .iter()
        .filter(|layout| compare(listing, layout, types).agrees())
        .map(|layout| layout.point)
        .collect()
}
