//! Steps between consecutive images, and the types in which two images differ.

use super::{Catalogue, Image, ImageIndex, Type};
use crate::release::Release;

/// An image and its predecessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub from: ImageIndex,
    pub to: ImageIndex,
    /// The release of the image.
    pub release: Option<Release>,
    /// Whether the predecessor is of the same release.
    pub is_servicing: bool,
}

/// The named types in which two images differ.
#[derive(Clone, Debug)]
pub struct Differences<'a> {
    pub from: ImageIndex,
    pub to: ImageIndex,
    /// The types that only the later image defines.
    pub added: Vec<&'a Type>,
    /// The types that only the earlier image defines.
    pub removed: Vec<&'a Type>,
    /// The types with different layouts.
    pub changed: Vec<&'a Type>,
}

impl Catalogue {
    /// Returns every image with its predecessor, by module, architecture and version.
    pub fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        let release_of = |image: &Image| self.release_of(image.build()?);
        self.numbered_images().filter_map(move |(to, image)| {
            let from = self.predecessor(to)?;
            let release = release_of(image);
            Some(Step {
                from,
                to,
                release,
                is_servicing: release.is_some() && release == release_of(self.image(from)?),
            })
        })
    }

    /// Returns the named types in which two images differ. Types that the sources of either cannot state are left out.
    pub fn differences(&self, from: ImageIndex, to: ImageIndex) -> Differences<'_> {
        let (mut added, mut removed, mut changed) = (Vec::new(), Vec::new(), Vec::new());
        let comparable = |ty: &&Type| self.covers_type(from, ty) && self.covers_type(to, ty);
        for ty in self.named_types().filter(comparable) {
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

    /// Returns whether a changed type keeps its size; a comparison of sizes would miss it.
    pub fn keeps_size(&self, ty: &Type) -> bool {
        let size = |image| ty.class_of(image).map(|class| class.size);
        size(self.from) == size(self.to)
    }
}
