//! A layout ready to decode bytes, as a path names it.

use std::borrow::Cow;

use strata_core::decode::finding::Finding;
use strata_core::decode::read::Reading;
use strata_core::decode::{Compiled, DecodeError, Decoding, Options, same_size_layouts};
use strata_core::layout::Layout;
use strata_core::lookup::Found;
use strata_core::{Dataset, lookup};

use crate::cache::Weighed;
use crate::error::Error;

#[derive(Debug)]
pub(crate) struct CompiledLayout {
    pub(crate) layout: Layout,
    /// The requested version.
    pub(crate) version: String,
    compiled: Result<Compiled, DecodeError>,
    /// The findings about the layout itself.
    pub(crate) findings: Vec<Finding>,
}

impl Weighed for CompiledLayout {
    fn weight(&self) -> usize {
        self.compiled.as_ref().map_or(0, Compiled::leaves)
    }
}

impl CompiledLayout {
    pub(crate) fn new(dataset: &Dataset, found: Found<'_>) -> Self {
        Self {
            compiled: Compiled::new(&found.layout, dataset.catalogue()),
            findings: same_size_layouts(dataset, &found.layout),
            layout: found.layout.into_owned(),
            version: found.version,
        }
    }

    pub(crate) fn found<'a>(&'a self, dataset: &'a Dataset) -> Result<Found<'a>, Error> {
        Ok(Found {
            structure: lookup::structure(dataset, self.layout.structure.as_str())?,
            layout: Cow::Borrowed(&self.layout),
            version: self.version.clone(),
        })
    }

    pub(crate) fn decoding<'a>(
        &'a self,
        dataset: &'a Dataset,
        reading: &'a Reading,
        options: &Options,
    ) -> Result<Decoding<'a>, Error> {
        let compiled = self.compiled.as_ref().map_err(DecodeError::clone);
        let decoding = compiled.and_then(|compiled| {
            let (compiled, types) = (Cow::Borrowed(compiled), dataset.catalogue());
            Decoding::with(compiled, &self.layout, types, &reading.space, options)
        });
        decoding.map_err(|error| Error::Unusable(error.to_string()))
    }
}
