//! The API's URLs to which pages link, and the options of exports.

use std::fmt;

use strata_core::export::{Format, NESTING_LIMIT, Pointers, file_name};
use strata_core::{Point, TypeName};

use super::site_location::site_location;
use super::{OffsetsQuery, Segment, SiteLocation};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiUrl {
    path: String,
    /// The file of a stored answer, where it is not named after the path.
    file: Option<String>,
    /// Whether the answer depends on the request's parameters: other answers may be files.
    computed: bool,
}

impl ApiUrl {
    /// The path below which all of them are.
    pub const ROOT: &str = "/api/v1";
    /// The extension of a path that names its format.
    const JSON: &str = ".json";

    pub fn openapi() -> Self {
        Self::stored(format!("/openapi{}", Self::JSON))
    }

    pub fn audit() -> Self {
        Self::stored("/audit".to_owned())
    }

    /// Members in every image, in a format.
    pub fn offsets(asked: &OffsetsQuery, format: &str) -> Self {
        Self::computed(format!("/offsets?{asked}&format={format}"))
    }

    pub fn diff(name: &TypeName, from: Point, to: Point) -> Self {
        let name = Segment::from(name);
        Self::computed(format!("/structures/{name}/diff?from={from}&to={to}"))
    }

    pub fn structure(name: &TypeName) -> Self {
        Self::computed(format!("/structures/{}", Segment::from(name)))
    }

    pub fn validity() -> Self {
        Self::computed("/validity".to_owned())
    }

    pub fn layout(name: &TypeName, point: Point) -> Self {
        Self::of_point(name, point, Self::stored(Self::of_layout(name, point)))
    }

    /// One layout in an export format.
    pub fn export(name: &TypeName, point: Point, exported: Exported) -> Self {
        let layout = Self::of_layout(name, point);
        let path = format!("{layout}?{exported}");
        match exported.is_default() {
            true => {
                let file = file_name(name, point, exported.format);
                Self::of_point(
                    name,
                    point,
                    Self::stored_as(path, format!("{layout}/{file}")),
                )
            }
            false => Self::computed(path),
        }
    }

    /// All layouts of a structure, or of every structure, in all export formats: an archive.
    pub fn exports(of: Option<&TypeName>) -> Self {
        let below = of.map_or_else(String::new, |name| {
            format!("/structures/{}", Segment::from(name))
        });
        let path = format!("{below}/exports");
        let kept = Self::stored_as(path.clone(), format!("{path}.zip"));
        Self {
            computed: of.is_some_and(|name| !site_location().has_files(name.as_str())),
            ..kept
        }
    }

    pub fn decode(name: &TypeName, point: Point) -> Self {
        Self::computed(format!("{}/decode", Self::of_layout(name, point)))
    }

    /// A stored answer about a point; it has no file where the browser renders the point.
    fn of_point(name: &TypeName, point: Point, kept: Self) -> Self {
        Self {
            computed: site_location().is_client_rendered(name.as_str(), &point.version.to_string()),
            ..kept
        }
    }

    fn of_layout(name: &TypeName, point: Point) -> String {
        let name = Segment::from(name);
        let version = Segment::known(&point.version.to_string());
        format!("/structures/{name}/layouts/{version}/{}", point.arch)
    }

    fn stored(path: String) -> Self {
        Self {
            path: format!("{}{path}", Self::ROOT),
            file: None,
            computed: false,
        }
    }

    fn stored_as(path: String, file: String) -> Self {
        Self {
            file: Some(format!("{}{file}", Self::ROOT)),
            ..Self::stored(path)
        }
    }

    fn computed(path: String) -> Self {
        Self {
            computed: true,
            ..Self::stored(path)
        }
    }

    /// The path within the site: the path of the request.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The path of the answer's file on a static site.
    pub fn file(&self) -> String {
        if let Some(file) = &self.file {
            return file.clone();
        }
        let path = self.path.strip_suffix(Self::JSON).unwrap_or(&self.path);
        format!("{path}{}", Self::JSON)
    }

    /// The URL, if this site answers it; a static site computes nothing.
    pub fn answered(self) -> Option<Self> {
        (site_location().files.is_none() || !self.computed).then_some(self)
    }
}

impl fmt::Display for ApiUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SiteLocation { base, files, .. } = site_location();
        f.write_str(base.as_str())?;
        match files.is_some() && !self.computed {
            true => f.write_str(&self.file()),
            false => f.write_str(&self.path),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exported {
    pub format: Format,
    /// Whether the folding of nested types is inverted from the format's default.
    pub refolded: bool,
    pub pointers: Pointers,
}

impl Exported {
    /// The format's default options.
    pub fn default_for(format: Format) -> Self {
        Self {
            format,
            refolded: false,
            pointers: Pointers::default(),
        }
    }

    /// How many levels of nested structures are defined.
    pub fn depth(&self) -> usize {
        match (self.format.usual_depth(), self.refolded) {
            (usual, false) => usual,
            (0, true) => NESTING_LIMIT,
            (_, true) => 0,
        }
    }

    /// Whether all options are the format's defaults.
    pub fn is_default(&self) -> bool {
        *self == Self::default_for(self.format)
    }
}

/// The options as a query.
impl fmt::Display for Exported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "format={}", self.format)?;
        if self.refolded {
            write!(f, "&depth={}", self.depth())?;
        }
        match self.pointers {
            Pointers::Typed => Ok(()),
            integers => write!(f, "&pointers={integers}"),
        }
    }
}
