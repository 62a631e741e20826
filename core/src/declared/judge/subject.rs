//! What a definition is of: a structure, or a nested type.

use crate::arch::Arch;
use crate::catalogue::{Catalogue, ModuleName, Scope, Type};
use crate::dataset::{Dataset, Structure};
use crate::lookup::{self, Missing};
use crate::name::TypeName;
use crate::point::Point;
use crate::release::Release;

/// What Strata knows under a name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Subject<'a> {
    Structure(&'a Structure),
    Type(&'a Type),
}

/// Where a type is looked up at a point: in the kernel of that build where its symbol file is known, otherwise at its release.
pub(super) fn scope(types: &Catalogue, point: Point) -> Option<Scope> {
    match types.image_for(&ModuleName::kernel(), point) {
        Some(image) => types.image_scope(image),
        None => Some(types.scope(point.version.release()?, point.arch)),
    }
}

impl<'a> Subject<'a> {
    /// What is known under a name; case and a leading underscore do not count.
    pub(super) fn find(dataset: &'a Dataset, name: &str) -> Option<Self> {
        let Some(structure) = dataset.structure(name) else {
            return dataset.catalogue().find(name).ok().map(Self::Type);
        };
        match structure.audited() {
            Some(_) => Some(Self::Structure(structure)),
            None => structure.ty().map(Self::Type),
        }
    }

    pub(super) fn type_name(self) -> &'a TypeName {
        match self {
            Self::Structure(structure) => &structure.name,
            Self::Type(ty) => &ty.name,
        }
    }

    pub(super) fn name(self) -> &'a str {
        self.type_name().as_str()
    }

    /// What to call it before people: its name, that of an unnamed type as exports write it.
    pub(super) fn title(self) -> String {
        match self.type_name().is_unnamed() {
            true => self.type_name().in_c(),
            false => self.name().to_owned(),
        }
    }

    pub(super) fn is_structure(self) -> bool {
        matches!(self, Self::Structure(_))
    }

    /// Where it is known, in the order of the ladder, builds behind the releases.
    pub(super) fn points(self, types: &Catalogue) -> Vec<Point> {
        match self {
            Self::Structure(structure) => {
                let layouts = structure.every_layout();
                layouts.iter().map(|layout| layout.point).collect()
            }
            Self::Type(ty) => {
                let archs = Arch::ALL.into_iter();
                let points =
                    archs.flat_map(|arch| Release::all().map(move |release| (release, arch)));
                points
                    .filter(|(release, arch)| release.exists_for(*arch))
                    .filter(|(release, arch)| ty.class_in(types.scope(*release, *arch)).is_some())
                    .map(|(release, arch)| Point::new(release, arch))
                    .collect()
            }
        }
    }

    /// Why it is not known at a point.
    pub(super) fn missing(self, point: Point) -> Option<Missing> {
        match self {
            Self::Structure(structure) => lookup::at(structure, point).err(),
            Self::Type(_) => Some(Missing {
                detail: format!("{} is not stated at {point}.", self.title()),
                reason: None,
                suggestions: Vec::new(),
            }),
        }
    }
}
