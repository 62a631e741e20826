//! Tests of settings from a file, the environment and flags.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use super::running::{Folder, Running, Says, strata};

/// A file in a folder that is removed with the test.
fn written(name: &str, text: &str) -> (Folder, String) {
    let folder = Folder::new(&format!("settings-{name}"));
    let name = format!("settings-{name}.toml");
    folder.write(&name, text);
    let file = folder.file(&name);
    (folder, file)
}

#[test]
fn a_flag_outweighs_the_environment_and_that_the_file() {
    let text =
        "# Ours.\nbody-time = \"1min\"\nheader-time = \"1min\"\nrate = 5\nurl-length = \"1KiB\"\n";
    let (_folder, file) = written("precedence", text);
    let environment = [
        ("STRATA_HEADER_TIME", "2min"),
        ("STRATA_BODY_TIME", "2min"),
        ("STRATA_RATE", ""),
    ];
    let line = format!("serve --print-config --config {file} --header-time 3min");
    let output = strata(&line).envs(environment).output().expect("it prints");
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).expect("it prints");
    let path = &file;
    for line in [
        "header-time = \"3min\" # --header-time",
        "body-time = \"2min\" # STRATA_BODY_TIME",
        &format!("rate = 5 # {path}:4"),
        &format!("url-length = \"1KiB\" # {path}:5"),
        "write-time = \"30s\" # default",
        "# site is not set",
    ] {
        assert!(printed.lines().any(|it| it == line), "{line}\n{printed}");
    }
}

#[test]
fn a_variable_that_is_no_setting_is_named_with_the_nearest() {
    let variables = [
        ("STRATA_HEADR_TIME", "1s"),
        ("STRATA_LISTN", "x"),
        ("STRATA_XYZZY", "1"),
    ];
    let says = |said: &str| {
        for complaint in [
            "unknown variable STRATA_HEADR_TIME; did you mean STRATA_HEADER_TIME?",
            "unknown variable STRATA_LISTN; did you mean STRATA_LISTEN?",
            "unknown variable STRATA_XYZZY: `strata serve --help` lists the settings",
        ] {
            said.has(complaint);
        }
    };
    let mut command = strata("resolve 22H2");
    let output = command
        .envs(variables)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    says(&String::from_utf8_lossy(&output.stderr));
    // The server logs it.
    let mut command = strata("serve --listen 127.0.0.1:0");
    let mut server = Running::spawned(command.envs(variables).stderr(Stdio::piped()));
    let log = server.process.stderr.take().expect("its log is piped");
    let lines = BufReader::new(log).lines().take(variables.len());
    says(&lines.map(Result::unwrap).collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_wrong_value_is_blamed_on_its_variable() {
    let mut command = strata("serve");
    let command = command.env("STRATA_HEADER_TIME", "soon");
    let said = command.stderr(Stdio::piped()).output().unwrap().stderr;
    String::from_utf8_lossy(&said).has("'soon' for 'STRATA_HEADER_TIME': expected a time");
}

#[test]
fn the_file_is_obeyed() {
    let (_folder, file) = written("obeyed", "listen = \"127.0.0.1:0\"\nurl-length = 20\n");
    let mut command = strata("serve");
    let server = Running::spawned(command.env("STRATA_CONFIG", file));
    server.get("/healthz").is(200);
    server.get("/this-is-much-too-long").is(414);
}
