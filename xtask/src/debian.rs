//! Programs from Debian packages: installed where possible and permitted, else an error says how.

use std::process::Stdio;

use anyhow::{Result, bail};

use crate::process;

/// Required programs.
pub(crate) struct Requirement {
    /// Who requires them, as the start of a sentence.
    who: &'static str,
    programs: &'static [Program],
    /// What to install on other systems.
    elsewhere: &'static str,
}

/// A program with arguments that make it do nothing, its exit status for them, and its packages. They are installed
/// only if it is missing, because a program from elsewhere may conflict with Debian's package.
type Program = (&'static str, i32, &'static str);

const APT_GET: Program = ("apt-get --version", 0, "");
const NODE: Program = ("node --version", 0, "nodejs");
const NPM: Program = ("npm --version", 0, "npm");
/// Includes `venv`, which Debian packages separately.
const PYTHON: Program = (
    "python3 -c __import__('ensurepip'),__import__('venv')",
    0,
    "python3-venv",
);
const NGINX: Program = ("nginx -v", 0, "nginx-light");
const CURL: Program = ("curl --version", 0, "curl");
const JQ: Program = ("jq --version", 0, "jq");
const CLANG: Program = ("clang --version", 0, "clang");
const LLD: Program = ("lld-link --version", 0, "lld");
const CPP: Program = ("cpp --version", 0, "cpp");
const GXX: Program = ("g++ --version", 0, "g++");
const PAHOLE: Program = ("pahole --version", 0, "pahole");
const WRK: Program = ("wrk -v", 1, "wrk");
const CHROMIUM: Program = ("chromium --version", 0, "chromium fonts-dejavu-core");
const CHROMEDRIVER: Program = ("chromedriver --version", 0, "chromium-driver");
const MUSL: Program = ("musl-gcc --version", 0, "musl-tools");
const AARCH64: Program = (
    "aarch64-linux-gnu-gcc --version",
    0,
    "gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
);
const MINGW: Program = (
    "x86_64-w64-mingw32-gcc --version",
    0,
    "gcc-mingw-w64-x86-64",
);

/// The browser of the tests, its driver, and fonts.
pub(crate) const BROWSER: Requirement = Requirement {
    who: "the browser tests need",
    programs: &[CHROMIUM, CHROMEDRIVER],
    elsewhere: "Chromium and ChromeDriver of the same version, as `chromium` and `chromedriver`",
};

/// The programs of the tests: for packages from npm and PyPI, the scripts in the recipes, the proxy before replicas,
/// the compilers of exported headers, the linker of their debug information, the preprocessor for the template reader,
/// and pahole.
pub(crate) const TEST_TOOLS: Requirement = Requirement {
    who: "the tests of pages, of the API, of exports and of two servers behind a proxy need",
    programs: &[
        NODE, NPM, PYTHON, NGINX, CURL, JQ, CLANG, LLD, CPP, GXX, PAHOLE,
    ],
    elsewhere: "Node.js with npm, Python with venv, curl, jq, nginx, clang, lld, cpp, g++ and pahole",
};

/// The programs that make PDB files from exported headers.
#[cfg(feature = "catalogue")]
pub(crate) const COMPILE: Requirement = Requirement {
    who: "the proof of exported images needs",
    programs: &[CLANG, LLD],
    elsewhere: "clang and lld, as `clang` and `lld-link`",
};

/// The programs that the benchmarks compare with and use.
pub(crate) const BENCH: Requirement = Requirement {
    who: "the benches need",
    programs: &[NODE, NPM, PYTHON],
    elsewhere: "Node.js with npm, and Python with venv",
};

/// The load generator, and the server to compare with.
pub(crate) const LOAD: Requirement = Requirement {
    who: "loading the server needs",
    programs: &[NGINX, WRK],
    elsewhere: "nginx (with gzip_static) and wrk",
};

/// The C compiler for dependencies of a static binary.
pub(crate) const STATIC: Requirement = Requirement {
    who: "a static binary needs",
    programs: &[MUSL],
    elsewhere: "a C compiler for musl, as `musl-gcc`",
};

/// The same for aarch64: the linker, and the C compiler for dependencies, which need nothing of the C library.
pub(crate) const STATIC_AARCH64: Requirement = Requirement {
    who: "a static binary for aarch64 needs",
    programs: &[AARCH64],
    elsewhere: "a C compiler for aarch64, as `aarch64-linux-gnu-gcc`",
};

/// The compiler and linker for Windows.
pub(crate) const WINDOWS: Requirement = Requirement {
    who: "a binary for Windows needs",
    programs: &[MINGW],
    elsewhere: "the C compiler of MinGW-w64, as `x86_64-w64-mingw32-gcc`",
};

/// Makes sure that the programs are installed.
pub(crate) fn require(need: &Requirement) -> Result<()> {
    let missing: Vec<_> = need.programs.iter().filter(|it| !is_there(it)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing
        .iter()
        .filter_map(|(line, ..)| line.split(' ').next());
    let names: Vec<&str> = names.collect();
    let packages: Vec<&str> = missing.iter().map(|(.., packages)| *packages).collect();
    let lacking = format!("{} {}, which is not here", need.who, names.join(" and "));
    if !is_there(&APT_GET) {
        let elsewhere = need.elsewhere;
        bail!("{lacking}: install {elsewhere}");
    }
    let install = format!(
        "apt-get install --yes --no-install-recommends {}",
        packages.join(" ")
    );
    let user = process::output(&mut process::program("id -u"));
    if !user.is_ok_and(|id| id.trim() == "0") {
        bail!("{lacking}: run `sudo apt-get update && sudo {install}` and try again");
    }
    eprintln!("{lacking}: installing");
    for line in ["apt-get update", &install] {
        process::run(process::program(line).env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    Ok(())
}

fn is_there((line, told, _): &Program) -> bool {
    let mut program = process::program(line);
    let status = program.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.code() == Some(*told))
}
