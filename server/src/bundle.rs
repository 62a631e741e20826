//! The data that browsers work on: the data files as Borsh, with as much of the catalogue as a page needs, under URLs that hold
//! the hash of all data.

use std::sync::{Arc, OnceLock};

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use strata_core::raw::{RawDataset, RawFile};
use strata_core::{Dataset, TypeName};
use strata_frontend::route::BundleUrl;

use crate::app::App;
use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::extract::Path as Segments;
use crate::media_type::BYTES;
use crate::representation::{Coding, Representation};

/// What a catalogue in a bundle is called.
const CATALOGUE: &str = "types.strata";

/// The data of one set, for browsers.
#[derive(Debug)]
pub struct Bundle {
    url: BundleUrl,
    /// Everything but the catalogues.
    base: RawDataset,
    dataset: Arc<Dataset>,
    audited: OnceLock<Result<Representation, String>>,
    everything: OnceLock<Result<Representation, String>>,
}

impl Bundle {
    /// The bundles of a dataset, known by the hash of its data files.
    ///
    /// # Errors
    ///
    /// When the data files cannot be written as Borsh: a list of more than 2^32 entries.
    pub fn new(raw: &RawDataset, dataset: Arc<Dataset>) -> Result<Self, std::io::Error> {
        let bytes = borsh::to_vec(raw)?;
        let hash = Representation::new(BYTES, CachePolicy::Immutable, bytes);
        let hash = hash.tag(Coding::Identity);
        let catalogues = Vec::new();
        Ok(Self {
            url: BundleUrl::of_hash(hash.trim_matches('"')),
            base: RawDataset {
                catalogues,
                ..raw.clone()
            },
            dataset,
            audited: OnceLock::new(),
            everything: OnceLock::new(),
        })
    }

    /// Where it is.
    #[must_use]
    pub const fn url(&self) -> &BundleUrl {
        &self.url
    }

    /// The audited structures and what they hold.
    fn audited(&self) -> Result<&Representation, Error> {
        let made = self.audited.get_or_init(|| self.of(&self.names(None)));
        made.as_ref().map_err(|why| Error::Internal(why.clone()))
    }

    /// Every type.
    fn everything(&self) -> Result<&Representation, Error> {
        let all = || {
            let types = self.dataset.catalogue().types().iter();
            types.map(|ty| ty.name.clone()).collect::<Vec<TypeName>>()
        };
        let made = self
            .everything
            .get_or_init(|| self.of(&all()).map(Representation::compressed));
        made.as_ref().map_err(|why| Error::Internal(why.clone()))
    }

    fn names(&self, further: Option<&TypeName>) -> Vec<TypeName> {
        let held = self
            .dataset
            .held_by_audited()
            .into_iter()
            .map(|ty| ty.name.clone());
        let audited = self
            .dataset
            .audited()
            .map(|structure| structure.name.clone());
        // What data files say of a type is checked against it.
        let types = self.dataset.catalogue().types().iter();
        let by_hand = types.filter(|ty| ty.by_hand.is_some());
        let by_hand = by_hand.map(|ty| ty.name.clone());
        held.chain(audited)
            .chain(by_hand)
            .chain(further.cloned())
            .collect()
    }

    /// The data files with these types.
    fn of(&self, names: &[TypeName]) -> Result<Representation, String> {
        let excerpt = RawFile {
            file: CATALOGUE.to_owned(),
            content: self.dataset.catalogue().excerpt(names),
        };
        let raw = RawDataset {
            catalogues: vec![excerpt],
            ..self.base.clone()
        };
        let bytes = borsh::to_vec(&raw).map_err(|error| error.to_string())?;
        Ok(Representation::new(BYTES, CachePolicy::Immutable, bytes))
    }
}

fn not_these() -> Error {
    Error::not_found("these are not the data of this server; reload the page")
}

/// Answers for the data of this server, and of those that were served before; another one's are not there.
pub(crate) async fn bundle(
    State(app): State<Arc<App>>,
    Path(file): Path<String>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let (hash, everything) = BundleUrl::read_file(&file).ok_or_else(not_these)?;
    let bundle = app.bundle_of(hash).ok_or_else(not_these)?;
    let answer = match everything {
        true => bundle.everything()?,
        false => bundle.audited()?,
    };
    Ok(answer.respond(&method, &headers))
}

/// Answers with the data that a page of one type needs.
pub(crate) async fn of_type(
    State(app): State<Arc<App>>,
    Segments((hash, name)): Segments<(String, String)>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let bundle = app.bundle_of(&hash).ok_or_else(not_these)?;
    let structure = bundle.dataset.structure(&name);
    let structure = structure.ok_or_else(|| Error::not_found("there is no such type"))?;
    let url = bundle.url.of_type(&structure.name).path();
    let name = structure.ty().map_or(&structure.name, |ty| &ty.name);
    let answer = app.answers().get_or_render(&url, || {
        bundle
            .of(&bundle.names(Some(name)))
            .map_err(Error::Internal)
    })?;
    Ok(answer.respond(&method, &headers))
}
