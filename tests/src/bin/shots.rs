//! Pictures of the main pages, on a desk and on a phone, light and dark: `cargo xtask shots`.

use std::path::PathBuf;

use strata_tests::browser::{Colours, Profile, Viewport, evidence_of};

/// A name for the file, and the page.
const PAGES: &[(&str, &str)] = &[
    ("home", "/"),
    ("structure", "/structures/ETW_REALTIME_CONSUMER"),
    ("history", "/structures/ETW_UM_LOGGER_CONTEXT"),
    ("layout", "/structures/ETW_REALTIME_CONSUMER/6.2/x64"),
    ("largest", "/structures/ETW_UM_LOGGER_CONTEXT/6.3/x64"),
    (
        "diff",
        "/structures/ETW_REALTIME_CONSUMER/diff/6.1/x64/6.2/x64",
    ),
    ("decode", "/structures/ETW_REALTIME_CONSUMER/6.2/x64/decode"),
    ("releases", "/releases"),
    ("audit", "/audit"),
    ("about", "/about"),
    ("not-found", "/structures/ETW_REALTIME_CONSUMR/6.2/x64"),
];

fn main() {
    let folder = std::env::args_os()
        .nth(1)
        .map_or_else(|| PathBuf::from("shots"), PathBuf::from);
    for (viewport, width) in [(Viewport::DESKTOP, "1400"), (Viewport::PHONE, "390")] {
        for colours in [Colours::Light, Colours::Dark] {
            let profile = Profile {
                viewport,
                colours,
                ..Profile::default()
            };
            evidence_of(profile, async |session| {
                for (name, path) in PAGES {
                    session.open(path).await;
                    let file = folder.join(format!("{name}-{width}-{}.png", colours.as_str()));
                    session.screenshot(&file).await;
                    println!("{}", file.display());
                }
            });
        }
    }
}
