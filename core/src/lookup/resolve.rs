//! Resolves a text to images, as exactly as they are known, and to releases.

use super::version::{build_number, numbered};
use super::{Missing, image, split_point, version};
use crate::arch::Arch;
use crate::catalogue::{Catalogue, Image, ImageIndex, ModuleName};
use crate::dataset::Dataset;
use crate::kernels::{Kernel, Sha256};
use crate::release::{Build, PdbId, Release, Version};
use crate::words::words;

/// The maximum length of a text that is searched for the name of a kernel, in bytes.
const TEXT_LIMIT: usize = 16 << 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    pub read_as: ReadAs,
    /// The release, or the candidates, in order.
    pub releases: Vec<Release>,
    /// Sorted by architecture.
    pub images: Vec<(ImageIndex, Near)>,
    /// The known kernel files with exactly this name, with or without a symbol file.
    pub kernels: Vec<Kernel>,
    /// The reason why the answer is not exact, as one sentence.
    pub caveat: Option<String>,
}

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ReadAs {
        Release = "release",
        /// The version of a file or of a system.
        Version = "version",
        Pdb = "pdb",
        Image = "image",
        /// The SHA-256 of a file.
        Hash = "hash",
        /// The time stamp of a PE header.
        TimeStamp = "time stamp",
    }
}

/// How an image relates to a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Near {
    Exact,
    /// The first known kernel of the release.
    First,
    /// The nearest known image before it in its branch, and the distance in revisions.
    Before(u32),
    /// The nearest known image after it in its branch, and the distance in revisions.
    After(u32),
}

impl Near {
    pub const WORDS: [&'static str; 4] = ["exact", "first", "before", "after"];

    pub const fn as_str(self) -> &'static str {
        let [exact, first, before, after] = Self::WORDS;
        match self {
            Self::Exact => exact,
            Self::First => first,
            Self::Before(_) => before,
            Self::After(_) => after,
        }
    }

    /// Returns the number of revisions between the image and the version; `None` for [`Near::First`].
    pub const fn distance(self) -> Option<u32> {
        match self {
            Self::Exact => Some(0),
            Self::First => None,
            Self::Before(distance) | Self::After(distance) => Some(distance),
        }
    }
}

/// Resolves a release, the version of a file or of a system, a PDB, an image id, the hash or the time stamp of a
/// kernel; or output of `lmvm nt`, `!lmi`, `vertarget` or `winver` that contains one of these.
///
/// # Errors
///
/// The text names nothing known.
pub fn resolve(dataset: &Dataset, text: &str) -> Result<Resolved, Missing> {
    let whole = exactly(dataset, text.trim());
    whole.or_else(|missing| within(dataset, text).ok_or(missing))
}

/// Resolves a text that is one point, release, build, id, hash or time stamp.
fn exactly(dataset: &Dataset, text: &str) -> Result<Resolved, Missing> {
    let (version, arch) = split_point(text);
    let Some(arch) = arch.and_then(Arch::from_alias) else {
        return named(dataset, text);
    };
    let mut resolved = named(dataset, version)?;
    let catalogue = dataset.catalogue();
    let is_on = |index: &ImageIndex| catalogue.image(*index).is_some_and(|it| it.arch == arch);
    resolved.images.retain(|(index, _)| is_on(index));
    resolved.kernels.retain(|kernel| kernel.arch == arch);
    if resolved.images.is_empty() && resolved.kernels.is_empty() {
        resolved.caveat = Some(format!("No image of {version} on {arch} is in the data."));
    }
    Ok(resolved)
}

fn named(dataset: &Dataset, text: &str) -> Result<Resolved, Missing> {
    let catalogue = dataset.catalogue();
    let named = match (version(text), numbered(text)) {
        (Ok(named), _) => named,
        (Err(_), Some(release)) => {
            // A service pack, whose build is not that of its release: `6.1.7601`.
            let number = build_number(text).filter(|number| *number != release.build());
            let has_it = |image: &Image| image.build().is_some_and(|it| Some(it.number) == number);
            let images = catalogue.numbered_images();
            let kernels: Vec<ImageIndex> = images
                .filter_map(|(index, image)| has_it(image).then_some(index))
                .collect();
            if !kernels.is_empty() {
                return Ok(exact(dataset, ReadAs::Version, kernels));
            }
            Version::Release(release)
        }
        (Err(missing), None) => {
            if let Ok(index) = image(dataset, text) {
                return Ok(exact(dataset, ReadAs::Image, vec![index]));
            }
            let called = dataset.kernels().named(text);
            let called =
                called.map(|it| resolve_kernels(catalogue, ReadAs::Image, vec![it.clone()]));
            return called.or_else(|| by_header(dataset, text)).ok_or(missing);
        }
    };
    match named {
        Version::Release(release) => {
            let first = |arch| Some((catalogue.image_of(release, arch)?, Near::First));
            let images: Vec<_> = Arch::ALL.into_iter().filter_map(first).collect();
            let none = format!("No image of {release} is in the data.");
            Ok(Resolved {
                read_as: ReadAs::Release,
                releases: vec![release],
                caveat: images.is_empty().then_some(none),
                kernels: Vec::new(),
                images,
            })
        }
        Version::Pdb(_) => {
            let index = image(dataset, text)?;
            Ok(exact(dataset, ReadAs::Pdb, vec![index]))
        }
        Version::Build(build) => Ok(of_build(dataset, build)),
    }
}

