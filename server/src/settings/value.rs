//! What a setting's text means, and how it is written.

use std::fmt;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use ipnet::IpNet;

/// Something that a setting can be.
pub trait Setting: Sized {
    /// Whether the flag may stand alone.
    const SWITCH: bool = false;

    /// Reads it. An empty text stands for nothing.
    ///
    /// # Errors
    ///
    /// What was expected, to be said after the text.
    fn read(text: &str) -> Result<Self, String>;

    /// As a TOML value that reads as the same; `None` where nothing is set.
    fn written(&self) -> Option<String>;
}

/// A text as TOML writes it.
pub(super) fn quoted(text: impl fmt::Display) -> String {
    toml_edit::Value::from(text.to_string()).to_string()
}

impl<T: Setting> Setting for Option<T> {
    fn read(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(None);
        }
        T::read(text).map(Some)
    }

    fn written(&self) -> Option<String> {
        self.as_ref().and_then(Setting::written)
    }
}

impl Setting for String {
    fn read(text: &str) -> Result<Self, String> {
        Ok(text.to_owned())
    }

    fn written(&self) -> Option<String> {
        Some(quoted(self))
    }
}

impl Setting for PathBuf {
    fn read(text: &str) -> Result<Self, String> {
        Ok(text.into())
    }

    fn written(&self) -> Option<String> {
        Some(quoted(self.display()))
    }
}

impl Setting for bool {
    const SWITCH: bool = true;

    fn read(text: &str) -> Result<Self, String> {
        match text {
            "true" | "1" | "yes" => Ok(true),
            "false" | "0" | "no" => Ok(false),
            _ => Err("expected true or false".to_owned()),
        }
    }

    fn written(&self) -> Option<String> {
        Some(self.to_string())
    }
}

/// Where to listen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listen {
    /// An address and a port.
    Tcp(SocketAddr),
    /// A socket in the file system.
    Unix(PathBuf),
    /// The first socket that the service manager hands over.
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

impl Setting for Listen {
    /// A name stands for its address of version 4 where it has both, as `localhost` does.
    fn read(text: &str) -> Result<Self, String> {
        let form = || {
            "expected an address and a port, such as 127.0.0.1:8080, 0.0.0.0:8080 or localhost:8080, or unix: and a path, or systemd"
                .to_owned()
        };
        if let Some(path) = text.strip_prefix("unix:") {
            return match path {
                "" => Err(form()),
                path => Ok(Self::Unix(path.into())),
            };
        }
        if text == "systemd" {
            return Ok(Self::Systemd);
        }
        if let Ok(address) = text.parse() {
            return Ok(Self::Tcp(address));
        }
        let (name, port) = text.rsplit_once(':').ok_or_else(form)?;
        let port: u16 = port.parse().map_err(|_| form())?;
        if name.is_empty() || name.contains(':') {
            return Err(form());
        }
        let known: Vec<SocketAddr> = (name, port)
            .to_socket_addrs()
            .map_err(|error| {
                format!("no address is known by that name ({error}): expected one such as 127.0.0.1:8080")
            })?
            .collect();
        let first = known.iter().find(|address| address.is_ipv4());
        first
            .or(known.first())
            .copied()
            .map(Self::Tcp)
            .ok_or_else(form)
    }

    fn written(&self) -> Option<String> {
        Some(quoted(self))
    }
}

/// A length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time(pub Duration);

/// The units of time, the longest first, in milliseconds.
const TIMES: [(&str, u64); 4] = [("h", 3_600_000), ("min", 60_000), ("s", 1000), ("ms", 1)];

impl Setting for Time {
    fn read(text: &str) -> Result<Self, String> {
        let expected = || "expected a time such as 300ms, 15s, 2min or 1h".to_owned();
        let millis = measured(text, &TIMES).ok_or_else(expected)?;
        Ok(Self(Duration::from_millis(millis)))
    }

    fn written(&self) -> Option<String> {
        let millis = u64::try_from(self.0.as_millis()).unwrap_or(u64::MAX);
        if millis == 0 {
            return Some(quoted("0s"));
        }
        Some(quoted(in_units(millis, &TIMES)))
    }
}

/// A number of bytes, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub usize);

const SIZES: [(&str, u64); 4] = [
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("KiB", 1 << 10),
    ("", 1),
];

impl Setting for Size {
    fn read(text: &str) -> Result<Self, String> {
        let size = measured(text, &SIZES).and_then(|size| usize::try_from(size).ok());
        size.filter(|size| *size > 0)
            .map(Self)
            .ok_or_else(|| "expected a size such as 4096, 16KiB or 4MiB".to_owned())
    }

