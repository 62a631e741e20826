//! A team's own data files: what `strata check DIR` says of them, and that `--data DIR` says the same.

use std::fs;
use std::path::{Path, PathBuf};
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
    assert_eq!(check(), folder.beside("check DIR").stdout);
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
    let output = folder.beside("check DIR");
    let said = output.out(1) + &output.errors();
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
            THING.replace("reach = \"6.2\"", "reach = \"6.0\""),
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
        .with("sources.toml", SOURCES.replace(url, "javascript:alert(1)"))
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
fn nested(declaration: &str) -> String {
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

#[test]
fn nested_types_obey_the_rules_of_structures() {
    let types = [
        "struct T_BEYOND 0x10 { 0x00 PVOID A; 0x40 PVOID B; }",
        "struct T_OVERLAP 0x10 { 0x00 PVOID A; 0x04 ULONG B; 0x08 PVOID C; }",
        "struct T_MISALIGNED 0x10 { 0x00 ULONG A; 0x04 PVOID B; 0x0c ULONG C; }",
        "struct T_UNKNOWN 0x10 { 0x00 NOBODY_KNOWS A; 0x08 PVOID B; }",
        "struct T_TWICE 0x10 { 0x00 PVOID A; 0x08 PVOID A; }",
        "struct T_HOLE 0x20 { 0x00 PVOID A; 0x18 PVOID B; }",
        "struct T_BITS 0x08 { 0x00:30 ULONG A : 5; 0x00:0 ULONG B : 4; 0x00:3 ULONG C : 2; 0x04 ULONG D; }",
        "struct T_NOTHING 0x08 { }",
        "union T_UNION 0x08 { 0x00 ULONG A; 0x02 ULONG B; 0x00 GUID C; }",
        "struct T_SELF 0x10 { 0x00 PVOID A; 0x08 T_SELF B; }",
        "struct T_A 0x08 { 0x00 T_B B; }",
        "struct T_B 0x08 { 0x00 T_A A; }",
        "struct T_ROOM 0xfffffff0 { 0x00 UCHAR A [0xfffffff0]; }",
    ]
    .map(nested);
    let mut folder = Folder::sound("nested");
    for text in &types {
        let name = text.split('"').nth(1).expect("it has a name");
        folder = folder.with(&format!("types/{name}.toml"), text);
    }
    let sound = nested("struct T_LAID 0x08 { 0x00 PVOID A; }");
    let layout = sound.split_once("\n\n").expect("it has one").1;
    let again = layout.replace("6.1 to 6.2", "6.2");
    folder
        .with("types/T_LAID.toml", format!("{sound}\n{again}"))
        .is_refused(&expect![[r#"
            error[holds-itself]: T_A on x64: the type holds itself: T_A holds T_B, which holds T_A
              --> types/T_A.toml:12:5
               |
            12 |     "0x00 T_B B;",
               |     ^^^^^^^^^^^^^
               = the same in 6.1, 6.2
               = rule: No type holds itself; it may point to itself.

            error[holds-itself]: T_B on x64: the type holds itself: T_B holds T_A, which holds T_B
              --> types/T_B.toml:12:5
               |
            12 |     "0x00 T_A A;",
               |     ^^^^^^^^^^^^^
               = the same in 6.1, 6.2
               = rule: No type holds itself; it may point to itself.

            error[hole]: T_BEYOND on x64: at 0x40 in 6.1, 56 bytes behind the end of A at 0x08
              --> types/T_BEYOND.toml:13:5
               |
            13 |     "0x40 PVOID B;",
               |     ^^^^^^^^^^^^^^^
               = expected 0x08
               = the same in 6.1, 6.2
               = rule: Alignment explains all bytes between two members.

            error[beyond-size]: T_BEYOND on x64: from 0x40 to 0x48 in 6.1, but the type has 0x10 bytes
              --> types/T_BEYOND.toml:13:5
               |
            13 |     "0x40 PVOID B;",
               |     ^^^^^^^^^^^^^^^
               = the same in 6.1, 6.2
               = rule: No member ends behind the end of the structure.

            error[bit-range]: T_BITS on x64: the bit field ends at bit 35, but `ULONG` has 32
              --> types/T_BITS.toml:12:5
               |
            12 |     "0x00:30 ULONG A : 5;",
               |     ^^^^^^^^^^^^^^^^^^^^^^
               = the same in 6.1, 6.2
               = rule: A bit field lies within its integer.

            error[overlap]: T_BITS on x64: the bits are those of B, too
              --> types/T_BITS.toml:14:5
               |
            14 |     "0x00:3 ULONG C : 2;",
               |     ^^^^^^^^^^^^^^^^^^^^^
               = the same in 6.1, 6.2
               = rule: No member begins before the one in front of it ends.

            error[hole]: T_HOLE on x64: at 0x18 in 6.1, 16 bytes behind the end of A at 0x08
              --> types/T_HOLE.toml:13:5
               |
            13 |     "0x18 PVOID B;",
               |     ^^^^^^^^^^^^^^^
               = expected 0x08
               = the same in 6.1, 6.2
               = rule: Alignment explains all bytes between two members.

            error[twice]: T_LAID on x64: the layout in 6.2 is stated in types/T_LAID.toml, layout 1, versions, too
              --> types/T_LAID.toml:16:12
               |
            16 | versions = "6.2"
               |            ^^^^^
               = rule: A layout has each name once, a type one layout at a release on an architecture.

            error[misaligned]: T_MISALIGNED on x64: at 0x04 in 6.1, but `PVOID` is aligned to 0x08
              --> types/T_MISALIGNED.toml:13:5
               |
            13 |     "0x04 PVOID B;",
               |     ^^^^^^^^^^^^^^^
               = expected 0x08
               = the same in 6.1, 6.2
               = rule: A member's offset is a multiple of its alignment.

            error[no-member]: T_NOTHING: there are no members
              --> types/T_NOTHING.toml:11:11
               |
            11 | members = [
               |           ^
               = rule: A structure has members, an enumeration has values.

            error[overlap]: T_OVERLAP on x64: at 0x04 in 6.1, but A goes on to 0x08
              --> types/T_OVERLAP.toml:13:5
               |
            13 |     "0x04 ULONG B;",
               |     ^^^^^^^^^^^^^^^
               = expected 0x08
               = the same in 6.1, 6.2
               = rule: No member begins before the one in front of it ends.

            error[leaves-limit]: T_ROOM on x64: with this member, it comes to more than 1048576 (LEAVES_LIMIT) numbers, addresses and bit fields in 6.1
              --> types/T_ROOM.toml:12:5
               |
            12 |     "0x00 UCHAR A [0xfffffff0];",
               |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               = the same in 6.1, 6.2
               = rule: A type comes to at most 1048576 numbers, addresses and bit fields, all arrays unfolded (LEAVES_LIMIT).

            error[beyond-size]: T_SELF on x64: from 0x08 to 0x18 in 6.1, but the type has 0x10 bytes
              --> types/T_SELF.toml:13:5
               |
            13 |     "0x08 T_SELF B;",
               |     ^^^^^^^^^^^^^^^^
               = the same in 6.1, 6.2
               = rule: No member ends behind the end of the structure.

            error[holds-itself]: T_SELF on x64: the type holds itself: T_SELF holds T_SELF
              --> types/T_SELF.toml:13:5
               |
            13 |     "0x08 T_SELF B;",
               |     ^^^^^^^^^^^^^^^^
               = the same in 6.1, 6.2
               = rule: No type holds itself; it may point to itself.

            error[twice]: T_TWICE: `A` is there already
              --> types/T_TWICE.toml:13:5
               |
            13 |     "0x08 PVOID A;",
               |     ^^^^^^^^^^^^^^^
               = rule: A layout has each name once, a type one layout at a release on an architecture.

            error[beyond-size]: T_UNION on x64: from 0x00 to 0x10 in 6.1, but the type has 0x08 bytes
              --> types/T_UNION.toml:14:5
               |
            14 |     "0x00 GUID C;",
               |     ^^^^^^^^^^^^^^
               = the same in 6.1, 6.2
               = rule: No member ends behind the end of the structure.

            error[misaligned]: T_UNION on x64: at 0x02 in 6.1, but `ULONG` is aligned to 0x04
              --> types/T_UNION.toml:13:5
               |
            13 |     "0x02 ULONG B;",
               |     ^^^^^^^^^^^^^^^
               = the same in 6.1, 6.2
               = rule: A member's offset is a multiple of its alignment.

            error[unknown-type]: T_UNKNOWN on x64: the size of `NOBODY_KNOWS` is not known at 6.1
              --> types/T_UNKNOWN.toml:12:5
               |
            12 |     "0x00 NOBODY_KNOWS A;",
               |     ^^^^^^^^^^^^^^^^^^^^^^
               = the same in 6.1, 6.2
               = rule: The size of every type that is held by value is known.

            1 structure, 4 layouts, 0 errata, 0 findings accounted for by notes; 18 findings that nothing accounts for
        "#]]);
}

#[test]
fn nested_types_that_are_sound_pass() {
    let head = "struct T_HEAD 0x18 { \
        0x00 ULONG Flags; 0x00:0 ULONG One : 1; 0x00:1 ULONG Rest : 31; 0x08 LIST_ENTRY Links; }";
    Folder::sound("nested-sound")
        .with(
            "types/T_HEAD.toml",
            nested(head),
        )
        .with(
            "types/T_EITHER.toml",
            nested("union T_EITHER 0x18 { 0x00 T_HEAD Head; 0x00 ULONG Raw [4]; 0x08 T_EITHER *Next; }"),
        )
        .is_sound(&expect![[r#"
            1 structure, 4 layouts, 0 errata, 0 findings accounted for by notes; sound
        "#]]);
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
    let row = "declaration = \"ULONG Count;\"";
    let large = THING.replace(row, "declaration = \"UCHAR Count [0xffffff00];\"");
    let large = large
        .replace("\"0x10\"", "\"0xffffff08\"")
        .replace("x86 = \"0x08\"", "x86 = \"0xffffff04\"");
    Folder::sound("large")
        .with("structures/my_thing.toml", &large)
        .is_refused(&expect![[r#"
            error[leaves-limit]: MY_THING on x86: with this member, it comes to more than 1048576 (LEAVES_LIMIT) numbers, addresses and bit fields in 6.1
              --> structures/my_thing.toml:23:15
               |
            23 | declaration = "UCHAR Count [0xffffff00];"
               |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^
               = the same in 6.1, 6.2
               = rule: A type comes to at most 1048576 numbers, addresses and bit fields, all arrays unfolded (LEAVES_LIMIT).

            error[leaves-limit]: MY_THING on x64: with this member, it comes to more than 1048576 (LEAVES_LIMIT) numbers, addresses and bit fields in 6.1
              --> structures/my_thing.toml:23:15
               |
            23 | declaration = "UCHAR Count [0xffffff00];"
               |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^
               = the same in 6.1, 6.2
               = rule: A type comes to at most 1048576 numbers, addresses and bit fields, all arrays unfolded (LEAVES_LIMIT).

            1 structure, 4 layouts, 0 errata, 0 findings accounted for by notes; 2 findings that nothing accounts for
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

#[test]
fn names_that_lead_elsewhere_are_mistakes() {
    let lower = THING.replace("MY_THING", "etw_data_source");
    let entry = nested("struct list_entry 0x08 { 0x00 PVOID A; }");
    let number = nested("struct Ulong 0x08 { 0x00 PVOID A; }");
    Folder::sound("alike")
        .with("structures/mine.toml", &lower)
        .with(
            "structures/etw_pmc_support.toml",
            THING.replace("MY_THING", "MY_OTHER"),
        )
        .with("types/list_entry.toml", &entry)
        .with("types/number.toml", &number)
        .is_refused(&expect![[r#"
            error[in-place]: the file stands in the place of a built-in one, and ETW_PMC_SUPPORT would be gone: expected another name of the file
             --> structures/etw_pmc_support.toml:2:8
              |
            2 | name = "MY_OTHER"
              |        ^^^^^^^^^^

            error[case]: etw_data_source and ETW_DATA_SOURCE differ in the case of their letters only: who asks for one may get the other
             --> structures/mine.toml:2:8
              |
            2 | name = "etw_data_source"
              |        ^^^^^^^^^^^^^^^^^

            error[case]: list_entry and _LIST_ENTRY differ in the case of their letters only: who asks for one may get the other
             --> types/list_entry.toml:1:8
              |
            1 | name = "list_entry"
              |        ^^^^^^^^^^^^

            error[case]: `Ulong` is a scalar type, or differs from one in its case only
             --> types/number.toml:1:8
              |
            1 | name = "Ulong"
              |        ^^^^^^^

            3 structures, 12 layouts, 0 errata, 0 findings accounted for by notes; 4 findings that nothing accounts for
        "#]]);
    let built_in = include_str!("../../../data/types/GUID.toml");
    Folder::sound("in-place")
        .with("types/GUID.toml", built_in)
        .is_sound(&expect![[r#"
            warning[in-place]: the built-in file of GUID is not read: this one stands in its place
             --> types/GUID.toml:2:8
              |
            2 | name = "GUID"
              |        ^^^^^^

            1 structure, 4 layouts, 0 errata, 0 findings accounted for by notes; sound, with 1 warning
        "#]]);
}

#[test]
fn a_template_is_sound_and_nothing_is_written_over() {
    let folder = Folder::sound("new");
    let say = |line: &str| {
        let output = folder.beside(line);
        let (out, code) = (
            String::from_utf8_lossy(&output.stdout),
            output.status.code(),
        );
        format!("{out}{}{code:?}\n", output.errors())
    };
    let made = [
        "new structure _MY_OTHER_THING --data DIR",
        "check DIR",
        "layout MY_OTHER_THING 22H2 x64 --data DIR",
    ]
    .map(say);
    expect![[r#"
        new/structures/my_other_thing.toml
        new/schema/structure.json
        new/schema/type.json
        new/schema/sources.json
        new/schema/constants.json
        Some(0)
        2 structures, 32 layouts, 0 errata, 0 findings accounted for by notes; sound
        Some(0)
        struct _MY_OTHER_THING, 5 elements, 0x20 bytes  // 22H2/x64
           +0x000 Links            : _LIST_ENTRY
           +0x010 Unknown_0x10     : Ptr64 Void  // unknown pointer
           +0x018 Flags            : Uint4B
           +0x018 Active           : Pos 0, 1 Bit
           +0x01c Count            : Uint4B  // inferred
        Some(0)
    "#]]
    .assert_eq(&made.concat());
    let refused = ["MY_OTHER_THING", "my-thing", "../x", "", "eprocess"]
        .map(|name| say(&format!("new structure '{name}' --data DIR")));
    expect![[r#"
        strata: new/structures/my_other_thing.toml is there already, and nothing was written
        Some(1)
        strata: `my-thing` is not a name: expected a C identifier (letters, digits, underscores)
        Some(1)
        strata: `../x` is not a name: expected a C identifier (letters, digits, underscores)
        Some(1)
        strata: `` is not a name: expected a C identifier (letters, digits, underscores)
        Some(1)
        strata: _EPROCESS is known already: `strata layout _EPROCESS` prints it; expected another name
        Some(1)
    "#]]
    .assert_eq(&refused.concat());
    let empty = Folder(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("new-empty"));
    let _ = fs::remove_dir_all(&empty.0);
    empty.beside("new structure MY_THING --data DIR").out(0);
    empty.beside("check DIR").out(0);
}

/// Servicing is told of a team's images, not of all that are built in.
#[test]
fn a_whole_folder_is_sound_without_a_word() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../data");
    let output = Folder::sound("whole").beside(format!("check {data}"));
    expect![[r#"
        2497 types of 251 images, 5 structures, 150 layouts, 30 errata, 8 findings accounted for by notes; sound
    "#]]
    .assert_eq(&output.out(0));
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
