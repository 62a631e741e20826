//! Third-party programs, which `cargo xtask test` installs under `target/`.

use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) use strata_tests::process::{ran, ran_with};
use strata_tests::{server, workspace};

/// A program from PyPI.
pub(crate) fn python(name: &str) -> Command {
    command(&workspace::target().join("tests-python/bin").join(name))
}

/// A program from npm.
pub(crate) fn node(name: &str) -> Command {
    command(
        &workspace::target()
            .join("tests-js/node_modules/.bin")
            .join(name),
    )
}

fn command(path: &Path) -> Command {
    assert!(
        path.exists(),
        "{} is not there; `cargo xtask test` puts it there",
        path.display()
    );
    Command::new(path)
}

/// The server's URL without a trailing slash.
pub(crate) fn server() -> String {
    format!("http://{}", server::api_address())
}

/// An empty folder for a test's output.
pub(crate) fn folder(name: &str) -> PathBuf {
    workspace::empty(workspace::target().join("tests-clients").join(name))
}

/// Fetches a path of the server into a file.
pub(crate) fn fetch(path: &str, file: &Path) {
    let url = format!("{}{path}", server());
    ran(Command::new("curl")
        .args(["--silent", "--show-error", "--fail", "--output"])
        .arg(file)
        .arg(url));
}

/// The OpenAPI document in a file.
pub(crate) fn document(folder: &Path) -> PathBuf {
    let file = folder.join("openapi.json");
    fetch("/api/v1/openapi.json", &file);
    file
}
