//! What the browser saw: its console and its network log, and what is to be thought of them.

use std::fmt;

use serde_json::Value;

/// Levels of the console that a page must not reach.
const BAD_LEVELS: [&str; 2] = ["SEVERE", "WARNING"];
/// Schemes that ask nobody; `chrome:` is the browser's own first tab.
const LOCAL_SCHEMES: [&str; 4] = ["data:", "blob:", "about:", "chrome:"];

/// What the browser says of a file that was fetched ahead and is not used within seconds of the load. On a busy machine
/// that is the time which a page takes to wake; whether what is fetched ahead is used is asked by a test of its own.
const LATE: &str = "was preloaded using link preload but not used within a few seconds";

/// A browser's console and requests, from its start to its end.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// The server that may be asked: scheme, host and port.
    pub(super) origin: String,
    /// Errors and warnings on the console.
    pub console: Vec<String>,
    /// Everything that was asked for.
    pub requests: Vec<Request>,
    /// Texts of errors that the test provoked.
    pub(super) expected: Vec<String>,
}

/// One request of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// GET, POST …
    pub method: String,
    /// Whole.
    pub url: String,
}

impl Evidence {
    /// Adds an entry of the console.
    pub(super) fn add_console(&mut self, level: &str, message: String) {
        if BAD_LEVELS.contains(&level) && !message.contains(LATE) {
            self.console.push(message);
        }
    }

    /// Adds an event of the DevTools' network domain.
    pub(super) fn add_event(&mut self, entry: &str) {
        let Ok(entry) = serde_json::from_str::<Value>(entry) else {
            return;
        };
        let event = &entry["message"];
        let (method, url) = match event["method"].as_str() {
            Some("Network.requestWillBeSent") => (
                &event["params"]["request"]["method"],
                &event["params"]["request"]["url"],
            ),
            Some("Network.webSocketCreated") => (&Value::Null, &event["params"]["url"]),
            _ => return,
        };
        self.requests.push(Request {
            method: method.as_str().unwrap_or("CONNECT").to_owned(),
            url: url.as_str().unwrap_or_default().to_owned(),
        });
    }

    /// Requests to anybody but the server.
    #[must_use]
    pub fn foreign_requests(&self) -> Vec<&Request> {
        self.requests
            .iter()
            .filter(|request| !self.is_own(&request.url))
            .collect()
    }

    /// Errors and warnings that no test provoked.
    #[must_use]
    pub fn console_errors(&self) -> Vec<&str> {
        let is_expected = |line: &str| {
            self.expected
                .iter()
                .any(|text| line.contains(text.as_str()))
        };
        self.console
            .iter()
            .map(String::as_str)
            .filter(|line| !is_expected(line))
            .collect()
    }

    /// Whether everything was as it should be: no error on the console but those that were expected, each of which was
    /// seen; no request but to the server.
    ///
    /// # Errors
    ///
    /// What was not, in words.
    pub fn judge(&self) -> Result<(), String> {
        let mut findings = Vec::new();
        findings.extend(
            self.console_errors()
                .iter()
                .map(|line| format!("on the console: {line}")),
        );
        findings.extend(
            self.foreign_requests()
                .iter()
                .map(|request| format!("a request to a stranger: {request}")),
        );
        for text in &self.expected {
            if !self.console.iter().any(|line| line.contains(text.as_str())) {
                findings.push(format!("expected on the console, and not there: {text}"));
            }
        }
        if self.requests.is_empty() {
            findings.push("the network log is empty: it was not recorded".to_owned());
        }
        if findings.is_empty() {
            Ok(())
        } else {
            Err(findings.join("\n"))
        }
    }

    fn is_own(&self, url: &str) -> bool {
        let own = url
            .strip_prefix(self.origin.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        own || LOCAL_SCHEMES.iter().any(|scheme| url.starts_with(scheme))
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.method, self.url)
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.console {
            writeln!(f, "console: {line}")?;
        }
        for request in &self.requests {
            writeln!(f, "request: {request}")?;
        }
        Ok(())
    }
}
