//! Checks the effects of an operator's own files on the built-in data: names that resolve differently, built-in files
//! that are replaced, images that differ from their release.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::once;

use strata_core::audit;
use strata_core::catalogue::{Catalogue, Image, ImageIndex};
use strata_core::dataset::Structure;
use strata_core::layout::Layout;
use strata_core::raw::{Place, RawDataset};
use strata_core::tree::{Node, NodeKind};
use strata_core::types::scalar;
use strata_core::{Arch, Dataset, Release, TypeName};

use crate::data::{DataFiles, Diagnostic, Locator, Severity};

const NAMED_LIMIT: usize = 5;

/// Checks the names in own files: a file that replaces a built-in one, a scalar type, a known name in another case, two
/// members of one name.
pub(super) fn names(
    own: &DataFiles,
    raw: &RawDataset,
    dataset: &Dataset,
    locator: &mut Locator<'_>,
) -> Vec<Diagnostic> {
    let own_paths = own.by_path();
    let known = dataset.structures().iter().map(|it| &it.name);
    let mut alike: BTreeMap<String, BTreeSet<&TypeName>> = BTreeMap::new();
    for name in known {
        alike
            .entry(name.without_tag_underscore().to_lowercase())
            .or_default()
            .insert(name);
    }
    let built_in = match own.is_whole() {
        true => DataFiles::default(),
        false => DataFiles::built_in(),
    };
    let mut found = Vec::new();
    for (file, name) in stated(own, raw) {
        let mut say = |severity, code, message: &str| {
            found.push(locator.diagnostic(&Place::key(file, "name"), severity, code, message));
        };
        let replaced = own_paths.get(file);
        let replaced = replaced.and_then(|name| built_in.text(name));
        if let Some(theirs) = replaced.and_then(name_in) {
            let (severity, message) = match theirs == name {
                true => (
                    Severity::Warning,
                    format!("the built-in file of {name} is not read: this file replaces it"),
                ),
                false => (
                    Severity::Error,
                    format!(
                        "the file replaces a built-in one, and {theirs} would be lost: expected another file name"
                    ),
                ),
            };
            say(severity, "in-place", &message);
        }
        let upper = name
            .without_tag_underscore()
            .to_uppercase()
            .parse::<TypeName>();
        if upper.is_ok_and(|upper| scalar(&upper, Arch::X64).is_some()) {
            let message = format!("`{name}` is a scalar type, or differs from one only in case");
            say(Severity::Error, "case", &message);
        }
        let structure = dataset.structure(name.as_str());
        // The audit of types reports identical names.
        let message = structure.and_then(|it| {
            let may_repeat = it.audited().is_none();
            it.layouts()
                .iter()
                .find_map(|it| alike_members(it, may_repeat))
        });
        if let Some(message) = message {
            say(Severity::Error, "case", &message);
        }
        // Symbol files have such names; what they state is not the operator's error.
        let in_symbols = dataset.catalogue().all_named(&name).iter();
        if in_symbols.clone().any(|ty| !ty.classes().is_empty()) {
            continue;
        }
        let others = alike
            .get(&name.without_tag_underscore().to_lowercase())
            .into_iter()
            .flatten();
        if let Some(other) = others.copied().find(|other| **other != name) {
            let message = format!(
                "{name} and {other} differ only in case: a request for one may get the other"
            );
            say(Severity::Error, "case", &message);
        }
    }
    found
}

/// Reports two members or bit fields of a layout that a request cannot distinguish; with `may_repeat`, not those with
/// identical names.
fn alike_members(layout: &Layout, may_repeat: bool) -> Option<String> {
    let mut seen = BTreeMap::new();
    let nodes = layout
        .members()
        .flat_map(|it| once(Node::from(it)).chain(Node::fields(it)));
    let named = nodes.filter(|node| match node.kind {
        NodeKind::Member(member) => member.name.is_some(),
        _ => true,
    });
    let mut names = named.map(|node| node.label());
    names.find_map(|name| {
        let other = seen.insert(name.to_lowercase(), name.clone());
        let other = other.filter(|other| *other != name || !may_repeat)?;
        let point = layout.point;
        Some(format!(
            "`{other}` and `{name}` at {point} are one name: the case of a member's name does not count"
        ))
    })
}

/// The structures and types that own files state, with their files.
pub(super) fn stated<'a>(own: &DataFiles, raw: &'a RawDataset) -> Vec<(&'a str, TypeName)> {
    let own_paths = own.by_path();
    let structures = raw
        .structures
        .iter()
        .map(|it| (&*it.file, &it.content.name));
    let types = raw.types.iter().map(|it| (&*it.file, &it.content.name));
    structures
        .chain(types)
        .filter(|(file, _)| own_paths.contains_key(file))
        .filter_map(|(file, name)| Some((file, name.parse().ok()?)))
        .collect()
}

fn name_in(text: &str) -> Option<TypeName> {
    let table: toml::Table = toml::from_str(text).ok()?;
    table.get("name")?.as_str()?.parse().ok()
}

/// An own image: its file, its index in that file, and the image.
pub(super) type OwnImage<'a> = (&'a str, usize, &'a Image);

