//! `GET /structures/{name}/classes`: the distinct layouts of a type, and the images that have each.

use strata_core::catalogue::{Catalogue, ImageIndex, LayoutClass};
use strata_core::dataset::Structure;

use super::prelude::*;

answers! {
    /// The distinct layouts of a type in symbol files.
    struct Classes(structure: &Structure) with {
        let mut classes: Vec<&LayoutClass> = structure.ty().iter().flat_map(|ty| ty.classes()).collect();
        classes.sort_by_key(|class| class.images.iter().next());
    } {
        /// The layouts, in the order of their first images.
        items: Vec<ClassAnswer> = classes.iter().filter_map(|class| ClassAnswer::new(structure, class)).collect(),
    }

    /// A distinct layout, and the images that have it.
    #[schemars(rename = "ImageClass")]
    struct ClassAnswer(structure: &Structure, class: &LayoutClass) -> Option with {
        let runs = class.images.runs().iter();
        let images: Vec<ImageRun> = runs.filter_map(|run| ImageRun::new(structure.catalogue(), *run)).collect();
        let layout = structure.at_image(class.images.iter().next()?).ok()?;
    } {
        /// The id of the layout, as in `class` of layouts.
        class: String = layout.class_id(),
        /// In bytes.
        size: u32 = class.size.get(),
        /// The number of members, or of values of an enumeration.
        members: usize = class.members.len() + class.values.len(),
        /// The id of the first image with the layout.
        first: String = images.first()?.first.clone(),
        /// The id of the last image with the layout.
        last: String = images.last()?.last.clone(),
        /// Runs of images with the layout, without an image of another layout between them.
        images: Vec<ImageRun> = images,
        /// `stated`: the symbol files of these images state the layout.
        #[schemars(with = "words::Answer")]
        answer: &'static str = "stated",
    }

    /// A run of images, in the order of `GET /images`.
    struct ImageRun(catalogue: &Catalogue, run: (u32, u32)) -> Option {
        /// The id of the first image.
        first: String = catalogue.image(ImageIndex(run.0))?.id(),
        /// The id of the last image.
        last: String = catalogue.image(ImageIndex(run.1))?.id(),
        /// The number of images.
        count: u32 = run.1 - run.0 + 1,
    }
}

pub(super) fn resource() -> Resource {
    Operation::new(
        "getClasses",
        "The distinct layouts of a type",
        "Every distinct layout of a type in symbol files, with the images that have it.",
        Answer::json::<Classes>("The layouts, in the order of their first images."),
    )
    .at("/structures/{name}/classes", classes)
}

async fn classes(call: Call<(), String>) -> Answered {
    let structure = lookup::structure(call.app.dataset(), &call.path)?;
    let url = format!("{}/classes", url::structure(&structure.name));
    call.cached_json(&url, || Classes::new(structure))
}
