//! Strata's build tool: everything that cargo alone cannot do, and all of CI.
//!
//! It needs only rustup's cargo: wasm-bindgen is used as a library. Each error is one sentence that says what to do.

mod bench;
#[cfg(feature = "catalogue")]
mod catalogue;
mod debian;
mod dist;
mod fuzz;
mod packages;
mod release;
mod site;
mod test;
mod wasm;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail, ensure};
use wasm::Profile;
use xtask::tidy::{self, Tree};
use xtask::{nginx, process, workspace};

const USAGE: &str = "\
Usage: cargo xtask COMMAND

  serve [ARGS]   build everything and serve it on 127.0.0.1:8080; ARGS go to `strata serve` (--listen ADDR, --data DIR)
  build          build one self-contained release binary: target/release/strata
  dist [TARGET]  make the release archive: static binary, licences and checksum, in target/dist
  test [ARGS]    run everything that CI runs; ARGS go to `cargo test` instead of `--workspace`
  tidy           check the repository's own rules
  shots [NAMES]  make screenshots of the main pages, or of the named ones: target/shots
  feel           measure pages on a slow processor: interaction to next paint, layout shift
  bench          measure decoding, search and start as ratios to other programs, and the cost of more images and articles
  bench host [--binary FILE] [--quick] [--minutes N] [--only PART]
                 measure the server under load beside nginx, and under abuse: slow, idle, malformed and hostile clients; fails
                 if it crashes, answers 500, grows or starves a client (N: minutes of mixed load, by default 10)
  fuzz TARGET SECONDS
                 run random input with the fixtures as seeds: dump, decode, stated, catalogue, import or data_file (needs
                 `cargo install cargo-fuzz`)
  site           build the files of the site (WASM, JS, CSS): target/site
  catalogue DIR  make data/kernels.strata, its manifest and the licences from a folder of symbol files: kernels-data, isf,
                 isf-types and systeminformer
  verify DIR     prove data/kernels.strata by the symbol files, by a table of offsets, and by the exports of every image
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[&str]) -> Result<()> {
    match *args {
        ["serve", ref rest @ ..] => release::serve(rest),
        ["build"] => release::build(None).map(|binary| println!("{}", binary.display())),
        ["dist"] => dist::run(None),
        ["dist", target] => dist::run(Some(target)),
        ["test", ref rest @ ..] => test::run(rest),
        ["tidy"] => check_rules(),
        [program @ ("shots" | "feel"), ref rest @ ..] => test::show(program, rest),
        ["site"] => site::build(Profile::Small, &[]).map(|_| ()),
        [command @ ("catalogue" | "verify"), folder] => catalogue(command, folder.as_ref()),
        ["bench"] => bench::run(),
        ["bench", "host", ref options @ ..] => bench::host(options),
        ["fuzz", target, seconds] => fuzz::run(target, seconds),
        [] | ["help" | "--help" | "-h", ..] => {
            print!("{USAGE}");
            Ok(())
        }
        _ => bail!("there is no `cargo xtask {}`\n\n{USAGE}", args.join(" ")),
    }
}

/// Runs a command that needs the readers of symbol files, which no other command does: xtask is built with them for it.
fn catalogue(command: &str, folder: &Path) -> Result<()> {
    #[cfg(feature = "catalogue")]
    return catalogue::run(command, folder);
    #[cfg(not(feature = "catalogue"))]
    {
        let mut cargo =
            process::cargo("run --profile=test --package=xtask --features=catalogue --");
        process::run(cargo.arg(command).arg(std::path::absolute(folder)?))
    }
}

fn check_rules() -> Result<()> {
    let violations = tidy::check(&Tree::read(workspace::root())?);
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
