//! Parses a version. For an unknown one, suggests releases and builds: by build number, by colloquial name (`win10`,
//! `Windows 7`, `2012r2`), finally by spelling.

use std::iter;
use std::ops::RangeInclusive;

use super::{
    Found, Missing, Reason, SUGGESTIONS_LIMIT, Suggestion, arch_for, archs_in_words, at, clip,
    find_image, guid_alone, no_image, release,
};
use crate::arch::Arch;
use crate::catalogue::{Catalogue, Image, ModuleName, PdbId};
use crate::dataset::Structure;
use crate::edit_distance::edit_distance;
use crate::point::Point;
use crate::release::{Build, Release, Version};

/// The expected forms of a version, with examples that exist.
pub(super) const EXPECTED: &str =
    "expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264";
/// Build numbers since Windows 2000. Lower numbers are years and versions; higher ones are no builds.
const BUILDS: RangeInclusive<u32> = 2195..=99_999;
/// The kernels of service packs: that with which each was published.
const SERVICE_PACKS: [(&str, &str, &str); 8] = [
    ("5.1", "sp1", "5.1.2600.1106"),
    ("5.1", "sp2", "5.1.2600.2180"),
    ("5.1", "sp3", "5.1.2600.5512"),
    ("5.2", "sp1", "5.2.3790.1830"),
    ("5.2", "sp2", "5.2.3790.3959"),
    ("6.0", "sp1", "6.0.6001.18000"),
    ("6.0", "sp2", "6.0.6002.18005"),
    ("6.1", "sp1", "6.1.7601.17514"),
];
/// The lowest number that is no version of Windows, but a year and a month: `1511`.
const NUMBERED_BY_YEAR: u32 = 100;

/// Parses a version: a release, an alias or a colloquial name of one, a build as `10.0.19045.2965` or `19045.2965`, a PDB.
pub fn version(text: &str) -> Result<Version, Missing> {
    let short = |error| short_build(text).map(Version::Build).ok_or(error);
    let called = |error| release_called(text).map(Version::Release).ok_or(error);
    let packed = |error| packed(text).map(Version::Build).ok_or(error);
    let known = text.parse().or_else(short).or_else(called);
    known.or_else(packed).map_err(|_| {
        let built = build_number(text).and_then(Release::of_build);
        let mut builds = String::new();
        let releases = match (built, releases_named(text)) {
            (Some(release), _) => {
                builds = format!("; that build belongs to {release}");
                vec![release]
            }
            (None, Some(releases)) => releases,
            (None, None) => overlapping_releases(text),
        };
        let shown = clip(text);
        let detail = match releases.len() {
            0 | 1 => format!("There is no version `{shown}`{builds}: {EXPECTED}."),
            _ => format!("`{shown}` could mean several versions: {EXPECTED}."),
        };
        let near = || Some(similar_releases(text)).filter(|near| !near.is_empty());
        let releases = match releases.is_empty() {
            true => near().unwrap_or_else(|| beside(text)),
            false => releases,
        };
        let releases = releases.into_iter().take(SUGGESTIONS_LIMIT);
        Missing::near(detail, releases.map(Suggestion::Release))
    })
}

/// The build of a release and its service pack: `Windows 7 SP1`.
fn packed(text: &str) -> Option<Build> {
    let (name, pack) = text.trim().rsplit_once([' ', '-', '_'])?;
    pack.get(..2).filter(|it| it.eq_ignore_ascii_case("sp"))?;
    service_pack(release(name).ok()?, pack)
}

/// The build of a service pack of a release: `SP1`.
pub fn service_pack(release: Release, pack: &str) -> Option<Build> {
    let is_it = |(of, name, _): &&(&str, &str, &str)| {
        *of == release.id() && name.eq_ignore_ascii_case(pack)
    };
    let (_, _, build) = SERVICE_PACKS.iter().find(is_it)?;
    build.parse().ok()
}

/// The release of a build number without a revision: `19041`, `10.0.19041`.
pub(super) fn numbered(text: &str) -> Option<Release> {
    unrevised(text).and_then(Release::of_build)
}

