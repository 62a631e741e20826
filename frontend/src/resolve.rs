//! From a route to the page that it shows: found out before rendering begins, on the server, and in the browser where it
//! has the data. What is missing is found here and nowhere else.

mod chosen;
mod drawn;
mod unknown_path;

pub use chosen::chosen;
pub use drawn::{Asked, asked};
pub use unknown_path::unknown_path;

use strata_core::dataset::Structure;
use strata_core::lookup::{self, Found, Missing, Suggestion};
use strata_core::search::Index;
use strata_core::{Dataset, Point};

use crate::page::{
    About, Audit, DecodePage, DiffPage, Home, ImageDiffPage, ImageList, ImagePage, KernelPage,
    LayoutPage, Link, MemberPage, NotFound, OffsetsPage, Page, ProvenancePage, Reference, Releases,
    SearchPage, StructureList, StructurePage, TaskPage, TypePage, ValidityPage,
};
use crate::route::{Fields, PointSegments, Route, Segment};

/// A page and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// What is shown.
    pub page: Page,
    /// The canonical route of it; that which was asked for may be spelt otherwise.
    pub canonical: Route,
}

/// The page of a route. `index` is asked for where something is searched for, `reference` where the API is read about.
///
/// # Errors
///
/// What is missing, and the way out.
pub fn resolve<'a>(
    route: &Route,
    dataset: &'a Dataset,
    index: impl FnOnce() -> &'a Index,
    reference: impl FnOnce() -> Reference,
) -> Result<Resolved, NotFound> {
    let page = match route {
        Route::Home => Page::Home(Home::new(dataset)),
        Route::Releases => Page::Releases(Releases::new(dataset)),
        Route::Audit => Page::Audit(Audit::new(dataset)),
        Route::About => Page::About(About::new(dataset)),
        Route::Reference => Page::Reference(reference()),
        Route::Search { query } => Page::Search(SearchPage::new(dataset, index(), query)),
        Route::Structures { fields } => {
            Page::Structures(StructureList::new(dataset, fields).map_err(|no| not_found(&no))?)
        }
        Route::Images { fields } => {
            Page::Images(ImageList::new(dataset, fields).map_err(|no| not_found(&no))?)
        }
        Route::Image { id } => {
            return image(dataset, id.as_str());
        }
        Route::ImageDiff { from, to } => {
            let page = ImageDiffPage::new(dataset, [from.as_str(), to.as_str()]);
            let page = page.map_err(|no| not_found(&no))?;
            let canonical = Route::image_diff(&page.from, &page.to);
            let page = Page::ImageDiff(page);
            return Ok(Resolved { page, canonical });
        }
        Route::Task(task) => Page::Task(TaskPage::new(dataset, *task)),
        Route::Offsets => Page::Offsets(OffsetsPage::new()),
        Route::Validity => Page::Validity(ValidityPage::new(dataset)),
        Route::Structure { name, fields } => {
            return history(dataset, structure(dataset, name)?, fields);
        }
        Route::Provenance { name } => {
            let structure = structure(dataset, name)?;
            // Where there is no article, its history says who states it.
            let Some(page) = ProvenancePage::new(dataset, structure) else {
                return history(dataset, structure, &Fields::default());
            };
            let canonical = Route::provenance(&structure.name);
            let page = Page::Provenance(page);
            return Ok(Resolved { page, canonical });
        }
        Route::Member { name, path } => {
            return member(dataset, structure(dataset, name)?, path.as_str());
        }
        Route::Layout { name, point } => {
            let Made { page, route, .. } = layout(dataset, &find(dataset, name, point)?);
            return Ok(Resolved {
                page: Page::Layout(page),
                canonical: route,
            });
        }
        Route::Decode { name, point } => {
            let Made { page, route, .. } = decode(dataset, &find(dataset, name, point)?);
            return Ok(Resolved {
                page: Page::Decode(page),
                canonical: route,
            });
        }
        Route::Diff { name, from, to } => {
            let (from, to) = (find(dataset, name, from)?, find(dataset, name, to)?);
            let Made { page, route, .. } = diff(dataset, &from, &to);
            return Ok(Resolved {
                page: Page::Diff(page),
                canonical: route,
            });
        }
    };
    Ok(Resolved {
        page,
        canonical: route.clone(),
    })
}

