//! `cargo xtask catalogue DIR` and `cargo xtask verify DIR`: makes the catalogue of types from symbol files, and
//! verifies it against them.
//!
//! DIR holds the symbol files of the publishers in [`PUBLISHERS`], none of which is in the repository. The repository
//! has the results: the catalogue, a manifest of the files, and the publishers' licences. No test needs DIR.

mod addresses;
mod kphdyn;
mod proofs;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use sha2::{Digest, Sha256};
use strata_core::catalogue::Builder;
use strata_import::{BuildList, Hints, Imported, NoteKind};

use crate::workspace::{self, text, write as write_file};

/// A publisher's files in one folder.
struct Publisher {
    /// Relative to DIR.
    folder: &'static str,
    suffix: &'static str,
    /// An id of `sources.toml`; also the name of the licence file.
    source: &'static str,
    repository: &'static str,
    commit: &'static str,
    /// The folder in the publisher's repository.
    path: &'static str,
    /// The suffix of the published files.
    published_suffix: &'static str,
    licence: &'static str,
    /// The differences of our copies from the published files.
    modified: &'static str,
}

const VERGILIUS: Publisher = Publisher {
    folder: "kernels-data",
    suffix: ".yml.xz",
    source: "vergilius-kernels-data",
    repository: "https://github.com/VergiliusProject/kernels-data",
    commit: "d2c123d57f22c0545ea2b92e9d644f5421e6236e",
    path: "yml/",
    published_suffix: ".yml",
    licence: "MIT",
    modified: "",
};

const JPCERT: Publisher = Publisher {
    folder: "isf",
    suffix: ".json.xz",
    source: "jpcert-symbol-tables",
    repository: "https://github.com/JPCERTCC/Windows-Symbol-Tables",
    commit: "11ad856cd9fb1dea9a007f6c56fb33b8c7e6e3e1",
    path: "symbols/windows/ntkrnlmp.pdb/",
    published_suffix: ".json.xz",
    licence: "BSD-3-Clause",
    modified: "",
};

const PUBLISHERS: [Publisher; 3] = [
    VERGILIUS,
    JPCERT,
    Publisher {
        folder: "isf-types",
        modified: "without symbols",
        ..JPCERT
    },
];

/// The versions of JPCERT's files, which state only the identities of PDB files.
const BUILDS: &str = "isf/builds.tsv";

/// The results, relative to `data`.
const CATALOGUE: &str = "kernels.strata";
const MANIFEST: &str = "kernels.manifest.tsv";
const LICENCES: &str = "licenses";
const KERNELS: &str = "kernels.txt";
const ADDRESSES: &str = "addresses.txt";

/// An imported symbol file.
struct SourceFile {
    publisher: &'static Publisher,
    /// Its path in the publisher's repository.
    path: String,
    /// The SHA-256 of its content.
    hash: String,
    imported: Imported,
    /// The addresses of its symbols, if it states them.
    symbols: Option<BTreeMap<String, u32>>,
}

/// Writes the catalogue, its manifest and the licences.
pub(crate) fn write(dir: &Path) -> Result<()> {
    let imports = Imports::read(dir)?;
    let data = workspace::root().join("data");
    let mut files = vec![
        (data.join(CATALOGUE), imports.catalogue),
        (data.join(MANIFEST), imports.manifest),
        (data.join(KERNELS), kphdyn::kernels(&table(dir)?)?),
        (
            data.join(ADDRESSES),
            addresses::text(JPCERT.source, &imports.files),
        ),
    ];
    for (path, source) in [
        ("kernels-data/LICENSE", VERGILIUS.source),
        ("isf/LICENSE", JPCERT.source),
        ("systeminformer/LICENSE.txt", kphdyn::SOURCE),
    ] {
        let licence = text(&dir.join(path))?;
        let name = format!("{source}.txt");
        files.push((
            data.join(LICENCES).join(name),
            format!("{}\n", licence.trim_end()),
        ));
    }
    for (path, text) in files {
        write_file(&path, &text)?;
        println!("{}: {} bytes", path.display(), text.len());
    }
    Ok(())
}

