//! Strata's build tool: everything that cargo alone cannot do, and all of CI.
//!
//! It needs only rustup's cargo: wasm-bindgen is used as a library. Each command is one file; each error is one
//! sentence that says what to do.

mod bench;
#[cfg(feature = "catalogue")]
mod catalogue;
mod debian;
mod dist;
mod fuzz;
mod packages;
mod process;
mod release;
mod screenshots;
mod serve;
mod site;
mod static_site;
mod test;
mod wasm;
mod workspace;

use std::process::ExitCode;

use anyhow::{Context as _, Result, bail, ensure};
use wasm::Profile;
use xtask::tidy::Tree;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

  serve [ARGS]   build everything and serve it on 127.0.0.1:8080; ARGS go to `strata serve` (--listen ADDR, --data DIR)
  build          one self-contained release binary: target/release/strata
  dist [TARGET]  the release archive: static binary, licences and checksum, in target/dist
  test [ARGS]    everything that CI does; ARGS go to `cargo test` instead of `--workspace`
  tidy           the repository's own rules alone
  shots          screenshots of the main pages: target/shots
  feel           how pages feel on a slow processor: interaction to next paint, layout shift
  bench          rates, as ratios: decoding against a loop by hand and against others, search, start-up; how much more images and
                 articles cost
  bench host [--binary FILE] [--quick] [--minutes N] [--only PART]  the server under load, beside nginx, and abused: slow, idle, malformed and hostile
                 clients; prints figures, fails when something crashed, answered 500, grew or starved (N: of mixed load, 10)
  fuzz TARGET SECONDS  random input, with the fixtures as seeds: dump, decode, stated, catalogue, import or data_file (needs `cargo install cargo-fuzz`)
  site           the site's files alone (WASM, JS, CSS): target/site
  catalogue DIR  makes data/kernels.strata, its manifest and the licences from a folder of symbol files
  verify DIR     proves data/kernels.strata on the symbol files, on a table of offsets, and on what every image is exported to
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Result<()> {
    let Some((command, rest)) = args.split_first() else {
        print!("{USAGE}");
        return Ok(());
    };
    match (command.as_str(), rest) {
        ("serve", rest) => serve::run(rest),
        ("build", []) => release::run(),
        ("dist", []) => dist::run(None),
        ("dist", [target]) => dist::run(Some(target)),
        ("test", rest) => test::run(rest),
        ("tidy", []) => tidy(),
        ("shots", []) => screenshots::run(),
        ("feel", []) => screenshots::web_vitals(),
        ("site", []) => site::build(Profile::Small, &[]).map(|_| ()),
        ("catalogue" | "verify", [folder]) => catalogue(command, folder),
        ("catalogue" | "verify", _) => bail!(
            "`{command}` takes one folder: that with kernels-data, isf, isf-types and systeminformer"
        ),
        ("bench", []) => bench::run(),
        ("bench", [subject, options @ ..]) if subject == "host" => bench::host(options),
        ("fuzz", [target, seconds]) => fuzz::run(target, seconds),
        ("fuzz", _) => bail!(
            "`fuzz` takes a target (dump, decode, stated, catalogue, import or data_file) and how many seconds it runs"
        ),
        ("help" | "--help" | "-h", _) => {
            print!("{USAGE}");
            Ok(())
        }
        (command @ ("build" | "tidy" | "shots" | "feel" | "site"), [extra, ..]) => {
            bail!("`{command}` takes no arguments, and got `{extra}`")
        }
        (unknown, _) => bail!("there is no command `{unknown}`\n\n{USAGE}"),
    }
}

/// Runs a command that needs the readers of symbol files, which no other command does.
#[cfg(feature = "catalogue")]
fn catalogue(command: &str, folder: &str) -> Result<()> {
    let folder = std::path::Path::new(folder);
    match command {
        "catalogue" => catalogue::write(folder),
        _ => catalogue::verify(folder),
    }
}

/// Builds xtask with the readers of symbol files, and runs the command with that.
#[cfg(not(feature = "catalogue"))]
fn catalogue(command: &str, folder: &str) -> Result<()> {
    let folder = std::path::absolute(folder).with_context(|| format!("cannot find {folder}"))?;
    let mut cargo = process::cargo("run --profile=test --package=xtask --features=catalogue --");
    process::run(cargo.arg(command).arg(folder))
}

fn tidy() -> Result<()> {
    let root = workspace::root();
    let tree = Tree::read(root).context("cannot read the sources of the repository")?;
    let violations = xtask::tidy::check(&tree);
    for violation in &violations {
        println!("{violation}");
    }
    let count = violations.len();
    ensure!(
        count == 0,
        "the repository's rules are broken in {count} places"
    );
    Ok(())
}
