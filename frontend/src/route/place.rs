//! Where the site is and who answers for it. It is said once, before the first URL is written; a site at the root of a server
//! of its own needs no word.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use strata_core::Dataset;
use strata_core::release::Version;
use thiserror::Error;

static PLACE: OnceLock<Place> = OnceLock::new();

/// How many bytes a base path has at the most.
pub const BASE_LIMIT: usize = 256;

/// The path below which all of the site is: `/tools/strata`, or nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BasePath(Box<str>);

/// A text is no base path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "expected a path such as /strata or /tools/strata: segments of letters, digits and -._~, at most {BASE_LIMIT} bytes"
)]
pub struct NoBasePath;

impl BasePath {
    /// The one that a document of this site names: it was checked when that was written.
    pub fn told(path: &str) -> Self {
        Self(path.into())
    }

    /// The path, without a slash at its end; empty at the root.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What follows it in a path; `None` where the path is not below it.
    pub fn strip<'a>(&self, path: &'a str) -> Option<&'a str> {
        let rest = path.strip_prefix(self.as_str())?;
        (rest.is_empty() || rest.starts_with(['/', '?'])).then_some(rest)
    }
}

impl FromStr for BasePath {
    type Err = NoBasePath;

    /// Reads a path, with or without a slash at its end; `/` is the root.
    fn from_str(text: &str) -> Result<Self, NoBasePath> {
        let path = text.strip_suffix('/').unwrap_or(text);
        if path.is_empty() {
            return Ok(Self::default());
        }
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        let segment = |part: &str| !matches!(part, "" | "." | "..") && part.bytes().all(plain);
        let parts = path.strip_prefix('/').ok_or(NoBasePath)?;
        let good = path.len() <= BASE_LIMIT && parts.split('/').all(segment);
        good.then(|| Self(path.into())).ok_or(NoBasePath)
    }
}

impl fmt::Display for BasePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where the site is, and who answers for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Scheme, host and port by which visitors know it, where that was said: `https://strata.example`.
    pub origin: Option<Box<str>>,
    pub base: BasePath,
    /// Where it is files and nothing else: no server chooses, judges or moves, but the browser does.
    pub files: Option<Files>,
}

/// The points that have files of their own, where the site is files. All others are drawn by the browser, for there are some
/// hundred thousand.
///
/// `NAME` stands for a structure at all releases, `NAME/VERSION` for one at a build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files(Vec<Box<str>>);

impl Files {
    /// Those of the audited structures.
    pub fn of(dataset: &Dataset) -> Self {
        let mut files = Vec::new();
        for structure in dataset.audited() {
            let name = structure.name.as_str();
            files.push(name.into());
            let layouts = structure.every_layout();
            let versions = layouts.iter().map(|layout| layout.point.version);
            let builds = versions.filter(|version| !matches!(version, Version::Release(_)));
            let entries: BTreeSet<_> = builds.map(|build| format!("{name}/{build}")).collect();
            files.extend(entries.into_iter().map(String::into_boxed_str));
        }
        Self(files)
    }

    /// As [`Display`](fmt::Display) writes them.
    pub fn told(names: &str) -> Self {
        Self(names.split_ascii_whitespace().map(Box::from).collect())
    }

    fn has(&self, entry: &str) -> bool {
        self.0.iter().any(|kept| **kept == *entry)
    }
}

impl fmt::Display for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

impl Place {
    /// Says it. What was said first holds; whether this did.
    pub fn settle(self) -> bool {
        PLACE.set(self).is_ok()
    }

    /// Whether the browser draws that type at that version, for there is no server and no file.
    pub fn draws(&self, name: &str, version: &str) -> bool {
        let has = |files: &Files| match version.parse() {
            Ok(Version::Release(_)) => files.has(name),
            _ => files.has(&format!("{name}/{version}")),
        };
        self.files.as_ref().is_some_and(|files| !has(files))
    }

    /// Whether there are files of that type at all its releases, or a server.
    pub fn keeps(&self, name: &str) -> bool {
        self.files.as_ref().is_none_or(|files| files.has(name))
    }
}

#[inline(never)]
pub fn place() -> &'static Place {
    PLACE.get_or_init(Place::default)
}

/// A path of the site, as it stands in URLs.
pub fn located(path: &str) -> String {
    format!("{}{path}", place().base)
}

/// The path of the site that a URL of it names; what is not below the base path is taken as it is, for a proxy may have taken
/// that away.
#[inline(never)]
pub fn within(url: &str) -> &str {
    place().base.strip(url).unwrap_or(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_path_is_segments_that_need_no_escape() {
        for (text, path) in [
            ("", ""),
            ("/", ""),
            ("/strata", "/strata"),
            ("/tools/strata-2/", "/tools/strata-2"),
        ] {
            assert_eq!(text.parse::<BasePath>().unwrap().as_str(), path);
        }
        let long = format!("/{}", "a".repeat(BASE_LIMIT));
        for text in [
            "strata", "//", "/a//b", "/a/../b", "/.", "/a b", "/a%20b", "/a?b", "/a\"", &long,
        ] {
            assert_eq!(text.parse::<BasePath>(), Err(NoBasePath), "{text}");
        }
    }

    #[test]
    fn only_what_is_below_it_is_stripped() {
        let base: BasePath = "/strata".parse().unwrap();
        assert_eq!(base.strip("/strata/types"), Some("/types"));
        assert_eq!(base.strip("/strata?a"), Some("?a"));
        assert_eq!(base.strip("/strata"), Some(""));
        assert_eq!(base.strip("/stratagem"), None);
        assert_eq!(base.strip("/types"), None);
        assert_eq!(BasePath::default().strip("/types"), Some("/types"));
    }
}
