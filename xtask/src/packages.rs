//! Packages from npm and PyPI, as files pin them; what is there already stays.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::process;

/// Puts what `package.json` and its lock file in `pins` name into `folder/node_modules`.
pub(crate) fn npm(pins: &Path, folder: &Path) -> Result<(), Failure> {
    let lock = |folder: &Path| fs::read(folder.join("package-lock.json")).ok();
    // npm writes it when all is there.
    let is_installed = folder.join("node_modules/.package-lock.json").is_file();
    if is_installed && lock(pins).is_some() && lock(pins) == lock(folder) {
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(|error| Failure::file("make", folder, &error))?;
    for name in ["package.json", "package-lock.json"] {
        let from = pins.join(name);
        fs::copy(&from, folder.join(name)).map_err(|error| Failure::file("copy", &from, &error))?;
    }
    let ci = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    process::run(Command::new("npm").args(ci).current_dir(folder))
}

/// Puts what the requirements file `pins` names into a virtual environment: `folder/bin`.
pub(crate) fn pypi(pins: &Path, folder: &Path) -> Result<(), Failure> {
    let wanted = fs::read(pins).map_err(|error| Failure::file("read", pins, &error))?;
    // Written when all is there.
    let installed = folder.join("installed.txt");
    if fs::read(&installed).is_ok_and(|there| there == wanted) {
        return Ok(());
    }
    let venv = ["-m", "venv", "--clear"];
    process::run(Command::new("python3").args(venv).arg(folder))?;
    let install = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ];
    let mut python = Command::new(folder.join("bin").join("python"));
    process::run(python.args(install).arg("--requirement").arg(pins))?;
    fs::write(&installed, wanted).map_err(|error| Failure::file("write", &installed, &error))
}
