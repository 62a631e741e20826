//! `cargo xtask bench`: builds the release binary, installs the programs to compare with, and runs `bench/`.

use std::ffi::OsStr;

use anyhow::Result;

use crate::{debian, packages, process, release, wasm, workspace};

/// Prints the figures; asserts none of them. The competitors are Kaitai Struct from npm and dissect.cstruct from PyPI,
/// as pinned in `bench/js`.
pub(crate) fn run() -> Result<()> {
    debian::require("the bench", "node npm python3")?;
    debian::require("the bench", debian::BROWSER)?;
    let folder = workspace::target().join("bench");
    let pins = workspace::root().join("bench/js");
    packages::npm(&pins, &folder.join("js"))?;
    packages::pypi(&pins.join("requirements.txt"), &folder.join("python"))?;
    wasm::build_bench(&folder)?;
    let here = folder.as_os_str();
    bench("read", &[])?;
    for command in ["search", "decode", "browser"] {
        bench(command, &[here])?;
    }
    let binary = release::build(None)?;
    bench("start", &[binary.as_os_str()])?;
    bench("scale", &[binary.as_os_str(), here])
}

/// Measures the server under load beside nginx, and under abuse; fails where it exceeds a bound.
pub(crate) fn host(options: &[&str]) -> Result<()> {
    debian::require("loading the server", "nginx wrk")?;
    // Raises the descriptor limit, which the server and its clients inherit.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let (binary, options) = match options {
        ["--binary", binary, rest @ ..] => (binary.into(), rest),
        all => (release::build(None)?, all),
    };
    let folder = workspace::target().join("bench");
    let mut arguments = vec![binary.as_os_str(), folder.as_os_str()];
    arguments.extend(options.iter().map(OsStr::new));
    bench("host", &arguments)
}

fn bench(command: &str, arguments: &[&OsStr]) -> Result<()> {
    let mut cargo = process::cargo("run --quiet --release --package=strata-bench --");
    process::run(cargo.arg(command).args(arguments))
}
