//! Builds the front end and its worker as WASM modules, each with its JavaScript from wasm-bindgen.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, anyhow};

use crate::site::File;
use crate::workspace::{list, read};
use crate::{process, workspace};

/// The target of the browser's modules.
const TARGET: &str = "wasm32-unknown-unknown";
/// The packages that become modules, with the stem of their files: `app.js` and `app_bg.wasm`.
const APP: (&str, &str) = ("strata-frontend", "app");
const WORKER: (&str, &str) = ("strata-worker", "worker");
/// The part of `app` that every page needs. The folder also has the chunks: code that only `#[lazy]` functions need, fetched
/// at their first call.
const MAIN: &str = "main.wasm";

/// A profile for modules in the workspace's Cargo.toml.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// As small as possible, for builds that are published or tested.
    Small,
    /// Quick to compile and not compressed, for `cargo xtask serve`: that of the debug server.
    Quick,
}

impl Profile {
    const fn name(self) -> &'static str {
        match self {
            Self::Small => "wasm",
            Self::Quick => "dev",
        }
    }

    /// The folder into which cargo puts what it builds with this profile.
    const fn folder(self) -> &'static str {
        match self {
            Self::Small => "wasm",
            Self::Quick => "debug",
        }
    }
}

/// Compiles the modules and runs wasm-bindgen; returns the files. Linking small modules keeps only one processor busy, for
/// minutes, so cargo runs the `meanwhile` commands at the same time. Quick ones share a folder with these, so that one waits for
/// the other.
pub(crate) fn build(profile: Profile, meanwhile: &[&str]) -> Result<Vec<File>> {
    add_target()?;
    let modules = format!(
        "build --lib --target {TARGET} --profile {} --package={} --package={} --features={}/hydrate",
        profile.name(),
        APP.0,
        WORKER.0,
        APP.0
    );
    let modules = || process::run(&mut process::cargo(&modules));
    let others = ["build --package=xtask-wasm"].iter().chain(meanwhile);
    let others = || {
        others
            .into_iter()
            .try_for_each(|line| process::run(&mut process::cargo(line)))
    };
    let (modules, others) = std::thread::scope(|scope| {
        let modules = scope.spawn(modules);
        let others = others();
        (modules.join(), others)
    });
    modules.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
    others?;
    let compiled = |package: &str| {
        let file = format!("{}.wasm", package.replace('-', "_"));
        let folder = workspace::target().join(TARGET).join(profile.folder());
        folder.join(file)
    };
    let chunks = split(&compiled(APP.0))?;
    let out = workspace::target().join("wasm-bindgen");
    let mut files = Vec::new();
    for (compiled, name) in [(chunks.join(MAIN), APP.1), (compiled(WORKER.0), WORKER.1)] {
        bind(&compiled, name, &out)?;
        for name in [format!("{name}.js"), format!("{name}_bg.wasm")] {
            let bytes = read(&out.join(&name))?;
            files.push(File { name, bytes });
        }
    }
    files.extend(parts(&chunks)?);
    Ok(files)
}

/// The chunks, each called after the function that needs it, and the script that fetches them.
fn parts(folder: &Path) -> Result<Vec<File>> {
    let mut paths = list(folder)?;
    paths.retain(|path| !path.ends_with(MAIN));
    let is_chunk = |path: &&PathBuf| path.extension().is_some_and(|it| it == "wasm");
    let renamed = |path: &PathBuf| (name_of(path), called(&name_of(path)));
    let renamed: Vec<(String, String)> = paths.iter().filter(is_chunk).map(renamed).collect();
    let part = |path: &PathBuf| {
        let bytes = read(path)?;
        if is_chunk(&path) {
            let name = called(&name_of(path));
            return Ok(File { name, bytes });
        }
        let script = String::from_utf8_lossy(&bytes).into_owned();
        let script = renamed.iter().fold(script, |script, (old, new)| {
            script.replace(&format!("/{old}"), &format!("/{new}"))
        });
        let (name, bytes) = (name_of(path), script.into_bytes());
        Ok(File { name, bytes })
    };
    paths.iter().map(part).collect()
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// What a chunk's file is called: `split_show_decode_1234.wasm` is what the function `show_decode` needs, and the number its hash.
fn called(file: &str) -> String {
    let function = file.strip_prefix("split_");
    let function = function.and_then(|rest| rest.rsplit_once('_'));
    function.map_or_else(
        || file.to_owned(),
        |(function, _)| format!("{function}.wasm"),
    )
}

/// Splits `app` into chunks; returns their folder.
fn split(module: &Path) -> Result<PathBuf> {
    let folder = workspace::target().join("wasm-split");
    workspace::remove(&folder)?;
    workspace::make(&folder)?;
    process::run(tool().arg("split").args([module, &folder]))?;
    Ok(folder)
}

fn bind(module: &Path, name: &str, out: &Path) -> Result<()> {
    process::run(tool().arg("bind").arg(module).arg(name).arg(out))
}

/// The program of the package `xtask-wasm`.
fn tool() -> Command {
    let program = workspace::target().join("debug").join("xtask-wasm");
    Command::new(program.with_extension(std::env::consts::EXE_EXTENSION))
}

/// Builds the bench's decoder twice: with the profile of the page's modules, and optimized for speed.
pub(crate) fn build_bench(folder: &Path) -> Result<()> {
    add_target()?;
    process::run(&mut process::cargo("build --package=xtask-wasm"))?;
    for (out, profile) in [("small", Profile::Small.name()), ("fast", "wasm-fast")] {
        let line = format!(
            "build --package=strata-bench-decoder --lib --target {TARGET} --profile {profile}"
        );
        process::run(&mut process::cargo(&line))?;
        let compiled = workspace::target().join(TARGET).join(profile);
        let compiled = compiled.join("strata_bench_decoder.wasm");
        bind(&compiled, "decoder", &folder.join(out))?;
    }
    Ok(())
}

/// Installs the target with rustup unless the compiler has it.
pub(crate) fn add_target() -> Result<()> {
    let libraries = process::sysroot()?.join("lib/rustlib");
    if libraries.join(TARGET).join("lib").is_dir() {
        return Ok(());
    }
    let mut rustup = process::program(&format!("rustup target add {TARGET}"));
    process::run(rustup.current_dir(workspace::root())).map_err(|failure| {
        anyhow!(
            "{failure:#}\nThe compiler cannot build for {TARGET}: with rustup, run `rustup target add {TARGET}`; \
             without it, install your distribution's package of that standard library"
        )
    })
}
