//! Standard output. Who closed it wants no more, and that is no failure.

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

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
