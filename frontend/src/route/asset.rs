//! The files that pages load: one folder, named after the hash of its content, so that it may be cached for ever.

use std::fmt;

use super::place::located;

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asset {
    /// Starts the module.
    Boot,
    /// wasm-bindgen's half of the module in JavaScript.
    Script,
    Module,
    /// Fetches the module's chunks.
    Chunks,
    /// What the decode page alone needs of the module.
    DecodeChunk,
    /// What the check of offsets alone needs of it.
    ValidityChunk,
    /// The worker that reads what is put on the decode page.
    Worker,
    /// wasm-bindgen's half of its module in JavaScript.
    WorkerScript,
    WorkerModule,
    /// Sets the visitor's choice of colours before anything is drawn.
    Theme,
    /// Keeps the points that were looked at last, and lists them.
    Recent,
    /// Completes members while they are typed.
    Complete,
    /// The styles that every page needs.
    Style,
    /// Those of all pages but the decode page.
    PagesStyle,
    /// Those of the decode page.
    DecodeStyle,
    Icon,
}

impl Asset {
    pub const ALL: [Self; 16] = [
        Self::Boot,
        Self::Script,
        Self::Module,
        Self::Chunks,
        Self::DecodeChunk,
        Self::ValidityChunk,
        Self::Worker,
        Self::WorkerScript,
        Self::WorkerModule,
        Self::Theme,
        Self::Recent,
        Self::Complete,
        Self::Style,
        Self::PagesStyle,
        Self::DecodeStyle,
        Self::Icon,
    ];

    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Boot => "boot.js",
            Self::Script => "app.js",
            Self::Module => "app_bg.wasm",
            Self::Chunks => "__wasm_split.js",
            Self::DecodeChunk => "show_decode.wasm",
            Self::ValidityChunk => "show_validity.wasm",
            Self::Worker => "read.js",
            Self::WorkerScript => "worker.js",
            Self::WorkerModule => "worker_bg.wasm",
            Self::Theme => "theme.js",
            Self::Recent => "recent.js",
            Self::Complete => "complete.js",
            Self::Style => "strata.css",
            Self::PagesStyle => "pages.css",
            Self::DecodeStyle => "decode.css",
            Self::Icon => "favicon.svg",
        }
    }
}
