//! `cargo xtask test`: everything that CI does, in the order in which mistakes are cheap to find.

use std::path::Path;

use crate::failure::Failure;
use crate::{debian, files, packages, process, site, wasm, workspace};

/// What every lint run ends with.
const DENY_WARNINGS: [&str; 3] = ["--", "-D", "warnings"];

/// Checks, lints, builds the site, and runs every test; the last lines are the test runner's own.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    wasm::add_target()?;
    debian::require(&debian::BROWSER)?;
    debian::require(&debian::JUDGE)?;
    let (pins, target) = (workspace::root().join("tests"), workspace::target());
    packages::npm(&pins.join("js"), &target.join("tests-js"))?;
    let python = pins.join("python").join("requirements.txt");
    packages::pypi(&python, &target.join("tests-python"))?;
    process::run(process::cargo().args(["fmt", "--all", "--check"]))?;
    lint()?;
    let site = site::build()?;
    process::run(
        process::cargo()
            .args(["clippy", "--package=strata-server", "--features=embed-site"])
            .args(DENY_WARNINGS)
            .env("STRATA_EMBEDDED", &site),
    )?;
    let mut tests = process::cargo();
    tests.arg("test").env("STRATA_SITE", &site);
    if !args.is_empty() {
        return process::run(tests.args(args));
    }
    let served = process::run(tests.args(["--workspace", "--no-fail-fast"]));
    served.and(in_files(&site))
}

/// The browser's tests once more, of the site as files behind nginx.
fn in_files(site: &Path) -> Result<(), Failure> {
    let served = files::serve(site)?;
    process::run(
        process::cargo()
            .args(["test", "--workspace", "--test=browser", "--no-fail-fast"])
            .env("STRATA_SITE", site)
            .env("STRATA_FILES", &served.address),
    )
}

/// The front end is linted once for each side; never two of them in one build.
fn lint() -> Result<(), Failure> {
    process::run(
        process::cargo()
            .args(["clippy", "--workspace", "--all-targets"])
            .args(DENY_WARNINGS),
    )?;
    process::run(
        process::cargo()
            .args(["clippy", "--package=xtask", "--features=catalogue"])
            .args(DENY_WARNINGS),
    )?;
    // Workspaces of their own: nothing else would notice that they do not compile any more.
    for apart in ["bench", "fuzz"] {
        process::run(
            process::cargo()
                .args(["check", "--workspace", "--all-targets"])
                .arg("--manifest-path")
                .arg(workspace::root().join(apart).join("Cargo.toml")),
        )?;
    }
    process::run(
        process::cargo()
            .args(["clippy", "--package=strata-frontend", "--lib"])
            .args(["--features=hydrate", "--target", wasm::TARGET])
            .args(DENY_WARNINGS),
    )
}
