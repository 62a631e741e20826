//! Shared code of the binary's tests: temporary folders, and command lines.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The binary with these arguments, without the tests' environment variables.
pub(crate) fn command<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata"));
    command.args(arguments);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("STRATA_")) {
        command.env_remove(name);
    }
    command
}

/// A folder that is removed when its test ends.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let name = format!("{}-{name}", env!("CARGO_CRATE_NAME"));
        let folder = Self(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name));
        // It may remain from an earlier run.
        let _ = fs::remove_dir_all(&folder.0);
        fs::create_dir_all(&folder.0).expect("it can be made");
        folder
    }

    /// Writes a file atomically, because a server may check at any moment.
    pub(crate) fn write(&self, file: &str, bytes: impl AsRef<[u8]>) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
        let new = self.0.join(".new");
        fs::write(&new, bytes).expect("it can be written");
        fs::rename(new, path).expect("it can be put there");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
