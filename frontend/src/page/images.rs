//! The images that symbol files describe: the list of them, and one of them.

use strata_core::catalogue::{Differences, Image, ImageIndex, ModuleName, Type};
use strata_core::kernels::Kernel;
use strata_core::lookup::{self, Missing};
use strata_core::types::TypeKind;
use strata_core::{Arch, Build, Dataset, Point, Release, TypeName, Version};

use super::SourceLine;
use super::kernel::named_only;
use super::list::{Part, missing, modules};
use crate::route::{Fields, Route};

/// The images that are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageList {
    /// What was asked for.
    pub fields: Fields,
    /// The files that are described.
    pub modules: Vec<String>,
    /// Which part of the list is shown.
    pub part: Part,
    /// The images, in order.
    pub entries: Vec<ImageEntry>,
    /// The kernels that are known by name alone and fit, up to [`NAMED_SHOWN`] of them.
    pub named: Vec<Kernel>,
    /// How many they are.
    pub named_total: usize,
}

/// How many kernels that are known by name alone are listed.
pub const NAMED_SHOWN: usize = 50;

/// An image at a glance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageEntry {
    /// The image.
    pub image: Image,
    /// The release that it is one of.
    pub release: Option<Release>,
    /// How many types its symbol file defines.
    pub types: usize,
    /// How many different ones, in what they are or in being there, the image before has; nothing for the first of an
    /// architecture.
    pub differ: Option<usize>,
    /// Who describes it.
    pub sources: Vec<String>,
}

/// One image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImagePage {
    /// The image.
    pub image: Image,
    /// The release that it is one of, with its name.
    pub release: Option<(Release, String)>,
    /// All releases that run kernels of its line, and the versions that those systems give themselves.
    pub systems: Vec<(Release, String)>,
    /// Who describes it.
    pub sources: Vec<SourceLine>,
    /// How many structures, unions and enumerations its symbol file defines.
    pub kinds: Vec<(TypeKind, usize)>,
    /// The image before it.
    pub before: Option<Image>,
    /// The image after it.
    pub after: Option<Image>,
    /// The first known kernels of other releases on its architecture, to compare it with.
    pub others: Vec<(Release, Image)>,
    /// What is different from the image before.
    pub differences: ChangedTypes,
    /// The file, where it is known by name.
    pub kernel: Option<Kernel>,
}

/// What changed between two images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageDiffPage {
    /// The one.
    pub from: Image,
    /// The other.
    pub to: Image,
    /// What is different.
    pub differences: ChangedTypes,
}

/// In which types two images differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedTypes {
    /// Types that only the later one has.
    pub added: Vec<TypeName>,
    /// Types that only the earlier one has.
    pub removed: Vec<TypeName>,
    /// Types that have different layouts, with both sizes and the comparison; those of equal size first.
    pub changed: Vec<Changed>,
}

/// A type that has different layouts in two images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The type.
    pub name: TypeName,
    /// The earlier size and the later one.
    pub sizes: [u32; 2],
    /// The comparison, where both images have versions.
    pub diff: Option<Route>,
}

