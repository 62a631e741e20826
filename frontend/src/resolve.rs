//! Resolves a route to its page before rendering begins, on the server, and in the browser where it has the data.
//! Missing resources are detected here and nowhere else.

use strata_core::dataset::Structure;
use strata_core::lookup::{self, Found, Missing, Suggestion};
use strata_core::search::Index;
use strata_core::{Arch, Dataset, Layout, Point, Release, Version};

use crate::components::picker::{PointField, Refused};
use crate::components::search::OPENS_QUERY;
use crate::page::layout::layout_at;
use crate::page::picker::Purpose;
use crate::page::{DiffPage, LayoutPage};
use crate::pages::audit::{self, Notice};
use crate::pages::decode::DecodePage;
use crate::pages::not_found::{Link, NotFound};
use crate::pages::reference::{self, Reference};
use crate::pages::search::SearchPage;
use crate::pages::validity::ValidityPage;
use crate::pages::{Content, Page};
use crate::pages::{
    about, home, images, kernel, list, member, offsets, provenance, releases, search, structure,
    task,
};
use crate::route::{
    Choice, Fields, Form, FormTarget, PageEntry, PointSegments, Route, SearchText, Segment,
    single_pages, site_location, strip_base,
};
use crate::step::InPlace;

/// The inputs for pages, besides the route.
#[derive(Debug)]
pub struct Sources<'a, I> {
    pub dataset: &'a Dataset,
    /// The search index, for searches.
    pub index: I,
    pub reference: Reference,
    /// The operator's own data that are not served.
    pub notices: Vec<Notice>,
    /// The query of the address, for pages whose form sends a table.
    pub query: &'a str,
}

/// The page at a route. Its own route is the canonical one; the requested one may be spelt otherwise.
pub fn resolve<'a, I: FnOnce() -> &'a Index>(
    route: &Route,
    sources: Sources<'a, I>,
) -> Result<Page<'a>, NotFound> {
    let dataset = sources.dataset;
    let structure = |name: &Segment| lookup::structure(dataset, name.as_str());
    Ok(match route {
        Route::Home => home::page(dataset),
        Route::Releases => releases::page(dataset),
        Route::Audit => audit::page(dataset, sources.notices),
        Route::About => about::page(dataset),
        Route::Reference => reference::page(sources.reference),
        Route::Search { query } => search::page(SearchPage::new(dataset, (sources.index)(), query)),
        Route::Structures { fields } => list::page(dataset, fields)?,
        Route::Images { fields } => images::page(dataset, fields)?,
        Route::Image { id } => {
            let id = id.as_str();
            image(dataset, id).map_err(|missing| missing_image(missing, id))?
        }
        Route::ImageDiff { from, to } => {
            let ids = [from.as_str(), to.as_str()];
            let page = images::diff_page(dataset, ids);
            page.map_err(|missing| missing_image_diff(dataset, missing, from, to))?
        }
        Route::Task(task) => task::page(dataset, *task),
        Route::Offsets { query } => offsets::page(dataset, query),
        Route::Validity => {
            let page = ValidityPage::new(dataset).with_query(dataset, sources.query);
            let title = "Are my offsets still right?";
            let description = "Paste a table of structures, members and offsets, and see whether it is still valid in every \
                               version of Windows.";
            Page::new(Route::Validity, title, description, Content::Validity(page))
        }
        Route::Structure { name, fields } => structure::page(dataset, structure(name)?, fields)?,
        Route::Provenance { name } => {
            let structure = structure(name)?;
            // Without an article, the history names the sources.
            let history = || structure::page(dataset, structure, &Fields::default());
            provenance::page(dataset, structure).map_or_else(history, Ok)?
        }
        Route::Member { name, path } => {
            let (structure, path) = (structure(name)?, path.as_str());
            member(dataset, structure, path)
                .map_err(|missing| missing_member(missing, structure, path))?
        }
        Route::Layout { name, point } => {
            let page = LayoutPage::new(dataset, &find(dataset, name, point)?);
            in_place(page, Content::Layout)
        }
        Route::Decode { name, point } => {
            let page = DecodePage::new(dataset, &find(dataset, name, point)?);
            in_place(page, Content::Decode)
        }
        Route::Diff { name, from, to } => {
            let found = [from, to].map(|end| find(dataset, name, end));
            let (from, to) = match found {
                [Ok(from), Ok(to)] => (from, to),
                [Err(mut page), _] | [_, Err(mut page)] => {
                    let nearest = nearest_diff(dataset, name, [from, to]);
                    page.suggestions.splice(0..0, nearest);
                    return Err(page);
                }
            };
            in_place(DiffPage::new(dataset, &from, &to), Content::Diff)
        }
    })
}

