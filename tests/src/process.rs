//! Programs that tests run to their end.

use std::io::Write;
use std::process::{Command, Stdio};

/// A program's output; what it says if it fails. It reads `input`.
pub fn fed(command: &mut Command, input: &str) -> Result<String, String> {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let child = command.stderr(Stdio::piped()).spawn();
    let mut child = child.unwrap_or_else(|error| {
        panic!("{command:?} cannot be started ({error}): `cargo xtask test` installs what it needs")
    });
    let mut pipe = child.stdin.take().expect("it is piped");
    pipe.write_all(input.as_bytes()).expect("it reads all");
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok(text(&output.stdout)),
        false => Err([text(&output.stderr), text(&output.stdout)].concat()),
    }
}

/// The same without input.
pub fn run(command: &mut Command) -> Result<String, String> {
    fed(command, "")
}

/// The output of a program that must succeed.
#[track_caller]
pub fn ran(command: &mut Command) -> String {
    ran_with(command, "")
}

/// The output of a program that reads `input` and must succeed.
#[track_caller]
pub fn ran_with(command: &mut Command, input: &str) -> String {
    fed(command, input).unwrap_or_else(|said| panic!("{command:?} fails:\n{said}"))
}
