//! Tests of the commands that print and exit: output, stream, and exit status.

mod cli;
#[path = "../support/folder.rs"]
mod folder;
mod own_data;
mod transcripts;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

use folder::{Folder, command};

/// Runs a command line with that standard input.
fn strata(line: impl AsRef<str>, input: &[u8]) -> Output {
    strata_in(Path::new(env!("CARGO_MANIFEST_DIR")), line.as_ref(), input)
}

fn strata_in(folder: &Path, line: &str, input: &[u8]) -> Output {
    let mut command = command(words(line));
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

/// The words of a command line, separated by spaces; text between apostrophes is one word.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let parts = line.split('\'').enumerate();
    parts.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    })
}

/// Assertions on a command that ended.
trait Ended {
    /// Both outputs, and the status.
    fn said(&self) -> String;

    /// The standard output of a command with this status.
    fn out(&self, status: i32) -> String;

    fn errors(&self) -> String;
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
}

/// A consumer of Windows 8 on x64 (the same size as on Windows 7): logger 5, flags 0x0c.
fn bytes_of_a_consumer() -> Vec<u8> {
    let mut bytes = vec![0; 0x88];
    for (at, value) in [
        (0x00, 0xffff_e001_1234_5670_u64),
        (0x08, 0xffff_e001_1234_9ab0),
        (0x18, 0xffff_e001_00aa_b080),
        (0x58, 0x000c_0005),
    ] {
        bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
    }
    bytes
}

impl Folder {
    fn with(self, file: &str, bytes: impl AsRef<[u8]>) -> Self {
        self.write(file, bytes);
        self
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("it is there")
    }

    fn strata(&self, line: impl AsRef<str>, input: &[u8]) -> Output {
        strata_in(&self.0, line.as_ref(), input)
    }
}
