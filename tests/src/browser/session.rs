//! A browser with one open page: actions and observations of a visitor.

use std::cell::RefCell;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thirtyfour::error::WebDriverResult;
use thirtyfour::{By, TypingData, WebDriver, WebElement};

use super::driver::Driver;
use super::evidence::Evidence;
use super::profile::Profile;
use super::site_urls;
use super::write_picture;
use crate::server;

/// Timeout for anything to appear.
const TIMEOUT: Duration = Duration::from_secs(20);
/// Polling interval.
const PAUSE: Duration = Duration::from_millis(20);
/// The attribute that only hydration sets.
const HYDRATED: &str = "html[data-hydrated]";

/// A browser of a test's own.
#[derive(Debug)]
pub struct Session {
    /// For actions without a method here. Declared before the driver, so that it ends first.
    pub web: WebDriver,
    driver: Driver,
    profile: Profile,
    evidence: RefCell<Evidence>,
}

impl Session {
    pub(super) async fn start(profile: Profile) -> Self {
        let origin = format!(
            "http://{}:{}",
            profile.origin.host(),
            server::address().port()
        );
        let mut driver = Driver::start();
        let web = driver.open_browser().await;
        let evidence = Evidence {
            origin,
            ..Evidence::default()
        };
        let session = Self {
            web,
            driver,
            profile,
            evidence: RefCell::new(evidence),
        };
        session.emulate().await;
        session
    }

    /// Collects the last evidence and ends the browser.
    pub(super) async fn end(self) -> Evidence {
        self.collect().await;
        let Self {
            web,
            mut driver,
            evidence,
            ..
        } = self;
        match web.quit().await {
            Ok(()) => driver.forget_browser(),
            Err(error) => eprintln!("the browser did not end when asked: {error}"),
        }
        drop(driver);
        evidence.into_inner()
    }

