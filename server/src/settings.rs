//! The settings of `strata serve`: one struct, from which clap derives flags, environment variables and help.
//!
//! A setting `header_time` is the flag `--header-time`, the variable `STRATA_HEADER_TIME` and the key `header-time` of
//! the file that `--config` names. A flag takes precedence over the variable, that over the file, that over the
//! default: [`sources`] makes the values of the file the defaults.

mod sources;

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use axum::http::Uri;
use clap::{ArgAction, Args, FromArgMatches, ValueEnum};
use ipnet::IpNet;
use strata_frontend::route::{BasePath, SiteLocation};

pub use sources::{SettingsError, Sources, blame_variable, manual, unknown_variables};

/// The settings in effect. The help of each is its row in docs/operations.md.
#[derive(Args, Clone, Debug)]
#[command(mut_args = sources::from_environment)]
pub struct Settings {
    /// A TOML file with the settings below, each by its name without dashes in front
    #[arg(long, value_name = "FILE")]
    config: Option<String>,

    /// Print the settings in effect as such a file, each with its origin, and exit
    #[arg(long)]
    print_config: bool,

    /// The address to listen on: an address or name of this machine and a port (0 picks a free one), `unix:` and the path of a
    /// socket, or `systemd` for the socket that the service manager opened.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    pub listen: Listen,

    /// The path of the site if it is not at the root of a host. Every URL begins with it. Requests are answered with it and, if a
    /// proxy strips it, without it.
    #[arg(long, value_name = "PATH", default_value = "")]
    #[arg(hide_default_value = true)]
    pub base_path: BasePath,

    /// The address of the site as visitors know it, for canonical links, previews and commands to copy. Its path is the base path.
    #[arg(long, value_name = "URL")]
    pub public_url: Option<PublicUrl>,

    /// A separate listener for /metrics, /healthz and /readyz. The main listener then has no /metrics.
    #[arg(long, value_name = "ADDR")]
    pub metrics_listen: Option<Listen>,

    /// A folder with your own structures as data files, added to the built-in ones.
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,

    /// Serve the valid part of that folder if some of it is invalid; the rest is reported on /audit and in the log.
    #[arg(long, value_name = "BOOL", default_value = "false", value_parser = switch, action = ArgAction::Set)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub lenient: bool,

    /// A file with tokens, one a line. Only requests with one of them read the structures of `data`; all others read the built-in
    /// data.
    #[arg(long, value_name = "FILE")]
    pub tokens: Option<PathBuf>,

    /// How often to check that folder for changes. A change is loaded once it has stayed the same for one interval; with 0s, only
    /// on SIGHUP.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = time)]
    pub reload_interval: Duration,

    /// Whether pages of other origins may read the API: `auto` allows it for the built-in data only.
    #[arg(long, value_name = "auto|open|closed", default_value = "auto")]
    #[arg(hide_possible_values = true)]
    pub cors: Cors,

    /// The files of the site, as `cargo xtask site` builds them; by default those in the binary.
    #[arg(long, value_name = "DIR")]
    pub site: Option<PathBuf>,

    /// The certificate chain (PEM) for TLS; requires tls-key.
    #[arg(long, value_name = "FILE")]
    pub tls_certificate: Option<PathBuf>,

    /// The private key (PEM) for TLS. Both files are read again on SIGHUP.
    #[arg(long, value_name = "FILE")]
    pub tls_key: Option<PathBuf>,

    /// The log level: `warn`, `info` (every request), `debug`, or a level per module: `warn,strata_server=debug`.
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    pub log: String,

    /// The log format: text, or one JSON object per line.
    #[arg(long, value_name = "text|json", default_value = "text")]
    #[arg(hide_possible_values = true)]
    pub log_format: LogFormat,

    /// The host names (without port) that the server answers, separated by commas; by default any. Set it if visitors connect
    /// without a proxy: it prevents DNS rebinding.
    #[arg(long, value_name = "NAME,…", default_value = "")]
    #[arg(hide_default_value = true)]
    pub allowed_hosts: Hosts,

    /// The time limit for the head of a request, and for an idle connection between two requests.
    #[arg(long, value_name = "TIME", default_value = "15s", value_parser = time)]
    pub header_time: Duration,

    /// The time limit for the body of a request.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time)]
    pub body_time: Duration,

    /// How long a client may stop reading an answer.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time)]
    pub write_time: Duration,

    /// The largest body, in bytes.
    #[arg(long, value_name = "SIZE", default_value = "4MiB", value_parser = size)]
    pub body_size: usize,

    /// The longest path with query, in bytes.
    #[arg(long, value_name = "SIZE", default_value = "4KiB", value_parser = size)]
    pub url_length: usize,

    /// The largest request head without its first line, in bytes.
    #[arg(long, value_name = "SIZE", default_value = "16KiB", value_parser = size)]
    pub header_size: usize,

    /// The number of open connections; further ones are answered with 503.
    #[arg(long, value_name = "COUNT", default_value = "16384", value_parser = count)]
    pub connections: usize,

    /// The number of requests in progress; further ones wait.
    #[arg(long, value_name = "COUNT", default_value = "512", value_parser = count)]
    pub requests: usize,

    /// How long a request may wait before it is answered with 503.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = time)]
    pub queue_time: Duration,

