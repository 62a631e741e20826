//! Builds the site's package: one folder named after the hash of its content, with compressed forms beside the files.

mod compress;
mod minify;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use sha2::{Digest, Sha256};

pub(crate) use compress::brotli;

use crate::wasm::Profile;
use crate::workspace::{list, read, remove, write};
use crate::{wasm, workspace};

/// How many bytes of the hash are in the folder's name.
const HASH_BYTES: usize = 8;

/// Files of `static/` that go into the package under their own names.
const VERBATIM: [&str; 7] = [
    "boot.js",
    "theme.js",
    "recent.js",
    "complete.js",
    "read.js",
    "favicon.svg",
    "card.png",
];

/// A file of the package.
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Builds the site and returns its folder; cargo does `meanwhile` at the same time.
pub(crate) fn build(profile: Profile, meanwhile: &[&str]) -> Result<PathBuf> {
    let files = collect(profile, meanwhile)?;
    let site = workspace::target().join("site");
    let package = format!("pkg-{}", hash(&files));
    let built = site.join(&package);
    if built.is_dir() {
        eprintln!("{}: unchanged", built.display());
    } else {
        let mut coded = Vec::new();
        let compressible = files.iter().filter(|_| profile == Profile::Small);
        for file in compressible {
            for (extension, bytes) in compress::encodings(&file.name, &file.bytes)? {
                let name = format!("{}.{extension}", file.name);
                coded.push(File { name, bytes });
            }
        }
        replace(&site, &package, files.iter().chain(&coded))?;
    }
    print_sizes(&built, &files)?;
    Ok(site)
}

fn collect(profile: Profile, meanwhile: &[&str]) -> Result<Vec<File>> {
    let everywhere = sheets(&workspace::static_files().join("css"))?;
    let views = sheets(&workspace::views())?;
    let of_decode = workspace::views().join("pages/decode");
    let (decode, pages) = views.into_iter().partition(|it| it.starts_with(&of_decode));
    let mut files = Vec::new();
    for (name, sheets) in [
        ("strata.css", everywhere),
        ("pages.css", pages),
        ("decode.css", decode),
    ] {
        files.push(File {
            name: name.to_owned(),
            bytes: minify::styles(&styles(sheets)?),
        });
    }
    let mut whole = wasm::build(profile, meanwhile)?;
    for name in VERBATIM {
        whole.push(File {
            name: name.to_owned(),
            bytes: read(&workspace::static_files().join(name))?,
        });
    }
    for file in &mut whole {
        if file.name.ends_with(".js") {
            file.bytes = minify::script(&file.bytes);
        }
    }
    files.extend(whole);
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

/// The style sheets in a folder and the folders below it.
fn sheets(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut sheets = Vec::new();
    for path in list(folder)? {
        if path.is_dir() {
            sheets.extend(self::sheets(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "css") {
            sheets.push(path);
        }
    }
    Ok(sheets)
}

/// Concatenates style sheets in the order of their names, which the cascade depends on, whatever folder they are in.
fn styles(mut sheets: Vec<PathBuf>) -> Result<Vec<u8>> {
    sheets.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
    let mut styles = Vec::new();
    for path in sheets {
        styles.extend(read(&path)?);
    }
    Ok(styles)
}

/// The hash of names and contents.
pub(crate) fn hash(files: &[File]) -> String {
    let mut hasher = Sha256::new();
    for file in files {
        hasher.update((file.name.len() as u64).to_le_bytes());
        hasher.update(&file.name);
        hasher.update((file.bytes.len() as u64).to_le_bytes());
        hasher.update(&file.bytes);
    }
    hex::encode(&hasher.finalize()[..HASH_BYTES])
}

/// Replaces a folder in `place` atomically: writes it beside first, so that no half-written folder is ever used.
pub(crate) fn replace<'a>(
    place: &Path,
    name: &str,
    files: impl IntoIterator<Item = &'a File>,
) -> Result<()> {
    let fresh = place.with_extension("new");
    remove(&fresh)?;
    for file in files {
        let path = fresh.join(name).join(&file.name);
        write(&path, &file.bytes)?;
    }
    remove(place)?;
    fs::rename(&fresh, place).with_context(|| workspace::cannot("rename", &fresh))
}

fn print_sizes(package: &Path, files: &[File]) -> Result<()> {
    eprintln!("{}", package.display());
    eprintln!("{:>10} {:>10} {:>10}", "bytes", "gzip", "brotli");
    let mut rows = Vec::new();
    for file in files {
        let mut sizes = [file.bytes.len(); 3];
        for (size, extension) in sizes[1..].iter_mut().zip(["gz", "br"]) {
            let path = package.join(format!("{}.{extension}", file.name));
            if path.exists() {
                *size = read(&path)?.len();
            }
        }
        rows.push((sizes, file.name.as_str()));
    }
    let total = |at: usize| rows.iter().map(|(sizes, _)| sizes[at]).sum();
    let totals: [usize; 3] = [0, 1, 2].map(total);
    rows.push((totals, "in all"));
    for ([bytes, gzip, brotli], name) in rows {
        eprintln!("{bytes:>10} {gzip:>10} {brotli:>10}  {name}");
    }
    Ok(())
}
