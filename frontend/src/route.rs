//! Which page a URL shows: the one place that reads and writes the URLs of pages and of the site's own files.
//!
//! A [`Route`] says what the visitor asked for, not that it exists; the server resolves it and answers 404 or redirects
//! to the canonical spelling. `route.to_string().parse()` gives the route back.

mod api;
mod asset;
mod bundle;
mod of;
mod segment;

pub use api::ApiUrl;
pub use asset::{Asset, Package};
pub use bundle::BundleUrl;
pub use segment::{PointSegments, SEGMENT_LIMIT, Segment};

use std::fmt;
use std::str::FromStr;

/// A page of the site.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Route {
    /// The structures, what they are, how they grew.
    Home,
    /// The history of one structure.
    Structure { name: Segment },
    /// One structure at one point.
    Layout { name: Segment, point: PointSegments },
    /// Bytes, read as one structure at one point.
    Decode { name: Segment, point: PointSegments },
    /// One structure at two points.
    Diff {
        name: Segment,
        from: PointSegments,
        to: PointSegments,
    },
    /// The ladder of releases.
    Releases,
    /// What the audit found.
    Audit,
    /// What this site is, and where its facts come from.
    About,
}

/// A path that is no page's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no page has the path `{0}`")]
pub struct NoSuchRoute(pub String);

impl FromStr for Route {
    type Err = NoSuchRoute;

    /// Reads a path, with or without a query. No page has parameters of its own yet, so a query is passed over.
    fn from_str(url: &str) -> Result<Self, Self::Err> {
        let path = url.split_once('?').map_or(url, |(path, _)| path);
        Self::from_path(path).ok_or_else(|| NoSuchRoute(path.to_owned()))
    }
}

impl Route {
    /// The pages that the site's own navigation lists.
    pub const SECTIONS: [Self; 4] = [Self::Home, Self::Releases, Self::Audit, Self::About];

    fn from_path(path: &str) -> Option<Self> {
        let path = path.strip_prefix('/')?;
        if path.is_empty() {
            return Some(Self::Home);
        }
        let path = path.strip_suffix('/').unwrap_or(path);
        let parts: Vec<&str> = path.split('/').collect();
        Some(match parts.as_slice() {
            ["releases"] => Self::Releases,
            ["audit"] => Self::Audit,
            ["about"] => Self::About,
            ["structures", name] => Self::Structure {
                name: Segment::decode(name)?,
            },
            [
                "structures",
                name,
                "diff",
                version_a,
                arch_a,
                version_b,
                arch_b,
            ] => Self::Diff {
                name: Segment::decode(name)?,
                from: PointSegments::decode(version_a, arch_a)?,
                to: PointSegments::decode(version_b, arch_b)?,
            },
            ["structures", name, version, arch] => Self::Layout {
                name: Segment::decode(name)?,
                point: PointSegments::decode(version, arch)?,
            },
            ["structures", name, version, arch, "decode"] => Self::Decode {
                name: Segment::decode(name)?,
                point: PointSegments::decode(version, arch)?,
            },
            _ => return None,
        })
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Home => f.write_str("/"),
            Self::Structure { name } => write!(f, "/structures/{name}"),
            Self::Layout { name, point } => write!(f, "/structures/{name}/{point}"),
            Self::Decode { name, point } => write!(f, "/structures/{name}/{point}/decode"),
            Self::Diff { name, from, to } => write!(f, "/structures/{name}/diff/{from}/{to}"),
            Self::Releases => f.write_str("/releases"),
            Self::Audit => f.write_str("/audit"),
            Self::About => f.write_str("/about"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(url: &str, canonical: &str) {
        let route: Route = url.parse().unwrap();
        assert_eq!(route.to_string(), canonical);
        assert_eq!(canonical.parse::<Route>().unwrap(), route);
    }

    #[test]
    fn every_page_reads_what_it_writes() {
        for url in [
            "/",
            "/structures/ETW_REALTIME_CONSUMER",
            "/structures/ETW_REALTIME_CONSUMER/11-22H2/x64",
            "/structures/ETW_REALTIME_CONSUMER/6.1/x64/decode",
            "/structures/ETW_REALTIME_CONSUMER/diff/6.0/x86/10.0.18362.720/x64",
            "/releases",
            "/audit",
            "/about",
        ] {
            check(url, url);
        }
    }

    #[test]
    fn a_trailing_slash_a_query_and_needless_escapes_are_the_same_page() {
        check("/releases/", "/releases");
        check("/releases?utm=1", "/releases");
        check("/structures/%45TW", "/structures/ETW");
        check("/structures/a%2Fb", "/structures/a%2Fb");
        check("/structures/%C3%A9", "/structures/%C3%A9");
    }

    #[test]
    fn what_is_no_page_is_refused() {
        let long = format!("/structures/{}", "A".repeat(SEGMENT_LIMIT + 1));
        for url in [
            "",
            "releases",
            "//",
            "/releases//",
            "/Releases",
            "/structures",
            "/structures/",
            "/structures/A/6.1",
            "/structures/A//x64",
            "/structures/A/6.1/x64/decode/more",
            "/structures/A/diff/6.1/x64",
            "/structures/%zz",
            "/structures/%ff",
            "/structures/a%00b",
            &long,
        ] {
            assert!(
                url.parse::<Route>().is_err(),
                "{url:?} was taken for a page"
            );
        }
    }
}
