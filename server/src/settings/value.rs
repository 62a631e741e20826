//! Parsers of the settings' values. An error states what was expected, to be read after the value.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use axum::http::Uri;
use clap::ValueEnum;
use ipnet::IpNet;
use strata_frontend::route::BasePath;

pub(super) fn switch(text: &str) -> Result<bool, String> {
    match text {
        "true" | "1" | "yes" => Ok(true),
        "false" | "0" | "no" => Ok(false),
        _ => Err("expected true or false".to_owned()),
    }
}

const MILLISECONDS: [(&str, u64); 4] = [("h", 3_600_000), ("min", 60_000), ("s", 1000), ("ms", 1)];

pub(super) fn time(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time such as 300ms, 15s, 2min or 1h".to_owned();
    let milliseconds = measured(text, &MILLISECONDS).ok_or_else(expected)?;
    Ok(Duration::from_millis(milliseconds))
}

const BYTES: [(&str, u64); 4] = [
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("KiB", 1 << 10),
    ("", 1),
];

/// A number of bytes, at least 1.
pub(super) fn size(text: &str) -> Result<usize, String> {
    let size = measured(text, &BYTES).and_then(|size| usize::try_from(size).ok());
    size.filter(|size| *size > 0)
        .ok_or_else(|| "expected a size such as 4096, 16KiB or 4MiB".to_owned())
}

/// Parses a whole number with one of the units.
fn measured(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(end)?;
    let (_, each) = units.iter().find(|(name, _)| *name == unit.trim())?;
    number.parse::<u64>().ok()?.checked_mul(*each)
}

/// The maximum count of a semaphore.
const MOST: usize = 1 << 28;

/// A count, at least 1.
pub(super) fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=MOST).contains(count));
    count.ok_or_else(|| format!("expected a whole number from 1 to {MOST}"))
}

pub(super) fn rate(text: &str) -> Result<NonZeroU32, String> {
    let expected = |_| "expected a whole number from 1 up".to_owned();
    text.parse().map_err(expected)
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One object a line.
    Json,
}

/// In which header a proxy says for whom it speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ForwardedHeader {
    /// As most do.
    XForwardedFor,
    /// As RFC 7239 has it.
    Forwarded,
}

/// Whether pages of other origins may read the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Cors {
    /// Where all data are public.
    Auto,
    /// In any case.
    Open,
    /// In no case.
    Closed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listen {
    Tcp(SocketAddr),
    Unix(PathBuf),
    /// The first socket from the service manager.
    Systemd,
}

impl fmt::Display for Listen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) => write!(f, "{address}"),
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
            Self::Systemd => f.write_str("systemd"),
        }
    }
}

impl FromStr for Listen {
    type Err = String;

    /// A name with addresses of both versions stands for its IPv4 address, as `localhost` does.
    fn from_str(text: &str) -> Result<Self, String> {
        let form = || {
            "expected an address and a port, such as 127.0.0.1:8080, 0.0.0.0:8080 or localhost:8080, or unix: and a path, or systemd"
                .to_owned()
        };
        match text.strip_prefix("unix:") {
            Some("") => return Err(form()),
            Some(path) => return Ok(Self::Unix(path.into())),
            None if text == "systemd" => return Ok(Self::Systemd),
            None => {}
        }
        if let Ok(address) = text.parse() {
            return Ok(Self::Tcp(address));
        }
        let (name, port) = text.rsplit_once(':').ok_or_else(form)?;
        let port: u16 = port.parse().map_err(|_| form())?;
        if name.is_empty() || name.contains(':') {
            return Err(form());
        }
        let unknown = |error| {
            format!("the name has no address ({error}): expected an address such as 127.0.0.1:8080")
        };
        let known: Vec<SocketAddr> = (name, port).to_socket_addrs().map_err(unknown)?.collect();
        let first = known.iter().find(|address| address.is_ipv4());
        let address = first.or(known.first()).ok_or_else(form)?;
        Ok(Self::Tcp(*address))
    }
}

fn elements(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|it| !it.is_empty())
}

/// The trusted proxies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies {
    /// Their networks.
    pub networks: Vec<IpNet>,
    /// Whether clients of a Unix socket are trusted.
    pub unix: bool,
}

impl FromStr for Proxies {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut proxies = Self::default();
        for element in elements(text) {
            if element == "unix" {
                proxies.unix = true;
                continue;
            }
            let one = element.parse::<IpAddr>().map(IpNet::from);
            let network = one.or_else(|_| element.parse()).map_err(|_| {
                format!("`{element}`: expected an address or a network, such as 10.0.0.7 or 10.0.0.0/8, or `unix`")
            })?;
            proxies.networks.push(network);
        }
        Ok(proxies)
    }
}

/// Host names without ports; an IPv6 address in brackets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hosts(pub Vec<String>);

impl FromStr for Hosts {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let name = |element: &str| {
            let inside = element
                .strip_prefix('[')
                .and_then(|it| it.strip_suffix(']'));
            let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
            let is_address = inside.is_some_and(|it| it.parse::<Ipv6Addr>().is_ok());
            match is_address || element.chars().all(known) {
                true => Ok(element.trim_end_matches('.').to_owned()),
                false => Err(format!(
                    "`{element}`: expected the name of a host without a port, such as strata.example.com, 10.0.0.7 or [::1]"
                )),
            }
        };
        elements(text).map(name).collect::<Result<_, _>>().map(Self)
    }
}

/// The public URL of the site: scheme, host, optional port and base path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    /// `https://strata.example`.
    pub origin: Box<str>,
    /// The path after it.
    pub base: BasePath,
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
        // It is written into documents unescaped.
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
