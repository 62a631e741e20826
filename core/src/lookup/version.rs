//! Reads a version; of what is none, says which releases and builds may be meant: by the number of a build, by what people
//! call a release (`win10`, `Windows 7`), at last by the letters.

use std::ops::RangeInclusive;

use super::{Found, Missing, SUGGESTIONS_LIMIT, Suggestion, arch, at, clip, nearest};
use crate::arch::Arch;
use crate::catalogue::Image;
use crate::dataset::Structure;
use crate::point::Point;
use crate::release::{Build, Release, Version};

/// What a version is, with examples that there are.
pub(super) const EXPECTED: &str =
    "expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264";
/// Numbers below are years and versions, numbers above are anything, not builds.
const BUILDS: RangeInclusive<u32> = 2100..=99_999;

/// Reads a version: a release, an alias of one, a build as `10.0.19045.2965` or `19045.2965`, a PDB.
pub fn version(text: &str) -> Result<Version, Missing> {
    let short = |error| short_build(text).map(Version::Build).ok_or(error);
    text.parse().or_else(short).map_err(|_| {
        let shown = clip(text);
        let built = build_number(text).and_then(Release::of_build);
        let (detail, releases) = match (built, called(text)) {
            (Some(release), _) => (
                format!(
                    "There is no version `{shown}`; builds from {} on belong to {release}: {EXPECTED}.",
                    release.build()
                ),
                vec![release],
            ),
            (None, Some(releases)) if releases.len() == 1 => {
                (format!("There is no version `{shown}`: {EXPECTED}."), releases)
            }
            (None, Some(releases)) => {
                (format!("`{shown}` could mean several versions: {EXPECTED}."), releases)
            }
            (None, None) => match alike(text) {
                near if near.len() < 2 => (format!("There is no version `{shown}`: {EXPECTED}."), near),
                near => (
                    format!("`{shown}` is no version, or could mean several: {EXPECTED}."),
                    near,
                ),
            },
        };
        Missing {
            detail,
            reason: None,
            suggestions: releases.into_iter().take(SUGGESTIONS_LIMIT).map(Suggestion::Release).collect(),
        }
    })
}

/// A build without the version of Windows NT, which its number tells: `19045.2965`.
fn short_build(text: &str) -> Option<Build> {
    let (number, revision) = text.trim().split_once('.')?;
    let number = number.parse().ok().filter(|it| BUILDS.contains(it))?;
    let release = Release::of_build(number)?;
    let nt = release.id().split_once('.');
    let nt = nt.and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
    Some(Build {
        // Since Windows 10, releases are called otherwise.
        nt: nt.unwrap_or((10, 0)),
        number,
        revision: revision.parse().ok()?,
    })
}

/// Finds a structure's layout at a point, version and architecture as typed; an image's id is a version, too.
pub fn point<'a>(
    structure: &'a Structure,
    version_text: &str,
    arch_text: &str,
) -> Result<Found<'a>, Missing> {
    let version = match version(version_text) {
        Ok(version) => version,
        Err(mut missing) => {
            let Some(image) = image_called(structure, version_text) else {
                let builds = known_builds(structure, version_text, arch_text);
                missing.suggestions.extend(builds);
                missing.suggestions.truncate(SUGGESTIONS_LIMIT);
                return Err(missing);
            };
            if image.arch != arch(arch_text)? {
                return Err(Missing {
                    detail: format!("`{}` is an image for {}.", clip(version_text), image.arch),
                    reason: None,
                    suggestions: vec![Suggestion::Point {
                        structure: structure.name.to_string(),
                        point: image.point(),
                    }],
                });
            }
            let found = at(structure, image.point())?;
            return Ok(Found {
                version: image.id(),
                ..found
            });
        }
    };
    let arch = arch(arch_text)?;
    at(structure, Point { version, arch })
}

/// The image with that id, of the module that defines the structure.
fn image_called<'a>(structure: &'a Structure, id: &str) -> Option<&'a Image> {
    let mut images = structure.catalogue().images().iter();
    let module = &structure.ty()?.module;
    // An id has hyphens; to write all ids takes longer than to look for one.
    images.find(|image| {
        id.contains('-') && image.module == *module && image.id().eq_ignore_ascii_case(id)
    })
}

/// Where the number of a build was typed: the builds of its release that are known.
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

/// The number that tells the build: that of `19041`, `10.0.19041`, `6.1.7601.24000` and `19041.264`.
pub(super) fn build_number(text: &str) -> Option<u32> {
    let mut numbers = text.trim().split('.').map(str::parse::<u32>);
    if numbers.clone().any(|number| number.is_err()) {
        return None;
    }
    numbers.find_map(|number| number.ok().filter(|number| BUILDS.contains(number)))
}