/// The version of a build number without a revision; that of a service pack is the kernel with which it was published.
pub(super) fn version_numbered(text: &str) -> Option<Version> {
    let release = release_numbered(text).map(Version::Release);
    let pack = || {
        let number = unrevised(text)?;
        let mut builds = SERVICE_PACKS.iter().filter_map(|(.., it)| it.parse().ok());
        builds.find(|build: &Build| build.number == number)
    };
    let other = || numbered(text).map(Version::Release);
    release
        .or_else(|| pack().map(Version::Build))
        .or_else(other)
}

/// Returns the release with exactly this build number: `19045`, `10.0.19045`.
pub fn release_numbered(text: &str) -> Option<Release> {
    let number = unrevised(text)?;
    Release::all().find(|release| release.build() == number)
}

/// The build number of a text that has no revision.
fn unrevised(text: &str) -> Option<u32> {
    let is_revised = !matches!(text.matches('.').count(), 0 | 2);
    build_number(text).filter(|_| !is_revised)
}

/// Parses a build without the NT version, which follows from the build number: `19045.2965`.
fn short_build(text: &str) -> Option<Build> {
    let (number, revision) = text.trim().split_once('.')?;
    let number = number.parse().ok().filter(|it| BUILDS.contains(it))?;
    let nt = match Release::of_build(number) {
        Some(release) => release.nt(),
        None if number > Release::WINDOWS_10.build() => (10, 0),
        None => return None,
    };
    Some(Build {
        nt,
        number,
        revision: revision.parse().ok()?,
    })
}

/// Finds a structure's layout at a point, from input of a version (or an image) and an architecture.
///
/// # Errors
///
/// What is missing, with the nearest points.
pub fn point<'a>(
    structure: &'a Structure,
    version_text: &str,
    arch_text: &str,
) -> Result<Found<'a>, Missing> {
    let catalogue = structure.catalogue();
    let (point, image) = point_of_image(catalogue, version_text, Some(arch_text), Some(structure))
        .map_err(|mut missing| {
            if version(version_text).is_err() {
                let builds = known_builds(structure, version_text, arch_text);
                missing.suggestions.extend(builds);
                missing.suggestions.truncate(SUGGESTIONS_LIMIT);
            }
            missing
        })?;
    let found = at_named(structure, point, image)?;
    let asked = version_text.trim();
    Ok(match point.version {
        Version::Release(release) if !asked.eq_ignore_ascii_case(release.id()) => Found {
            version: asked.to_owned(),
            ..found
        },
        _ => found,
    })
}

/// Finds a structure's layout at an image, given by id or by the GUID of its PDB, with or without the age.
///
/// # Errors
///
/// What is missing; for a version that is no image, that it needs an architecture.
pub fn whole<'a>(structure: &'a Structure, text: &str) -> Result<Found<'a>, Missing> {
    let catalogue = structure.catalogue();
    let (point, image) =
        point_of_image(catalogue, text, None, Some(structure)).map_err(|mut missing| {
            if let Ok(version) = version(text) {
                let on = |arch| at(structure, Point { version, arch }).ok();
                let points = Arch::ALL.into_iter().filter_map(on);
                missing.suggestions = points
                    .map(|found| Suggestion::Point {
                        structure: structure.name.to_string(),
                        point: found.layout.point,
                    })
                    .collect();
            }
            missing
        })?;
    at_named(structure, point, image)
}

/// Parses a point: a version and its architecture, or an image, which needs none.
///
/// # Errors
///
/// What is missing.
pub fn point_of(
    catalogue: &Catalogue,
    version_text: &str,
    arch_text: Option<&str>,
) -> Result<Point, Missing> {
    let found = point_of_image(catalogue, version_text, arch_text, None);
    found.map(|(point, _)| point)
}

