//! The search, natively and in the browser: one index, asked again and again.

use strata_core::Dataset;
use strata_core::search::{Index, Query};
use wasm_bindgen::prelude::wasm_bindgen;

/// How many hits are asked for, as in the page.
const SHOWN: usize = 20;

/// Everything that can be found in a data bundle.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Searcher {
    dataset: Dataset,
    index: Index,
}

#[wasm_bindgen]
impl Searcher {
    /// Makes it of the data bundle.
    ///
    /// # Errors
    ///
    /// In words, where the bundle is not what it should be.
    #[wasm_bindgen(constructor)]
    pub fn new(bundle: &[u8]) -> Result<Self, String> {
        let raw = borsh::from_slice(bundle).map_err(|error| error.to_string())?;
        let dataset = Dataset::build(&raw).map_err(|errors| format!("{:?}", errors.first()))?;
        let index = Index::new(&dataset);
        Ok(Self { dataset, index })
    }

    /// How many things can be found.
    pub fn size(&self) -> usize {
        self.index.len()
    }

    /// How many are found for what was typed; the best of them are made ready to be shown.
    pub fn search(&self, text: &str) -> usize {
        let found = self.index.search(&self.dataset, &Query::read(text), SHOWN);
        found.total
    }
}
