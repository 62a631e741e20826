//! The server that is abused, and whether it is still well.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::client;
use super::report::Report;
use crate::failure::Failure;
use crate::server::{Resident, Server};

/// How long something that must come about may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long to wait before looking again.
const PAUSE: Duration = Duration::from_millis(20);

/// A server with a log and metrics of its own.
pub(super) struct Patient {
    server: Server,
    log: PathBuf,
}

impl Patient {
    /// Starts it with these flags.
    pub(super) fn start(
        binary: &Path,
        folder: &Path,
        name: &str,
        flags: &[&str],
    ) -> Result<Self, Failure> {
        let log = folder.join(format!("{name}.log"));
        let flags = [&["--metrics-listen", "127.0.0.1:0"], flags].concat();
        let server = Server::strata(binary, &flags, &log)?;
        Ok(Self { server, log })
    }

    pub(super) fn address(&self) -> &str {
        &self.server.address
    }

    pub(super) fn resident(&self) -> Result<Resident, Failure> {
        self.server.resident()
    }

    /// How many connections are open, that of the question not counted.
    pub(super) fn connections(&self) -> Result<usize, Failure> {
        let metrics = self.metrics()?;
        let line = metrics
            .lines()
            .find_map(|line| line.strip_prefix("strata_connections "));
        let open: Option<usize> = line.and_then(|figure| figure.trim().parse().ok());
        open.map(|open| open.saturating_sub(1))
            .ok_or_else(|| Failure::new("the metrics do not say how many connections are open"))
    }

    /// Waits until so many connections are open; how long that took.
    pub(super) fn until(
        &self,
        what: &str,
        is_so: impl Fn(usize) -> bool,
    ) -> Result<Duration, Failure> {
        let started = Instant::now();
        loop {
            let open = self.connections()?;
            if is_so(open) {
                return Ok(started.elapsed());
            }
            if started.elapsed() > PATIENCE {
                return Err(Failure::new(format!(
                    "{what}: after {PATIENCE:?}, {open} connections are open"
                )));
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Whether it is still there, made no mistake, and answers.
    pub(super) fn judge(&mut self, report: &mut Report, amid: &str) {
        if let Some(status) = self.server.ended() {
            report.failed(format!("{amid}: the server ended: {status}"));
            return;
        }
        match self.metrics() {
            Err(failure) => report.failed(format!("{amid}: {failure}")),
            Ok(metrics) => {
                let requests = |line: &&str| line.starts_with("strata_http_requests_total{");
                let mistakes = metrics.lines().filter(requests);
                for line in mistakes.filter(|line| line.contains("status=\"5xx\"")) {
                    report.failed(format!("{amid}: the server counts mistakes: {line}"));
                }
            }
        }
        let log = fs::read_to_string(&self.log).unwrap_or_default();
        for line in log
            .lines()
            .filter(|line| line.contains("panic") || line.contains("ERROR"))
        {
            report.failed(format!("{amid}: the log says: {line}"));
        }
    }

    fn metrics(&self) -> Result<String, Failure> {
        let text = client::exchange(
            &self.server.metrics,
            client::asking("/metrics", "").as_bytes(),
        );
        text.map(|answer| String::from_utf8_lossy(answer.body()).into_owned())
            .map_err(|error| Failure::new(format!("there are no metrics: {error}")))
    }
}
