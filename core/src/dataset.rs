//! The dataset: all data of Strata, built once from the data files and then read-only.

mod checks;
mod data_file_types;
mod list;
mod structure;
#[cfg(test)]
mod tests;

pub use list::{ChangedIn, Filter, SizeRun, SourceKind, sizes};
pub use structure::{Audited, SizeAt, Structure};

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, OnceLock};

use crate::addresses::Addresses;
use crate::article::Article;
use crate::audit;
use crate::catalogue::{Builder, Catalogue, Conflict, NoType, ReleaseStart, Scope, Type};
use crate::constants::Constants;
use crate::ctype::CType;
use crate::kernels::Kernels;
use crate::layout::Layout;
use crate::name::TypeName;
use crate::point::Point;
use crate::raw::{DataError, Place, RawDataset, RawFile, RawOther, RawRelease, RawSource, Text};
use crate::release::Release;

/// The built-in catalogue.
const KERNELS: &str = "kernels.strata";

/// All data that Strata has, parsed and linked.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// Sorted by name.
    structures: Vec<Structure>,
    /// Indices of the structures with an article.
    audited: Vec<usize>,
    catalogue: Arc<Catalogue>,
    sources: BTreeMap<String, RawSource>,
    releases: Vec<RawRelease>,
    kernels: OnceLock<Kernels>,
    kernels_text: Option<Text>,
    addresses: Addresses,
    others: Vec<RawOther>,
    listed: OnceLock<Vec<AuditedSummary>>,
    names: OnceLock<HashSet<TypeName>>,
}

/// An audited structure as lists show it, whether or not its article is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditedSummary {
    pub name: TypeName,
    /// One sentence.
    pub summary: String,
    /// The points at which it has layouts.
    pub points: Vec<Point>,
}

impl AuditedSummary {
    fn of_structure(structure: &Structure) -> Option<Self> {
        Some(Self {
            name: structure.name.clone(),
            summary: structure.article()?.summary.clone(),
            points: structure.layouts().iter().map(|it| it.point).collect(),
        })
    }

    /// A structure whose article is not loaded.
    fn of_other(other: &RawOther) -> Option<Self> {
        let points = other.points.iter().map(|point| point.parse());
        Some(Self {
            name: other.name.parse().ok()?,
            summary: other.summary.clone(),
            points: points.collect::<Result<_, _>>().ok()?,
        })
    }
}

impl Dataset {
    /// Parses and links the data files.
    ///
    /// # Errors
    ///
    /// All mistakes in them.
    pub fn build(raw: &RawDataset) -> Result<Self, Vec<DataError>> {
        let mut errors = Vec::new();
        let sources = checks::read_sources(raw, &mut errors);
        let labels = checks::releases(raw, &mut errors);
        let catalogue = catalogue(raw, &sources, labels, &mut errors);
        let kernels = checks::kernels(raw, &sources, &mut errors);
        let mut articles: BTreeMap<TypeName, Article> = BTreeMap::new();
        for file in &raw.structures {
            let Some(article) = Article::read(file, &mut errors) else {
                continue;
            };
            if let Some(article) = articles.insert(article.name.clone(), article) {
                let place = Place::key(&file.file, "name");
                errors.push(DataError::twice(place, "structure", article.name.as_str()));
            }
        }
        checks::sources(raw, &sources, &mut errors);
        checks::value_meanings(raw, &catalogue, &mut errors);
        if !errors.is_empty() {
            return Err(errors);
        }
        let structures = structures(articles, &catalogue);
        let audited = structures.iter().enumerate();
        let audited = audited
            .filter_map(|(at, it)| it.audited().map(|_| at))
            .collect();
        Ok(Self {
            structures,
            audited,
            catalogue,
            sources,
            releases: raw.releases.content.release.clone(),
            kernels,
            kernels_text: raw.kernels.as_ref().map(|file| file.content.clone()),
            addresses: Addresses::of(raw.addresses.as_ref().map(|file| file.content.clone())),
            others: raw.others.clone(),
            listed: OnceLock::new(),
            names: OnceLock::new(),
        })
    }

