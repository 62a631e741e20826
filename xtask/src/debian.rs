//! Programs from Debian's packages: installed where that is possible and permitted, otherwise a sentence says how.

use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::process;

/// Programs that something needs.
pub(crate) struct Need {
    /// What needs them.
    pub(crate) who: &'static str,
    /// The programs.
    pub(crate) programs: &'static [Program],
    /// What to install where there is no Debian.
    pub(crate) elsewhere: &'static str,
}

/// A program, and where it comes from.
pub(crate) struct Program {
    /// What it is called.
    name: &'static str,
    /// Arguments with which it does nothing.
    idle: &'static [&'static str],
    /// The status with which it then ends.
    told: i32,
    /// The packages that bring it, installed only where it is missing: a program that comes from elsewhere may conflict with
    /// Debian's package of it.
    packages: &'static [&'static str],
}

const APT_GET: Program = Program::new("apt-get", &["--version"], &[]);
const NODE: Program = Program::new("node", &["--version"], &["nodejs"]);
const NPM: Program = Program::new("npm", &["--version"], &["npm"]);
/// With what makes environments, which Debian has in a package of its own.
const PYTHON: Program = Program::new(
    "python3",
    &["-c", "import ensurepip, venv"],
    &["python3-venv"],
);
const CLANG: Program = Program::new("clang", &["--version"], &["clang"]);
const LLD: Program = Program::new("lld-link", &["--version"], &["lld"]);
const NGINX: Program = Program::new("nginx", &["-v"], &["nginx-light"]);

/// The browser that the tests drive, its driver, and the fonts that pages are drawn with.
pub(crate) const BROWSER: Need = Need {
    who: "the browser tests need",
    programs: &[
        Program::new(
            "chromium",
            &["--version"],
            &["chromium", "fonts-dejavu-core"],
        ),
        Program::new("chromedriver", &["--version"], &["chromium-driver"]),
    ],
    elsewhere: "Chromium and ChromeDriver of the same version, as `chromium` and `chromedriver`",
};

/// What fetches that with which the tests judge pages and the API, what the recipes for scripts need, the proxy in front of
/// replicas, the compilers that read exported headers, the
/// linker that writes their debugging information, the preprocessor of the reader of templates, and pahole.
pub(crate) const JUDGE: Need = Need {
    who: "the tests of pages, of the API, of exports and of two servers behind a proxy need",
    programs: &[
        NODE,
        NPM,
        PYTHON,
        NGINX,
        Program::new("curl", &["--version"], &["curl"]),
        Program::new("jq", &["--version"], &["jq"]),
        CLANG,
        LLD,
        Program::new("cpp", &["--version"], &["cpp"]),
        Program::new("g++", &["--version"], &["g++"]),
        Program::new("pahole", &["--version"], &["pahole"]),
    ],
    elsewhere: "Node.js with npm, Python with venv, curl, jq, nginx, clang, lld, cpp, g++ and pahole",
};

/// What makes PDB files of exported headers.
#[cfg(feature = "catalogue")]
pub(crate) const COMPILE: Need = Need {
    who: "the proof of exported images needs",
    programs: &[CLANG, LLD],
    elsewhere: "clang and lld, as `clang` and `lld-link`",
};

/// What the benches measure against and with.
pub(crate) const BENCH: Need = Need {
    who: "the benches need",
    programs: &[NODE, NPM, PYTHON],
    elsewhere: "Node.js with npm, and Python with venv",
};

/// What loads the server, and what serves the same beside it.
pub(crate) const LOAD: Need = Need {
    who: "loading the server needs",
    programs: &[
        NGINX,
        Program {
            told: 1,
            ..Program::new("wrk", &["-v"], &["wrk"])
        },
    ],
    elsewhere: "nginx (with gzip_static) and wrk",
};

/// What compiles the C of dependencies for a static binary.
pub(crate) const STATIC: Need = Need {
    who: "a static binary needs",
    programs: &[Program::new("musl-gcc", &["--version"], &["musl-tools"])],
    elsewhere: "a C compiler for musl, as `musl-gcc`",
};

/// The same for another processor: its linker and the C of dependencies, which needs nothing of the C library.
pub(crate) const STATIC_AARCH64: Need = Need {
    who: "a static binary for aarch64 needs",
    programs: &[Program::new(
        "aarch64-linux-gnu-gcc",
        &["--version"],
        &["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross"],
    )],
    elsewhere: "a C compiler for aarch64, as `aarch64-linux-gnu-gcc`",
};

/// What compiles and links for Windows.
pub(crate) const WINDOWS: Need = Need {
    who: "a binary for Windows needs",
    programs: &[Program::new(
        "x86_64-w64-mingw32-gcc",
        &["--version"],
        &["gcc-mingw-w64-x86-64"],
    )],
    elsewhere: "the C compiler of MinGW-w64, as `x86_64-w64-mingw32-gcc`",
};

/// Makes sure that the programs are there.
pub(crate) fn require(need: &Need) -> Result<(), Failure> {
    let missing = || need.programs.iter().filter(|program| !program.is_there());
    let names: Vec<&str> = missing().map(|program| program.name).collect();
    if names.is_empty() {
        return Ok(());
    }
    let lacking = format!("{} {}, which is not here", need.who, names.join(" and "));
    if !APT_GET.is_there() {
        return Err(Failure::new(format!(
            "{lacking}: install {}",
            need.elsewhere
        )));
    }
    let packages: Vec<&str> = missing()
        .flat_map(|program| program.packages)
        .copied()
        .collect();
    let install = format!(
        "apt-get install --yes --no-install-recommends {}",
        packages.join(" ")
    );
    if !is_root() {
        return Err(Failure::new(format!(
            "{lacking}: run `sudo apt-get update && sudo {install}` and try again"
        )));
    }
    eprintln!("{lacking}: installing");
    for line in ["apt-get update", &install] {
        process::run(process::program(line).env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    Ok(())
}

impl Program {
    const fn new(
        name: &'static str,
        idle: &'static [&'static str],
        packages: &'static [&'static str],
    ) -> Self {
        Self {
            name,
            idle,
            told: 0,
            packages,
        }
    }

    fn is_there(&self) -> bool {
        let status = Command::new(self.name)
            .args(self.idle)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        status.is_ok_and(|status| status.code() == Some(self.told))
    }
}

fn is_root() -> bool {
    process::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}