impl ImageList {
    /// Made from the dataset.
    ///
    /// # Errors
    ///
    /// When a field has a value that there is not.
    pub fn new(dataset: &Dataset, fields: &Fields) -> Result<Self, Missing> {
        let catalogue = dataset.catalogue();
        let field = |name| Some(fields.get(name)).filter(|text| !text.is_empty());
        let wanted = field(Fields::MODULE).map(|text| lookup::module(catalogue, text));
        let wanted = wanted.transpose()?;
        let arch = field(Fields::ARCH).map(lookup::arch).transpose()?;
        let release = field(Fields::RELEASE).map(lookup::release).transpose()?;
        let release_of =
            |image: &Image| image.build().and_then(|build| catalogue.release_of(build));
        let words: Vec<String> = fields
            .get(Fields::TEXT)
            .split_whitespace()
            .map(str::to_lowercase)
            .collect();
        let of = |module: &ModuleName, on: Arch| {
            wanted.as_ref().is_none_or(|wanted| module == wanted)
                && arch.is_none_or(|arch| on == arch)
        };
        let fits = |image: &Image| {
            of(&image.module, image.arch)
                && release.is_none_or(|release| release_of(image) == Some(release))
                && has(&text_of(dataset, image), &words)
        };
        let named = named_only(dataset, |kernel| {
            of(&kernel.module, kernel.arch)
                && release.is_none_or(|it| catalogue.release_of(kernel.build) == Some(it))
                && has(&text_of_kernel(dataset, kernel), &words)
        });
        let mut named: Vec<Kernel> = named.cloned().collect();
        let named_total = named.len();
        // The list is for those who look for one.
        named.truncate(if words.is_empty() { 0 } else { NAMED_SHOWN });
        let images = (0..).map(ImageIndex).zip(catalogue.images());
        let images: Vec<_> = images.filter(|(_, image)| fits(image)).collect();
        let (part, images) = Part::of(images, &Route::images(), fields)?;
        let entry = |(index, image): (ImageIndex, &Image)| ImageEntry {
            image: image.clone(),
            release: release_of(image),
            types: catalogue.defined_in(index),
            differ: (catalogue.before(index))
                .map(|before| catalogue.differences(before, index).len()),
            sources: sources(dataset, image)
                .into_iter()
                .map(|it| it.author)
                .collect(),
        };
        Ok(Self {
            fields: fields.clone(),
            modules: modules(catalogue),
            part,
            entries: images.into_iter().map(entry).collect(),
            named,
            named_total,
        })
    }
}

/// Who describes an image.
fn sources(dataset: &Dataset, image: &Image) -> Vec<SourceLine> {
    let ids = image.sources.iter();
    ids.map(|id| SourceLine::new(dataset, id)).collect()
}

/// Whether every one of the words occurs in a text of small letters.
fn has(text: &str, words: &[String]) -> bool {
    words.iter().all(|word| text.contains(word))
}

/// What is said of an image, in small letters.
fn text_of(dataset: &Dataset, image: &Image) -> String {
    let mut text = image.id();
    if let Some(pdb) = image.pdb {
        text = format!("{text} {pdb}");
    }
    if let Some(kernel) = dataset.kernels().get(image.key()) {
        text = format!("{text} {}", header(kernel));
    }
    let releases = image.build().map(|build| releases(dataset, build));
    format!("{text} {}", releases.unwrap_or_default()).to_lowercase()
}

/// What is said of a kernel that is known by name, in small letters.
fn text_of_kernel(dataset: &Dataset, kernel: &Kernel) -> String {
    let releases = releases(dataset, kernel.build);
    format!("{} {} {releases}", kernel.id(), header(kernel)).to_lowercase()
}

fn header(kernel: &Kernel) -> String {
    format!("{} {:08x}", kernel.sha256, kernel.time_stamp)
}

/// The releases with kernels of a version: their names and numbers.
fn releases(dataset: &Dataset, build: Build) -> String {
    let mut text = String::new();
    for release in dataset.catalogue().releases_of(build) {
        let name = dataset.release(release).map_or("", |row| row.name.as_str());
        text = format!("{text} {release} {} {name}", release.build());
    }
    text
}

