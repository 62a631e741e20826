//! Builds the site's package: one folder named after the hash of its content, with compressed forms beside the files.

mod compress;
mod minify;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use sha2::{Digest, Sha256};

pub(crate) use compress::{brotli, gzip};

use crate::wasm::{self, Profile};
use crate::workspace::{self, done, list, read};

/// How many bytes of the hash are in the folder's name.
const HASH_BYTES: usize = 8;

/// Contents of files by name.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// Builds the site and returns its folder; cargo does `meanwhile` at the same time.
pub(crate) fn build(profile: Profile, meanwhile: &[&str]) -> Result<PathBuf> {
    let files = collect(profile, meanwhile)?;
    let site = workspace::target().join("site");
    let package = format!("pkg-{}", hash(&files));
    let built = site.join(&package);
    if built.is_dir() {
        eprintln!("{}: unchanged", built.display());
    } else {
        let mut all = files.clone();
        for (name, bytes) in files.iter().filter(|_| profile == Profile::Small) {
            let encodings = compress::encodings(name, bytes);
            for (extension, bytes) in done("compress", name.as_ref(), encodings)? {
                all.insert(format!("{name}.{extension}"), bytes);
            }
        }
        replace(&site, &package, &all)?;
    }
    print_sizes(&built, &files);
    Ok(site)
}

fn collect(profile: Profile, meanwhile: &[&str]) -> Result<Files> {
    let static_files = workspace::root().join("static");
    let views = workspace::root().join("frontend/src");
    let of_decode = views.join("pages/decode");
    let (decode, pages) = sheets(&views)?
        .into_iter()
        .partition(|path| path.starts_with(&of_decode));
    let everywhere = sheets(&static_files.join("css"))?;
    let mut files = wasm::build(profile, meanwhile)?;
    for path in list(&static_files)?.iter().filter(|path| path.is_file()) {
        files.insert(workspace::name(path), read(path)?);
    }
    for (name, bytes) in &mut files {
        if name.ends_with(".js") {
            *bytes = minify::script(bytes);
        }
    }
    for (name, sheets) in [
        ("strata.css", everywhere),
        ("pages.css", pages),
        ("decode.css", decode),
    ] {
        files.insert(name.to_owned(), minify::styles(&joined(sheets)?));
    }
    Ok(files)
}

/// The style sheets in a folder and the folders below it.
fn sheets(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut sheets = workspace::walk(folder, &[])?;
    sheets.retain(|path| path.extension().is_some_and(|it| it == "css"));
    Ok(sheets)
}

/// Concatenates style sheets in the order of their names, which the cascade depends on, whatever folder they are in.
fn joined(mut sheets: Vec<PathBuf>) -> Result<Vec<u8>> {
    sheets.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
    let sheets = sheets.iter().map(|path| read(path));
    Ok(sheets.collect::<Result<Vec<_>>>()?.concat())
}

/// The hash of names and contents.
pub(crate) fn hash(files: &Files) -> String {
    let mut hasher = Sha256::new();
    for part in files.iter().flat_map(|(name, it)| [name.as_bytes(), it]) {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hex::encode(&hasher.finalize()[..HASH_BYTES])
}

/// Replaces a folder in `place` atomically: writes it beside first, so that no half-written folder is ever used.
pub(crate) fn replace(place: &Path, name: &str, files: &Files) -> Result<()> {
    let fresh = place.with_extension("new");
    workspace::remove(&fresh)?;
    for (file, bytes) in files {
        workspace::write(&fresh.join(name).join(file), bytes)?;
    }
    workspace::remove(place)?;
    done("rename", &fresh, fs::rename(&fresh, place))
}

fn print_sizes(package: &Path, files: &Files) {
    eprintln!("{}", package.display());
    eprintln!("{:>10} {:>10} {:>10}", "bytes", "gzip", "brotli");
    let mut totals = [0; 3];
    let row = |[bytes, gzip, brotli]: [u64; 3], name: &str| {
        eprintln!("{bytes:>10} {gzip:>10} {brotli:>10}  {name}");
    };
    for (name, bytes) in files {
        // What does not become smaller is there in one form.
        let sizes = ["", ".gz", ".br"].map(|extension| {
            let file = fs::metadata(package.join(format!("{name}{extension}")));
            file.map_or(bytes.len() as u64, |file| file.len())
        });
        row(sizes, name);
        totals = [0, 1, 2].map(|at| totals[at] + sizes[at]);
    }
    row(totals, "in all");
}
