//! A path that is no page's, because it was cut short, made longer or misspelt: what it may have meant.

use strata_core::dataset::Structure;
use strata_core::lookup::{self, Suggestion};
use strata_core::{Arch, Dataset, Point, Version};

use super::not_found;
use crate::pages::not_found::{Link, NotFound};
use crate::route::{PageEntry, PointSegments, Route, Segment, single_pages};

/// How many segments of a path are looked at. No page has more than seven.
const SEGMENTS_LIMIT: usize = 8;
/// What is offered in place of a page that there is not.
pub fn unknown_path(path: &str, dataset: &Dataset) -> NotFound {
    let segments = path.split('/').take(SEGMENTS_LIMIT);
    let segments: Vec<Segment> = segments.filter_map(Segment::decode).collect();
    let words: Vec<&str> = segments.iter().map(Segment::as_str).collect();
    let mut page = NotFound {
        detail: "No page has this address.".to_owned(),
        suggestions: Vec::new(),
        field: None,
    };
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

/// The first word of the paths of a page.
fn word(entry: &PageEntry) -> &'static str {
    entry.pattern.trim_start_matches('/')
}

/// `words` are what follows `structures`.
fn among_structures(dataset: &Dataset, words: &[&str], page: &mut NotFound) {
    let Some((name, rest)) = words.split_first() else {
        let names = dataset.audited().map(|it| &it.name);
        page.suggestions
            .extend(names.map(|name| Link::new(name.as_str(), Route::structure(name))));
        return;
    };
    match lookup::structure(dataset, name) {
        Err(missing) => *page = not_found(&missing),
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

/// The pages of a structure that the words behind its name may mean.
fn of_structure(structure: &Structure, words: &[&str]) -> Vec<Link> {
    let name = &structure.name;
    let points = points(structure, words);
    let mut links = Vec::new();
    if let (true, Some(from)) = (words.contains(&"diff"), points.first()) {
        let to = points.get(1).copied().or_else(|| beside(structure, *from));
        if let Some(to) = to {
            links.push(Link::diff(name, *from, to));
        }
    }
    let decodes = words.contains(&"decode");
    links.extend(points.into_iter().map(|point| {
        let route = match decodes {
            true => Route::decode(name, point),
            false => Route::layout(name, point),
        };
        Link::at(name, point, route)
    }));
    links
}

/// The comparison that is nearest to one that there is not.
pub(super) fn nearest_diff(
    dataset: &Dataset,
    name: &Segment,
    ends: [&PointSegments; 2],
) -> Option<Link> {
    let structure = dataset.structure(name.as_str())?;
    let near = |end: &PointSegments| {
        let words = [end.version.as_str(), end.arch.as_str()];
        points(structure, &words).first().copied()
    };
    let [from, to] = ends.map(near);
    let from = from.or(to)?;
    let to = to.filter(|to| *to != from);
    let to = to.or_else(|| beside(structure, from))?;
    Some(Link::diff(&structure.name, from, to))
}

/// The points that are named, each version on each architecture, or what is nearest to them.
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

/// The release after a point, or before it where there is none.
fn beside(structure: &Structure, point: Point) -> Option<Point> {
    let layouts = structure.layouts();
    let all = layouts.iter().map(|layout| layout.point);
    let all: Vec<Point> = all.filter(|it| it.arch == point.arch).collect();
    let at = all.iter().position(|it| *it == point)?;
    let before = || at.checked_sub(1).and_then(|at| all.get(at));
    all.get(at + 1).or_else(before).copied()
}
