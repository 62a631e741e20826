//! `cargo xtask dist`: the release archive: the static binary, documentation and deployment examples, and the licences
//! of everything in it; with its checksum.

mod licences;

use anyhow::{Context as _, Result};
use sha2::{Digest, Sha256};

use crate::workspace::{read, write};
use crate::{debian, release, site, wasm, workspace};

/// The default target: any Linux on that processor, whatever its C library.
const TARGET: &str = "x86_64-unknown-linux-musl";

/// The files of the repository in the archive, and the folders that go in whole.
const FILES: &str = "README.md ARCHITECTURE.md CONTRIBUTING.md LICENSE-APACHE LICENSE-MIT";
const FOLDERS: [&str; 2] = ["deploy", "docs"];

/// File modes.
const EXECUTABLE: u32 = 0o755;
const PLAIN: u32 = 0o644;

/// A file of the archive: name, mode, content.
type Entry = (String, u32, Vec<u8>);

/// Builds the archive and SHA256SUMS under `target/dist`.
pub(crate) fn run(target: Option<&str>) -> Result<()> {
    let target = target.unwrap_or(TARGET);
    let is_musl = target.ends_with("-musl");
    if let Some(compiler) = compiler(target) {
        debian::require(&format!("a binary for {target}"), compiler)?;
    }
    wasm::add_target(target)?;
    let binary = release::build(Some(target))?;
    let name = format!("strata-{}-{target}", env!("CARGO_PKG_VERSION"));
    let program = release::program(Some(target));
    let mut contents = vec![(program.to_owned(), EXECUTABLE, read(&binary)?)];
    for file in files()? {
        let bytes = read(&workspace::root().join(&file))?;
        contents.push((file, PLAIN, bytes));
    }
    let licences = licences::all(is_musl)?;
    contents.push(("LICENCES".to_owned(), PLAIN, licences.into_bytes()));
    let of_rust = read(&licences::of_rust()?)?;
    contents.push(("LICENCES-rust.html".to_owned(), PLAIN, of_rust));
    let archive = archive(&name, &contents)?;
    let folder = workspace::target().join("dist");
    let file = format!("{name}.tar.gz");
    let sum = hex::encode(Sha256::digest(&archive));
    write(&folder.join(&file), &archive)?;
    write(&folder.join("SHA256SUMS"), format!("{sum}  {file}\n"))?;
    println!("{}", folder.join(file).display());
    Ok(())
}

/// The C compiler for dependencies on that target, where the machine's own does not do.
fn compiler(target: &str) -> Option<&'static str> {
    match target {
        // These dependencies need nothing of the C library.
        "aarch64-unknown-linux-musl" => Some("aarch64-linux-gnu-gcc"),
        _ if target.ends_with("-musl") && !cfg!(target_env = "musl") => Some("musl-gcc"),
        "x86_64-pc-windows-gnu" => Some("x86_64-w64-mingw32-gcc"),
        _ => None,
    }
}

/// The repository files in the archive, by path.
fn files() -> Result<Vec<String>> {
    let mut files: Vec<String> = FILES.split(' ').map(str::to_owned).collect();
    for folder in FOLDERS {
        let paths = workspace::list(&workspace::root().join(folder))?;
        let names = paths.iter().map(|path| workspace::name(path));
        files.extend(names.map(|name| format!("{folder}/{name}")));
    }
    files.sort();
    Ok(files)
}

/// Makes the archive reproducibly: no times, no owners.
fn archive(name: &str, contents: &[Entry]) -> Result<Vec<u8>> {
    let failed = "cannot write the archive";
    let mut tar = tar::Builder::new(Vec::new());
    for (file, mode, bytes) in contents {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(*mode);
        header.set_mtime(0);
        tar.append_data(&mut header, format!("{name}/{file}"), bytes.as_slice())
            .context(failed)?;
    }
    let tar = tar.into_inner().context(failed)?;
    site::gzip(&tar).context(failed)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_same_contents_are_the_same_archive() {
        let contents = [("strata".to_owned(), EXECUTABLE, b"binary".to_vec())];
        let bytes = archive("strata-0", &contents).unwrap();
        assert_eq!(bytes, archive("strata-0", &contents).unwrap());
        let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(bytes.as_slice()));
        let entry = tar.entries().unwrap().next().unwrap().unwrap();
        assert_eq!(entry.path().unwrap(), Path::new("strata-0/strata"));
        assert_eq!(entry.header().mode().unwrap(), EXECUTABLE);
    }

    #[test]
    fn what_goes_with_it_is_there_and_leads_to_nothing_else() {
        let files = files().unwrap();
        for file in &files {
            let text = workspace::text(&workspace::root().join(file)).unwrap();
            if !file.ends_with(".md") || file.contains('/') {
                continue;
            }
            let links = text.split("](").skip(1);
            let links = links.filter_map(|rest| rest.split(')').next());
            for link in links.filter(|link| !link.contains(':') && !link.starts_with('#')) {
                assert!(files.iter().any(|it| it == link), "{file}: {link}");
            }
        }
        assert!(files.contains(&"docs/operations.md".to_owned()));
    }
}
