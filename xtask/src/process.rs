//! Running other programs.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::workspace;

/// The cargo that runs this, with these arguments, blanks between them.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments.split_whitespace());
    command.current_dir(workspace::root());
    command
}

/// A program with its arguments, blanks between them.
pub(crate) fn program(line: &str) -> Command {
    let (name, arguments) = line.split_once(' ').unwrap_or((line, ""));
    let mut command = Command::new(name);
    command.args(arguments.split_whitespace());
    command
}

/// Runs to the end, its output passed through.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    let line = line(command);
    eprintln!("$ {line}");
    let status = command
        .status()
        .map_err(|error| cannot_start(command, &error))?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::new(format!("`{line}` failed ({status})")))
    }
}

/// Runs to the end and gives what it printed.
pub(crate) fn output(command: &mut Command) -> Result<String, Failure> {
    Ok(String::from_utf8_lossy(&bytes(command)?).into_owned())
}

/// Runs to the end and gives the bytes that it wrote to standard output.
pub(crate) fn bytes(command: &mut Command) -> Result<Vec<u8>, Failure> {
    let output = command
        .output()
        .map_err(|error| cannot_start(command, &error))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::new(format!(
            "`{}` failed ({}): {said}",
            line(command),
            output.status
        )));
    }
    Ok(output.stdout)
}

/// Where the compiler of the repository is.
pub(crate) fn sysroot() -> Result<PathBuf, Failure> {
    let mut rustc = program("rustc --print sysroot");
    Ok(output(rustc.current_dir(workspace::root()))?.trim().into())
}

/// Why a program did not start, and where to get it when it is not there.
pub(crate) fn cannot_start(command: &Command, error: &std::io::Error) -> Failure {
    let program = name(command);
    match (error.kind(), program.as_str()) {
        (ErrorKind::NotFound, "cargo" | "rustup" | "rustc") => Failure::new(format!(
            "`{program}` is not installed or not on the PATH: install Rust from https://rustup.rs and try again"
        )),
        (ErrorKind::NotFound, _) => {
            Failure::new(format!("`{program}` is not installed or not on the PATH"))
        }
        _ => Failure::new(format!("`{program}` does not start: {error}")),
    }
}

fn name(command: &Command) -> String {
    let program = Path::new(command.get_program());
    program
        .file_stem()
        .unwrap_or(program.as_os_str())
        .to_string_lossy()
        .into_owned()
}

fn line(command: &Command) -> String {
    let mut line = name(command);
    for arg in command.get_args() {
        line.push(' ');
        line.push_str(&arg.to_string_lossy());
    }
    line
}
