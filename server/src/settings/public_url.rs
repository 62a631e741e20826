//! The address by which visitors know the site, and the path below which it is.

use std::fmt;
use std::str::FromStr;

use axum::http::Uri;
use strata_frontend::route::{BasePath, Place};
use thiserror::Error;

use super::value::{Setting, quoted};

/// The site's address: scheme, host, perhaps a port and a base path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    /// `https://strata.example`.
    pub origin: Box<str>,
    /// What follows it.
    pub base: BasePath,
}

/// The base path and the address's own are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("public-url ends with the base path: set either, or the same in both")]
pub struct TwoPaths;

/// Where a site is that is told so by a base path, by its address, or by both alike.
///
/// # Errors
///
/// When they contradict each other.
pub fn place(base: &BasePath, address: Option<&PublicUrl>) -> Result<Place, TwoPaths> {
    let own = address.map_or(base, |address| &address.base);
    if own != base && *base != BasePath::default() {
        return Err(TwoPaths);
    }
    Ok(Place {
        origin: address.map(|address| address.origin.clone()),
        base: own.clone(),
        files: None,
    })
}

impl FromStr for PublicUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || {
            "expected an address such as https://strata.example or https://intranet.example/strata, without user, query and \
             fragment"
                .to_owned()
        };
        let url: Uri = text.parse().map_err(|_| form())?;
        let scheme = url
            .scheme_str()
            .filter(|it| matches!(*it, "http" | "https"));
        let authority = url.authority().filter(|it| !it.as_str().contains('@'));
        let (Some(scheme), Some(authority)) = (scheme, authority) else {
            return Err(form());
        };
        if url.query().is_some() || text.contains('#') {
            return Err(form());
        }
        let base: BasePath = url.path().parse().map_err(|_| form())?;
        // Written into documents as it is.
        let host = authority.as_str().to_ascii_lowercase();
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:[]".contains(&byte);
        if !host.bytes().all(plain) {
            return Err(form());
        }
        Ok(Self {
            origin: format!("{scheme}://{host}").into(),
            base,
        })
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.origin, self.base)
    }
}

impl Setting for PublicUrl {
    fn read(text: &str) -> Result<Self, String> {
        text.parse()
    }

    fn written(&self) -> Option<String> {
        Some(quoted(self))
    }
}

impl Setting for BasePath {
    fn read(text: &str) -> Result<Self, String> {
        text.parse().map_err(|error| format!("{error}"))
    }

    fn written(&self) -> Option<String> {
        (!self.as_str().is_empty()).then(|| quoted(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_scheme_a_host_and_perhaps_a_path() {
        for (text, origin, base) in [
            ("https://Strata.Example", "https://strata.example", ""),
            ("https://strata.example/", "https://strata.example", ""),
            ("http://[::1]:8080/a/b/", "http://[::1]:8080", "/a/b"),
        ] {
            let url: PublicUrl = text.parse().unwrap();
            assert_eq!((&*url.origin, url.base.as_str()), (origin, base));
        }
        for text in [
            "strata.example",
            "/strata",
            "ftp://strata.example",
            "https://",
            "https://me@strata.example",
            "https://strata.example/?a",
            "https://strata.example/#a",
            "https://strata.example/a%20b",
        ] {
            let why = text.parse::<PublicUrl>().expect_err(text);
            assert!(why.starts_with("expected"), "{why}");
        }
    }
}
