//! Exports all types of an image: a unit with many roots, each of which is printed once, innermost first.
//!
//! The text is produced in pieces, one per type: neither the text nor the definitions are kept in memory, only the
//! names of all types and the sizes of those printed.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::{Catalogue, Image, ImageIndex, LayoutClass, Scope, Type};
use crate::name::TypeName;
use crate::tree::Tree;
use crate::types::{EnumValue, TypeKind};

use super::format::{Format, Options};
use super::model::Definition;
use super::plan::Planner;
use super::{c, isf};

/// The formats that can export a whole image.
pub const IMAGE_FORMATS: [Format; 2] = [Format::C, Format::Isf];

/// Prints the types of an image: the enumerations, then the structures and unions.
pub(super) trait Printer {
    /// Returns the name of a type, which is fixed from then on.
    fn name(&mut self, ty: &Type) -> String;
    /// Returns the text before the types; `lines` are their provenance.
    fn head(&mut self, image: &Image, lines: Vec<String>) -> String;
    fn enumeration(&mut self, definition: &Definition, values: &[EnumValue]) -> String;
    /// Returns the text between the enumerations and the other types.
    fn between(&mut self) -> String {
        String::new()
    }
    fn definition(&mut self, definition: &Definition) -> String;
    /// Returns the text after the types.
    fn foot(&mut self) -> String;
}

/// Exports all types that an image defines, as consecutive pieces of text; `None` if there is no such image, or the
/// format does not support it. The text begins with the provenance, `lines`: see [`about_image`].
pub fn image(
    types: &Catalogue,
    index: ImageIndex,
    format: Format,
    options: Options,
    lines: Vec<String>,
) -> Option<impl Iterator<Item = String>> {
    let (image, scope) = (types.image(index)?, types.image_scope(index)?);
    let mut printer: Box<dyn Printer> = match format {
        Format::C => Box::new(c::ImagePrinter::new(options)),
        Format::Isf => Box::new(isf::ImagePrinter::new(types, scope)),
        _ => return None,
    };
    let root = |(ty, class)| (ty, printer.name(ty), class);
    let roots: Vec<Root<'_>> = in_image(types, index).map(root).collect();
    let named = |ty: &Type| (ty.name.clone(), printer.name(ty));
    let declared = declared_in(types, Some(index));
    let mut called: BTreeMap<TypeName, String> = declared.map(named).collect();
    for (ty, name, _) in &roots {
        let meant = types.get(&ty.name, scope);
        if meant.is_some_and(|it| std::ptr::eq(it, *ty)) {
            called.insert(ty.name.clone(), name.clone());
        }
    }
    let is_enum = |root: &Root<'_>| root.2.kind == TypeKind::Enum;
    let (enums, others): (Vec<_>, Vec<_>) = roots.into_iter().partition(is_enum);
    let others = innermost_first(&others, types, scope);
    let head = std::iter::once(Step::Head(lines));
    let enums = enums.into_iter().map(Step::Type);
    let others = others.into_iter().map(Step::Type);
    let steps = head.chain(enums).chain([Step::Between]).chain(others);
    let tree = Tree { types, scope };
    let mut planner = Planner::new(tree, format.reserved(), Some(called));
    Some(steps.chain([Step::Foot]).filter_map(move |step| {
        let (ty, name, class) = match step {
            Step::Head(lines) => return Some(printer.head(image, lines)),
            Step::Between => return Some(printer.between()),
            Step::Foot => return Some(printer.foot()),
            Step::Type(root) => root,
        };
        // Types that cannot be defined are only named, like declared ones.
        let definition = planner.in_image(ty, &name, class)?;
        Some(match class.kind {
            TypeKind::Enum => printer.enumeration(&definition, &class.values),
            _ => printer.definition(&definition),
        })
    }))
}

enum Step<'a> {
    Head(Vec<String>),
    Type(Root<'a>),
    Between,
    Foot,
}

/// Iterates over the types that an image defines, unnamed ones included, with their layouts in it.
fn in_image(types: &Catalogue, index: ImageIndex) -> impl Iterator<Item = (&Type, &LayoutClass)> {
    let module = types.image(index).map(|image| &image.module);
    let own = types.types().iter();
    let own = own.filter(move |ty| Some(&ty.module) == module);
    own.filter_map(move |ty| Some((ty, ty.class_of(index)?)))
}

/// Iterates over the types that an image names and does not define.
pub(super) fn declared_in(
    types: &Catalogue,
    index: Option<ImageIndex>,
) -> impl Iterator<Item = &Type> {
    let all = types.types().iter();
    all.filter(move |ty| {
        let of_image = index.and_then(|index| Some((index, types.image(index)?)));
        of_image.is_some_and(|(index, image)| {
            let declared = ty.declared();
            ty.module == image.module && declared.is_some_and(|images| images.contains(index))
        })
    })
}

/// A type, its name, and its layout in the image.
type Root<'a> = (&'a Type, String, &'a LayoutClass);

/// Orders structures after those they contain by value, otherwise as in the catalogue. A structure that contains
/// itself, which is invalid, is placed anywhere.
fn innermost_first<'a>(roots: &[Root<'a>], types: &Catalogue, scope: Scope) -> Vec<Root<'a>> {
    let key = |ty: &Type| std::ptr::from_ref(ty);
    let by_type: BTreeMap<_, _> = roots.iter().map(|root| (key(root.0), root)).collect();
    // A stack of roots, each with whether its dependencies were pushed.
    let mut todo: Vec<(&Root<'a>, bool)> = roots.iter().rev().map(|root| (root, false)).collect();
    let mut begun = BTreeSet::new();
    let mut ordered = Vec::with_capacity(roots.len());
    while let Some((root, is_behind)) = todo.pop() {
        if is_behind {
            ordered.push(root.clone());
        } else if begun.insert(key(root.0)) {
            todo.push((root, true));
            let held = root.2.members.iter().rev();
            let held = held.filter_map(|it| types.get(it.declaration.ty.by_value()?, scope));
            todo.extend(held.filter_map(|held| Some((*by_type.get(&key(held))?, false))));
        }
    }
    ordered
}

#[cfg(test)]
mod tests;
