//! `GET /structures/{name}/classes`: the distinct layouts of a type, and which images have each.

use strata_core::catalogue::{Catalogue, ImageIndex, LayoutClass};
use strata_core::dataset::Structure;

use super::prelude::*;

answers! {
    /// The distinct layouts of a type that symbol files state.
    struct Classes(structure: &Structure) with {
        let mut classes: Vec<&LayoutClass> = structure.ty().iter().flat_map(|ty| ty.classes()).collect();
        classes.sort_by_key(|class| class.images.iter().next());
    } {
        /// In the order of their first images.
        items: Vec<ClassAnswer> = classes.iter().filter_map(|class| ClassAnswer::new(structure, class)).collect(),
    }

    /// A distinct layout, and the images that have it.
    #[schemars(rename = "ImageClass")]
    struct ClassAnswer(structure: &Structure, class: &LayoutClass) -> Option with {
        let runs = class.images.runs().iter();
        let images: Vec<ImageRun> = runs.filter_map(|run| ImageRun::new(structure.catalogue(), *run)).collect();
        let layout = structure.at_image(class.images.iter().next()?).ok()?;
    } {
        /// The id of the layout, as layouts give it.
        class: String = layout.class_id(),
        /// In bytes.
        size: u32 = class.size.get(),
        /// How many members it has, or values.
        members: usize = class.members.len() + class.values.len(),
        /// The id of the first image that has it.
        first: String = images.first()?.first.clone(),
        /// The id of the last image that has it.
        last: String = images.last()?.last.clone(),
        /// Runs of images, each from one to another without one between that has another layout.
        images: Vec<ImageRun> = images,
        /// How the answer is known: `stated` by the symbol files of these images.
        #[schemars(with = "words::Answer")]
        answer: &'static str = "stated",
    }

    /// Images from one to another, in the order of `GET /images`.
    struct ImageRun(catalogue: &Catalogue, run: (u32, u32)) -> Option {
        /// The id of the first.
        first: String = catalogue.image(ImageIndex(run.0))?.id(),
        /// The id of the last.
        last: String = catalogue.image(ImageIndex(run.1))?.id(),
        /// How many there are.
        count: u32 = run.1 - run.0 + 1,
    }
}

pub(super) fn resource() -> Resource {
    Operation::new(
        "getClasses",
        "The distinct layouts of a type",
        "Every distinct layout that symbol files state of a type, with the images that have it.",
        Answer::json::<Classes>("The layouts, in the order of their first images."),
    )
    .at("/structures/{name}/classes", classes)
}

async fn classes(call: Call<(), String>) -> Answered {
    let structure = lookup::structure(call.app.dataset(), &call.path)?;
    let url = format!("{}/classes", url::structure(&structure.name));
    call.kept(&url, || Classes::new(structure))
}
