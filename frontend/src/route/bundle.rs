//! The URLs of the data that browsers work on, named after the hash of all data: what a page of one type needs, or everything.

use std::fmt;

use strata_core::TypeName;

use super::Segment;
use super::place::place;

/// Where data for a browser are: all of them, or what a page of one type needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BundleUrl {
    hash: String,
    ty: Option<Box<str>>,
}

impl BundleUrl {
    /// The patterns under which the server's route table knows it.
    pub const PATTERNS: [&'static str; 2] = ["/data/{hash}", "/data/{hash}/types/{name}"];
    /// How the name of the file ends that holds everything.
    const END: &'static str = ".borsh";

    /// The URL of all data with that hash (hexadecimal digits).
    pub fn of_hash(hash: &str) -> Self {
        Self {
            hash: hash.to_owned(),
            ty: None,
        }
    }

    /// Of the same data, one type and what it holds.
    pub fn of_type(&self, name: &TypeName) -> Self {
        Self {
            hash: self.hash.clone(),
            ty: Some(name.as_str().into()),
        }
    }

    /// The URL of the data of another type, as it stands in a document beside that of one type; of all data, there is none.
    pub fn beside(url: &str, name: &str) -> Option<String> {
        let (folder, _) = url.rsplit_once('/').filter(|_| !url.ends_with(Self::END))?;
        Some(format!("{folder}/{}", Segment::new(name)?))
    }

    /// Reads the last segment of the URL of all data: the hash.
    pub fn read_file(file: &str) -> Option<&str> {
        file.strip_suffix(Self::END)
    }

    /// The path within the site: what a server is asked for.
    pub fn path(&self) -> String {
        let hash = &self.hash;
        match &self.ty {
            None => format!("/data/{hash}{}", Self::END),
            Some(name) => {
                let segment = Segment::new(name).map(|name| name.to_string());
                format!("/data/{hash}/types/{}", segment.unwrap_or_default())
            }
        }
    }

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
        let name = TypeName::in_symbols("_EPROCESS").unwrap();
        assert_eq!(bundle.of_type(&name).path(), "/data/0a1b/types/_EPROCESS");
        assert_eq!(
            BundleUrl::beside("/base/data/0a1b/types/_A", "_EPROCESS").as_deref(),
            Some("/base/data/0a1b/types/_EPROCESS")
        );
        assert_eq!(BundleUrl::beside("/data/0a1b.borsh", "_EPROCESS"), None);
        assert_eq!(BundleUrl::read_file("0a1b.borsh"), Some("0a1b"));
        assert_eq!(BundleUrl::read_file("0a1b"), None);
    }
}
