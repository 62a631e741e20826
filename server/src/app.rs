//! The application state that handlers share: the dataset, the site's files and the cache of rendered answers.

use std::sync::{Arc, OnceLock};

use strata_core::Dataset;
use strata_core::raw::RawDataset;
use strata_core::search::Index;
use strata_frontend::pages::audit::Notice;

use crate::bundle::Bundle;
use crate::cache::{Bounded, Cache};
use crate::compiled_layout::CompiledLayout;
use crate::digest::Digest;
use crate::health::ServerStatus;
use crate::limits;
use crate::overlay::SkippedFile;
use crate::site::Site;

/// The state of the routes; immutable except for its caches.
#[derive(Debug)]
pub struct App {
    dataset: Arc<Dataset>,
    index: OnceLock<Index>,
    digest: OnceLock<Digest>,
    bundle: Arc<Bundle>,
    /// Bundles of earlier data, the newest last: pages loaded before the data changed still request them.
    former: Vec<Arc<Bundle>>,
    site: Arc<Site>,
    pub(crate) answers: Cache,
    /// Layouts by the path of the request that decoded bytes with them.
    pub(crate) compiled_layouts: Bounded<String, CompiledLayout>,
    /// Whether all data are public: other origins may then read the API.
    pub(crate) is_public: bool,
    /// Metrics and status, shared with the states before and after this one.
    pub(crate) server_status: Arc<ServerStatus>,
    /// Whether a listener of its own serves the metrics.
    pub(crate) metrics_elsewhere: bool,
    pub(crate) left_out: Vec<SkippedFile>,
    /// Why newer data are not served.
    pub(crate) refused: Option<String>,
}

impl App {
    /// The state for this dataset. `public` says whether other origins may read it.
    pub fn new(
        raw: &RawDataset,
        dataset: impl Into<Arc<Dataset>>,
        site: impl Into<Arc<Site>>,
        public: bool,
    ) -> Result<Self, std::io::Error> {
        let dataset = dataset.into();
        let bundle = Arc::new(Bundle::new(raw, Arc::clone(&dataset))?);
        Ok(Self {
            dataset,
            index: OnceLock::new(),
            digest: OnceLock::new(),
            bundle,
            former: Vec::new(),
            site: site.into(),
            answers: Cache::default(),
            compiled_layouts: Bounded::new(limits::COMPILED_LAYOUTS, limits::COMPILED_LEAVES),
            is_public: public,
            server_status: Arc::default(),
            metrics_elsewhere: false,
            left_out: Vec::new(),
            refused: None,
        })
    }

    pub const fn server_status(&self) -> &Arc<ServerStatus> {
        &self.server_status
    }

    pub fn dataset(&self) -> &Dataset {
        &self.dataset
    }

    pub fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(&self.dataset))
    }

    pub(crate) fn digest(&self) -> &Digest {
        self.digest
            .get_or_init(|| Digest::new(&self.dataset, self.bundle.url().hash()))
    }

    pub fn bundle(&self) -> &Bundle {
        &self.bundle
    }

    /// The bundle with that hash: of the current data or of earlier ones.
    pub fn bundle_of(&self, hash: &str) -> Option<&Bundle> {
        let all = self.former.iter().chain([&self.bundle]);
        all.map(Arc::as_ref)
            .find(|bundle| bundle.url().hash() == hash)
    }

    /// Takes over the bundles of the state that it replaces, so that they remain available.
    pub fn in_place_of(mut self, other: &Self) -> Self {
        let bundles = other.former.iter().chain([&other.bundle]);
        let others = bundles.filter(|it| it.url().hash() != self.bundle.url().hash());
        self.former = others.cloned().collect();
        let too_many = self.former.len().saturating_sub(limits::EARLIER_BUNDLES);
        self.former.drain(..too_many);
        self
    }

    pub(crate) fn notices(&self) -> Vec<Notice> {
        let refused = self.refused.iter().map(|why| Notice {
            what: "The data changed, but the change is refused; the earlier data are still served."
                .to_owned(),
            why: why.clone(),
        });
        let left_out = self.left_out.iter().map(|it| Notice {
            what: format!("{} is not served.", it.file),
            why: it.why.clone(),
        });
        refused.chain(left_out).collect()
    }

    pub fn site(&self) -> &Site {
        &self.site
    }
}