    fn written(&self) -> Option<String> {
        Some(quoted(in_units(self.0 as u64, &SIZES)))
    }
}

/// A whole number and one of the units.
fn measured(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(end)?;
    let (_, each) = units.iter().find(|(name, _)| *name == unit.trim())?;
    number.parse::<u64>().ok()?.checked_mul(*each)
}

/// In the longest unit that leaves no rest.
fn in_units(amount: u64, units: &[(&str, u64)]) -> String {
    let whole = units.iter().find(|(_, each)| amount.is_multiple_of(*each));
    whole.map_or_else(
        || amount.to_string(),
        |(name, each)| format!("{}{name}", amount / each),
    )
}

/// How many, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub usize);

/// The most that a semaphore can count.
const MOST: usize = 1 << 28;

impl Setting for Count {
    fn read(text: &str) -> Result<Self, String> {
        let count = text.parse().ok();
        count
            .filter(|count| (1..=MOST).contains(count))
            .map(Self)
            .ok_or_else(|| format!("expected a whole number from 1 to {MOST}"))
    }

    fn written(&self) -> Option<String> {
        Some(self.0.to_string())
    }
}

/// How many a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate(pub NonZeroU32);

impl Setting for Rate {
    fn read(text: &str) -> Result<Self, String> {
        text.parse()
            .map(Self)
            .map_err(|_| "expected a whole number from 1 up".to_owned())
    }

    fn written(&self) -> Option<String> {
        Some(self.0.to_string())
    }
}

/// Who is believed when it says for whom it speaks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies {
    /// Those with an address.
    pub networks: Vec<IpNet>,
    /// Whoever comes by a socket of the file system.
    pub unix: bool,
}

impl Setting for Proxies {
    fn read(text: &str) -> Result<Self, String> {
        let mut proxies = Self::default();
        for part in text.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            if part == "unix" {
                proxies.unix = true;
                continue;
            }
            let one = part.parse::<IpAddr>().map(IpNet::from);
            let network = one.or_else(|_| part.parse()).map_err(|_| {
                format!("`{part}`: expected an address or a network, such as 10.0.0.7 or 10.0.0.0/8, or `unix`")
            })?;
            proxies.networks.push(network);
        }
        Ok(proxies)
    }

    fn written(&self) -> Option<String> {
        let unix = self.unix.then(|| "unix".to_owned());
        let networks = self.networks.iter().map(ToString::to_string);
        let all: Vec<String> = networks.chain(unix).collect();
        (!all.is_empty()).then(|| toml_edit::Array::from_iter(all).to_string())
    }
}

/// The names of hosts, without ports; an address of version 6 in brackets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hosts(pub Vec<String>);

impl Setting for Hosts {
    fn read(text: &str) -> Result<Self, String> {
        let mut names = Vec::new();
        for part in text.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let inside = part.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
            let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
            let is_name = part.chars().all(known);
            if !is_name && inside.is_none_or(|it| it.parse::<std::net::Ipv6Addr>().is_err()) {
                return Err(format!(
                    "`{part}`: expected the name of a host without a port, such as strata.example.com, 10.0.0.7 or [::1]"
                ));
            }
            names.push(part.trim_end_matches('.').to_owned());
        }
        Ok(Self(names))
    }

    fn written(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| toml_edit::Array::from_iter(&self.0).to_string())
    }
}

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$each:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$each])* $variant,)* }

        impl Setting for $name {
            fn read(text: &str) -> Result<Self, String> {
                match text {
                    $($word => Ok(Self::$variant),)*
                    _ => Err(format!("expected {}", [$($word),*].join(" or "))),
                }
            }

            fn written(&self) -> Option<String> {
                Some(quoted(match self { $(Self::$variant => $word,)* }))
            }
        }
    };
}

words! {
    /// How the log is written.
    LogFormat {
        /// For people.
        Text = "text",
        /// One object a line.
        Json = "json",
    }
}

words! {
    /// In which header a proxy says for whom it speaks.
    ForwardedHeader {
        /// As most do.
        XForwardedFor = "x-forwarded-for",
        /// As RFC 7239 has it.
        Forwarded = "forwarded",
    }
}

words! {
    /// Whether pages of other origins may read the API.
    Cors {
        /// Where all data are public.
        Auto = "auto",
        /// In any case.
        Open = "open",
        /// In no case.
        Closed = "closed",
    }
}
