//! Builds the front end and its worker as WASM modules, each with its JavaScript from wasm-bindgen.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::site::Files;
use crate::{process, workspace};

/// The target of the browser's modules.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// The package of the program that makes the browser's files of a module.
const TOOL: &str = "xtask-wasm";

/// A profile for modules in the workspace's Cargo.toml.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// As small as possible, for builds that are published or tested.
    Small,
    /// Quick to compile and not compressed, for `cargo xtask serve`: that of the debug server.
    Quick,
}

/// Compiles the modules and runs wasm-bindgen; returns the files. Linking small modules keeps only one processor busy, for
/// minutes, so cargo runs the `meanwhile` commands at the same time. Quick ones share a folder with these, so that one waits for
/// the other.
pub(crate) fn build(profile: Profile, meanwhile: &[&str]) -> Result<Files> {
    add_target(TARGET)?;
    // The folder is the one into which cargo puts what it builds with this profile.
    let (profile, folder) = match profile {
        Profile::Small => ("wasm", "wasm"),
        Profile::Quick => ("dev", "debug"),
    };
    let modules = format!(
        "build --lib --target {TARGET} --profile {profile} --package=strata-frontend --package=strata-worker \
         --features=strata-frontend/hydrate"
    );
    let tool = format!("build --package={TOOL}");
    let (modules, others) = std::thread::scope(|scope| {
        let modules = scope.spawn(|| process::run(&mut process::cargo(&modules)));
        let mut others = [&*tool].into_iter().chain(meanwhile.iter().copied());
        let others = others.try_for_each(|line| process::run(&mut process::cargo(line)));
        (modules.join(), others)
    });
    modules.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
    others?;
    let out = workspace::target().join("wasm-bindgen");
    workspace::remove(&out)?;
    workspace::make(&out)?;
    make("split", folder, "strata_frontend", "app", &out)?;
    make("bind", folder, "strata_worker", "worker", &out)?;
    let files = workspace::list(&out)?.into_iter();
    let files = files.map(|path| Ok((workspace::name(&path), workspace::read(&path)?)));
    files.collect()
}

/// Runs the tool on what cargo has compiled into a folder.
fn make(command: &str, folder: &str, library: &str, name: &str, out: &Path) -> Result<()> {
    let module = workspace::target().join(TARGET).join(folder);
    let module = module.join(library).with_extension("wasm");
    let mut tool = Command::new(workspace::built(TOOL));
    process::run(tool.arg(command).arg(module).arg(name).arg(out))
}

/// Builds the bench's decoder twice: with the profile of the page's modules, and optimized for speed.
pub(crate) fn build_bench(folder: &Path) -> Result<()> {
    add_target(TARGET)?;
    process::run(&mut process::cargo(&format!("build --package={TOOL}")))?;
    for (out, profile) in [("small", "wasm"), ("fast", "wasm-fast")] {
        let line = format!(
            "build --package=strata-bench-decoder --lib --target {TARGET} --profile {profile}"
        );
        process::run(&mut process::cargo(&line))?;
        let library = "strata_bench_decoder";
        make("bind", profile, library, "decoder", &folder.join(out))?;
    }
    Ok(())
}

/// Installs a target with rustup unless the compiler has it.
pub(crate) fn add_target(target: &str) -> Result<()> {
    let libraries = process::sysroot()?.join("lib/rustlib");
    if libraries.join(target).join("lib").is_dir() {
        return Ok(());
    }
    let add = format!("rustup target add {target}");
    process::run(&mut process::program(&add)).with_context(|| {
        format!(
            "the compiler cannot build for {target}: with rustup, run `{add}`; without it, install your distribution's package of that \
             standard library"
        )
    })
}
