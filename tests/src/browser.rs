//! Drives a real Chromium, and records evidence of what a page did.
//!
//! ```no_run
//! use strata_tests::browser::{self, Profile};
//!
//! browser::visit(Profile::DESKTOP, async |session| {
//!     session.open("/").await;
//!     session.click(".theme-switch").await;
//! });
//! ```
//!
//! [`visit`] starts a browser with a profile of its own, and fails the test at the end if a page wrote an error or a
//! warning to the console, or sent a request to another server. Browser and driver are ended in any case.

mod ax;
mod axe;
mod driver;
mod evidence;
mod profile;
mod session;
pub mod site_urls;

pub use ax::tree;
pub use axe::violations;
pub use evidence::{Evidence, Request};
pub use profile::{Colours, Origin, Profile, Viewport};
pub use session::Session;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::sync::Semaphore;

/// How many browsers run at once: a page, its renderer and the server share two cores in CI.
const BROWSERS: usize = 2;
const VISIT_TIME: Duration = Duration::from_secs(240);

static PLACES: Semaphore = Semaphore::const_new(BROWSERS);

/// Runs a test in a browser of its own, then judges the evidence.
pub fn visit(profile: Profile, test: impl AsyncFnOnce(&Session)) {
    let evidence = evidence_of(profile, test);
    if let Err(findings) = evidence.judge() {
        panic!("{findings}");
    }
}

/// Runs a test in a browser of its own, and returns the evidence without judging it.
pub fn evidence_of(profile: Profile, test: impl AsyncFnOnce(&Session)) -> Evidence {
    let runtime = Runtime::new().expect("a runtime starts");
    let place = runtime
        .block_on(PLACES.acquire())
        .expect("the semaphore is never closed");
    let session = runtime.block_on(Session::start(profile));
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        runtime.block_on(async {
            tokio::time::timeout(VISIT_TIME, test(&session))
                .await
                .expect("the visit ends in time");
        });
    }));
    if outcome.is_err() {
        runtime.block_on(keep_picture(&session));
    }
    let evidence = runtime.block_on(session.end());
    drop(place);
    match outcome {
        Ok(()) => evidence,
        Err(panic) => {
            eprintln!("{evidence}");
            resume_unwind(panic)
        }
    }
}

/// Saves a screenshot of a failed test, named after the test.
async fn keep_picture(session: &Session) {
    let name = std::thread::current()
        .name()
        .unwrap_or("test")
        .replace("::", "-");
    let path = crate::workspace::target()
        .join("browser-failures")
        .join(format!("{name}.png"));
    match session.try_screenshot(&path).await {
        Ok(()) => eprintln!("the page at the time: {}", path.display()),
        Err(error) => eprintln!("no picture of the page: {error}"),
    }
}

/// Writes a screenshot, creating its folder.
pub(crate) fn write_picture(path: &Path, png: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, png)
}
