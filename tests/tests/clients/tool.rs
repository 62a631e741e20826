//! Third-party programs, which `cargo xtask test` installs under `target/`.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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
    let folder = workspace::target().join("tests-clients").join(name);
    // It may remain from an earlier run.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// Runs a program to its end; fails the test with its output if it fails.
#[track_caller]
pub(crate) fn run(command: &mut Command) -> String {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{command:?}: {}\n{said}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    said
}

/// Runs a program that reads its script from standard input.
#[track_caller]
pub(crate) fn run_script(program: &str, args: &[&OsStr], script: &str) -> String {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped());
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(script.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{program}: {}\n{said}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    said
}

/// The OpenAPI document in a file.
pub(crate) fn document(folder: &Path) -> PathBuf {
    let file = folder.join("openapi.json");
    let url = format!("{}/api/v1/openapi.json", server());
    run(Command::new("curl")
        .args(["--silent", "--show-error", "--fail", "--output"])
        .arg(&file)
        .arg(url));
    file
}
