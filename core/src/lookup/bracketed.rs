//! The layout at a build without a symbol file, between two images that agree on it.

use std::collections::BTreeSet;

use super::{Near, around};
use crate::catalogue::{Catalogue, LayoutClass, Scope};
use crate::dataset::Structure;
use crate::layout::Layout;
use crate::point::Point;
use crate::release::Version;

/// Returns the layout of a type at a build that no symbol file describes, if the nearest images before and after it in
/// its branch agree on the type and on every type in it.
pub(super) fn bracketed(structure: &Structure, point: Point) -> Option<Layout> {
    let Version::Build(build) = point.version else {
        return None;
    };
    let (catalogue, ty) = (structure.catalogue(), structure.ty()?);
    if structure.image(point).is_some() {
        return None;
    }
    let file = build.kernel_file();
    let near = around(catalogue, &ty.module, file, point.arch);
    let [(before, Near::Before(_)), (after, Near::After(_))] = near[..] else {
        return None;
    };
    let (class, other) = (ty.class_of(before)?, ty.class_of(after)?);
    let scope = |image| catalogue.image_scope(image);
    if !agree(catalogue, (class, other), (scope(before)?, scope(after)?)) {
        return None;
    }
    Some(Layout {
        point,
        between: Some([before, after]),
        ..structure.at_image(before).ok()?
    })
}

/// Whether two images have the same class of a type, and of every type in it.
fn agree(
    catalogue: &Catalogue,
    (class, other): (&LayoutClass, &LayoutClass),
    (before, after): (Scope, Scope),
) -> bool {
    let mut todo = vec![(Some(class), Some(other))];
    let mut seen = BTreeSet::new();
    while let Some(both) = todo.pop() {
        let class = match both {
            (Some(class), Some(other)) if std::ptr::eq(class, other) => class,
            // A scalar, or a type without a body in either.
            (None, None) => continue,
            _ => return false,
        };
        let held = class.members.iter();
        let held = held.filter_map(|it| it.declaration.ty.by_value());
        let new = held.filter(|name| seen.insert(*name));
        todo.extend(new.map(|name| (catalogue.class(name, before), catalogue.class(name, after))));
    }
    true
}
