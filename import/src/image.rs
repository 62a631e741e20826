//! Identifies the image of a symbol file, for formats that state the identity of a PDB file.

use strata_core::arch::Arch;
use strata_core::catalogue::{ImageVersion, ModuleName, PdbId};
use strata_core::release::Build;

use crate::numbering::file_version;
use crate::{Hints, ImportError, Note};

/// PDB files whose names differ from those of their image files.
const MODULES: [(&str, &str); 5] = [
    ("ntkrnlmp", "ntoskrnl"),
    ("ntkrnlup", "ntoskrnl"),
    ("ntkrpamp", "ntkrnlpa"),
    ("wntdll", "ntdll"),
    ("wkernel32", "kernel32"),
];

/// The architecture of a machine type of the PE format.
pub(crate) fn arch_of_machine(machine: u64) -> Option<Arch> {
    let mut all = Arch::ALL.into_iter();
    all.find(|arch| u64::from(arch.machine()) == machine)
}

/// The image file to which a PDB file with this name belongs.
pub(crate) fn module_of(database: &str) -> Option<ModuleName> {
    let name = database.rsplit(['/', '\\']).next()?.to_ascii_lowercase();
    let stem = name.strip_suffix(".pdb").unwrap_or(&name);
    let other = MODULES.iter().find(|(pdb, _)| *pdb == stem);
    other.map_or(stem, |(_, module)| module).parse().ok()
}

/// The version of the image: from the hints, the list of builds or the file, in this order; otherwise its PDB.
///
/// # Errors
///
/// The PDB is unknown too.
pub(crate) fn version(
    hints: &Hints,
    pdb: Option<PdbId>,
    stated: Option<Build>,
) -> Result<(ImageVersion, Option<Note>), ImportError> {
    let listed = || hints.builds.version(pdb?);
    let stated = hints.version.or_else(listed).or(stated);
    match (stated, pdb) {
        (Some(stated), _) => {
            let (version, note) = file_version(stated);
            Ok((ImageVersion::File(version), note))
        }
        (None, Some(pdb)) => {
            let text = "the file does not state the version of its image, which is known by its PDB file: pass --version, or a list of builds";
            Ok((ImageVersion::Pdb(pdb), Some(Note::remark(text))))
        }
        (None, None) => {
            let text =
                "neither the version of the image nor its PDB file is stated: pass --version";
            Err(ImportError::Image(text.to_owned()))
        }
    }
}