    /// Returns the audited structures by name, including those whose articles are not loaded.
    pub fn audited_summaries(&self) -> &[AuditedSummary] {
        self.listed.get_or_init(|| {
            let mut listed: Vec<AuditedSummary> = self
                .audited()
                .filter_map(AuditedSummary::of_structure)
                .chain(self.others.iter().filter_map(AuditedSummary::of_other))
                .collect();
            listed.sort_unstable_by(|a, b| a.name.cmp(&b.name));
            listed
        })
    }

    /// Returns every name in the data: of types, and of what members are or point to.
    pub fn names(&self) -> &HashSet<TypeName> {
        self.names.get_or_init(|| {
            let own = self.structures.iter();
            let own = own.filter_map(|structure| structure.name.as_str().parse().ok());
            let mut names: HashSet<TypeName> = own.collect();
            let mut add = |ty: &CType| {
                if !names.contains(ty.base()) {
                    names.insert(ty.base().clone());
                }
            };
            for audited in self.audited().filter_map(Structure::audited) {
                let members = audited.layouts().iter().flat_map(Layout::members);
                members.for_each(|member| add(&member.ty));
            }
            let types = self.catalogue.named_types();
            let named: HashSet<&str> = types.flat_map(Type::member_types).collect();
            let named = named.into_iter();
            names.extend(named.filter_map(|name| TypeName::parse_symbol(name).ok()));
            names
        })
    }

    /// Returns the structures with an article, by name.
    pub fn audited(
        &self,
    ) -> impl DoubleEndedIterator<Item = &Structure> + ExactSizeIterator + Clone {
        self.audited.iter().map(|at| &self.structures[*at])
    }

    /// Returns every type (structures, unions and enumerations) by name.
    pub fn structures(&self) -> &[Structure] {
        &self.structures
    }

    /// Returns the type with this name, ignoring case and a leading underscore; `None` if none or several match.
    pub fn structure(&self, name: &str) -> Option<&Structure> {
        self.find(name).ok()
    }

    /// Finds a type by a user's text: `EPROCESS`, `nt!_EPROCESS`, `ntdll!_PEB`, `_KPRCB~2`.
    ///
    /// # Errors
    ///
    /// There is no such type, or several match equally well.
    pub fn find(&self, name: &str) -> Result<&Structure, NoType> {
        let plain = name.strip_prefix("nt!").unwrap_or(name);
        let audited = self
            .audited()
            .find(|structure| structure.name.matches(plain));
        if let Some(structure) = audited {
            return Ok(structure);
        }
        self.of_type(self.catalogue.find(name)?)
            .ok_or(NoType::Unknown)
    }

    /// Returns the structure of a type in the catalogue, which has the name of the article if there is one; `None` if the type
    /// is unnamed.
    pub fn of_type(&self, ty: &Type) -> Option<&Structure> {
        self.structure_by_name(&TypeName::parse_qualified(&ty.full_name())?)
    }

    /// The type with this name; the exact spelling is preferred.
    pub(crate) fn structure_by_name(&self, name: &TypeName) -> Option<&Structure> {
        let first = self.structures.partition_point(|it| it.name < *name);
        let mut same = self.structures[first..]
            .iter()
            .take_while(|it| it.name == *name);
        let near = same.clone().next();
        same.find(|it| it.name.as_str() == name.as_str()).or(near)
    }

    /// Returns the type that a declaration in a scope refers to.
    pub fn declared(&self, name: &TypeName, scope: Scope) -> Option<&Structure> {
        let ty = self.catalogue.get(name, scope);
        ty.map_or_else(|| self.structure_by_name(name), |ty| self.of_type(ty))
    }

