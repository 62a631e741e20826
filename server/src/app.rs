//! What every handler shares: the site's files and the answers rendered so far.

use crate::cache::Cache;
use crate::site::Site;

/// The state behind the routes; it never changes but for its cache.
#[derive(Debug)]
pub struct App {
    site: Site,
    pages: Cache,
}

impl App {
    /// Serves these files.
    #[must_use]
    pub fn new(site: Site) -> Self {
        Self {
            site,
            pages: Cache::default(),
        }
    }

    /// The files that pages load.
    #[must_use]
    pub const fn site(&self) -> &Site {
        &self.site
    }

    /// Rendered pages, by canonical URL.
    #[must_use]
    pub const fn pages(&self) -> &Cache {
        &self.pages
    }

    /// Whether all data are public: other origins may then read the API.
    #[must_use]
    pub const fn is_public(&self) -> bool {
        true
    }
}
