//! The URLs of the API that pages name for those who write scripts.

use strata_core::{Point, StructureName};

use super::{PointSegments, Segment};

/// Where a script sends bytes to have them decoded.
#[must_use]
pub fn decode_url(structure: &StructureName, point: Point) -> String {
    let name = Segment::known(structure.as_str());
    let point = PointSegments::from(point);
    format!("/api/v1/structures/{name}/layouts/{point}/decode")
}
