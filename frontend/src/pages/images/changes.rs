//! In which types two images differ.

use crate::view::*;
use strata_core::catalogue::{Image, ImageIndex, Type};
use strata_core::diff::{Diff, Kind};
use strata_core::{Dataset, Point, TypeName, Version};

use crate::components::blocks::{Name, code_link, heads, table};
use crate::components::figures::{self, thousands};
use crate::route::Route;

/// The types that differ, as lists that unfold; the first may be open already.
pub(super) fn changes(dataset: &Dataset, from: ImageIndex, to: ImageIndex, open: bool) -> AnyView {
    let catalogue = dataset.catalogue();
    let differences = catalogue.differences(from, to);
    if differences.is_empty() {
        return any_view! { <p>"Nothing: both have the same types with the same layouts."</p> };
    }
    let point = |index| point(catalogue.image(index)?);
    let points = point(from).zip(point(to));
    let changed = differences.changed.iter().filter_map(|ty| {
        let size = |image| Some(ty.class_of(image)?.size.get());
        let name = name(dataset, ty)?;
        // To compare each takes its time: on the page that is about nothing else.
        let diff = open.then(|| compared(dataset, &name, from, to)).flatten();
        Some(ChangedType {
            sizes: [size(from)?, size(to)?],
            name,
            diff,
        })
    });
    let mut changed: Vec<ChangedType> = changed.collect();
    changed.sort_by_key(ChangedType::rank);
    let keep = changed.iter().filter(|it| it.keeps_size()).count();
    let count = thousands(changed.len());
    let types = if changed.len() == 1 { "type" } else { "types" };
    let what = match keep {
        0 => format!("{count} {types} changed"),
        keep => format!(
            "{count} {types} changed ({} keep their size)",
            thousands(keep)
        ),
    };
    let number = changed.len();
    let changed: Vec<AnyView> = changed.iter().map(|it| it.row(points, open)).collect();
    let names = |types: &[&Type]| -> Vec<AnyView> {
        let names = types.iter().filter_map(|ty| name(dataset, ty));
        names
            .map(|name| any_view! { <li>{named(Route::structure(&name), &name)}</li> })
            .collect()
    };
    let (added, removed) = (names(&differences.added), names(&differences.removed));
    let counted = |what: &str, count: usize| format!("{what}: {}", thousands(count));
    any_view! {
        {unfolded(what, number, open, || changed_table(changed, open))}
        {unfolded(counted("Types added", added.len()), added.len(), false, || any_view! { <ul class="name-list">{added}</ul> })}
        {unfolded(counted("Types removed", removed.len()), removed.len(), false, || any_view! { <ul class="name-list">{removed}</ul> })}
    }
}

/// What a type is called here: as its article calls it, where there is one.
fn name(dataset: &Dataset, ty: &Type) -> Option<TypeName> {
    let name = TypeName::in_full(&ty.full_name())?;
    let audited = dataset.audited().find(|it| it.name == name);
    Some(audited.map_or(name, |it| it.name.clone()))
}

/// The point of an image; nothing where its version is not known.
fn point(image: &Image) -> Option<Point> {
    Some(Point {
        version: Version::Build(image.build()?),
        arch: image.arch,
    })
}

/// A list that unfolds; nothing where it is empty.
fn unfolded(what: String, count: usize, open: bool, list: impl FnOnce() -> AnyView) -> AnyView {
    if count == 0 {
        return ().into_any();
    }
    any_view! {
        <details class="image-changes" open=open>
            <summary>{what}</summary>
            {list()}
        </details>
    }
}

/// A type that has different layouts in both images.
struct ChangedType {
    name: TypeName,
    sizes: [u32; 2],
    diff: Option<Diff>,
}

impl ChangedType {
    fn keeps_size(&self) -> bool {
        let [from, to] = self.sizes;
        from == to
    }

    /// Those first that have another size, then those with other members, then those whose members are elsewhere.
    fn rank(&self) -> u8 {
        let changes = self.diff.iter().flat_map(|diff| &diff.changes);
        let is_other = |kind| kind == Kind::Added || kind == Kind::Removed;
        let mut others =
            changes.filter(|it| it.bit().is_none() && it.kinds.iter().copied().any(is_other));
        match (self.keeps_size(), others.next()) {
            (false, _) => 0,
            (true, Some(_)) => 1,
            (true, None) => 2,
        }
    }

    /// With both sizes, what changed where that is told, and where both images have versions, a link to the comparison.
    fn row(&self, points: Option<(Point, Point)>, told: bool) -> AnyView {
        let name = &self.name;
        let route = match points {
            Some((from, to)) => Route::diff(name, from, to),
            None => Route::structure(name),
        };
        let [from, to] = self.sizes.map(figures::size);
        let sizes = match self.keeps_size() {
            true => from,
            false => format!("{from} → {to}"),
        };
        let what = told.then(|| {
            let what = self.diff.as_ref().map(Diff::what_changed);
            any_view! { <td>{what}</td> }
        });
        any_view! {
            <tr>
                <th scope="row">{named(route, name)}</th>
                <td class="figure">{sizes}</td>
                {what}
            </tr>
        }
    }
}

fn compared(dataset: &Dataset, name: &TypeName, from: ImageIndex, to: ImageIndex) -> Option<Diff> {
    let structure = dataset.structure(name.as_str())?;
    let at = |image| structure.at_image(image).ok();
    Some(structure.diff(dataset, &at(from)?, &at(to)?))
}

/// A link to a type: of one that shares its name with another, which of them it is.
fn named(route: Route, name: &TypeName) -> AnyView {
    let full = name.as_str();
    let Some((bare, number)) = full.split_once('~') else {
        return code_link(route, name);
    };
    let which = format!("type {number} of this name");
    any_view! { {code_link(route, bare)} " " <span class="quiet">{which}</span> }
}

fn changed_table(rows: Vec<AnyView>, told: bool) -> AnyView {
    let label = Name::label("Types with a different layout");
    let what = told.then_some("What changed");
    let head = heads(["Type, compared", "Size"].into_iter().chain(what));
    table("plain-table image-changed", label, head, rows)
}
