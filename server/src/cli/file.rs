//! The input of a command: a file, or standard input.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use strata_core::escape::escaped;

use super::failure::Failure;

/// The name of a file in messages; `-` is standard input.
pub(super) fn name(path: &Path) -> String {
    match is_stdin(path) {
        true => "standard input".to_owned(),
        false => escaped(&path.display().to_string()).into_owned(),
    }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Reads a file or standard input, up to `limit` bytes. At a terminal, it prints what to paste.
pub(super) fn read(path: &Path, limit: usize, paste: &str) -> Result<Vec<u8>, Failure> {
    if is_stdin(path) && io::stdin().is_terminal() {
        eprintln!("strata: {paste}, then end the input (Ctrl-D, or Ctrl-Z and Enter on Windows)");
    }
    let mut bytes = Vec::new();
    let more = limit as u64 + 1;
    let outcome = match is_stdin(path) {
        true => io::stdin().lock().take(more).read_to_end(&mut bytes),
        false => File::open(path).and_then(|file| file.take(more).read_to_end(&mut bytes)),
    };
    let name = name(path);
    match outcome {
        Ok(length) if length <= limit => Ok(bytes),
        Ok(_) => bail!("{name} has more than {limit} bytes: pass the part with the structure"),
        Err(error) => bail!("cannot read {name}: {error}"),
    }
}
