//! `GET /structures/{name}/classes`: the distinct layouts of a type, and which images have each.

use strata_core::catalogue::{ImageIndex, LayoutClass};
use strata_core::dataset::Structure;

use super::prelude::*;

const PATH: &str = "/structures/{name}/classes";

/// The distinct layouts of a type that symbol files state.
#[derive(Debug, Serialize, JsonSchema)]
struct Classes {
    /// In the order of their first images.
    items: Vec<ClassAnswer>,
}

/// A distinct layout, and the images that have it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ImageClass")]
struct ClassAnswer {
    /// The id of the layout, as layouts give it.
    class: String,
    /// In bytes.
    size: u32,
    /// How many members it has, or values.
    members: usize,
    /// The id of the first image that has it.
    first: String,
    /// The id of the last image that has it.
    last: String,
    /// Runs of images, each from one to another without one between that has another layout.
    images: Vec<ImageRun>,
    /// How the answer is known: `stated` by the symbol files of these images.
    #[schemars(with = "words::Answer")]
    answer: &'static str,
}

/// Images from one to another, in the order of `GET /images`.
#[derive(Debug, Serialize, JsonSchema)]
struct ImageRun {
    /// The id of the first.
    first: String,
    /// The id of the last.
    last: String,
    /// How many there are.
    count: u32,
}

impl ClassAnswer {
    fn new(structure: &Structure, class: &LayoutClass) -> Option<Self> {
        let catalogue = structure.catalogue();
        let id = |index: u32| Some(catalogue.image(ImageIndex(index))?.id());
        let run = |(first, last): &(u32, u32)| {
            Some(ImageRun {
                first: id(*first)?,
                last: id(*last)?,
                count: last - first + 1,
            })
        };
        let images: Vec<ImageRun> = class.images.runs().iter().filter_map(run).collect();
        let layout = structure.at_image(class.images.iter().next()?).ok()?;
        Some(Self {
            class: layout.class_id(),
            size: class.size.get(),
            members: class.members.len() + class.values.len(),
            first: images.first()?.first.clone(),
            last: images.last()?.last.clone(),
            images,
            answer: "stated",
        })
    }
}

pub(super) fn resource() -> Resource {
    let operation = Operation::new(
        "getClasses",
        "The distinct layouts of a type",
        "Every distinct layout that symbol files state of a type, with the images that have it.",
        Answer::json::<Classes>("The layouts, in the order of their first images."),
    );
    Resource::get(PATH, classes, operation.with([Parameter::structure()]))
}

async fn classes(
    Path(name): Path<String>,
    Call { app, asked, .. }: Call,
) -> Result<Response, Error> {
    let structure = lookup::structure(app.dataset(), &name)?;
    let url = format!("{}/classes", url::structure(&structure.name));
    kept(&app, &asked, &url, || {
        let mut classes: Vec<&LayoutClass> = structure
            .ty()
            .map_or(&[][..], |ty| ty.classes())
            .iter()
            .collect();
        classes.sort_by_key(|class| class.images.iter().next());
        let items = classes
            .into_iter()
            .filter_map(|class| ClassAnswer::new(structure, class));
        Classes {
            items: items.collect(),
        }
    })
}
