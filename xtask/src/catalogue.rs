//! `cargo xtask catalogue DIR` and `cargo xtask verify DIR`: makes the catalogue of types from symbol files, and
//! verifies it against them.
//!
//! DIR holds the symbol files of the publishers in [`PUBLISHERS`], none of which is in the repository. The repository
//! has the results: the catalogue, a manifest of the files, and the publishers' licences. No test needs DIR.

mod addresses;
mod kphdyn;
mod proofs;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use sha2::{Digest, Sha256};
use strata_core::catalogue::{Builder, Catalogue};
use strata_import::{BuildList, Hints, Imported, NoteKind};

use crate::workspace::{self, text};

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

/// The licences of the publishers and of the table, relative to DIR.
const LICENCES: [(&str, &str); 3] = [
    ("kernels-data/LICENSE", VERGILIUS.source),
    ("isf/LICENSE", JPCERT.source),
    ("systeminformer/LICENSE.txt", kphdyn::SOURCE),
];

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

/// Makes the results from the files of a folder. `catalogue` writes them with the licences; `verify` compares the committed
/// ones with them, and the catalogue with the files.
pub(crate) fn run(command: &str, dir: &Path) -> Result<()> {
    let files = files(dir)?;
    let catalogue = catalogue(&files)?;
    let table = dir.join(kphdyn::FILE);
    let xml = strata_import::decompress(&workspace::read(&table)?);
    let xml = xml.with_context(|| table.display().to_string())?;
    let xml = String::from_utf8_lossy(&xml);
    let symbols = addresses::text(JPCERT.source, &files);
    let results = [
        ("kernels.strata", catalogue.as_str()),
        ("kernels.manifest.tsv", &manifest(&files)),
        ("kernels.txt", &kphdyn::kernels(&xml)?),
        ("addresses.txt", &symbols),
    ];
    let data = workspace::root().join("data");
    if command == "catalogue" {
        for (name, made) in results {
            write(&data.join(name), made)?;
        }
        for (path, source) in LICENCES {
            let licence = format!("{}\n", text(&dir.join(path))?.trim_end());
            write(&data.join(format!("licenses/{source}.txt")), &licence)?;
        }
        return Ok(());
    }
    for (name, made) in results {
        let committed = text(&data.join(name))?;
        ensure!(
            committed == made,
            "data/{name} is not what `cargo xtask catalogue` makes of these files"
        );
        println!("{name} is what these files make");
    }
    let catalogue = Catalogue::read(&catalogue).context("the catalogue")?;
    addresses::verify(&symbols, &files)?;
    proofs::verify(&catalogue, &files)?;
    proofs::round_trips(&catalogue)?;
    kphdyn::verify(&catalogue, &xml)
}

fn write(path: &Path, text: &str) -> Result<()> {
    println!("{}: {} bytes", path.display(), text.len());
    workspace::write(path, text)
}

fn files(dir: &Path) -> Result<Vec<SourceFile>> {
    let list = dir.join(BUILDS);
    let builds = BuildList::read(&text(&list)?).with_context(|| list.display().to_string())?;
    let mut files = Vec::new();
    for publisher in &PUBLISHERS {
        let folder = dir.join(publisher.folder);
        let mut paths = workspace::list(&folder)?;
        paths.retain(|path| path.to_string_lossy().ends_with(publisher.suffix));
        let (is_empty, suffix) = (paths.is_empty(), publisher.suffix);
        ensure!(!is_empty, "{} holds no `*{suffix}`", folder.display());
        for path in paths {
            let file = read(publisher, &path, &builds);
            files.push(file.with_context(|| path.display().to_string())?);
        }
    }
    Ok(files)
}

/// The catalogue. An unreadable part of a file is an error, and so is a statement on which two files disagree.
fn catalogue(files: &[SourceFile]) -> Result<String> {
    let mut builder = Builder::default();
    let mut wrong = Vec::new();
    let mut corrected: BTreeMap<String, usize> = BTreeMap::new();
    for file in files {
        let name = &file.path;
        for note in &file.imported.notes {
            match note.kind {
                NoteKind::LeftOut => wrong.push(format!("{name}: {note}")),
                NoteKind::Corrected => *corrected.entry(note.to_string()).or_default() += 1,
                NoteKind::Remark => println!("{name}: {note}"),
            }
        }
        let conflicts = builder.add(file.imported.file.clone());
        wrong.extend(conflicts.iter().map(|it| format!("{name}: {it}")));
    }
    for (note, count) in &corrected {
        println!("{note} (in {count} files)");
    }
    proofs::all_right(&wrong)?;
    Ok(builder.finish()?.text())
}

fn read(publisher: &'static Publisher, path: &Path, builds: &BuildList) -> Result<SourceFile> {
    let content = strata_import::decompress(&workspace::read(path)?)?;
    let hints = Hints {
        source: Some(publisher.source.to_owned()),
        builds: builds.clone(),
        ..Hints::default()
    };
    let name = workspace::name(path);
    let stem = name.strip_suffix(publisher.suffix).unwrap_or(&name);
    let symbols = (publisher.folder == JPCERT.folder).then(|| addresses::read(&content));
    Ok(SourceFile {
        publisher,
        symbols: symbols.transpose()?,
        path: format!("{}{stem}{}", publisher.path, publisher.published_suffix),
        hash: hex::encode(Sha256::digest(&content)),
        imported: strata_import::read(&name, &content, &hints)?,
    })
}

fn manifest(files: &[SourceFile]) -> String {
    let mut lines: Vec<_> = files
        .iter()
        .map(|file| {
            let (image, of) = (&file.imported.file.image, file.publisher);
            let line = [
                &image.id(),
                of.source,
                of.licence,
                of.repository,
                of.commit,
                &file.path,
                of.modified,
                &file.hash,
            ];
            (image.key(), of.folder, line.join("\t") + "\n")
        })
        .collect();
    lines.sort();
    let lines = lines.into_iter().map(|(.., line)| line);
    "# Made by `cargo xtask catalogue DIR`: the files of which kernels.strata is made. The SHA-256 is that of the content, decompressed.\n\
        image\tsource\tlicence\trepository\tcommit\tpath\tmodified\tsha256\n"
        .to_owned()
        + &lines.collect::<String>()
}