impl ImagePage {
    /// Made from the dataset.
    ///
    /// # Errors
    ///
    /// When there is no image of that id.
    pub fn new(dataset: &Dataset, id: &str) -> Result<Self, Missing> {
        let catalogue = dataset.catalogue();
        let index = lookup::image(dataset, id)?;
        let image = catalogue.image(index);
        let image = image.ok_or_else(|| missing(format!("There is no image `{id}`.")))?;
        let name = |release| {
            let row = dataset.release(release);
            row.map_or_else(|| release.to_string(), |row| row.name.clone())
        };
        let release = image.build().and_then(|build| catalogue.release_of(build));
        let systems = image.build().into_iter().flat_map(|build| {
            let runs = catalogue.releases_of(build);
            runs.filter(|release| release.exists_for(image.arch))
                .map(move |release| {
                    let system = Build {
                        number: release.build(),
                        ..build
                    };
                    (release, system.to_string())
                })
        });
        let classes = |ty: &Type| ty.class_of(index).map(|class| class.kind);
        let defined: Vec<TypeKind> = catalogue.named().filter_map(classes).collect();
        let kinds = TypeKind::IN_SYMBOLS.map(|kind| {
            let count = defined.iter().filter(|own| **own == kind).count();
            (kind, count)
        });
        let before = catalogue.before(index);
        let next = ImageIndex(index.0.saturating_add(1));
        let after = Some(next).filter(|next| catalogue.before(*next) == Some(index));
        let image_of = |index: ImageIndex| catalogue.image(index).cloned();
        let differences = before.map(|before| ChangedTypes::new(dataset, before, index));
        let others = Release::all().filter_map(|release| {
            let first = catalogue.image_of(release, image.arch)?;
            let other = catalogue.image(first)?;
            (first != index && other.module == image.module).then(|| (release, other.clone()))
        });
        Ok(Self {
            release: release.map(|release| (release, name(release))),
            systems: systems.collect(),
            sources: sources(dataset, image),
            kinds: kinds.into(),
            before: before.and_then(image_of),
            after: after.and_then(image_of),
            others: others.collect(),
            differences: differences.unwrap_or_default(),
            kernel: dataset.kernels().get(image.key()).cloned(),
            image: image.clone(),
        })
    }

    /// One sentence for search engines and previews.
    #[must_use]
    pub(super) fn description(&self) -> String {
        let types: usize = self.kinds.iter().map(|(_, count)| count).sum();
        format!(
            "{}: {types} types, and what changed since the image before.",
            self.image.id()
        )
    }
}

impl ImageDiffPage {
    /// Made from the dataset.
    ///
    /// # Errors
    ///
    /// When there is no image of one of these ids, or they are of different modules.
    pub fn new(dataset: &Dataset, ids: [&str; 2]) -> Result<Self, Missing> {
        let [from, to] = ids;
        let indexes = [lookup::image(dataset, from)?, lookup::image(dataset, to)?];
        let [Some(from), Some(to)] = indexes.map(|index| dataset.catalogue().image(index)) else {
            return Err(missing("There is no such image.".to_owned()));
        };
        if from.module != to.module {
            return Err(missing(format!(
                "{} and {} are different modules, which have no types in common.",
                from.module, to.module
            )));
        }
        let [before, after] = indexes;
        Ok(Self {
            from: from.clone(),
            to: to.clone(),
            differences: ChangedTypes::new(dataset, before, after),
        })
    }

    /// What the browser's tab says.
    #[must_use]
    pub(super) fn title(&self) -> String {
        format!("{} → {} · Strata", self.from.id(), self.to.id())
    }

    /// One sentence for search engines and previews.
    #[must_use]
    pub(super) fn description(&self) -> String {
        let (from, to) = (self.from.id(), self.to.id());
        format!("The types that are new, gone or laid out otherwise in {to}, compared with {from}.")
    }
}

impl ChangedTypes {
    fn new(dataset: &Dataset, from: ImageIndex, to: ImageIndex) -> Self {
        let catalogue = dataset.catalogue();
        let name = |ty: &Type| {
            let name = TypeName::in_full(&ty.full_name())?;
            let audited = dataset.audited().find(|it| it.name == name);
            Some(audited.map_or(name, |it| it.name.clone()))
        };
        let point = |index| {
            let image = catalogue.image(index)?;
            Some(Point {
                version: Version::Build(image.build()?),
                arch: image.arch,
            })
        };
        let points = point(from).zip(point(to));
        let change = |ty: &Type| {
            let name = name(ty)?;
            let size = |image| Some(ty.class_of(image)?.size.get());
            Some(Changed {
                sizes: [size(from)?, size(to)?],
                diff: points.map(|(from, to)| Route::diff(&name, from, to)),
                name,
            })
        };
        let Differences {
            added,
            removed,
            changed,
            ..
        } = catalogue.differences(from, to);
        let mut changed: Vec<Changed> = changed.into_iter().filter_map(change).collect();
        // Those that a size does not betray are the dangerous ones.
        changed.sort_by_key(|it| it.sizes[0] != it.sizes[1]);
        Self {
            added: added.into_iter().filter_map(name).collect(),
            removed: removed.into_iter().filter_map(name).collect(),
            changed,
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}
