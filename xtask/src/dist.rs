//! `cargo xtask dist`: what is handed out: an archive with the static binary, how it is run, and the licences of everything
//! inside it; and its checksum.

mod licences;

use std::fs;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::failure::Failure;
use crate::{process, release, workspace};

/// What it is built for, unless somebody says otherwise: any Linux on that processor, whatever its C library.
const TARGET: &str = "x86_64-unknown-linux-musl";

/// Files of the repository that go with it.
const FILES: [&str; 9] = [
    "README.md",
    "CONTRIBUTING.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "docs/audit.md",
    "docs/operations.md",
    "deploy/Dockerfile",
    "deploy/nginx.conf",
    "deploy/strata.service",
];

/// Builds the archive and SHA256SUMS under `target/dist`.
pub(crate) fn run(target: Option<&str>) -> Result<(), Failure> {
    let target = target.unwrap_or(TARGET);
    process::run(std::process::Command::new("rustup").args(["target", "add", target]))?;
    let binary = release::build(Some(target))?;
    let name = format!("strata-{}-{target}", env!("CARGO_PKG_VERSION"));
    let mut contents = vec![("strata".to_owned(), 0o755, read(&binary)?)];
    for file in FILES {
        contents.push((file.to_owned(), 0o644, read(&workspace::root().join(file))?));
    }
    let licences = licences::all()?;
    contents.push(("LICENCES".to_owned(), 0o644, licences.into_bytes()));
    let archive = archive(&name, &contents)?;
    let folder = workspace::target().join("dist");
    fs::create_dir_all(&folder).map_err(|error| Failure::file("make", &folder, &error))?;
    let file = format!("{name}.tar.gz");
    let sum: String = Sha256::digest(&archive)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    write(&folder.join(&file), &archive)?;
    write(
        &folder.join("SHA256SUMS"),
        format!("{sum}  {file}\n").as_bytes(),
    )?;
    println!("{}", folder.join(file).display());
    Ok(())
}

/// The same contents give the same bytes: no times, no owners.
fn archive(name: &str, contents: &[(String, u32, Vec<u8>)]) -> Result<Vec<u8>, Failure> {
    let failed = |error| Failure::file("write", Path::new("the archive"), &error);
    let mut tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    for (file, mode, bytes) in contents {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(*mode);
        header.set_mtime(0);
        tar.append_data(&mut header, format!("{name}/{file}"), bytes.as_slice())
            .map_err(failed)?;
    }
    tar.into_inner().and_then(GzEncoder::finish).map_err(failed)
}

fn read(path: &PathBuf) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| Failure::file("read", path, &error))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|error| Failure::file("write", path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_contents_are_the_same_archive() {
        let contents = [("strata".to_owned(), 0o755, b"binary".to_vec())];
        let bytes = archive("strata-0", &contents).unwrap();
        assert_eq!(bytes, archive("strata-0", &contents).unwrap());
        let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(bytes.as_slice()));
        let entry = tar.entries().unwrap().next().unwrap().unwrap();
        assert_eq!(entry.path().unwrap(), Path::new("strata-0/strata"));
        assert_eq!(entry.header().mode().unwrap(), 0o755);
    }

    #[test]
    fn what_goes_with_it_is_there() {
        for file in FILES {
            assert!(workspace::root().join(file).is_file(), "{file}");
        }
    }
}
