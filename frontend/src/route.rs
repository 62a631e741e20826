//! Routes: the one module that parses and writes the URLs of pages and of the site's own files.
//!
//! A [`Route`] says what the visitor requested, not that it exists; the server resolves it and answers 404 or redirects
//! to the canonical spelling. `route.to_string().parse()` gives the route back.

mod api;
mod asset;
mod choice;
mod query;
mod segment;
mod site_location;
mod table;

pub use api::{ApiUrl, Exported};
pub use asset::{Asset, BundleUrl, Package};
pub use choice::{Choice, Form, FormTarget, Task};
pub use query::{Fields, OffsetsQuery, SearchText, TABLE_PARAMETER, table_of_query};
pub use segment::{PointSegments, SEGMENT_LIMIT, Segment, percent_encoded};
pub use site_location::{
    BASE_LIMIT, BasePath, Files, NoBasePath, SiteLocation, site_location, site_url, strip_base,
};
pub use table::{InFiles, InteractivePage, PAGES, PageEntry, sample, single_pages};

use std::fmt;
use std::str::FromStr;

use strata_core::catalogue::Image;
use strata_core::kernels::Kernel;
use strata_core::offsets::Column;
use strata_core::{MemberPath, Point, TypeName};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Route {
    Home,
    /// The list of types, filtered.
    Structures {
        fields: Fields,
    },
    Structure {
        name: Segment,
        fields: Fields,
    },
    Layout {
        name: Segment,
        point: PointSegments,
    },
    Decode {
        name: Segment,
        point: PointSegments,
    },
    Diff {
        name: Segment,
        from: PointSegments,
        to: PointSegments,
    },
    /// The provenance of one structure, row by row.
    Provenance {
        name: Segment,
    },
    /// A member of one structure in every image.
    Member {
        name: Segment,
        path: Segment,
    },
    Releases,
    Search {
        query: SearchText,
    },
    /// The list of images, filtered.
    Images {
        fields: Fields,
    },
    /// An image, by its id.
    Image {
        id: Segment,
    },
    /// The changes between two images, by their ids.
    ImageDiff {
        from: Segment,
        to: Segment,
    },
    Task(Task),
    /// Members in every image.
    Offsets {
        query: OffsetsQuery,
    },
    Validity,
    Audit,
    About,
    Reference,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no page has the path `{0}`")]
pub struct NoSuchRoute(pub String);

impl FromStr for Route {
    type Err = NoSuchRoute;

    /// Parses a path of the site, with or without its base path and a query. A search is in the query, and a comparison
    /// may be; other pages ignore it.
    fn from_str(url: &str) -> Result<Self, Self::Err> {
        let url = strip_base(url);
        let (path, query) = url.split_once('?').unwrap_or((url, ""));
        let route = Self::from_path(path).or_else(|| Self::of_query(path, query));
        let route = route.ok_or_else(|| NoSuchRoute(path.to_owned()))?;
        Ok(route.with_query(query))
    }
}

impl Route {
    pub fn structures() -> Self {
        let fields = Fields::default();
        Self::Structures { fields }
    }

    /// The same page with other query fields; unchanged for a page without fields.
    #[must_use]
    pub fn with_fields(mut self, of_query: Fields) -> Self {
        if let Self::Structures { fields }
        | Self::Structure { fields, .. }
        | Self::Images { fields } = &mut self
        {
            *fields = of_query;
        }
        self
    }

    /// The same page with one query field set.
    #[must_use]
    pub fn with_field(self, name: &'static str, text: &str) -> Self {
        self.with_fields(Fields::default().with(name, text))
    }

    pub fn images() -> Self {
        let fields = Fields::default();
        Self::Images { fields }
    }

    pub const fn type_name(&self) -> Option<&Segment> {
        match self {
            Self::Structure { name, .. }
            | Self::Layout { name, .. }
            | Self::Decode { name, .. }
            | Self::Diff { name, .. }
            | Self::Member { name, .. }
            | Self::Provenance { name } => Some(name),
            _ => None,
        }
    }

    pub fn search(text: &str) -> Self {
        Self::Search {
            query: SearchText::new(text),
        }
    }

    /// The form for members in every image, empty.
    pub fn offsets() -> Self {
        let query = OffsetsQuery::default();
        Self::Offsets { query }
    }

    /// The path within the site, without base path and query: the path of the request.
    pub fn path(&self) -> String {
        match self {
            Self::Home => "/".to_owned(),
            Self::Structures { .. } => "/structures".to_owned(),
            Self::Structure { name, .. } => format!("/structures/{name}"),
            Self::Layout { name, point } => format!("/structures/{name}/{point}"),
            Self::Decode { name, point } => format!("/structures/{name}/{point}/decode"),
            Self::Diff { name, from, to } => format!("/structures/{name}/diff/{from}/{to}"),
            Self::Provenance { name } => format!("/structures/{name}/provenance"),
            Self::Member { name, path } => format!("/structures/{name}/members/{path}"),
            Self::Releases => "/releases".to_owned(),
            Self::Audit => "/audit".to_owned(),
            Self::About => "/about".to_owned(),
            Self::Reference => "/api".to_owned(),
            Self::Search { .. } => "/search".to_owned(),
            Self::Images { .. } => "/images".to_owned(),
            Self::Image { id } => format!("/images/{id}"),
            Self::ImageDiff { from, to } => format!("/images/{from}/diff/{to}"),
            Self::Task(task) => format!("/{}", task.as_str()),
            Self::Offsets { .. } => "/offsets".to_owned(),
            Self::Validity => "/validity".to_owned(),
        }
    }

    /// A page whose points are in the query, each with its version and architecture, as on a static site.
    fn of_query(path: &str, query: &str) -> Option<Self> {
        let Choice { name, target, .. } = Choice::read(path, query)?;
        let point = |text: SearchText| {
            let (version, arch) = text.as_str().split_once(['/', ' '])?;
            let (version, arch) = (Segment::new(version)?, Segment::new(arch)?);
            Some(PointSegments { version, arch })
        };
        Some(match target {
            FormTarget::Layout(at) => Self::Layout {
                point: point(at)?,
                name,
            },
            FormTarget::Decode(at) => Self::Decode {
                point: point(at)?,
                name,
            },
            FormTarget::Diff { from, to } => Self::Diff {
                from: point(from)?,
                to: point(to)?,
                name,
            },
        })
    }
}

impl Segment {
    /// A name or version of the dataset. Those were checked to fit a URL when they were read; anything else becomes a
    /// segment that leads nowhere.
    fn known(text: &str) -> Self {
        Self::new(text).unwrap_or_else(|| Self("-".into()))
    }
}

impl From<&TypeName> for Segment {
    fn from(name: &TypeName) -> Self {
        Self::known(name.as_str())
    }
}

impl From<Point> for PointSegments {
    fn from(point: Point) -> Self {
        Self {
            version: Segment::known(&point.version.to_string()),
            arch: Segment::known(point.arch.as_str()),
        }
    }
}

impl Route {
    pub fn structure(name: &TypeName) -> Self {
        let (name, fields) = (name.into(), Fields::default());
        Self::Structure { name, fields }
    }

    pub fn image(image: &Image) -> Self {
        let id = Segment::known(&image.id());
        Self::Image { id }
    }

    /// The page of a kernel that is known by name.
    pub fn kernel(kernel: &Kernel) -> Self {
        let id = Segment::known(&kernel.id());
        Self::Image { id }
    }

    /// A member in every image; `None` for a type as a whole.
    pub fn member(column: &Column<'_>) -> Option<Self> {
        let (structure, path) = (column.subject.structure()?, column.subject.path()?);
        let (name, path) = ((&structure.name).into(), Segment::known(&path.to_string()));
        Some(Self::Member { name, path })
    }

    /// The page of a member by name; `None` where the site has no such pages, or the name can be no path.
    pub fn member_named(structure: &TypeName, path: &str) -> Option<Self> {
        path.parse::<MemberPath>().ok()?;
        let (name, path) = (structure.into(), Segment::new(path)?);
        Some(Self::Member { name, path }).filter(Self::is_served)
    }

    pub fn image_diff(from: &Image, to: &Image) -> Self {
        let [from, to] = [from, to].map(|image| Segment::known(&image.id()));
        Self::ImageDiff { from, to }
    }

    /// Whether the site has such a page: some need a server.
    pub fn is_served(&self) -> bool {
        let missing = |entry: &PageEntry| entry.in_files == InFiles::Missing;
        site_location().files.is_none() || !self.entry().is_some_and(missing)
    }

    pub fn provenance(name: &TypeName) -> Self {
        let name = name.into();
        Self::Provenance { name }
    }

    pub fn layout(name: &TypeName, point: Point) -> Self {
        let (name, point) = (name.into(), point.into());
        Self::Layout { name, point }
    }

    pub fn decode(name: &TypeName, point: Point) -> Self {
        let (name, point) = (name.into(), point.into());
        Self::Decode { name, point }
    }

    pub fn diff(name: &TypeName, from: Point, to: Point) -> Self {
        let (name, from, to) = (name.into(), from.into(), to.into());
        Self::Diff { name, from, to }
    }
}

/// Writes the URL, starting with the base path.
impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(site_location(), f)
    }
}

