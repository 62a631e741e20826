//! Programs from Debian's packages: installed where that is possible and permitted, otherwise a sentence says how.

use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::process;

/// Programs that something needs.
pub(crate) struct Need {
    /// What needs them.
    pub(crate) who: &'static str,
    /// The programs, each with an argument with which it does nothing and succeeds.
    pub(crate) programs: &'static [(&'static str, &'static str)],
    /// The packages that bring them.
    pub(crate) packages: &'static [&'static str],
    /// What to install where there is no Debian.
    pub(crate) elsewhere: &'static str,
}

/// The browser that the tests drive, its driver, and the fonts that pages are drawn with.
pub(crate) const BROWSER: Need = Need {
    who: "the browser tests need",
    programs: &[("chromium", "--version"), ("chromedriver", "--version")],
    packages: &["chromium", "chromium-driver", "fonts-dejavu-core"],
    elsewhere: "Chromium and ChromeDriver of the same version, as `chromium` and `chromedriver`",
};

/// What fetches that with which the tests judge pages and the API, what the recipes for scripts need, the proxy in front of
/// replicas, and the compiler that reads exported headers.
pub(crate) const JUDGE: Need = Need {
    who: "the tests of pages, of the API, of exports and of two servers behind a proxy need",
    programs: &[
        ("node", "--version"),
        ("npm", "--version"),
        ("python3", "--version"),
        ("curl", "--version"),
        ("jq", "--version"),
        ("nginx", "-v"),
        ("clang", "--version"),
    ],
    packages: &[
        "nodejs",
        "npm",
        "python3-venv",
        "curl",
        "jq",
        "nginx-light",
        "clang",
    ],
    elsewhere: "Node.js with npm, Python with venv, curl, jq, nginx and clang",
};

/// What the benches measure against and with.
pub(crate) const BENCH: Need = Need {
    who: "the benches need",
    programs: &[
        ("node", "--version"),
        ("npm", "--version"),
        ("python3", "--version"),
    ],
    packages: &["nodejs", "npm", "python3-venv"],
    elsewhere: "Node.js with npm, and Python with venv",
};

/// What loads the server, and what serves the same beside it.
pub(crate) const LOAD: Need = Need {
    who: "loading the server needs",
    programs: &[("nginx", "-v"), ("wrk", "-v")],
    packages: &["nginx-light", "wrk"],
    elsewhere: "nginx (with gzip_static) and wrk",
};

/// What compiles the C of dependencies for a static binary.
pub(crate) const STATIC: Need = Need {
    who: "a static binary needs",
    programs: &[("musl-gcc", "--version")],
    packages: &["musl-tools"],
    elsewhere: "a C compiler for musl, as `musl-gcc`",
};

/// Makes sure that the programs are there.
pub(crate) fn require(need: &Need) -> Result<(), Failure> {
    let missing: Vec<&str> = need
        .programs
        .iter()
        .filter(|(program, argument)| !is_there(program, argument))
        .map(|(program, _)| *program)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let lacking = format!(
        "{} {}, not on the PATH here",
        need.who,
        missing.join(" and ")
    );
    if !is_there("apt-get", "--version") {
        return Err(Failure::new(format!(
            "{lacking}: install {}",
            need.elsewhere
        )));
    }
    let install = format!(
        "apt-get install --yes --no-install-recommends {}",
        need.packages.join(" ")
    );
    if !is_root() {
        return Err(Failure::new(format!(
            "{lacking}: run `sudo apt-get update && sudo {install}` and try again"
        )));
    }
    eprintln!("{lacking}: installing");
    process::run(apt_get().arg("update"))?;
    process::run(
        apt_get()
            .args(["install", "--yes", "--no-install-recommends"])
            .args(need.packages),
    )
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

/// Whether the program starts at all; some tell their version with a status of 1.
fn is_there(program: &str, argument: &str) -> bool {
    let status = Command::new(program)
        .arg(argument)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok()
}

fn is_root() -> bool {
    process::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}
