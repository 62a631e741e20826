//! A team's own data files: what `strata check DIR` says of them, and that `--data DIR` says the same.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use expect_test::{Expect, expect};

/// A folder of data files, gone when its test ends.
struct Folder(PathBuf);

impl Folder {
    /// A sound folder with one structure and its source.
    fn sound(name: &str) -> Self {
        let folder = Self(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name));
        let _ = fs::remove_dir_all(&folder.0);
        folder
            .with("sources.toml", SOURCES)
            .with("structures/my_thing.toml", THING)
    }

    fn with(self, file: &str, text: &str) -> Self {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
        self
    }

    fn without(self, file: &str) -> Self {
        fs::remove_file(self.0.join(file)).expect("it is there");
        self
    }

    /// Runs a command beside the folder, which is then called `mine` by its last name.
    fn strata(&self, args: &[&str]) -> Output {
        let name = self.0.file_name().expect("it has a name").to_string_lossy();
        let args = args.iter().map(|arg| arg.replace("DIR", &name));
        let mut command = Command::new(env!("CARGO_BIN_EXE_strata"));
        command.args(args).env_remove("STRATA_DATA");
        command.current_dir(env!("CARGO_TARGET_TMPDIR"));
        command.output().expect("the binary runs")
    }

    #[track_caller]
    fn is_sound(&self, expected: &Expect) {
        let output = self.strata(&["check", "DIR"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        expected.assert_eq(&String::from_utf8_lossy(&output.stdout));
        let layout = ["layout", "MY_THING", "6.1", "x64", "--data", "DIR"];
        assert!(self.strata(&layout).status.success());
    }

    /// `check` and `--data` both refuse it, and say the same.
    #[track_caller]
    fn is_refused(&self, expected: &Expect) {
        let output = self.strata(&["check", "DIR"]);
        assert_eq!(output.status.code(), Some(1));
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        expected.assert_eq(&said);
        let layout = ["layout", "MY_THING", "6.1", "x64", "--data", "DIR"];
        let output = self.strata(&layout);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(
            String::from_utf8_lossy(&output.stderr).trim_end(),
            format!("strata: the data are not sound:\n\n{said}").trim_end()
        );
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const SOURCES: &str = r#"
[[source]]
id = "our-notes"
title = "Our notes"
url = "https://wiki.example/notes"
author = "We"
kind = "derived"
"#;

const THING: &str = r#"
name = "MY_THING"
source = "our-notes"
summary = "Ours."
certainty = "inspected"
first = "6.1"
reach = "6.2"

[[size]]
versions = "6.1 and higher"
x86 = "0x08"
x64 = "0x10"

[[row]]
id = "next"
declaration = "PVOID Next;"
x86 = "0x00"
x64 = "0x00"
versions = "6.1 and higher"

[[row]]
id = "count"
declaration = "ULONG Count;"
x86 = "0x04"
x64 = "0x08"
versions = "6.1 and higher"
"#;

#[test]
fn sound_data_are_checked_beside_the_built_in_ones() {
    Folder::sound("sound").is_sound(&expect![[r#"
        1 structure, 4 layouts, 0 errata, 0 findings accounted for by notes; sound
    "#]]);
    let source = "source = \"our-notes\"";
    let built_in = THING.replace(source, "source = \"chappell-etw-data-source\"");
    Folder::sound("sound-with-their-source")
        .with("structures/my_thing.toml", &built_in)
        .without("sources.toml")
        .is_sound(&expect![[r#"
            1 structure, 4 layouts, 0 errata, 0 findings accounted for by notes; sound
        "#]]);
}

#[test]
fn the_variable_names_the_folder_too() {
    let folder = Folder::sound("by-variable");
    let check = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_strata"));
        command.arg("check").env("STRATA_DATA", &folder.0);
        command.output().expect("the binary runs").stdout
    };
    assert_eq!(check(), folder.strata(&["check", "DIR"]).stdout);
}

#[test]
fn what_the_audit_finds_in_them_counts() {
    let overlap = THING.replace("x64 = \"0x08\"\nversions", "x64 = \"0x04\"\nversions");
    Folder::sound("overlap")
        .with("structures/my_thing.toml", &overlap)
        .is_refused(&expect![[r#"
            error[overlap]: count on x64: at 0x04 in 6.1, but next goes on to 0x08
              --> structures/my_thing.toml:25:7
               |
            25 | x64 = "0x04"
               |       ^^^^^^
               = expected 0x08
               = the same in 6.1, 6.2
               = rule: No member begins before the one in front of it ends.

            error[size-mismatch]: MY_THING on x64: the members come to 0x08 on x64 in 6.1, the table of sizes says 0x10
              --> structures/my_thing.toml:12:7
               |
            12 | x64 = "0x10"
               |       ^^^^^^
               = the same in 6.1, 6.2
               = rule: The members, laid out, come to the size that is stated.

            1 structure, 2 layouts, 0 errata, 0 findings accounted for by notes; 2 findings that nothing accounts for
        "#]]);
}

#[test]
fn what_would_be_passed_over_is_a_mistake() {
    Folder::sound("misspelt")
        .with("structs/other.toml", THING)
        .with("structures/old/other.toml", THING)
        .with("structures/OTHER.TOML", THING)
        .with("structures/notes.txt", "")
        .with("docs/read-me.md", "")
        .with(".cache/other.toml", "")
        .is_refused(&expect![[r#"
            error[file]: holds data files and is not read: expected structures/ or types/
              --> misspelt/structs
            error[file]: is not read: a data file ends in `.toml`
              --> misspelt/structures/OTHER.TOML
            error[file]: holds data files and is not read: put them into structures/ itself
              --> misspelt/structures/old
        "#]]);
    Folder::sound("empty")
        .without("sources.toml")
        .without("structures/my_thing.toml")
        .is_refused(&expect![[r#"
            error[file]: no data file is there: expected sources.toml, a catalogue (*.strata), or `*.toml` in structures/ or types/
              --> empty
        "#]]);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_refused_and_not_waited_for() {
    let folder = Folder::sound("no_file");
    let structures = folder.0.join("structures");
    std::os::unix::fs::symlink("/dev/zero", structures.join("endless.toml")).expect("a link");
    let made = Command::new("mkfifo")
        .arg(structures.join("pipe.toml"))
        .status();
    assert!(made.expect("mkfifo is there").success());
    let output = folder.strata(&["check", "DIR"]);
    assert_eq!(output.status.code(), Some(1));
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    for file in ["endless.toml", "pipe.toml"] {
        assert!(said.contains(file), "{said}");
    }
    assert_eq!(said.matches("no regular file").count(), 2, "{said}");
}

#[test]
fn values_that_cannot_be_meant_are_mistakes() {
    Folder::sound("reach")
        .with(
            "structures/my_thing.toml",
            &THING.replace("reach = \"6.2\"", "reach = \"6.0\""),
        )
        .is_refused(&expect![[r#"
            error[data]: 6.0 is older than 6.1, the first release that the source gives: expected the newest that it knows
             --> structures/my_thing.toml:7:9
              |
            7 | reach = "6.0"
              |         ^^^^^

            1 mistake in 2 files; nothing was audited
        "#]]);
    let url = "https://wiki.example/notes";
    Folder::sound("url")
        .with("sources.toml", &SOURCES.replace(url, "javascript:alert(1)"))
        .is_refused(&expect![[r#"
            error[data]: `javascript:alert(1)` is no web address: expected one that begins with https:// or http://
             --> ./url/sources.toml:5:7
              |
            5 | url = "javascript:alert(1)"
              |       ^^^^^^^^^^^^^^^^^^^^^

            1 mistake in 2 files; nothing was audited
        "#]]);
}

#[test]
fn who_closes_standard_error_gets_the_status_all_the_same() {
    let folder = Folder::sound("closed").with("structures/x.TOML", "");
    for args in [
        &["layout", "NOPE", "6.2", "x64"][..],
        &["check", "closed"],
        &["layout", "NOPE", "6.2", "x64", "--data", "closed"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_strata"));
        command.args(args).env_remove("STRATA_DATA");
        command.current_dir(folder.0.parent().expect("it has one"));
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("the binary starts");
        drop(process.stderr.take());
        let status = process.wait().expect("it ends");
        assert_eq!(status.code(), Some(1), "{args:?}");
    }
}
