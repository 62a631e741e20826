//! Everything that Strata knows, understood: built once from the data files, then only read.

mod checks;
mod structure;

pub use structure::Structure;

use std::collections::BTreeMap;

use crate::article::{Article, DataError, Problem};
use crate::audit;
use crate::constants::Constants;
use crate::name::TypeName;
use crate::order;
use crate::raw::{Place, RawDataset, RawRelease, RawSource};
use crate::release::Release;
use crate::snapshot::Snapshot;
use crate::types::{NestedType, Types};

/// Everything that Strata knows.
#[derive(Clone, Debug)]
pub struct Dataset {
    structures: Vec<Structure>,
    types: Types,
    snapshots: Vec<Snapshot>,
    sources: BTreeMap<String, RawSource>,
    releases: Vec<RawRelease>,
}

impl Dataset {
    /// Understands the data files; or says everything that is wrong in them.
    pub fn build(raw: &RawDataset) -> Result<Self, Vec<DataError>> {
        let mut errors = Vec::new();
        let sources = checks::read_sources(raw, &mut errors);
        checks::releases(raw, &mut errors);
        let mut types = Types::default();
        for file in &raw.types {
            if let Some(Err(twice)) = NestedType::read(file, &mut errors).map(|ty| types.insert(ty))
            {
                let problem = Problem::Twice {
                    what: "type",
                    name: twice.name.to_string(),
                };
                errors.push(DataError {
                    place: Place::key(&file.file, "name"),
                    problem,
                });
            }
        }
        types.set_constants(Constants::read(&raw.constants, &mut errors));
        let snapshots: Vec<Snapshot> = raw
            .symbols
            .iter()
            .filter_map(|file| Snapshot::read(file, &mut errors))
            .collect();
        let mut structures: Vec<Structure> = Vec::new();
        for file in &raw.structures {
            let Some(article) = Article::read(file, &mut errors) else {
                continue;
            };
            if structures
                .iter()
                .any(|other| other.article.name == article.name)
            {
                let problem = Problem::Twice {
                    what: "structure",
                    name: article.name.to_string(),
                };
                errors.push(DataError {
                    place: Place::key(&file.file, "name"),
                    problem,
                });
                continue;
            }
            structures.push(Structure::new(article, &types, &snapshots));
        }
        checks::sources(raw, &sources, &mut errors);
        checks::senses(raw, types.constants(), &mut errors);
        order::sort_by(&mut structures, |a, b| a.article.name.cmp(&b.article.name));
        let releases = raw.releases.content.release.clone();
        if errors.is_empty() {
            Ok(Self {
                structures,
                types,
                snapshots,
                sources,
                releases,
            })
        } else {
            Err(errors)
        }
    }

    /// The structures, by name.
    #[must_use]
    pub fn structures(&self) -> &[Structure] {
        &self.structures
    }

    /// The structure of that name; case and a leading underscore do not count.
    #[must_use]
    pub fn structure(&self, name: &str) -> Option<&Structure> {
        self.structures
            .iter()
            .find(|structure| structure.article.name.matches(name))
    }

    /// The nested types.
    #[must_use]
    pub fn types(&self) -> &Types {
        &self.types
    }

    /// What symbol files give.
    #[must_use]
    pub fn snapshots(&self) -> &[Snapshot] {
        &self.snapshots
    }

    /// The source of that id.
    #[must_use]
    pub fn source(&self, id: &str) -> Option<&RawSource> {
        self.sources.get(id)
    }

    /// All sources, by id.
    pub fn sources(&self) -> impl ExactSizeIterator<Item = &RawSource> {
        self.sources.values()
    }

    /// What is known of each rung of the ladder, in order.
    #[must_use]
    pub fn releases(&self) -> &[RawRelease] {
        &self.releases
    }

    /// What is known of one rung.
    #[must_use]
    pub fn release(&self, release: Release) -> Option<&RawRelease> {
        self.releases.get(release.rank())
    }

    /// What the audit judges a structure's tables by.
    #[must_use]
    pub fn audit_context<'a>(&'a self, structure: &'a TypeName) -> audit::Context<'a> {
        audit::Context {
            structure,
            types: &self.types,
            snapshots: &self.snapshots,
        }
    }

    /// The audit of one structure.
    #[must_use]
    pub fn audit(&self, structure: &Structure) -> audit::Report {
        audit::article(
            &structure.article,
            self.audit_context(&structure.article.name),
        )
    }
}
