//! Profiles of visitors' browsers.

#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// The size of the window.
    pub viewport: Viewport,
    /// The system's colour scheme.
    pub colours: Colours,
    /// Whether the system asks for reduced motion.
    pub reduced_motion: bool,
    pub javascript: bool,
    /// The host name under which the server is visited.
    pub origin: Origin,
}

impl Profile {
    pub const DESKTOP: Self = Self {
        viewport: Viewport::DESKTOP,
        colours: Colours::Light,
        reduced_motion: false,
        javascript: true,
        origin: Origin::Loopback,
    };
    /// A phone's browser.
    pub const PHONE: Self = Self {
        viewport: Viewport::PHONE,
        ..Self::DESKTOP
    };
    /// A browser without JavaScript.
    pub const WITHOUT_SCRIPT: Self = Self {
        javascript: false,
        ..Self::DESKTOP
    };
    /// A browser that visits the server by a plain name.
    pub const PLAIN_NAME: Self = Self {
        origin: Origin::PlainName,
        ..Self::DESKTOP
    };
}

/// The window's inner size, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    /// In CSS pixels.
    pub width: u32,
    /// In CSS pixels.
    pub height: u32,
}

impl Viewport {
    pub const DESKTOP: Self = Self {
        width: 1400,
        height: 900,
    };
    /// A phone's window.
    pub const PHONE: Self = Self {
        width: 390,
        height: 844,
    };
}

/// The values of `prefers-color-scheme` and `forced-colors`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// Forced colours (high contrast).
    Forced,
}

impl Colours {
    /// The value of `prefers-color-scheme`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Light | Self::Forced => "light",
            Self::Dark => "dark",
        }
    }

    /// The value of `forced-colors`.
    pub const fn forced(self) -> &'static str {
        match self {
            Self::Light | Self::Dark => "none",
            Self::Forced => "active",
        }
    }
}

/// The host name for the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// 127.0.0.1, which browsers trust like https.
    Loopback,
    /// A name over plain http, as on an intranet: no clipboard, no brotli.
    PlainName,
}

impl Origin {
    /// The host in URLs.
    pub const fn host(self) -> &'static str {
        match self {
            Self::Loopback => "127.0.0.1",
            Self::PlainName => PLAIN_NAME,
        }
    }
}

/// The browser resolves this name to loopback without a name server.
pub(super) const PLAIN_NAME: &str = "strata.test";
