//! Where a form leads in which points were chosen or typed; of what cannot be, the nearest that can.

use strata_core::dataset::Structure;
use strata_core::lookup::{self, Missing, Suggestion};
use strata_core::{Dataset, Point, Release};

use super::not_found;
use crate::components::picker::{PointField, Refused};
use crate::page::picker::Purpose;
use crate::pages::not_found::{Link, NotFound};
use crate::route::{Choice, Form, FormTarget, Route, SearchText};

/// The page that was meant.
pub fn chosen(choice: &Choice, dataset: &Dataset) -> Result<Route, NotFound> {
    let Choice { name, leads, near } = choice;
    let structure =
        lookup::structure(dataset, name.as_str()).map_err(|missing| not_found(&missing))?;
    let name = &structure.name;
    let find = |text: &SearchText| {
        let found = lookup::typed(structure, text.as_str(), *near)?;
        Ok(found.layout.point)
    };
    // Where the miss comes back: in the form in which it was typed, beside the point that was right.
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
    let at = |purpose: Purpose, text: &SearchText| {
        let leads = |point| purpose.route(name, point);
        find(text).map(leads).map_err(|no| {
            let field = field(purpose.field(), text, &no);
            missing(structure, &no, field, *near, leads)
        })
    };
    let layout = |point| Route::layout(name, point);
    match leads {
        FormTarget::Layout(point) => at(Purpose::Layout, point),
        FormTarget::Decode(point) => at(Purpose::Decode, point),
        // Nothing is said of what is compared: what changed last.
        FormTarget::Diff { from, to } if near.is_none() && from.as_str().trim().is_empty() => {
            let to = find(to).map_err(|no| {
                let field = field((Form::Diff, Form::TO, None), to, &no);
                missing(structure, &no, field, *near, layout)
            })?;
            let from = changed_before(structure, to).unwrap_or(to);
            Ok(Route::diff(name, from, to))
        }
        FormTarget::Diff { from, to } => match (find(from), find(to)) {
            (Ok(from), _) => at(Purpose::DiffTo { from }, to),
            (Err(_), Ok(to)) => at(Purpose::DiffFrom { to }, from),
            (Err(no), Err(_)) => Err(missing(structure, &no, None, *near, layout)),
        },
    }
}

/// The release before a point at which the structure was laid out otherwise, on the same architecture.
fn changed_before(structure: &Structure, point: Point) -> Option<Point> {
    let here = structure.layout(point).ok()?;
    let before = Release::all()
        .rev()
        .filter(|release| *release < here.release);
    let points = before.map(|release| Point::new(release, point.arch));
    let mut layouts = points.filter_map(|point| structure.layout(point).ok());
    let other = layouts.find(|layout| layout.class_id() != here.class_id());
    other.map(|layout| layout.point)
}

/// What is missing, with what may have been meant.
fn missing(
    structure: &Structure,
    missing: &Missing,
    field: Option<Box<PointField>>,
    near: Option<Point>,
    leads: impl Fn(Point) -> Route,
) -> NotFound {
    let name = &structure.name;
    let meant = |suggestion: &Suggestion| match suggestion {
        Suggestion::Point { point, .. } => Some(*point),
        Suggestion::Release(release) => {
            let found = lookup::typed(structure, release.id(), near).ok()?;
            Some(found.layout.point)
        }
        _ => None,
    };
    let link = |point: Point| {
        let route = leads(point);
        let label = match &route {
            Route::Diff { from, to, .. } => format!("{name} {from} → {to}"),
            _ => format!("{name} {point}"),
        };
        Link::new(label, route)
    };
    let links = missing.suggestions.iter().filter_map(meant).map(link);
    let suggestions = links.chain([Link::all_points(name)]).collect();
    NotFound {
        detail: missing.detail.clone(),
        suggestions,
        field,
    }
}
