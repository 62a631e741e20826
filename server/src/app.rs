//! What every handler shares: the dataset, the site's files and the answers rendered so far.

use std::sync::{Arc, OnceLock};

use strata_core::Dataset;
use strata_core::raw::{RawDataset, RawFile, RawStructure};
use strata_core::search::Index;

use crate::bundle::Bundle;
use crate::cache::Cache;
use crate::site::Site;
use crate::vitals::Vitals;

/// The state behind the routes; it never changes but for its caches.
#[derive(Debug)]
pub struct App {
    dataset: Dataset,
    published: Vec<RawFile<RawStructure>>,
    index: OnceLock<Index>,
    bundle: Bundle,
    site: Site,
    pages: Cache,
    answers: Cache,
    public: bool,
    vitals: Arc<Vitals>,
    metrics_elsewhere: bool,
}

impl App {
    /// Serves this dataset. `public` says whether other origins may read it.
    ///
    /// # Errors
    ///
    /// When the data bundle cannot be written.
    pub fn new(
        raw: &RawDataset,
        dataset: Dataset,
        site: Site,
        public: bool,
    ) -> Result<Self, std::io::Error> {
        let bundle = Bundle::new(raw)?;
        let (pages, answers) = (Cache::default(), Cache::default());
        Ok(Self {
            dataset,
            published: raw.structures.clone(),
            index: OnceLock::new(),
            bundle,
            site,
            pages,
            answers,
            public,
            vitals: Arc::default(),
            metrics_elsewhere: false,
        })
    }

    /// Counts, and knows of itself, what others that serve before and after it do.
    #[must_use]
    pub fn with_vitals(mut self, vitals: Arc<Vitals>) -> Self {
        self.vitals = vitals;
        self
    }

    /// Leaves the metrics to a listener of their own.
    #[must_use]
    pub fn with_metrics_elsewhere(mut self, elsewhere: bool) -> Self {
        self.metrics_elsewhere = elsewhere;
        self
    }

    /// Whether a listener of their own has the metrics.
    #[must_use]
    pub const fn has_metrics_elsewhere(&self) -> bool {
        self.metrics_elsewhere
    }

    /// How the server is.
    #[must_use]
    pub const fn vitals(&self) -> &Arc<Vitals> {
        &self.vitals
    }

    /// Everything that is known.
    #[must_use]
    pub const fn dataset(&self) -> &Dataset {
        &self.dataset
    }

    /// The structures as their data files have them: the cells as published, to the letter.
    #[must_use]
    pub fn published(&self) -> &[RawFile<RawStructure>] {
        &self.published
    }

    /// What there is to be found; made when it is first asked.
    pub fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(&self.dataset))
    }

    /// The dataset, for browsers.
    #[must_use]
    pub const fn bundle(&self) -> &Bundle {
        &self.bundle
    }

    /// The files that pages load.
    #[must_use]
    pub const fn site(&self) -> &Site {
        &self.site
    }

    /// Rendered pages, by canonical URL.
    #[must_use]
    pub const fn pages(&self) -> &Cache {
        &self.pages
    }

    /// Answers of the API, by canonical URL.
    #[must_use]
    pub const fn answers(&self) -> &Cache {
        &self.answers
    }

    /// Whether all data are public: other origins may then read the API.
    #[must_use]
    pub const fn is_public(&self) -> bool {
        self.public
    }
}
