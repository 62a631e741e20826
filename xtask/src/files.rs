//! The site as files behind nginx, as `deploy/nginx-static.conf` has it: for the browser's tests.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::server::{Server, temporary_folders};
use crate::{process, workspace};

/// Writes the site as files, by the binary that was tested, and serves them.
pub(crate) fn serve(site: &Path) -> Result<Server, Failure> {
    let files = workspace::target().join("site-files");
    let mut export = Command::new(workspace::target().join("debug/strata"));
    export.arg("export-site").arg(&files).arg("--site");
    process::run(export.arg(site))?;
    let work = workspace::target().join("site-nginx");
    fs::create_dir_all(&work).map_err(|error| Failure::file("create", &work, &error))?;
    let example = workspace::root().join("deploy/nginx-static.conf");
    let text = fs::read_to_string(&example);
    let text = text.map_err(|error| Failure::file("read", &example, &error))?;
    for place in [LISTEN, ROOT] {
        if !text.contains(place) {
            let lacks = format!("has no `{place}`, in whose place the tests put their own");
            return Err(Failure::new(format!("{}: {lacks}", example.display())));
        }
    }
    Server::nginx_with(&work, |address| configuration(&text, address, &files))
}

/// Where the example listens, and what it serves.
const LISTEN: &str = "listen 80;";
const ROOT: &str = "root /srv/strata;";

/// The example, here.
fn configuration(example: &str, address: &str, files: &Path) -> String {
    let site = example
        .replace(LISTEN, &format!("listen {address};"))
        .replace(ROOT, &format!("root {};", files.display()));
    format!(
        "events {{}}\nhttp {{\ninclude /etc/nginx/mime.types;\naccess_log off;\n{}{site}}}\n",
        temporary_folders()
    )
}