fn structure<'a>(dataset: &'a Dataset, name: &Segment) -> Result<&'a Structure, NotFound> {
    lookup::structure(dataset, name.as_str()).map_err(|missing| not_found(&missing))
}

/// An image that a symbol file describes, or a kernel that is known by name.
fn image(dataset: &Dataset, id: &str) -> Result<Resolved, NotFound> {
    match ImagePage::new(dataset, id) {
        Ok(page) => Ok(Resolved {
            canonical: Route::image(&page.image),
            page: Page::Image(page),
        }),
        Err(missing) => {
            let page = KernelPage::new(dataset, id).map_err(|_| not_found(&missing))?;
            Ok(Resolved {
                canonical: Route::kernel(&page.kernel),
                page: Page::Kernel(page),
            })
        }
    }
}

/// The history of a type: what an article says of it, or what symbol files do.
fn history(
    dataset: &Dataset,
    structure: &Structure,
    fields: &Fields,
) -> Result<Resolved, NotFound> {
    let canonical = Route::structure(&structure.name);
    if let Some(page) = StructurePage::new(dataset, structure) {
        let page = Page::Structure(page);
        return Ok(Resolved { page, canonical });
    }
    let page = TypePage::new(dataset, structure, fields).map_err(|no| not_found(&no))?;
    let canonical = page.route();
    let page = Page::Type(page);
    Ok(Resolved { page, canonical })
}

/// A member in every kernel; of what only an article describes, the history of the structure.
fn member(dataset: &Dataset, structure: &Structure, path: &str) -> Result<Resolved, NotFound> {
    match MemberPage::new(dataset, structure.name.as_str(), path) {
        Ok(page) => Ok(Resolved {
            canonical: page.route.clone(),
            page: Page::Member(page),
        }),
        Err(_) if structure.audited().is_some() => history(dataset, structure, &Fields::default()),
        Err(missing) => Err(not_found(&missing)),
    }
}

/// A page that the browser can make, too.
#[derive(Debug)]
pub struct Made<P> {
    /// What is shown.
    pub page: P,
    /// Its canonical address.
    pub route: Route,
    /// What the browser's tab says.
    pub title: String,
}

/// A layout page in the browser, where what is not there is the server's to explain.
#[must_use]
pub fn made_layout(
    dataset: &Dataset,
    name: &Segment,
    point: &PointSegments,
) -> Option<Made<LayoutPage>> {
    Some(layout(dataset, &known(dataset, name, point)?))
}

/// A comparison in the browser, where what is not there is the server's to explain.
#[must_use]
pub fn made_diff(
    dataset: &Dataset,
    name: &Segment,
    from: &PointSegments,
    to: &PointSegments,
) -> Option<Made<DiffPage>> {
    let (from, to) = (known(dataset, name, from)?, known(dataset, name, to)?);
    Some(diff(dataset, &from, &to))
}

/// A decode page in the browser, where what is not there is the server's to explain.
#[must_use]
pub fn made_decode(
    dataset: &Dataset,
    name: &Segment,
    point: &PointSegments,
) -> Option<Made<DecodePage>> {
    Some(decode(dataset, &known(dataset, name, point)?))
}

fn decode(dataset: &Dataset, found: &Found<'_>) -> Made<DecodePage> {
    let page = DecodePage::new(dataset, found);
    Made {
        route: Route::decode(&found.structure.name, found.layout.point),
        title: page.title(),
        page,
    }
}

fn layout(dataset: &Dataset, found: &Found<'_>) -> Made<LayoutPage> {
    let page = LayoutPage::new(dataset, found);
    Made {
        route: Route::layout(&found.structure.name, found.layout.point),
        title: page.title(),
        page,
    }
}

