//! Converts the version that a publisher states to the version of the image file.
//!
//! Several systems run the kernel of an earlier one, whose file version it keeps. Some publishers state the version of
//! the system.

use strata_core::release::Build;

use crate::Note;

/// The build numbers of systems, and those of their kernel files.
const SYSTEMS: [(u32, u32); 6] = [
    (18363, 18362),
    (19042, 19041),
    (19043, 19041),
    (19044, 19041),
    (19045, 19041),
    (22631, 22621),
];

/// Mistyped build numbers and their corrections. The list of JPCERT/CC has two kernels of 10.0.18326; no such build exists,
/// and the PDB files are those of 10.0.18362.
const MISTYPED: [(u32, u32); 1] = [(18326, 18362)];

/// The version of the kernel file, with a note if it differs from the stated one.
pub(crate) fn file_version(stated: Build) -> (Build, Option<Note>) {
    let of = |table: &[(u32, u32)]| {
        let found = table.iter().find(|(number, _)| *number == stated.number);
        found.map(|(_, number)| Build {
            number: *number,
            ..stated
        })
    };
    if let Some(file) = of(&SYSTEMS) {
        let text = format!("{stated} is a version of the system: its kernel file is {file}");
        return (file, Some(Note::corrected(None, text)));
    }
    if let Some(file) = of(&MISTYPED) {
        let text = format!("{stated} is an error of the publisher: the kernel file is {file}");
        return (file, Some(Note::corrected(None, text)));
    }
    (stated, None)
}
