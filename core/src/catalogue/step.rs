//! From one image to another: which follow each other, and in which types two differ.

use super::{Catalogue, Image, ImageIndex, Type};
use crate::release::Release;

/// An image and the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub from: ImageIndex,
    pub to: ImageIndex,
    /// The release that the image is one of.
    pub release: Option<Release>,
    /// Whether the image before is of the same release.
    pub is_servicing: bool,
}

/// In which named types two images differ.
#[derive(Clone, Debug)]
pub struct Differences<'a> {
    pub from: ImageIndex,
    pub to: ImageIndex,
    /// The types that only the image behind defines.
    pub added: Vec<&'a Type>,
    /// The types that only the image before defines.
    pub removed: Vec<&'a Type>,
    /// The types with different layouts.
    pub changed: Vec<&'a Type>,
}

impl Catalogue {
    /// Every image with the one before it, by module, architecture and version.
    pub fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        let images = (0..).map(ImageIndex).zip(self.images());
        let release_of = |image: &Image| self.release_of(image.build()?);
        images.filter_map(move |(to, image)| {
            let from = self.before(to)?;
            let release = release_of(image);
            Some(Step {
                from,
                to,
                release,
                is_servicing: release.is_some() && release == release_of(self.image(from)?),
            })
        })
    }

    /// In which named types two images differ, as far as their sources can tell of them.
    pub fn differences(&self, from: ImageIndex, to: ImageIndex) -> Differences<'_> {
        let (mut added, mut removed, mut changed) = (Vec::new(), Vec::new(), Vec::new());
        let comparable = |ty: &&Type| self.speaks_of(from, ty) && self.speaks_of(to, ty);
        for ty in self.named().filter(comparable) {
            match (ty.class_of(from), ty.class_of(to)) {
                (None, Some(_)) => added.push(ty),
                (Some(_), None) => removed.push(ty),
                (Some(a), Some(b)) if !std::ptr::eq(a, b) => changed.push(ty),
                _ => {}
            }
        }
        Differences {
            from,
            to,
            added,
            removed,
            changed,
        }
    }
}

impl Differences<'_> {
    pub fn len(&self) -> usize {
        self.added.len() + self.removed.len() + self.changed.len()
    }

    /// Whether both define the same types with the same layouts.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a changed type keeps its size, so that comparing sizes does not detect it.
    pub fn keeps_size(&self, ty: &Type) -> bool {
        let size = |image| ty.class_of(image).map(|class| class.size);
        size(self.from) == size(self.to)
    }
}