    async fn emulate(&self) {
        let Profile {
            viewport,
            colours,
            reduced_motion,
            javascript,
            ..
        } = self.profile;
        let size = json!({
            "width": viewport.width, "height": viewport.height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", size)
            .await;
        let motion = if reduced_motion {
            "reduce"
        } else {
            "no-preference"
        };
        let features = json!({ "features": [
            { "name": "prefers-color-scheme", "value": colours.as_str() },
            { "name": "forced-colors", "value": colours.forced() },
            { "name": "prefers-reduced-motion", "value": motion },
        ] });
        self.devtools("Emulation.setEmulatedMedia", features).await;
        if !javascript {
            self.devtools(
                "Emulation.setScriptExecutionDisabled",
                json!({ "value": true }),
            )
            .await;
        }
    }

    /// The URL of a path on the server, or of the same page on the static site.
    pub fn url(&self, path: &str) -> String {
        format!("{}{}", self.evidence.borrow().origin, site_urls::url(path))
    }

    /// Opens a page and waits until it is hydrated (if JavaScript runs).
    pub async fn open(&self, path: &str) {
        self.web.goto(self.url(path)).await.expect("the page opens");
        if self.profile.javascript {
            self.until_hydrated().await;
        }
    }

    /// Goes back as the browser's button does. (The driver runs a script anew when the page goes while it runs: a
    /// script that goes back may go back twice.)
    pub async fn back(&self) {
        self.web.back().await.expect("the browser goes back");
    }

    /// Waits for hydration: after a link was followed, say.
    pub async fn until_hydrated(&self) {
        self.find(HYDRATED).await;
    }

    /// Polls until `look` returns a value.
    pub async fn until<T>(&self, what: &str, look: impl AsyncFn() -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(seen) = look().await {
                return seen;
            }
            if start.elapsed() >= TIMEOUT {
                let at = self.web.current_url().await.map(String::from);
                panic!("waited in vain for {what}; the page is {at:?}");
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// The first element that matches a CSS selector, as soon as there is one.
    pub async fn find(&self, css: &str) -> WebElement {
        self.until(css, async || self.web.find(By::Css(css)).await.ok())
            .await
    }

    /// All elements that match a CSS selector now.
    pub async fn find_all(&self, css: &str) -> Vec<WebElement> {
        self.web
            .find_all(By::Css(css))
            .await
            .expect("the selector is one")
    }

    /// Clicks the first element that matches; scrolls it out from under a sticky bar.
    pub async fn click(&self, css: &str) {
        let element = self.find(css).await;
        let seen = "const [element] = arguments;
            const top = element.getBoundingClientRect().top;
            if (top < 64 && !element.closest('.point-bar, .site-header')) {
                element.scrollIntoView({ block: 'center', behavior: 'instant' });
            }";
        let argument = element.to_json().expect("an element is known by its id");
        let scrolled = self.web.execute(seen, vec![argument]).await;
        scrolled.unwrap_or_else(|error| panic!("cannot scroll to {css}: {error}"));
        element
            .click()
            .await
            .unwrap_or_else(|error| panic!("cannot click {css}: {error}"));
    }

    /// Clicks the first button with this text.
    pub async fn press(&self, words: &str) {
        let button = By::XPath(format!("//button[normalize-space()='{words}']"));
        let found = async || self.web.find(button.clone()).await.ok();
        let button = self.until(words, found).await;
        let pressed = button.click().await;
        pressed.unwrap_or_else(|error| panic!("cannot press {words:?}: {error}"));
    }

    /// Clicks the first link to a page of the server.
    pub async fn follow(&self, path: &str) {
        self.click(&site_urls::link(path)).await;
    }

    /// The visible text of the first element that matches.
    pub async fn text(&self, css: &str) -> String {
        self.find(css)
            .await
            .text()
            .await
            .unwrap_or_else(|error| panic!("cannot read {css}: {error}"))
    }

    /// Waits until the visible text of the first element that matches equals `expected`.
    pub async fn expect_text(&self, css: &str, expected: &str) {
        self.until(&format!("{css} to say {expected:?}"), async || {
            let text = self.web.find(By::Css(css)).await.ok()?.text().await.ok()?;
            (text == expected).then_some(())
        })
        .await;
    }

    /// Waits until the visible text of the first element that matches contains `part`.
    pub async fn until_text(&self, css: &str, part: &str) {
        self.until(&format!("{css} to contain {part:?}"), async || {
            let text = self.web.find(By::Css(css)).await.ok()?.text().await.ok()?;
            text.contains(part).then_some(())
        })
        .await;
    }

    /// Waits until the page has this path, query and fragment.
    pub async fn until_at(&self, path: &str) {
        let arrived = async || (self.path().await == path).then_some(());
        self.until(&format!("the page {path}"), arrived).await;
    }

    /// Waits until the page's address contains `part`.
    pub async fn until_at_some(&self, part: &str) {
        let arrived = async || self.path().await.contains(part).then_some(());
        self.until(&format!("a page at {part}"), arrived).await;
    }

    /// Waits until a script returns this value.
    pub async fn until_script(&self, script: &str, value: impl Into<Value>) {
        let value = value.into();
        let returned = async || (self.script(script).await == value).then_some(());
        let what = format!("{script} to return {value}");
        self.until(&what, returned).await;
    }

    /// Types into the first element that matches.
    pub async fn send(&self, css: &str, keys: impl Into<TypingData>) {
        let sent = self.find(css).await.send_keys(keys).await;
        sent.unwrap_or_else(|error| panic!("{css} takes no keys: {error}"));
    }

    /// Marks the page, so that [`Self::is_same_page`] can tell it from a newly loaded one.
    pub async fn mark(&self) {
        self.script("window.isMarked = true").await;
    }

    /// Whether the page is the one that was marked.
    pub async fn is_same_page(&self) -> bool {
        self.script("return window.isMarked").await == true
    }

    /// Catches the next copy, whatever the browser lets a test read of the clipboard.
    pub async fn catch_copy(&self) {
        let script = "window.copied = null;
            navigator.clipboard.writeText = async text => { window.copied = text }";
        self.script(script).await;
    }

    /// The text that was copied.
    pub async fn copied(&self) -> String {
        let copied = async || {
            let text = self.script("return window.copied ?? null").await;
            text.as_str().map(str::to_owned)
        };
        self.until("a copy", copied).await
    }

    /// An attribute of the first element that matches.
    pub async fn attribute(&self, css: &str, name: &str) -> Option<String> {
        self.find(css)
            .await
            .attr(name)
            .await
            .unwrap_or_else(|error| panic!("cannot read {css}: {error}"))
    }

    /// Path, query and fragment of the page's URL, as on the server.
    pub async fn path(&self) -> String {
        let url = self
            .web
            .current_url()
            .await
            .expect("a page is open")
            .to_string();
        let origin = self.evidence.borrow().origin.clone();
        let path = url.strip_prefix(&origin);
        path.map_or_else(|| url.clone(), site_urls::path)
    }

    /// Runs a script in the page and returns its result.
    pub async fn script(&self, script: &str) -> Value {
        let result = self.web.execute(script, Vec::new()).await;
        result
            .unwrap_or_else(|error| panic!("the script failed: {error}"))
            .json()
            .clone()
    }

    pub async fn devtools(&self, command: &str, parameters: Value) -> Value {
        let answer = self.web.cdp().send_raw(command, parameters).await;
        answer.unwrap_or_else(|error| panic!("{command} failed: {error}"))
    }

    /// The evidence so far; calls before and after an action show its effect.
    pub async fn evidence(&self) -> Evidence {
        self.collect().await;
        self.evidence.borrow().clone()
    }

    /// Expects a console error that contains this text.
    pub fn expect_console_error(&self, text: &str) {
        self.evidence.borrow_mut().expected.push(text.to_owned());
    }

    /// Takes a screenshot of the whole page.
    pub async fn screenshot(&self, path: &Path) {
        self.try_screenshot(path)
            .await
            .unwrap_or_else(|error| panic!("no picture at {}: {error}", path.display()));
    }

    pub(super) async fn try_screenshot(
        &self,
        path: &Path,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let height = self
            .web
            .execute("return document.documentElement.scrollHeight", Vec::new())
            .await
            .ok()
            .and_then(|height| height.json().as_u64())
            .unwrap_or(0)
            .max(self.profile.viewport.height.into());
        let size = |height| json!({ "width": self.profile.viewport.width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.web
            .cdp()
            .send_raw("Emulation.setDeviceMetricsOverride", size(height))
            .await?;
        let png = self.web.screenshot_as_png().await?;
        let viewport = size(self.profile.viewport.height.into());
        self.web
            .cdp()
            .send_raw("Emulation.setDeviceMetricsOverride", viewport)
            .await?;
        write_picture(path, &png)?;
        Ok(())
    }

    /// Adds the driver's new log entries to the evidence.
    async fn collect(&self) {
        let console = self.log("browser").await;
        let network = self.log("performance").await;
        let mut evidence = self.evidence.borrow_mut();
        for (level, message) in console.expect("the driver records the console") {
            evidence.add_console(&level, message);
        }
        for (_, message) in network.expect("the driver records the network") {
            evidence.add_event(&message);
        }
    }

    async fn log(&self, kind: &str) -> WebDriverResult<Vec<(String, String)>> {
        let entries = self.web.get_log(kind).await?;
        Ok(entries
            .into_iter()
            .map(|entry| (entry.level, entry.message))
            .collect())
    }
}
