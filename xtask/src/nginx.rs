//! nginx on a free port of loopback, with a configuration of the caller's.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};
use std::{fs, thread};

use anyhow::{Context as _, Result, ensure};

use crate::{process, workspace};

/// Timeout for nginx to listen, and how often it is tried.
const TIMEOUT: Duration = Duration::from_secs(10);
const INTERVAL: Duration = Duration::from_millis(10);

/// A server process, ended on drop.
#[derive(Debug)]
pub struct Daemon {
    pub process: Child,
    /// Its address and port.
    pub address: String,
    /// The file of its errors, shown when a test fails.
    pub log: PathBuf,
}

/// Starts nginx in a folder. `main` are directives outside of `http`; `http` makes those inside, for the address.
pub fn start(folder: &Path, main: &str, http: impl FnOnce(&str) -> String) -> Result<Daemon> {
    let address = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
    let address = address.context("loopback has no free port")?.to_string();
    // Temporary folders of its own: nginx would use root's.
    let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let temporary = kinds.map(|kind| format!("{kind}_temp_path {kind};\n"));
    let configuration = format!(
        "daemon off;\npid nginx.pid;\n{main}\nhttp {{\naccess_log off;\n{}{}}}\n",
        temporary.concat(),
        http(&address)
    );
    workspace::write(&folder.join("nginx.conf"), configuration)?;
    let mut command = process::program("nginx -c nginx.conf -e error.log -p");
    let process = command.arg(folder).spawn();
    let process = process.with_context(|| process::cannot_start(&command))?;
    let mut nginx = Daemon {
        process,
        address,
        log: folder.join("error.log"),
    };
    let deadline = Instant::now() + TIMEOUT;
    while TcpStream::connect(&nginx.address).is_err() {
        let has_ended = nginx.process.try_wait()?.is_some();
        ensure!(
            !has_ended && Instant::now() < deadline,
            "nginx does not listen; {} says why",
            nginx.log.display()
        );
        thread::sleep(INTERVAL);
    }
    Ok(nginx)
}

impl Drop for Daemon {
    fn drop(&mut self) {
        // SIGTERM, so that nginx stops its workers.
        let kill = format!("kill -TERM {}", self.process.id());
        let told = process::program(&kill).status();
        if !told.is_ok_and(|status| status.success()) {
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
        if thread::panicking() {
            let said = fs::read_to_string(&self.log).unwrap_or_default();
            eprintln!("{}:\n{said}", self.log.display());
        }
    }
}
