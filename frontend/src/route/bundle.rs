//! The URL of the data bundle: everything that the browser needs to work on its own, named after the hash of its content.

use std::fmt;

use super::place::place;

/// Where the data bundle is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BundleUrl(String);

impl BundleUrl {
    /// The pattern under which the server's route table knows it.
    pub const PATTERN: &'static str = "/data/{file}";

    /// The URL of the bundle with that hash (hexadecimal digits).
    #[must_use]
    pub fn of_hash(hash: &str) -> Self {
        Self(format!("/data/{hash}.borsh"))
    }

    /// The path within the site: what a server is asked for.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0
    }

    /// The hash of what is there.
    #[must_use]
    pub fn hash(&self) -> &str {
        let file = self.file();
        file.strip_suffix(".borsh").unwrap_or(file)
    }

    /// The last segment.
    #[must_use]
    pub fn file(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or_default()
    }
}

impl fmt::Display for BundleUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", place().base, self.0)
    }
}
