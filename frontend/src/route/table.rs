//! The table of pages: path pattern, label, loaded parts, and samples of each.
//!
//! Everything that covers all pages derives from it: the parser of paths, the navigation, the suggestions for a
//! misspelt path, the route labels of metrics, the static site, and the tests and screenshots of each kind of page. The
//! first entry whose pattern matches wins.

use std::str::Split;

use super::{Asset, Fields, OffsetsQuery, PointSegments, Route, SearchText, Segment, Task};
use crate::words::words;

/// What all pages of one path pattern have in common.
#[derive(Clone, Copy, Debug)]
pub struct PageEntry {
    /// The path, with parameters in braces.
    pub pattern: &'static str,
    /// The label of links to it, for a page without parameters.
    pub label: Option<&'static str>,
    pub in_navigation: bool,
    /// The kind of interactive page; `None` for a static page.
    pub live: Option<InteractivePage>,
    /// A script besides those of every page.
    pub script: Option<Asset>,
    /// How a static site has the page.
    pub in_files: InFiles,
    /// Sample pages of this kind, for tests and screenshots: a line with name and URL for each.
    samples: &'static str,
    read: fn(&mut Captures<'_>) -> Option<Route>,
}

/// How a static site has a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InFiles {
    /// A file for each page, or for those of audited structures; the browser renders the others.
    Kept,
    /// One file, in which the browser renders what the query selects.
    Drawn,
    /// Not at all: a server computes it.
    Missing,
}

/// Reads the parameters of a pattern in order, as the fields of a route.
macro_rules! read {
    ($route:ident: $($field:ident = $what:ident),*) => {
        |path| Some(Route::$route { $($field: path.$what()?),* })
    };
}

pub static PAGES: [PageEntry; 21] = [
    one("/", "Home", |_| Some(Route::Home))
        .in_navigation()
        .script(Asset::Recent)
        .samples("home /"),
    one("/structures", "Structures", |_| Some(Route::structures()))
        .in_navigation()
        .samples("structures /structures\nstructures-found /structures?q=bitmap"),
    one("/images", "Images", |_| Some(Route::images()))
        .in_navigation()
        .samples("images /images"),
    one("/releases", "Releases", |_| Some(Route::Releases))
        .in_navigation()
        .samples("releases /releases"),
    one("/offsets", "Offsets", |_| Some(Route::offsets()))
        .in_navigation()
        .script(Asset::Complete)
        .in_files(InFiles::Missing)
        .samples("offsets /offsets?m=_EPROCESS.Protection&m=_EPROCESS.Token&m=nt!PsProcessType&images=x64"),
    one("/decode", "Decode", |_| Some(Route::Task(Task::Decode)))
        .in_navigation()
        .script(Asset::Complete)
        .samples("task-decode /decode"),
    one("/identify", "Identify", |_| Some(Route::Task(Task::Identify)))
        .script(Asset::Complete)
        .samples("task-identify /identify"),
    one("/compare", "Compare", |_| Some(Route::Task(Task::Compare)))
        .script(Asset::Complete)
        .samples("task-compare /compare"),
    one("/validity", "Check offsets", |_| Some(Route::Validity))
        .in_navigation()
        .live(InteractivePage::Validity)
        .samples("validity-empty /validity"),
    one("/audit", "Audit", |_| Some(Route::Audit))
        .in_navigation()
        .samples("audit /audit"),
    one("/about", "About", |_| Some(Route::About))
        .in_navigation()
        .samples("about /about"),
    one("/api", "API", |_| Some(Route::Reference)).samples("api /api"),
    one("/search", "Search", |_| Some(Route::search("")))
        .in_files(InFiles::Drawn)
        .samples("search-form /search\nsearch /search?q=LoggerId\nsearch-empty /search?q=qqqqqqqq"),
    many("/structures/{name}", |path| {
        Some(Route::Structure {
            name: path.segment()?,
            fields: Fields::default(),
        })
    })
    .samples(
        "structure /structures/ETW_REALTIME_CONSUMER
        structure-many-errata /structures/ETW_UM_LOGGER_CONTEXT
        structure-large /structures/ETW_SILODRIVERSTATE
        type /structures/_EPROCESS
        type-small /structures/_RTL_BITMAP
        type-large /structures/_KPRCB
        type-enum /structures/_POOL_TYPE
        type-used /structures/_LIST_ENTRY
        type-by-hand /structures/_WNODE_HEADER",
    ),
    many(
        "/structures/{name}/provenance",
        read!(Provenance: name = segment),
    )
    .samples(
        "provenance /structures/ETW_REALTIME_CONSUMER/provenance
        provenance-many-errata /structures/ETW_UM_LOGGER_CONTEXT/provenance",
    ),
    many(
        "/structures/{name}/members/{path}",
        read!(Member: name = segment, path = segment),
    )
    .in_files(InFiles::Missing)
    .samples("member /structures/_EPROCESS/members/Protection"),
    many(
        "/structures/{name}/diff/{from}/{to}",
        read!(Diff: name = segment, from = point, to = point),
    )
    .live(InteractivePage::Diff)
    .in_files(InFiles::Drawn)
    .samples(
        "diff /structures/ETW_REALTIME_CONSUMER/diff/6.1/x64/6.2/x64
        diff-architectures /structures/ETW_REALTIME_CONSUMER/diff/6.2/x86/6.2/x64
        diff-grown /structures/ETW_PMC_SUPPORT/diff/6.2/x64/6.3/x64",
    ),
    many(
        "/structures/{name}/{version}/{arch}",
        read!(Layout: name = segment, point = version_and_arch),
    )
    .live(InteractivePage::Layout)
    .script(Asset::Recent)
    .samples(
        "layout /structures/ETW_REALTIME_CONSUMER/6.2/x64
        layout-x86 /structures/ETW_UM_LOGGER_CONTEXT/6.3/x86
        layout-large /structures/ETW_SILODRIVERSTATE/1607/x64
        type-layout /structures/_EPROCESS/22H2/x64
        enum-layout /structures/_POOL_TYPE/22H2/x64",
    ),
    many(
        "/structures/{name}/{version}/{arch}/decode",
        read!(Decode: name = segment, point = version_and_arch),
    )
    .live(InteractivePage::Decode)
    .script(Asset::Recent)
    .samples("decode-empty /structures/ETW_REALTIME_CONSUMER/6.2/x64/decode"),
    many("/images/{id}", read!(Image: id = segment))
        .samples("image /images/ntoskrnl-10.0.26100.1742-x64"),
    many(
        "/images/{from}/diff/{to}",
        read!(ImageDiff: from = segment, to = segment),
    )
    .in_files(InFiles::Missing)
    .samples("image-diff /images/ntoskrnl-10.0.22000.194-x64/diff/ntoskrnl-10.0.26100.1742-x64"),
];

