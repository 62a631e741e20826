//! Parses a point from one input field: `6.1`, `win7 x86`, `19041`, `1809/x64`, `Windows 10 1607`.

use super::version::{EXPECTED, known_builds, releases_named, version, version_numbered};
use super::{Found, Missing, SUGGESTIONS_LIMIT, Suggestion, at, clip};
use crate::arch::Arch;
use crate::dataset::Structure;
use crate::point::Point;
use crate::release::Version;

/// Finds a structure's layout at the input: a version, an architecture, or both in any order. The rest is taken from
/// `near`, otherwise the newest; if the structure has no layout on that architecture, another one is used.
///
/// # Errors
///
/// What is missing; if several versions may be meant, the points of each.
pub fn typed<'a>(
    structure: &'a Structure,
    text: &str,
    near: Option<Point>,
) -> Result<Found<'a>, Missing> {
    let separator = |c: char| c.is_whitespace() || c == '/' || c == ',';
    let words = text.split(separator).filter(|word| !word.is_empty());
    let (mut typed_arch, mut rest) = (None, Vec::new());
    for word in words {
        match Arch::from_alias(word) {
            Some(arch) if typed_arch.is_none() => typed_arch = Some(arch),
            _ => rest.push(word),
        }
    }
    let near_arch = near.map(|near| near.arch);
    let archs = match typed_arch {
        Some(arch) => vec![arch],
        None => near_arch.into_iter().chain(Arch::PREFERRED).collect(),
    };
    if rest.is_empty() && near.is_none() {
        let mut newest = archs.iter().filter_map(|arch| structure.newest(*arch));
        let newest = newest.next().ok_or_else(nothing_typed)?;
        return on_first_arch(structure, newest.version, &[newest.arch]);
    }
    if rest.is_empty() {
        let version = near.filter(|_| typed_arch.is_some()).map(|it| it.version);
        let version = version.ok_or_else(nothing_typed)?;
        return on_first_arch(structure, version, &archs);
    }
    let rest = rest.join(" ");
    match possible_versions(structure, &rest, &archs)?[..] {
        [version] => on_first_arch(structure, version, &archs),
        ref several => Err(ambiguous(structure, &rest, several, &archs)),
    }
}

fn nothing_typed() -> Missing {
    Missing::plain(format!("No version was given: {EXPECTED}."))
}

/// The versions that a text can mean; at least one.
fn possible_versions(
    structure: &Structure,
    text: &str,
    archs: &[Arch],
) -> Result<Vec<Version>, Missing> {
    let mut missing = match version(text) {
        Ok(version) => return Ok(vec![version]),
        Err(missing) => missing,
    };
    if let Some(build) = build_with_revision(structure, text) {
        return Ok(vec![build]);
    }
    if let Some(numbered) = version_numbered(text) {
        return Ok(vec![numbered]);
    }
    let releases = releases_named(text).unwrap_or_default();
    let mut versions: Vec<Version> = releases.into_iter().map(Version::Release).collect();
    if let Some(&first) = versions.first() {
        // `win10`: the releases at which the structure has a layout; if none, the first one, to report the reason.
        versions.retain(|version| on_first_arch(structure, *version, archs).is_ok());
        if versions.is_empty() {
            versions.push(first);
        }
        return Ok(versions);
    }
    let arch = archs.first().map_or("", |arch| arch.as_str());
    missing
        .suggestions
        .extend(known_builds(structure, text, arch));
    missing.suggestions.truncate(SUGGESTIONS_LIMIT);
    Err(missing)
}

/// The build of `19041.264`, if a symbol file defines the structure there.
fn build_with_revision(structure: &Structure, text: &str) -> Option<Version> {
    let (number, revision) = text.split_once('.')?;
    let (number, revision) = (number.parse().ok()?, revision.parse().ok()?);
    let mut builds = structure.known_builds().map(|(build, _)| build);
    let found = builds.find(|build| (build.number, build.revision) == (number, revision));
    found.map(Version::Build)
}

/// The layout on the first architecture with one; otherwise the error of the first architecture for which the
/// version exists.
fn on_first_arch<'a>(
    structure: &'a Structure,
    version: Version,
    archs: &[Arch],
) -> Result<Found<'a>, Missing> {
    let points = || {
        archs.iter().map(|arch| Point {
            version,
            arch: *arch,
        })
    };
    if let Some(found) = points().find_map(|point| at(structure, point).ok()) {
        return Ok(found);
    }
    let point = points().find(|point| point.can_exist()).or(points().next());
    at(structure, point.ok_or_else(nothing_typed)?)
}

fn ambiguous(structure: &Structure, text: &str, versions: &[Version], archs: &[Arch]) -> Missing {
    let name = &structure.name;
    let found = |version: &Version| on_first_arch(structure, *version, archs).ok();
    let points = versions.iter().filter_map(found);
    let suggestions = points.map(|found| Suggestion::Point {
        structure: name.to_string(),
        point: found.layout.point,
    });
    let detail = format!("`{}` could mean several versions: {EXPECTED}.", clip(text));
    Missing::near(detail, suggestions.take(SUGGESTIONS_LIMIT))
}
