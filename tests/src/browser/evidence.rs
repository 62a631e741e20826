//! Evidence of a visit: the browser's console and its network log, and the verdict on them.

use std::fmt;

use serde_json::Value;

/// Console levels that fail a test.
const BAD_LEVELS: [&str; 2] = ["SEVERE", "WARNING"];
/// Schemes without a network request; `chrome:` is the browser's own first tab.
const LOCAL_SCHEMES: [&str; 4] = ["data:", "blob:", "about:", "chrome:"];

/// The browser's warning about a preloaded file that is not used within seconds of the load. On a busy machine
/// hydration takes that long; a test of its own checks that preloaded files are used.
const LATE: &str = "was preloaded using link preload but not used within a few seconds";

/// A browser's console and requests, from its start to its end.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// The only server that may receive requests: scheme, host and port.
    pub(super) origin: String,
    /// Errors and warnings on the console.
    pub console: Vec<String>,
    pub requests: Vec<Request>,
    /// Texts of errors that the test provokes.
    pub(super) expected: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// `GET`, `POST` …
    pub method: String,
    /// The complete URL.
    pub url: String,
}

impl Evidence {
    /// Adds a console entry, unless it is of a page of the browser itself, as that of its downloads.
    pub(super) fn add_console(&mut self, level: &str, message: String) {
        let is_ours = !message.contains(LATE) && !message.starts_with("chrome://");
        if BAD_LEVELS.contains(&level) && is_ours {
            self.console.push(message);
        }
    }

    /// Adds a DevTools network event.
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

    /// Requests to other servers.
    pub fn foreign_requests(&self) -> Vec<&Request> {
        self.requests
            .iter()
            .filter(|request| !self.is_own(&request.url))
            .collect()
    }

    /// Errors and warnings that no test provoked.
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

    /// Checks that the console has no error but the expected ones, each of which occurred, and that no request went to
    /// another server.
    ///
    /// # Errors
    ///
    /// The violations, in words.
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