/// An entry for a single page.
const fn one(
    pattern: &'static str,
    label: &'static str,
    read: fn(&mut Captures<'_>) -> Option<Route>,
) -> PageEntry {
    PageEntry {
        label: Some(label),
        ..many(pattern, read)
    }
}

/// An entry for a kind of page with parameters; static, with a file for each, unless changed.
const fn many(pattern: &'static str, read: fn(&mut Captures<'_>) -> Option<Route>) -> PageEntry {
    PageEntry {
        pattern,
        label: None,
        in_navigation: false,
        live: None,
        script: None,
        in_files: InFiles::Kept,
        samples: "",
        read,
    }
}

impl PageEntry {
    const fn in_navigation(mut self) -> Self {
        self.in_navigation = true;
        self
    }

    const fn live(mut self, live: InteractivePage) -> Self {
        self.live = Some(live);
        self
    }

    const fn script(mut self, script: Asset) -> Self {
        self.script = Some(script);
        self
    }

    const fn in_files(mut self, in_files: InFiles) -> Self {
        self.in_files = in_files;
        self
    }

    const fn samples(mut self, samples: &'static str) -> Self {
        self.samples = samples;
        self
    }

    /// The names and URLs of the sample pages.
    pub fn sampled(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let lines = self.samples.lines().map(str::trim);
        lines.filter_map(|line| line.split_once(' '))
    }

    /// The route of that path, if it matches this entry.
    pub fn read(&self, path: &str) -> Option<Route> {
        let mut captures = Captures {
            pattern: self.pattern.split('/'),
            path: path.split('/'),
        };
        let route = (self.read)(&mut captures)?;
        captures.are_all().then_some(route)
    }

    /// The label and route of a single page; `None` for a kind with parameters.
    pub fn link(&self) -> Option<(&'static str, Route)> {
        Some((self.label?, self.read(self.pattern)?))
    }
}

