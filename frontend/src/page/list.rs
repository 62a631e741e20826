//! The list of types: which ones are asked for, and what is known of each at a glance.

use strata_core::catalogue::Catalogue;
use strata_core::dataset::{Filter, Structure, Witness};
use strata_core::lookup::{self, Missing};
use strata_core::types::TypeKind;
use strata_core::{Arch, Dataset, Layout, Release};

use crate::route::{Fields, Route};

/// How many entries a page of a list has.
const PAGE: usize = 100;

/// The types that are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructureList {
    /// What was asked for.
    pub fields: Fields,
    /// The files that define types.
    pub modules: Vec<String>,
    /// Which part of the list is shown.
    pub part: Part,
    /// The types: audited ones first, then by name.
    pub entries: Vec<Entry>,
}

/// Part of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// How many entries the whole list has.
    pub total: usize,
    /// The number of the first that is shown, from 1.
    pub first: usize,
    /// The number of the last.
    pub last: usize,
    /// Where the part before is.
    pub before: Option<Route>,
    /// Where the part after is.
    pub after: Option<Route>,
}

/// A type at a glance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its history.
    pub route: Route,
    /// One sentence; mostly nothing.
    pub summary: String,
    /// Who states it.
    pub witnesses: Vec<Witness>,
    /// `struct`, `union` or `enum`.
    pub kind: &'static str,
    /// How large it is in the newest layout, on x64 where it has one.
    pub size: Option<(u32, Arch)>,
    /// How many different layouts it has.
    pub layouts: usize,
    /// The first and the last release that have it.
    pub releases: Option<(Release, Release)>,
}

impl Part {
    /// The part that a page's fields ask for, and its entries.
    ///
    /// # Errors
    ///
    /// When the list has no such page.
    pub(super) fn of<T>(
        entries: Vec<T>,
        route: &Route,
        fields: &Fields,
    ) -> Result<(Self, Vec<T>), Missing> {
        let total = entries.len();
        let pages = total.div_ceil(PAGE).max(1);
        let page = match fields.get(Fields::PAGE) {
            "" => Some(1),
            text => text.parse().ok().filter(|page| (1..=pages).contains(page)),
        };
        let Some(page) = page else {
            let asked = fields.get(Fields::PAGE);
            return Err(missing(format!(
                "The list has no page `{asked}`: expected 1 to {pages}."
            )));
        };
        let first = (page - 1) * PAGE;
        let to = |page: usize| {
            let text = if page == 1 {
                String::new()
            } else {
                page.to_string()
            };
            let fields = fields.clone().with(Fields::PAGE, &text);
            route.clone().with_fields(fields)
        };
        let part = Self {
            total,
            first: first + 1,
            last: (first + PAGE).min(total),
            before: (page > 1).then(|| to(page - 1)),
            after: (page < pages).then(|| to(page + 1)),
        };
        Ok((part, entries.into_iter().skip(first).take(PAGE).collect()))
    }
}

impl StructureList {
    /// Made from the dataset.
    ///
    /// # Errors
    ///
    /// When a field has a value that there is not.
    pub fn new(dataset: &Dataset, fields: &Fields) -> Result<Self, Missing> {
        let mut found = dataset.list(&filter(dataset, fields)?);
        found.sort_by_key(|structure| structure.audited().is_none());
        let (part, found) = Part::of(found, &Route::structures(), fields)?;
        Ok(Self {
            fields: fields.clone(),
            modules: modules(dataset.catalogue()),
            part,
            entries: found.into_iter().map(Entry::new).collect(),
        })
    }
}

/// What is not there, where nothing is near it.
pub(super) fn missing(detail: String) -> Missing {
    Missing {
        detail,
        reason: None,
        suggestions: Vec::new(),
    }
}

/// The files that symbol files describe.
pub(super) fn modules(catalogue: &Catalogue) -> Vec<String> {
    let modules = catalogue.modules().into_iter();
    modules.map(ToString::to_string).collect()
}

/// What the fields of a query ask for.
fn filter(dataset: &Dataset, fields: &Fields) -> Result<Filter, Missing> {
    let catalogue = dataset.catalogue();
    let field = |name| Some(fields.get(name)).filter(|text| !text.is_empty());
    let kind = |text: &str| {
        let known = TypeKind::IN_SYMBOLS
            .into_iter()
            .find(|kind| kind.as_str() == text);
        known.ok_or_else(|| {
            missing(format!(
                "There is no kind `{text}`: expected struct, union or enum."
            ))
        })
    };
    let witness = |text: &str| {
        let known = Witness::ALL.into_iter().find(|it| it.as_str() == text);
        known.ok_or_else(|| {
            missing(format!(
                "There is no source `{text}`: expected article or symbols."
            ))
        })
    };
    let image = |text: &str| lookup::image(dataset, text);
    Ok(Filter {
        text: fields.get(Fields::TEXT).to_owned(),
        kind: field(Fields::KIND).map(kind).transpose()?,
        module: field(Fields::MODULE)
            .map(|text| lookup::module(catalogue, text))
            .transpose()?,
        image: field(Fields::IMAGE).map(image).transpose()?,
        witness: field(Fields::SOURCE).map(witness).transpose()?,
        changed_in: field(Fields::CHANGED_IN)
            .map(|text| lookup::change(dataset, text))
            .transpose()?,
    })
}

impl Entry {
    fn new(structure: &Structure) -> Self {
        let stated = structure.stated();
        let newest = |arch: Arch| stated.iter().rfind(|(_, own, _)| *own == arch);
        let newest = newest(Arch::X64).or(stated.last());
        let releases = stated.iter().map(|(release, ..)| *release);
        let classes = structure.ty().map_or(0, |ty| ty.all_classes().count());
        Self {
            name: structure.name.to_string(),
            route: Route::structure(&structure.name),
            summary: structure.summary().to_owned(),
            witnesses: structure.witnesses(),
            kind: structure.kind().as_str(),
            size: newest.map(|(_, arch, size)| (size.get(), *arch)),
            layouts: structure
                .audited()
                .map_or(classes, |_| different(&structure.layouts())),
            releases: releases.clone().min().zip(releases.max()),
        }
    }
}

/// How many different ones there are; those of different architectures always are.
fn different(layouts: &[Layout]) -> usize {
    let mut different: Vec<&Layout> = Vec::new();
    for layout in layouts {
        let same = |it: &&Layout| it.arch() == layout.arch() && it.same_as(layout);
        if !different.iter().any(same) {
            different.push(layout);
        }
    }
    different.len()
}