/// Where a search leads that the search field sent: to the page that alone answers it, otherwise to its hits. Links to a
/// search show its hits.
pub fn searched<'a>(
    route: &Route,
    query: &str,
    dataset: &Dataset,
    index: impl FnOnce() -> &'a Index,
) -> Option<String> {
    let Route::Search { query: text } = route else {
        return None;
    };
    let hits = query.strip_suffix(OPENS_QUERY)?;
    let page = SearchPage::new(dataset, index(), text);
    let hits = || format!("{}?{hits}", Route::search(""));
    Some(page.answer().map_or_else(hits, str::to_owned))
}

/// An image that a symbol file describes, or a kernel that is known by name.
fn image<'a>(dataset: &'a Dataset, id: &str) -> Result<Page<'a>, Missing> {
    let image = images::image_page(dataset, id);
    image.or_else(|missing| kernel::page(dataset, id).map_err(|_| missing))
}

/// A member in every kernel, by its path or by the id of its row in an article; for a member without a name or in no known
/// kernel, the history.
fn member<'a>(
    dataset: &'a Dataset,
    structure: &'a Structure,
    path: &str,
) -> Result<Page<'a>, Missing> {
    let page = |path: &str| member::page(dataset, structure.name.as_str(), path);
    let of_row = || page(&row_named(structure, path)?).ok();
    match page(path).or_else(|missing| of_row().ok_or(missing)) {
        Err(_) if lookup::row(structure, path).is_ok() => {
            structure::page(dataset, structure, &Fields::default())
        }
        page => page,
    }
}

/// What is missing if no image has an id: the nearest ones, the list of all, and a search for the id.
fn missing_image(missing: Missing, id: &str) -> NotFound {
    let mut page = NotFound::from(missing);
    page.suggestions
        .extend([Link::all_images(), Link::search(id)]);
    page
}

/// The same for two images: those nearest to the missing one are compared with the other, if that is there.
fn missing_image_diff(
    dataset: &Dataset,
    missing: Missing,
    from: &Segment,
    to: &Segment,
) -> NotFound {
    let is_there = |id: &Segment| lookup::image(dataset, id.as_str()).is_ok();
    let unknown = if is_there(from) { to } else { from };
    let mut page = missing_image(missing, unknown.as_str());
    let other = [from, to].into_iter().find(|id| is_there(id));
    for link in &mut page.suggestions {
        if let (Route::Image { id: near }, Some(other)) = (&link.route, other) {
            let (from, to) = match other == from {
                true => (other.clone(), near.clone()),
                false => (near.clone(), other.clone()),
            };
            let label = format!("{} → {}", from.as_str(), to.as_str());
            *link = Link::new(label, Route::ImageDiff { from, to });
        }
    }
    page
}

/// What is missing of a structure's members: the nearest ones, the structure, and a search for the member elsewhere.
fn missing_member(missing: Missing, structure: &Structure, path: &str) -> NotFound {
    let mut page = NotFound::from(missing);
    let ways = [Link::all_points(&structure.name), Link::search(path)];
    page.suggestions.extend(ways);
    page
}

/// The name of the member or bit field with that row id, in the newest layout that has it.
fn row_named(structure: &Structure, row: &str) -> Option<String> {
    let name = |layout: &Layout| {
        let whole = layout.member(row).and_then(|member| member.name.as_deref());
        let mut fields = layout
            .members()
            .flat_map(|it| it.bits.known_bits().unwrap_or_default());
        let field = || {
            fields
                .find(|field| field.row.as_str() == row)
                .map(|it| &*it.name)
        };
        whole.or_else(field).map(ToOwned::to_owned)
    };
    structure.layouts().iter().rev().find_map(name)
}

fn in_place<'a, P: InPlace>(page: P, content: fn(P) -> Content<'a>) -> Page<'a> {
    let (route, title, description) = (page.route(), page.title(), page.description());
    Page::new(route, title, description, content(page))
}

fn find<'a>(
    dataset: &'a Dataset,
    name: &Segment,
    point: &PointSegments,
) -> Result<Found<'a>, NotFound> {
    layout_at(dataset, name, point).map_err(|missing| missing_point(dataset, name, point, missing))
}

