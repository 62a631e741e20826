//! `GET /images` and `GET /images/{id}`: the compiled files that symbol files describe.

use strata_core::catalogue::{Catalogue, Image, ImageIndex, ModuleName, PdbId};
use strata_core::wire::SourceDto;
use strata_core::{Arch, Build, Release};

use super::prelude::*;

const LIST: &str = "/images";

/// The images that symbol files describe.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Images {
    /// By module, architecture and version.
    pub(crate) items: Vec<ImageAnswer>,
}

answers! {
    /// A compiled file that a symbol file describes.
    #[schemars(rename = "Image")]
    pub(crate) struct ImageAnswer(dataset: &Dataset, index: ImageIndex, image: &Image) with {
        let known = image.build().into_iter().flat_map(|build| dataset.catalogue().known_as(build));
        let releases: Vec<Release> = known.filter(|release| release.exists_for(image.arch)).collect();
        let system = |release: &Release| {
            let number = release.build();
            Some(Build { number, ..image.build()? }.to_string())
        };
        let mut system_versions: Vec<String> = releases.iter().filter_map(system).collect();
        system_versions.dedup();
    } {
        /// What it is named by: module, file version, architecture.
        pub(crate) id: String = image.id(),
        /// The file without its extension.
        module: String = image.module.to_string(),
        /// For which processor it is compiled.
        #[schemars(with = "words::Arch")]
        arch: &'static str = image.arch.as_str(),
        /// The version of the file itself, which is not that of the system; null where it is not known.
        version: Option<String> = image.build().map(|build| build.to_string()),
        /// The identity of its PDB; null where it is not known.
        pdb: Option<PdbAnswer> = image.pdb.map(PdbAnswer::new),
        /// The releases that may run it.
        #[schemars(with = "Vec<words::Version>")]
        pub(crate) releases: Vec<String> = releases.iter().map(ToString::to_string).collect(),
        /// What systems that run it call themselves.
        system_versions: Vec<String> = system_versions,
        /// How many types it defines.
        pub(crate) types: usize = dataset.catalogue().defined_in(index),
        /// Who describes it, the first witness first.
        pub(crate) source: Vec<SourceDto> = image.sources.iter().map(|id| assemble::source(dataset, id)).collect(),
    }

    /// The identity of a PDB.
    #[schemars(rename = "Pdb")]
    struct PdbAnswer(pdb: PdbId) {
        /// 32 hexadecimal digits.
        guid: String = format!("{:032X}", pdb.guid()),
        /// How often the file was written.
        age: u32 = pdb.age,
    }

    /// An image, and how it differs from the one before it.
    struct ImageInFull(dataset: &Dataset, index: ImageIndex, image: &Image) {
        #[serde(flatten)]
        image: ImageAnswer = ImageAnswer::new(dataset, index, image),
        /// The image of the same module and architecture before it, and how many types differ; null for the first.
        since: Option<Since> = Since::new(dataset.catalogue(), index),
    }

    /// How an image differs from the one before it.
    struct Since(catalogue: &Catalogue, index: ImageIndex) -> Option with {
        let before = catalogue.before(index)?;
        let differences = catalogue.differences(before, index);
    } {
        /// The id of the image before it.
        image: String = catalogue.image(before)?.id(),
        /// How many types are new.
        added: usize = differences.added.len(),
        /// How many types are gone.
        removed: usize = differences.removed.len(),
        /// How many types have another layout.
        changed: usize = differences.changed.len(),
    }
}

/// The images of a file and architecture whose id, PDB or releases contain a text.
pub(crate) fn image_list(
    dataset: &Dataset,
    module: Option<&ModuleName>,
    arch: Option<Arch>,
    text: &str,
) -> Images {
    let text = text.to_ascii_lowercase();
    let numbered = (0..).map(ImageIndex).zip(dataset.catalogue().images());
    let of = |(_, image): &(ImageIndex, &Image)| {
        module.is_none_or(|module| image.module == *module)
            && arch.is_none_or(|arch| image.arch == arch)
    };
    let answers = numbered
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
    /// Which images are asked for.
    struct Filter {
        /// Only images of this file; `nt` is ntoskrnl.
        module: Option<ModuleName> = "ntoskrnl",
        /// Only images for this architecture.
        arch: Option<Arch> = "x64" => |_| one_of(Arch::ALL.map(Arch::as_str)),
        /// Only images whose id, PDB or releases contain this.
        q: String = "19041",
    }
}

pub(super) fn list() -> Resource {
    Operation::new(
        "listImages",
        "The images that symbol files describe",
        "Every compiled file whose types are known: its version, its PDB, the releases that may run it.",
        Answer::json::<Images>("The images, in order."),
    )
    .at(LIST, images)
}

pub(super) fn one() -> Resource {
    Operation::new(
        "getImage",
        "One image",
        "A compiled file whose types are known, and how many of them differ from the image before it.",
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
    call.kept(&url, || ImageInFull::new(dataset, index, image))
}
