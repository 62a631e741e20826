//! The browser that the tests drive: Debian's Chromium and its driver.

use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::process;

/// Programs, and the Debian packages that bring them and the fonts that pages are drawn with.
const PROGRAMS: [&str; 2] = ["chromium", "chromedriver"];
const PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-dejavu-core"];

/// Makes sure that there is a browser; installs it where that is possible and permitted.
pub(crate) fn require() -> Result<(), Failure> {
    let missing: Vec<&str> = PROGRAMS
        .into_iter()
        .filter(|program| !answers(program, &["--version"]))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let lacking = format!(
        "the browser tests need {}, not on the PATH here",
        missing.join(" and ")
    );
    if !answers("apt-get", &["--version"]) {
        return Err(Failure::new(format!(
            "{lacking}: install Chromium and ChromeDriver of the same version, as `chromium` and `chromedriver`"
        )));
    }
    let install = format!(
        "apt-get install --yes --no-install-recommends {}",
        PACKAGES.join(" ")
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
            .args(PACKAGES),
    )
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn answers(program: &str, args: &[&str]) -> bool {
    let status = Command::new(program)
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

fn is_root() -> bool {
    process::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}
