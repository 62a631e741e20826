//! Makes what the browser fetches from compiled WASM modules: splits a module into chunks, and binds it to its JavaScript.
//!
//! It is a program of its own because the libraries that it needs take longer to compile than the rest of the build tool:
//! `cargo xtask` compiles them while it compiles the modules.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::{Options, transform};

const USAGE: &str = "\
Usage: xtask-wasm bind MODULE NAME OUT     NAME.js and NAME_bg.wasm
       xtask-wasm split MODULE NAME OUT    the same without what only `#[lazy]` functions need; their chunks, and the script
                                           that fetches them";

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [command, module, name, out] = &args[..] else {
        bail!(USAGE);
    };
    let (module, out) = (Path::new(module), Path::new(out));
    let done = match command.as_str() {
        "bind" => bind(module, name, out),
        "split" => split(module, name, out),
        _ => bail!(USAGE),
    };
    done.with_context(|| format!("cannot {command} {}", module.display()))
}

/// Splits a module, and binds what every page needs of it. `out` has nothing else in it.
fn split(module: &Path, name: &str, out: &Path) -> Result<()> {
    let bytes = fs::read(module)?;
    let main = out.join("main.wasm");
    // The name under which chunks import the module that was split.
    let import = format!("./{name}.js");
    let mut options = Options::new(&bytes);
    options.output_dir = out;
    options.main_out_path = &main;
    options.main_module = &import;
    transform(options).map_err(|error| anyhow!("{error:#}"))?;
    let (mut renamed, mut scripts) = (BTreeMap::new(), Vec::new());
    for entry in fs::read_dir(out)? {
        let path = entry?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        if path.extension().is_none_or(|it| it != "wasm") {
            scripts.push(path);
        } else if path != main {
            let new = called(&file);
            strip(&path)?;
            fs::rename(&path, out.join(&new))?;
            renamed.insert(format!("/{file}"), format!("/{new}"));
        }
    }
    for path in scripts {
        let script = renamed
            .iter()
            .fold(fs::read_to_string(&path)?, |script, (old, new)| {
                script.replace(old, new)
            });
        fs::write(&path, script)?;
    }
    bind(&main, name, out)?;
    Ok(fs::remove_file(main)?)
}

/// What a chunk's file is called: `split_show_decode_1234.wasm` is what the function `show_decode` needs, and the number
/// its hash.
fn called(file: &str) -> String {
    let function = file.strip_prefix("split_");
    let function = function.and_then(|rest| rest.rsplit_once('_'));
    function.map_or(file.to_owned(), |(name, _)| format!("{name}.wasm"))
}

fn bind(module: &Path, name: &str, out: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .out_name(name)
        .typescript(false)
        .remove_producers_section(true)
        // Function names are more than half of the module, and only a debugger reads them.
        .remove_name_section(true)
        .omit_default_module_path(false)
        // The function table, which chunks share with the module.
        .keep_lld_exports(true);
    bindgen.web(true)?.generate(out)?;
    strip(&out.join(format!("{name}_bg.wasm")))
}

/// Removes the custom sections of a module: names, relocations, and what else only tools read.
fn strip(path: &Path) -> Result<()> {
    const CUSTOM: u8 = 0;
    let module = fs::read(path)?;
    let mut slim = wasm_encoder::Module::new();
    for payload in wasmparser::Parser::new(0).parse_all(&module) {
        if let Some((id, range)) = payload?.as_section()
            && id != CUSTOM
        {
            let data = module.get(range).unwrap_or_default();
            slim.section(&wasm_encoder::RawSection { id, data });
        }
    }
    Ok(fs::write(path, slim.finish())?)
}