/// The point, and the image if one was given; an error expects an architecture of a structure, if any is given.
fn point_of_image<'a>(
    catalogue: &'a Catalogue,
    version_text: &str,
    arch_text: Option<&str>,
    structure: Option<&Structure>,
) -> Result<(Point, Option<&'a Image>), Missing> {
    let text = version_text.trim();
    let shown = clip(text);
    if let Some(image) = image_named(catalogue, text) {
        // A PDB selects the image itself.
        let by_pdb = image.pdb.filter(|_| !image.id().eq_ignore_ascii_case(text));
        let version = by_pdb.map_or(image.point().version, Version::Pdb);
        let arch = image.arch;
        let point = Point { version, arch };
        return match arch_text
            .map(|text| arch_for(structure, text))
            .transpose()?
        {
            Some(other) if other != arch => {
                let detail = format!("`{shown}` is an image for {arch}.");
                Err(Missing::near(detail, [Suggestion::Arch(arch)]))
            }
            _ => Ok((point, Some(image))),
        };
    }
    let version = match version(text) {
        Err(_) if is_image_name(text) => return Err(no_image(catalogue, text)),
        Err(missing) => version_numbered(text).ok_or(missing)?,
        Ok(version) => version,
    };
    let Some(arch_text) = arch_text else {
        let detail = match version {
            Version::Pdb(_) => format!("No image with the PDB `{shown}` is in the data."),
            _ => format!(
                "`{shown}` names no architecture: expected {} after it, or an image, which has one.",
                archs_in_words(structure)
            ),
        };
        return Err(Missing::plain(detail));
    };
    let arch = arch_for(structure, arch_text)?;
    Ok((Point { version, arch }, None))
}

/// The layout at a point, or at an image if it is one of the structure's module.
fn at_named<'a>(
    structure: &'a Structure,
    point: Point,
    image: Option<&Image>,
) -> Result<Found<'a>, Missing> {
    let Some(image) = image else {
        return at(structure, point);
    };
    let module = structure.ty().map(|ty| &ty.module);
    if module.map_or(!image.module.is_kernel(), |module| *module != image.module) {
        let of = module.map_or(ModuleName::KERNEL, ModuleName::as_str);
        let (name, id) = (&structure.name, image.id());
        let detail = format!(
            "{name} is a type of {of}, and {id} is an image of {}.",
            image.module
        );
        return Err(Missing {
            reason: Some(Reason::NotStated),
            ..Missing::plain(detail)
        });
    }
    let found = at(structure, point)?;
    Ok(Found {
        version: match point.version {
            Version::Pdb(_) => found.version,
            _ => image.id(),
        },
        ..found
    })
}

/// Returns whether a text has the form of an image id or of a PDB's GUID, known or not.
pub fn is_image_name(text: &str) -> bool {
    let id = text.trim().rsplit_once('-');
    let is_id = id.is_some_and(|(_, arch)| arch.parse::<Arch>().is_ok());
    is_id || guid_alone(text).is_some() || text.trim().parse::<PdbId>().is_ok()
}

fn image_named<'a>(catalogue: &'a Catalogue, text: &str) -> Option<&'a Image> {
    // Checking the form is faster than formatting all ids.
    let index = is_image_name(text).then(|| find_image(catalogue, text));
    catalogue.image(index.flatten()?)
}

/// The known builds of the release, if the input is a build number.
pub(super) fn known_builds(structure: &Structure, version: &str, arch: &str) -> Vec<Suggestion> {
    let Some(release) = build_number(version).and_then(Release::of_build) else {
        return Vec::new();
    };
    let arch: Option<Arch> = arch.parse().ok();
    let of_it = |(build, of): &(Build, Arch)| {
        Release::of_build(build.number) == Some(release) && arch.is_none_or(|arch| *of == arch)
    };
    let builds = structure.known_builds().filter(of_it);
    let point = |(build, arch)| Suggestion::Point {
        structure: structure.name.to_string(),
        point: Point {
            version: Version::Build(build),
            arch,
        },
    };
    builds.map(point).collect()
}

/// The build number in `19041`, `10.0.19041`, `6.1.7601.24000` or `19041.264`.
pub(super) fn build_number(text: &str) -> Option<u32> {
    let mut numbers = text.trim().split('.').map(str::parse::<u32>);
    if numbers.clone().any(|number| number.is_err()) {
        return None;
    }
    numbers.find_map(|number| number.ok().filter(|number| BUILDS.contains(number)))
}

