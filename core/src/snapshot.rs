//! Structures as the symbol file of one build gives them, restated in the data. The audit checks articles against them,
//! and a build that is picked by its number is answered from them.

use crate::arch::Arch;
use crate::article::DataError;
use crate::article::Problem;
use crate::name::TypeName;
use crate::raw::{Place, RawFile, RawSnapshot};
use crate::release::{Build, Release};
use crate::types::TypeMember;
use crate::units::ByteSize;

/// What one symbol file gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The data file, relative to the data folder.
    pub file: String,
    /// The build.
    pub build: Build,
    /// The architecture.
    pub arch: Arch,
    /// The release to which the build belongs.
    pub release: Release,
    /// The file that the symbols describe.
    pub module: String,
    /// Who says so: an id of `sources.toml`.
    pub source: String,
    /// The structures.
    pub structures: Vec<SnapshotStructure>,
}

/// One structure of a symbol file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnapshotStructure {
    /// Its name.
    pub name: TypeName,
    /// How large it is.
    pub size: ByteSize,
    /// Its members in the order of the file; bit fields behind the integer that holds them.
    pub members: Vec<TypeMember>,
}

impl Snapshot {
    /// The structure of that name.
    #[must_use]
    pub fn structure(&self, name: &TypeName) -> Option<&SnapshotStructure> {
        self.structures
            .iter()
            .find(|structure| structure.name == *name)
    }

    /// Reads one file. Mistakes go to `errors`.
    pub(crate) fn read(raw: &RawFile<RawSnapshot>, errors: &mut Vec<DataError>) -> Option<Self> {
        let before = errors.len();
        let file = raw.file.as_str();
        let mut reader = crate::article::Reader { file, errors };
        let text = &raw.content;
        let build = reader.parse(&text.build, Place::key(file, "build"));
        let arch = reader.parse(&text.arch, Place::key(file, "arch"));
        let release = reader.parse(&text.release, Place::key(file, "release"));
        let mut structures = Vec::new();
        for (at, structure) in text.structure.iter().enumerate() {
            let place = |key| Place::entry(file, "structure", at, key);
            let name: Option<TypeName> = reader.parse(&structure.name, place("name"));
            let size = reader.parse(&structure.size, place("size"));
            let lines = structure.members.iter().enumerate();
            let members: Vec<TypeMember> = lines
                .filter_map(|(element, line)| reader.parse(line, place("members").element(element)))
                .collect();
            if let (Some(name), Some(size)) = (name, size) {
                if structures
                    .iter()
                    .any(|other: &SnapshotStructure| other.name == name)
                {
                    reader.fail(
                        place("name"),
                        Problem::Twice {
                            what: "structure",
                            name: name.to_string(),
                        },
                    );
                }
                structures.push(SnapshotStructure {
                    name,
                    size,
                    members,
                });
            }
        }
        if reader.errors.len() > before {
            return None;
        }
        let (module, source) = (text.module.clone(), text.source.clone());
        Some(Self {
            file: raw.file.clone(),
            build: build?,
            arch: arch?,
            release: release?,
            module,
            source,
            structures,
        })
    }
}
