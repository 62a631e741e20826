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

use crate::navigation::InPlace;
use crate::page::{Content, DecodePage, DiffPage, LayoutPage, Page, SearchPage, ValidityPage};
use crate::pages::audit::Notice;
use crate::pages::not_found::{Link, NotFound};
use crate::pages::reference::Reference;
use crate::pages::{
    about, audit, home, images, kernel, list, member, offsets, provenance, reference, releases,
    search, structure, symbols, task,
};
use crate::route::{Fields, PointSegments, Route, Segment};

#[derive(Debug)]
pub struct Resolved<'a> {
    pub page: Page<'a>,
    /// The canonical route of it; that which was asked for may be spelt otherwise.
    pub canonical: Route,
}

impl<'a> From<(Page<'a>, Route)> for Resolved<'a> {
    fn from((page, canonical): (Page<'a>, Route)) -> Self {
        Self { page, canonical }
    }
}

/// What pages are made of, besides the route.
pub struct Sources<'a, I> {
    pub dataset: &'a Dataset,
    /// Asked for where something is searched for.
    pub index: I,
    pub reference: Reference,
    /// What is not served of a team's own data.
    pub notices: Vec<Notice>,
    /// The query of the address, for pages whose form sends a table.
    pub query: &'a str,
}

impl<'a, I> std::fmt::Debug for Sources<'a, I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let query = &self.query;
        f.debug_struct("Sources")
            .field("query", query)
            .finish_non_exhaustive()
    }
}

pub fn resolve<'a, I: FnOnce() -> &'a Index>(
    route: &Route,
    sources: Sources<'a, I>,
) -> Result<Resolved<'a>, NotFound> {
    let dataset = sources.dataset;
    let missing = |missing: Missing| not_found(&missing);
    let page = match route {
        Route::Home => home::page(dataset),
        Route::Releases => releases::page(dataset),
        Route::Audit => audit::page(dataset, sources.notices),
        Route::About => about::page(dataset),
        Route::Reference => reference::page(sources.reference),
        Route::Search { query } => search::page(SearchPage::new(dataset, (sources.index)(), query)),
        Route::Structures { fields } => list::page(dataset, fields).map_err(missing)?,
        Route::Images { fields } => images::page(dataset, fields).map_err(missing)?,
        Route::Image { id } => return image(dataset, id.as_str()),
        Route::ImageDiff { from, to } => {
            let page = images::diff_page(dataset, [from.as_str(), to.as_str()]);
            return Ok(page.map_err(missing)?.into());
        }
        Route::Task(task) => task::page(dataset, *task),
        Route::Offsets => offsets::page(dataset, sources.query),
        Route::Validity => {
            let page = ValidityPage::new(dataset).with_query(dataset, sources.query);
            let description = "Paste a table of structure, member, offset, and read for every version of Windows whether it still holds.";
            let content = Content::Validity(page);
            Page::new("Are my offsets still right? · Strata", description, content)
        }
        Route::Structure { name, fields } => {
            return history(dataset, structure(dataset, name)?, fields);
        }
        Route::Provenance { name } => {
            let structure = structure(dataset, name)?;
            // Where there is no article, its history says who states it.
            let Some(page) = provenance::page(dataset, structure) else {
                return history(dataset, structure, &Fields::default());
            };
            return Ok((page, Route::provenance(&structure.name)).into());
        }
        Route::Member { name, path } => {
            return member(dataset, structure(dataset, name)?, path.as_str());
        }
        Route::Layout { name, point } => {
            let page = LayoutPage::new(dataset, &find(dataset, name, point)?);
            return Ok(in_place(page, Content::Layout));
        }
        Route::Decode { name, point } => {
            let page = DecodePage::new(dataset, &find(dataset, name, point)?);
            return Ok(in_place(page, Content::Decode));
        }
        Route::Diff { name, from, to } => {
            let found = [from, to].map(|end| find(dataset, name, end));
            let (from, to) = match found {
                [Ok(from), Ok(to)] => (from, to),
                [Err(mut page), _] | [_, Err(mut page)] => {
                    let nearest = unknown_path::nearest_diff(dataset, name, [from, to]);
                    page.suggestions.splice(0..0, nearest);
                    return Err(page);
                }
            };
            return Ok(in_place(DiffPage::new(dataset, &from, &to), Content::Diff));
        }
    };
    Ok((page, route.clone()).into())
}

fn structure<'a>(dataset: &'a Dataset, name: &Segment) -> Result<&'a Structure, NotFound> {
    lookup::structure(dataset, name.as_str()).map_err(|missing| not_found(&missing))
}

/// An image that a symbol file describes, or a kernel that is known by name.
fn image<'a>(dataset: &'a Dataset, id: &str) -> Result<Resolved<'a>, NotFound> {
    let image = images::image_page(dataset, id);
    let page = image.or_else(|missing| kernel::page(dataset, id).map_err(|_| missing));
    page.map(Resolved::from).map_err(|no| not_found(&no))
}

/// The history of a type: what an article says of it, or what symbol files do.
fn history<'a>(
    dataset: &'a Dataset,
    structure: &'a Structure,
    fields: &Fields,
) -> Result<Resolved<'a>, NotFound> {
    if let Some(page) = structure::page(dataset, structure) {
        return Ok((page, Route::structure(&structure.name)).into());
    }
    let page = symbols::page(dataset, structure, fields);
    page.map(Resolved::from).map_err(|no| not_found(&no))
}

/// A member in every kernel; of what only an article describes, the history of the structure.
fn member<'a>(
    dataset: &'a Dataset,
    structure: &'a Structure,
    path: &str,
) -> Result<Resolved<'a>, NotFound> {
    match member::page(dataset, structure.name.as_str(), path) {
        Ok(page) => Ok(page.into()),
        Err(_) if structure.audited().is_some() => history(dataset, structure, &Fields::default()),
        Err(missing) => Err(not_found(&missing)),
    }
}

fn in_place<'a, P: InPlace>(page: P, content: fn(P) -> Content<'a>) -> Resolved<'a> {
    let (title, description, route) = (page.title(), page.description(), page.route());
    (Page::new(title, description, content(page)), route).into()
}

/// What is there, without a word on what is not: those words are half of [`find`].
pub(crate) fn known<'a>(
    dataset: &'a Dataset,
    name: &Segment,
    point: &PointSegments,
) -> Option<Found<'a>> {
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
            links.push(Link::at(name, point, Route::layout(name, point)));
        }
    }
    page.suggestions.splice(0..0, links);
    page.suggestions.push(Link::all_points(&structure.name));
    page
}

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
            Suggestion::Image(id) => Segment::new(id).map(|id| Route::Image { id })?,
            Suggestion::Member(text) => {
                let (name, path) = text.split_once('.')?;
                let (name, path) = (Segment::new(name)?, Segment::new(path)?);
                Route::Member { name, path }
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
        suggestions.push(Link::all_structures());
    }
    NotFound {
        detail: missing.detail.clone(),
        suggestions,
        field: None,
    }
}