/// The images that only own catalogues describe.
pub(super) fn images<'a>(
    own: &'a [(&str, Catalogue)],
    built_in: &[Catalogue],
) -> Vec<OwnImage<'a>> {
    let known: BTreeSet<String> = built_in
        .iter()
        .flat_map(|catalogue| catalogue.images().iter().map(Image::id))
        .collect();
    let images = own.iter().flat_map(|(file, catalogue)| {
        let images = catalogue.images().iter().enumerate();
        images.map(move |(at, image)| (*file, at, image))
    });
    images
        .filter(|(_, _, image)| !known.contains(&image.id()))
        .collect()
}

/// Whether a finding is about releases that these images represent: no error of an article, but maybe servicing.
pub(super) fn explains(
    images: &[OwnImage<'_>],
    (finding, archs): (&audit::Finding, &[Arch]),
    dataset: &Dataset,
) -> bool {
    let points = finding.releases.iter();
    let mut points = points.flat_map(|release| archs.iter().map(move |arch| (*release, *arch)));
    !finding.releases.is_empty()
        && !archs.is_empty()
        && points.all(|point| represents(images, point, dataset))
}

/// Whether any of these images is the first known kernel of its release.
pub(super) fn represents_any(images: &[OwnImage<'_>], dataset: &Dataset) -> bool {
    let points = Release::all().flat_map(|release| Arch::ALL.map(|arch| (release, arch)));
    !images.is_empty() && points.into_iter().any(|at| represents(images, at, dataset))
}

fn represents(
    images: &[OwnImage<'_>],
    (release, arch): (Release, Arch),
    dataset: &Dataset,
) -> bool {
    let catalogue = dataset.catalogue();
    let first = catalogue.image_of(release, arch);
    let first = first.and_then(|index| catalogue.image(index));
    first.is_some_and(|first| is_own(images, first))
}

fn is_own(images: &[OwnImage<'_>], image: &Image) -> bool {
    images.iter().any(|(_, _, own)| own.key() == image.key())
}

/// The kernel that would represent a release without these images.
fn first_of_others(
    images: &[OwnImage<'_>],
    (release, arch): (Release, Arch),
    catalogue: &Catalogue,
) -> Option<ImageIndex> {
    let is_of_release = |image: &Image| {
        let build = image.build().filter(|_| image.module.is_kernel());
        image.arch == arch && build.is_some_and(|it| catalogue.release_of(it) == Some(release))
    };
    catalogue.find_image(|image| is_of_release(image) && !is_own(images, image))
}

/// Warnings for an image that differs from the first kernel of its release, or from an article's statement: facts, not
/// errors, because servicing changes layouts.
pub(super) fn servicing(
    (file, at, image): OwnImage<'_>,
    images: &[OwnImage<'_>],
    dataset: &Dataset,
    locator: &mut Locator<'_>,
) -> Vec<Diagnostic> {
    let catalogue = dataset.catalogue();
    let index = catalogue.image_at(&image.module, image.arch, image.version);
    let scope = index.and_then(|index| Some((index, catalogue.image_scope(index)?)));
    let Some((index, scope)) =
        scope.filter(|_| image.module.is_kernel() && image.build().is_some())
    else {
        return Vec::new();
    };
    // The images follow the first line.
    let place = Place::line(file, at + 2);
    let mut say = |message: String, help: String| {
        let mut diagnostic = locator.diagnostic(&place, Severity::Warning, "servicing", &message);
        diagnostic.help.push(help);
        diagnostic
    };
    let (id, release) = (image.id(), scope.release);
    let mut found = Vec::new();
    for structure in dataset.audited() {
        let differences = differences(structure, dataset, index);
        if let Some(first) = differences.first() {
            let name = &structure.name;
            let row = first
                .row
                .as_ref()
                .map_or_else(String::new, |row| format!("{row}, "));
            found.push(say(
                format!(
                    "{id} has another {name} than its article gives for {release}: {row}{}",
                    first.message
                ),
                format!(
                    "differences: {}; {} is a separate point",
                    differences.len(),
                    image.point()
                ),
            ));
        }
    }
    let stands = catalogue.image_of(release, image.arch) == Some(index);
    let first = first_of_others(images, (release, image.arch), catalogue);
    let first = first.and_then(|first| Some((first, catalogue.image(first)?)));
    if let Some((first, first_image)) = first {
        let changed = catalogue.differences(first, index).changed;
        if !changed.is_empty() {
            let names = changed.iter().filter_map(|ty| dataset.of_type(ty));
            let names: Vec<&str> = names.map(|it| it.name.as_str()).take(NAMED_LIMIT).collect();
            let more = changed.len() - names.len();
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            let (than, (this, other)) = if stands {
                let than = format!("{}, which {release} stood for before,", first_image.id());
                (than, (image, first_image))
            } else {
                let than = format!("the first kernel of {release}");
                (than, (first_image, image))
            };
            found.push(say(
                format!(
                    "{id} has other layouts than {than} of {}{more}",
                    names.join(", ")
                ),
                format!(
                    "{release} stands for {}; {} is a separate point",
                    this.id(),
                    other.point()
                ),
            ));
        }
    }
    found
}

fn differences(structure: &Structure, dataset: &Dataset, index: ImageIndex) -> Vec<audit::Finding> {
    let context = dataset.audit_context(&structure.name);
    structure
        .table()
        .map_or_else(Vec::new, |table| audit::image(table, context, index))
}
