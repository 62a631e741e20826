//! The embedded files: the data files and, after `cargo xtask build`, the site's, most of them compressed.

use std::path::Path;

use include_dir::{Dir, include_dir};
use strata_core::raw::Text;

/// The folder that `cargo xtask build` prepared: `data`, and the package of the site.
#[cfg(feature = "embed-site")]
static FILES: Dir<'static> = include_dir!("$STRATA_EMBEDDED");
/// Named here so that cargo recompiles this when the path changes.
#[cfg(feature = "embed-site")]
const _: &str = env!("STRATA_EMBEDDED");

#[cfg(not(feature = "embed-site"))]
static DATA: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../data");

/// The extension of compressed files.
pub(crate) const CODED: &str = ".br";

/// The data files, by their names relative to the data folder; each is unpacked when it is read.
pub(crate) fn data() -> Vec<(String, Text)> {
    #[cfg(feature = "embed-site")]
    let data = FILES.get_dir("data");
    #[cfg(not(feature = "embed-site"))]
    let data = Some(&DATA);
    let mut folders: Vec<_> = data.into_iter().collect();
    let root = data.map_or(Path::new(""), Dir::path);
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        for file in folder.files() {
            let name = file.path().strip_prefix(root).unwrap_or(file.path());
            let name = name.to_string_lossy().replace('\\', "/");
            let bytes = file.contents();
            let text = |bytes| String::from_utf8(bytes).unwrap_or_default().into();
            files.push(match name.strip_suffix(CODED) {
                Some(name) => (
                    name.to_owned(),
                    Text::built_in(move || text(unpacked(bytes))),
                ),
                None => {
                    let plain = move || str::from_utf8(bytes).unwrap_or_default().into();
                    (name, Text::built_in(plain))
                }
            });
        }
    }
    files
}

/// The site's folders, with their files as embedded.
#[cfg(feature = "embed-site")]
pub(crate) fn site() -> impl Iterator<Item = &'static Dir<'static>> {
    FILES.dirs().filter(|dir| dir.path() != Path::new("data"))
}

/// Decompresses embedded data, which cannot be damaged: they are a part of this program.
pub(crate) fn unpacked(coded: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    let _ = brotli::BrotliDecompress(&mut &*coded, &mut plain);
    plain
}
