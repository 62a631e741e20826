//! The data bundle: the data files as Borsh, under a URL that holds the hash of its content.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use strata_core::raw::RawDataset;
use strata_frontend::route::BundleUrl;

use crate::app::App;
use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::media_type::BYTES;
use crate::representation::{Coding, Representation};

/// The bundle and where it is.
#[derive(Debug)]
pub struct Bundle {
    url: BundleUrl,
    answer: Representation,
}

impl Bundle {
    /// Makes the bundle of a dataset.
    ///
    /// # Errors
    ///
    /// When it cannot be written: a list of more than 2^32 entries.
    pub fn new(raw: &RawDataset) -> Result<Self, std::io::Error> {
        let bytes = borsh::to_vec(raw)?;
        let answer = Representation::new(BYTES, CachePolicy::Immutable, bytes);
        let url = BundleUrl::of_hash(answer.tag(Coding::Identity).trim_matches('"'));
        Ok(Self { url, answer })
    }

    /// Where it is.
    #[must_use]
    pub const fn url(&self) -> &BundleUrl {
        &self.url
    }

    /// What is there.
    #[must_use]
    pub const fn answer(&self) -> &Representation {
        &self.answer
    }
}

/// Answers for the bundle of this dataset, and of those that were served before; another one's is not there.
pub(crate) async fn bundle(
    State(app): State<Arc<App>>,
    Path(file): Path<String>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let bundle = app.bundle_of(&file).ok_or_else(|| {
        Error::not_found("these are not the data of this server; reload the page")
    })?;
    Ok(bundle.answer().respond(&method, &headers))
}
