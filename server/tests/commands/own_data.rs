//! A team's own data files: what `strata check DIR` says of them, and that `--data DIR` says the same.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use expect_test::{Expect, expect};
use strata_core::catalogue::{Builder, Definition, Image, ImageVersion};
use strata_core::{Arch, ByteSize};
use strata_server::data::DataFiles;

use super::{Ended, Folder, strata_in, words};

impl Folder {
    /// A sound folder with one structure and its source.
    fn sound(name: &str) -> Self {
        Self::new(name)
            .with("sources.toml", SOURCES)
            .with("structures/my_thing.toml", THING)
    }

    /// Runs a command beside the folder, whose name takes the place of `DIR`.
    fn beside(&self, line: impl AsRef<str>) -> Output {
        let name = self.0.file_name().expect("it has a name").to_string_lossy();
        let line = line.as_ref().replace("DIR", &name);
        strata_in(Path::new(env!("CARGO_TARGET_TMPDIR")), &line, b"")
    }

    #[track_caller]
    fn is_sound(&self, expected: &Expect) {
        expected.assert_eq(&self.beside("check DIR").out(0));
        self.beside("layout MY_THING 6.1 x64 --data DIR").out(0);
    }

    /// `check` and `--data` both refuse it, and say the same.
    #[track_caller]
    fn is_refused(&self, expected: &Expect) {
        let output = self.beside("check DIR");
        let said = output.out(1) + &output.errors();
        expected.assert_eq(&said);
        let output = self.beside("layout MY_THING 6.1 x64 --data DIR");
        output.out(1);
        assert_eq!(
            output.errors().trim_end(),
            format!("strata: the data are not sound:\n\n{said}").trim_end()
        );
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
fn the_variable_names_the_folder_too() {
    let folder = Folder::sound("by-variable");
    let check = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_strata"));
        command.arg("check").env("STRATA_DATA", &folder.0);
        command.output().expect("the binary runs").stdout
    };
    assert_eq!(check(), folder.beside("check DIR").stdout);
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
    let output = folder.beside("check DIR");
    let said = output.out(1) + &output.errors();
    for file in ["endless.toml", "pipe.toml"] {
        assert!(said.contains(file), "{said}");
    }
    assert_eq!(said.matches("no regular file").count(), 2, "{said}");
}

#[test]
fn who_closes_standard_error_gets_the_status_all_the_same() {
    let folder = Folder::sound("closed").with("structures/x.TOML", "");
    for line in [
        "layout NOPE 6.2 x64",
        "check closed",
        "layout NOPE 6.2 x64 --data closed",
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_strata"));
        command.args(words(line)).env_remove("STRATA_DATA");
        command.current_dir(folder.0.parent().expect("it has one"));
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

/// Each of two of the next: what they come to is told at the first that passes the limit, at once.
#[test]
fn types_that_come_to_too_much_are_refused() {
    let mut folder = Folder::sound("bomb");
    for at in 0..26 {
        let name = format!("EX_{at}");
        let (held, half) = match at {
            25 => ("PVOID".to_owned(), 8_u64),
            _ => (format!("EX_{}", at + 1), 8 << (25 - at)),
        };
        let size = 2 * half;
        let text = nested(&format!(
            "struct {name} {size:#x} {{ 0x00 {held} A; {half:#x} {held} B; }}"
        ));
        folder = folder.with(&format!("types/{name}.toml"), &text);
    }
    folder.is_refused(&expect![[r#"
        error[leaves-limit]: EX_5 on x64: with this member, it comes to more than 1048576 (LEAVES_LIMIT) numbers, addresses and bit fields in 6.1
          --> types/EX_5.toml:13:5
           |
        13 |     "0x800000 EX_6 B;",
           |     ^^^^^^^^^^^^^^^^^^
           = the same in 6.1, 6.2
           = rule: A type comes to at most 1048576 numbers, addresses and bit fields, all arrays unfolded (LEAVES_LIMIT).

        1 structure, 4 layouts, 0 errata, 0 findings accounted for by notes; 1 finding that nothing accounts for
    "#]]);
}

/// A structure at these releases, with a row for each type: where it lies and how large the whole is, on each architecture.
fn holding(first: &str, reach: &str, sizes: &[(&str, &str)], rows: &[(&str, &[&str])]) -> String {
    let versions = format!("{first} to {reach}");
    let cells = |values: Vec<&str>| {
        let archs = sizes.iter().map(|(arch, _)| arch);
        let lines = archs
            .zip(values)
            .map(|(arch, value)| format!("{arch} = \"{value}\"\n"));
        lines.collect::<String>()
    };
    let mut text = format!(
        "name = \"MY_THING\"\nsource = \"our-notes\"\nsummary = \"Ours.\"\ncertainty = \"inspected\"\nfirst = \"{first}\"\n\
        reach = \"{reach}\"\n[[size]]\nversions = \"{versions}\"\n{}",
        cells(sizes.iter().map(|(_, size)| *size).collect())
    );
    for (at, (declaration, offsets)) in rows.iter().enumerate() {
        text += &format!(
            "[[row]]\nid = \"row-{at}\"\nversions = \"{versions}\"\ndeclaration = \"{declaration}\"\n{}",
            cells(offsets.to_vec())
        );
    }
    text
}

#[test]
fn built_in_types_are_known_wherever_the_catalogue_reaches() {
    let rows: &[(&str, &[&str])] = &[
        ("LIST_ENTRY Links;", &["0x00", "0x00"]),
        ("UNICODE_STRING Name;", &["0x08", "0x10"]),
        ("GUID Id;", &["0x10", "0x20"]),
        ("LARGE_INTEGER Time;", &["0x20", "0x30"]),
        ("KEVENT Event;", &["0x28", "0x38"]),
    ];
    // 21H1 on x86 is in no symbol file, and lies between two that agree.
    let both = holding("6.0", "22H2", &[("x86", "0x38"), ("x64", "0x50")], rows);
    let folder = Folder::sound("every-release").with("structures/my_thing.toml", &both);
    folder.is_sound(&expect![[r#"
        1 structure, 36 layouts, 0 errata, 0 findings accounted for by notes; sound
    "#]]);
    let layout = folder.beside("layout MY_THING 21H1 x86 --data DIR");
    expect![[r#"
        struct _MY_THING, 5 elements, 0x38 bytes  // 21H1/x86
           +0x000 Links            : _LIST_ENTRY
           +0x008 Name             : _UNICODE_STRING
           +0x010 Id               : _GUID
           +0x020 Time             : _LARGE_INTEGER
           +0x028 Event            : _KEVENT
    "#]]
    .assert_eq(&layout.out(0));
    let rows = rows
        .iter()
        .map(|(declaration, offsets)| (*declaration, &offsets[1..]));
    let mut rows: Vec<(&str, &[&str])> = rows.collect();
    rows.push(("_EPROCESS Process;", &["0x50"]));
    let newest = holding("11-24H2", "11-24H2", &[("x64", "0x890")], &rows);
    let folder = Folder::sound("newest").with("structures/my_thing.toml", &newest);
    expect![[r#"
        1 structure, 1 layout, 0 errata, 0 findings accounted for by notes; sound
    "#]]
    .assert_eq(&folder.beside("check DIR").out(0));
    // What changed between the two is not known in between.
    let rows: &[(&str, &[&str])] = &[("EPROCESS A;", &["0x00", "0x00"])];
    let changed = holding("20H2", "21H2", &[("x86", "0x10"), ("x64", "0xa40")], rows);
    let folder = Folder::sound("changed").with("structures/my_thing.toml", &changed);
    let said = folder.beside("check DIR");
    assert!(!said.said().contains("on x64"), "{said:?}");
}

#[test]
fn tables_and_types_may_state_arm64() {
    let rows: &[(&str, &[&str])] = &[
        ("PVOID Next;", &["0x00", "0x00"]),
        ("LIST_ENTRY Links;", &["0x08", "0x08"]),
        ("ULONG Count;", &["0x18", "0x18"]),
    ];
    let sizes = [("x64", "0x20"), ("arm64", "0x20")];
    let text = holding("11-22H2", "11-24H2", &sizes, rows);
    // No symbol file of arm64 is known, so that the team says what the type is there; the built-in file says it elsewhere.
    let entry =
        nested("struct LIST_ENTRY 0x10 { 0x00 LIST_ENTRY *Flink; 0x08 LIST_ENTRY *Blink; }");
    let entry = entry
        .replace("6.1 to 6.2", "1709 and higher")
        .replace("\"x64\"", "\"arm64\"");
    let folder = Folder::sound("arm64")
        .with("structures/my_thing.toml", &text)
        .with("types/LIST_ENTRY-arm64.toml", &entry);
    let say = |line: &str| {
        let output = folder.beside(line);
        String::from_utf8_lossy(&output.stdout).into_owned() + &output.errors()
    };
    let said = [
        "check DIR",
        "layout MY_THING 11-24H2 arm64 --data DIR",
        "layout MY_THING 2004 arm64 --data DIR",
        "list MY_THING --data DIR",
    ]
    .map(say);
    expect![[r#"
        1 structure, 6 layouts, 0 errata, 0 findings accounted for by notes; sound
        struct _MY_THING, 3 elements, 0x20 bytes  // 11-24H2/arm64
           +0x000 Next             : Ptr64 Void
           +0x008 Links            : _LIST_ENTRY
           +0x018 Count            : Uint4B
           // +0x01c padding, 4 bytes
        strata: MY_THING has no layout at 2004/arm64: absent, for the source has it from 11-22H2 on. There is: 11-22H2/arm64, 11-22H2/x64, 11-23H2/arm64, 11-23H2/x64, 11-24H2/arm64.
        MY_THING: Ours.
        x64   0x20   11-22H2 11-23H2 11-24H2
        arm64 0x20   11-22H2 11-23H2 11-24H2
    "#]]
    .assert_eq(&said.concat());
    let wrong = text.replace("arm64 = \"0x18\"", "arm64 = \"0x14\"");
    let folder = Folder::sound("arm64-wrong")
        .with("structures/my_thing.toml", &wrong)
        .with("types/LIST_ENTRY-arm64.toml", &entry);
    expect![[r#"
        error[overlap]: row-2 on arm64: at 0x14 in 11-22H2, but row-1 goes on to 0x18
          --> structures/my_thing.toml:28:9
           |
        28 | arm64 = "0x14"
           |         ^^^^^^
           = expected 0x18
           = the same in 11-22H2, 11-23H2, 11-24H2
           = rule: No member begins before the one in front of it ends.

        error[size-mismatch]: MY_THING on arm64: the members come to 0x18 on arm64 in 11-22H2, the table of sizes says 0x20
          --> structures/my_thing.toml:10:9
           |
        10 | arm64 = "0x20"
           |         ^^^^^^
           = the same in 11-22H2, 11-23H2, 11-24H2
           = rule: The members, laid out, come to the size that is stated.

        1 structure, 3 layouts, 0 errata, 0 findings accounted for by notes; 2 findings that nothing accounts for
    "#]].assert_eq(&folder.beside("check DIR").out(1));
}

/// A catalogue with one image: the first kernel of 1903 under another version, in which ETW_SILODRIVERSTATE and LIST_ENTRY have
/// another first member.
fn serviced(build: &str) -> String {
    let change = |definition: &mut Definition| {
        if ["ETW_SILODRIVERSTATE", "LIST_ENTRY"].contains(&definition.name.bare()) {
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
    builder.finish()
}

#[test]
fn a_build_that_differs_from_its_release_is_a_fact() {
    // One between two that are known, and one before the first of its release, for which it then stands.
    for (build, expected) in [
        (
            "10.0.18362.100",
            expect![[r#"
            warning[servicing]: ntoskrnl-10.0.18362.100-x64 has another ETW_SILODRIVERSTATE than its article gives for 1903: silo, the symbol file of 10.0.18362.100 has no member Silo
             --> mine.strata:2:1
              |
            2 | image ntoskrnl x64 10.0.18362.100 - pdb
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              = differences: 2; 10.0.18362.100/x64 is a point of its own

            warning[servicing]: ntoskrnl-10.0.18362.100-x64 has other layouts than the first kernel of 1903 of _ETW_SILODRIVERSTATE, _LIST_ENTRY
             --> mine.strata:2:1
              |
            2 | image ntoskrnl x64 10.0.18362.100 - pdb
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              = 1903 stands for ntoskrnl-10.0.18362.30-x64; 10.0.18362.100/x64 is a point of its own

            1605 types of 1 image, 1 structure, 4 layouts, 0 errata, 0 findings accounted for by notes; sound, with 2 warnings
        "#]],
        ),
        (
            "10.0.18362.2",
            expect![[r#"
                warning[symbol-mismatch]: silo on x64: the symbol file of 10.0.18362.2 has no member Silo
                  --> structures/etw_silodriverstate.toml:67:15
                   |
                67 | declaration = "EJOB *Silo;"
                   |               ^^^^^^^^^^^^^
                   = expected `EJOB *Mine`
                   = rule: Names, types and offsets are those of the symbol files.

                warning[symbol-mismatch]: ETW_SILODRIVERSTATE on x64: the symbol file of 10.0.18362.2 has `EJOB *Mine` at 0x00 on x64, which no row gives
                  --> structures/etw_silodriverstate.toml:50:7
                   |
                50 | x64 = "0x11F8"
                   |       ^^^^^^^^
                   = rule: Names, types and offsets are those of the symbol files.

                warning[servicing]: ntoskrnl-10.0.18362.2-x64 has another ETW_SILODRIVERSTATE than its article gives for 1903: silo, the symbol file of 10.0.18362.2 has no member Silo
                 --> mine.strata:2:1
                  |
                2 | image ntoskrnl x64 10.0.18362.2 - pdb
                  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                  = differences: 2; 10.0.18362.2/x64 is a point of its own

                warning[servicing]: ntoskrnl-10.0.18362.2-x64 has other layouts than ntoskrnl-10.0.18362.30-x64, which 1903 stood for before, of _ETW_SILODRIVERSTATE, _LIST_ENTRY
                 --> mine.strata:2:1
                  |
                2 | image ntoskrnl x64 10.0.18362.2 - pdb
                  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                  = 1903 stands for ntoskrnl-10.0.18362.2-x64; 10.0.18362.30/x64 is a point of its own

                1605 types of 1 image, 1 structure, 4 layouts, 0 errata, 0 findings accounted for by notes; sound, with 4 warnings
            "#]],
        ),
    ] {
        let folder =
            Folder::sound(&format!("serviced-{build}")).with("mine.strata", serviced(build));
        expected.assert_eq(&folder.beside("check DIR").out(0));
        let layout = format!("layout ETW_SILODRIVERSTATE {build} x64 --data DIR");
        let said = folder.beside(layout).out(0);
        assert!(said.contains("Mine"), "{said}");
    }
}

/// What members of articles hold may be larger in a build for which a release then stands: they run into one another, and the
/// server starts.
#[test]
fn a_build_in_which_articles_have_no_room_is_a_fact() {
    let larger = changed("10.0.18362.2", |definition| match definition.name.bare() {
        "ETW_GUID_ENTRY" => {
            definition.size = ByteSize::new(definition.size.get() + 0x20);
        }
        "ETW_SILODRIVERSTATE" => definition.members.truncate(1),
        _ => {}
    });
    let folder = Folder::sound("larger").with("mine.strata", &larger);
    let said = folder.beside("check DIR").out(0);
    assert!(said.contains("warning[overlap]"), "{said}");
    assert!(!said.contains("error["), "{said}");
    let layout = "layout ETW_SILODRIVERSTATE 10.0.18362.30 x64 --data DIR";
    folder.beside(layout).out(0);
}

/// What is nearly the name of a source or a key is told, and the other file of a name that is there twice.
#[test]
fn what_may_be_meant_is_told() {
    Folder::sound("near-source")
        .with(
            "structures/my_thing.toml",
            THING.replacen("our-notes", "our-note", 1),
        )
        .is_refused(&expect![[r#"
            error[data]: there is no source `our-note`
             --> structures/my_thing.toml:3:10
              |
            3 | source = "our-note"
              |          ^^^^^^^^^^
              = did you mean `our-notes`?

            1 mistake in 2 files; nothing was audited
        "#]]);
    Folder::sound("near-key")
        .with(
            "structures/my_thing.toml",
            THING.replacen("certainty", "certanty", 1),
        )
        .is_refused(&expect![[r#"
            error[toml]: unknown field `certanty`, expected one of `name`, `source`, `summary`, `description`, `certainty`, `mode`, `first`, `reach`, `beyond`, `size`, `row`, `bit`, `erratum`, `note`, `servicing`
             --> structures/my_thing.toml:5:1
              |
            5 | certanty = "inspected"
              | ^^^^^^^^
              = did you mean `certainty`?

            1 mistake in 2 files; nothing was audited
        "#]]);
    Folder::sound("two-of-a-name")
        .with("structures/also_mine.toml", THING)
        .is_refused(&expect![[r#"
            error[data]: the structure `MY_THING` is there already
             --> structures/my_thing.toml:2:8
              |
            2 | name = "MY_THING"
              |        ^^^^^^^^^^
              = the other is in structures/also_mine.toml

            1 mistake in 3 files; nothing was audited
        "#]]);
}
