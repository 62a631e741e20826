//! What a visitor's browser is like.

/// A visitor.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// How large the window is.
    pub viewport: Viewport,
    /// Which colours the system wants.
    pub colours: Colours,
    /// Whether the system asks for less motion.
    pub reduced_motion: bool,
    /// Whether scripts run.
    pub javascript: bool,
    /// Under which name the server is visited.
    pub origin: Origin,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            viewport: Viewport::DESKTOP,
            colours: Colours::Light,
            reduced_motion: false,
            javascript: true,
            origin: Origin::Loopback,
        }
    }
}

/// The window's inner size, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    /// From left to right.
    pub width: u32,
    /// From top to bottom.
    pub height: u32,
}

impl Viewport {
    /// A desk.
    pub const DESKTOP: Self = Self {
        width: 1400,
        height: 900,
    };
    /// A phone.
    pub const PHONE: Self = Self {
        width: 390,
        height: 844,
    };
}

/// What `prefers-color-scheme` and `forced-colors` say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// The reader's own colours for everything.
    Forced,
}

impl Colours {
    /// The scheme, as the style sheet writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Light | Self::Forced => "light",
            Self::Dark => "dark",
        }
    }

    /// The same for whether colours are forced.
    #[must_use]
    pub const fn forced(self) -> &'static str {
        match self {
            Self::Light | Self::Dark => "none",
            Self::Forced => "active",
        }
    }
}

/// How the server is addressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// As 127.0.0.1, which browsers trust as if it were https.
    Loopback,
    /// By a name over plain http, as on an intranet: no clipboard, no Brotli.
    PlainName,
}

impl Origin {
    /// The host of the URLs.
    #[must_use]
    pub const fn host(self) -> &'static str {
        match self {
            Self::Loopback => "127.0.0.1",
            Self::PlainName => PLAIN_NAME,
        }
    }
}

/// The browser is told that this name is loopback; no name server is asked.
pub(super) const PLAIN_NAME: &str = "strata.test";