/// Makes the catalogue again, and compares the committed one with it and with the files.
pub(crate) fn verify(dir: &Path) -> Result<()> {
    let data = workspace::root().join("data");
    let imports = Imports::read(dir)?;
    let xml = table(dir)?;
    let symbols = addresses::text(JPCERT.source, &imports.files);
    for (name, made) in [
        (CATALOGUE, &imports.catalogue),
        (MANIFEST, &imports.manifest),
        (KERNELS, &kphdyn::kernels(&xml)?),
        (ADDRESSES, &symbols),
    ] {
        let path = data.join(name);
        if text(&path)? != *made {
            let path = path.display();
            bail!("{path} is not what `cargo xtask catalogue` makes of these files");
        }
        println!("{name} is what these files make");
    }
    let catalogue =
        strata_core::catalogue::Catalogue::read(&imports.catalogue).context(CATALOGUE)?;
    addresses::verify(&symbols, &imports.files)?;
    proofs::verify(&catalogue, &imports.files)?;
    proofs::round_trips(&catalogue)?;
    kphdyn::verify(&catalogue, &xml)
}

/// The table of System Informer, decompressed.
fn table(dir: &Path) -> Result<String> {
    let path = dir.join(kphdyn::FILE);
    let xml = strata_import::decompress(&workspace::read(&path)?)
        .with_context(|| path.display().to_string())?;
    Ok(String::from_utf8_lossy(&xml).into_owned())
}

/// The results from the files of a folder.
struct Imports {
    files: Vec<SourceFile>,
    catalogue: String,
    manifest: String,
}

impl Imports {
    /// Reads all files. An unreadable part is an error, and so is a statement on which two files disagree.
    fn read(dir: &Path) -> Result<Self> {
        let list = dir.join(BUILDS);
        let builds = BuildList::read(&text(&list)?).with_context(|| list.display().to_string())?;
        let mut files = Vec::new();
        for publisher in &PUBLISHERS {
            for path in paths(&dir.join(publisher.folder), publisher.suffix)? {
                files.push(read(publisher, &path, &builds)?);
            }
        }
        let mut builder = Builder::default();
        let mut wrong = Vec::new();
        let mut corrected: BTreeMap<String, usize> = BTreeMap::new();
        for file in &files {
            let name = &file.path;
            for note in &file.imported.notes {
                match note.kind {
                    NoteKind::LeftOut => wrong.push(format!("{name}: {note}")),
                    NoteKind::Corrected => *corrected.entry(note.to_string()).or_default() += 1,
                    NoteKind::Remark => println!("{name}: {note}"),
                }
            }
            let conflicts = builder.add(file.imported.file.clone());
            wrong.extend(
                conflicts
                    .iter()
                    .map(|conflict| format!("{name}: {conflict}")),
            );
        }
        for (note, count) in &corrected {
            println!("{note} (in {count} files)");
        }
        proofs::all_right(&wrong)?;
        let manifest = manifest(&files);
        Ok(Self {
            catalogue: builder.finish(),
            manifest,
            files,
        })
    }
}

fn read(publisher: &'static Publisher, path: &Path, builds: &BuildList) -> Result<SourceFile> {
    let shown = || path.display().to_string();
    let content = strata_import::decompress(&workspace::read(path)?).with_context(shown)?;
    let hints = Hints {
        source: Some(publisher.source.to_owned()),
        builds: builds.clone(),
        ..Hints::default()
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.strip_suffix(publisher.suffix).unwrap_or(&name);
    let symbols = (publisher.folder == JPCERT.folder).then(|| addresses::read(&content));
    Ok(SourceFile {
        publisher,
        symbols: symbols.transpose().with_context(shown)?,
        path: format!("{}{stem}{}", publisher.path, publisher.published_suffix),
        hash: hex::encode(Sha256::digest(&content)),
        imported: strata_import::read(&name, &content, &hints).with_context(shown)?,
    })
}

fn manifest(files: &[SourceFile]) -> String {
    let mut text = "# Made by `cargo xtask catalogue DIR`: the files of which kernels.strata is made. The SHA-256 is that of the content, decompressed.\n\
        image\tsource\tlicence\trepository\tcommit\tpath\tmodified\tsha256\n"
        .to_owned();
    let mut lines: Vec<_> = files
        .iter()
        .map(|file| {
            let (image, of) = (&file.imported.file.image, file.publisher);
            let line = format!(
                "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n",
                image.id(),
                of.source,
                of.licence,
                of.repository,
                of.commit,
                file.path,
                of.modified,
                file.hash
            );
            (image.key(), of.folder, line)
        })
        .collect();
    lines.sort();
    text.extend(lines.into_iter().map(|(.., line)| line));
    text
}

fn paths(folder: &Path, suffix: &str) -> Result<Vec<PathBuf>> {
    let mut paths = workspace::list(folder)?;
    paths.retain(|path| path.to_string_lossy().ends_with(suffix));
    let is_empty = paths.is_empty();
    ensure!(!is_empty, "{} holds no `*{suffix}`", folder.display());
    Ok(paths)
}
