//! Makes what the browser fetches from compiled WASM modules: splits a module into chunks, and binds it to its JavaScript.
//!
//! It is a program of its own because the libraries that it needs take longer to compile than the rest of the build tool:
//! `cargo xtask` compiles them while it compiles the modules.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::{Options, transform};

const USAGE: &str = "\
Usage: xtask-wasm split MODULE OUT        main.wasm, the chunks that `#[lazy]` functions need, and the script that fetches them
       xtask-wasm bind MODULE NAME OUT    NAME.js and NAME_bg.wasm
";

/// What every page needs of a module that was split.
const MAIN: &str = "main.wasm";
/// The name under which chunks import the module that was split.
const APP: &str = "./app.js";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args[..] {
        ["split", module, out] => split(module.as_ref(), out.as_ref()),
        ["bind", module, name, out] => bind(module.as_ref(), name, out.as_ref()),
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn split(module: &Path, out: &Path) -> Result<(), String> {
    let bytes = read(module)?;
    let main = out.join(MAIN);
    let mut options = Options::new(&bytes);
    options.output_dir = out;
    options.main_out_path = &main;
    options.main_module = APP;
    transform(options).map_err(|error| format!("cannot split {}: {error:#}", module.display()))?;
    let chunks =
        fs::read_dir(out).map_err(|error| format!("cannot list {}: {error}", out.display()))?;
    let chunks = chunks.flatten().map(|entry| entry.path());
    let is_chunk =
        |path: &PathBuf| *path != main && path.extension().is_some_and(|it| it == "wasm");
    chunks.filter(is_chunk).try_for_each(|path| strip(&path))
}

fn bind(module: &Path, name: &str, out: &Path) -> Result<(), String> {
    let bound = Bindgen::new()
        .input_path(module)
        .out_name(name)
        .typescript(false)
        .remove_producers_section(true)
        // Function names are more than half of the module, and only a debugger reads them.
        .remove_name_section(true)
        .omit_default_module_path(false)
        // The function table, which chunks share with the module.
        .keep_lld_exports(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(out));
    bound.map_err(|error| format!("cannot bind {}: {error:#}", module.display()))?;
    strip(&out.join(format!("{name}_bg.wasm")))
}

/// Removes the custom sections of a module: names, relocations, and what else only tools read.
fn strip(path: &Path) -> Result<(), String> {
    const CUSTOM: u8 = 0;
    let module = read(path)?;
    let mut slim = wasm_encoder::Module::new();
    for payload in wasmparser::Parser::new(0).parse_all(&module) {
        let payload =
            payload.map_err(|error| format!("{} is no module: {error}", path.display()))?;
        if let Some((id, range)) = payload.as_section()
            && id != CUSTOM
        {
            let data = module.get(range).unwrap_or_default();
            slim.section(&wasm_encoder::RawSection { id, data });
        }
    }
    fs::write(path, slim.finish())
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}
