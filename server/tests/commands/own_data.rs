//! Tests of own data files beyond the transcripts: special files, and generated catalogues.

use std::process::{Command, Stdio};

use strata_core::catalogue::{Builder, Definition, Image, ImageVersion};
use strata_core::{Arch, ByteSize};
use strata_server::data::DataFiles;

use super::{Ended, Folder, command, words};

/// A sound folder with one structure and its source.
fn sound(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.strata("new structure MY_THING --data .", b"").out(0);
    folder
}

#[test]
fn the_variable_names_the_folder_too() {
    let folder = sound("by-variable");
    let check = || {
        let mut command = command(["check"]);
        command.env("STRATA_DATA", ".").current_dir(&folder.0);
        command.output().expect("the binary runs").stdout
    };
    assert_eq!(check(), folder.strata("check .", b"").stdout);
}

#[test]
fn json_escapes_what_a_terminal_obeys() {
    let folder = sound("loud");
    let text = folder.text("structures/my_thing.toml");
    let summary = text.lines().find(|line| line.starts_with("summary"));
    let loud = text.replace(summary.expect("it has one"), "summary = \"\u{9b}31m\"");
    let folder = folder.with("structures/my_thing.toml", loud);
    let said = folder.strata("list MY_THING --json --data .", b"").out(0);
    assert!(said.contains("\"\\u009b31m\""), "{said}");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_refused_and_not_waited_for() {
    let folder = sound("no_file");
    let structures = folder.0.join("structures");
    std::os::unix::fs::symlink("/dev/zero", structures.join("endless.toml")).expect("a link");
    let made = Command::new("mkfifo")
        .arg(structures.join("pipe.toml"))
        .status();
    assert!(made.expect("mkfifo is there").success());
    let output = folder.strata("check .", b"");
    let said = output.out(1) + &output.errors();
    for file in ["endless.toml", "pipe.toml"] {
        assert!(said.contains(file), "{said}");
    }
    assert_eq!(said.matches("not a regular file").count(), 2, "{said}");
}

#[test]
fn who_closes_standard_error_gets_the_status_all_the_same() {
    let folder = sound("closed").with("structures/x.TOML", "");
    for line in [
        "layout NOPE 6.2 x64",
        "check .",
        "layout NOPE 6.2 x64 --data .",
    ] {
        let mut command = command(words(line));
        command.current_dir(&folder.0);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("the binary starts");
        drop(process.stderr.take());
        let status = process.wait().expect("it ends");
        assert_eq!(status.code(), Some(1), "{line}");
    }
}

/// The data file of a type with one layout at 6.1 and 6.2 on x64, such as `struct NAME 0x08 { 0x00 PVOID A; }`.
pub(crate) fn nested(declaration: &str) -> String {
    let (head, members) = declaration.split_once(" {").expect("it has members");
    let head: Vec<&str> = head.split(' ').collect();
    let [kind, name, size] = head[..] else {
        panic!("{declaration}")
    };
    let members = members.split_inclusive(';').map(str::trim);
    let members = members.filter(|member| member.ends_with(';'));
    let lines: String = members.map(|it| format!("    \"{it}\",\n")).collect();
    format!(
        "name = \"{name}\"\nkind = \"{kind}\"\nsource = \"our-notes\"\nsummary = \"Ours.\"\n\n[[layout]]\n\
        versions = \"6.1 to 6.2\"\narch = \"x64\"\nsize = \"{size}\"\nalign = 8\nmembers = [\n{lines}]\n"
    )
}

/// A catalogue with one image: the first kernel of 1903 under another version, with another first member in
/// ETW_SILODRIVERSTATE and LIST_ENTRY.
pub(crate) fn serviced(build: &str) -> String {
    let change = |definition: &mut Definition| {
        if ["ETW_SILODRIVERSTATE", "LIST_ENTRY"].contains(&definition.name.without_tag_underscore())
        {
            definition.members[0].declaration.name = "Mine".into();
        }
    };
    changed(build, change)
}

/// The same with another change.
fn changed(build: &str, change: impl Fn(&mut Definition)) -> String {
    let (_, dataset) = DataFiles::built_in().load().expect("they are sound");
    let catalogue = dataset.catalogue();
    let release = "1903".parse().expect("a release");
    let first = catalogue.image_of(release, Arch::X64);
    let mut file = first
        .and_then(|first| catalogue.symbol_file(first))
        .expect("it is there");
    file.image = Image {
        version: ImageVersion::File(build.parse().expect("a version")),
        pdb: None,
        sources: ["pdb".into()].into(),
        ..file.image
    };
    file.definitions.iter_mut().for_each(change);
    let mut builder = Builder::default();
    assert!(builder.add(file).is_empty(), "nothing disagrees");
    builder.finish().expect("it is a catalogue").text()
}

/// Nested types may be larger in a build that represents a release: then members of articles overlap, and the server
/// starts.
#[test]
fn a_build_in_which_articles_have_no_room_is_a_fact() {
    let larger = changed("10.0.18362.2", |definition| {
        match definition.name.without_tag_underscore() {
            "ETW_GUID_ENTRY" => {
                definition.size = ByteSize::new(definition.size.get() + 0x20);
            }
            "ETW_SILODRIVERSTATE" => definition.members.truncate(1),
            _ => {}
        }
    });
    let folder = sound("larger").with("mine.strata", &larger);
    let said = folder.strata("check .", b"").out(0);
    assert!(said.contains("warning[overlap]"), "{said}");
    assert!(!said.contains("error["), "{said}");
    let layout = "layout ETW_SILODRIVERSTATE 10.0.18362.30 x64 --data .";
    folder.strata(layout, b"").out(0);
}
