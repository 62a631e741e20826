//! The URLs of the API to which pages link.

use std::fmt;

use strata_core::{Point, StructureName, TypeName};

use super::Segment;

/// A URL of the API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiUrl(String);

impl ApiUrl {
    /// Below which all of them are.
    pub const ROOT: &str = "/api/v1";

    /// What the API is, for machines.
    #[must_use]
    pub fn openapi() -> Self {
        Self("/api/v1/openapi.json".to_owned())
    }

    /// Every finding and every erratum.
    #[must_use]
    pub fn audit() -> Self {
        Self("/api/v1/audit".to_owned())
    }

    /// What changed between two points.
    #[must_use]
    pub fn diff(name: &StructureName, from: Point, to: Point) -> Self {
        let name = Segment::known(name.as_str());
        Self(format!(
            "/api/v1/structures/{name}/diff?from={from}&to={to}"
        ))
    }

    /// A nested type.
    #[must_use]
    pub fn nested_type(name: &TypeName) -> Self {
        Self(format!("/api/v1/types/{}", Segment::known(name.as_str())))
    }

    /// Where offsets are sent to be judged.
    #[must_use]
    pub fn validity() -> Self {
        Self("/api/v1/validity".to_owned())
    }

    /// One layout.
    #[must_use]
    pub fn layout(name: &StructureName, point: Point) -> Self {
        let name = Segment::known(name.as_str());
        let version = Segment::known(&point.version.to_string());
        Self(format!(
            "/api/v1/structures/{name}/layouts/{version}/{}",
            point.arch
        ))
    }

    /// Where bytes are sent to be decoded by one layout.
    #[must_use]
    pub fn decode(name: &StructureName, point: Point) -> Self {
        Self(format!("{}/decode", Self::layout(name, point)))
    }
}

impl fmt::Display for ApiUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
