//! Serves the static site with nginx, as configured in `deploy/nginx-static.conf`, for the browser tests.

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::{process, workspace};

/// Timeout for nginx to listen.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The address and the folder in the example.
const LISTEN: &str = "listen 80;";
const ROOT: &str = "root /srv/strata;";

/// nginx, stopped on drop.
pub(crate) struct Nginx {
    process: Child,
    /// Its address and port.
    pub(crate) address: String,
}

/// Exports the static site with the debug binary, and serves it.
pub(crate) fn serve(site: &Path) -> Result<Nginx> {
    let files = workspace::target().join("site-files");
    let mut export = Command::new(workspace::target().join("debug/strata"));
    export.arg("export-site").arg(&files).arg("--site");
    process::run(export.arg(site))?;
    let work = workspace::target().join("site-nginx");
    let example = workspace::root().join("deploy/nginx-static.conf");
    let text = workspace::text(&example)?;
    for place in [LISTEN, ROOT] {
        if !text.contains(place) {
            let lacks = format!("has no `{place}`, in whose place the tests put their own");
            bail!("{}: {lacks}", example.display());
        }
    }
    let address = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
    let address = address.context("loopback has no free port")?.to_string();
    let configuration = configuration(&text, &address, &files);
    workspace::write(&work.join("nginx.conf"), configuration)?;
    let mut command = Command::new("nginx");
    command
        .arg("-p")
        .arg(&work)
        .args(["-c", "nginx.conf", "-e", "error.log", "-g"])
        .arg(format!(
            "daemon off; pid {};",
            work.join("nginx.pid").display()
        ));
    let process = command
        .spawn()
        .map_err(|error| process::cannot_start(&command, &error))?;
    let nginx = Nginx { process, address };
    let deadline = Instant::now() + TIMEOUT;
    while TcpStream::connect(&nginx.address).is_err() {
        if Instant::now() > deadline {
            let said = work.join("error.log");
            bail!("nginx does not listen; {} says why", said.display());
        }
        std::thread::yield_now();
    }
    Ok(nginx)
}

/// The example's configuration for this address and folder, with local temporary folders: nginx would use root's.
fn configuration(example: &str, address: &str, files: &Path) -> String {
    let site = example
        .replace(LISTEN, &format!("listen {address};"))
        .replace(ROOT, &format!("root {};", files.display()));
    let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let temporary = kinds.map(|kind| format!("  {kind}_temp_path {kind};\n"));
    format!(
        "events {{}}\nhttp {{\ninclude /etc/nginx/mime.types;\naccess_log off;\n{}{site}}}\n",
        temporary.concat()
    )
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // SIGTERM, so that nginx stops its workers.
        let id = self.process.id().to_string();
        let told = Command::new("kill").args(["-TERM", &id]).status();
        if !told.is_ok_and(|status| status.success()) {
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
    }
}
