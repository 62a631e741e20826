//! What Strata is measured against: Kaitai Struct from npm, dissect.cstruct from PyPI, as `bench/js` pins them.

use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::{npm, process, workspace};

/// The file that pins what comes from PyPI.
const PYPI: &str = "requirements.txt";

/// Puts them into the folder: `js/node_modules`, `python/bin/python`.
pub(crate) fn fetch(folder: &Path) -> Result<(), Failure> {
    let pins = workspace::root().join("bench").join("js");
    npm::install(&pins, &folder.join("js"))?;
    let python = folder.join("python");
    process::run(Command::new("python3").args(["-m", "venv"]).arg(&python))?;
    let pip = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--requirement",
    ];
    let python = python.join("bin").join("python");
    process::run(Command::new(python).args(pip).arg(pins.join(PYPI)))
}
