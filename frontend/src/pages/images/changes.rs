//! In which types two images differ.

use crate::view::*;
use strata_core::catalogue::{Differences, Image, ImageIndex, Type};
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
    let points = catalogue
        .image(from)
        .and_then(point)
        .zip(catalogue.image(to).and_then(point));
    let Differences {
        added,
        removed,
        changed,
        ..
    } = &differences;
    // Those that a size does not betray are the dangerous ones.
    let (equal, other): (Vec<&Type>, Vec<&Type>) = changed
        .iter()
        .copied()
        .partition(|ty| differences.keeps_size(ty));
    let what = match equal.len() {
        0 => "Types with a different layout".to_owned(),
        equal => format!(
            "Types with a different layout ({} of the same size)",
            thousands(equal)
        ),
    };
    let row = |ty: &Type| {
        let name = name(dataset, ty)?;
        let size = |image| Some(ty.class_of(image)?.size.get());
        Some(changed_row(&name, [size(from)?, size(to)?], points))
    };
    let changed: Vec<AnyView> = equal.into_iter().chain(other).filter_map(row).collect();
    let names = |types: &[&Type]| -> Vec<AnyView> {
        let names = types.iter().filter_map(|ty| name(dataset, ty));
        names
            .map(|name| any_view! { <li>{code_link(Route::structure(&name), &name)}</li> })
            .collect()
    };
    let (added, removed) = (names(added), names(removed));
    any_view! {
        {unfolded(&what, changed.len(), open, || changed_table(changed))}
        {unfolded("Types added", added.len(), false, || any_view! { <ul class="name-list">{added}</ul> })}
        {unfolded("Types removed", removed.len(), false, || any_view! { <ul class="name-list">{removed}</ul> })}
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
fn unfolded(what: &str, count: usize, open: bool, list: impl FnOnce() -> AnyView) -> AnyView {
    if count == 0 {
        return ().into_any();
    }
    any_view! {
        <details class="image-changes" open=open>
            <summary>{format!("{what}: {}", thousands(count))}</summary>
            {list()}
        </details>
    }
}

/// A type that has different layouts, with both sizes and, where both images have versions, the comparison.
fn changed_row(name: &TypeName, sizes: [u32; 2], points: Option<(Point, Point)>) -> AnyView {
    let route = match points {
        Some((from, to)) => Route::diff(name, from, to),
        None => Route::structure(name),
    };
    let [from, to] = sizes.map(figures::size);
    let sizes = match from == to {
        true => from,
        false => format!("{from} → {to}"),
    };
    any_view! {
        <tr>
            <th scope="row">{code_link(route, name)}</th>
            <td class="figure">{sizes}</td>
        </tr>
    }
}

fn changed_table(rows: Vec<AnyView>) -> AnyView {
    let label = Name::label("Types with a different layout");
    table(
        "plain-table",
        label,
        heads(["Type, compared", "Size"]),
        rows,
    )
}
