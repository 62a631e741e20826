//! Where members of a structure are at chosen points, as the API writes it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::dataset::{Dataset, Structure};
use crate::name::RowId;
use crate::point::Point;
use crate::validity::Located;
use crate::validity::offsets::Here;
use crate::wire::{SourceDto, assemble};

/// Where members of a structure are at chosen points.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Offsets {
    /// The structure.
    pub structure: String,
    /// Who says so.
    pub source: SourceDto,
    /// The points, in the order in which they were asked for.
    pub points: Vec<OffsetsAtPoint>,
}

/// Where the members are at a point.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OffsetsAtPoint {
    /// The release or build.
    #[schemars(with = "crate::wire::words::Version")]
    pub version: String,
    /// The architecture.
    #[schemars(with = "crate::wire::words::Arch")]
    pub arch: String,
    /// How many bytes the structure has there; null where there is no layout.
    pub size: Option<u32>,
    /// The members, in the order in which they were asked for; of all, in that of the structure's history.
    pub members: Vec<MemberOffset>,
}

/// Where a member is at a point.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MemberOffset {
    /// What it is called; the row's id where the source knows no name, or where another member has the same.
    pub member: String,
    /// The source's row that gives it at that point; where it is not there, the latest that gives it anywhere.
    pub row: Option<String>,
    /// What the source says: `stated`, it is there; `absent`, it is not; `not stated`, nothing.
    #[schemars(with = "crate::wire::words::Presence")]
    pub state: &'static str,
    /// In bytes from the start of the structure; null where it is not there.
    pub offset: Option<u32>,
    /// The lowest of its bits in the integer at `offset`; null for what is no bit field there.
    pub bit: Option<u8>,
    /// How many bits it has; null for what is no bit field there.
    pub width: Option<u8>,
    /// Its type there; null where it is not there.
    pub r#type: Option<String>,
}

pub fn offsets(
    dataset: &Dataset,
    structure: &Structure,
    located: &[Located],
    points: &[Point],
) -> Offsets {
    let at = |point: &Point| OffsetsAtPoint {
        version: point.version.to_string(),
        arch: point.arch.to_string(),
        size: structure.layout(*point).ok().map(|it| it.size.get()),
        members: located
            .iter()
            .map(|it| member(structure, it, *point))
            .collect(),
    };
    Offsets {
        structure: structure.name.to_string(),
        source: assemble::source(dataset, structure.source()),
        points: points.iter().map(at).collect(),
    }
}

fn member(structure: &Structure, located: &Located, point: Point) -> MemberOffset {
    let here = Here::at(&located.places, &point.to_string(), false);
    MemberOffset {
        member: here.item.member.clone(),
        row: row_at(structure, located, point).map(|row| row.to_string()),
        state: here.state(),
        offset: here.offset(),
        bit: here.judgement.and_then(|it| it.bit),
        width: here.judgement.and_then(|it| it.width),
        r#type: here.judgement.and_then(|it| it.r#type.clone()),
    }
}

/// The row that states the member at a point.
fn row_at(structure: &Structure, located: &Located, point: Point) -> Option<RowId> {
    let layout = structure.layout(point).ok();
    let members = || layout.iter().flat_map(|layout| layout.members());
    let of_members = members().map(|it| &it.row);
    let of_bits = members()
        .filter_map(|it| it.bits.known())
        .flatten()
        .map(|bit| &bit.row);
    let mut own = of_members
        .chain(of_bits)
        .filter(|row| located.rows.contains(row));
    own.next().or(located.rows.last()).cloned()
}
