//! Small symbol files and the result of parsing them: the pitfalls of each format.

mod pdb;

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use strata_core::catalogue::{Builder, SymbolFile};

use super::*;

/// Prints the notes, then the file as a catalogue without its first line.
fn show(name: &str, bytes: impl AsRef<[u8]>, hints: &Hints) -> String {
    let Imported { file, notes } = match read(name, bytes.as_ref(), hints) {
        Ok(imported) => imported,
        Err(error) => return format!("error: {error}\n"),
    };
    let notes = notes.iter();
    let notes = notes.map(|note| format!("{:?}: {note}\n", note.kind));
    let catalogue = catalogue(file);
    notes.collect::<String>() + catalogue.split_once('\n').unwrap().1
}

/// Returns the file as a catalogue and checks that it round-trips.
fn catalogue(file: SymbolFile) -> String {
    let mut builder = Builder::default();
    assert_eq!(builder.add(file), []);
    let catalogue = builder.finish().unwrap();
    assert_eq!(catalogue.check(), []);
    catalogue.text()
}

/// The same for a file without a name and hints.
fn show_text(text: &str) -> String {
    show("a file", text, &Hints::default())
}

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&show_text(text));
}

/// A Vergilius file with these lines of types, indented by two.
fn vergilius(build: &str, arch: &str, types: &str) -> String {
    format!(
        "family: Windows 10\nosname: 2004\nbuildnumber: {build}\narch: {arch}\ntimestamp: 1\ntypes:\n{types}"
    )
}

/// The base types and pointers to which the fixtures refer by id.
const BASES: &str = "
  - {name: UCHAR, id: 1, kind: BASE, sizeof: 1}
  - {name: ULONG, id: 2, kind: BASE, sizeof: 4}
  - {name: VOID, id: 3, kind: BASE, sizeof: 0}
  - {id: 4, kind: POINTER, sizeof: 8, data: [{name: pointee, id: 3, offset: 0, ordinal: 0}]}
  - {name: double, id: 5, kind: BASE, sizeof: 8}
  - {name: <NoType>, id: 6, kind: BASE, sizeof: 0}
";