/// Returns the only release with this colloquial name: `Windows 8`, `win11-24H2`.
pub fn release_named(text: &str) -> Option<Release> {
    match releases_named(text)?[..] {
        [one] => Some(one),
        _ => None,
    }
}

/// The releases with this colloquial name.
pub(super) fn releases_named(text: &str) -> Option<Vec<Release>> {
    let lower = text.trim().to_ascii_lowercase();
    let last = lower.rsplit([' ', '-', '_']).next().unwrap_or_default();
    let bare = bare_release(&lower);
    let one = with_bare_name(&bare).or_else(|| with_bare_name(&bare_release(last)));
    let several = match &*bare {
        "10" => Release::all().filter(|it| it.is_windows_10()).collect(),
        "11" => Release::all().filter(|it| it.is_windows_11()).collect(),
        _ => Vec::new(),
    };
    match one {
        Some(release) => Some(vec![release]),
        None => (!several.is_empty()).then_some(several),
    }
}

/// The release with this whole colloquial name: `2012r2`, `Windows Server 2019`, `11 22H2`; not `w8`, which is also the
/// name of a register.
fn release_called(text: &str) -> Option<Release> {
    let lower = text.trim().to_ascii_lowercase();
    let bare = bare_release(&lower);
    with_bare_name(&bare).filter(|_| lower.len() > 2)
}

/// The release with this normalized name: its id, an alias, a server's alias without `server`, or the id of a release of
/// Windows 10 after `10`.
fn with_bare_name(bare: &str) -> Option<Release> {
    Release::all().find(|release| {
        let of_windows_10 = bare.strip_prefix("10").filter(|_| release.is_windows_10());
        let mut names = iter::once(release.id()).chain(release.aliases().iter().copied());
        names.any(|name| {
            let name = bare_release(&name.to_ascii_lowercase());
            name == bare
                || name.strip_prefix("server") == Some(bare)
                || of_windows_10 == Some(&name)
        })
    })
}

/// The normalized name of a release: lower case, without prefix and separators: `server2012r2`, `10.0`.
fn bare_release(name: &str) -> String {
    let joined: String = name.chars().filter(|c| !" -_".contains(*c)).collect();
    let mut words = ["windows", "win", "w"].iter();
    let behind = words.find_map(|word| joined.strip_prefix(word));
    behind.unwrap_or(&joined).to_owned()
}

/// The releases whose ids contain the text or are contained in it.
fn overlapping_releases(text: &str) -> Vec<Release> {
    let lower = text.to_ascii_lowercase();
    let within = |release: &Release| {
        let id = release.id().to_ascii_lowercase();
        !lower.is_empty() && (id.contains(&lower) || lower.contains(&id))
    };
    Release::all()
        .filter(within)
        .take(SUGGESTIONS_LIMIT)
        .collect()
}

/// The releases at edit distance 1; two edits would be half of an id.
fn similar_releases(text: &str) -> Vec<Release> {
    let lower = text.trim().to_ascii_lowercase();
    let near =
        |release: &Release| edit_distance(&lower, &release.id().to_ascii_lowercase(), 1) == Some(1);
    Release::all()
        .filter(|_| lower.len() > 2)
        .filter(near)
        .collect()
}

