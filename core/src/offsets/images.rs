//! Filters of images: `x64`, `22H2`, `10.0.17763..`, `ntoskrnl`, an image id, or several of these.

use super::Key;
use crate::arch::Arch;
use crate::catalogue::{Catalogue, Image, ImageVersion, ModuleName};
use crate::dataset::Dataset;
use crate::lookup::{self, Missing, Suggestion};
use crate::release::{Build, Release, Version};

/// The wanted modules, architectures and versions; an empty list accepts all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImageFilter {
    modules: Vec<ModuleName>,
    archs: Vec<Arch>,
    /// Each with the architecture given with it: `22H2/x64`.
    versions: Vec<(RequestedImages, Option<Arch>)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum RequestedImages {
    /// Every image that the release can run.
    Release(Release),
    /// Every file version from the first to the last.
    Between(Build, Build),
    Image(ModuleName, Arch, ImageVersion),
}

impl ImageFilter {
    /// Parses filters separated by commas or spaces. Those of one kind are alternatives.
    ///
    /// # Errors
    ///
    /// What is missing in the first invalid filter.
    pub fn read(dataset: &Dataset, text: &str) -> Result<Self, Missing> {
        let mut filter = Self::default();
        let parts = text.split(|c: char| c == ',' || c.is_whitespace());
        for part in parts.filter(|part| !part.is_empty()) {
            match part.split_once('/') {
                Some((version, arch)) => {
                    let arch = lookup::arch(arch)?;
                    filter
                        .versions
                        .push((parse_requested(dataset, version)?, Some(arch)));
                }
                None => filter.add(dataset, part)?,
            }
        }
        Ok(filter)
    }

    /// Splits a search for images into its ranges of versions, such as `10.0.17763..`, and its other words.
    ///
    /// # Errors
    ///
    /// What is wrong with the first invalid range.
    pub fn ranges<'a>(dataset: &Dataset, search: &'a str) -> Result<(Self, Vec<&'a str>), Missing> {
        let words = search.split_whitespace();
        let (ranges, words): (Vec<&str>, Vec<&str>) = words.partition(|it| it.contains(".."));
        Ok((Self::read(dataset, &ranges.join(" "))?, words))
    }

    /// Returns whether an image is wanted.
    pub fn accepts(&self, dataset: &Dataset, image: &Image) -> bool {
        self.takes(dataset, image.key(), std::slice::from_ref(&image.module))
    }

    /// Restricts the filter to one architecture; `None` if it selects only others.
    pub fn only_on(self, arch: Arch) -> Option<Self> {
        let has = self.archs.is_empty() || self.archs.contains(&arch);
        has.then(|| Self {
            archs: vec![arch],
            ..self
        })
    }

    fn add(&mut self, dataset: &Dataset, part: &str) -> Result<(), Missing> {
        if let Ok(arch) = lookup::arch(part) {
            self.archs.push(arch);
            return Ok(());
        }
        let module: Option<ModuleName> = part.parse().ok();
        let kernels = dataset.kernels().all().iter().map(|it| &it.module);
        let mut known = dataset.catalogue().modules().into_iter().chain(kernels);
        match module.filter(|it| known.any(|known| known == it)) {
            Some(module) => self.modules.push(module),
            None => self.versions.push((parse_requested(dataset, part)?, None)),
        }
        Ok(())
    }

    /// Returns whether an image is wanted. A filter without modules accepts those of the requested types.
    pub(super) fn takes(&self, dataset: &Dataset, key: Key<'_>, modules: &[ModuleName]) -> bool {
        let (module, arch, version) = key;
        if !self.archs.is_empty() && !self.archs.contains(&arch) {
            return false;
        }
        if self.names(key) {
            return true;
        }
        let of_module = match self.modules.is_empty() {
            true => modules.contains(module),
            false => self.modules.contains(module),
        };
        let wanted = |(wanted, only): &(RequestedImages, Option<Arch>)| {
            let here = only.is_none_or(|only| only == arch);
            here && match (wanted, version) {
                (RequestedImages::Release(release), ImageVersion::File(build)) => dataset
                    .catalogue()
                    .releases_or_fallback(build)
                    .contains(release),
                (RequestedImages::Between(first, last), ImageVersion::File(build)) => {
                    (*first..=*last).contains(&build)
                }
                _ => false,
            }
        };
        of_module && (self.versions.is_empty() || self.versions.iter().any(wanted))
    }

    /// Returns whether the filter names this very image.
    pub(super) fn names(&self, (module, arch, version): Key<'_>) -> bool {
        let mut named = self.versions.iter().filter_map(|(wanted, _)| match wanted {
            RequestedImages::Image(module, arch, version) => Some((module, *arch, *version)),
            RequestedImages::Release(_) | RequestedImages::Between(..) => None,
        });
        named.any(|named| named == (module, arch, version))
    }
}