    /// The number of requests with a body in progress. Each keeps its body in memory.
    #[arg(long, value_name = "COUNT", default_value = "64", value_parser = count)]
    pub bodies: usize,

    /// The average number of requests per second and address; by default unlimited.
    #[arg(long, value_name = "COUNT", value_parser = rate)]
    pub rate: Option<NonZeroU32>,

    /// The number of requests that an address may send at once before the average applies.
    #[arg(long, value_name = "COUNT", default_value = "100", value_parser = rate)]
    pub rate_burst: NonZeroU32,

    /// The proxies whose X-Forwarded-For or Forwarded header is trusted: addresses or networks, separated by commas; `unix` for
    /// clients of the socket.
    #[arg(long, value_name = "ADDR,…", default_value = "")]
    #[arg(hide_default_value = true)]
    pub trusted_proxies: Proxies,

    /// The header that these proxies set; the other one is ignored.
    #[arg(
        long,
        value_name = "x-forwarded-for|forwarded",
        default_value = "x-forwarded-for"
    )]
    #[arg(hide_possible_values = true)]
    pub forwarded_header: ForwardedHeader,

    /// How long /readyz answers 503 before the server stops accepting, so that a load balancer can switch first.
    #[arg(long, value_name = "TIME", default_value = "0s", value_parser = time)]
    pub drain_time: Duration,

    /// How long requests in progress may take when the server stops.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time)]
    pub stop_time: Duration,
}

impl Settings {
    pub fn of(sources: &Sources) -> Result<Self, SettingsError> {
        let settings = Self::from_arg_matches(&sources.parse()?)?;
        if settings.tls_certificate.is_some() != settings.tls_key.is_some() {
            return Err(SettingsError::Together(
                "tls-certificate and tls-key belong together: set both or neither",
            ));
        }
        settings.site_location()?;
        if settings.lenient && settings.data.is_none() {
            return Err(SettingsError::Together(
                "lenient has no effect without the setting data: set data, too",
            ));
        }
        if settings.tokens.is_some() && settings.data.is_none() {
            return Err(SettingsError::Together(
                "tokens protect the structures of the setting data: set data, too",
            ));
        }
        Ok(settings)
    }

    pub fn site_location(&self) -> Result<SiteLocation, SettingsError> {
        site_location(&self.base_path, self.public_url.as_ref())
    }

    /// Whether visitors use TLS: with this server, or with a proxy in front of it.
    pub fn is_seen_by_tls(&self) -> bool {
        let url = self.public_url.as_ref();
        self.tls_key.is_some() || url.is_some_and(|url| url.origin.starts_with("https:"))
    }

    /// Whether pages of other origins may read answers of the built-in data alone, or of all data.
    pub const fn is_public(&self, is_built_in: bool) -> bool {
        match self.cors {
            Cors::Auto => is_built_in,
            Cors::Open => true,
            Cors::Closed => false,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        // The tests read every default.
        Self::of(&Sources::default()).unwrap_or_else(|mistake| panic!("{mistake}"))
    }
}

/// The place of a site from a base path, a public URL, or both if they agree.
pub fn site_location(
    base: &BasePath,
    address: Option<&PublicUrl>,
) -> Result<SiteLocation, SettingsError> {
    let own = address.map_or(base, |address| &address.base);
    if own != base && *base != BasePath::default() {
        return Err(SettingsError::Together(
            "public-url must end with the base path: set only one of them, or the same path in both",
        ));
    }
    Ok(SiteLocation {
        origin: address.map(|address| address.origin.clone()),
        base: own.clone(),
        files: None,
    })
}

fn switch(text: &str) -> Result<bool, String> {
    match text {
        "true" | "1" | "yes" => Ok(true),
        "false" | "0" | "no" => Ok(false),
        _ => Err("expected true or false".to_owned()),
    }
}

const MILLISECONDS: [(&str, u64); 4] = [("h", 3_600_000), ("min", 60_000), ("s", 1000), ("ms", 1)];

fn time(text: &str) -> Result<Duration, String> {
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
fn size(text: &str) -> Result<usize, String> {
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
fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=MOST).contains(count));
    count.ok_or_else(|| format!("expected a whole number from 1 to {MOST}"))
}

fn rate(text: &str) -> Result<NonZeroU32, String> {
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

/// The header in which a proxy sends the address of the client.
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

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies {
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
            let name = element.trim_end_matches('.');
            match Self::is_name(name.as_bytes()) {
                true => Ok(name.to_owned()),
                false => Err(format!(
                    "`{element}`: expected the name of a host without a port, such as strata.example.com, 10.0.0.7 or [::1]"
                )),
            }
        };
        elements(text).map(name).collect::<Result<_, _>>().map(Self)
    }
}

impl Hosts {
    /// Whether a text is an IPv6 address in brackets, an IPv4 address, or a name with the letters of the DNS.
    pub(crate) fn is_name(text: &[u8]) -> bool {
        let inside = text.strip_prefix(b"[").and_then(|it| it.strip_suffix(b"]"));
        if let Some(address) = inside {
            let address = str::from_utf8(address).ok();
            return address.is_some_and(|it| it.parse::<Ipv6Addr>().is_ok());
        }
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let mut labels = text.split(|byte| *byte == b'.');
        labels.all(|label| !label.is_empty() && label.iter().all(is_letter))
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
mod tests;
