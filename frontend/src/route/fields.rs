//! What a form without script sends: named fields of a query, of which a page knows some.

use std::fmt;

use super::SearchText;

/// The fields of a query that a page knows and that are not empty, in the page's order.
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
    /// The release that it is one of.
    pub const RELEASE: &'static str = "release";
    pub const ARCH: &'static str = "arch";
    /// Which rows of a history.
    pub const ROWS: &'static str = "rows";
    /// Which page of a list, from 1.
    pub const PAGE: &'static str = "page";

    /// Those of the list of types.
    pub const OF_STRUCTURES: &'static [&'static str] = &[
        Self::TEXT,
        Self::KIND,
        Self::MODULE,
        Self::IMAGE,
        Self::SOURCE,
        Self::CHANGED_IN,
        Self::PAGE,
    ];
    /// Those of a type's history.
    pub const OF_STRUCTURE: &'static [&'static str] = &[Self::ARCH, Self::ROWS];
    /// Those of the list of images.
    pub const OF_IMAGES: &'static [&'static str] = &[
        Self::TEXT,
        Self::RELEASE,
        Self::MODULE,
        Self::ARCH,
        Self::PAGE,
    ];

    /// Reads a query; what is not in `known` is passed over.
    pub fn read(query: &str, known: &[&'static str]) -> Self {
        let field = |name: &&'static str| Some((*name, SearchText::of_parameter(query, name)?));
        let fields = known.iter().filter_map(field);
        Self(
            fields
                .filter(|(_, text)| !text.as_str().is_empty())
                .collect(),
        )
    }

    /// The text of a field; empty where it has none.
    pub fn get(&self, name: &str) -> &str {
        let field = self.0.iter().find(|(own, _)| *own == name);
        field.map_or("", |(_, text)| text.as_str())
    }

    /// The same with another text in one field, which is at the end if it is new.
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

/// Writes the query with its question mark; nothing where there is no field.
impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (name, text)) in self.0.iter().enumerate() {
            let joint = if at == 0 { '?' } else { '&' };
            write!(f, "{joint}{name}={text}")?;
        }
        Ok(())
    }
}
