//! Cache policy of answers: one enum, one `Cache-Control` header.

use axum::http::HeaderValue;

/// The values of `Cache-Control`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CachePolicy {
    /// The URL contains the hash of the content, which never changes.
    Immutable,
    /// Cached, but revalidated by its tag each time: pages and data, which a new version of the dataset changes.
    Revalidate,
    /// Rarely changes, and is harmless when stale.
    Day,
    /// Never cached: errors, health.
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
