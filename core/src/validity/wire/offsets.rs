//! Offsets of members of a structure at chosen points, as the JSON of the API.

use schemars::JsonSchema;
use serde::Serialize;

use crate::dataset::{Dataset, Structure};
use crate::layout::Layout;
use crate::name::RowId;
use crate::point::Point;
use crate::validity::Located;
use crate::validity::offsets::ClaimAtPoint;
use crate::wire::{SourceDto, assemble};

/// The offsets of members of a structure at chosen points.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Offsets {
    pub structure: String,
    pub source: SourceDto,
    /// The points, in the order of the request.
    pub points: Vec<OffsetsAtPoint>,
}

/// The offsets of the members at one point.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OffsetsAtPoint {
    /// The release or build.
    #[schemars(with = "crate::wire::words::Version")]
    pub version: String,
    #[schemars(with = "crate::wire::words::Arch")]
    pub arch: String,
    /// The size of the structure in bytes; null if it has no layout at this point.
    pub size: Option<u32>,
    /// The members, in the order of the request; without `members`, in the order of the structure's history.
    pub members: Vec<MemberOffset>,
}

/// The offset of a member at one point.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MemberOffset {
    /// The name; the id of the row if the source knows no name, or if another member has the same name.
    pub member: String,
    /// The id of the source's row for the member at this point. If the member is not there: of the latest row for it at
    /// any point.
    pub row: Option<String>,
    /// `stated`: the structure has the member; `absent`: it does not; `not stated`: the source does not say.
    #[schemars(with = "crate::wire::words::Presence")]
    pub state: &'static str,
    /// In bytes from the start of the structure; null if the member is not there.
    pub offset: Option<u32>,
    /// The lowest bit within the integer at `offset`; null if the member is not a bit field at this point.
    pub bit: Option<u8>,
    /// The number of bits; null if the member is not a bit field at this point.
    pub width: Option<u8>,
    /// The type at this point; null if the member is not there.
    pub r#type: Option<String>,
}

pub fn offsets(
    dataset: &Dataset,
    structure: &Structure,
    located: &[Located],
    points: &[Point],
) -> Offsets {
    let at = |point: &Point| {
        let layout = structure.layout(*point).ok();
        let rows = layout.as_deref().map_or_else(Vec::new, stated_rows);
        let name = point.to_string();
        OffsetsAtPoint {
            version: point.version.to_string(),
            arch: point.arch.to_string(),
            size: layout.as_deref().map(|it| it.size.get()),
            members: located.iter().map(|it| member(it, &rows, &name)).collect(),
        }
    };
    Offsets {
        structure: structure.name.to_string(),
        source: assemble::source(dataset, structure.source()),
        points: points.iter().map(at).collect(),
    }
}

/// A member at a point with that name and these rows.
fn member(located: &Located, stated: &[&RowId], point: &str) -> MemberOffset {
    let here = ClaimAtPoint::at(&located.places, point, false);
    let is_own = |row: &&&RowId| located.rows.contains(row);
    let row = stated.iter().find(is_own).copied();
    MemberOffset {
        member: here.item.member.clone(),
        row: row.or(located.rows.last()).map(ToString::to_string),
        state: here.state(),
        offset: here.offset(),
        bit: here.judgement.and_then(|it| it.bit),
        width: here.judgement.and_then(|it| it.width),
        r#type: here.judgement.and_then(|it| it.r#type.clone()),
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
