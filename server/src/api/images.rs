//! `GET /images` and `GET /images/{id}`: the images with a symbol file.

use strata_core::catalogue::{Catalogue, Image, ImageIndex, ModuleName, PdbId};
use strata_core::wire::SourceDto;
use strata_core::{Arch, Build, Release};

use super::prelude::*;

const LIST: &str = "/images";

/// The images with a symbol file.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Images {
    /// By module, architecture and version.
    pub(crate) items: Vec<ImageAnswer>,
}

answers! {
    /// A kernel or other executable file with a symbol file.
    #[schemars(rename = "Image")]
    pub(crate) struct ImageAnswer(dataset: &Dataset, index: ImageIndex, image: &Image) with {
        let known = image.build().into_iter().flat_map(|build| dataset.catalogue().releases_or_fallback(build));
        let releases: Vec<Release> = known.filter(|release| release.exists_for(image.arch)).collect();
        let system = |release: &Release| {
            let number = release.build();
            Some(Build { number, ..image.build()? }.to_string())
        };
        let mut system_versions: Vec<String> = releases.iter().filter_map(system).collect();
        system_versions.dedup();
    } {
        /// The id: module, file version, architecture.
        pub(crate) id: String = image.id(),
        /// The file name without its extension.
        module: String = image.module.to_string(),
        #[schemars(with = "words::Arch")]
        arch: &'static str = image.arch.as_str(),
        /// The file version, which may differ from the version of the system; null if unknown.
        version: Option<String> = image.build().map(|build| build.to_string()),
        /// The identity of the PDB; null if unknown.
        pdb: Option<PdbAnswer> = image.pdb.map(PdbAnswer::new),
        /// The releases that may run the image.
        #[schemars(with = "Vec<words::Version>")]
        pub(crate) releases: Vec<String> = releases.iter().map(ToString::to_string).collect(),
        /// The versions that systems with this image report.
        system_versions: Vec<String> = system_versions,
        /// The number of types that the image defines.
        pub(crate) types: usize = dataset.catalogue().defined_in(index),
        /// The sources of its types, the main one first.
        pub(crate) source: Vec<SourceDto> = image.sources.iter().map(|id| assemble::source(dataset, id)).collect(),
    }

    /// The identity of a PDB.
    #[schemars(rename = "Pdb")]
    struct PdbAnswer(pdb: PdbId) {
        /// 32 hexadecimal digits.
        guid: String = format!("{:032X}", pdb.guid()),
        /// The number of times that the PDB was written.
        age: u32 = pdb.age,
    }

    /// An image, and its differences from the image before it.
    struct ImageInFull(dataset: &Dataset, index: ImageIndex, image: &Image) {
        #[serde(flatten)]
        image: ImageAnswer = ImageAnswer::new(dataset, index, image),
        /// The differences from the image before, of the same module and architecture; null for the first image.
        since: Option<Since> = Since::new(dataset.catalogue(), index),
    }

    /// The differences from the image before.
    struct Since(catalogue: &Catalogue, index: ImageIndex) -> Option with {
        let before = catalogue.predecessor(index)?;
        let differences = catalogue.differences(before, index);
    } {
        /// The id of the image before.
        image: String = catalogue.image(before)?.id(),
        /// The number of added types.
        added: usize = differences.added.len(),
        /// The number of removed types.
        removed: usize = differences.removed.len(),
        /// The number of types with another layout.
        changed: usize = differences.changed.len(),
    }
}

/// The images of a module and architecture whose id, PDB or releases contain a text.
pub(crate) fn image_list(
    dataset: &Dataset,
    module: Option<&ModuleName>,
    arch: Option<Arch>,
    text: &str,
) -> Images {
    let text = text.to_ascii_lowercase();
    let of = |(_, image): &(ImageIndex, &Image)| {
        module.is_none_or(|module| image.module == *module)
            && arch.is_none_or(|arch| image.arch == arch)
    };
    let images = dataset.catalogue().numbered_images();
    let answers = images
        .filter(of)
        .map(|(index, image)| ImageAnswer::new(dataset, index, image));
    let fits = |answer: &ImageAnswer| {
        let pdb = answer.pdb.as_ref().map_or("", |pdb| &pdb.guid);
        let mut words = answer.releases.iter().chain(&answer.system_versions);
        answer.id.to_ascii_lowercase().contains(&text)
            || pdb.to_ascii_lowercase().contains(&text)
            || words.any(|word| word.to_ascii_lowercase().contains(&text))
    };
    Images {
        items: answers.filter(fits).collect(),
    }
}

parameters! {
    /// The filter of the list.
    struct Filter {
        /// Only images of this module; `nt` is ntoskrnl.
        module: Option<ModuleName> = "ntoskrnl",
        /// Only images of this architecture.
        arch: Option<Arch> = "x64" => |_| one_of(Arch::ALL.map(Arch::as_str)),
        /// Only images with this text in their id, PDB or releases.
        q: String = "19041",
    }
}

pub(super) fn list() -> Resource {
    Operation::new(
        "listImages",
        "The images with a symbol file",
        "Every image whose types are known: its file version, its PDB, and the releases that may run it.",
        Answer::json::<Images>("The images, in order."),
    )
    .at(LIST, images)
}

pub(super) fn one() -> Resource {
    Operation::new(
        "getImage",
        "One image",
        "An image whose types are known, and the number of types that differ from the image before it.",
        Answer::json::<ImageInFull>("The image."),
    )
    .with([image_parameter("ntoskrnl-10.0.19041.264-x64")])
    .at("/images/{id}", image)
}

pub(super) fn image_parameter(example: &str) -> Parameter {
    let description = "The id of the image, or the GUID and age of its PDB.";
    Parameter::path("id", description, example)
}

pub(super) fn image_of<'a>(
    dataset: &'a Dataset,
    id: &str,
) -> Result<(ImageIndex, &'a Image), Error> {
    let index = lookup::image(dataset, id)?;
    let image = dataset.catalogue().image(index);
    let image = image.ok_or_else(|| Error::not_found("there is no such image"))?;
    Ok((index, image))
}

async fn images(call: Call<Filter>) -> Answered {
    let Filter { module, arch, q } = &call.query;
    let make = || image_list(call.app.dataset(), module.as_ref(), *arch, q);
    call.list(&url::of(LIST), make, |_| None)
}

async fn image(call: Call<(), String>) -> Answered {
    let dataset = call.app.dataset();
    let (index, image) = image_of(dataset, &call.path)?;
    let url = format!("{}{LIST}/{}", url::ROOT, url::segment(&image.id()));
    call.cached_json(&url, || ImageInFull::new(dataset, index, image))
}
