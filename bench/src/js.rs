//! The scripts in `bench/js`, and Kaitai Struct's compiler.

use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("js").join(name)
}

/// Compiles `format.ksy` in a subject's folder to `kaitai.js`; `folder` contains `js/node_modules`.
pub(crate) fn compile(subject: &Path, folder: &Path) -> Result<(), String> {
    let mut node = Command::new("node");
    node.arg(script("compile.cjs"))
        .arg(subject)
        .arg(folder.join("js"));
    let status = node
        .status()
        .map_err(|error| format!("node does not start: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!(
            "Kaitai Struct's compiler failed on {}",
            subject.display()
        )),
    }
}
