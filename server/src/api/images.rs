//! `GET /images` and `GET /images/{id}`: the images with a symbol file; `GET /images/{a}/diff/{b}`: what changed between two
//! images; `GET /changes`: the changes of each release, and of each later kernel of a release.

use strata_core::catalogue::{
    Catalogue, Differences, Image, ImageIndex, ModuleName, PdbId, Step, Type,
};
use strata_core::diff::wire::SizeDto;
use strata_core::offsets::ImageFilter;
use strata_core::types::TypeKind;
use strata_core::wire::SourceDto;
use strata_core::{Arch, Release};

use super::prelude::*;
use super::resolve;

const LIST: &str = "/images";

answers! {
    /// The images with a symbol file.
    pub(crate) struct Images(
        dataset: &Dataset,
        module: Option<&ModuleName>,
        arch: Option<Arch>,
        search: &(ImageFilter, Vec<&str>),
    ) with {
        let (ranges, words) = search;
        let words = words.iter().flat_map(|word| word.split('/'));
        let words: Vec<String> = words.map(str::to_ascii_lowercase).collect();
        let of = |(_, image): &(ImageIndex, &Image)| {
            module.is_none_or(|module| image.module == *module)
                && arch.is_none_or(|arch| image.arch == arch)
                && ranges.accepts(dataset, image)
        };
        let images = dataset.catalogue().numbered_images().filter(of);
        let answers = images.map(|(index, image)| ImageAnswer::new(dataset, index, image));
    } {
        /// By module, architecture and version.
        pub(crate) items: Vec<ImageAnswer> = answers.filter(|answer| answer.has(&words)).collect(),
    }

/// A kernel or other executable file with a symbol file.
    #[schemars(rename = "Image")]
    pub(crate) struct ImageAnswer(dataset: &Dataset, index: ImageIndex, image: &Image) with {
        let known = image.build().into_iter().flat_map(|build| dataset.catalogue().releases_or_fallback(build));
        let releases: Vec<Release> = known.filter(|release| release.exists_for(image.arch)).collect();
        let system = |release: &Release| {
            Some(dataset.catalogue().system_version(image.build()?, *release).to_string())
        };
        let mut system_versions: Vec<String> = releases.iter().filter_map(system).collect();
        system_versions.dedup();
    } {
        /// The id: module, file version, architecture.
        pub(crate) id: String = image.id(),
        /// The file name without its extension.
        module: String = image.module.to_string(),
        arch: &'static str as "words::Arch" = image.arch.as_str(),
        /// The file version, which may differ from the version of the system; null if unknown.
        version: Option<String> = image.build().map(|build| build.to_string()),
        /// The identity of the PDB; null if unknown.
        pdb: Option<PdbAnswer> = image.pdb.map(PdbAnswer::new),
        /// The releases that may run the image.
        pub(crate) releases: Vec<String> as "Vec<words::Version>" = releases.iter().map(ToString::to_string).collect(),
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

impl ImageAnswer {
    /// Whether its id, PDB, releases or architecture have each of these words, in lower case.
    fn has(&self, words: &[String]) -> bool {
        let pdb = self.pdb.as_ref().map(|pdb| &pdb.guid);
        let own = [&self.id].into_iter().chain(pdb);
        let own = own.chain(&self.releases).chain(&self.system_versions);
        let own: Vec<String> = own.map(|it| it.to_ascii_lowercase()).collect();
        words.iter().all(|word| {
            own.iter().any(|it| it.contains(word))
                || Arch::from_alias(word).is_some_and(|it| it.as_str() == self.arch)
        })
    }
}

parameters! {
    struct Filter {
        /// Only images of this module; `nt` is ntoskrnl.
        module: Option<ModuleName> = "ntoskrnl",
        /// Only images of this architecture.
        arch: Option<Arch> = "x64" => |_| one_of(Arch::ALL.map(Arch::as_str)),
        /// Only images with each of these words in their id, PDB or releases, or in a range of versions: `24H2/x64`,
        /// `10.0.17763..`.
        q: String = "19041",
    }
}

pub(super) fn list() -> Resource {
    Operation::new(
        "listImages",
        "The images with a symbol file",
        "Every image whose types are known: its file version, its PDB, and the releases that may run it.",
        Message::json::<Images>("The images, in order."),
    )
    .at(LIST, images)
}

pub(super) fn one() -> Resource {
    Operation::new(
        "getImage",
        "One image",
        "An image whose types are known, and the number of types that differ from the image before it.",
        Message::json::<ImageInFull>("The image."),
    )
    .with([image_parameter("ntoskrnl-10.0.19041.264-x64")])
    .at("/images/{id}", image)
}

pub(super) fn image_parameter(example: &str) -> Parameter {
    let description =
        "The id of the image, the GUID and age of its PDB, or a point, whose kernel it is.";
    Parameter::path("id", description, example)
}

pub(super) fn image_of<'a>(
    dataset: &'a Dataset,
    id: &str,
) -> Result<(ImageIndex, &'a Image), Error> {
    let index =
        lookup::image(dataset, id).map_err(|missing| resolve::not_stated(dataset, id, missing))?;
    let image = dataset.catalogue().image(index);
    let image = image.ok_or_else(|| Error::not_found("there is no such image"))?;
    Ok((index, image))
}

async fn images(call: Call<Filter>) -> ApiResult {
    let Filter { module, arch, q } = &call.query;
    let dataset = call.app.dataset();
    let search = ImageFilter::ranges(dataset, q)?;
    let make = || Images::new(dataset, module.as_ref(), *arch, &search);
    call.list(&url::of(LIST), make, |_| None)
}

async fn image(call: Call<(), String>) -> ApiResult {
    let dataset = call.app.dataset();
    let (index, image) = image_of(dataset, &call.path)?;
    let url = format!("{}{LIST}/{}", url::ROOT, url::segment(&image.id()));
    call.cached_json(&url, || ImageInFull::new(dataset, index, image))
}

answers! {
    /// The changes from one image to another.
    struct ImageDiff(dataset: &Dataset, images: [ImageIndex; 2], query: &(DiffFilter, PageOffset)) with {
        let ([from, to], (filter, place)) = (images, query);
        let catalogue = dataset.catalogue();
        let mut differences = catalogue.differences(from, to);
        let of_kind = |image, ty: &Type| {
            let class = ty.class_of(image);
            filter.kind.is_none_or(|kind| class.is_some_and(|class| class.kind == kind))
        };
        differences.added.retain(|ty| of_kind(to, ty));
        differences.removed.retain(|ty| of_kind(from, ty));
        let mut changed = std::mem::take(&mut differences.changed);
        changed.retain(|ty| {
            let size = filter.same_size;
            of_kind(to, ty) && size.is_none_or(|same| same == differences.keeps_size(ty))
        });
        let Differences { added, removed, .. } = differences;
        // The three lists have the same page.
        let names = |types: &[&Type]| names(dataset, types.iter().skip(place.after).take(place.limit));
        let longest = changed.len().max(added.len()).max(removed.len());
        let shown = longest.saturating_sub(place.after).min(place.limit);
        let id = |index| catalogue.image(index).map_or_else(String::new, Image::id);
    } {
        /// The id of the first image.
        from: String = id(from),
        /// The id of the second image.
        to: String = id(to),
        /// The names of types that only the second image defines, one page.
        added: Vec<String> = names(&added),
        /// The names of types that only the first image defines, one page.
        removed: Vec<String> = names(&removed),
        /// The types with different layouts, one page.
        changed: Vec<ChangedType> = changed
            .iter()
            .skip(place.after)
            .take(place.limit)
            .filter_map(|ty| ChangedType::new(dataset, ty, images))
            .collect(),
        /// The number of changed types on all pages.
        total: usize = changed.len(),
        /// The number of added types on all pages.
        total_added: usize = added.len(),
        /// The number of removed types on all pages.
        total_removed: usize = removed.len(),
        /// The cursor of the next page; null on the last page.
        next: Option<String> = place.next(shown, longest),
    }

    /// A type with two different layouts.
    struct ChangedType(dataset: &Dataset, ty: &Type, images: [ImageIndex; 2]) -> Option with {
        let structure = dataset.of_type(ty)?;
        let [Ok(from), Ok(to)] = images.map(|image| structure.at_image(image)) else {
            return None;
        };
    } {
        name: String = structure.name.to_string(),
        /// The changes in one sentence.
        summary: String = structure.diff(dataset, &from, &to).summary(),
        /// The size in each image, in bytes.
        size: SizeDto = SizeDto { from: from.size.get(), to: to.size.get() },
        /// Whether the size is the same in both.
        same_size: bool = from.size == to.size,
    }
}

fn names<'a>(dataset: &Dataset, types: impl IntoIterator<Item = &'a &'a Type>) -> Vec<String> {
    let structures = types.into_iter().filter_map(|ty| dataset.of_type(ty));
    structures.map(|it| it.name.to_string()).collect()
}

