//! All types of an image in one text: a unit with many roots, of which each is printed once, innermost first.
//!
//! The text comes in pieces, a type each: a consumer holds neither the text nor the definitions. Kept are a name for
//! each type and the size of those printed.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::{Catalogue, Image, ImageIndex, LayoutClass, Scope, Type};
use crate::name::TypeName;
use crate::tree::Tree;
use crate::types::{EnumValue, TypeKind};

use super::format::{Format, Options};
use super::model::Definition;
use super::plan::Planner;
use super::{c, isf};

/// The formats that have a text of a whole image.
pub const IMAGE_FORMATS: [Format; 2] = [Format::C, Format::Isf];

/// Who prints the types of an image: the enumerations, then the structures and unions.
pub(super) trait Printer {
    /// The name of a type, which is fixed from then on.
    fn name(&mut self, ty: &Type) -> String;
    /// The text before the types; `lines` are their provenance.
    fn head(&mut self, image: &Image, lines: Vec<String>) -> String;
    fn enumeration(&mut self, definition: &Definition, values: &[EnumValue]) -> String;
    /// The text between the enumerations and the other types.
    fn between(&mut self) -> String {
        String::new()
    }
    fn definition(&mut self, definition: &Definition) -> String;
    /// The text after the types.
    fn foot(&mut self) -> String;
}

/// The text of all types that an image defines, as pieces that follow one another; `None` where there is no such image, or the
/// format has no such text. It begins with the `lines`, which say where it comes from: [`about_image`].
pub fn image(
    types: &Catalogue,
    index: ImageIndex,
    format: Format,
    options: Options,
    lines: Vec<String>,
) -> Option<impl Iterator<Item = String>> {
    let (image, scope) = (types.image(index)?, types.image_scope(index)?);
    let mut printer: Box<dyn Printer> = match format {
        Format::C => Box::new(c::OfImage::new(options)),
        Format::Isf => Box::new(isf::OfImage::new(types, scope)),
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

/// The types that an image defines, those without a name among them, and their layouts in it.
fn in_image(types: &Catalogue, index: ImageIndex) -> impl Iterator<Item = (&Type, &LayoutClass)> {
    let module = types.image(index).map(|image| &image.module);
    let own = types.types().iter();
    let own = own.filter(move |ty| Some(&ty.module) == module);
    own.filter_map(move |ty| Some((ty, ty.class_of(index)?)))
}

/// The types that an image names and does not define.
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

/// A type, what it is called, and its layout in the image.
type Root<'a> = (&'a Type, String, &'a LayoutClass);

/// Each structure behind all that it holds by value; in the order of the catalogue otherwise. One that holds itself, which none
/// can, stands somewhere.
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
