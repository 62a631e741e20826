//! Evidence for bracketed values: leaves out each image of the catalogue in turn and compares it with its neighbours.

use crate::catalogue::{Catalogue, Image, LayoutClass, Type};

/// The error rate of one method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Number of tested pairs of type and image.
    pub questions: u32,
    pub wrong: u32,
}

/// Two methods to infer layouts in an image without a symbol file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// Inferred if the images before and after in the same branch agree.
    pub bracketed: Tried,
    /// Inferred from the image before.
    pub carried: Tried,
}

/// The result of [`Evidence::of`] for the built-in catalogue, which a test checks.
pub const FOUND: Evidence = Evidence {
    bracketed: Tried {
        questions: 307_163,
        wrong: 0,
    },
    carried: Tried {
        questions: 324_370,
        wrong: 639,
    },
};

impl Evidence {
    /// Tests every image for every named type.
    pub fn of(catalogue: &Catalogue) -> Self {
        let mut found = Self::default();
        for ty in catalogue.named_types() {
            found.ask(catalogue, ty);
        }
        found
    }

    fn ask(&mut self, catalogue: &Catalogue, ty: &Type) {
        // The layout in each image; `None` without the type.
        let mut said: Vec<(&Image, Option<&LayoutClass>)> = Vec::new();
        for (index, image) in catalogue.numbered_images() {
            if catalogue.covers_type(index, ty) {
                said.push((image, ty.class_of(index)));
            }
        }
        let same = |a: Option<&LayoutClass>, b: Option<&LayoutClass>| match (a, b) {
            (Some(a), Some(b)) => std::ptr::eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        for at in 1..said.len() {
            let ((before, first), (image, own)) = (said[at - 1], said[at]);
            // Types that neither image has are not tested.
            if !before.same_branch(image) || (first.is_none() && own.is_none()) {
                continue;
            }
            let wrong = u32::from(!same(first, own));
            self.carried.questions += 1;
            self.carried.wrong += wrong;
            let behind = said
                .get(at + 1)
                .filter(|(behind, _)| image.same_branch(behind));
            if behind.is_some_and(|(_, last)| same(first, *last)) {
                self.bracketed.questions += 1;
                self.bracketed.wrong += wrong;
            }
        }
    }
}
