//! Resolves user input to a layout: names, versions and points. Failures carry a reason and the nearest alternatives.
//! Shared by pages, API and command line.

mod bracketed;
mod resolve;
mod typed;
mod version;

use bracketed::bracketed;
pub use resolve::{Near, ReadAs, Resolved, around, resolve};
pub use typed::typed;
pub use version::{
    is_image_name, point, point_of, release_named, release_numbered, service_pack, version, whole,
};

use std::borrow::Cow;

use crate::arch::Arch;
use crate::article::Status;
use crate::catalogue::{Catalogue, Image, ImageIndex, ModuleName, NoType, PdbId};
use crate::dataset::{ChangedIn, Dataset, Structure};
use crate::edit_distance::edit_distance;
use crate::kernels::Kernel;
use crate::layout::Layout;
use crate::name::{RowId, without_tag_underscore};
use crate::point::Point;
use crate::release::{Build, Release, Version};
use crate::resolve::NoLayout;
use crate::units::{ByteOffset, ByteSize};
use crate::words::words;

/// The maximum number of suggestions.
pub const SUGGESTIONS_LIMIT: usize = 5;
/// The most unknown types in a text, and the most unknown members of a type, for which a similar name is suggested.
pub const SUGGESTED_LIMIT: usize = 50;
/// The minimum length of a name that is compared for misspellings.
const MISSPELT_FROM: usize = 3;
/// The maximum length of a name that is compared for misspellings.
const COMPARED_LIMIT: usize = 64;

words! {
    /// Why a structure has no layout at a point.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Reason {
        /// The structure does not exist there.
        Absent = "absent",
        /// A symbol file declares it without defining it.
        Declared = "declared",
        /// The source does not cover the point.
        NotStated = "not stated",
    }
}

/// The error for something that does not exist, with suggestions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    pub detail: String,
    /// The reason, if a known structure has no layout at a known point.
    pub reason: Option<Reason>,
    pub suggestions: Vec<Suggestion>,
}

impl Missing {
    /// Returns the error without suggestions.
    pub const fn plain(detail: String) -> Self {
        Self {
            detail,
            reason: None,
            suggestions: Vec::new(),
        }
    }

    /// Returns the error with what may have been meant.
    pub fn near(detail: String, suggestions: impl IntoIterator<Item = Suggestion>) -> Self {
        Self {
            suggestions: suggestions.into_iter().collect(),
            ..Self::plain(detail)
        }
    }