/// The releases that people call so; `None` where nobody does.
pub(super) fn called(text: &str) -> Option<Vec<Release>> {
    let lower = text.trim().to_ascii_lowercase();
    let separators = |c: char| c == ' ' || c == '-' || c == '_';
    let bare = ["windows", "win", "w"]
        .iter()
        .find_map(|prefix| lower.strip_prefix(prefix))
        .unwrap_or(&lower)
        .trim_start_matches(separators);
    let last = bare.rsplit(separators).next().unwrap_or(bare);
    let joined = bare.replace(' ', "-");
    let one = [bare, &joined, last]
        .iter()
        .find_map(|text| text.parse::<Release>().ok());
    let several = match bare {
        "10" => Release::all().filter(|it| it.is_windows_10()).collect(),
        "11" => Release::all().filter(|it| it.is_windows_11()).collect(),
        _ => Vec::new(),
    };
    match one {
        Some(release) => Some(vec![release]),
        None => (!several.is_empty()).then_some(several),
    }
}

/// The releases that are written much like it.
fn alike(text: &str) -> Vec<Release> {
    let lower = text.to_ascii_lowercase();
    let alike = |release: &Release| {
        let id = release.id().to_ascii_lowercase();
        !lower.is_empty() && (id.contains(&lower) || lower.contains(&id))
    };
    let found: Vec<Release> = Release::all()
        .filter(alike)
        .take(SUGGESTIONS_LIMIT)
        .collect();
    if !found.is_empty() {
        return found;
    }
    let near = nearest(text, Release::all().map(Release::id));
    near.iter().filter_map(|id| id.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(texts: &[&str], expected: &Expect) {
        let lines: String = texts
            .iter()
            .map(|text| {
                let missing = version(text).expect_err("it is no version");
                let near: Vec<String> = missing.suggestions.iter().map(Suggestion::text).collect();
                format!("{text}: {}\n", near.join(", "))
            })
            .collect();
        expected.assert_eq(&lines);
    }

    #[test]
    fn the_number_of_a_build_leads_to_its_release() {
        check(
            &[
                "19041",
                "10.0.19041",
                "10.0.17763",
                "10.0.10240",
                "7601",
                "6.1.7601",
                "26200",
                "9255",
                "2100",
                "1999",
                "123456789",
            ],
            &expect![[r#"
                19041: 2004
                10.0.19041: 2004
                10.0.17763: 1809
                10.0.10240: 10.0
                7601: 6.1
                6.1.7601: 6.1
                26200: 11-24H2
                9255: 6.2
                2100: 10.0, 2004, 21H1, 21H2
                1999: 1909, 1709, 1809, 1903
                123456789: 
            "#]],
        );
        let detail = version("19041").unwrap_err().detail;
        expect!["There is no version `19041`; builds from 19041 on belong to 2004: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264."].assert_eq(&detail);
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
        assert!(version("19045.x").is_err());
    }

    #[test]
    fn what_people_call_a_release_leads_to_it() {
        check(
            &[
                "Windows 7",
                "windows-8.1",
                "win10",
                "win11",
                "Windows 10 1607",
                "windows 11 22h2",
                "Windows Server 2019",
                "Windows XP",
                "w7",
                "11",
                "10",
            ],
            &expect![[r#"
                Windows 7: 6.1
                windows-8.1: 6.3
                win10: 10.0, 1511, 1607, 1703, 1709
                win11: 11-21H2, 11-22H2, 11-23H2, 11-24H2
                Windows 10 1607: 1607
                windows 11 22h2: 11-22H2
                Windows Server 2019: 1809
                Windows XP: 5.1
                w7: 6.1
                11: 11-21H2, 11-22H2, 11-23H2, 11-24H2
                10: 10.0, 1511, 1607, 1703, 1709
            "#]],
        );
    }

    #[test]
    fn the_letters_decide_at_last() {
        check(
            &["H2", "6.4", "20H3", "nonsense", ""],
            &expect![[r#"
            H2: 20H2, 21H2, 22H2, 11-21H2, 11-22H2
            6.4: 6.0, 6.1, 6.2, 6.3
            20H3: 20H2, 2004, 21H1, 21H2, 22H2
            nonsense: 
            : 
        "#]],
        );
        assert!(version("H2").unwrap_err().detail.contains("several"));
    }

    #[test]
    fn the_build_that_messages_name_is_one_that_can_be_asked_for() {
        let build = EXPECTED.rsplit(' ').next().unwrap();
        assert!(matches!(version(build), Ok(Version::Build(_))));
    }
}