/// What is missing at a point of a structure. What is mistyped (name, version or architecture) yields suggestions that
/// keep the rest.
fn missing_point(
    dataset: &Dataset,
    name: &Segment,
    point: &PointSegments,
    missing: Missing,
) -> NotFound {
    let Some(structure) = dataset.structure(name.as_str()) else {
        let mut page = NotFound::from(missing);
        for link in &mut page.suggestions {
            let meant = Segment::new(&link.label);
            if let Some(found) = meant.and_then(|meant| layout_at(dataset, &meant, point).ok()) {
                let (name, point) = (&found.structure.name, found.layout.point);
                *link = Link::at_points(Route::layout(name, point));
            }
        }
        return page;
    };
    let meant = |suggestion: &Suggestion| {
        let (version, arch) = match suggestion {
            Suggestion::Point { point, .. } => (point.version, point.arch),
            Suggestion::Release(release) => (
                Version::Release(*release),
                point.arch.as_str().parse().ok()?,
            ),
            Suggestion::Arch(arch) => (point.version.as_str().parse().ok()?, *arch),
            _ => return None,
        };
        let found = lookup::at(structure, Point { version, arch }).ok()?;
        Some(found.layout.point)
    };
    let layout = |point| Route::layout(&structure.name, point);
    missing_of(structure, &missing, meant, layout)
}

impl From<Missing> for NotFound {
    fn from(missing: Missing) -> Self {
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
                _ => return None,
            };
            Some(match suggestion {
                Suggestion::Point { .. } => Link::at_points(route),
                _ => Link::new(suggestion.text(), route),
            })
        };
        let mut suggestions: Vec<Link> = missing.suggestions.iter().filter_map(link).collect();
        if suggestions.is_empty() {
            suggestions.push(Link::all_structures());
        }
        Self::new(&missing.detail, suggestions)
    }
}

/// The page that a form's input means.
pub fn choice_route(choice: &Choice, dataset: &Dataset) -> Result<Route, NotFound> {
    let Choice { name, target, near } = choice;
    let structure = lookup::structure(dataset, name.as_str())
        .map_err(|missing| misspelt_choice(choice, dataset, missing.into()))?;
    let name = &structure.name;
    let find = |text: &SearchText| {
        let found = lookup::typed(structure, text.as_str(), *near);
        found.map(|found| found.layout.point)
    };
    // The form that returns the input with the error: beside the point that was right.
    let field = |(form, name, other), text: &SearchText, missing: &Missing| {
        Some(Box::new(PointField {
            id: "point".to_owned(),
            structure: structure.name.clone(),
            form,
            name,
            other,
            near: *near,
            refused: Some(Refused {
                text: text.to_string(),
                why: missing.detail.clone(),
            }),
        }))
    };
    let meant = |suggestion: &Suggestion| match suggestion {
        Suggestion::Point { point, .. } => Some(*point),
        Suggestion::Release(release) => find(&SearchText::new(release.id())).ok(),
        _ => None,
    };
    let at = |purpose: Purpose, text: &SearchText| {
        let route_to = |point| purpose.route(name, point);
        find(text).map(route_to).map_err(|no| NotFound {
            field: field(purpose.field(), text, &no),
            ..missing_of(structure, &no, meant, route_to)
        })
    };
    let layout = |point| Route::layout(name, point);
    match target {
        FormTarget::Layout(point) => at(Purpose::Layout, point),
        FormTarget::Decode(point) => at(Purpose::Decode, point),
        // Without a point to compare with, show the last change.
        FormTarget::Diff { from, to } if near.is_none() && from.as_str().trim().is_empty() => {
            let to = find(to).map_err(|no| NotFound {
                field: field((Form::Diff, Form::TO, None), to, &no),
                ..missing_of(structure, &no, meant, layout)
            })?;
            let from = changed_before(structure, to).unwrap_or(to);
            Ok(Route::diff(name, from, to))
        }
        FormTarget::Diff { from, to } => match (find(from), find(to)) {
            (Ok(from), _) => at(Purpose::DiffTo { from }, to),
            (Err(_), Ok(to)) => at(Purpose::DiffFrom { to }, from),
            (Err(no), Err(_)) => Err(missing_of(structure, &no, meant, layout)),
        },
    }
}

/// What is missing if a form names no structure: the suggestions lead to what the form asks for.
fn misspelt_choice(choice: &Choice, dataset: &Dataset, mut page: NotFound) -> NotFound {
    let corrected = |link: &Link| {
        let name = Segment::new(&link.label).filter(|it| dataset.structure(it.as_str()).is_some());
        let choice = Choice {
            name: name?,
            ..choice.clone()
        };
        choice_route(&choice, dataset).ok()
    };
    for link in &mut page.suggestions {
        if let Some(route) = corrected(link) {
            link.route = route;
        }
    }
    page
}