fn diff(dataset: &Dataset, from: &Found<'_>, to: &Found<'_>) -> Made<DiffPage> {
    let page = DiffPage::new(dataset, from, to);
    let name = &from.structure.name;
    Made {
        route: Route::diff(name, from.layout.point, to.layout.point),
        title: page.title(),
        page,
    }
}

/// What is there, without a word on what is not: those words are half of [`find`].
fn known<'a>(dataset: &'a Dataset, name: &Segment, point: &PointSegments) -> Option<Found<'a>> {
    let structure = dataset.structure(name.as_str())?;
    let point = Point {
        version: point.version.as_str().parse().ok()?,
        arch: point.arch.as_str().parse().ok()?,
    };
    let layout = structure.layout(point).ok()?;
    Some(Found {
        structure,
        layout,
        version: point.version.to_string(),
    })
}

fn find<'a>(
    dataset: &'a Dataset,
    name: &Segment,
    point: &PointSegments,
) -> Result<Found<'a>, NotFound> {
    lookup::layout(
        dataset,
        name.as_str(),
        point.version.as_str(),
        point.arch.as_str(),
    )
    .map_err(|missing| missing_point(dataset, name, point, &missing))
}

/// What is missing at a point of a structure: a mistyped version or architecture leads on to what the rest may mean.
fn missing_point(
    dataset: &Dataset,
    name: &Segment,
    point: &PointSegments,
    missing: &Missing,
) -> NotFound {
    let mut page = not_found(missing);
    let Some(structure) = dataset.structure(name.as_str()) else {
        return page;
    };
    let mut links = Vec::new();
    for suggestion in &missing.suggestions {
        let point = match suggestion {
            Suggestion::Release(release) => {
                let arch = point.arch.as_str().parse().ok();
                arch.map(|arch| Point::new(*release, arch))
            }
            Suggestion::Arch(arch) => point.version.as_str().parse().ok().map(|version| Point {
                version,
                arch: *arch,
            }),
            _ => None,
        };
        if let Some(found) = point.and_then(|point| lookup::at(structure, point).ok()) {
            let (name, point) = (&structure.name, found.layout.point);
            links.push(Link {
                label: format!("{name} {point}"),
                route: Route::layout(name, point),
            });
        }
    }
    let name = &structure.name;
    page.suggestions.splice(0..0, links);
    page.suggestions.push(Link {
        label: format!("{name}, all points"),
        route: Route::structure(name),
    });
    page
}

/// What is missing, as a page.
#[must_use]
pub fn not_found(missing: &Missing) -> NotFound {
    let link = |suggestion: &Suggestion| {
        let route = match suggestion {
            Suggestion::Structure(name) => Route::Structure {
                name: Segment::new(name)?,
                fields: Fields::default(),
            },
            Suggestion::Point { structure, point } => Route::Layout {
                name: Segment::new(structure)?,
                point: (*point).into(),
            },
            Suggestion::Image(id) => Route::Image {
                id: Segment::new(id)?,
            },
            Suggestion::Member(text) => {
                let (name, path) = text.split_once('.')?;
                Route::Member {
                    name: Segment::new(name)?,
                    path: Segment::new(path)?,
                }
            }
            Suggestion::Release(_) | Suggestion::Arch(_) | Suggestion::Row(_) => return None,
        };
        let label = match suggestion {
            Suggestion::Point { structure, point } => format!("{structure} {point}"),
            _ => suggestion.text(),
        };
        Some(Link { label, route })
    };
    let mut suggestions: Vec<Link> = missing.suggestions.iter().filter_map(link).collect();
    if suggestions.is_empty() {
        suggestions.push(Link {
            label: "All structures".to_owned(),
            route: Route::structures(),
        });
    }
    NotFound {
        detail: missing.detail.clone(),
        suggestions,
    }
}
