//! How long an answer may be kept: one enum, one header.

use axum::http::HeaderValue;

/// What `Cache-Control` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CachePolicy {
    /// The URL holds the hash of the content: it never changes.
    Immutable,
    /// Kept, and asked for by its tag each time: pages and data, which a new version of the dataset changes.
    Revalidate,
    /// Rarely changes and hurts nobody when old.
    Day,
    /// Not kept: errors, health.
    Never,
}

impl CachePolicy {
    pub const fn header(self) -> HeaderValue {
        HeaderValue::from_static(self.value())
    }

    pub(crate) const fn value(self) -> &'static str {
        match self {
            Self::Immutable => "public, max-age=31536000, immutable",
            Self::Revalidate => "public, no-cache",
            Self::Day => "public, max-age=86400",
            Self::Never => "no-store",
        }
    }
}
