//! The files that pages load: one folder, named after the hash of its content, so that it may be cached for ever.

use std::fmt;

use super::place::located;
use crate::words::words;

/// The folder that holds the site's files: `pkg-` and the hash of what is in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Package(Box<str>);

impl Package {
    pub const PREFIX: &str = "pkg-";

    /// Takes a folder's name; `None` when it is no package's.
    pub fn from_folder(name: &str) -> Option<Self> {
        let hash = name.strip_prefix(Self::PREFIX)?;
        let good = !hash.is_empty() && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        good.then(|| Self(name.into()))
    }

    pub fn url(&self, asset: Asset) -> String {
        located(&self.path(asset.file_name()))
    }

    /// The path of any file in the folder, within the site: what a server is asked for.
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
    /// A file that every page names.
    Asset {
        /// Starts the module.
        Boot = "boot.js",
        /// wasm-bindgen's half of the module in JavaScript.
        Script = "app.js",
        Module = "app_bg.wasm",
        /// Fetches the module's chunks.
        Chunks = "__wasm_split.js",
        /// What the decode page alone needs of the module.
        DecodeChunk = "show_decode.wasm",
        /// What the check of offsets alone needs of it.
        ValidityChunk = "show_validity.wasm",
        /// The worker that reads what is put on the decode page.
        Worker = "read.js",
        /// wasm-bindgen's half of its module in JavaScript.
        WorkerScript = "worker.js",
        WorkerModule = "worker_bg.wasm",
        /// Sets the visitor's choice of colours before anything is drawn.
        Theme = "theme.js",
        /// Keeps the points that were looked at last, and lists them.
        Recent = "recent.js",
        /// Completes members while they are typed.
        Complete = "complete.js",
        /// The styles that every page needs.
        Style = "strata.css",
        /// Those of all pages but the decode page.
        PagesStyle = "pages.css",
        /// Those of the decode page.
        DecodeStyle = "decode.css",
        Icon = "favicon.svg",
    }
}

impl Asset {
    /// Its name inside the package folder.
    pub const fn file_name(self) -> &'static str {
        self.as_str()
    }
}
