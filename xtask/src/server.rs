//! Servers that are started to be measured, on loopback: Strata's binary, and nginx beside it. Each ends with its value.

mod nginx;
mod vitals;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::failure::Failure;
use crate::process;
pub(crate) use nginx::{Page, temporary_folders};
pub(crate) use vitals::Resident;

/// A running server.
pub(crate) struct Server {
    process: Child,
    /// Where it listens: an address and a port.
    pub(crate) address: String,
    /// Where Strata has its metrics, if that is another place.
    pub(crate) metrics: String,
}

impl Server {
    /// Strata on a free port, with these flags; what it logs goes to the file.
    pub(crate) fn strata(binary: &Path, flags: &[&str], log: &Path) -> Result<Self, Failure> {
        let log = File::create(log).map_err(|error| Failure::file("write", log, &error))?;
        let mut command = Command::new(binary);
        command
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(flags)
            .stdout(Stdio::piped())
            .stderr(log);
        let mut child = command
            .spawn()
            .map_err(|error| process::cannot_start(&command, &error))?;
        let out = child.stdout.take();
        let mut server = Self {
            process: child,
            address: String::new(),
            metrics: String::new(),
        };
        let mut said = out.map(BufReader::new).into_iter().flat_map(BufRead::lines);
        server.address = address(said.next())?;
        server.metrics.clone_from(&server.address);
        if flags.contains(&"--metrics-listen") {
            server.metrics = address(said.next())?;
        }
        Ok(server)
    }

    /// How much memory it holds.
    pub(crate) fn resident(&self) -> Result<Resident, Failure> {
        vitals::resident(self.process.id())
    }

    /// How long it and its workers have kept processors busy.
    pub(crate) fn busy(&self) -> Result<Duration, Failure> {
        vitals::busy(self.process.id())
    }

    /// How it ended, if it has.
    pub(crate) fn ended(&mut self) -> Option<String> {
        let status = self.process.try_wait().ok().flatten();
        status.map(|status| status.to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Told, not killed: nginx tells its workers. A server that has ended already needs no ending.
        let id = self.process.id().to_string();
        let told = Command::new("kill").args(["-TERM", &id]).status();
        if !told.is_ok_and(|status| status.success()) {
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
    }
}

/// The address in a line that says where a server listens.
fn address(line: Option<std::io::Result<String>>) -> Result<String, Failure> {
    let line = line.and_then(Result::ok).unwrap_or_default();
    line.split_once("http://")
        .map(|(_, rest)| rest.trim().trim_end_matches('/').to_owned())
        .ok_or_else(|| Failure::new("the server did not say where it listens"))
}

fn free_port() -> Result<u16, Failure> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
    listener
        .map(|address| address.port())
        .map_err(|error| Failure::new(format!("loopback has no free port: {error}")))
}
