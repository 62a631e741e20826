//! The canonical route of something that is there.

use strata_core::catalogue::Image;
use strata_core::kernels::Kernel;
use strata_core::offsets::Column;
use strata_core::{Point, TypeName};

use super::place::place;
use super::{Fields, InFiles, PageEntry, PointSegments, Route, Segment};

impl Segment {
    /// A name or version of the dataset. Those are checked where they come in and fit a URL, so that what does not is
    /// but the empty page's segment.
    pub(super) fn known(text: &str) -> Self {
        Self::new(text).unwrap_or_else(|| Self("-".into()))
    }
}

impl From<Point> for PointSegments {
    fn from(point: Point) -> Self {
        Self {
            version: Segment::known(&point.version.to_string()),
            arch: Segment::known(point.arch.as_str()),
        }
    }
}

impl Route {
    pub fn structure(name: &TypeName) -> Self {
        Self::Structure {
            name: Segment::known(name.as_str()),
            fields: Fields::default(),
        }
    }

    pub fn image(image: &Image) -> Self {
        Self::Image {
            id: Segment::known(&image.id()),
        }
    }

    /// A kernel that is known by name.
    pub fn kernel(kernel: &Kernel) -> Self {
        Self::Image {
            id: Segment::known(&kernel.id()),
        }
    }

    /// A member in every image; nothing for a type as a whole.
    pub fn member(column: &Column<'_>) -> Option<Self> {
        let (structure, path) = (column.subject.structure()?, column.subject.path()?);
        Some(Self::Member {
            name: Segment::known(structure.name.as_str()),
            path: Segment::known(&path.to_string()),
        })
    }

    pub fn image_diff(from: &Image, to: &Image) -> Self {
        Self::ImageDiff {
            from: Segment::known(&from.id()),
            to: Segment::known(&to.id()),
        }
    }

    /// Whether the site has such a page: some need a server.
    pub fn is_served(&self) -> bool {
        let missing = |entry: &PageEntry| entry.in_files == InFiles::Missing;
        place().files.is_none() || !self.entry().is_some_and(missing)
    }

    pub fn provenance(name: &TypeName) -> Self {
        Self::Provenance {
            name: Segment::known(name.as_str()),
        }
    }

    pub fn layout(name: &TypeName, point: Point) -> Self {
        Self::Layout {
            name: Segment::known(name.as_str()),
            point: point.into(),
        }
    }

    pub fn decode(name: &TypeName, point: Point) -> Self {
        Self::Decode {
            name: Segment::known(name.as_str()),
            point: point.into(),
        }
    }

    pub fn diff(name: &TypeName, from: Point, to: Point) -> Self {
        Self::Diff {
            name: Segment::known(name.as_str()),
            from: from.into(),
            to: to.into(),
        }
    }
}
