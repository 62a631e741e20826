//! `cargo xtask test`: everything that CI does, in the order in which mistakes are cheap to find.

use crate::failure::Failure;
use crate::{debian, files, packages, process, site, wasm, workspace};

/// What is checked before anything is built: the workspaces of their own, for nothing else would notice that they do not compile any
/// more; the front end once for each side, never two of them in one build.
const CHECKS: [&str; 6] = [
    "fmt --all --check",
    "clippy --workspace --all-targets -- -D warnings",
    "clippy --package=xtask --features=catalogue -- -D warnings",
    "check --workspace --all-targets --manifest-path bench/Cargo.toml",
    "check --workspace --all-targets --manifest-path fuzz/Cargo.toml",
    "clippy --package=strata-frontend --lib --features=hydrate --target wasm32-unknown-unknown -- -D warnings",
];
/// The same random cases wherever this runs, so that an answer can be had again. `cargo test` alone searches on with others.
const SEED: (&str, &str) = ("PROPTEST_RNG_SEED", "1");
const WITH_SITE: &str = "clippy --package=strata-server --features=embed-site -- -D warnings";

/// Checks, lints, builds the site, and runs every test; the last lines are the test runner's own.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    wasm::add_target()?;
    debian::require(&debian::BROWSER)?;
    debian::require(&debian::JUDGE)?;
    let (pins, target) = (workspace::root().join("tests"), workspace::target());
    packages::npm(&pins.join("js"), &target.join("tests-js"))?;
    let python = pins.join("python").join("requirements.txt");
    packages::pypi(&python, &target.join("tests-python"))?;
    for line in CHECKS {
        process::run(&mut process::cargo(line))?;
    }
    let site = site::build()?;
    process::run(process::cargo(WITH_SITE).env("STRATA_EMBEDDED", &site))?;
    let mut tests = process::cargo("test");
    tests.env("STRATA_SITE", &site).env(SEED.0, SEED.1);
    if !args.is_empty() {
        return process::run(tests.args(args));
    }
    let served = process::run(tests.args(["--workspace", "--no-fail-fast"]));
    // The browser's tests once more, of the site as files behind nginx.
    let in_files = files::serve(&site).and_then(|behind| {
        let mut tests = process::cargo("test --workspace --test=browser --no-fail-fast");
        tests.env("STRATA_FILES", &behind.address);
        process::run(tests.env("STRATA_SITE", &site))
    });
    served.and(in_files)
}
