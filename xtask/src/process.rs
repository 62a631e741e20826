//! Runs other programs.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Result, anyhow, ensure};

use crate::workspace;

/// A command of the cargo that runs this, with space-separated arguments.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments.split_whitespace());
    command.current_dir(workspace::root());
    command
}

/// A command of a program with space-separated arguments.
pub(crate) fn program(line: &str) -> Command {
    let (name, arguments) = line.split_once(' ').unwrap_or((line, ""));
    let mut command = Command::new(name);
    command.args(arguments.split_whitespace());
    command
}

/// Runs a command, passes its output through, and prints how long it took.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let line = line(command);
    eprintln!("$ {line}");
    let start = Instant::now();
    let status = command
        .status()
        .map_err(|error| cannot_start(command, &error))?;
    eprintln!("# {} s: {line}", start.elapsed().as_secs());
    ensure!(status.success(), "`{line}` failed ({status})");
    Ok(())
}

/// Runs a command, and returns its standard output as text.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    Ok(String::from_utf8_lossy(&bytes(command)?).into_owned())
}

/// Runs a command, and returns its standard output as bytes.
pub(crate) fn bytes(command: &mut Command) -> Result<Vec<u8>> {
    let output = command
        .output()
        .map_err(|error| cannot_start(command, &error))?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "`{}` failed ({}): {said}",
        line(command),
        output.status
    );
    Ok(output.stdout)
}

/// The sysroot of the repository's compiler.
pub(crate) fn sysroot() -> Result<PathBuf> {
    let mut rustc = program("rustc --print sysroot");
    Ok(output(rustc.current_dir(workspace::root()))?.trim().into())
}

/// The error for a program that does not start, with advice if it is missing.
pub(crate) fn cannot_start(command: &Command, error: &std::io::Error) -> anyhow::Error {
    let program = name(command);
    match (error.kind(), program.as_str()) {
        (ErrorKind::NotFound, "cargo" | "rustup" | "rustc") => anyhow!(
            "`{program}` is not installed or not on the PATH: install Rust from https://rustup.rs and try again"
        ),
        (ErrorKind::NotFound, _) => anyhow!("`{program}` is not installed or not on the PATH"),
        _ => anyhow!("`{program}` does not start: {error}"),
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
