//! Packages from npm, as a lock file pins them.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::process;

/// The files that pin them.
const LOCK: &str = "package-lock.json";
const PINS: [&str; 2] = ["package.json", LOCK];

/// Puts what the files in `pins` name into `folder/node_modules`; what is there already stays.
pub(crate) fn install(pins: &Path, folder: &Path) -> Result<(), Failure> {
    let lock = |folder: &Path| fs::read(folder.join(LOCK)).ok();
    // npm writes it when all is there.
    let is_installed = folder.join("node_modules").join(".package-lock.json");
    if is_installed.is_file() && lock(pins).is_some() && lock(pins) == lock(folder) {
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(|error| Failure::file("make", folder, &error))?;
    for name in PINS {
        let (from, to) = (pins.join(name), folder.join(name));
        fs::copy(&from, &to).map_err(|error| Failure::file("copy", &from, &error))?;
    }
    let ci = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    process::run(Command::new("npm").args(ci).current_dir(folder))
}
