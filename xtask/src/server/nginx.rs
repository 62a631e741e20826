//! nginx, which serves files that were written for it.

use std::fs;
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::{Server, free_port};
use crate::failure::Failure;
use crate::process;

/// How long it may take to listen.
const PATIENCE: Duration = Duration::from_secs(10);

/// A file that it serves; one that ends with `.gz` is what it answers for the name before that to those who accept gzip.
pub(crate) struct Page<'a> {
    pub(crate) name: &'a str,
    pub(crate) bytes: &'a [u8],
}

impl Server {
    /// Serves the files as fast as its manual teaches: with `sendfile`, from open files, without a log.
    pub(crate) fn nginx(folder: &Path, files: &[Page<'_>]) -> Result<Self, Failure> {
        let www = folder.join("www");
        fs::create_dir_all(&www).map_err(|error| Failure::file("make", &www, &error))?;
        for file in files {
            let path = www.join(file.name);
            fs::write(&path, file.bytes).map_err(|error| Failure::file("write", &path, &error))?;
        }
        Self::nginx_with(folder, fastest)
    }

    /// Runs in a folder that is there, as a configuration has it that is told where to listen.
    pub(crate) fn nginx_with(
        folder: &Path,
        configuration: impl FnOnce(&str) -> String,
    ) -> Result<Self, Failure> {
        let address = format!("127.0.0.1:{}", free_port()?);
        let path = folder.join("nginx.conf");
        fs::write(&path, configuration(&address))
            .map_err(|error| Failure::file("write", &path, &error))?;
        let mut command = Command::new("nginx");
        command
            .arg("-p")
            .arg(folder)
            .args(["-c", "nginx.conf", "-e", "error.log", "-g"])
            .arg(format!(
                "daemon off; pid {};",
                folder.join("nginx.pid").display()
            ));
        let process = command
            .spawn()
            .map_err(|error| process::cannot_start(&command, &error))?;
        let server = Self {
            process,
            metrics: address.clone(),
            address,
        };
        server.wait(&folder.join("error.log"))?;
        Ok(server)
    }

    fn wait(&self, log: &Path) -> Result<(), Failure> {
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect(&self.address).is_err() {
            if Instant::now() > deadline {
                let said = log.display();
                return Err(Failure::new(format!(
                    "nginx does not listen; {said} says why"
                )));
            }
            std::thread::yield_now();
        }
        Ok(())
    }
}

/// Where it keeps what it never has here; it would look for them in folders of root's.
pub(crate) fn temporary_folders() -> String {
    let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let kinds = kinds.map(|kind| format!("  {kind}_temp_path {kind};\n"));
    kinds.concat()
}

fn fastest(address: &str) -> String {
    format!(
        "worker_processes auto;\nworker_rlimit_nofile 16384;\nevents {{ worker_connections 8192; }}\nhttp {{\n{}  \
         access_log off;\n  sendfile on;\n  tcp_nopush on;\n  gzip_static on;\n  keepalive_requests 1000000000;\n  \
         open_file_cache max=100 inactive=1h;\n  open_file_cache_valid 1h;\n  \
         types {{ application/json json; text/html html; }}\n  server {{ listen {address} backlog=4096; root www; }}\n}}\n",
        temporary_folders()
    )
}
