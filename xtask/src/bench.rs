//! `cargo xtask bench`: builds the release binary, installs the programs to compare with, and runs `bench/`.

use std::path::PathBuf;

use anyhow::Result;

use crate::{debian, packages, process, release, wasm, workspace};

/// Prints the figures; asserts none of them. The competitors are Kaitai Struct from npm and dissect.cstruct from PyPI,
/// as pinned in `bench/js`.
pub(crate) fn run() -> Result<()> {
    debian::require(&debian::BENCH)?;
    debian::require(&debian::BROWSER)?;
    let (folder, prepared) = prepared();
    let pins = workspace::root().join("bench").join("js");
    packages::npm(&pins, &folder.join("js"))?;
    packages::pypi(&pins.join("requirements.txt"), &folder.join("python"))?;
    wasm::build_bench(&folder)?;
    bench(&["read"])?;
    bench(&["search", &prepared])?;
    bench(&["decode", &prepared])?;
    bench(&["browser", &prepared])?;
    let binary = release::build(None)?.display().to_string();
    bench(&["start", &binary])?;
    bench(&["scale", &binary, &prepared])
}

/// Measures the server under load beside nginx, and under abuse; fails where it exceeds a bound.
pub(crate) fn host(options: &[String]) -> Result<()> {
    debian::require(&debian::LOAD)?;
    // Raises the descriptor limit, which the server and its clients inherit.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let (binary, options) = match options {
        [flag, binary, rest @ ..] if flag == "--binary" => (binary.clone(), rest),
        all => (release::build(None)?.display().to_string(), all),
    };
    let (_, prepared) = prepared();
    let mut arguments = vec!["host", &binary, &prepared];
    arguments.extend(options.iter().map(String::as_str));
    bench(&arguments)
}

fn prepared() -> (PathBuf, String) {
    let folder = workspace::target().join("bench");
    let shown = folder.display().to_string();
    (folder, shown)
}

fn bench(args: &[&str]) -> Result<()> {
    let mut command = process::cargo("run --quiet --release --package=strata-bench --");
    process::run(command.args(args))
}
