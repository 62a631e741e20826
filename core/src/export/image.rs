//! All types of an image in one text: a unit with many roots, of which each is printed once, innermost first.
//!
//! The text comes in pieces, a type each: whoever passes them on holds neither the text nor the definitions. What is kept is a
//! name for each type and, of those that were printed, how large they are.

use std::collections::{BTreeMap, BTreeSet};
use std::vec;

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
    /// What a type is called, and is from then on wherever it is printed.
    fn name(&mut self, ty: &Type) -> String;
    /// What stands before the types: `lines` say where they come from.
    fn head(&mut self, image: &Image, lines: Vec<String>) -> String;
    fn enumeration(&mut self, definition: &Definition, values: &[EnumValue]) -> String;
    /// What stands between the enumerations and the others.
    fn between(&mut self) -> String {
        String::new()
    }
    fn definition(&mut self, definition: &Definition) -> String;
    /// What stands behind the types.
    fn foot(&mut self) -> String;
}

/// The text of all types that an image defines, as pieces that follow one another; `None` where there is no such image, or the
/// format has no such text. It begins with the `lines`, which say where it comes from: [`about_image`].
#[must_use]
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
    let named = |ty| (ty, printer.name(ty));
    let roots: Vec<(&Type, String)> = in_image(types, index).map(named).collect();
    let named = |ty: &Type| (ty.name.clone(), printer.name(ty));
    let declared = declared_in(types, Some(index));
    let mut called: BTreeMap<TypeName, String> = declared.map(named).collect();
    for (ty, name) in &roots {
        if types
            .get(&ty.name, scope)
            .is_some_and(|it| std::ptr::eq(it, *ty))
        {
            called.insert(ty.name.clone(), name.clone());
        }
    }
    let ordered = innermost_first(&roots, types, scope, index);
    let tree = Tree { types, scope };
    Some(Pieces {
        first: Some(printer.head(image, lines)),
        planner: Planner::new(tree, format.reserved(), Some(called)),
        printer,
        types: ordered.into_iter(),
        is_behind_enumerations: false,
        is_done: false,
    })
}

/// The types that an image defines, those without a name among them.
fn in_image(types: &Catalogue, index: ImageIndex) -> impl Iterator<Item = &Type> {
    let module = types.image(index).map(|image| &image.module);
    let all = types.types().iter();
    all.filter(move |ty| Some(&ty.module) == module && ty.class_of(index).is_some())
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

/// Enumerations, then each structure behind all that it holds by value; in the order of the catalogue otherwise. One that holds
/// itself, which none can, stands somewhere.
fn innermost_first<'a>(
    roots: &[(&'a Type, String)],
    types: &'a Catalogue,
    scope: Scope,
    index: ImageIndex,
) -> Vec<Root<'a>> {
    let names: BTreeMap<*const Type, &String> = roots
        .iter()
        .map(|(ty, name)| (std::ptr::from_ref(*ty), name))
        .collect();
    let is_enum = |ty: &Type| {
        ty.class_of(index)
            .is_some_and(|it| it.kind == TypeKind::Enum)
    };
    let (enums, others): (Vec<&Type>, Vec<&Type>) =
        roots.iter().map(|(ty, _)| *ty).partition(|ty| is_enum(ty));
    // The last is taken first.
    let mut todo: Vec<&Type> = others
        .into_iter()
        .rev()
        .chain(enums.into_iter().rev())
        .collect();
    let (mut begun, mut done) = (BTreeSet::new(), BTreeSet::new());
    let mut ordered = Vec::with_capacity(roots.len());
    while let Some(ty) = todo.last().copied() {
        let own = std::ptr::from_ref(ty);
        let (Some(name), Some(class)) = (names.get(&own), ty.class_of(index)) else {
            todo.pop();
            continue;
        };
        if !begun.insert(own) {
            todo.pop();
            if done.insert(own) {
                ordered.push((ty, (*name).clone(), class));
            }
            continue;
        }
        let held = class.members.iter().rev();
        let held = held.filter_map(|member| types.get(member.declaration.ty.by_value()?, scope));
        todo.extend(held.filter(|held| !begun.contains(&std::ptr::from_ref(*held))));
    }
    ordered
}

struct Pieces<'a> {
    first: Option<String>,
    printer: Box<dyn Printer + 'a>,
    planner: Planner<'a>,
    types: vec::IntoIter<Root<'a>>,
    is_behind_enumerations: bool,
    is_done: bool,
}

impl Iterator for Pieces<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        let is_enum = |(.., class): &Root<'_>| class.kind == TypeKind::Enum;
        if !self.is_behind_enumerations && !self.types.as_slice().first().is_some_and(is_enum) {
            self.is_behind_enumerations = true;
            return Some(self.printer.between());
        }
        // What cannot be defined is named only, as what the image declares.
        let planner = &mut self.planner;
        let defined = self.types.find_map(|(ty, name, class)| {
            let definition = planner.in_image(ty, &name, class)?;
            Some((definition, class))
        });
        match defined {
            Some((definition, class)) if class.kind == TypeKind::Enum => {
                Some(self.printer.enumeration(&definition, &class.values))
            }
            Some((definition, _)) => Some(self.printer.definition(&definition)),
            None if self.is_done => None,
            None => {
                self.is_done = true;
                Some(self.printer.foot())
            }
        }
    }
}

#[cfg(test)]
mod tests;