    /// Returns the message with the best suggestion.
    pub fn in_words(&self) -> String {
        match self.suggestions.first() {
            Some(near) => format!("{} Did you mean {}?", self.detail, near.text()),
            None => self.detail.clone(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Suggestion {
    Structure(String),
    /// An image, by its id.
    Image(String),
    Module(String),
    Release(Release),
    /// A version at which anything is stated.
    Version(Version),
    Arch(Arch),
    Row(RowId),
    /// A member: `Type.Member`.
    Member(String),
    /// A point at which the structure in question has a layout.
    Point {
        structure: String,
        point: Point,
    },
}

impl Suggestion {
    /// The text to type: a name, release or point.
    pub fn text(&self) -> String {
        match self {
            Self::Structure(name) | Self::Image(name) | Self::Module(name) | Self::Member(name) => {
                name.clone()
            }
            Self::Release(release) => release.to_string(),
            Self::Version(version) => version.to_string(),
            Self::Arch(arch) => arch.to_string(),
            Self::Row(row) => row.to_string(),
            Self::Point { point, .. } => point.to_string(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Found<'a> {
    pub structure: &'a Structure,
    pub layout: Cow<'a, Layout>,
    /// The requested version. A system's version or an image id differs from the version of the layout's point.
    pub version: String,
}

/// Finds a type by name, ignoring case and a leading underscore.
///
/// # Errors
///
/// What is missing; if several types match, all of them.
pub fn structure<'a>(dataset: &'a Dataset, name: &str) -> Result<&'a Structure, Missing> {
    structure_among(dataset, name, 0)
}

/// Finds a structure after `unknown` other names that were not found: similar names take time to find, and the names of
/// a text that is no list of structures have none.
pub(crate) fn structure_among<'a>(
    dataset: &'a Dataset,
    name: &str,
    unknown: usize,
) -> Result<&'a Structure, Missing> {
    dataset.find(name).map_err(|no| match no {
        NoType::Several(names) => {
            let detail = format!("`{}` could mean several types.", clip(name));
            Missing::near(detail, names.into_iter().map(Suggestion::Structure))
        }
        NoType::Unknown if unknown >= SUGGESTED_LIMIT => {
            Missing::plain(format!("There is no structure `{}`.", clip(name)))
        }
        NoType::Unknown => {
            // The kernel's type of this name, for a module whose types are not in the data.
            let bare = name.rsplit_once('!').map(|(_, bare)| bare);
            let kernel = bare.and_then(|bare| dataset.find(bare).ok());
            let audited = dataset.audited().map(|structure| structure.name.as_str());
            let all = dataset.structures().iter();
            let known = audited.chain(all.map(|structure| structure.name.as_str()));
            let mut near: Vec<&str> = match kernel {
                Some(kernel) => vec![kernel.name.as_str()],
                None => nearest(bare.unwrap_or(name), known),
            };
            near.dedup();
            let near = near.into_iter().map(str::to_owned);
            let detail = format!("There is no structure `{}`.", clip(name));
            Missing::near(detail, near.map(Suggestion::Structure))
        }
    })
}

/// Finds a row of a structure (of members or bits) by id, ignoring case.
pub fn row(structure: &Structure, id: &str) -> Result<RowId, Missing> {
    let rows = rows(structure);
    let is = |row: &&RowId| row.as_str().eq_ignore_ascii_case(id);
    rows.iter().find(is).cloned().ok_or_else(|| {
        let detail = format!("{} has no member `{}`.", structure.name, clip(id));
        // The rest of a path is resolved inside the member.
        let first = id.split(['.', '[']).next().unwrap_or(id);
        let names = structure.table().into_iter().flat_map(|table| &table.rows);
        let names: Vec<(&str, &RowId)> = names
            .filter_map(|row| Some((row.name()?, &row.id)))
            .collect();
        let known = rows.iter().map(RowId::as_str);
        let near = nearest(first, known.chain(names.iter().map(|(name, _)| *name)));
        let mut found: Vec<RowId> = Vec::new();
        for text in near {
            let named = names.iter().find(|(name, _)| *name == text);
            let row = named.map_or_else(|| text.parse().ok(), |(_, row)| Some((*row).clone()));
            found.extend(row.filter(|row| !found.contains(row)));
        }
        Missing::near(detail, found.into_iter().map(Suggestion::Row))
    })
}

/// The row ids of a type at all points: the article's rows, otherwise members and bit fields.
fn rows(structure: &Structure) -> Vec<RowId> {
    if let Some(table) = structure.table() {
        let members = table.rows.iter().map(|row| &row.id);
        let bits = table.bits.iter().map(|bit| &bit.id);
        return members.chain(bits).cloned().collect();
    }
    let mut rows = Vec::new();
    for layout in structure.every_layout() {
        for member in layout.members() {
            rows.push(member.row.clone());
            let bits = member.bits.known_bits().unwrap_or_default();
            rows.extend(bits.iter().map(|bit| bit.row.clone()));
        }
    }
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// Returns where a structure ends, in its newest layout of those asked for, if an offset is at or past the end of each.
pub fn end_before(
    structure: &Structure,
    offset: ByteOffset,
    version: Option<Version>,
    arch: Option<Arch>,
) -> Option<(Point, ByteSize)> {
    let archs = Arch::PREFERRED.into_iter();
    let archs = archs.filter(|it| arch.is_none_or(|arch| arch == *it));
    let newest = |arch| match version {
        Some(version) => Some(Point { version, arch }),
        None => structure.newest(arch),
    };
    let at = |point| Some(structure.layout(point?).ok()?.into_owned());
    let mut layouts: Vec<Layout> = archs.filter_map(|arch| at(newest(arch))).collect();
    if version.is_none() {
        let every = structure.every_layout().into_iter();
        layouts.extend(every.filter(|it| arch.is_none_or(|arch| arch == it.arch())));
    }
    let ends = layouts.iter().all(|it| it.size.get() <= offset.get());
    let first = layouts.first().filter(|_| ends)?;
    Some((first.point, first.size))
}

/// The end of a structure, in words.
pub fn end_in_words((point, size): (Point, ByteSize)) -> String {
    format!("ends at {:#x} in {point}", size.get())
}

pub fn arch(text: &str) -> Result<Arch, Missing> {
    arch_for(None, text)
}

/// Parses an architecture; an error expects one of a structure, if any is given.
fn arch_for(structure: Option<&Structure>, text: &str) -> Result<Arch, Missing> {
    Arch::from_alias(text).ok_or_else(|| {
        let (text, archs) = (clip(text), archs_in_words(structure));
        let detail = format!("There is no architecture `{text}`: expected {archs}.");
        Missing::near(detail, Arch::IN_ARTICLES.map(Suggestion::Arch))
    })
}

/// The architectures of a structure that has layouts, otherwise all: `x86, x64 or arm64`.
fn archs_in_words(structure: Option<&Structure>) -> String {
    let has = |arch: &Arch| structure.is_none_or(|it| it.newest(*arch).is_some());
    let words = Arch::ALL.into_iter().filter(has).map(Arch::as_str);
    match &words.collect::<Vec<_>>()[..] {
        [] => archs_in_words(None),
        [one] => (*one).to_owned(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}

/// Finds an image by its id; by its PDB: GUID and age, or a GUID that only one image has; or by a point, whose kernel or
/// only image it is, also without its architecture if the data have only one.
///
/// # Errors
///
/// What is missing, with the nearest ids.
pub fn image(dataset: &Dataset, id: &str) -> Result<ImageIndex, Missing> {
    let catalogue = dataset.catalogue();
    let only = || match images_at(catalogue, id)[..] {
        [only] => Some(only),
        _ => None,
    };
    let found = find_image(catalogue, id).or_else(only);
    found.ok_or_else(|| {
        let missing = no_image(catalogue, id);
        let Some(kernel) = dataset.kernels().named(id) else {
            return missing;
        };
        let detail = format!(
            "No symbol file of {} is in the data: only its name is known, and the offsets stated or bracketed for it.",
            kernel.id()
        );
        Missing {
            detail,
            reason: Some(Reason::NotStated),
            ..missing
        }
    })
}

/// The kernels at a point, or of a version on each architecture; without a kernel, the images of other modules.
fn images_at(catalogue: &Catalogue, text: &str) -> Vec<ImageIndex> {
    // An unknown image id is not a point either; looking it up as one would only search for suggestions twice.
    if is_image_name(text) {
        return Vec::new();
    }
    let (version, arch) = split_point(text);
    let archs = Arch::ALL.map(Arch::as_str);
    let archs = arch.as_ref().map_or(&archs[..], std::slice::from_ref);
    let points = archs
        .iter()
        .map(|arch| point_of(catalogue, version, Some(arch)));
    let points: Vec<Point> = points.flatten().collect();
    let kernel = |point: &Point| catalogue.image_for(&ModuleName::kernel(), *point);
    let kernels: Vec<ImageIndex> = points.iter().filter_map(kernel).collect();
    if !kernels.is_empty() {
        return kernels;
    }
    let others = catalogue.numbered_images();
    let others = others.filter(|(_, image)| points.contains(&image.point()));
    others.map(|(index, _)| index).collect()
}

/// The error for an unknown image, with the nearest ids, or those of a version.
fn no_image(catalogue: &Catalogue, id: &str) -> Missing {
    let images = images_at(catalogue, id).into_iter();
    let images = images.filter_map(|index| catalogue.image(index));
    let mut near: Vec<String> = images.map(Image::id).collect();
    if near.is_empty() {
        near = images_beside(catalogue, id);
    }
    if near.is_empty() {
        let ids: Vec<String> = catalogue.images().iter().map(Image::id).collect();
        let similar = nearest(id, ids.iter().map(String::as_str)).into_iter();
        near = similar.map(str::to_owned).collect();
    }
    let detail = format!(
        "There is no image `{}`: expected an id such as ntoskrnl-10.0.19041.264-x64.",
        clip(id)
    );
    Missing::near(detail, near.into_iter().map(Suggestion::Image))
}

/// The ids of the images of the same module and architecture whose versions are nearest to that of an id.
fn images_beside(catalogue: &Catalogue, id: &str) -> Vec<String> {
    let parts = || {
        let (rest, arch) = id.rsplit_once('-')?;
        let (module, version) = rest.rsplit_once('-')?;
        let (arch, version): (Arch, Build) = (arch.parse().ok()?, version.parse().ok()?);
        Some((module, arch, version))
    };
    let Some((module, arch, version)) = parts() else {
        return Vec::new();
    };
    let images = catalogue.images().iter();
    let own =
        images.filter(|it| it.arch == arch && it.module.as_str().eq_ignore_ascii_case(module));
    let mut own: Vec<(Build, &Image)> = own.filter_map(|it| Some((it.build()?, it))).collect();
    own.sort_by_key(|(build, _)| {
        let number = build.number.abs_diff(version.number);
        (number, build.revision.abs_diff(version.revision))
    });
    let near = own.into_iter().take(SUGGESTIONS_LIMIT);
    near.map(|(_, image)| image.id()).collect()
}

/// Returns the part of a symbol server's path that identifies a file, after the file's name: the GUID and age of a PDB, or
/// the time stamp and size of an image.
pub fn symbol_key(text: &str) -> Option<&str> {
    let parts: Vec<&str> = text.trim().split(['/', '\\', '*']).collect();
    let is_key = |text: &str| {
        let is_stamp =
            (9..=16).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_hexdigit());
        is_stamp || text.parse::<PdbId>().is_ok()
    };
    let mut pairs = parts.array_windows::<2>();
    let pair = pairs.find(|[file, key]| module_of_file(file).is_some() && is_key(key));
    pair.map(|[_, key]| *key)
}

/// Returns whether a text is the GUID of a PDB, with or without its age.
pub fn is_pdb(text: &str) -> bool {
    text.parse::<PdbId>().is_ok() || guid_alone(text).is_some()
}

/// The image with this id or PDB.
fn find_image(catalogue: &Catalogue, id: &str) -> Option<ImageIndex> {
    let pdb: Option<PdbId> = id.parse().ok();
    let is =
        |image: &Image| image.id().eq_ignore_ascii_case(id) || (pdb.is_some() && image.pdb == pdb);
    // A GUID without age suffices if only one image has it.
    let guid = || {
        let guid = guid_alone(id)?;
        let has = |image: &Image| image.pdb.is_some_and(|pdb| pdb.guid() == guid);
        let mut with = catalogue.numbered_images().filter(|(_, it)| has(it));
        let only = with.next().filter(|_| with.next().is_none());
        only.map(|(index, _)| index)
    };
    catalogue.find_image(is).or_else(guid)
}

/// Returns the module with this name, if images of it are known.
///
/// # Errors
///
/// The module is unknown; lists the known ones.
pub fn module(catalogue: &Catalogue, text: &str) -> Result<ModuleName, Missing> {
    let known = catalogue.modules();
    let module: Option<ModuleName> = text.parse().ok();
    module.filter(|it| known.contains(&it)).ok_or_else(|| {
        let known = known.into_iter().map(ModuleName::to_string);
        let detail = format!("There is no module `{}`.", clip(text));
        Missing::near(detail, known.map(Suggestion::Module))
    })
}

/// Returns the module whose image or PDB file has this name: `ntkrnlmp.pdb`.
pub fn module_of_file(name: &str) -> Option<&str> {
    let (stem, extension) = name.rsplit_once('.')?;
    let is = |names: &[&str], text: &str| names.iter().any(|it| it.eq_ignore_ascii_case(text));
    let kernels = ["ntkrnlmp", "ntkrnlpa", "ntkrnlup", "ntkrpamp"];
    let module = if is(&kernels, stem) {
        ModuleName::KERNEL
    } else {
        stem
    };
    is(&["dll", "exe", "pdb", "sys"], extension).then_some(module)
}

/// Parses a GUID without an age, in any spelling.
fn guid_alone(text: &str) -> Option<u128> {
    let digits: String = text
        .trim()
        .chars()
        .filter(|c| !"{}-".contains(*c))
        .collect();
    let is_guid = digits.len() == 32 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u128::from_str_radix(&digits, 16).ok().filter(|_| is_guid)
}

/// Parses a release.
///
/// # Errors
///
/// What is missing, with the releases that may be meant.
pub fn release(text: &str) -> Result<Release, Missing> {
    match version(text) {
        Err(missing) => version::numbered(text).ok_or(missing),
        Ok(Version::Release(release)) => Ok(release),
        Ok(other) => {
            let detail = format!(
                "`{other}` is not a release: expected one such as 6.1 or 1607, or the id of an image."
            );
            Err(Missing::near(
                detail,
                other.release().map(Suggestion::Release),
            ))
        }
    }
}

/// Parses a point in one text: a version and its architecture (`22H2/x64`, `6.1 x86`), or an image, which needs none.
///
/// # Errors
///
/// What is missing.
pub fn whole_point(catalogue: &Catalogue, text: &str) -> Result<Point, Missing> {
    let (version, arch) = split_point(text);
    point_of(catalogue, version, arch)
}

/// Splits a point into a version and an architecture: at the last slash, or before a last word that is an architecture.
/// An image is not followed by an architecture.
pub fn split_point(text: &str) -> (&str, Option<&str>) {
    let text = text.trim();
    let word = || {
        let words = text.rsplit_once(char::is_whitespace);
        words.filter(|(_, last)| Arch::from_alias(last).is_some())
    };
    match text.rsplit_once('/').or_else(word) {
        Some((version, arch)) => (version.trim_end(), Some(arch.trim_start())),
        None => (text, None),
    }
}

/// Parses a release or finds an image, in which types can have changed.
///
/// # Errors
///
/// What is missing.
pub fn change(dataset: &Dataset, text: &str) -> Result<ChangedIn, Missing> {
    if is_image_name(text) || split_point(text).1.is_some() {
        return image(dataset, text).map(ChangedIn::Image);
    }
    release(text).map(ChangedIn::Release)
}

/// Finds a structure's layout at a point; all three are user input.
pub fn layout<'a>(
    dataset: &'a Dataset,
    name: &str,
    version_text: &str,
    arch_text: &str,
) -> Result<Found<'a>, Missing> {
    point(structure(dataset, name)?, version_text, arch_text)
}

/// Finds a structure's layout at a point: the stated one, or that on which the images before and after a build agree.
///
/// # Errors
///
/// Why there is none.
pub fn at(structure: &Structure, point: Point) -> Result<Found<'_>, Missing> {
    structure
        .layout(point)
        .or_else(|no| bracketed(structure, point).map(Cow::Owned).ok_or(no))
        .map(|layout| Found {
            structure,
            layout,
            version: point.version.to_string(),
        })
        .map_err(|no| missing_at(structure, point, &no))
}

fn missing_at(structure: &Structure, point: Point, no: &NoLayout) -> Missing {
    let name = &structure.name;
    let reason = match no {
        _ if never(point.version, point.arch).is_some() => Some(Reason::Absent),
        NoLayout::Absent => Some(Reason::Absent),
        NoLayout::NotStated => Some(Reason::NotStated),
        NoLayout::Declared => Some(Reason::Declared),
        NoLayout::Unsound { .. } => None,
    };
    let why = why(structure, point, no);
    let layouts = structure.layouts();
    let releases = layouts.iter().map(|layout| layout.point);
    let near = nearest_points(
        structure.catalogue(),
        (structure.known_builds(), releases),
        point,
    );
    let suggest = |point| Suggestion::Point {
        structure: name.to_string(),
        point,
    };
    Missing {
        detail: format!("{name} has no layout at {point}: {why}"),
        reason,
        suggestions: near.into_iter().map(suggest).collect(),
    }
}

/// The release, if it had no edition for the architecture.
fn never(version: Version, arch: Arch) -> Option<Release> {
    match version {
        Version::Release(release) => Some(release).filter(|release| !release.exists_for(arch)),
        Version::Build(_) | Version::Pdb(_) => None,
    }
}

/// Checks that some structure has a layout on an architecture, at this version or at any.
///
/// # Errors
///
/// There was no such edition, or no source covers it.
pub fn check_covered(
    dataset: &Dataset,
    version: Option<Version>,
    arch: Arch,
) -> Result<(), Missing> {
    let has = |structure: &Structure| match version {
        Some(version) => structure.layout(Point { version, arch }).is_ok(),
        None => structure.newest(arch).is_some(),
    };
    let catalogue = dataset.catalogue();
    let has_image = version.is_none() && catalogue.images().iter().any(|image| image.arch == arch);
    if has_image || dataset.structures().iter().any(has) {
        return Ok(());
    }
    let never = version.and_then(|version| never(version, arch));
    let is_at_version = |kernel: &Kernel| match version {
        None => true,
        Some(Version::Build(build)) => build == kernel.build,
        Some(version) => {
            let releases = catalogue.releases_or_fallback(kernel.build);
            version.release().is_some_and(|it| releases.contains(&it))
        }
    };
    let is_there = |kernel: &Kernel| kernel.arch == arch && is_at_version(kernel);
    let place = version.map_or_else(
        || format!("for {arch}"),
        |version| format!("at {version}/{arch}"),
    );
    let missing = Missing::plain(match (never, dataset.kernels().members_in(is_there)) {
        (Some(release), _) => format!("{release} had no {arch} edition."),
        (None, 0) => format!("Nothing is stated {place}: no source covers it."),
        (None, members) => format!(
            "No layout is stated {place}; offsets of {members} members are known, as a list of kernels has them."
        ),
    });
    let kernels = catalogue.images().iter();
    let images = kernels.filter(|image| image.module.is_kernel());
    let builds = images.filter_map(|image| Some((image.build()?, image.arch)));
    let stated = |release: Release| {
        let has = move |arch: &Arch| catalogue.image_of(release, *arch).is_some();
        let archs = Arch::ALL.into_iter().filter(has);
        archs.map(move |arch| Point::new(release, arch))
    };
    let near = version.map(|version| {
        let point = Point { version, arch };
        nearest_points(catalogue, (builds, Release::all().flat_map(stated)), point)
    });
    let near = near.into_iter().flatten();
    // The architecture is another parameter.
    let near = near.filter(|point| point.arch == arch);
    Err(Missing {
        reason: Some(never.map_or(Reason::NotStated, |_| Reason::Absent)),
        suggestions: near
            .map(|point| Suggestion::Version(point.version))
            .collect(),
        ..missing
    })
}

/// Returns why a structure has no layout at a point, as the end of a sentence; `None` if it has one.
pub fn why_none_at(structure: &Structure, point: Point) -> Option<String> {
    let no = structure.layout(point).err()?;
    Some(why(structure, point, &no))
}

/// Returns why a structure has no layout at a point, as the end of a sentence.
fn why(structure: &Structure, point: Point, no: &NoLayout) -> String {
    if let Version::Release(release) = point.version {
        return why_at_release(structure, release, point, no);
    }
    if structure.image(point).is_some() {
        return why_in_image(no).to_owned();
    }
    let kernel = ModuleName::kernel();
    if structure.ty().is_none() && structure.catalogue().image_for(&kernel, point).is_some() {
        return "not stated, because no symbol file names it, and its source covers releases only."
            .to_owned();
    }
    let Version::Build(build) = point.version else {
        return "not stated, because no image with that PDB is in the data.".to_owned();
    };
    let module = structure.ty().map(|ty| &ty.module);
    if let Some(module) = module.filter(|module| !module.is_kernel()) {
        return format!("not stated, because no symbol file of {module} {build} is in the data.");
    }
    let releases = resolve::releases_with(structure.catalogue(), build);
    let releases: Vec<&str> = releases.iter().map(|release| release.id()).collect();
    match &releases[..] {
        [] => "not stated, because its build belongs to no known release.".to_owned(),
        releases => format!(
            "not stated, because no symbol file of that build, which belongs to {}, is in the data.",
            releases.join(", ")
        ),
    }
}

fn why_in_image(no: &NoLayout) -> &'static str {
    match no {
        NoLayout::Absent => "absent, because the symbol file of that image does not name it.",
        NoLayout::Declared => "declared, but not defined by the symbol file of that image.",
        NoLayout::NotStated => {
            "not stated, because the symbol file of that image has only one definition per name."
        }
        NoLayout::Unsound { .. } => "its data contradict themselves; see `strata check`.",
    }
}

fn why_at_release(structure: &Structure, release: Release, point: Point, no: &NoLayout) -> String {
    let arch = point.arch;
    if let NoLayout::Unsound { row } = no {
        return format!("its data contradict themselves at {row}; see `strata check`.");
    }
    if !release.exists_for(arch) {
        return format!("absent, because {release} had no {arch} edition.");
    }
    if *no == NoLayout::Declared {
        return "declared, but not defined by the symbol file of that kernel.".to_owned();
    }
    if !structure.archs().contains(&arch) {
        return format!("not stated, because the source does not cover {arch}.");
    }
    let Some((article, table)) = structure.article().zip(structure.table()) else {
        return match no {
            NoLayout::Absent => {
                "absent, because the symbol file of that kernel does not name it.".to_owned()
            }
            _ if structure.image(point).is_some() => {
                format!(
                    "not stated, because the symbol file of the first kernel of {release} has only one definition per name."
                )
            }
            _ => {
                let module = structure.ty().map(|ty| &ty.module);
                let of = module.filter(|it| !it.is_kernel());
                let of = of.map_or_else(String::new, |module| format!("{module} of "));
                format!(
                    "not stated, because no symbol file of {of}{release} on {arch} is in the data."
                )
            }
        };
    };
    if table.status(release, arch) == Status::Absent {
        return format!("absent, because the source has it from {} on.", table.first);
    }
    match &article.no_extrapolation_reason {
        Some(beyond) if release > table.last_release => format!("not stated. {beyond}"),
        _ if release > table.last_release => {
            format!(
                "not stated, because the source ends at {}.",
                table.last_release
            )
        }
        _ => format!("not stated, because the source gives no size at {release}."),
    }
}

/// The place of a version in time: that of its release, or of the last release before it.
fn rank(version: Version) -> usize {
    let release = match version {
        Version::Release(release) => Some(release),
        Version::Build(build) => Release::until(build.number),
        Version::Pdb(_) => None,
    };
    release.map_or(Release::COUNT, Release::index)
}

/// The distance between two points: by release, then by architecture.
fn away(wanted: Point, near: Point) -> usize {
    rank(wanted.version).abs_diff(rank(near.version)) * 2 + usize::from(near.arch != wanted.arch)
}

pub fn nearest_point(points: &[Point], wanted: Point) -> Option<Point> {
    let nearest = points.iter().min_by_key(|near| away(wanted, **near));
    nearest.copied()
}

/// Returns those of the known builds and releases that are nearest to a point: of its architecture first, then by
/// release; builds before releases.
fn nearest_points(
    catalogue: &Catalogue,
    (builds, releases): (
        impl Iterator<Item = (Build, Arch)>,
        impl Iterator<Item = Point>,
    ),
    point: Point,
) -> Vec<Point> {
    let wanted = rank(point.version);
    // For a build, the builds of its branch; for a release, its builds, because its first kernel may lack the type.
    let distance = |build: Build| match point.version {
        Version::Build(asked) => {
            let file = asked.kernel_file();
            let same_branch = file.branch_key() == build.branch_key();
            same_branch.then(|| file.revision.abs_diff(build.revision))
        }
        Version::Release(release) => {
            (catalogue.release_of(build) == Some(release)).then_some(build.revision)
        }
        Version::Pdb(_) => None,
    };
    let builds = builds.filter_map(|(build, arch)| {
        let distance = distance(build).filter(|_| arch == point.arch)?;
        let version = Version::Build(build);
        Some((wanted, distance, Point { version, arch }))
    });
    let releases = releases.map(|near| (rank(near.version), 0, near));
    let mut points: Vec<(usize, u32, Point)> = builds.chain(releases).collect();
    points.sort_by_key(|(rank, distance, near)| {
        let is_release = matches!(near.version, Version::Release(_));
        let is_other = near.arch != point.arch;
        (
            is_other,
            rank.abs_diff(wanted),
            is_release,
            *distance,
            *rank,
        )
    });
    let points = points.into_iter().map(|(_, _, point)| point);
    points.take(SUGGESTIONS_LIMIT).collect()
}

/// Returns the known names that resemble `typed`, most similar first.
pub fn nearest<'a>(typed: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let typed = typed
        .strip_prefix('_')
        .unwrap_or(typed)
        .to_ascii_lowercase();
    if !(MISSPELT_FROM..=COMPARED_LIMIT).contains(&typed.len()) {
        return Vec::new();
    }
    let mut ranked: Vec<(usize, &str)> = known
        .filter_map(|name| {
            let lower = without_tag_underscore(name).to_ascii_lowercase();
            let most = lower.len().max(typed.len()) / 3;
            // Three letters are in many names by chance.
            let contains = match typed.len() > MISSPELT_FROM {
                true => lower.contains(&typed),
                false => lower.split('_').any(|word| word == typed),
            };
            let distance = match contains {
                true => 0,
                false => usize::from(edit_distance(&typed, &lower, most)?),
            };
            Some((distance, name))
        })
        .collect();
    ranked.sort_unstable();
    ranked
        .into_iter()
        .take(SUGGESTIONS_LIMIT)
        .map(|(_, name)| name)
        .collect()
}

/// The input, shortened for messages.
pub(crate) fn clip(text: &str) -> String {
    let shown: String = text.chars().take(COMPARED_LIMIT).collect();
    if shown.len() < text.len() {
        format!("{shown}…")
    } else {
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspellings_find_their_name() {
        let known = [
            "ETW_PMC_SUPPORT",
            "ETW_DATA_SOURCE",
            "ETW_REALTIME_CONSUMER",
        ];
        assert_eq!(
            nearest("_etw_pcm_suport", known.into_iter()).first(),
            Some(&"ETW_PMC_SUPPORT")
        );
        assert_eq!(
            nearest("realtime", known.into_iter()),
            ["ETW_REALTIME_CONSUMER"]
        );
        assert!(nearest("", known.into_iter()).is_empty());
        assert!(nearest(&"x".repeat(1000), known.into_iter()).is_empty());
    }
}