/// The kernels with this hash or time stamp.
fn by_header(dataset: &Dataset, text: &str) -> Option<Resolved> {
    let all = dataset.kernels().all().iter();
    let (read_as, found): (_, Vec<Kernel>) = if let Ok(hash) = text.parse::<Sha256>() {
        (
            ReadAs::Hash,
            all.filter(|it| it.sha256 == hash).cloned().collect(),
        )
    } else {
        // Symbol servers append the size of the image to the eight digits of the time stamp.
        let (stamp, size) = match text.strip_prefix("0x") {
            Some(digits) if digits.len() <= 8 => (digits, ""),
            digits => digits.unwrap_or(text).split_at_checked(8)?,
        };
        let number = |digits| u32::from_str_radix(digits, 16).ok();
        let stamp = number(stamp)?;
        let is_it = |it: &&Kernel| {
            it.time_stamp == stamp && (size.is_empty() || number(size) == Some(it.size_of_image))
        };
        (ReadAs::TimeStamp, all.filter(is_it).cloned().collect())
    };
    (!found.is_empty()).then(|| resolve_kernels(dataset.catalogue(), read_as, found))
}

/// Resolves a word of a text; a hash takes precedence over a PDB, a file version, a time stamp, a system version.
fn within(dataset: &Dataset, text: &str) -> Option<Resolved> {
    let text = &text[..text.floor_char_boundary(TEXT_LIMIT)];
    let apart = |c: char| !(c.is_ascii_alphanumeric() || ".-_".contains(c));
    let words = || {
        let words = text.split(apart).map(|word| word.trim_matches('.'));
        words.filter(|word| word.len() > 4)
    };
    let of = |wanted: fn(&str) -> bool| {
        let mut found = words().filter(|word| wanted(word));
        found.find_map(|word| exactly(dataset, word).ok())
    };
    let is_build = |word: &str| word.parse::<Build>().is_ok();
    let is_short = |word: &str| matches!(version(word), Ok(Version::Build(_)));
    of(|word| word.parse::<Sha256>().is_ok())
        .or_else(|| of(|word| word.parse::<PdbId>().is_ok()))
        .or_else(|| of(is_build))
        .or_else(|| words().find_map(|word| by_header(dataset, word)))
        .or_else(|| words().find_map(|word| exactly(dataset, &of_build_lab(word)?).ok()))
        .or_else(|| of(is_short))
        .or_else(|| {
            let (_, after) = text.split_once("Version ")?;
            let number = after.split(apart).next()?;
            exactly(dataset, number).ok()
        })
}

/// The build and architecture in the name of a build lab: `7601.24540 amd64` in
/// `7601.24540.amd64fre.win7sp1_ldr_escrow.191113-0837`. The first revision is also that of labs whose kernels are newer.
fn of_build_lab(word: &str) -> Option<String> {
    let mut parts = word.split('.');
    let (number, revision, flavor) = (parts.next()?, parts.next()?, parts.next()?);
    let arch = ["fre", "chk"]
        .iter()
        .find_map(|kind| flavor.strip_suffix(kind))?;
    (revision != "1").then(|| format!("{number}.{revision} {arch}"))
}

/// Resolves kernels known by name, with the images among them.
fn resolve_kernels(catalogue: &Catalogue, read_as: ReadAs, kernels: Vec<Kernel>) -> Resolved {
    let image = |kernel: &Kernel| {
        let (module, arch, version) = kernel.key();
        catalogue.image_at(module, arch, version)
    };
    let images: Vec<_> = kernels.iter().filter_map(image).collect();
    let releases = kernels
        .first()
        .map(|it| catalogue.releases_or_fallback(it.build));
    let none = "No symbol file of that kernel is in the data: only its name is known, and the offsets stated or bracketed for it.";
    Resolved {
        read_as,
        releases: releases.unwrap_or_default(),
        caveat: images.is_empty().then(|| none.to_owned()),
        images: images.into_iter().map(|it| (it, Near::Exact)).collect(),
        kernels,
    }
}