/// The file versions at an end of a range; of a text that begins the names of several releases, those of all of them.
fn bounds(
    catalogue: &Catalogue,
    text: &str,
    span: &Result<(Build, Build), Missing>,
) -> Option<(Build, Build)> {
    let suggestions = match span {
        Ok(span) => return Some(*span),
        Err(missing) => missing.suggestions.iter(),
    };
    let spans = suggestions.filter_map(|it| match it {
        Suggestion::Release(release) if release.id().starts_with(text) => {
            catalogue.file_versions(*release)
        }
        _ => None,
    });
    spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

/// Parses a version, a range or the id of an image.
fn parse_requested(dataset: &Dataset, part: &str) -> Result<RequestedImages, Missing> {
    let catalogue = dataset.catalogue();
    if let Some((first, last)) = part.split_once("..") {
        let end = |text, open| match text {
            "" => Ok((open, open)),
            text => span(catalogue, text),
        };
        let (from, to) = (end(first, FIRST), end(last, LAST));
        let ends = bounds(catalogue, first, &from).zip(bounds(catalogue, last, &to));
        if ends.is_some_and(|(from, to)| from.0 > to.1) {
            let [first, last] = [first, last].map(lookup::clip);
            return Err(Missing::plain(format!(
                "The range `{first}..{last}` runs backwards: expected the older version first, as in {last}..{first}."
            )));
        }
        return Ok(RequestedImages::Between(from?.0, to?.1));
    }
    if lookup::is_image_name(part) {
        let key = match dataset.kernels().named(part) {
            Some(kernel) => Some(kernel.key()),
            None => {
                let index = lookup::image(dataset, part)?;
                catalogue.image(index).map(Image::key)
            }
        };
        let (module, arch, version) = key.ok_or_else(|| no_filter(part))?;
        return Ok(RequestedImages::Image(module.clone(), arch, version));
    }
    if let Some(release) = release(part) {
        return Ok(RequestedImages::Release(release));
    }
    let (first, last) = span(catalogue, part)?;
    Ok(RequestedImages::Between(first, last))
}

const FIRST: Build = Build {
    nt: (0, 0),
    number: 0,
    revision: 0,
};
const LAST: Build = Build {
    nt: (u16::MAX, u16::MAX),
    number: u32::MAX,
    revision: u32::MAX,
};

/// The release with this name or build number.
fn release(text: &str) -> Option<Release> {
    match lookup::version(text) {
        Ok(Version::Release(release)) => Some(release),
        _ => lookup::release_numbered(text),
    }
}

/// The first and last file version of a release, a build or a part of one: `1809`, `10.0.17763`, `17763.379`.
fn span(catalogue: &Catalogue, text: &str) -> Result<(Build, Build), Missing> {
    if let Some(release) = release(text) {
        return catalogue
            .file_versions(release)
            .ok_or_else(|| no_filter(text));
    }
    let parts: Vec<&str> = text.split('.').collect();
    if let [only] = parts[..]
        && only.len() == 5
        && let Ok(Version::Build(build)) = lookup::version(&format!("{only}.0"))
    {
        return Ok(line(of_file(catalogue, build, Build::branch_key)));
    }
    if let [major, minor, number] = parts[..]
        && let Ok(build) = format!("{major}.{minor}.{number}.0").parse::<Build>()
    {
        return Ok(line(of_file(catalogue, build, Build::branch_key)));
    }
    let version = lookup::version(text).map_err(|missing| match missing.suggestions[..] {
        [] => no_filter(text),
        _ => missing,
    })?;
    match version {
        Version::Build(build) => {
            let build = of_file(catalogue, build, |it| it);
            Ok((build, build))
        }
        Version::Release(_) | Version::Pdb(_) => Err(no_filter(text)),
    }
}

/// The kernel's file version if no image has this version, which is then that of a system.
fn of_file<T: PartialEq>(catalogue: &Catalogue, build: Build, part: fn(Build) -> T) -> Build {
    let mut known = catalogue.images().iter().filter_map(Image::build);
    match known.any(|it| part(it) == part(build)) {
        true => build,
        false => build.kernel_file(),
    }
}

/// The range of all revisions of a build.
fn line(build: Build) -> (Build, Build) {
    let with = |revision| Build { revision, ..build };
    (with(0), with(u32::MAX))
}

fn no_filter(text: &str) -> Missing {
    Missing::plain(format!(
        "`{}` names no images: expected a module, an architecture, a release, a build, a range such as 10.0.17763.., or the id of an image.",
        lookup::clip(text)
    ))
}
