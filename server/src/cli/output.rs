//! Standard output and standard error. A closed stream is not an error: its reader has finished.

use std::fs;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;

use serde::Serialize;
use strata_core::escape::escaped_but;

use super::failure::Failure;
use crate::api::Output;
use crate::stream;

/// The size of the pieces that are written.
const PIECE: usize = 64 * 1024;

pub(super) fn text(text: &str) -> Result<(), Failure> {
    // Lines of CSV may end with both.
    bytes_out(escaped_but(text, |c| "\r\n\t".contains(c)).as_bytes())
}

fn bytes_out(bytes: &[u8]) -> Result<(), Failure> {
    buffered(|out| out.write_all(bytes))
}

/// Prints a value as formatted JSON, without building the text in memory.
pub(super) fn json<T: Serialize>(value: &T) -> Result<(), Failure> {
    buffered(|out| {
        serde_json::to_writer_pretty(Escaped(&mut *out), value)?;
        out.write_all(b"\n")
    })
}

/// The bytes of an answer, with formatted JSON.
pub(super) fn to_bytes<T: Serialize>(written: Output<T>) -> Result<Vec<u8>, Failure> {
    match written {
        Output::Json(value) => to_json(&value),
        Output::Text(text) => Ok(text.into_bytes()),
    }
}

fn to_json<T: Serialize>(value: &T) -> Result<Vec<u8>, Failure> {
    let mut json = Vec::new();
    serde_json::to_writer_pretty(Escaped(&mut json), value)?;
    json.push(b'\n');
    Ok(json)
}

/// Prints values as NDJSON, each as soon as it is there.
pub(super) fn lines<T: Serialize>(mut values: impl Iterator<Item = T>) -> Result<(), Failure> {
    buffered(|out| values.try_for_each(|value| stream::line(&value, Escaped(&mut *out))))
}

/// Escapes in JSON what a terminal would obey. JSON itself has control characters only in escapes.
struct Escaped<W>(W);

impl<W: Write> Write for Escaped<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // JSON is written in whole characters.
        let text = str::from_utf8(bytes).map_err(io::Error::other)?;
        let escaped = escaped_but(text, |c| c == '\n');
        self.0.write_all(escaped.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn buffered(
    write: impl FnOnce(&mut BufWriter<io::StdoutLock<'_>>) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(PIECE, io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::Output(error)),
        _ => Ok(()),
    }
}

/// Writes a file, which is replaced only when all of it is written, and makes its folder; `-` is standard output; any other
/// non-file (a pipe, say) is written directly.
pub(super) fn file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let refused = Failure::unwritable(path);
    if path == Path::new("-") {
        return bytes_out(bytes);
    }
    let special = path.metadata().is_ok_and(|it| !it.is_file());
    let name = path.file_name().filter(|_| !special);
    let Some(name) = name else {
        return fs::write(path, bytes).map_err(refused);
    };
    let name = format!(".{}.new-{}", name.to_string_lossy(), std::process::id());
    let fresh = path.with_file_name(name);
    let mut written = fs::write(&fresh, bytes);
    if let (Err(error), Some(folder)) = (&written, path.parent())
        && error.kind() == ErrorKind::NotFound
    {
        written = fs::create_dir_all(folder).and_then(|()| fs::write(&fresh, bytes));
    }
    let written = written.and_then(|()| fs::rename(&fresh, path));
    written.map_err(|error| {
        // It may not exist.
        let _ = fs::remove_file(&fresh);
        refused(error)
    })
}

/// Writes a file, or to standard output if none is named.
pub(super) fn file_or_out(path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    file(path.unwrap_or(Path::new("-")), bytes)
}

/// Prints a text on standard error.
pub(super) fn complaint(text: &str) {
    let text = escaped_but(text, |c| "\n\t".contains(c));
    let mut errors = io::stderr().lock();
    // If it cannot be printed, the exit status remains.
    let _ = errors.write_all(text.as_bytes());
    let _ = errors.flush();
}
