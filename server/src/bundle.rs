//! Data bundles for browsers: the data files as Borsh, with as much of the catalogue as a page needs, under URLs that
//! contain the hash of all data.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use strata_core::dataset::Structure;
use strata_core::kernels::Kernel;
use strata_core::raw::{RawDataset, RawFile, RawOther, Text};
use strata_core::{Dataset, TypeName};
use strata_frontend::page::picker::LISTED_LIMIT;
use strata_frontend::route::BundleUrl;

use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::media_type::BYTES;
use crate::representation::{Coding, Representation};

const CATALOGUE: &str = "types.strata";
const KERNELS: &str = "kernels.txt";

/// The hash by which a dataset is known: that of its data files.
pub fn data_hash(raw: &RawDataset) -> Result<String, std::io::Error> {
    let bytes = borsh::to_vec(raw)?;
    let tagged = Representation::new(BYTES, CachePolicy::Immutable, bytes);
    Ok(tagged.tag(Coding::Identity).trim_matches('"').to_owned())
}

#[derive(Debug)]
pub struct Bundle {
    url: BundleUrl,
    /// The data without the catalogues.
    base: RawDataset,
    dataset: Arc<Dataset>,
    everything: OnceLock<Result<Representation, String>>,
}

impl Bundle {
    /// The bundles of a dataset, known by the hash of its data files.
    pub fn new(raw: &RawDataset, dataset: Arc<Dataset>) -> Result<Self, std::io::Error> {
        Ok(Self {
            url: BundleUrl::of_hash(&data_hash(raw)?),
            base: RawDataset {
                catalogues: Vec::new(),
                kernels: None,
                addresses: None,
                ..raw.clone()
            },
            dataset,
            everything: OnceLock::new(),
        })
    }

    pub const fn url(&self) -> &BundleUrl {
        &self.url
    }

    /// The bundle of every type.
    pub(crate) fn everything(&self) -> Result<&Representation, Error> {
        let all = || {
            let types = self.dataset.catalogue().types().iter();
            types.map(|ty| ty.name.clone()).collect::<Vec<TypeName>>()
        };
        let made = self.everything.get_or_init(|| {
            let types = self.dataset.catalogue().excerpt(&all());
            let raw = RawDataset {
                kernels: self.listed(),
                ..self.base.clone()
            };
            Self::written(raw, types).map(Representation::compressed)
        });
        made.as_ref().map_err(|why| Error::Internal(why.clone()))
    }

    /// The offsets of kernels that only a list knows and no symbol file describes, from kernels named `ntoskrnl`;
    /// others define no types.
    fn listed(&self) -> Option<RawFile<Text>> {
        let (catalogue, kernels) = (self.dataset.catalogue(), self.dataset.kernels());
        let listed = |kernel: &Kernel| {
            let (module, arch, version) = kernel.key();
            module.is_kernel() && catalogue.image_at(module, arch, version).is_none()
        };
        (!kernels.all().is_empty()).then(|| RawFile {
            file: KERNELS.to_owned(),
            content: kernels.excerpt(listed).into(),
        })
    }

    pub fn dataset(&self) -> &Dataset {
        &self.dataset
    }

    /// The bundle of a type: the type, the types it contains, and the texts about them.
    pub(crate) fn of_structure(&self, structure: &Structure) -> Result<Representation, String> {
        let own = structure.ty().map_or(&structure.name, |ty| &ty.name);
        let held = self.dataset.closure_by_value(std::iter::once(structure));
        let roots: Vec<TypeName> = std::iter::once(own)
            .chain(held.into_iter().map(|ty| &ty.name))
            .cloned()
            .collect();
        let catalogue = self.dataset.catalogue();
        let held: BTreeSet<&TypeName> = catalogue
            .closure_by_value(&roots)
            .map(|ty| &ty.name)
            .collect();
        let is_held = |name: &str| {
            let name: Option<TypeName> = name.parse().ok();
            name.is_some_and(|name| held.contains(&name))
        };
        let articles = self.base.structures.iter().filter(|file| {
            let name = &file.content.name;
            structure.name.matches(name) || is_held(name)
        });
        let structures: Vec<_> = articles.cloned().collect();
        let here = |name: &TypeName| {
            structures
                .iter()
                .any(|file| name.matches(&file.content.name))
        };
        let others = self.dataset.audited_summaries().iter().take(LISTED_LIMIT);
        let others = others
            .filter(|listed| !here(&listed.name))
            .map(|listed| RawOther {
                name: listed.name.to_string(),
                summary: listed.summary.clone(),
                points: listed.points.iter().map(ToString::to_string).collect(),
            });
        let types = self
            .base
            .types
            .iter()
            .filter(|file| is_held(&file.content.name));
        let raw = RawDataset {
            others: others.collect(),
            types: types.cloned().collect(),
            structures,
            constants: self.base.constants.clone(),
            sources: self.base.sources.clone(),
            releases: self.base.releases.clone(),
            ..RawDataset::default()
        };
        Self::written(raw, catalogue.excerpt(&roots)).map(Representation::compressed)
    }

    fn written(raw: RawDataset, types: String) -> Result<Representation, String> {
        let excerpt = RawFile {
            file: CATALOGUE.to_owned(),
            content: types.into(),
        };
        let raw = RawDataset {
            catalogues: vec![excerpt],
            ..raw
        };
        let bytes = borsh::to_vec(&raw).map_err(|error| error.to_string())?;
        Ok(Representation::new(BYTES, CachePolicy::Immutable, bytes))
    }
}
