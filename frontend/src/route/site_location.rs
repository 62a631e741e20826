//! The place of the site: origin, base path, and whether a server answers. It is set once, before the first URL is
//! written; the default is a site at the root of a server.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use strata_core::Dataset;
use strata_core::release::Version;
use thiserror::Error;

static LOCATION: OnceLock<SiteLocation> = OnceLock::new();

/// The longest base path, in bytes.
pub const BASE_LIMIT: usize = 256;

/// The path below which the whole site is: `/tools/strata`, or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BasePath(Box<str>);

/// The text is no base path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "expected a path such as /strata or /tools/strata: segments of letters, digits and -._~, at most {BASE_LIMIT} bytes"
)]
pub struct NoBasePath;

impl BasePath {
    /// The base path from a document of this site, which was checked when it was written.
    pub fn from_document(path: &str) -> Self {
        Self(path.into())
    }

    /// The path, without a trailing slash; empty at the root.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The rest of a path below it; `None` where the path is not below it.
    pub fn strip<'a>(&self, path: &'a str) -> Option<&'a str> {
        let rest = path.strip_prefix(self.as_str())?;
        (rest.is_empty() || rest.starts_with(['/', '?'])).then_some(rest)
    }
}

impl FromStr for BasePath {
    type Err = NoBasePath;

    /// Parses a path, with or without a trailing slash; `/` is the root.
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

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteLocation {
    /// Scheme, host and port that visitors use, where configured: `https://strata.example`.
    pub origin: Option<Box<str>>,
    pub base: BasePath,
    /// Set on a static site: no server chooses, judges or redirects, but the browser does.
    pub files: Option<Files>,
}

/// The points with files of their own on a static site. The browser renders all others, because there are some hundred
/// thousand.
///
/// `NAME` stands for a structure at all releases, `NAME/VERSION` for one at a build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files(Vec<Box<str>>);

impl Files {
    /// The points of the audited structures.
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

    /// Parses the text of [`Display`](fmt::Display).
    pub fn from_document(names: &str) -> Self {
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

impl SiteLocation {
    /// Sets the place of the site. Only the first call has an effect; returns whether this one had.
    pub fn init(self) -> bool {
        LOCATION.set(self).is_ok()
    }

    /// Whether the browser renders that type at that version, because there is neither a server nor a file.
    pub fn is_client_rendered(&self, name: &str, version: &str) -> bool {
        let has = |files: &Files| match version.parse() {
            Ok(Version::Release(_)) => files.has(name),
            _ => files.has(&format!("{name}/{version}")),
        };
        self.files.as_ref().is_some_and(|files| !has(files))
    }

    /// Whether there is a server, or files of that type at all its releases.
    pub fn has_files(&self, name: &str) -> bool {
        self.files.as_ref().is_none_or(|files| files.has(name))
    }
}

#[inline(never)]
pub fn site_location() -> &'static SiteLocation {
    LOCATION.get_or_init(SiteLocation::default)
}

pub fn site_url(path: &str) -> String {
    format!("{}{path}", site_location().base)
}

/// Strips the base path from a URL of the site; leaves other URLs, because a proxy may have stripped it.
#[inline(never)]
pub fn strip_base(url: &str) -> &str {
    site_location().base.strip(url).unwrap_or(url)
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