/// The last release before a point with another layout on the same architecture.
fn changed_before(structure: &Structure, point: Point) -> Option<Point> {
    let here = lookup::at(structure, point).ok()?.layout;
    let before = Release::all()
        .rev()
        .filter(|release| *release < here.release);
    let points = before.map(|release| Point::new(release, point.arch));
    let mut layouts = points.filter_map(|point| structure.layout(point).ok());
    let other = layouts.find(|layout| layout.class_id() != here.class_id());
    other.map(|layout| layout.point)
}

/// What is missing of a structure: its points that the suggestions mean, as links.
fn missing_of(
    structure: &Structure,
    missing: &Missing,
    meant: impl Fn(&Suggestion) -> Option<Point>,
    route_to: impl Fn(Point) -> Route,
) -> NotFound {
    let points = missing.suggestions.iter().filter_map(meant);
    let links = points.map(|point| Link::at_points(route_to(point)));
    let links = links.chain([Link::all_points(&structure.name)]).collect();
    NotFound::new(&missing.detail, links)
}

/// A requested page that has no file on a static site.
#[derive(Debug)]
pub enum ClientPage {
    Layout(Box<LayoutPage>),
    Diff(Box<DiffPage>),
    Search(SearchPage),
    /// A page that has a file of its own.
    Elsewhere(Route),
}

/// The route that an address of the site means (path with the base path, and query): that of a form's input, or its own.
pub fn meant_route(url: &str, dataset: &Dataset) -> Result<Route, NotFound> {
    match url.parse::<Choice>() {
        Ok(choice) => choice_route(&choice, dataset),
        Err(_) => url.parse().map_err(|_| unknown_path(path_of(url), dataset)),
    }
}

/// The path of an address within the site.
fn path_of(url: &str) -> &str {
    strip_base(url).split('?').next().unwrap_or_default()
}

/// What the browser renders at an address of the site.
pub fn client_page(url: &str, dataset: &Dataset) -> Result<ClientPage, NotFound> {
    let (route, path) = (meant_route(url, dataset)?, path_of(url));
    let structure = |name: &Segment| lookup::structure(dataset, name.as_str());
    let canonical = match &route {
        Route::Diff { name, from, to } => {
            let (from, to) = (find(dataset, name, from)?, find(dataset, name, to)?);
            let page = DiffPage::new(dataset, &from, &to);
            return Ok(ClientPage::Diff(Box::new(page)));
        }
        Route::Search { query } => {
            let index = Index::new(dataset);
            return Ok(ClientPage::Search(SearchPage::new(dataset, &index, query)));
        }
        Route::Layout { name, point } => {
            let found = find(dataset, name, point)?;
            let version = found.layout.point.version.to_string();
            if site_location().is_client_rendered(found.structure.name.as_str(), &version) {
                let page = LayoutPage::new(dataset, &found);
                return Ok(ClientPage::Layout(Box::new(page)));
            }
            Route::layout(&found.structure.name, found.layout.point)
        }
        Route::Decode { name, point } => {
            let found = find(dataset, name, point)?;
            Route::decode(&found.structure.name, found.layout.point)
        }
        Route::Structure { name, .. } => Route::structure(&structure(name)?.name),
        Route::Provenance { name } => Route::provenance(&structure(name)?.name),
        other => other.clone(),
    };
    // Where the page's own file is missing, a redirect would lead here again.
    let own = canonical.to_string();
    let is_here = path.trim_end_matches('/') == path_of(&own).trim_end_matches('/');
    if is_here && url.parse::<Choice>().is_err() {
        let why = "The file of this page is missing: this copy of the site is incomplete.";
        return Err(NotFound::new(why, unknown_path(path, dataset).suggestions));
    }
    Ok(ClientPage::Elsewhere(canonical))
}

