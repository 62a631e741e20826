//! `cargo xtask test`: all of CI, in the order in which errors are cheap to find.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::nginx::{self, Daemon};
use crate::wasm::Profile;
use crate::{debian, packages, process, site, wasm, workspace};

/// The checks before the build; of the front end once for each side, never both in one build.
const CHECKS: [&str; 3] = [
    "fmt --all --check",
    "clippy --workspace --all-targets --features=xtask/catalogue -- -D warnings",
    "clippy --package=strata-frontend --lib --features=hydrate -- -D warnings",
];
/// A fixed seed, so that failures can be reproduced. Plain `cargo test` uses random seeds.
const SEED: (&str, &str) = ("PROPTEST_RNG_SEED", "1");
const TESTS: &str = "test --workspace";
/// Browser tests that the static site need not repeat: the script and the page are the same there.
const NOT_AGAIN: &str = "--skip browser::decode::going --skip browser::decode::looking --skip browser::decode::taking \
    --skip browser::usability --skip browser::harness";
/// The server with the site in it, and xtask without its catalogue. What the first check has read is not read again.
const WITH_SITE: &str =
    "clippy --workspace --all-targets --features=strata-server/embed-site -- -D warnings";

/// The address and the folder in the example of a configuration for the static site.
const LISTEN: &str = "listen 80;";
const ROOT: &str = "root /srv/strata;";

/// Checks, lints, builds the site, and runs every test; the last lines are the test runner's own.
pub(crate) fn run(args: &[&str]) -> Result<()> {
    wasm::add_target(wasm::TARGET)?;
    debian::require("the browser tests", debian::BROWSER)?;
    debian::require("the tests", debian::TEST_TOOLS)?;
    let (pins, target) = (workspace::root().join("tests"), workspace::target());
    packages::npm(&pins.join("js"), &target.join("tests-js"))?;
    let python = pins.join("python").join("requirements.txt");
    packages::pypi(&python, &target.join("tests-python"))?;
    for line in CHECKS {
        process::run(&mut process::cargo(line))?;
    }
    let site = site::build(Profile::Small, &[&format!("{TESTS} --no-run")])?;
    process::run(process::cargo(WITH_SITE).env("STRATA_EMBEDDED", &site))?;
    let tests = |line: &str| {
        let mut tests = process::cargo(line);
        tests.env("STRATA_SITE", &site).env(SEED.0, SEED.1);
        tests
    };
    if !args.is_empty() {
        return process::run(tests("test").args(args));
    }
    let served = process::run(&mut tests(&format!("{TESTS} --no-fail-fast")));
    // Browser tests again, on the static site behind nginx.
    let in_files = serve_files(&site).and_then(|behind| {
        let mut tests = tests(&format!(
            "{TESTS} --test=browser --no-fail-fast -- {NOT_AGAIN}"
        ));
        process::run(tests.env("STRATA_FILES", &behind.address))
    });
    served.and(in_files)
}

/// Exports the static site with the debug binary, and serves it with nginx, as configured in `deploy/nginx-static.conf`.
fn serve_files(site: &Path) -> Result<Daemon> {
    let files = workspace::target().join("site-files");
    let mut export = Command::new(workspace::built("strata"));
    export.arg("export-site").arg(&files).arg("--site");
    process::run(export.arg(site))?;
    let example = workspace::text(&workspace::root().join("deploy/nginx-static.conf"))?;
    for place in [LISTEN, ROOT] {
        ensure!(
            example.contains(place),
            "deploy/nginx-static.conf has no `{place}`, in whose place the tests put their own"
        );
    }
    let folder = workspace::target().join("site-nginx");
    nginx::start(&folder, "events {}", |address| {
        let server = example.replace(LISTEN, &format!("listen {address};"));
        let server = server.replace(ROOT, &format!("root {};", files.display()));
        format!("include /etc/nginx/mime.types;\n{server}")
    })
}

/// Builds the site, and runs a program of the tests' package that shows it in their browser.
pub(crate) fn show(program: &str, args: &[&str]) -> Result<()> {
    debian::require("the browser tests", debian::BROWSER)?;
    let site = site::build(Profile::Small, &[])?;
    let run = format!("run --quiet --package=strata-tests --bin {program} --");
    let mut cargo = process::cargo(&run);
    process::run(cargo.args(args).env("STRATA_SITE", site))
}
