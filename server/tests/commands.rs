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

/// Runs a command line with that standard input.
fn strata(line: impl AsRef<str>, input: &[u8]) -> Output {
    strata_in(Path::new(env!("CARGO_MANIFEST_DIR")), line.as_ref(), input)
}

fn strata_in(folder: &Path, line: &str, input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata"));
    command.args(words(line)).env_remove("STRATA_DATA");
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

/// The words of a command line, with spaces between; what stands between apostrophes is one word.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let parts = line.split('\'').enumerate();
    parts.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    })
}

/// What is expected of a command that ended.
trait Ended {
    /// What is said on both sides, and the status.
    fn said(&self) -> String;

    /// What is said on standard output where the status is this one.
    fn out(&self, status: i32) -> String;

    /// What is said on standard error.
    fn errors(&self) -> String;

    #[track_caller]
    fn says(&self, expected: &Expect) {
        expected.assert_eq(&self.said());
    }

    /// Nothing goes wrong, and nothing is said on standard error.
    fn prints(&self, expected: &Expect);

    /// The reason is all that is said.
    fn fails(&self, expected: &Expect);
}

impl Ended for Output {
    fn said(&self) -> String {
        format!(
            "{}{}status {}\n",
            String::from_utf8_lossy(&self.stdout),
            String::from_utf8_lossy(&self.stderr),
            self.status.code().expect("it ends by itself")
        )
    }

    #[track_caller]
    fn out(&self, status: i32) -> String {
        assert_eq!(self.status.code(), Some(status), "{self:?}");
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    fn errors(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }

    #[track_caller]
    fn prints(&self, expected: &Expect) {
        let errors = self.errors();
        let printed = self.out(0);
        // As what a text was read is told on the side.
        let mut errors_but = errors
            .lines()
            .filter(|line| !line.starts_with("strata: read as "));
        assert_eq!(errors_but.next(), None, "{errors}");
        expected.assert_eq(&printed);
    }

    #[track_caller]
    fn fails(&self, expected: &Expect) {
        assert_eq!(self.out(1), "");
        expected.assert_eq(&self.errors());
    }
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

    fn strata(&self, line: impl AsRef<str>, input: &[u8]) -> Output {
        strata_in(&self.0, line.as_ref(), input)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
