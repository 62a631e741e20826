//! Settings from a file, the environment and flags.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use super::running::{Folder, Running, Says, complaint, strata};

/// A file in a folder that is gone with the test.
fn written(name: &str, text: &str) -> (Folder, String) {
    let folder = Folder::new(&format!("settings-{name}"));
    let name = format!("settings-{name}.toml");
    folder.write(&name, text);
    let file = folder.file(&name);
    (folder, file)
}

fn printed(file: &str, flags: &str, environment: &[(&str, &str)]) -> String {
    let line = format!("serve --print-config --config {file} {flags}");
    let mut command = strata(&line);
    let command = command.envs(environment.iter().copied());
    let output = command.stderr(Stdio::piped()).output().expect("it prints");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).expect("it prints")
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
    let printed = printed(&file, "--header-time 3min", &environment);
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
fn what_was_printed_is_a_file_that_says_the_same() {
    let (_folder, file) = written(
        "first",
        "connections = 7\ntrusted-proxies = [\"10.0.0.0/8\", \"unix\"]\n",
    );
    let values = |text: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| line.split_once(" #"));
        lines.map(|(value, _)| value.to_owned()).collect()
    };
    let first = printed(&file, "", &[]);
    let (_other, again) = written("again", &first);
    let again = printed(&again, "", &[]);
    assert_eq!(values(&first), values(&again));
    first.has("connections = 7 ");
    let whole: toml::Table = toml::from_str(&first).unwrap();
    assert_eq!(whole["trusted-proxies"].as_array().unwrap().len(), 2);
}

#[test]
fn a_mistake_in_the_file_is_shown_with_its_line() {
    for (text, place, says) in [
        (
            "listen = \"127.0.0.1:0\"\nheader-tme = \"1s\"\n",
            ":2:1",
            "unknown setting `header-tme`; did you mean `header-time`?",
        ),
        (
            "header_time = \"1s\"\n",
            ":1:1",
            "did you mean `header-time`?",
        ),
        (
            "rate = 1\nheader-time = \"soon\"\n",
            ":2:15",
            "`header-time`: expected a time",
        ),
        (
            "listen = { port = 8080 }\n",
            ":1:10",
            "expected listen = ADDR",
        ),
        ("listen = \n", ":1:10", "settings"),
    ] {
        let (_folder, file) = written("mistake", text);
        let said = complaint(&format!("serve --config {file}"), 1);
        said.has(&format!("settings-mistake.toml{place}"));
        said.has(says);
    }
    let said = complaint("serve --config no-such.toml", 1);
    said.has("no-such.toml");
    said.has("cannot be read");
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
    // The server says it in its log.
    let mut command = strata("serve --listen 127.0.0.1:0");
    let mut server = Running::spawned(command.envs(variables).stderr(Stdio::piped()));
    let log = server.process.stderr.take().expect("its log is piped");
    let lines = BufReader::new(log).lines().take(variables.len());
    says(&lines.map(Result::unwrap).collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_file_is_obeyed() {
    let (_folder, file) = written("obeyed", "listen = \"127.0.0.1:0\"\nurl-length = 20\n");
    let mut command = strata("serve");
    let server = Running::spawned(command.env("STRATA_CONFIG", file));
    server.get("/healthz").is(200);
    server.get("/this-is-much-too-long").is(414);
}