    /// Like [`Dataset::declared`]; also finds unnamed types, which are no structures of the dataset.
    pub fn declared_or_unnamed(&self, name: &TypeName, scope: Scope) -> Option<Cow<'_, Structure>> {
        if !name.is_unnamed() {
            return self.declared(name, scope).map(Cow::Borrowed);
        }
        let types = self.catalogue.types();
        let ty = types.iter().position(|ty| ty.name == *name)?;
        let unnamed = Structure::of_type(name.clone(), &self.catalogue, ty);
        Some(Cow::Owned(unnamed))
    }

    /// Returns the types that audited structures contain by value, transitively, by name.
    pub fn audited_closure(&self) -> Vec<&Type> {
        self.closure_by_value(self.audited())
    }

    /// Returns the types that the article layouts of these structures contain by value, transitively, by name.
    pub fn closure_by_value<'a>(
        &self,
        structures: impl Iterator<Item = &'a Structure>,
    ) -> Vec<&Type> {
        let mut held: BTreeMap<&TypeName, &Type> = BTreeMap::new();
        let mut todo = Vec::new();
        for audited in structures.filter_map(Structure::audited) {
            let members = audited.layouts().iter().flat_map(Layout::members);
            todo.extend(members.filter_map(|it| it.ty.by_value().cloned()));
        }
        while let Some(name) = todo.pop() {
            let mut all = self.catalogue.all_named(&name).iter();
            let Some(ty) = all.find(|ty| ty.module.is_kernel() && !ty.name.is_unnamed()) else {
                continue;
            };
            if held.insert(&ty.name, ty).is_none() {
                let members = ty.all_classes().flat_map(|class| &class.members);
                todo.extend(members.filter_map(|it| it.declaration.ty.by_value().cloned()));
            }
        }
        held.into_values().collect()
    }

    /// Returns all types in symbol files and data files, with the images that symbol files describe.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    pub fn kernels(&self) -> &Kernels {
        let read = |text| Kernels::read(text).unwrap_or_default();
        let text = self.kernels_text.as_deref();
        self.kernels
            .get_or_init(|| text.map(read).unwrap_or_default())
    }

    /// Returns the addresses of symbols, parsed on first use.
    pub const fn addresses(&self) -> &Addresses {
        &self.addresses
    }

    pub fn source(&self, id: &str) -> Option<&RawSource> {
        self.sources.get(id)
    }

    /// Sorted by id.
    pub fn sources(&self) -> impl ExactSizeIterator<Item = &RawSource> {
        self.sources.values()
    }

    /// Returns the data of each release, in release order.
    pub fn releases(&self) -> &[RawRelease] {
        &self.releases
    }

    /// Microsoft's name for a release; its id if the data do not name it.
    pub fn release_name(&self, release: Release) -> &str {
        let row = self.releases.get(release.index());
        row.map_or(release.id(), |row| &row.name)
    }

    /// The context for auditing a structure's tables.
    pub fn audit_context<'a>(&'a self, structure: &'a TypeName) -> audit::Context<'a> {
        audit::Context {
            structure,
            types: &self.catalogue,
        }
    }

    /// Audits a structure's article; `None` if it has none.
    pub fn audit(&self, structure: &Structure) -> Option<audit::Report> {
        let article = structure.article()?;
        Some(audit::article(article, self.audit_context(&structure.name)))
    }

    /// Audits the types of data files and the number of leaves of types and structures. `raw` must be the data from
    /// which this dataset was built.
    pub fn audit_types(&self, raw: &RawDataset) -> Vec<audit::TypeFinding> {
        let mut audit = audit::TypeAudit::new(&self.catalogue);
        for file in &raw.types {
            if let Some((name, by_hand)) = data_file_types::read(file, &mut Vec::new()) {
                audit.audit(&file.file, &name, &by_hand.classes);
            }
        }
        for audited in self.audited().filter_map(Structure::audited) {
            let article = &audited.article;
            audit.audit_table(&article.file, &article.name, &audited.table);
        }
        audit.into_findings()
    }
}