fn exact(dataset: &Dataset, read_as: ReadAs, images: Vec<ImageIndex>) -> Resolved {
    let catalogue = dataset.catalogue();
    let image = |index: &ImageIndex| catalogue.image(*index);
    let build = images.iter().filter_map(image).find_map(Image::build);
    let releases = build.map(|build| catalogue.releases_or_fallback(build));
    let kernel = |it: &Image| dataset.kernels().get(it.key()).cloned();
    Resolved {
        read_as,
        releases: releases.unwrap_or_default(),
        kernels: images.iter().filter_map(image).filter_map(kernel).collect(),
        images: images.into_iter().map(|it| (it, Near::Exact)).collect(),
        caveat: None,
    }
}

fn of_build(dataset: &Dataset, build: Build) -> Resolved {
    let catalogue = dataset.catalogue();
    let kernel = |arch| catalogue.kernel(build, arch);
    let mut found: Vec<ImageIndex> = Arch::ALL.into_iter().filter_map(kernel).collect();
    if found.is_empty() {
        let of_module = catalogue.numbered_images();
        let of_module = of_module.filter(|(_, image)| image.build() == Some(build));
        found = of_module.map(|(index, _)| index).collect();
    }
    let file = build.kernel_file();
    let of_system = (file != build).then(|| {
        format!("{build} is a version of the system: its kernel's file version is {file}.")
    });
    if !found.is_empty() {
        let has_it = |index: &ImageIndex| {
            let image = catalogue.image(*index);
            image.and_then(Image::build) == Some(build)
        };
        return Resolved {
            caveat: of_system.filter(|_| !found.iter().any(has_it)),
            releases: releases_with(catalogue, build),
            ..exact(dataset, ReadAs::Version, found)
        };
    }
    let module = ModuleName::kernel();
    let near = Arch::ALL.map(|arch| around(catalogue, &module, file, arch));
    let is_between = near.iter().any(|near| near.len() == 2);
    let images: Vec<_> = near.into_iter().flatten().collect();
    let kernels = dataset.kernels().all().iter();
    let kernels = kernels.filter(|it| it.build == build || it.build == file);
    let unknown = match images.is_empty() {
        true => format!("No image of the branch of {file} is in the data."),
        false if is_between => format!(
            "No image of {file} is in the data. If the nearest images before and after it have the same layout, it probably has this layout, too."
        ),
        false => format!(
            "No image of {file} is in the data, and not both one before and one after it, so that its layout is not known."
        ),
    };
    let caveat = of_system.into_iter().chain([unknown]);
    Resolved {
        read_as: ReadAs::Version,
        releases: releases_with(catalogue, build),
        images,
        kernels: kernels.cloned().collect(),
        caveat: Some(caveat.collect::<Vec<_>>().join(" ")),
    }
}

/// Returns the releases with a version: that of a system's version, or those that had reached a file version in its
/// branch.
pub(super) fn releases_with(catalogue: &Catalogue, build: Build) -> Vec<Release> {
    match build.kernel_file() == build {
        true => catalogue.releases_or_fallback(build),
        false => Release::of(build).into_iter().collect(),
    }
}

/// Returns the nearest images of a module before and after a file version, in its branch.
pub fn around(
    catalogue: &Catalogue,
    module: &ModuleName,
    file: Build,
    arch: Arch,
) -> Vec<(ImageIndex, Near)> {
    let of_branch = |(index, image): (ImageIndex, &Image)| {
        let build = image.build()?;
        let same = image.module == *module
            && image.arch == arch
            && build.branch_key() == file.branch_key();
        same.then_some((index, build.revision))
    };
    let images = catalogue.numbered_images();
    let known: Vec<(ImageIndex, u32)> = images.filter_map(of_branch).collect();
    let before = known
        .iter()
        .rfind(|(_, revision)| *revision < file.revision);
    let after = known.iter().find(|(_, revision)| *revision > file.revision);
    let before = before.map(|(index, revision)| (*index, Near::Before(file.revision - revision)));
    let after = after.map(|(index, revision)| (*index, Near::After(revision - file.revision)));
    before.into_iter().chain(after).collect()
}
