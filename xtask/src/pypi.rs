//! Packages from PyPI, as a requirements file pins them, in a virtual environment of their own.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::process;

/// What is there, as it was pinned: written when all is there.
const INSTALLED: &str = "installed.txt";

/// Puts what `pins` names into `folder/bin`; what is there already stays.
pub(crate) fn install(pins: &Path, folder: &Path) -> Result<(), Failure> {
    let wanted = fs::read(pins).map_err(|error| Failure::file("read", pins, &error))?;
    let installed = folder.join(INSTALLED);
    if fs::read(&installed).is_ok_and(|there| there == wanted) {
        return Ok(());
    }
    process::run(
        Command::new("python3")
            .args(["-m", "venv", "--clear"])
            .arg(folder),
    )?;
    let pip = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--requirement",
    ];
    let python = folder.join("bin").join("python");
    process::run(Command::new(python).args(pip).arg(pins))?;
    fs::write(&installed, wanted).map_err(|error| Failure::file("write", &installed, &error))
}
