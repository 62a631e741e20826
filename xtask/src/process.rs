//! Runs other programs.

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};

use crate::workspace;

/// A command of the cargo that runs this, with space-separated arguments.
#[must_use]
pub fn cargo(arguments: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments.split_whitespace());
    command.current_dir(workspace::root());
    command
}

/// A program with space-separated arguments, run in the repository's root.
#[must_use]
pub fn program(line: &str) -> Command {
    let mut words = line.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).current_dir(workspace::root());
    command
}

/// Runs a command, passes its output through, and prints how long it took.
pub fn run(command: &mut Command) -> Result<()> {
    let line = line(command);
    eprintln!("$ {line}");
    let start = Instant::now();
    let status = command.status().with_context(|| cannot_start(command))?;
    eprintln!("# {} s: {line}", start.elapsed().as_secs());
    ensure!(status.success(), "`{line}` failed ({status})");
    Ok(())
}

/// Runs a command, and returns its standard output; the error says what it printed.
pub fn output(command: &mut Command) -> Result<Vec<u8>> {
    let output = command.output().with_context(|| cannot_start(command))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    ensure!(
        output.status.success(),
        "`{}` failed ({}): {}{}",
        line(command),
        output.status,
        text(&output.stdout),
        text(&output.stderr)
    );
    Ok(output.stdout)
}

/// The sysroot of the repository's compiler.
pub fn sysroot() -> Result<PathBuf> {
    let printed = output(&mut program("rustc --print sysroot"))?;
    Ok(String::from_utf8_lossy(&printed).trim().into())
}

/// The error for a program that does not start.
#[must_use]
pub fn cannot_start(command: &Command) -> String {
    let program = workspace::name(command.get_program().as_ref());
    format!("`{program}` does not start: is it installed and on the PATH?")
}

fn line(command: &Command) -> String {
    let words = command.get_args().map(|arg| arg.to_string_lossy());
    words.fold(
        workspace::name(command.get_program().as_ref()),
        |line, word| line + " " + &word,
    )
}
