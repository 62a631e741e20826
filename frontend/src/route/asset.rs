//! The files that pages load, in one folder named after the hash of its content, so that it may be cached for ever. And
//! the data bundles, named after the hash of all data: for one type, or for everything.

use std::fmt;

use strata_core::TypeName;

use super::Segment;
use super::site_location::{site_location, site_url};
use crate::words::words;

/// The folder with the site's files: `pkg-` and the hash of its content.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Package(Box<str>);

impl Package {
    pub const PREFIX: &str = "pkg-";

    /// Parses a folder's name; `None` if it is no package's.
    pub fn from_folder(name: &str) -> Option<Self> {
        let hash = name.strip_prefix(Self::PREFIX)?;
        let good = !hash.is_empty() && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        good.then(|| Self(name.into()))
    }

    pub fn url(&self, asset: Asset) -> String {
        site_url(&self.path(asset.as_str()))
    }

    /// The path of a file in the folder, within the site: the path of the request.
    pub fn path(&self, file_name: &str) -> String {
        format!("/{self}/{file_name}")
    }
}

impl fmt::Display for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

words! {
    /// A file of the package that code refers to, by its name there.
    Asset {
        Boot = "boot.js",
        /// wasm-bindgen's JavaScript for the module.
        Script = "app.js",
        Module = "app_bg.wasm",
        /// Fetches the module's chunks.
        Chunks = "__wasm_split.js",
        DecodeChunk = "show_decode.wasm",
        ValidityChunk = "show_validity.wasm",
        /// The worker that reads the input of the decode page.
        Worker = "read.js",
        /// wasm-bindgen's JavaScript for the worker's module.
        WorkerScript = "worker.js",
        WorkerModule = "worker_bg.wasm",
        /// Sets the visitor's colour theme before the first paint.
        Theme = "theme.js",
        /// Stores the points visited last, and lists them.
        Recent = "recent.js",
        /// Completes members while they are typed.
        Complete = "complete.js",
        Style = "strata.css",
        /// The styles of all pages but the decode page.
        PagesStyle = "pages.css",
        DecodeStyle = "decode.css",
        Icon = "favicon.svg",
        /// The picture that other sites show beside a link.
        Card = "card.png",
    }
}

/// The URL of a data bundle: all data, or those for pages of one type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BundleUrl {
    hash: String,
    ty: Option<Box<str>>,
}

impl BundleUrl {
    /// Its patterns in the server's route table.
    pub const PATTERNS: [&'static str; 2] = ["/data/{hash}", "/data/{hash}/types/{name}"];
    /// The file extension of the bundle with all data.
    const END: &'static str = ".borsh";

    /// The URL of all data with that hash (hexadecimal digits).
    pub fn of_hash(hash: &str) -> Self {
        Self {
            hash: hash.to_owned(),
            ty: None,
        }
    }

    /// The URL of the bundle of one type from the same data.
    pub fn of_type(&self, name: &TypeName) -> Self {
        Self {
            hash: self.hash.clone(),
            ty: Some(name.as_str().into()),
        }
    }

    /// The URL of another type's bundle, given the URL of one type's; `None` for the URL of all data.
    pub fn sibling(url: &str, name: &str) -> Option<String> {
        let (folder, _) = url.rsplit_once('/').filter(|_| !url.ends_with(Self::END))?;
        Some(format!("{folder}/{}", Segment::new(name)?))
    }

    /// Parses the last segment of the URL of all data: the hash.
    pub fn read_file(file: &str) -> Option<&str> {
        file.strip_suffix(Self::END)
    }

    /// The path within the site: the path of the request.
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
        write!(f, "{}{}", site_location().base, self.path())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bundle_has_a_path() {
        let bundle = BundleUrl::of_hash("0a1b");
        assert_eq!(bundle.path(), "/data/0a1b.borsh");
        let name = TypeName::parse_symbol("_EPROCESS").unwrap();
        assert_eq!(bundle.of_type(&name).path(), "/data/0a1b/types/_EPROCESS");
        assert_eq!(
            BundleUrl::sibling("/base/data/0a1b/types/_A", "_EPROCESS").as_deref(),
            Some("/base/data/0a1b/types/_EPROCESS")
        );
        assert_eq!(BundleUrl::sibling("/data/0a1b.borsh", "_EPROCESS"), None);
        assert_eq!(BundleUrl::read_file("0a1b.borsh"), Some("0a1b"));
        assert_eq!(BundleUrl::read_file("0a1b"), None);
    }
}
