//! What Strata is measured against: Kaitai Struct from npm, dissect.cstruct from PyPI, as `bench/js` pins them.

use std::path::Path;

use crate::failure::Failure;
use crate::{npm, pypi, workspace};

/// The file that pins what comes from PyPI.
const PYPI: &str = "requirements.txt";

/// Puts them into the folder: `js/node_modules`, `python/bin/python`.
pub(crate) fn fetch(folder: &Path) -> Result<(), Failure> {
    let pins = workspace::root().join("bench").join("js");
    npm::install(&pins, &folder.join("js"))?;
    pypi::install(&pins.join(PYPI), &folder.join("python"))
}