/// Builds the catalogue from the catalogue files and the types stated by hand.
fn catalogue(
    raw: &RawDataset,
    sources: &BTreeMap<String, RawSource>,
    labels: Vec<ReleaseStart>,
    errors: &mut Vec<DataError>,
) -> Arc<Catalogue> {
    // The built-in catalogue comes first, so that a disagreement is reported for the other file.
    let (built_in, own): (Vec<_>, Vec<_>) =
        raw.catalogues.iter().partition(|file| is_kernels(file));
    let mut read = Vec::new();
    for file in built_in.into_iter().chain(own) {
        match Catalogue::of_text(file.content.clone()) {
            Ok(one) => {
                checks::image_sources(&file.file, one.images(), sources, errors);
                read.push((file, one));
            }
            Err(error) => {
                let place = Place::line(&file.file, error.line);
                errors.push(DataError::form(place, error.problem));
            }
        }
    }
    let mut catalogue = merged(&read, errors);
    for file in &raw.types {
        let Some((name, by_hand)) = data_file_types::read(file, errors) else {
            continue;
        };
        if catalogue.add_from_data_file(name.clone(), by_hand).is_err() {
            let place = Place::key(&file.file, "name");
            errors.push(DataError::twice(place, "type", name.as_str()));
        }
    }
    catalogue.set_constants(Constants::read(&raw.constants, errors));
    catalogue.set_release_starts(labels);
    Arc::new(catalogue)
}

/// Merges catalogues. Catalogues that describe the same image complement each other and must not disagree.
fn merged(catalogues: &[(&RawFile<Text>, Catalogue)], errors: &mut Vec<DataError>) -> Catalogue {
    let [(_, first), rest @ ..] = catalogues else {
        return Catalogue::default();
    };
    let Some((last, _)) = rest.last() else {
        return first.clone();
    };
    let mut builder = Builder::from_catalogue(first);
    for (at, (file, catalogue)) in (1..).zip(rest) {
        let before = &catalogues[..at];
        let conflicts = builder.add_catalogue(catalogue).into_iter();
        errors.extend(conflicts.map(|conflict| {
            let what = format!("{} disagrees: {conflict}", other(before, &conflict));
            DataError::form(Place::line(&file.file, 1), what)
        }));
    }
    builder.finish().unwrap_or_else(|error| {
        let what = format!(
            "it is too large to be merged with the other catalogues, which would have {}: remove images or types from it",
            error.problem
        );
        errors.push(DataError::form(Place::line(&last.file, 1), what));
        first.clone()
    })
}

/// Whether it is Strata's own catalogue, in a folder that messages may show.
fn is_kernels(file: &RawFile<Text>) -> bool {
    file.file.rsplit(['/', '\\']).next() == Some(KERNELS)
}

/// The name, for messages, of the catalogue that already describes the image of a conflict.
fn other(before: &[(&RawFile<Text>, Catalogue)], conflict: &Conflict) -> String {
    let describes = |catalogue: &Catalogue| {
        let mut images = catalogue.images().iter();
        images.any(|image| image.id() == conflict.image)
    };
    match before.iter().find(|(_, catalogue)| describes(catalogue)) {
        Some((file, _)) if !file.content.is_built_in() => file.file.clone(),
        Some(_) => "the built-in catalogue".to_owned(),
        None => "another catalogue".to_owned(),
    }
}

/// Returns every named type by name; a type with an article has the article's name.
fn structures(
    mut articles: BTreeMap<TypeName, Article>,
    catalogue: &Arc<Catalogue>,
) -> Vec<Structure> {
    let mut structures = Vec::with_capacity(catalogue.types().len() + articles.len());
    for (at, ty) in catalogue.types().iter().enumerate() {
        if ty.name.is_unnamed() || ty.is_scalar() {
            continue;
        }
        let main = ty.module.is_kernel() && ty.variant == 1;
        let article = main.then(|| articles.remove(&ty.name)).flatten();
        structures.extend(match article {
            Some(article) => Some(Structure::of_article(article, catalogue, Some(at))),
            None => TypeName::parse_qualified(&ty.full_name())
                .map(|name| Structure::of_type(name, catalogue, at)),
        });
    }
    let rest = articles.into_values();
    structures.extend(rest.map(|article| Structure::of_article(article, catalogue, None)));
    structures.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    structures
}
