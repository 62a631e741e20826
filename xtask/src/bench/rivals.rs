//! What Strata is measured against: Kaitai Struct from npm, dissect.cstruct from PyPI, as `bench/js` pins them.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::{process, workspace};

/// The files that pin them.
const NPM: [&str; 2] = ["package.json", "package-lock.json"];
const PYPI: &str = "requirements.txt";

/// Puts them into the folder: `js/node_modules`, `python/bin/python`.
pub(crate) fn fetch(folder: &Path) -> Result<(), Failure> {
    let pins = workspace::root().join("bench").join("js");
    let js = folder.join("js");
    fs::create_dir_all(&js).map_err(|error| Failure::file("make", &js, &error))?;
    for name in NPM {
        let (from, to) = (pins.join(name), js.join(name));
        fs::copy(&from, &to).map_err(|error| Failure::file("copy", &from, &error))?;
    }
    let npm = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    process::run(Command::new("npm").args(npm).current_dir(&js))?;
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
