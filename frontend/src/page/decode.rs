//! Bytes, read as one structure at one point.

use strata_core::lookup::{self, Found};
use strata_core::{Dataset, Point, TypeName};

use super::picker::{Picker, Purpose};
use crate::navigation::InPlace;
use crate::resolve::known;
use crate::route::Route;

/// Bytes, read as one structure at one point. It does not travel in the document: what decodes has the dataset, and makes
/// the page's value from it as the server did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodePage {
    pub structure: TypeName,
    pub point: Point,
    pub size: u32,
    pub picker: Picker,
}

impl DecodePage {
    pub fn new(dataset: &Dataset, found: &Found<'_>) -> Self {
        let Found {
            structure, layout, ..
        } = found;
        Self {
            structure: structure.name.clone(),
            point: layout.point,
            size: layout.size.get(),
            picker: Picker::new(dataset, structure, layout.point, Purpose::Decode),
        }
    }

    pub fn find<'a>(&self, dataset: &'a Dataset) -> Option<Found<'a>> {
        let structure = dataset.structure(self.structure.as_str())?;
        lookup::at(structure, self.point).ok()
    }
}

impl InPlace for DecodePage {
    fn make(route: &Route, dataset: &Dataset) -> Option<Self> {
        let Route::Decode { name, point } = route else {
            return None;
        };
        Some(Self::new(dataset, &known(dataset, name, point)?))
    }

    fn route(&self) -> Route {
        Route::decode(&self.structure, self.point)
    }

    fn title(&self) -> String {
        let Point { version, arch } = self.point;
        format!("Decode {} {version} {arch} · Strata", self.structure)
    }

    fn description(&self) -> String {
        let (structure, Point { version, arch }) = (&self.structure, self.point);
        format!(
            "Read bytes as {structure} in {version} on {arch}, in the browser: none of them leaves it."
        )
    }
}
