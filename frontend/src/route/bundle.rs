//! The URLs of the data that browsers work on, named after the hash of all data: what a page of one type needs, or everything.

use std::fmt;

use strata_core::TypeName;

use super::Segment;
use super::place::place;

/// Where data for a browser are: by default the audited structures and what they hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BundleUrl {
    hash: String,
    what: What,
}

/// What a bundle holds beside the audited structures.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum What {
    Audited,
    Type(Box<str>),
    Everything,
}

impl BundleUrl {
    /// The patterns under which the server's route table knows it.
    pub const PATTERNS: [&'static str; 2] = ["/data/{hash}", "/data/{hash}/types/{name}"];
    /// What the file is called that holds everything.
    const EVERYTHING: &'static str = "everything";

    /// The URL of the data with that hash (hexadecimal digits).
    #[must_use]
    pub fn of_hash(hash: &str) -> Self {
        Self {
            hash: hash.to_owned(),
            what: What::Audited,
        }
    }

    /// The same data, with one more type and what it holds.
    #[must_use]
    pub fn of_type(&self, name: &TypeName) -> Self {
        Self {
            hash: self.hash.clone(),
            what: What::Type(name.as_str().into()),
        }
    }

    /// The same data, with every type.
    #[must_use]
    pub fn everything(&self) -> Self {
        Self {
            hash: self.hash.clone(),
            what: What::Everything,
        }
    }

    /// Reads the last segment of a bundle without a type: the hash, and whether everything is meant.
    #[must_use]
    pub fn read_file(file: &str) -> Option<(&str, bool)> {
        let (hash, kind) = file.strip_suffix(".borsh")?.split_once('-').map_or_else(
            || (file.strip_suffix(".borsh").unwrap_or(file), ""),
            |(hash, kind)| (hash, kind),
        );
        match kind {
            "" => Some((hash, false)),
            Self::EVERYTHING => Some((hash, true)),
            _ => None,
        }
    }

    /// The path within the site: what a server is asked for.
    #[must_use]
    pub fn path(&self) -> String {
        let hash = &self.hash;
        match &self.what {
            What::Audited => format!("/data/{hash}.borsh"),
            What::Everything => format!("/data/{hash}-{}.borsh", Self::EVERYTHING),
            What::Type(name) => {
                let segment = Segment::new(name).map(|name| name.to_string());
                format!("/data/{hash}/types/{}", segment.unwrap_or_default())
            }
        }
    }

    /// The hash of all data.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }
}

impl fmt::Display for BundleUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", place().base, self.path())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bundle_has_a_path() {
        let bundle = BundleUrl::of_hash("0a1b");
        assert_eq!(bundle.path(), "/data/0a1b.borsh");
        assert_eq!(bundle.everything().path(), "/data/0a1b-everything.borsh");
        let name = TypeName::in_symbols("_EPROCESS").unwrap();
        assert_eq!(bundle.of_type(&name).path(), "/data/0a1b/types/_EPROCESS");
        assert_eq!(BundleUrl::read_file("0a1b.borsh"), Some(("0a1b", false)));
        assert_eq!(
            BundleUrl::read_file("0a1b-everything.borsh"),
            Some(("0a1b", true))
        );
        assert_eq!(BundleUrl::read_file("0a1b-nothing.borsh"), None);
        assert_eq!(BundleUrl::read_file("0a1b"), None);
    }
}
