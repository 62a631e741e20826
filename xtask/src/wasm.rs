//! Builds the front end and its worker as WASM modules, each with its JavaScript from wasm-bindgen.

use std::path::{Path, PathBuf};

use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::{Options, transform};

use crate::failure::Failure;
use crate::site::File;
use crate::workspace::{list, read};
use crate::{process, workspace};

/// The target of the browser's modules.
const TARGET: &str = "wasm32-unknown-unknown";
/// The profile in the workspace's Cargo.toml for small modules that may abort on panic.
const PROFILE: &str = "wasm";
/// The packages that become modules, with the stem of their files: `app.js` and `app_bg.wasm`.
const APP: (&str, &str) = ("strata-frontend", "app");
const WORKER: (&str, &str) = ("strata-worker", "worker");

/// Compiles the modules and runs wasm-bindgen; returns the files.
pub(crate) fn build() -> Result<Vec<File>, Failure> {
    add_target()?;
    // The splitter reads the linker's relocations.
    for (package, options) in [
        (APP.0, "--features=hydrate -- -Clink-arg=--emit-relocs"),
        (WORKER.0, ""),
    ] {
        let line = format!(
            "rustc --lib --target {TARGET} --profile {PROFILE} --package={package} {options}"
        );
        process::run(&mut process::cargo(&line))?;
    }
    let chunks = split()?;
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

/// The chunks, named after their functions, and the script that fetches them.
fn parts(folder: &Path) -> Result<Vec<File>, Failure> {
    let mut paths = list(folder)?;
    paths.retain(|path| !path.ends_with(MAIN));
    let is_chunk = |path: &&PathBuf| path.extension().is_some_and(|it| it == "wasm");
    let renamed = |path: &PathBuf| (name_of(path), called(&name_of(path)));
    let renamed: Vec<(String, String)> = paths.iter().filter(is_chunk).map(renamed).collect();
    let part = |path: &PathBuf| {
        let bytes = read(path)?;
        let (name, bytes) = if is_chunk(&path) {
            let slim = without_custom_sections(&bytes).map_err(|error| {
                Failure::new(format!("{} is no module: {error}", path.display()))
            })?;
            (called(&name_of(path)), slim)
        } else {
            let script = String::from_utf8_lossy(&bytes).into_owned();
            let script = renamed.iter().fold(script, |script, (old, new)| {
                script.replace(&format!("/{old}"), &format!("/{new}"))
            });
            (name_of(path), script.into_bytes())
        };
        Ok(File { name, bytes })
    };
    paths.iter().map(part).collect()
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The file name of a chunk: `split_show_decode_1234.wasm` is that of the function `show_decode`, 1234 its hash.
fn called(file: &str) -> String {
    let function = file.strip_prefix("split_");
    let function = function.and_then(|rest| rest.rsplit_once('_'));
    function.map_or_else(
        || file.to_owned(),
        |(function, _)| format!("{function}.wasm"),
    )
}

/// The module without custom sections: function names and other data for tools.
fn without_custom_sections(module: &[u8]) -> wasmparser::Result<Vec<u8>> {
    const CUSTOM: u8 = 0;
    let mut slim = wasm_encoder::Module::new();
    for payload in wasmparser::Parser::new(0).parse_all(module) {
        if let Some((id, range)) = payload?.as_section()
            && id != CUSTOM
        {
            let data = module.get(range).unwrap_or_default();
            slim.section(&wasm_encoder::RawSection { id, data });
        }
    }
    Ok(slim.finish())
}

fn compiled(package: &str) -> PathBuf {
    let file = format!("{}.wasm", package.replace('-', "_"));
    workspace::target().join(TARGET).join(PROFILE).join(file)
}

/// The part of `app` that every page needs, in a folder with its chunks: code that only `#[lazy]` functions need,
/// fetched when such a function is first called.
const MAIN: &str = "main.wasm";

/// Splits `app`; returns the folder of its parts.
fn split() -> Result<PathBuf, Failure> {
    let folder = workspace::target().join("wasm-split");
    workspace::remove(&folder)?;
    workspace::make(&folder)?;
    let compiled = compiled(APP.0);
    let module = read(&compiled)?;
    let main = folder.join(MAIN);
    let mut options = Options::new(&module);
    options.output_dir = &folder;
    options.main_out_path = &main;
    options.main_module = "./app.js";
    transform(options)
        .map_err(|error| Failure::new(format!("cannot split {}: {error:#}", compiled.display())))?;
    Ok(folder)
}

/// Builds the benchmark's decoder twice, each in its own folder: small like the page's modules, and fast.
pub(crate) fn build_bench(folder: &Path) -> Result<(), Failure> {
    add_target()?;
    let bench = workspace::root().join("bench");
    for (out, profile) in [("small", PROFILE), ("fast", "wasm-fast")] {
        let line = format!(
            "build --package=strata-bench-decoder --lib --target {TARGET} --profile {profile} --manifest-path bench/Cargo.toml"
        );
        process::run(&mut process::cargo(&line))?;
        let target = std::env::var_os("CARGO_TARGET_DIR");
        let target = target.map_or_else(|| bench.join("target"), |_| workspace::target());
        let compiled = target.join(TARGET).join(profile);
        let compiled = compiled.join("strata_bench_decoder.wasm");
        bind(&compiled, "decoder", &folder.join(out))?;
    }
    Ok(())
}

/// Installs the compiler's WASM target through rustup if it is missing.
pub(crate) fn add_target() -> Result<(), Failure> {
    let libraries = process::sysroot()?.join("lib/rustlib");
    if libraries.join(TARGET).join("lib").is_dir() {
        return Ok(());
    }
    let mut rustup = process::program(&format!("rustup target add {TARGET}"));
    process::run(rustup.current_dir(workspace::root())).map_err(|failure| {
        Failure::new(format!(
            "{failure}\nThe compiler cannot build for {TARGET}: with rustup, run `rustup target add {TARGET}`; \
             without it, install your distribution's package of that standard library"
        ))
    })
}

fn bind(compiled: &Path, name: &str, out: &Path) -> Result<(), Failure> {
    let bound = Bindgen::new()
        .input_path(compiled)
        .out_name(name)
        .typescript(false)
        .remove_producers_section(true)
        // Function names are more than half of the module, and only debuggers read them.
        .remove_name_section(true)
        .omit_default_module_path(false)
        // The function table, which chunks share with the module.
        .keep_lld_exports(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(out));
    bound.map_err(|error| {
        Failure::new(format!(
            "wasm-bindgen cannot bind {}: {error:#}",
            compiled.display()
        ))
    })
}
