//! The subjects of decoding: structures at points, and the same bytes for every side.

use std::fs;
use std::path::{Path, PathBuf};

use strata_bench_decoder::Decoder;
use strata_server::data::DataFiles;

use crate::{cstruct, kaitai, shape};

/// A structure at a point, and the number of instances in the bytes.
pub(crate) struct Subject {
    pub(crate) structure: &'static str,
    pub(crate) version: &'static str,
    pub(crate) arch: &'static str,
    count: usize,
}

/// One with bit fields, and a larger one with nested types, arrays, a GUID, strings and opaque bytes.
pub(crate) const SUBJECTS: [Subject; 2] = [
    Subject {
        structure: "ETW_REALTIME_CONSUMER",
        version: "6.2",
        arch: "x64",
        count: 20_000,
    },
    Subject {
        structure: "ETW_UM_LOGGER_CONTEXT",
        version: "6.3",
        arch: "x64",
        count: 5_000,
    },
];

/// The built-in data as the browser receives them.
pub(crate) fn bundle() -> Result<Vec<u8>, String> {
    let loaded = DataFiles::built_in().load();
    let (raw, _) = loaded.map_err(|mistakes| format!("{mistakes:?}"))?;
    borsh::to_vec(&raw).map_err(|error| error.to_string())
}

impl Subject {
    /// `ETW_REALTIME_CONSUMER 6.2/x64`
    pub(crate) fn title(&self) -> String {
        format!("{} {}/{}", self.structure, self.version, self.arch)
    }

    pub(crate) fn folder(&self, folder: &Path) -> PathBuf {
        folder.join("subjects").join(self.structure)
    }

    /// Strata's side, with the bytes.
    pub(crate) fn decoder(&self, bundle: &[u8]) -> Result<Decoder, String> {
        let decoder = |bytes| Decoder::new(bundle, self.structure, self.version, self.arch, bytes);
        let size = decoder(Vec::new())?.layout().size.index();
        decoder(noise(size * self.count))
    }

    /// Writes the input of the other sides: the bytes, the structure in their languages, and the summing code.
    pub(crate) fn write(&self, decoder: &Decoder, folder: &Path) -> Result<(), String> {
        let layout = decoder.layout();
        let root = shape::of(layout, decoder.dataset().catalogue())?;
        let folder = self.folder(folder);
        let written = |error: std::fmt::Error| error.to_string();
        let files = [
            ("blob", noise(layout.size.index() * self.count)),
            ("format.ksy", kaitai::format(&root).to_string().into_bytes()),
            (
                "reader.js",
                kaitai::reader(&root).map_err(written)?.into_bytes(),
            ),
            (
                "format.h",
                cstruct::definitions(&root).map_err(written)?.into_bytes(),
            ),
            (
                "reader.py",
                cstruct::reader(&root).map_err(written)?.into_bytes(),
            ),
        ];
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for (name, content) in files {
            let path = folder.join(name);
            fs::write(&path, content).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }
}

/// Deterministic pseudo-random bytes.
pub(crate) fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let step = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..length).map(step).collect()
}
