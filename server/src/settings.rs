//! What `strata serve` can be told: every setting with its default, in one table.
//!
//! A setting `header_time` is the flag `--header-time`, the variable `STRATA_HEADER_TIME` and the key `header-time` of the
//! file that `--config` names. A flag outweighs the variable, that the file, that the default: [`given`] decides it.
//! [`value`] reads and writes what stands there, [`file`] the file; [`print`] shows what holds and where it is from.

mod file;
mod given;
mod print;
mod public_url;
mod value;

pub use given::{Given, Origin, SettingsError, unknown_variables};
pub use print::{manual, print};
pub use public_url::{PublicUrl, TwoPaths, place};
pub use value::{Cors, ForwardedHeader, Listen, LogFormat, Rate, Setting, Time};

use std::path::PathBuf;

use strata_frontend::route::{BasePath, Place};

/// One setting, as it is documented.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name, as the field has it.
    pub name: &'static str,
    /// What a value looks like.
    pub form: &'static str,
    /// The default; empty where there is none.
    pub default: &'static str,
    /// What it decides.
    pub about: &'static [&'static str],
    /// Whether the flag may stand alone.
    pub switch: bool,
    /// Whether a text is a value, or what was expected.
    check: fn(&str) -> Result<(), String>,
}

impl Entry {
    /// The name on the command line and in the file.
    #[must_use]
    pub fn key(&self) -> String {
        self.name.replace('_', "-")
    }

    /// The environment's variable.
    #[must_use]
    pub fn variable(&self) -> String {
        format!("STRATA_{}", self.name.to_uppercase())
    }

    /// What it decides, in a sentence or two.
    #[must_use]
    pub fn sentence(&self) -> String {
        let lines: Vec<&str> = self.about.iter().map(|line| line.trim()).collect();
        lines.join(" ")
    }
}

