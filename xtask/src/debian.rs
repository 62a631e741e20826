//! Programs from Debian packages: installed where possible and permitted, else an error says how.

use std::process::Stdio;

use anyhow::{Result, ensure};

use crate::process;

/// The browser of the tests, and its driver of the same version.
pub(crate) const BROWSER: &str = "chromium chromedriver";
/// What the tests need: for packages from npm and PyPI, the scripts in the recipes, the proxy before replicas, the compilers
/// of exported headers, the linker of their debug information, the preprocessor for the template reader, and pahole.
pub(crate) const TEST_TOOLS: &str = "node npm python3 nginx curl jq clang lld-link cpp g++ pahole";

/// Arguments with which a program does nothing, its exit status for them, and its packages. These are installed only if
/// it is missing, because a program from elsewhere may conflict with Debian's package.
fn probe(program: &str) -> (&str, i32, &str) {
    const VERSION: &str = "--version";
    match program {
        "node" => (VERSION, 0, "nodejs"),
        // With `venv`, which Debian packages separately.
        "python3" => ("-m ensurepip --version", 0, "python3-venv"),
        // With `gzip_static`.
        "nginx" => ("-v", 0, "nginx-light"),
        "wrk" => ("-v", 1, "wrk"),
        "lld-link" => (VERSION, 0, "lld"),
        "chromium" => (VERSION, 0, "chromium fonts-dejavu-core"),
        "chromedriver" => (VERSION, 0, "chromium-driver"),
        "musl-gcc" => (VERSION, 0, "musl-tools"),
        "aarch64-linux-gnu-gcc" => (VERSION, 0, "gcc-aarch64-linux-gnu libc6-dev-arm64-cross"),
        "x86_64-w64-mingw32-gcc" => (VERSION, 0, "gcc-mingw-w64-x86-64"),
        alike => (VERSION, 0, alike),
    }
}

/// Makes sure that the programs are installed. `who` needs them, and begins the error.
pub(crate) fn require(who: &str, programs: &str) -> Result<()> {
    let missing: Vec<&str> = programs.split(' ').filter(|it| !is_there(it)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().map(|it| probe(it).2).collect();
    let (missing, packages) = (missing.join(" and "), packages.join(" "));
    let lacking = format!("{who} needs {missing}, which is not on the PATH");
    ensure!(
        is_there("apt-get"),
        "{lacking}: install what Debian has as {packages}"
    );
    let install = format!("apt-get install --yes --no-install-recommends {packages}");
    let user = process::output(&mut process::program("id -u"));
    ensure!(
        user.is_ok_and(|id| id.trim_ascii() == b"0"),
        "{lacking}: run `sudo apt-get update && sudo {install}` and try again"
    );
    eprintln!("{lacking}: installing");
    for line in ["apt-get update", &install] {
        process::run(process::program(line).env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    Ok(())
}

fn is_there(program: &str) -> bool {
    let (arguments, expected, _) = probe(program);
    let mut program = process::program(&format!("{program} {arguments}"));
    let status = program.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.code() == Some(expected))
}