/// The pages without parameters, with their labels.
pub fn single_pages() -> impl Iterator<Item = (&'static PageEntry, &'static str, Route)> {
    let link = |entry: &'static PageEntry| {
        let (label, route) = entry.link()?;
        Some((entry, label, route))
    };
    PAGES.iter().filter_map(link)
}

pub fn sample(name: &str) -> Option<&'static str> {
    let mut samples = PAGES.iter().flat_map(PageEntry::sampled);
    samples.find(|(own, _)| *own == name).map(|(_, url)| url)
}

/// A path matched against a pattern: yields the parameters in order.
#[derive(Debug)]
struct Captures<'a> {
    pattern: Split<'static, char>,
    path: Split<'a, char>,
}

impl<'a> Captures<'a> {
    /// The next parameter; `None` where the path differs from the pattern before it.
    fn parameter(&mut self) -> Option<&'a str> {
        loop {
            let (expected, found) = (self.pattern.next()?, self.path.next()?);
            if expected.starts_with('{') {
                return Some(found);
            }
            if expected != found {
                return None;
            }
        }
    }

    fn segment(&mut self) -> Option<Segment> {
        Segment::decode(self.parameter()?)
    }

    /// A point as one parameter: `{from}`.
    fn point(&mut self) -> Option<PointSegments> {
        PointSegments::decode(self.parameter()?, self.path.next()?)
    }

    /// A point as two parameters: `{version}/{arch}`.
    fn version_and_arch(&mut self) -> Option<PointSegments> {
        PointSegments::decode(self.parameter()?, self.parameter()?)
    }

    /// Whether the rest of the path equals the rest of the pattern.
    fn are_all(self) -> bool {
        self.pattern.eq(self.path)
    }
}

impl Route {
    /// Its entry in the table of pages.
    pub fn entry(&self) -> Option<&'static PageEntry> {
        let path = self.path();
        PAGES.iter().find(|entry| entry.read(&path).is_some())
    }

    /// Parses a path without base path and query.
    pub(super) fn from_path(path: &str) -> Option<Self> {
        let path = match path.strip_suffix('/') {
            Some(shorter) if !shorter.trim_end_matches('/').is_empty() => shorter,
            _ => path,
        };
        // Nested types had pages of their own under `/types` in the past.
        let former = path.strip_prefix("/types");
        let former = former.filter(|rest| rest.matches('/').count() < 2);
        let path = former.map_or_else(|| path.to_owned(), |rest| format!("/structures{rest}"));
        PAGES.iter().find_map(|entry| entry.read(&path))
    }

    /// The same page with its query fields; unchanged for a page without fields.
    pub(super) fn with_query(self, query: &str) -> Self {
        match self {
            Self::Search { .. } => Self::Search {
                query: SearchText::of_query(query),
            },
            Self::Offsets { .. } => Self::Offsets {
                query: OffsetsQuery::read(query),
            },
            Self::Structures { .. } => self.with_fields(Fields::read(query, Fields::OF_STRUCTURES)),
            Self::Structure { .. } => self.with_fields(Fields::read(query, Fields::OF_STRUCTURE)),
            Self::Images { .. } => self.with_fields(Fields::read(query, Fields::OF_IMAGES)),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_sample_is_a_page_of_its_row_and_is_written_as_it_is_read() {
        let mut names = BTreeSet::new();
        for entry in &PAGES {
            assert!(entry.sampled().count() > 0, "{}", entry.pattern);
            for (name, url) in entry.sampled() {
                assert!(names.insert(name), "{name} stands twice");
                let route: Route = url.parse().unwrap();
                let row = route.entry().map(|it| it.pattern);
                assert_eq!(row, Some(entry.pattern), "{url}");
                assert_eq!(Some(route.path().as_str()), url.split('?').next());
            }
        }
    }

    #[test]
    fn a_page_of_which_there_is_one_is_at_its_pattern() {
        for (entry, label, route) in single_pages() {
            assert_eq!(route.path(), entry.pattern, "{label}");
        }
        let labelled = PAGES.iter().filter(|it| it.label.is_some());
        let plain = PAGES.iter().filter(|it| !it.pattern.contains('{'));
        assert_eq!(labelled.count(), plain.count());
        assert_eq!(single_pages().count(), 13);
    }
}

words! {
    /// The interactive pages, which load the WASM module; any other page is static.
    InteractivePage {
        Layout = "layout",
        Decode = "decode",
        Diff = "diff",
        Validity = "validity",
        /// Any page for which a static site has no file.
        ClientRendered = "drawn",
    }
}
