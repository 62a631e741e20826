//! Query strings: search texts (any readable text, because anything can be searched for), the fields that a page knows,
//! and the request for members in every image.

use std::fmt;

use strata_core::offsets::Bracketing;
use strata_core::search::TEXT_LIMIT;

use super::segment::percent_encoded;
use crate::figures::joined;

const PARAMETER: &str = "q";
pub const TABLE_PARAMETER: &str = "table";
/// How many bytes of a value are read.
const VALUE_LIMIT: usize = 16 << 10;

/// A text without surrounding blanks and control characters, of at most [`TEXT_LIMIT`] bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SearchText(Box<str>);

impl SearchText {
    /// Normalizes a text, and cuts it at the limit.
    pub fn new(text: &str) -> Self {
        let text = text.replace(char::is_control, " ");
        let text = text.trim();
        let end = text.floor_char_boundary(TEXT_LIMIT);
        Self(text.get(..end).unwrap_or_default().trim_end().into())
    }

    /// The search text of a query, as forms encode it: `q=0x58+x64`.
    pub(super) fn of_query(query: &str) -> Self {
        Self::of_parameter(query, PARAMETER).unwrap_or_default()
    }

    /// The first value of that parameter.
    pub(super) fn of_parameter(query: &str, parameter: &str) -> Option<Self> {
        values(query, parameter).next().map(|it| Self::new(&it))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The table of offsets in a validity query, as a form encodes it; empty where there is none.
pub fn table_of_query(query: &str) -> String {
    first_of_query(query, TABLE_PARAMETER)
}

fn first_of_query(query: &str, parameter: &str) -> String {
    values(query, parameter).next().unwrap_or_default()
}

/// Every value of a parameter, as forms encode them, up to the limit. Invalid encodings are kept verbatim.
fn values(query: &str, parameter: &str) -> impl Iterator<Item = String> {
    let query = query.trim_start_matches('?').as_bytes();
    let named = form_urlencoded::parse(query).filter(move |(name, _)| name == parameter);
    named.map(|(_, value)| {
        let mut value = value.into_owned();
        value.truncate(value.floor_char_boundary(VALUE_LIMIT));
        value
    })
}

impl fmt::Display for SearchText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        percent_encoded(&self.0).fmt(f)
    }
}

/// The non-empty fields of a query that a page knows, in the page's order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fields(Vec<(&'static str, SearchText)>);

impl Fields {
    pub const TEXT: &'static str = "q";
    /// Structure, union or enumeration.
    pub const KIND: &'static str = "kind";
    pub const MODULE: &'static str = "module";
    pub const IMAGE: &'static str = "image";
    pub const SOURCE: &'static str = "source";
    pub const CHANGED_IN: &'static str = "changed_in";
    /// The release of the image.
    pub const RELEASE: &'static str = "release";
    pub const ARCH: &'static str = "arch";
    /// Which rows of a history are shown.
    pub const ROWS: &'static str = "rows";
    /// Which page of a list, from 1.
    pub const PAGE: &'static str = "page";

    /// The fields of the list of types.
    pub const OF_STRUCTURES: &'static [&'static str] = &[
        Self::TEXT,
        Self::KIND,
        Self::MODULE,
        Self::IMAGE,
        Self::SOURCE,
        Self::CHANGED_IN,
        Self::PAGE,
    ];
    /// The fields of a type's history.
    pub const OF_STRUCTURE: &'static [&'static str] = &[Self::ARCH, Self::ROWS];
    /// The fields of the list of images.
    pub const OF_IMAGES: &'static [&'static str] = &[
        Self::TEXT,
        Self::RELEASE,
        Self::MODULE,
        Self::ARCH,
        Self::PAGE,
    ];

    /// Parses a query; fields not in `known` are ignored.
    pub fn read(query: &str, known: &[&'static str]) -> Self {
        let field = |name: &&'static str| Some((*name, SearchText::of_parameter(query, name)?));
        let fields = known.iter().filter_map(field);
        Self(
            fields
                .filter(|(_, text)| !text.as_str().is_empty())
                .collect(),
        )
    }

    /// The text of a field; empty if absent.
    pub fn get(&self, name: &str) -> &str {
        let field = self.0.iter().find(|(own, _)| *own == name);
        field.map_or("", |(_, text)| text.as_str())
    }

    /// The same fields with one set to a text; a new field is appended.
    #[must_use]
    pub fn with(mut self, name: &'static str, text: &str) -> Self {
        let text = SearchText::new(text);
        match self.0.iter().position(|(own, _)| *own == name) {
            Some(at) if text.as_str().is_empty() => drop(self.0.remove(at)),
            Some(at) => self.0[at].1 = text,
            None if text.as_str().is_empty() => {}
            None => self.0.push((name, text)),
        }
        self
    }
}

/// Writes the query with its question mark; empty without fields.
impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (name, text)) in self.0.iter().enumerate() {
            let joint = if at == 0 { '?' } else { '&' };
            write!(f, "{joint}{name}={text}")?;
        }
        Ok(())
    }
}

/// The query for members in every image: members, images, and whether bracketed values are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct OffsetsQuery {
    /// One member per line, or a text that contains offsets.
    pub members: String,
    /// The images, in the API's notation.
    pub images: String,
    /// Whether values that no source states are included; by default, only in formats that mark them.
    pub bracketing: Option<Bracketing>,
}

impl OffsetsQuery {
    /// The parameter for members, which may be repeated.
    pub const MEMBERS: &'static str = "m";
    pub const IMAGES: &'static str = "images";
    /// The parameter for bracketed values.
    pub const BRACKETED: &'static str = "bracketed";

    /// Parses a query of forms and API clients.
    pub fn read(query: &str) -> Self {
        let one = |name| first_of_query(query, name);
        Self {
            members: joined(values(query, Self::MEMBERS), "\n"),
            images: one(Self::IMAGES).trim().to_owned(),
            bracketing: Bracketing::of(&one(Self::BRACKETED)),
        }
    }
}

/// Writes the API's query: one parameter per member.
impl fmt::Display for OffsetsQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let members = self.members.split_whitespace();
        let members = members.map(|member| (Self::MEMBERS, member));
        let images = Some((Self::IMAGES, &*self.images)).filter(|(_, images)| !images.is_empty());
        let bracketing = self.bracketing.map(|it| (Self::BRACKETED, it.as_str()));
        for (at, (name, value)) in members.chain(images).chain(bracketing).enumerate() {
            let joint = if at == 0 { "" } else { "&" };
            write!(f, "{joint}{name}={}", percent_encoded(value))?;
        }
        Ok(())
    }
}