parameters! {
    struct DiffFilter {
        /// Only types of this kind.
        kind: Option<TypeKind> = "struct",
        /// Only changed types of the same size in both images (`true`), or of different sizes (`false`).
        same_size: Option<bool> = true,
    }
}

pub(super) fn diff() -> Resource {
    let images = [
        Parameter::path(
            "a",
            "The first image, as in `GET /images/{id}`.",
            "ntoskrnl-10.0.19041.264-x64",
        ),
        Parameter::path(
            "b",
            "The second image, as in `GET /images/{id}`.",
            "ntoskrnl-10.0.22000.194-x64",
        ),
    ];
    Operation::new(
        "getImageDiff",
        "The changes between two images",
        "The types that only one of two images defines, and those that they define differently. A page has at \
            most `limit` of each. Types that one of the images cannot state (a second definition of a name, if its \
            source keeps only one) are left out.",
        Message::json::<ImageDiff>("The changes.").paged(),
    )
    .with(images)
    .or(&[Kind::UNUSABLE])
    .at("/images/{a}/diff/{b}", changes_between)
}

async fn changes_between(call: Call<(DiffFilter, PageOffset), (String, String)>) -> ApiResult {
    let (dataset, (a, b)) = (call.app.dataset(), &call.path);
    let ((one, from), (other, to)) = (image_of(dataset, a)?, image_of(dataset, b)?);
    if from.module != to.module {
        return Err(Error::Unusable(format!(
            "{} and {} are different modules, which have no types in common",
            from.module, to.module
        )));
    }
    let [a, b] = [from, to].map(|image| url::segment(&image.id()));
    let url = format!("{}/images/{a}/diff/{b}", url::ROOT);
    let make = || ImageDiff::new(dataset, [one, other], &call.query);
    call.list(&url, make, |it| it.next.as_deref())
}

