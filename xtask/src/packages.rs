//! Installs packages from npm and PyPI, as pinned; installed ones are kept.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::{process, workspace};

/// Installs the packages of `package.json` and its lock file in `pins` into `folder/node_modules`.
pub(crate) fn npm(pins: &Path, folder: &Path) -> Result<()> {
    let lock = |folder: &Path| fs::read(folder.join("package-lock.json")).ok();
    // npm writes it last.
    let is_installed = folder.join("node_modules/.package-lock.json").is_file();
    if is_installed && lock(pins).is_some() && lock(pins) == lock(folder) {
        return Ok(());
    }
    for name in ["package.json", "package-lock.json"] {
        workspace::write(&folder.join(name), workspace::read(&pins.join(name))?)?;
    }
    let mut npm = process::program("npm ci --ignore-scripts --no-audit --no-fund");
    process::run(npm.current_dir(folder))
}

/// Installs the packages of the requirements file `pins` into a virtual environment, `folder`.
pub(crate) fn pypi(pins: &Path, folder: &Path) -> Result<()> {
    let wanted = workspace::read(pins)?;
    // Written last.
    let installed = folder.join("installed.txt");
    if fs::read(&installed).is_ok_and(|there| there == wanted) {
        return Ok(());
    }
    process::run(process::program("python3 -m venv --clear").arg(folder))?;
    let mut python = Command::new(folder.join("bin/python"));
    let install = "-m pip install --quiet --disable-pip-version-check --requirement";
    process::run(python.args(install.split(' ')).arg(pins))?;
    workspace::write(&installed, wanted)
}
