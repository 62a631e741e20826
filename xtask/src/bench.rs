//! `cargo xtask bench`: builds what users run, fetches what it is measured against, and lets `bench/` measure.
//! What the server does under load, `cargo xtask abuse` measures.

mod rivals;

use crate::failure::Failure;
use crate::{debian, process, release, wasm, workspace};

/// Prints the figures; asserts none of them.
pub(crate) fn run() -> Result<(), Failure> {
    debian::require(&debian::BENCH)?;
    debian::require(&debian::BROWSER)?;
    let folder = workspace::target().join("bench");
    rivals::fetch(&folder)?;
    wasm::build_bench(&folder)?;
    let prepared = folder.display().to_string();
    bench(&["read"])?;
    bench(&["search", &prepared])?;
    bench(&["decode", &prepared])?;
    bench(&["browser", &prepared])?;
    release::run()?;
    let binary = workspace::target().join("release").join("strata");
    let binary = binary.display().to_string();
    bench(&["start", &binary])?;
    bench(&["scale", &binary, &prepared])
}

fn bench(args: &[&str]) -> Result<(), Failure> {
    let manifest = workspace::root().join("bench").join("Cargo.toml");
    let mut command = process::cargo();
    command
        .args(["run", "--quiet", "--release", "--manifest-path"])
        .arg(manifest)
        .arg("--")
        .args(args);
    process::run(&mut command)
}
