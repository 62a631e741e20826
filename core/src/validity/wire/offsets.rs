//! Offsets of members of a structure at chosen points, as the JSON of the API.

use crate::arch::Arch;
use crate::dataset::{Dataset, Structure};
use crate::layout::Layout;
use crate::lookup;
use crate::name::RowId;
use crate::point::Point;
use crate::release::Version;
use crate::validity::Located;
use crate::validity::offsets::ClaimAtPoint;
use crate::wire::answers::answers;
use crate::wire::{SourceDto, assemble};

answers! {
    /// The offsets of members of a structure at chosen points.
    pub struct Offsets(
        dataset: &Dataset,
        structure: &Structure,
        located: &[Located],
        points: &[Point],
    ) with {
        let points = points.iter();
    } {
        pub structure: String = structure.name.to_string(),
        pub source: SourceDto = assemble::source(dataset, structure.source()),
        /// The points, in the order of the request.
        pub points: Vec<OffsetsAtPoint> =
            points.map(|point| OffsetsAtPoint::new(dataset, structure, located, *point)).collect(),
    }

    /// The offsets of the members at one point.
    pub struct OffsetsAtPoint(
        dataset: &Dataset,
        structure: &Structure,
        located: &[Located],
        point: Point,
    ) with {
        let layout = lookup::at(structure, point).ok().map(|found| found.layout);
        let rows = layout.as_deref().map_or_else(Vec::new, stated_rows);
        let members = located.iter().map(|it| MemberOffset::new(it, &rows, point));
    } {
        /// The release or build.
        pub version: Version = point.version,
        pub arch: Arch = point.arch,
        /// The ids of the nearest images before and after a build without a symbol file, if both have the same layout, which the
        /// offsets are then taken from; null at other points.
        pub between: Option<[String; 2]> = layout.as_deref().and_then(|it| assemble::between(dataset, it)),
        /// The size of the structure in bytes; null if it has no layout at this point.
        pub size: Option<u32> = layout.as_deref().map(|it| it.size.get()),
        /// The members, in the order of the request; without `members`, in the order of the structure's history.
        pub members: Vec<MemberOffset> = members.collect(),
    }

    /// The offset of a member at one point.
    pub struct MemberOffset(located: &Located, stated: &[&RowId], point: Point) with {
        let here = ClaimAtPoint::at(&located.places, point, false);
        let is_own = |row: &&&RowId| located.rows.contains(row);
        let row = stated.iter().find(is_own).copied();
    } {
        /// The name; the id of the row if the source knows no name, or if another member has the same name.
        pub member: String = here.item.member.clone(),
        /// The id of the source's row for the member at this point. If the member is not there: of the latest row for it at
        /// any point.
        pub row: Option<String> = row.or(located.rows.last()).map(ToString::to_string),
        /// `stated`: the structure has the member; `absent`: it does not; `not stated`: the source does not say.
        pub state: &'static str as "crate::wire::words::Presence" = here.state(),
        /// In bytes from the start of the structure; null if the member is not there.
        pub offset: Option<u32> = here.offset(),
        /// The lowest bit within the integer at `offset`; null if the member is not a bit field at this point.
        pub bit: Option<u8> = here.judgement.and_then(|it| it.bit),
        /// The number of bits; null if the member is not a bit field at this point.
        pub width: Option<u8> = here.judgement.and_then(|it| it.width),
        /// The type at this point; null if the member is not there.
        pub r#type: Option<String> = here.judgement.and_then(|it| it.r#type.clone()),
    }
}

/// The rows of a layout: of its members, then of its bit fields.
fn stated_rows(layout: &Layout) -> Vec<&RowId> {
    let of_members = layout.members().map(|it| &it.row);
    let bits = layout.members().filter_map(|it| it.bits.known_bits());
    of_members
        .chain(bits.flatten().map(|bit| &bit.row))
        .collect()
}
