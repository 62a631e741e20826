//! The search benchmark, natively and in the browser: one index, queried repeatedly.

use strata_core::Dataset;
use strata_core::search::{Index, Query};
use wasm_bindgen::prelude::wasm_bindgen;

/// How many hits are requested, as on the page.
const SHOWN: usize = 20;

/// The search index of a data bundle.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Searcher {
    dataset: Dataset,
    index: Index,
}

#[wasm_bindgen]
impl Searcher {
    /// Takes the data bundle.
    ///
    /// # Errors
    ///
    /// In words, where the bundle is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(bundle: &[u8]) -> Result<Self, String> {
        let raw = borsh::from_slice(bundle).map_err(|error| error.to_string())?;
        let dataset = Dataset::build(&raw).map_err(|errors| format!("{:?}", errors.first()))?;
        let index = Index::new(&dataset);
        Ok(Self { dataset, index })
    }

    /// The number of entries in the index.
    pub fn size(&self) -> usize {
        self.index.len()
    }

    /// The number of hits for a text; the best of them are prepared for display.
    pub fn search(&self, text: &str) -> usize {
        let found = self.index.search(&self.dataset, &Query::read(text), SHOWN);
        found.total
    }
}
