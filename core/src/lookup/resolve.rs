//! What a text names: images, as exactly as is known, and releases.

use super::{Missing, image, version};
use crate::arch::Arch;
use crate::catalogue::{Catalogue, Image, ImageIndex};
use crate::dataset::Dataset;
use crate::release::{Build, Release, Version};

/// What a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// What the text is read as; nothing where it is an image's id.
    pub version: Option<Version>,
    /// The releases that it is, or may be one of, in order.
    pub releases: Vec<Release>,
    /// The images, by architecture.
    pub images: Vec<(ImageIndex, Near)>,
    /// What keeps the answer from being exact, in a sentence.
    pub caveat: Option<String>,
}

/// How an image relates to a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Near {
    /// It is the image.
    Exact,
    /// The first known kernel of the release.
    First,
    /// The nearest known one before it in its line, so many revisions away.
    Before(u32),
    /// The nearest known one behind it in its line, so many revisions away.
    After(u32),
}

impl Near {
    /// `exact`, `first`, `before` or `after`.
    pub const WORDS: [&'static str; 4] = ["exact", "first", "before", "after"];

    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        let [exact, first, before, after] = Self::WORDS;
        match self {
            Self::Exact => exact,
            Self::First => first,
            Self::Before(_) => before,
            Self::After(_) => after,
        }
    }

    /// How many revisions lie between.
    #[must_use]
    pub const fn distance(self) -> Option<u32> {
        match self {
            Self::Exact => Some(0),
            Self::First => None,
            Self::Before(distance) | Self::After(distance) => Some(distance),
        }
    }
}

/// What a text names: a release, the version of a file or of a system, a PDB, an image's id.
///
/// # Errors
///
/// When it names nothing that is known.
pub fn resolve(dataset: &Dataset, text: &str) -> Result<Resolved, Missing> {
    let catalogue = dataset.catalogue();
    let named = match version(text) {
        Ok(named) => named,
        Err(missing) => {
            let index = image(dataset, text).map_err(|_| missing)?;
            return Ok(exact(catalogue, None, vec![index]));
        }
    };
    match named {
        Version::Release(release) => {
            let first = |arch| Some((catalogue.image_of(release, arch)?, Near::First));
            let images: Vec<_> = Arch::ALL.into_iter().filter_map(first).collect();
            let none = format!("No image of {release} is in the data.");
            Ok(Resolved {
                version: Some(named),
                releases: vec![release],
                caveat: images.is_empty().then_some(none),
                images,
            })
        }
        Version::Pdb(_) => {
            let index = image(dataset, text)?;
            Ok(exact(catalogue, Some(named), vec![index]))
        }
        Version::Build(build) => Ok(of_build(catalogue, build)),
    }
}

fn exact(catalogue: &Catalogue, version: Option<Version>, images: Vec<ImageIndex>) -> Resolved {
    let build = images
        .iter()
        .find_map(|index| catalogue.image(*index)?.build());
    let releases = build.map(|build| catalogue.known_as(build));
    Resolved {
        version,
        releases: releases.unwrap_or_default(),
        images: images.into_iter().map(|it| (it, Near::Exact)).collect(),
        caveat: None,
    }
}

fn of_build(catalogue: &Catalogue, build: Build) -> Resolved {
    let version = Some(Version::Build(build));
    let kernel = |arch| catalogue.kernel(build, arch);
    let found: Vec<ImageIndex> = Arch::ALL.into_iter().filter_map(kernel).collect();
    if !found.is_empty() {
        let file = found
            .iter()
            .find_map(|index| catalogue.image(*index)?.build());
        let file = file.filter(|file| *file != build);
        let caveat = file.map(|file| {
            format!("{build} is the version of a system: its kernel's file version is {file}.")
        });
        return Resolved {
            caveat,
            ..exact(catalogue, version, found)
        };
    }
    let file = catalogue.file_version(build);
    let images: Vec<_> = Arch::ALL
        .into_iter()
        .flat_map(|arch| nearest(catalogue, file, arch))
        .collect();
    let releases = Release::of_build(build.number).into_iter().collect();
    let caveat = match images.is_empty() {
        true => format!("No image of {build}, and none of its line, is in the data."),
        false => format!(
            "No image of {build} is in the data. Where the nearest ones before and behind it have the same layout, it is likely to have it, too."
        ),
    };
    Resolved {
        version,
        releases,
        images,
        caveat: Some(caveat),
    }
}

/// The nearest kernels of a line on both sides of a file version.
fn nearest(catalogue: &Catalogue, file: Build, arch: Arch) -> Vec<(ImageIndex, Near)> {
    let of_line = |(index, image): (ImageIndex, &Image)| {
        let build = image.build()?;
        let same = image.module.is_kernel()
            && image.arch == arch
            && (build.nt, build.number) == (file.nt, file.number);
        same.then_some((index, build.revision))
    };
    let all = (0..).map(ImageIndex).zip(catalogue.images());
    let line: Vec<(ImageIndex, u32)> = all.filter_map(of_line).collect();
    let before = line.iter().rfind(|(_, revision)| *revision < file.revision);
    let after = line.iter().find(|(_, revision)| *revision > file.revision);
    let before = before.map(|(index, revision)| (*index, Near::Before(file.revision - revision)));
    let after = after.map(|(index, revision)| (*index, Near::After(revision - file.revision)));
    before.into_iter().chain(after).collect()
}