macro_rules! settings {
    ($($(#[doc = $about:literal])* $name:ident: $kind:ty = $default:literal $form:literal;)*) => {
        /// What holds.
        #[derive(Clone, Debug)]
        pub struct Settings {
            $($(#[doc = $about])* pub $name: $kind,)*
        }

        /// Every setting, in the order in which they are documented.
        pub const TABLE: &[Entry] = &[$(Entry {
            name: stringify!($name),
            form: $form,
            default: $default,
            about: &[$($about),*],
            switch: <$kind as Setting>::SWITCH,
            check: |text| <$kind as Setting>::read(text).map(drop),
        }),*];

        impl Settings {
            /// Understands what was given.
            ///
            /// # Errors
            ///
            /// When a value makes no sense, or two do not go together.
            pub fn read(given: &Given) -> Result<Self, SettingsError> {
                let settings = Self { $($name: given.read(stringify!($name))?,)* };
                settings.agree()?;
                Ok(settings)
            }

            /// The values as a file has them, by name; `None` where nothing is set.
            fn written(&self) -> Vec<(&'static str, Option<String>)> {
                vec![$((stringify!($name), self.$name.written())),*]
            }
        }
    };
}

settings! {
    /// Where to listen: an address or a name of this machine, and a port (port 0 takes any free one); `unix:` and the path of a
    /// socket; or `systemd`, the socket that the service manager opened.
    listen: Listen = "127.0.0.1:8080" "ADDR";
    /// The path below which visitors find the site, where it is not at the root of a host: every URL that is written begins
    /// with it. Requests are answered with it or, from a proxy that takes it away, without.
    base_path: BasePath = "" "PATH";
    /// The site's address as visitors know it, for what is read elsewhere (canonical links, previews, commands to copy); its
    /// path is the base path.
    public_url: Option<PublicUrl> = "" "URL";
    /// A listener of its own for /metrics, /healthz and /readyz; the first then has no /metrics.
    metrics_listen: Option<Listen> = "" "ADDR";
    /// A folder with structures of your own, in the form of Strata's data files, beside the built-in ones.
    data: Option<PathBuf> = "" "DIR";
    /// Serve what is sound of that folder when something in it is not; the rest is named on /audit and in the log.
    lenient: bool = "false" "BOOL";
    /// How often that folder is looked at for changes, which are taken when they stay from one look to the next; 0s reads it
    /// again only on SIGHUP.
    reload_interval: Time = "2s" "TIME";
    /// Whether pages of other origins may read the API: `auto` allows it for the built-in data and forbids it as soon as
    /// there are structures of your own.
    cors: Cors = "auto" "auto|open|closed";
    /// The site's files as `cargo xtask site` builds them; without it, those inside the binary.
    site: Option<PathBuf> = "" "DIR";
    /// The certificate chain (PEM) for TLS; needs the key, too.
    tls_certificate: Option<PathBuf> = "" "FILE";
    /// The private key (PEM) for TLS. Both files are read again on SIGHUP.
    tls_key: Option<PathBuf> = "" "FILE";
    /// What is logged: `warn`, `info` (every request), `debug`, or what tracing's directives say.
    log: String = "warn" "LEVEL";
    /// How the log is written: for people, or one JSON object a line.
    log_format: LogFormat = "text" "text|json";
    /// The names under which the server answers (what the Host header says, without a port), separated by commas; without it,
    /// any. Set it where visitors come without a proxy: a page of another site cannot read yours under its own name then.
    allowed_hosts: value::Hosts = "" "NAME,…";
    /// How long a connection may take to send a request's head, and stay idle between two.
    header_time: Time = "15s" "TIME";
    /// How long a request's body may take to arrive.
    body_time: Time = "30s" "TIME";
    /// How long a client may take nothing of an answer.
    write_time: Time = "30s" "TIME";
    /// The largest body, in bytes.
    body_size: value::Size = "4MiB" "SIZE";
    /// The longest path with its query, in bytes.
    url_length: value::Size = "4KiB" "SIZE";
    /// The largest head of a request without its first line, in bytes.
    header_size: value::Size = "16KiB" "SIZE";
    /// How many connections are open at once; further ones are told to come again.
    connections: value::Count = "16384" "COUNT";
    /// How many requests are worked on at once; further ones wait.
    requests: value::Count = "512" "COUNT";
    /// How long a request waits for such a place before it is told to come again.
    queue_time: Time = "2s" "TIME";
    /// How many requests with a body are worked on at once, for each holds its body in memory.
    bodies: value::Count = "64" "COUNT";
    /// How many requests a second one address may make, on average; without it, any number.
    rate: Option<Rate> = "" "COUNT";
    /// How many requests an address may make at once before that average counts.
    rate_burst: Rate = "100" "COUNT";
    /// The proxies whose word on whom they speak for is taken (X-Forwarded-For or Forwarded): addresses or networks,
    /// separated by commas; `unix` for whoever comes by the socket.
    trusted_proxies: value::Proxies = "" "ADDR,…";
    /// The header in which they say it; any other is passed over.
    forwarded_header: ForwardedHeader = "x-forwarded-for" "x-forwarded-for|forwarded";
    /// How long readiness is denied before the server stops accepting, so that a balancer looks elsewhere first.
    drain_time: Time = "0s" "TIME";
    /// How long requests that are under way may take to end when the server stops.
    stop_time: Time = "10s" "TIME";
}

impl Settings {
    /// What no value can say alone.
    fn agree(&self) -> Result<(), SettingsError> {
        if self.tls_certificate.is_some() != self.tls_key.is_some() {
            return Err(SettingsError::Together(
                "tls-certificate and tls-key belong together: set both or neither",
            ));
        }
        self.place()?;
        if self.lenient && self.data.is_none() {
            return Err(SettingsError::Together(
                "lenient says how the folder of data is read: set data, too",
            ));
        }
        Ok(())
    }
}

impl Settings {
    /// Where the site is.
    ///
    /// # Errors
    ///
    /// When its address and its base path contradict each other; not for settings that were read.
    pub fn place(&self) -> Result<Place, TwoPaths> {
        place(&self.base_path, self.public_url.as_ref())
    }

    /// Whether visitors come by TLS: to this server, or to a proxy in front of it.
    #[must_use]
    pub fn is_seen_by_tls(&self) -> bool {
        let url = self.public_url.as_ref();
        self.tls_key.is_some() || url.is_some_and(|url| url.to_string().starts_with("https:"))
    }

    /// Whether pages of other origins may read the API.
    #[must_use]
    pub const fn is_public(&self) -> bool {
        match self.cors {
            Cors::Auto => self.data.is_none(),
            Cors::Open => true,
            Cors::Closed => false,
        }
    }
}

impl Default for Settings {
    /// Every default, as the table has it.
    fn default() -> Self {
        // The tests read every default.
        Self::read(&Given::default()).unwrap_or_else(|mistake| panic!("{mistake}"))
    }
}

#[cfg(test)]
mod tests;