/// The releases before and after a version of Windows such as `9.9` or `12`.
fn beside(text: &str) -> Vec<Release> {
    let number = |text: &str| -> Option<(u32, u32)> {
        let (major, minor) = text.split_once('.').unwrap_or((text, "0"));
        Some((major.parse().ok()?, minor.parse().ok()?))
    };
    let wanted = number(&bare_release(&text.to_ascii_lowercase()));
    let Some(wanted) = wanted.filter(|(major, _)| *major < NUMBERED_BY_YEAR) else {
        return Vec::new();
    };
    let numbered = || {
        let number = |release: Release| match release.is_windows_11() {
            true => Some((11, 0)),
            false => number(release.id()).filter(|(major, _)| *major < NUMBERED_BY_YEAR),
        };
        Release::all().filter_map(move |release| Some((number(release)?, release)))
    };
    let before = numbered().rfind(|(number, _)| *number < wanted);
    let after = numbered().find(|(number, _)| *number > wanted);
    before
        .into_iter()
        .chain(after)
        .map(|(_, release)| release)
        .collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    /// Prints the suggestions for the text with which each line begins.
    #[track_caller]
    fn check(expected: &Expect) {
        let lines = expected.data.lines();
        let lines = lines.filter_map(|line| line.trim_start().split_once(": "));
        let lines = lines.map(|(text, _)| {
            let missing = version(text).expect_err("it is no version");
            let near: Vec<String> = missing.suggestions.iter().map(Suggestion::text).collect();
            format!("{text}: {}\n", near.join(", "))
        });
        expected.assert_eq(&lines.collect::<String>());
    }

    #[test]
    fn the_number_of_a_build_leads_to_its_release() {
        check(&expect![[r#"
            19041: 2004
            10.0.19041: 2004
            10.0.17763: 1809
            10.0.10240: 10.0
            7601: 6.1
            6.1.7601: 6.1
            26200: 11-24H2
            9255: 
            2100: 
            1999: 1909
            123456789: 
        "#]]);
        let detail = version("19041").unwrap_err().detail;
        expect!["There is no version `19041`; that build belongs to 2004: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264."].assert_eq(&detail);
    }

    #[test]
    fn a_build_needs_no_version_of_windows_nt() {
        for (text, full) in [
            ("19045.2965", "10.0.19045.2965"),
            ("7601.17514", "6.1.7601.17514"),
            ("2600.5512", "5.1.2600.5512"),
        ] {
            assert_eq!(version(text).ok(), full.parse().ok(), "{text}");
        }
        assert!(version("1999.1").is_err());
        // Its version of Windows NT is not known.
        assert!(version("9255.0").is_err());
        assert!(version("19045.x").is_err());
    }

    #[test]
    fn colloquial_names_of_releases_are_versions() {
        for (text, release) in [
            ("windows-8.1", "6.3"),
            ("Windows XP", "5.1"),
            ("win 7", "6.1"),
            ("Windows 10 1607", "1607"),
            ("10 22H2", "22H2"),
            ("windows 11 22h2", "11-22H2"),
            ("win11-24H2", "11-24H2"),
            ("2003", "5.2"),
            ("2008", "6.0"),
            ("Server 2008 R2", "6.1"),
            ("2012", "6.2"),
            ("2012r2", "6.3"),
            ("2016", "1607"),
            ("Windows Server 2019", "1809"),
            ("2022", "server-2022"),
            ("server 2025", "11-24H2"),
        ] {
            let release = Version::Release(release.parse().unwrap());
            assert_eq!(version(text).ok(), Some(release), "{text}");
        }
        for (text, build) in [
            ("Windows 7 SP1", "6.1.7601.17514"),
            ("xp-sp3", "5.1.2600.5512"),
        ] {
            let build = Version::Build(build.parse().unwrap());
            assert_eq!(version(text).ok(), Some(build), "{text}");
        }
        check(&expect![[r#"
            win10: 10.0, 1511, 1607, 1703, 1709
            win11: 11-21H2, 11-22H2, 11-23H2, 11-24H2
            Server 22H2: 22H2
            w7: 6.1
            11: 11-21H2, 11-22H2, 11-23H2, 11-24H2
            10: 10.0, 1511, 1607, 1703, 1709
        "#]]);
    }

    #[test]
    fn similar_spelling_decides_last() {
        check(&expect![[r#"
            H2: 20H2, 21H2, 22H2, 11-21H2, 11-22H2
            6.4: 6.0, 6.1, 6.2, 6.3
            20H3: 20H2
            9.9: 6.3, 10.0
            12: 11-24H2
            Windows 12: 11-24H2
            nonsense: 
            : 
        "#]]);
        assert!(version("H2").unwrap_err().detail.contains("several"));
        assert!(!version("6.4").unwrap_err().detail.contains("several"));
    }

    #[test]
    fn the_example_build_of_messages_exists() {
        let build = EXPECTED.rsplit(' ').next().unwrap();
        assert!(matches!(version(build), Ok(Version::Build(_))));
    }
}
