//! `cargo xtask fuzz`: runs a target of `fuzz/`, with the tests' fixtures as seeds.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::{process, workspace};

/// The targets, with their seeds: files in a folder whose names end so.
const TARGETS: [(&str, &str); 6] = [
    ("dump", "tests/fixtures/dumps/*.txt"),
    ("decode", ""),
    ("stated", "tests/golden/exports/*"),
    ("catalogue", "tests/fixtures/catalogue/*"),
    (
        "import",
        "tests/fixtures/symbols/* import/fixtures/pdb/*.pdb.xz",
    ),
    (
        "data_file",
        "data/types/*.toml data/*.toml data/structures/*.toml",
    ),
];

/// Runs a target for that many seconds.
pub(crate) fn run(target: &str, seconds: &str) -> Result<()> {
    let row = TARGETS.iter().find(|(name, _)| *name == target);
    let (name, seeds) = row.with_context(|| {
        let names = TARGETS.map(|(name, _)| name).join(", ");
        format!("there is no fuzz target `{target}`: expected one of {names}")
    })?;
    let seconds: u32 = seconds.parse().with_context(|| {
        format!("`{seconds}` is no number of seconds: expected a whole number such as 600")
    })?;
    let folder = workspace::target().join("fuzz-seeds").join(name);
    workspace::make(&folder)?;
    for (from, suffix) in seeds.split(' ').filter_map(|it| it.split_once("/*")) {
        lay_seeds(from, suffix, &folder)?;
    }
    let corpus = workspace::root().join("fuzz/corpus").join(name);
    workspace::make(&corpus)?;
    let mut command = process::cargo("fuzz run --sanitizer none");
    command.arg(name).args([&corpus, &folder]);
    command.args(["--", &format!("-max_total_time={seconds}"), "-timeout=20"]);
    // Links quickly and names functions in backtraces; what is published is optimized as a whole and stripped.
    for (key, value) in [("LTO", "off"), ("CODEGEN_UNITS", "16"), ("STRIP", "none")] {
        command.env(format!("CARGO_PROFILE_RELEASE_{key}"), value);
    }
    process::run(&mut command).with_context(|| {
        format!(
            "what a target found lies in fuzz/artifacts/{name}; if cargo knows no `fuzz`, run `cargo install cargo-fuzz`"
        )
    })
}

/// Copies the seeds. Data files get a first byte that selects the kind of file; PDB files are unpacked, because a
/// change in a packed one breaks its checksum.
fn lay_seeds(from: &str, suffix: &str, folder: &Path) -> Result<()> {
    for file in workspace::list(&workspace::root().join(from))? {
        let name = workspace::name(&file);
        if !file.is_file() || !name.ends_with(suffix) {
            continue;
        }
        let kind = match (from, &*name) {
            ("data/types", _) => Some(0),
            ("data", "constants.toml") => Some(1),
            ("data", "sources.toml") => Some(2),
            ("data", "releases.toml") => Some(3),
            ("data/structures", _) => Some(4),
            _ => None,
        };
        let content = match name.ends_with(".xz") {
            true => process::output(process::program("xz --decompress --stdout").arg(&file))?,
            false => workspace::read(&file)?,
        };
        let seed: Vec<u8> = kind.into_iter().chain(content).collect();
        let path = folder.join(format!("{}-{name}", from.replace('/', "-")));
        workspace::write(&path, seed)?;
    }
    Ok(())
}
