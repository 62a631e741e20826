//! Converts the version that a publisher states to the version of the image file.
//!
//! Several systems run the kernel of an earlier one, whose file version it keeps. Some publishers state the version of
//! the system.

use strata_core::release::Build;

use crate::Note;

/// The build number of two kernels in the list of JPCERT/CC. No such build exists, and the PDB files are those of 10.0.18362.
const MISTYPED: u32 = 18326;

/// The version of the kernel file, with a note if it differs from the stated one.
pub(crate) fn file_version(stated: Build) -> (Build, Option<Note>) {
    let file = stated.kernel_file();
    if file != stated {
        let text = format!("{stated} is a version of the system: its kernel file is {file}");
        return (file, Some(Note::corrected(None, text)));
    }
    if stated.number == MISTYPED {
        let file = Build {
            number: 18362,
            ..stated
        };
        let text = format!("{stated} is an error of the publisher: the kernel file is {file}");
        return (file, Some(Note::corrected(None, text)));
    }
    (stated, None)
}
