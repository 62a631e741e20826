//! The front end and its worker as WASM modules, each with its half in JavaScript.

use std::fs;
use std::path::Path;
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::failure::Failure;
use crate::{process, workspace};

/// What the browser runs.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// The profile of the workspace's Cargo.toml that is small and may abort.
const PROFILE: &str = "wasm";
/// The packages that are modules, and what their files are called: `app.js` and `app_bg.wasm`.
const MODULES: [(&str, &str); 2] = [("strata-frontend", "app"), ("strata-worker", "worker")];

/// A module: `NAME.js` and `NAME_bg.wasm`.
pub(crate) struct Module {
    pub(crate) name: &'static str,
    pub(crate) script: Vec<u8>,
    pub(crate) wasm: Vec<u8>,
}

/// Compiles the modules and binds them.
pub(crate) fn build() -> Result<Vec<Module>, Failure> {
    add_target()?;
    let mut command = process::cargo();
    command.args(["build", "--lib", "--features=strata-frontend/hydrate"]);
    command.args(["--target", TARGET, "--profile", PROFILE]);
    for (package, _) in MODULES {
        command.arg(format!("--package={package}"));
    }
    process::run(&mut command)?;
    let target = workspace::target();
    let out = target.join("wasm-bindgen");
    let bound = |(package, name): (&str, &'static str)| -> Result<Module, Failure> {
        let compiled = format!("{}.wasm", package.replace('-', "_"));
        let compiled = target.join(TARGET).join(PROFILE).join(compiled);
        bind(&compiled, name, &out)?;
        Ok(Module {
            name,
            script: read(&out.join(format!("{name}.js")))?,
            wasm: read(&out.join(format!("{name}_bg.wasm")))?,
        })
    };
    MODULES.into_iter().map(bound).collect()
}

/// The bench's decoder as the page's modules are made, and fast before small, each in a folder of its own.
pub(crate) fn build_bench(folder: &Path) -> Result<(), Failure> {
    add_target()?;
    let bench = workspace::root().join("bench");
    for (out, profile) in [("small", PROFILE), ("fast", "wasm-fast")] {
        let mut command = process::cargo();
        command.args(["build", "--package=strata-bench-decoder", "--lib"]);
        command.args(["--target", TARGET, "--profile", profile]);
        command.arg("--manifest-path").arg(bench.join("Cargo.toml"));
        process::run(&mut command)?;
        let target = std::env::var_os("CARGO_TARGET_DIR");
        let target = target.map_or_else(|| bench.join("target"), |_| workspace::target());
        let compiled = target.join(TARGET).join(profile);
        let compiled = compiled.join("strata_bench_decoder.wasm");
        bind(&compiled, "decoder", &folder.join(out))?;
    }
    Ok(())
}

/// Makes sure that the compiler can build for the browser; rustup fetches what is missing.
pub(crate) fn add_target() -> Result<(), Failure> {
    let sysroot = process::output(
        Command::new("rustc")
            .args(["--print", "sysroot"])
            .current_dir(workspace::root()),
    )?;
    let installed = Path::new(sysroot.trim())
        .join("lib/rustlib")
        .join(TARGET)
        .join("lib");
    if installed.is_dir() {
        return Ok(());
    }
    process::run(Command::new("rustup").args(["target", "add", TARGET]).current_dir(workspace::root())).map_err(
        |failure| {
            Failure::new(format!(
                "{failure}\nThe compiler cannot build for {TARGET}: with rustup, run `rustup target add {TARGET}`; \
                 without it, install your distribution's package of that standard library"
            ))
        },
    )
}

fn bind(compiled: &Path, name: &str, out: &Path) -> Result<(), Failure> {
    let bound = Bindgen::new()
        .input_path(compiled)
        .out_name(name)
        .typescript(false)
        .remove_producers_section(true)
        // The names of functions are more than half of the module, and only a debugger reads them.
        .remove_name_section(true)
        .omit_default_module_path(false)
        .web(true)
        .and_then(|bindgen| bindgen.generate(out));
    bound.map_err(|error| {
        Failure::new(format!(
            "wasm-bindgen cannot bind {}: {error:#}",
            compiled.display()
        ))
    })
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| Failure::file("read", path, &error))
}
