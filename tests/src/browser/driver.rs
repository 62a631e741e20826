//! The ChromeDriver process: one per browser, on a free port, ended on drop.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use thirtyfour::{ChromeCapabilities, ChromiumLikeCapabilities, LoggingPrefsLogLevel, WebDriver};

use super::VISIT_TIME;
use super::profile::PLAIN_NAME;
use crate::workspace;

const CHROMEDRIVER: &str = "chromedriver";
const INSTALL: &str = "`cargo xtask test` installs Chromium and its driver on Debian; elsewhere install both, so that \
                       `chromium` and `chromedriver` are on the PATH";

/// The driver's ready message, before the port.
const READY: &str = "started successfully on port ";
/// How often a driver is started until one listens: it picks a free IPv4 port, and exits if IPv6 has that in use.
const TRIES: usize = 5;
/// Timeout for the driver to end a browser.
const END_TIME: Duration = Duration::from_secs(10);

/// Besides these flags, the browser resolves no name but loopback's.
const FLAGS: [&str; 14] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--hide-scrollbars",
    "--window-size=1400,1400",
    "about:blank",
];

/// A driver and the browser that it started.
#[derive(Debug)]
pub(super) struct Driver {
    process: Child,
    port: u16,
    user_data: PathBuf,
    session: Option<String>,
}

impl Driver {
    /// Starts the driver and waits until it prints its port.
    pub(super) fn start() -> Self {
        let (process, port) = (0..TRIES)
            .find_map(|_| Self::listening())
            .unwrap_or_else(|| {
                panic!("{CHROMEDRIVER} ended {TRIES} times without saying on which port it listens")
            });
        Self {
            process,
            port,
            user_data: fresh_folder(),
            session: None,
        }
    }

    /// A driver and its port; `None` where it exited instead of listening.
    fn listening() -> Option<(Child, u16)> {
        let mut process = Command::new(CHROMEDRIVER)
            .args(["--port=0", "--log-level=WARNING"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {CHROMEDRIVER}: {error}; {INSTALL}"));
        let said = BufReader::new(process.stdout.take().expect("its output is piped"));
        let port = said
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.split(READY).nth(1)?.trim_end_matches('.').parse().ok());
        if port.is_none() {
            // It has closed its output: it is exiting, or unusable.
            let _ = process.kill();
            let _ = process.wait();
        }
        Some((process, port?))
    }

    /// Starts the browser with a fresh profile.
    pub(super) async fn open_browser(&mut self) -> WebDriver {
        let url = format!("http://127.0.0.1:{}", self.port);
        let capabilities = capabilities(&self.user_data).expect("capabilities are plain values");
        let browser = WebDriver::new(url, capabilities)
            .await
            .unwrap_or_else(|error| panic!("the browser does not start: {error}; {INSTALL}"));
        self.session = Some(browser.handle().session_id().to_string());
        // The driver's own limit of 30 s is too short for axe on a slow machine.
        let waits = browser.set_script_timeout(VISIT_TIME).await;
        waits.expect("the driver takes a limit");
        browser
    }

    /// Notes that the browser has ended.
    pub(super) fn forget_browser(&mut self) {
        self.session = None;
    }

    /// Asks the driver to end the browser, without a runtime, because this also runs while a test unwinds.
    fn end_browser(&self, session: &str) -> std::io::Result<()> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        stream.set_read_timeout(Some(END_TIME))?;
        write!(
            stream,
            "DELETE /session/{session} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
        )?;
        // The first byte of the answer arrives when the browser has ended; the driver keeps the connection open.
        stream.read_exact(&mut [0])
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // A browser that does not end when asked ends with its driver.
        if let Some(session) = self.session.take() {
            let _ = self.end_browser(&session);
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.user_data);
    }
}

fn capabilities(user_data: &Path) -> Result<ChromeCapabilities, thirtyfour::error::WebDriverError> {
    let mut chrome = ChromeCapabilities::new();
    for flag in FLAGS {
        chrome.add_arg(flag)?;
    }
    chrome.add_arg(&format!("--user-data-dir={}", user_data.display()))?;
    chrome.add_arg(&format!(
        "--host-resolver-rules=MAP {PLAIN_NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    ))?;
    chrome.set_logging_prefs("browser", LoggingPrefsLogLevel::All)?;
    chrome.set_logging_prefs("performance", LoggingPrefsLogLevel::All)?;
    Ok(chrome)
}

fn fresh_folder() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("strata-browser-{}-{count}", std::process::id());
    workspace::empty(std::env::temp_dir().join(name))
}