const CHANGES: &str = "/changes";

answers! {
    /// The changes of each image against the image before it; images without changes are left out.
    struct Changes(dataset: &Dataset, filter: &StepFilter) with {
        let wanted = |step: &Step| {
            let image = dataset.catalogue().image(step.to);
            filter.release.is_none_or(|it| step.release == Some(it))
                && filter.kind.is_none_or(|it| StepKind::of_step(step) == it)
                && (filter.arch).is_none_or(|it| image.is_some_and(|image| image.arch == it))
        };
        let steps = dataset.catalogue().steps().filter(wanted);
    } {
        /// By module, architecture and version.
        items: Vec<StepAnswer> = steps.filter_map(|step| StepAnswer::new(dataset, step)).collect(),
    }

/// The changes of an image against the image before it.
    #[schemars(rename = "Step")]
    struct StepAnswer(dataset: &Dataset, step: Step) -> Option with {
        let catalogue = dataset.catalogue();
        let differences = catalogue.differences(step.from, step.to);
        if differences.is_empty() {
            return None;
        }
        let changed = differences.changed.iter().copied();
        let (same, other): (Vec<&Type>, _) = changed.partition(|ty| differences.keeps_size(ty));
        let image = catalogue.image(step.to)?;
    } {
        /// The id of the image before.
        from: String = catalogue.image(step.from).map(Image::id)?,
        /// The id of the image.
        to: String = image.id(),
        /// `servicing` if both images belong to one release, otherwise `release`.
        kind: &'static str = StepKind::of_step(&step).as_str(),
        arch: &'static str as "words::Arch" = image.arch.as_str(),
        /// The release of the image.
        release: Option<String> as "Option<words::Version>" = step.release.map(|release| release.to_string()),
        /// The added types.
        added: Vec<String> = names(dataset, &differences.added),
        /// The removed types.
        removed: Vec<String> = names(dataset, &differences.removed),
        /// The types with another layout of the same size.
        changed_at_same_size: Vec<String> = names(dataset, &same),
        /// The types with another layout of another size.
        changed: Vec<String> = names(dataset, &other),
    }
}

parameters! {
    struct StepFilter {
        /// Only images of this architecture.
        arch: Option<Arch> = "x64",
        /// Only images of this release.
        release: Option<Release> = "22H2",
        /// Only steps to another release (`release`), or only steps within a release (`servicing`).
        kind: Option<StepKind> = "servicing",
    }
}

strata_core::words! {
    /// Whether a step leads to another release or stays within one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum StepKind {
        Release = "release",
        Servicing = "servicing",
    }
}

impl StepKind {
    const fn of_step(step: &Step) -> Self {
        match step.is_servicing {
            true => Self::Servicing,
            false => Self::Release,
        }
    }
}

values! {
    StepKind: |_| one_of(Self::ALL.map(Self::as_str)), |name, text, _| word(name, &text, Self::ALL, Self::as_str);
}

pub(super) fn changes() -> Resource {
    Operation::new(
        "listChanges",
        "The changes of each release and each servicing step",
        "Every image whose types differ from those of the image of the same module and architecture before it, \
            with the names of these types. `GET /images/{a}/diff/{b}` has the changes of each type.",
        Message::json::<Changes>("The steps, in order."),
    )
    .at(CHANGES, steps)
}

async fn steps(call: Call<StepFilter>) -> ApiResult {
    let make = || Changes::new(call.app.dataset(), &call.query);
    call.list(&url::of(CHANGES), make, |_| None)
}
