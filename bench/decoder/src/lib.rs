//! Strata's side of the decoding benchmark, natively and in the browser: decodes the same bytes and sums every leaf.

mod search;
mod sum;

pub use search::Searcher;
pub use sum::add;

use strata_core::Dataset;
use strata_core::decode::memory::Memory;
use strata_core::decode::plan::{self, Plan};
use strata_core::decode::space::Space;
use strata_core::decode::{self, Options};
use strata_core::layout::Layout;
use strata_core::lookup;
use wasm_bindgen::prelude::wasm_bindgen;

/// How many instances are decoded at once, as on the page.
const SLICE: u32 = 64;

/// Consecutive instances of one structure, with all that is needed to decode them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Decoder {
    dataset: Dataset,
    layout: Layout,
    plan: Plan,
    space: Space,
    count: u32,
}

#[wasm_bindgen]
impl Decoder {
    /// Takes the data bundle, a structure, a version and an architecture by name, and the bytes.
    ///
    /// # Errors
    ///
    /// In words, where any argument is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(
        bundle: &[u8],
        structure: &str,
        version: &str,
        arch: &str,
        bytes: Vec<u8>,
    ) -> Result<Self, String> {
        let raw = borsh::from_slice(bundle).map_err(|error| error.to_string())?;
        let dataset = Dataset::build(&raw).map_err(|errors| format!("{errors:?}"))?;
        let found = lookup::layout(&dataset, structure, version, arch);
        let layout = found.map_err(|missing| missing.detail)?.layout.into_owned();
        let plan = plan::leaves(&layout, dataset.catalogue()).map_err(|error| error.to_string())?;
        let count = bytes.len() / layout.size.index().max(1);
        let memory = Memory::new(bytes).map_err(|error| error.to_string())?;
        Ok(Self {
            count: u32::try_from(count).map_err(|error| error.to_string())?,
            space: memory.into(),
            dataset,
            layout,
            plan,
        })
    }

    /// The checksum of every leaf, each read as a number by the layout's plan.
    pub fn numbers(&self) -> u32 {
        let memory = self.space.first();
        let bytes = memory.known(0, memory.len()).unwrap_or_default();
        let mut sum = 0;
        self.plan.read(bytes, |_, value| sum = add(sum, value));
        sum
    }

    /// The checksum of every leaf of the decoded values: the form that the page, the API and the command line show.
    ///
    /// # Errors
    ///
    /// In words, where the bytes cannot be decoded.
    pub fn values(&self) -> Result<u32, String> {
        let (mut sum, mut first) = (0, 0);
        while first < self.count {
            let count = SLICE.min(self.count - first);
            let options = Options::default().slice(first, count, self.layout.size);
            let decoded = decode::decode(
                &self.layout,
                self.dataset.catalogue(),
                &self.space,
                &options,
            )
            .map_err(|error| error.to_string())?;
            sum = sum::decoded(sum, &decoded).ok_or("not every leaf is known")?;
            first += count;
        }
        Ok(sum)
    }
}

impl Decoder {
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The dataset of the layout.
    #[must_use]
    pub fn dataset(&self) -> &Dataset {
        &self.dataset
    }

    /// The number of leaves of one instance.
    #[must_use]
    pub fn leaves(&self) -> usize {
        self.plan.leaves().len()
    }

    /// The number of instances.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }
}