#[test]
fn vergilius_of_the_publishers_form() {
    let text = include_str!("../../tests/fixtures/symbols/vergilius.yml");
    check(
        text,
        &expect![[r#"
            image ntoskrnl x64 10.0.19041.264 - vergilius-kernels-data

            type <unnamed-7f3b7b09d21772bd>
             0:0.4 ULONG Bits
             0 ULONG All
            =union 4~ x64 10.0.19041.264
            :0-1
            type _HOLDER
             0 <unnamed-7f3b7b09d21772bd> u1
             4 [1]ULONG Values
            =struct 8 x64 10.0.19041.264
            :0-1
            type _KIND
             -1 First
            =enum 4 x64 10.0.19041.264
            :0
            type _LIST_ENTRY
             0 *_LIST_ENTRY Flink
             8 *_LIST_ENTRY Blink
            =struct 16 x64 10.0.19041.264
            :0-1
        "#]],
    );
}

#[test]
fn vergilius_types_are_resolved_by_id() {
    let types = "
  - {name: LONG, id: 20, kind: BASE, sizeof: 4}
  - {id: 21, kind: ARRAY, sizeof: 24, data: [{name: element, id: 22, offset: 3, ordinal: 0}]}
  - {id: 22, kind: ARRAY, sizeof: 8, data: [{name: element, id: 20, offset: 2, ordinal: 0}]}
  - {id: 23, kind: ARRAY, sizeof: 0, data: [{name: element, id: 1, offset: 0, ordinal: 0}]}
  - {id: 24, kind: FUNCTION, sizeof: 0, data: [{id: 3, offset: 0, ordinal: 0}, {name: argument, id: 6, offset: 0, ordinal: 1}]}
  - {id: 25, kind: POINTER, sizeof: 8, data: [{name: pointee, id: 24, offset: 0, ordinal: 0}]}
  - {id: 26, kind: POINTER, sizeof: 8, data: [{name: pointee, id: 30, offset: 0, ordinal: 0}]}
  - {name: _MODE, id: 27, kind: ENUM, sizeof: 4, data: [{name: Off, id: 20, offset: -1}, {name: On, id: 20, offset: 1}, {name: Also, id: 20, offset: 1}]}
  - {name: _NOWHERE, id: 30, kind: STRUCT, sizeof: 0}
  - {name: _ALL, id: 31, kind: STRUCT, sizeof: 80, data: [
      {name: Matrix, id: 21, offset: 0}, {name: Routine, id: 25, offset: 24}, {name: Opaque, id: 26, offset: 32},
      {name: Mode, id: 27, offset: 40}, {name: Real, id: 5, offset: 48}, {name: Rest, id: 23, offset: 56}]}
";
    check(
        &vergilius("10.0.19041.264", "x64", &format!("{BASES}{types}")),
        &expect![[r#"
            image ntoskrnl x64 10.0.19041.264 - vergilius-kernels-data

            type _ALL
             0 [3][2]LONG Matrix
             24 *() Routine
             32 *_NOWHERE Opaque
             40 _MODE Mode
             48 DOUBLE Real
             56 [0]UCHAR Rest
            =struct 80 x64 10.0.19041.264
            :0-5
            type _MODE
             -1 Off
             1 On
             1 Also
            =enum 4 x64 10.0.19041.264
            :0-2
            type _NOWHERE
            ?x64 10.0.19041.264
        "#]],
    );
}

#[test]
fn vergilius_bits_are_sums_of_widths() {
    // The unit is full after 32 bits; another offset, width of the unit or a whole member begins a new one.
    let types = "
  - {name: _BITS, id: 20, kind: STRUCT, sizeof: 16, data: [
      {name: 'A:1', id: 2, offset: 0}, {name: 'B:30', id: 2, offset: 0}, {name: 'C:2', id: 2, offset: 0},
      {name: 'D:1', id: 2, offset: 4}, {name: 'E:1', id: 1, offset: 4}, {name: 'F:1', id: 1, offset: 4},
      {name: All, id: 2, offset: 8}, {name: 'G:4', id: 2, offset: 8}, {name: 'H:4', id: 2, offset: 8}]}
";
    check(
        &vergilius("10.0.19041.264", "x64", &format!("{BASES}{types}")),
        &expect![[r#"
            image ntoskrnl x64 10.0.19041.264 - vergilius-kernels-data

            type _BITS
             0:0.1 ULONG A
             0:1.30 ULONG B
             0:0.2 ULONG C
             4:0.1 ULONG D
             4:0.1 UCHAR E
             4:1.1 UCHAR F
             8 ULONG All
             8:0.4 ULONG G
             8:4.4 ULONG H
            =struct 16~ x64 10.0.19041.264
            :0-8
        "#]],
    );
}

#[test]
fn two_known_sums_are_corrected() {
    let types = "
  - {name: _RTL_BALANCED_NODE, id: 20, kind: STRUCT, sizeof: 24, data: [
      {name: 'Red:1', id: 1, offset: 16}, {name: 'Balance:2', id: 1, offset: 16}]}
  - {name: _MMPFN, id: 21, kind: STRUCT, sizeof: 48, data: [
      {name: 'ModifiedListBucketIndex:4', id: 1, offset: 39}, {name: 'AnchorLargePageSize:2', id: 1, offset: 39}]}
  - {name: _OTHER, id: 22, kind: STRUCT, sizeof: 48, data: [
      {name: 'PteFrame:4', id: 1, offset: 39}, {name: 'AnchorLargePageSize:2', id: 1, offset: 39}]}
";
    check(
        &vergilius("10.0.19043.928", "x86", &format!("{BASES}{types}")),
        &expect![[r#"
            Corrected: 10.0.19043.928 is a version of the system: its kernel file is 10.0.19041.928
            Corrected: _RTL_BALANCED_NODE: `Balance` is at bit 0, not at the sum of the widths before it, 1
            Corrected: _MMPFN: `AnchorLargePageSize` is at bit 0, not at the sum of the widths before it, 4
            image ntoskrnl x86 10.0.19041.928 - vergilius-kernels-data

            type _MMPFN
             39:0.4 UCHAR ModifiedListBucketIndex
             39:0.2 UCHAR AnchorLargePageSize
            =struct 48~ x86 10.0.19041.928
            :0-1
            type _OTHER
             39:0.4 UCHAR PteFrame
             39:4.2 UCHAR AnchorLargePageSize
            =struct 48~ x86 10.0.19041.928
            :0-1
            type _RTL_BALANCED_NODE
             16:0.1 UCHAR Red
             16:0.2 UCHAR Balance
            =struct 24~ x86 10.0.19041.928
            :0-1
        "#]],
    );
}

#[test]
fn vergilius_names_of_systems_become_versions_of_files() {
    for (build, expected) in [
        ("10.0.19042.508", "10.0.19041.508"),
        ("10.0.19045.2965", "10.0.19041.2965"),
        ("10.0.22631.2428", "10.0.22621.2428"),
        ("10.0.18362.418", "10.0.18362.418"),
        ("10.0.22000.194", "10.0.22000.194"),
    ] {
        let text = vergilius(build, "x64", BASES);
        let imported = read("a file", text.as_bytes(), &Hints::default()).unwrap();
        assert_eq!(imported.file.image.version.to_string(), expected);
        assert_eq!(imported.notes.len(), usize::from(build != expected));
    }
}

#[test]
fn the_content_counts_not_the_name_of_the_file() {
    let text = vergilius("10.0.19044.1288", "x86", BASES);
    let show = |name| show(name, &text, &Hints::default());
    expect![[r#"
        Corrected: 10.0.19044.1288 is a version of the system: its kernel file is 10.0.19041.1288
        Remark: the file is named 10.0.19044.1228, but its content says 10.0.19044.1288: the content is used
        image ntoskrnl x86 10.0.19041.1288 - vergilius-kernels-data
    "#]].assert_eq(&show("kernels/10.0.19044.1228-x86.yml.xz"));
    expect![[r#"
        Corrected: 10.0.19044.1288 is a version of the system: its kernel file is 10.0.19041.1288
        image ntoskrnl x86 10.0.19041.1288 - vergilius-kernels-data
    "#]]
    .assert_eq(&show("kernels/10.0.19044.1288-x86.yml.xz"));
}

#[test]
fn what_is_given_by_hand_wins() {
    let hints = Hints {
        module: "ntkrpamp".parse().ok(),
        version: "5.1.2600.1".parse().ok(),
        arch: Some(Arch::X86),
        source: Some("team".to_owned()),
        builds: BuildList::default(),
    };
    let shown = show("a file", vergilius("5.1.2600.5512", "x64", BASES), &hints);
    expect![[r#"
        image ntkrpamp x86 5.1.2600.1 - team
    "#]]
    .assert_eq(&shown);
}

#[test]
fn two_definitions_of_one_name() {
    // Repetitions for `const` and declarations of defined types are dropped.
    let types = "
  - {name: _PRCB, id: 20, kind: STRUCT, sizeof: 4, data: [{name: Small, id: 2, offset: 0}]}
  - {name: _PRCB, id: 21, kind: STRUCT, sizeof: 8, data: [{name: Large, id: 2, offset: 4}]}
  - {name: _PRCB, id: 22, kind: STRUCT, sizeof: 8, isConst: true, data: [{name: Large, id: 2, offset: 4}]}
  - {name: _PRCB, id: 23, kind: STRUCT, sizeof: 0}
";
    check(
        &vergilius("10.0.19041.264", "x64", &format!("{BASES}{types}")),
        &expect![[r#"
            image ntoskrnl x64 10.0.19041.264 - vergilius-kernels-data

            type _PRCB
             4 ULONG Large
            =struct 8 x64 10.0.19041.264
            :0
            type _PRCB~2
             0 ULONG Small
            =struct 4 x64 10.0.19041.264
            :0
        "#]],
    );
}

#[test]
fn definitions_of_one_name_have_a_limit() {
    let mut types = BASES.to_owned();
    for id in 20..38 {
        types += &format!(
            "  - {{name: _A, id: {id}, kind: STRUCT, sizeof: {id}, data: [{{name: X, id: 2, offset: 0}}]}}\n"
        );
    }
    let text = vergilius("10.0.19041.264", "x64", &types);
    let Imported { file, notes } = read("a file", text.as_bytes(), &Hints::default()).unwrap();
    assert_eq!(
        (file.definitions.len(), notes.len()),
        (limits::VARIANTS_LIMIT, 2)
    );
    expect!["_A: more than 16 definitions of one name; left out"].assert_eq(&notes[0].to_string());
}

#[test]
fn unnamed_types_are_called_by_their_content() {
    let types = "
  - {name: <unnamed-tag>, id: 20, kind: UNION, sizeof: 4, data: [{name: Long, id: 2, offset: 0}, {name: Flags, id: 22, offset: 0}]}
  - {name: __unnamed, id: 21, kind: UNION, sizeof: 4, data: [{name: Flags, id: 22, offset: 0}, {name: Long, id: 2, offset: 0}]}
  - {name: <anonymous-tag>, id: 22, kind: STRUCT, sizeof: 4, data: [{name: 'Bit:1', id: 2, offset: 0}]}
  - {name: <unnamed-tag>, id: 23, kind: ENUM, sizeof: 4, data: [{name: Second, id: 2, offset: 2}, {name: First, id: 2, offset: 1}]}
  - {name: <unnamed-enum-Named>, id: 24, kind: ENUM, sizeof: 4, data: [{name: Named, id: 2, offset: 1}]}
  - {name: _A, id: 30, kind: STRUCT, sizeof: 20, data: [{name: u1, id: 20, offset: 0}, {name: u2, id: 21, offset: 4},
      {name: e1, id: 23, offset: 8}, {name: e2, id: 24, offset: 12}]}
";
    check(
        &vergilius("10.0.19041.264", "x64", &format!("{BASES}{types}")),
        &expect![[r#"
            image ntoskrnl x64 10.0.19041.264 - vergilius-kernels-data

            type <unnamed-6f2f23d7918e1fb0>
             0 ULONG Long
             0 <unnamed-cae1348610d44df3> Flags
            =union 4 x64 10.0.19041.264
            :0-1
            type <unnamed-cae1348610d44df3>
             0:0.1 ULONG Bit
            =struct 4~ x64 10.0.19041.264
            :0
            type <unnamed-enum-First>
             2 Second
             1 First
            =enum 4 x64 10.0.19041.264
            :0-1
            type <unnamed-enum-Named>
             1 Named
            =enum 4 x64 10.0.19041.264
            :0
            type _A
             0 <unnamed-6f2f23d7918e1fb0> u1
             4 <unnamed-6f2f23d7918e1fb0> u2
             8 <unnamed-enum-First> e1
             12 <unnamed-enum-Named> e2
            =struct 20 x64 10.0.19041.264
            :0-3
        "#]],
    );
}

#[test]
fn a_wide_pointer_on_x86() {
    let types = "
  - {id: 20, kind: POINTER, sizeof: 4, data: [{name: pointee, id: 3, offset: 0}]}
  - {name: _FILE_SEGMENT_ELEMENT, id: 21, kind: UNION, sizeof: 8, data: [{name: Buffer, id: 4, offset: 0}, {name: Near, id: 20, offset: 0}]}
";
    check(
        &vergilius("6.1.7600.16385", "x86", &format!("{BASES}{types}")),
        &expect![[r#"
            image ntoskrnl x86 6.1.7600.16385 - vergilius-kernels-data

            type _FILE_SEGMENT_ELEMENT
             0 PVOID64 Buffer
             0 *VOID Near
            =union 8 x86 6.1.7600.16385
            :0-1
        "#]],
    );
}

#[test]
fn pointers_to_pointers_have_a_limit() {
    // Each type is known before the next one refers to it.
    let mut types = BASES.to_owned();
    for id in 20..40 {
        types += &format!(
            "  - {{id: {id}, kind: POINTER, sizeof: 8, data: [{{name: pointee, id: {}, offset: 0}}]}}\n  \
             - {{name: _A{id}, id: {}, kind: STRUCT, sizeof: 8, data: [{{name: X, id: {id}, offset: 0}}]}}\n",
            if id == 20 { 3 } else { id - 1 },
            id + 20
        );
    }
    let text = vergilius("10.0.19041.264", "x64", &types);
    let Imported { file, notes } = read("a file", text.as_bytes(), &Hints::default()).unwrap();
    assert_eq!((file.definitions.len(), notes.len()), (8, 12));
    expect!["_A28: `X`: more than 8 pointers and arrays in one type; left out"]
        .assert_eq(&notes[0].to_string());
}

#[test]
fn what_cannot_be_read_is_said() {
    let types = "
  - {name: uint128, id: 20, kind: BASE, sizeof: 16}
  - {name: _WIDE, id: 21, kind: STRUCT, sizeof: 16, data: [{name: Value, id: 20, offset: 0}]}
  - {name: _DANGLING, id: 22, kind: STRUCT, sizeof: 16, data: [{name: Value, id: 99, offset: 0}]}
  - {name: _BITS, id: 23, kind: STRUCT, sizeof: 16, data: [{name: 'Value:65', id: 2, offset: 0}]}
  - {name: _BEFORE, id: 24, kind: STRUCT, sizeof: 16, data: [{name: Value, id: 2, offset: -4}]}
  - {name: 'a b', id: 25, kind: STRUCT, sizeof: 16, data: [{name: Value, id: 2, offset: 0}]}
  - {name: _SPACED, id: 26, kind: STRUCT, sizeof: 16, data: [{name: 'a b', id: 2, offset: 0}]}
  - {name: _ODD, id: 27, kind: CLASS, sizeof: 16, data: [{name: Value, id: 2, offset: 0}]}
  - {id: 28, kind: POINTER, sizeof: 4, data: [{name: pointee, id: 3, offset: 0}]}
  - {name: _NEAR, id: 29, kind: STRUCT, sizeof: 16, data: [{name: Value, id: 28, offset: 0}]}
  - {id: 30, kind: POINTER, sizeof: 8, data: [{name: pointee, id: 30, offset: 0}]}
  - {name: _ENDLESS, id: 31, kind: STRUCT, sizeof: 16, data: [{name: Value, id: 30, offset: 0}]}
  - {name: <unnamed-tag>, id: 32, kind: STRUCT, sizeof: 16, data: [{name: Value, id: 32, offset: 0}]}
  - {name: _ITSELF, id: 33, kind: STRUCT, sizeof: 16, data: [{name: Value, id: 32, offset: 0}]}
  - {name: _HUGE, id: 34, kind: STRUCT, sizeof: 4294967296, data: [{name: Value, id: 2, offset: 0}]}
  - {name: _GOOD, id: 35, kind: STRUCT, sizeof: 4, data: [{name: Value, id: 2, offset: 0}]}
";
    check(
        &vergilius("10.0.19041.264", "x64", &format!("{BASES}{types}")),
        &expect![[r#"
            LeftOut: _WIDE: `Value`: the base type `uint128` is not known; left out
            LeftOut: _DANGLING: `Value`: there is no type of id 99; left out
            LeftOut: _BITS: `Value` has 65 bits from bit 0 on, which do not fit into any unit; left out
            LeftOut: _BEFORE: the offset -4 of `Value` is not valid; left out
            LeftOut: a b: `a b` is not a name: expected a C identifier (letters, digits, underscores); left out
            LeftOut: _SPACED: `a b` is not the name of a member; left out
            LeftOut: _ODD: the type of id 27 is of kind `CLASS`, which is not known; left out
            LeftOut: _NEAR: `Value`: a pointer of 4 bytes, on x64; left out
            LeftOut: _ENDLESS: `Value`: more than 8 pointers and arrays in one type; left out
            LeftOut: _ITSELF: `Value`: `Value`: the unnamed type of id 32 contains itself; left out
            LeftOut: _HUGE: 4294967296 bytes are more than the limit of a type; left out
            image ntoskrnl x64 10.0.19041.264 - vergilius-kernels-data

            type _GOOD
             0 ULONG Value
            =struct 4 x64 10.0.19041.264
            :0
        "#]],
    );
}

#[test]
fn yaml_that_is_none() {
    let mut shown = String::new();
    for types in [
        "  - {name: _A, id: x, kind: STRUCT}\n",
        "  - &a {name: _A, id: 1, kind: STRUCT, sizeof: 0}\n  - *a\n",
        "  - [1, 2]\n",
        "  - {name: _A, id: 1\n",
        "  - {name: [_A], id: 1}\n",
        "  - {name: _A, id: 1, more: {deep: [[[[1]]]]}}\n  - 5\n",
    ] {
        let text = vergilius("10.0.19041.264", "x64", types);
        shown += &show_text(&text);
    }
    let deep = format!(
        "arch: x64\nbuildnumber: 10.0.19041.264\nmore: {}",
        "[".repeat(1_000)
    );
    for text in [
        &deep,
        "buildnumber: 10.0.19041\narch: x64\n",
        "buildnumber: 10.0.19041.264\narch: mips\n",
        "buildnumber: 10.0.19041.264\narch: x64\n",
    ] {
        shown += &show_text(text);
    }
    expect![[r#"
        error: line 7, column 20: `x` is not a number of that kind
        error: line 8, column 5: an alias: expected the value itself
        error: line 7, column 5: expected a mapping
        error: line 8, column 1: while parsing a flow mapping, did not find expected ',' or '}'
        error: line 7, column 12: expected a text or a number
        error: line 8, column 5: expected a mapping
        error: line 3, column 262: recursion limit exceeded
        error: `10.0.19041` is not a build: expected four numbers such as 10.0.19041.264
        error: `mips` is not an architecture: expected x86, x64 or arm64
        error: the file does not state `types`
    "#]]
    .assert_eq(&shown);
}

/// An ISF file with these user types and enumerations.
fn isf(user_types: &str, enums: &str) -> String {
    format!(
        r#"{{"metadata": {{"format": "6.1.0", "windows": {{"pdb": {{"GUID": "BBED7C2955FBE4522AAA23F4B8677AD9", "age": 1,
 "database": "ntkrnlmp.pdb", "machine_type": 34404}}}}}},
 "base_types": {{"pointer": {{"kind": "int", "size": 8, "signed": false, "endian": "little"}},
  "narrow": {{"kind": "int", "size": 4, "signed": false, "endian": "little"}}}},
 "symbols": {{"PsInitialSystemProcess": {{"address": 1}}}},
 "user_types": {{{user_types}}},
 "enums": {{{enums}}}}}"#
    )
}

/// A Strata export of an image without a known PDB identifies the image.
#[test]
fn an_export_says_of_which_image_it_is() {
    let windows =
        r#""windows": {"pe": {"major": 10, "minor": 0, "revision": 10240, "build": 16384}}"#;
    let producer = r#""producer": {"name": "Strata", "image": "ntoskrnl-10.0.10240.16384-x64"}"#;
    let text = isf(r#""_A": {"kind": "struct", "size": 4, "fields": {}}"#, "");
    let (_, behind) = text.split_once("}}},").unwrap();
    let text = format!(r#"{{"metadata": {{"format": "6.1.0", {windows}, {producer}}},{behind}"#);
    let imported = read("a file", text.as_bytes(), &Hints::default()).unwrap();
    assert_eq!(imported.file.image.id(), "ntoskrnl-10.0.10240.16384-x64");
}

#[test]
fn isf_is_put_in_order() {
    let text = include_str!("../../tests/fixtures/symbols/isf.json");
    check(
        text,
        &expect![[r#"
            Remark: the file does not state the version of its image, which is known by its PDB file: pass --version, or a list of builds
            image ntoskrnl x64 BBED7C2955FBE4522AAA23F4B8677AD91 BBED7C2955FBE4522AAA23F4B8677AD91 isf

            type _BITS
             0 ULONG All
             0:4.2 ULONG B
             0:6.2 ULONG A
             4 [2]UCHAR Chars
             6:0.3 _KIND Kind
             8 *_BITS Next
             16 *() Call
            =struct 24 x64 BBED7C2955FBE4522AAA23F4B8677AD91
            :0-6
            type _ELSEWHERE
            ?x64 BBED7C2955FBE4522AAA23F4B8677AD91
            type _HOLDER
             0 *_ELSEWHERE To
            =struct 8 x64 BBED7C2955FBE4522AAA23F4B8677AD91
            :0
            type _KIND
             -1 Minus
             0 Also
             0 Zero
            =enum 4 x64 BBED7C2955FBE4522AAA23F4B8677AD91
            :0-2
            type _OPAQUE
            ?x64 BBED7C2955FBE4522AAA23F4B8677AD91
        "#]],
    );
}

#[test]
fn isf_unnamed_types_are_those_of_vergilius() {
    let user_types = r#"
"__unnamed_1a2b": {"kind": "union", "size": 4, "fields": {
  "Long": {"offset": 0, "type": {"kind": "base", "name": "unsigned long"}},
  "Flags": {"offset": 0, "type": {"kind": "struct", "name": "__anonymous_7"}}}},
"__anonymous_7": {"kind": "struct", "size": 4, "fields": {
  "Bit": {"offset": 0, "type": {"kind": "bitfield", "bit_position": 0, "bit_length": 1, "type": {"kind": "base", "name": "unsigned int"}}}}},
"_A": {"kind": "struct", "size": 16, "fields": {
  "u1": {"offset": 0, "type": {"kind": "union", "name": "__unnamed_1a2b"}},
  "e1": {"offset": 8, "type": {"kind": "enum", "name": "__unnamed_ff"}}}}"#;
    let enums =
        r#""__unnamed_ff": {"base": "int", "size": 4, "constants": {"First": 1, "Second": 2}}"#;
    check(
        &isf(user_types, enums),
        &expect![[r#"
            Remark: the file does not state the version of its image, which is known by its PDB file: pass --version, or a list of builds
            image ntoskrnl x64 BBED7C2955FBE4522AAA23F4B8677AD91 BBED7C2955FBE4522AAA23F4B8677AD91 isf

            type <unnamed-6f2f23d7918e1fb0>
             0 <unnamed-cae1348610d44df3> Flags
             0 ULONG Long
            =union 4 x64 BBED7C2955FBE4522AAA23F4B8677AD91
            :0-1
            type <unnamed-cae1348610d44df3>
             0:0.1 ULONG Bit
            =struct 4 x64 BBED7C2955FBE4522AAA23F4B8677AD91
            :0
            type <unnamed-enum-First>
             1 First
             2 Second
            =enum 4 x64 BBED7C2955FBE4522AAA23F4B8677AD91
            :0-1
            type _A
             0 <unnamed-6f2f23d7918e1fb0> u1
             8 <unnamed-enum-First> e1
            =struct 16 x64 BBED7C2955FBE4522AAA23F4B8677AD91
            :0-1
        "#]],
    );
}

#[test]
fn what_no_compiler_lays_out_is_left_out() {
    let user_types = r#"
"_SELF": {"kind": "struct", "size": 8, "fields": {
  "Again": {"offset": 0, "type": {"kind": "array", "count": 1, "subtype": {"kind": "struct", "name": "_OTHER"}}}}},
"_OTHER": {"kind": "struct", "size": 8, "fields": {
  "Self": {"offset": 0, "type": {"kind": "struct", "name": "_SELF"}}}},
"_LONG": {"kind": "struct", "size": 8, "fields": {
  "First": {"offset": 0, "type": {"kind": "base", "name": "unsigned long"}},
  "Table": {"offset": 4, "type": {"kind": "array", "count": 4294967295, "subtype": {"kind": "pointer", "subtype": {"kind": "base", "name": "void"}}}}}},
"_BITS": {"kind": "struct", "size": 4, "fields": {
  "Wide": {"offset": 0, "type": {"kind": "bitfield", "bit_position": 30, "bit_length": 8, "type": {"kind": "base", "name": "unsigned long"}}}}},
"_SOUND": {"kind": "struct", "size": 8, "fields": {
  "Long": {"offset": 0, "type": {"kind": "struct", "name": "_LONG"}}}}"#;
    check(
        &isf(user_types, ""),
        &expect![[r#"
            Remark: the file does not state the version of its image, which is known by its PDB file: pass --version, or a list of builds
            LeftOut: _BITS: the bit field `ULONG Wide : 8` ends at bit 38 of an integer of 0x4 bytes; left out
            LeftOut: _LONG: `VOID *Table [4294967295]` at 0x04 has 0x7fffffff8 bytes and ends after the 0x8 of the type; left out
            LeftOut: _OTHER: it contains itself; left out
            image ntoskrnl x64 BBED7C2955FBE4522AAA23F4B8677AD91 BBED7C2955FBE4522AAA23F4B8677AD91 isf

            type _BITS
            ?x64 BBED7C2955FBE4522AAA23F4B8677AD91
            type _LONG
            ?x64 BBED7C2955FBE4522AAA23F4B8677AD91
            type _OTHER
            ?x64 BBED7C2955FBE4522AAA23F4B8677AD91
            type _SELF
             0 [1]_OTHER Again
            =struct 8 x64 BBED7C2955FBE4522AAA23F4B8677AD91
            :0
            type _SOUND
             0 _LONG Long
            =struct 8 x64 BBED7C2955FBE4522AAA23F4B8677AD91
            :0
        "#]],
    );
}

#[test]
fn isf_has_a_version_by_its_pdb() {
    let text = isf("", "");
    let list =
        "file_version\tarch\tguid_age\n10.0.18326.535\tx64\tBBED7C2955FBE4522AAA23F4B8677AD91\n";
    let builds = BuildList::read(list).unwrap();
    let listed = Hints {
        builds,
        ..Hints::default()
    };
    let given = Hints {
        version: "10.0.19045.508".parse().ok(),
        ..listed.clone()
    };
    let mut shown = String::new();
    for hints in [&Hints::default(), &listed, &given] {
        shown += &show("a file", &text, hints);
    }
    expect![[r#"
        Remark: the file does not state the version of its image, which is known by its PDB file: pass --version, or a list of builds
        image ntoskrnl x64 BBED7C2955FBE4522AAA23F4B8677AD91 BBED7C2955FBE4522AAA23F4B8677AD91 isf
        Corrected: 10.0.18326.535 is an error of the publisher: the kernel file is 10.0.18362.535
        image ntoskrnl x64 10.0.18362.535 BBED7C2955FBE4522AAA23F4B8677AD91 isf
        Corrected: 10.0.19045.508 is a version of the system: its kernel file is 10.0.19041.508
        image ntoskrnl x64 10.0.19041.508 BBED7C2955FBE4522AAA23F4B8677AD91 isf
    "#]].assert_eq(&shown);
}

/// Strata's exports of images state more than Volatility's files.
#[test]
fn isf_may_state_a_version_and_second_definitions() {
    let pe =
        r#""windows": {"pe": {"major": 10, "minor": 0, "revision": 19041, "build": 264}, "pdb""#;
    let field = r#"{"a": {"offset": 0, "type": {"kind": "base", "name": "char"}}}"#;
    let types = format!(
        r#""_A~2": {{"kind": "struct", "size": 1, "fields": {field}}}, "_A": {{"kind": "struct", "size": 2, "fields": {field}}}"#
    );
    check(
        &isf(&types, "").replace("\"windows\": {\"pdb\"", pe),
        &expect![[r#"
            image ntoskrnl x64 10.0.19041.264 BBED7C2955FBE4522AAA23F4B8677AD91 isf

            type _A
             0 CHAR a
            =struct 2 x64 10.0.19041.264
            :0
            type _A~2
             0 CHAR a
            =struct 1 x64 10.0.19041.264
            :0
        "#]],
    );
}

/// Each of a chain of types contains the next one many times: expanded, they would have 100 to the eighth members.
#[test]
fn isf_anonymous_types_are_bounded() {
    let types: Vec<String> = (0..9)
        .map(|depth| {
            let next = depth + 1;
            let field = |n: usize| {
                format!(
                    r#""f{n}": {{"offset": 0, "anonymous": true, "type": {{"kind": "struct", "name": "_T{next}"}}}}"#
                )
            };
            let fields: Vec<String> = (0..100).map(field).collect();
            let fields = fields.join(", ");
            format!(r#""_T{depth}": {{"kind": "struct", "size": 4, "fields": {{{fields}}}}}"#)
        })
        .collect();
    let last = r#""_T9": {"kind": "struct", "size": 4, "fields": {}}"#;
    check(
        &isf(&format!("{}, {last}", types.join(", ")), ""),
        &expect![[r#"
            Remark: the file does not state the version of its image, which is known by its PDB file: pass --version, or a list of builds
            LeftOut: _T0: the file has more than 2000000 members of anonymous types; left out
            LeftOut: _T1: the file has more than 2000000 members of anonymous types; left out
            LeftOut: _T2: the file has more than 2000000 members of anonymous types; left out
            LeftOut: _T3: the file has more than 2000000 members of anonymous types; left out
            LeftOut: _T4: the file has more than 2000000 members of anonymous types; left out
            LeftOut: _T5: the file has more than 2000000 members of anonymous types; left out
            LeftOut: _T6: the file has more than 2000000 members of anonymous types; left out
            LeftOut: _T7: the file has more than 2000000 members of anonymous types; left out
            LeftOut: _T8: the file has more than 2000000 members of anonymous types; left out
            image ntoskrnl x64 BBED7C2955FBE4522AAA23F4B8677AD91 BBED7C2955FBE4522AAA23F4B8677AD91 isf

            type _T9
            ?x64 BBED7C2955FBE4522AAA23F4B8677AD91
        "#]],
    );
}

#[test]
fn isf_may_state_build_and_revision_the_other_way_round() {
    let mut shown = String::new();
    for (revision, build) in [(264, 19041), (19041, 264), (19041, 5848), (3, 4)] {
        let pe = format!(
            r#""windows": {{"pe": {{"major": 10, "minor": 0, "revision": {revision}, "build": {build}}}, "pdb""#
        );
        let text = isf("", "").replace("\"windows\": {\"pdb\"", &pe);
        shown += &show_text(&text);
    }
    expect![[r#"
        image ntoskrnl x64 10.0.19041.264 BBED7C2955FBE4522AAA23F4B8677AD91 isf
        image ntoskrnl x64 10.0.19041.264 BBED7C2955FBE4522AAA23F4B8677AD91 isf
        image ntoskrnl x64 10.0.19041.5848 BBED7C2955FBE4522AAA23F4B8677AD91 isf
        image ntoskrnl x64 10.0.3.4 BBED7C2955FBE4522AAA23F4B8677AD91 isf
    "#]]
    .assert_eq(&shown);
}

#[test]
fn lists_of_builds() {
    let mut shown = String::new();
    for text in [
        "file_version\tguid_age\n10.0.1.1\tBBED7C2955FBE4522AAA23F4B8677AD91\n\n10.0.1.1\tBBED7C2955FBE4522AAA23F4B8677AD91\n",
        "file_version\tguid_age\n10.0.1.1\tBBED7C2955FBE4522AAA23F4B8677AD91\n10.0.1.2\tBBED7C2955FBE4522AAA23F4B8677AD91\n",
        "file_version\tguid_age\n10.0.1.1\n",
        "file_version\tguid_age\n10.0.1\tBBED7C2955FBE4522AAA23F4B8677AD91\n",
        "file_version\tguid_age\n10.0.1.1\tBBED\n",
        "version\tpdb\n",
    ] {
        let _ = match BuildList::read(text) {
            Ok(list) => writeln!(shown, "{list:?}"),
            Err(error) => writeln!(shown, "{error}"),
        };
    }
    shown += &show_text("file_version\tguid_age\n");
    expect![[r#"
        BuildList({PdbId { guid: [187, 237, 124, 41, 85, 251, 228, 82, 42, 170, 35, 244, 184, 103, 122, 217], age: 1 }: Build { nt: (10, 0), number: 1, revision: 1 }})
        line 3: `BBED7C2955FBE4522AAA23F4B8677AD91` has another version in an earlier line
        line 2: 1 cells: expected the same number as in line 1
        line 2: `10.0.1` is not a build: expected four numbers such as 10.0.19041.264
        line 2: `BBED` is not the GUID and age of a PDB: expected 33 to 40 hexadecimal digits
        line 1: not a list of builds: expected the columns `file_version` and `guid_age`
        error: a list of builds, which describes no image: pass it together with ISF files
    "#]].assert_eq(&shown);
}

#[test]
fn what_isf_cannot_say_is_said() {
    let field = |ty: &str| {
        format!(
            r#"{{"kind": "struct", "size": 8, "fields": {{"Value": {{"offset": 0, "type": {ty}}}}}}}"#
        )
    };
    let user_types = [
        ("_BASE", r#"{"kind": "base", "name": "uint128"}"#),
        ("_KIND", r#"{"kind": "template"}"#),
        ("_BARE", r#"{"kind": "pointer"}"#),
        ("_NAMELESS", r#"{"kind": "struct"}"#),
        (
            "_COUNT",
            r#"{"kind": "array", "subtype": {"kind": "base", "name": "char"}}"#,
        ),
        (
            "_BITS",
            r#"{"kind": "bitfield", "bit_length": 1, "type": {"kind": "base", "name": "char"}}"#,
        ),
        (
            "_NARROW",
            r#"{"kind": "pointer", "base": "narrow", "subtype": {"kind": "base", "name": "void"}}"#,
        ),
        ("_MISSING", r#"{"kind": "struct", "name": "__unnamed_1"}"#),
        ("_ITSELF", r#"{"kind": "struct", "name": "__unnamed_2"}"#),
        (
            "__unnamed_2",
            r#"{"kind": "struct", "name": "__unnamed_2"}"#,
        ),
        ("_GOOD", r#"{"kind": "base", "name": "void"}"#),
    ];
    let user_types = user_types.map(|(name, ty)| format!("{name:?}: {}", field(ty)));
    check(
        &isf(&user_types.join(",\n"), ""),
        &expect![[r#"
            Remark: the file does not state the version of its image, which is known by its PDB file: pass --version, or a list of builds
            LeftOut: _BASE: `Value`: the base type `uint128` is not known; left out
            LeftOut: _KIND: `Value`: the kind `template` is not known; left out
            LeftOut: _BARE: `Value`: the pointer has no subtype; left out
            LeftOut: _NAMELESS: `Value`: the struct has no name; left out
            LeftOut: _COUNT: `Value`: an array without a count; left out
            LeftOut: _BITS: `Value`: a bit field without a position; left out
            LeftOut: _NARROW: `Value`: a pointer of 4 bytes, on x64; left out
            LeftOut: _MISSING: `Value`: the unnamed type `__unnamed_1` is not in the file; left out
            LeftOut: _ITSELF: `Value`: `Value`: the unnamed type `__unnamed_2` contains itself; left out
            image ntoskrnl x64 BBED7C2955FBE4522AAA23F4B8677AD91 BBED7C2955FBE4522AAA23F4B8677AD91 isf

            type _GOOD
             0 VOID Value
            =struct 8 x64 BBED7C2955FBE4522AAA23F4B8677AD91
            :0
        "#]],
    );
    let deep = format!(
        "{}{}{}",
        r#"{"kind": "pointer", "subtype": "#.repeat(9),
        r#"{"kind": "base", "name": "void"}"#,
        "}".repeat(9)
    );
    let deeper = format!(
        "{}{}",
        r#"{"kind": "pointer", "subtype": "#.repeat(500),
        "}".repeat(500)
    );
    let shown = [deep, deeper].map(|ty| {
        show(
            "a file",
            isf(&format!("\"_A\": {}", field(&ty)), ""),
            &Hints::default(),
        )
    });
    expect![[r#"
        Remark: the file does not state the version of its image, which is known by its PDB file: pass --version, or a list of builds
        LeftOut: _A: `Value`: more than 8 pointers and arrays in one type; left out
        image ntoskrnl x64 BBED7C2955FBE4522AAA23F4B8677AD91 BBED7C2955FBE4522AAA23F4B8677AD91 isf
        error: line 6, column 3877: recursion limit exceeded
    "#]].assert_eq(&shown.concat());
}

#[test]
fn isf_of_other_images() {
    let text = isf("", "");
    let mut shown = String::new();
    for (from, to) in [
        ("ntkrnlmp.pdb", "wntdll.pdb"),
        ("ntkrnlmp.pdb", "NTKRPAMP.pdb"),
        ("34404", "332"),
        ("34404", "1"),
        ("\"age\": 1", "\"age\": \"1\""),
        ("BBED7C2955FBE4522AAA23F4B8677AD9", "BBED"),
        ("\"windows\"", "\"linux\""),
        ("\"enums\"", "\"enumerations\""),
    ] {
        shown += &show_text(&text.replace(from, to));
    }
    // What the hints state is not required of the file.
    let hints = Hints {
        arch: Some(Arch::X64),
        ..Hints::default()
    };
    shown += &show("a file", text.replace("\"windows\"", "\"linux\""), &hints);
    expect![[r#"
        Remark: the file does not state the version of its image, which is known by its PDB file: pass --version, or a list of builds
        image ntdll x64 BBED7C2955FBE4522AAA23F4B8677AD91 BBED7C2955FBE4522AAA23F4B8677AD91 isf
        Remark: the file does not state the version of its image, which is known by its PDB file: pass --version, or a list of builds
        image ntkrnlpa x64 BBED7C2955FBE4522AAA23F4B8677AD91 BBED7C2955FBE4522AAA23F4B8677AD91 isf
        error: pointers have 8 bytes: expected 4 on x86
        error: the machine type 1 is not known: pass --arch
        error: line 1, column 107: invalid type: string "1", expected u32
        error: `BBED` with age 1 is not the identity of a PDB file
        error: neither the version of the image nor its PDB file is stated: pass --version; the architecture is not stated: pass --arch; the image file is not stated: pass --module
        error: line 7, column 20: missing field `enums`
        error: neither the version of the image nor its PDB file is stated: pass --version; the image file is not stated: pass --module
    "#]].assert_eq(&shown);
}

#[test]
fn other_files() {
    let mut shown = String::new();
    for text in [
        "",
        " \n",
        "hello",
        "Microsoft C/C++ MSF 7.00\r\n",
        "strata-catalogue 1 0\n",
        "[1]",
        "\u{feff}{}",
    ] {
        shown += &show_text(text);
    }
    let error = |bytes: &[u8]| {
        format!(
            "error: {}\n",
            read("a file", bytes, &Hints::default()).unwrap_err()
        )
    };
    // Of PowerShell's `>`.
    let wide = "\u{feff}{}".encode_utf16().flat_map(u16::to_le_bytes);
    shown += &error(&wide.collect::<Vec<_>>());
    shown += &error(b"buildnumber: \xff");
    shown += &error(b"\xfd7zXZ\0 and more");
    expect![[r#"
        error: an empty file
        error: an empty file
        error: not a symbol file: expected a PDB file, YAML of the Vergilius Project or ISF, the JSON of Volatility 3
        error: the beginning of a PDB file: its first 32 bytes are not those of format 7.00
        error: a catalogue already: pass it to --data, in a folder
        error: not a symbol file: expected a PDB file, YAML of the Vergilius Project or ISF, the JSON of Volatility 3
        error: line 1, column 2: missing field `metadata`
        error: line 1, column 2: missing field `metadata`
        error: not a text: byte 13 is not UTF-8
        error: cannot decompress: XZ stream header CRC32 mismatch
    "#]].assert_eq(&shown);
}

/// A thousand spaces, compressed.
const SPACES: &[u8] = &[
    0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x01, 0x69, 0x22, 0xde, 0x36, 0x02, 0x00, 0x21, 0x01,
    0x0c, 0x00, 0x00, 0x00, 0x8f, 0x98, 0x41, 0x9c, 0xe0, 0x03, 0xe7, 0x00, 0x0b, 0x5d, 0x00, 0x10,
    0x6f, 0xfb, 0xbf, 0xfe, 0xa3, 0xb0, 0xb9, 0xa6, 0x56, 0x00, 0x00, 0x00, 0x82, 0xe3, 0x93, 0xcd,
    0x00, 0x01, 0x23, 0xe8, 0x07, 0x00, 0x00, 0x00, 0xe2, 0x17, 0x1e, 0xc7, 0x3e, 0x30, 0x0d, 0x8b,
    0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x59, 0x5a,
];

#[test]
fn decompression_has_a_limit() {
    assert_eq!(decompress_up_to(SPACES, 1_000), Ok(vec![b' '; 1_000]));
    assert_eq!(decompress_up_to(SPACES, 999), Err(ImportError::TooLarge));
    let cut = &SPACES[..SPACES.len() - 8];
    assert!(matches!(
        decompress_up_to(cut, 1_000),
        Err(ImportError::Xz(_))
    ));
}
