//! Standard output, and standard error. Who closed one of them wants no more of it, and that is no failure.

use std::io::{self, ErrorKind, Write};

use serde::Serialize;

use super::failure::Failure;

pub(super) fn text(text: &str) -> Result<(), Failure> {
    match write(text) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::Output(error)),
        _ => Ok(()),
    }
}

/// A value as JSON, for people and programs.
pub(super) fn json<T: Serialize>(value: &T) -> Result<(), Failure> {
    let mut json = serde_json::to_string_pretty(value)?;
    json.push('\n');
    text(&json)
}

/// On standard error, as it is.
pub(super) fn complaint(text: &str) {
    let mut errors = io::stderr().lock();
    // Where it cannot be said, the status of the process says it.
    let _ = errors.write_all(text.as_bytes());
    let _ = errors.flush();
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
