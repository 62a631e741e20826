//! The commands that print and end: what they say, where, and with which status.

#[path = "commands/check.rs"]
mod check;
#[path = "commands/cli.rs"]
mod cli;
#[path = "commands/import.rs"]
mod import;
#[path = "commands/own_data.rs"]
mod own_data;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use expect_test::Expect;

/// Runs a command with that standard input.
fn strata(args: &[&str], input: &[u8]) -> Output {
    strata_in(Path::new(env!("CARGO_MANIFEST_DIR")), args, input)
}

fn strata_in(folder: &Path, args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata"));
    command.args(args).env_remove("STRATA_DATA");
    let pipes = command
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut process = pipes.spawn().expect("the binary starts");
    let mut stdin = process.stdin.take().expect("its input is piped");
    // A command that fails early does not read it.
    let _ = stdin.write_all(input);
    drop(stdin);
    process.wait_with_output().expect("it ends")
}

/// What is said on both sides, and the status.
fn said(output: &Output) -> String {
    format!(
        "{}{}status {}\n",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
        output.status.code().expect("it ends by itself")
    )
}

#[track_caller]
fn says(output: &Output, expected: &Expect) {
    expected.assert_eq(&said(output));
}

/// A folder of a test's own, in which commands run; gone when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = Self(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name));
        // It may be there of an earlier run.
        let _ = fs::remove_dir_all(&folder.0);
        fs::create_dir_all(&folder.0).expect("it can be made");
        folder
    }

    fn with(self, file: &str, bytes: impl AsRef<[u8]>) -> Self {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
        fs::write(path, bytes).expect("it can be written");
        self
    }

    fn without(self, file: &str) -> Self {
        fs::remove_file(self.0.join(file)).expect("it is there");
        self
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("it is there")
    }

    fn strata(&self, args: &[&str], input: &[u8]) -> Output {
        strata_in(&self.0, args, input)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