impl Route {
    /// The URL on a site at another place.
    pub fn at(&self, place: &SiteLocation) -> String {
        fmt::from_fn(|f| self.write(place, f)).to_string()
    }

    /// On a static site, a page is a folder. All comparisons of a structure share one, and so do all points of a type
    /// whose points the browser renders: the query selects.
    fn write(&self, place: &SiteLocation, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SiteLocation { base, files, .. } = place;
        match self {
            Self::Diff { name, from, to } if files.is_some() => {
                return write!(f, "{base}/structures/{name}/diff/?from={from}&to={to}");
            }
            Self::Layout { name, point } | Self::Decode { name, point }
                if place.is_client_rendered(name.as_str(), point.version.as_str()) =>
            {
                let decodes = matches!(self, Self::Decode { .. });
                let page = if decodes { "decode" } else { "layout" };
                return write!(f, "{base}/structures/{name}/{page}/?at={point}");
            }
            _ => {
                f.write_str(base.as_str())?;
                f.write_str(&self.path())?;
            }
        }
        if files.is_some() && *self != Self::Home {
            f.write_str("/")?;
        }
        f.write_str(&self.query())
    }

    /// The query with its question mark; empty where the path alone determines the page.
    pub fn query(&self) -> String {
        match self {
            Self::Search { query } if !query.as_str().is_empty() => format!("?q={query}"),
            Self::Offsets { query } if *query != OffsetsQuery::default() => format!("?{query}"),
            Self::Structures { fields }
            | Self::Structure { fields, .. }
            | Self::Images { fields } => fields.to_string(),
            _ => String::new(),
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
            "/offsets",
            "/offsets?m=_EPROCESS.Protection&m=_EPROCESS.Token&images=x64&bracketed=include",
            "/structures/ETW_REALTIME_CONSUMER",
            "/structures/ETW_REALTIME_CONSUMER/11-22H2/x64",
            "/structures/ETW_REALTIME_CONSUMER/6.1/x64/decode",
            "/structures/ETW_REALTIME_CONSUMER/diff/6.0/x86/10.0.18362.720/x64",
            "/structures/ETW_REALTIME_CONSUMER/provenance",
            "/structures/_EPROCESS/members/Pcb.Affinity.Bitmap%5B2%5D",
            "/releases",
            "/audit",
            "/about",
            "/api",
            "/search",
            "/search?q=0x58%20x64",
            "/structures",
            "/structures?q=list&kind=struct&changed_in=1809&page=2",
            "/structures/_KPRCB~2?arch=x86&rows=all",
            "/structures/ntdll%21_PEB",
            "/images",
            "/images?q=19041&arch=x64",
            "/images/ntoskrnl-10.0.19041.2965-x64",
            "/validity",
            "/decode",
            "/identify",
            "/compare",
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
    fn pages_of_nested_types_are_those_of_structures() {
        check("/types", "/structures");
        check("/types/RTL_BITMAP", "/structures/RTL_BITMAP");
    }

    #[test]
    fn invalid_encodings_are_read_verbatim() {
        check("/structures/%zz", "/structures/%25zz");
        check("/search?q=%+f", "/search?q=%25%20f");
    }

    #[test]
    fn what_is_searched_for_is_read_as_forms_write_it() {
        check("/search/?q=ETW%2B0x5a+x64", "/search?q=ETW%2B0x5a%20x64");
        check("/search?a=b&q=caf%C3%A9&q=other", "/search?q=caf%C3%A9");
        check("/search?q=%zz%", "/search?q=%25zz%25");
        check("/search?q=+", "/search");
        check("/search?query=1", "/search");
    }

    #[test]
    fn in_a_site_of_files_a_page_is_a_folder() {
        let place = SiteLocation {
            base: "/a/b".parse().unwrap(),
            files: Some(Files::from_document("A B")),
            ..SiteLocation::default()
        };
        let pages = "\
            / /a/b/\n\
            /releases /a/b/releases/\n\
            /search?q=a%20b /a/b/search/?q=a%20b\n\
            /structures/_A/6.1/x64 /a/b/structures/_A/layout/?at=6.1/x64\n\
            /structures/_A/6.1/x64/decode /a/b/structures/_A/decode/?at=6.1/x64\n\
            /structures/A/6.1/x64/decode /a/b/structures/A/6.1/x64/decode/\n\
            /structures/A/diff/6.1/x64/6.2/x86 /a/b/structures/A/diff/?from=6.1/x64&to=6.2/x86";
        for (path, url) in pages.lines().filter_map(|line| line.split_once(' ')) {
            let route: Route = path.parse().unwrap();
            assert_eq!(route.at(&place), url);
            assert_eq!(url.strip_prefix("/a/b").unwrap().parse(), Ok(route));
        }
    }

    #[test]
    fn a_comparison_may_stand_in_a_query() {
        let path = "/structures/A/diff/6.1/x64/11-22H2/x86";
        check("/structures/A/diff/?from=6.1/x64&to=11-22H2/x86", path);
        check("/structures/A/diff?from=6.1+x64&to=11-22H2%20x86", path);
        let other_order = "/structures/A/diff?to=11-22H2%2Fx86&from=6.1%2Fx64&near=";
        check(other_order, path);
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
            "/structures/A/6.1",
            "/types/A/6.1",
            "/structures/A//x64",
            "/structures/A/6.1/x64/decode/more",
            "/structures/A/diff/6.1/x64",
            "/structures/A/diff/?from=6.1&to=6.2/x64",
            "/structures/A/diff/?from=6.1/x64",
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
