//! `cargo xtask fuzz`: runs a target of `fuzz/`, with the tests' fixtures as seeds.

use std::path::Path;

use anyhow::{Result, anyhow, bail};

use crate::{process, workspace};

/// The targets, with the folders of their seeds.
const TARGETS: [(&str, &[&str]); 6] = [
    ("dump", &["tests/fixtures/dumps"]),
    ("decode", &[]),
    ("stated", &["tests/golden/exports"]),
    ("catalogue", &["tests/fixtures/catalogue"]),
    ("import", &["tests/fixtures/symbols", "import/fixtures/pdb"]),
    ("data_file", &["data/types", "data", "data/structures"]),
];

/// Runs a target for that many seconds.
pub(crate) fn run(target: &str, seconds: &str) -> Result<()> {
    let Some((name, folders)) = TARGETS.iter().find(|(name, _)| *name == target) else {
        bail!(
            "there is no fuzz target `{target}`: expected dump, decode, stated, catalogue, import or data_file"
        );
    };
    let Ok(seconds) = seconds.parse::<u32>() else {
        bail!("`{seconds}` is no number of seconds: expected a whole number such as 600");
    };
    let seeds = workspace::target().join("fuzz-seeds").join(name);
    lay_seeds(name, folders, &seeds)?;
    let corpus = workspace::root().join("fuzz").join("corpus").join(name);
    workspace::make(&corpus)?;
    let mut command = process::cargo("fuzz run --sanitizer none");
    command.arg(name).args([&corpus, &seeds]);
    command.args(["--", &format!("-max_total_time={seconds}"), "-timeout=20"]);
    // Links quickly and names functions in backtraces; what is published is optimized as a whole and stripped.
    command.env("CARGO_PROFILE_RELEASE_LTO", "off");
    command.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    command.env("CARGO_PROFILE_RELEASE_STRIP", "none");
    process::run(&mut command).map_err(|failure| {
        anyhow!(
            "{failure:#}\nIf cargo knows no `fuzz`, run `cargo install cargo-fuzz`; what a target found lies in fuzz/artifacts/{name}"
        )
    })
}

/// Copies the seeds. Data files get a first byte that selects the kind of file; PDB files are unpacked, because a
/// change in a packed one breaks its checksum.
fn lay_seeds(target: &str, folders: &[&str], seeds: &Path) -> Result<()> {
    workspace::make(seeds)?;
    for folder in folders {
        let files = workspace::list(&workspace::root().join(folder))?;
        for file in files.into_iter().filter(|path| path.is_file()) {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let kind = match (target, *folder, &*name) {
                ("dump", ..) if name.ends_with(".toml") => continue,
                ("data_file", ..) if !name.ends_with(".toml") => continue,
                ("import", "import/fixtures/pdb", _) if !name.ends_with(".pdb.xz") => continue,
                ("dump" | "stated" | "catalogue" | "import", ..) => None,
                (_, "data/types", _) => Some(0),
                (_, _, "constants.toml") => Some(1),
                (_, _, "sources.toml") => Some(2),
                (_, _, "releases.toml") => Some(3),
                _ => Some(4),
            };
            let content = match name.ends_with(".xz") {
                true => unpacked(&file)?,
                false => workspace::read(&file)?,
            };
            let seed: Vec<u8> = kind.into_iter().chain(content).collect();
            let path = seeds.join(format!("{}-{name}", folder.replace('/', "-")));
            workspace::write(&path, seed)?;
        }
    }
    Ok(())
}

/// The content of an xz file.
fn unpacked(file: &Path) -> Result<Vec<u8>> {
    process::bytes(process::program("xz --decompress --stdout").arg(file))
}