/// How many segments of a path are read. No page has more than seven.
const SEGMENTS_LIMIT: usize = 8;
/// Suggestions in place of a page that does not exist.
pub fn unknown_path(path: &str, dataset: &Dataset) -> NotFound {
    let segments = path.split('/').take(SEGMENTS_LIMIT);
    let segments: Vec<Segment> = segments.filter_map(Segment::decode).collect();
    let words: Vec<&str> = segments.iter().map(Segment::as_str).collect();
    let mut page = NotFound::new("No page has this address.", Vec::new());
    if let Some((first, rest)) = words.split_first() {
        let listed: Vec<_> = single_pages()
            .filter(|(.., route)| !matches!(route, Route::Home | Route::Search { .. }))
            .collect();
        let known = listed.iter().map(|(entry, ..)| word(entry));
        let near = lookup::nearest(first, known).first().copied();
        let found = listed.iter().find(|(entry, ..)| near == Some(word(entry)));
        match found {
            Some((.., Route::Structures { .. })) => among_structures(dataset, rest, &mut page),
            Some((_, label, route)) => page.suggestions.push(Link::new(*label, route.clone())),
            None if dataset.structure(first).is_some() => {
                among_structures(dataset, &words, &mut page);
            }
            None => {}
        }
    }
    let all = Route::structures();
    if page.suggestions.iter().all(|it| it.route != all) {
        page.suggestions.push(Link::all_structures());
    }
    page
}

/// The first segment of a page's paths.
fn word(entry: &PageEntry) -> &'static str {
    entry.pattern.trim_start_matches('/')
}

/// Adds suggestions; `words` are the segments after `structures`.
fn among_structures(dataset: &Dataset, words: &[&str], page: &mut NotFound) {
    let Some((name, rest)) = words.split_first() else {
        let names = dataset.audited().map(|it| &it.name);
        page.suggestions
            .extend(names.map(|name| Link::new(name.as_str(), Route::structure(name))));
        return;
    };
    match lookup::structure(dataset, name) {
        Err(missing) => *page = missing.into(),
        Ok(structure) => {
            let name = &structure.name;
            page.detail = format!(
                "{name} has no such page. The address of a layout ends with a version and an architecture, such as `6.2/x64`; \
                 that of a comparison with two such pairs."
            );
            page.suggestions = of_structure(structure, rest);
            page.suggestions.push(Link::all_points(name));
        }
    }
}

/// The pages of a structure that the segments after its name may mean.
fn of_structure(structure: &Structure, words: &[&str]) -> Vec<Link> {
    let points = points(structure, words);
    let compared = || comparison(structure, [0, 1].map(|at| points.get(at).copied()));
    let compared = words.contains(&"diff").then(compared).flatten();
    let route = match words.contains(&"decode") {
        true => Route::decode,
        false => Route::layout,
    };
    let each = points.iter().map(|point| route(&structure.name, *point));
    let links = compared.into_iter().chain(each.map(Link::at_points));
    links.collect()
}

/// The nearest existing comparison.
fn nearest_diff(dataset: &Dataset, name: &Segment, ends: [&PointSegments; 2]) -> Option<Link> {
    let structure = dataset.structure(name.as_str())?;
    let near = |end: &PointSegments| {
        let words = [end.version.as_str(), end.arch.as_str()];
        points(structure, &words).first().copied()
    };
    comparison(structure, ends.map(near))
}

/// The comparison of two points, or of one with the layout beside it.
fn comparison(structure: &Structure, [from, to]: [Option<Point>; 2]) -> Option<Link> {
    let from = from.or(to)?;
    let to = to.filter(|to| *to != from);
    let to = to.or_else(|| adjacent_point(structure, from))?;
    Some(Link::at_points(Route::diff(&structure.name, from, to)))
}

/// The named points, each version on each architecture, or the nearest to them.
fn points(structure: &Structure, words: &[&str]) -> Vec<Point> {
    let mut archs: Vec<Arch> = words.iter().filter_map(|it| it.parse().ok()).collect();
    if archs.is_empty() {
        archs = structure.archs();
    }
    let versions = words.iter().filter_map(|word| word.parse::<Version>().ok());
    let mut points = Vec::new();
    for version in versions {
        for arch in &archs {
            let arch = *arch;
            let point = match lookup::at(structure, Point { version, arch }) {
                Ok(found) => Some(found.layout.point),
                Err(missing) => missing.suggestions.iter().find_map(|near| match near {
                    Suggestion::Point { point, .. } => Some(*point),
                    _ => None,
                }),
            };
            if let Some(point) = point.filter(|point| !points.contains(point)) {
                points.push(point);
            }
        }
    }
    points
}

/// The layout after a point, or the one before it where there is none.
fn adjacent_point(structure: &Structure, point: Point) -> Option<Point> {
    let layouts = structure.layouts();
    let all = layouts.iter().map(|layout| layout.point);
    let all: Vec<Point> = all.filter(|it| it.arch == point.arch).collect();
    let at = all.iter().position(|it| *it == point)?;
    let before = || at.checked_sub(1).and_then(|at| all.get(at));
    all.get(at + 1).or_else(before).copied()
}
