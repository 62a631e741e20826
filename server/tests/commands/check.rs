//! `strata check FILE…`: what it says of files, where, and with which status.

use std::process::Output;

use expect_test::expect;

use super::{Ended, Folder};

impl Folder {
    fn check(&self, line: &str) -> Output {
        self.check_input(line, b"")
    }

    fn check_input(&self, line: &str, input: &[u8]) -> Output {
        self.strata(format!("check {line}"), input)
    }

    /// An export of ours.
    fn export(&self, line: &str) -> String {
        self.strata(format!("export {line}"), b"").out(0)
    }
}

const DATA_SOURCE: &str = "\
struct _ETW_DATA_SOURCE {
    struct _KEVENT *Event;
    EX_PUSH_LOCK Lock;
    LIST_ENTRY NotificationQueue;
    ULONG More;
};

struct _SOMETHING {
    ULONG A;
};
";

/// What a build defines settles the conditions of a header, and each way of them is judged.
#[test]
fn conditions_are_settled_by_what_is_defined() {
    let text = "\
struct _LIST_ENTRY {
#if BROKEN == 1
    char First;
#endif
    struct _LIST_ENTRY *Flink;
    struct _LIST_ENTRY *Blink;
};
";
    let folder = Folder::new("check-define").with("list.h", text);
    folder
        .check("list.h --at 6.2/x64 -D BROKEN=0")
        .says(&expect![[r#"
            list.h: a C header, held against 6.2/x64: _LIST_ENTRY agrees
            status 0
        "#]]);
    folder
        .check("list.h --at 6.2/x64 -DBROKEN")
        .says(&expect![[r#"
            error[size]: _LIST_ENTRY has 0x18 bytes in the file and 0x10 here
             --> list.h:1:8
              |
            1 | struct _LIST_ENTRY {
              |        ^^^^^^^^^^^
              = here: 6.2/x64, by vergilius-kernels-data

            error[extra]: _LIST_ENTRY.First is only in the file, at 0x00
             --> list.h:3:10
              |
            3 |     char First;
              |          ^^^^^
              = here: 6.2/x64, by vergilius-kernels-data

            error[moved]: _LIST_ENTRY.Flink lies at 0x08 in the file and at 0x00 here
             --> list.h:5:25
              |
            5 |     struct _LIST_ENTRY *Flink;
              |                         ^^^^^
              = here: 6.2/x64, by vergilius-kernels-data
              = the same is true of the one that follows

            list.h: a C header, held against 6.2/x64: _LIST_ENTRY does not agree (4 differences)
            status 3
        "#]]);
    folder.check("--at 6.2 x64 list.h").says(&expect![[r#"
        warning[condition]: lines 2 to 4 are not judged: `#if BROKEN == 1` is not settled by the file
         --> list.h:2:1
          |
        2 | #if BROKEN == 1
          | ^^^^^^^^^^^^^^^

        warning[unjudged]: _LIST_ENTRY is not judged from here on: a condition that nobody tells decides what follows
         --> list.h:2:1
          |
        2 | #if BROKEN == 1
          | ^^^^^^^^^^^^^^^

        list.h: a C header, held against 6.2/x64: _LIST_ENTRY agrees as far as it was judged; 2 parts were not judged
        status 3
    "#]]);
    folder.check("list.h -D 2BROKEN").says(&expect![[r#"
        error: invalid value '2BROKEN' for '--define <NAME[=VALUE]>': expected NAME or NAME=VALUE, on one line

        For more information, try '--help'.
        status 2
    "#]]);
}

#[test]
fn what_is_exported_agrees() {
    let folder = Folder::new("check-export");
    let text = folder.export("ETW_REALTIME_CONSUMER 6.2 x64");
    let utf_16: Vec<u8> = ['\u{feff}']
        .into_iter()
        .chain(text.chars())
        .flat_map(|c| (c as u16).to_le_bytes())
        .collect();
    let folder = folder
        .with("consumer.h", &text)
        .with("dos.h", text.replace('\n', "\r\n"))
        .with("wide.h", utf_16);
    folder.check("consumer.h dos.h wide.h").says(&expect![[r#"
        consumer.h: a C header, held against 6.2/x64, as it states: _LIST_ENTRY, _RTL_BITMAP, ETW_REALTIME_CONSUMER agree
        dos.h: a C header, held against 6.2/x64, as it states: _LIST_ENTRY, _RTL_BITMAP, ETW_REALTIME_CONSUMER agree
        wide.h: a C header, held against 6.2/x64, as it states: _LIST_ENTRY, _RTL_BITMAP, ETW_REALTIME_CONSUMER agree
        status 0
    "#]]);
    folder.check_input("-", text.as_bytes()).says(&expect![[r#"
        standard input: a C header, held against 6.2/x64, as it states: _LIST_ENTRY, _RTL_BITMAP, ETW_REALTIME_CONSUMER agree
        status 0
    "#]]);
    folder.check("--at 6.2/x64 consumer.h").says(&expect![[r#"
        consumer.h: a C header, held against 6.2/x64: _LIST_ENTRY, _RTL_BITMAP, ETW_REALTIME_CONSUMER agree
        status 0
    "#]]);
    let integers = folder.export("ETW_UM_LOGGER_CONTEXT 6.3 x86 --pointers integers");
    folder.check_input("-", integers.as_bytes()).says(&expect![[r#"
        standard input: a C header, held against 6.3/x86, as it states: Unnamed_c59b2893, _LARGE_INTEGER, _ETW_REF_CLOCK, _GUID, RTL_CONDITION_VARIABLE, _RTL_CRITICAL_SECTION, _UNICODE_STRING, _LIST_ENTRY and 3 more agree
        status 0
    "#]]);
    // What an erratum corrects is another matter.
    let published = integers
        .replace(
            "0x00f0 */ LARGE_INTEGER FirstBufferOffset",
            "0x00e8 */ LARGE_INTEGER FirstBufferOffset",
        )
        .replace(
            "0x00e8 */ LARGE_INTEGER FlushTimer",
            "0x00f0 */ LARGE_INTEGER FlushTimer",
        );
    let swapped = swap_lines(&published, "FlushTimer;", "FirstBufferOffset;");
    folder.check_input("-", swapped.as_bytes()).says(&expect![[r#"
        error[moved]: ETW_UM_LOGGER_CONTEXT.FirstBufferOffset lies at 0xe8 in the file and at 0xf0 here
           --> standard input:185:32
            |
        185 |     /* 0x00e8 */ LARGE_INTEGER FirstBufferOffset; /* corrected; published at 0xe8; erratum first-buffer-offset-x86-offset */
            |                                ^^^^^^^^^^^^^^^^^
            = here: 6.3/x86, by chappell-etw-um-logger-context, corrected: The published value cannot be right; only this one fits.
            = the source publishes 0xe8, too, and is wrong about it: erratum first-buffer-offset-x86-offset (From 6.2 on FlushTimer is at 0xE8. It ends at 0xF0 and ByteOffset begins at 0xF8: room for one LARGE_INTEGER.)

        error[moved]: ETW_UM_LOGGER_CONTEXT.FlushTimer lies at 0xf0 in the file and at 0xe8 here
           --> standard input:186:32
            |
        186 |     /* 0x00f0 */ LARGE_INTEGER FlushTimer; /* inferred */
            |                                ^^^^^^^^^^
            = here: 6.3/x86, by chappell-etw-um-logger-context, inferred: The place is from inspection; name and type are carried over from a related structure.

        error[assertion]: ETW_UM_LOGGER_CONTEXT.FlushTimer: an assertion says that its offset is 0xe8, and as it is declared it is 0xf0
           --> standard input:301:38
            |
        301 | STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, FlushTimer, 0x00e8, 0x8);
            |                                      ^^^^^^^^^^

        error[assertion]: ETW_UM_LOGGER_CONTEXT.FirstBufferOffset: an assertion says that its offset is 0xf0, and as it is declared it is 0xe8
           --> standard input:302:38
            |
        302 | STRATA_MEMBER(ETW_UM_LOGGER_CONTEXT, FirstBufferOffset, 0x00f0, 0x8);
            |                                      ^^^^^^^^^^^^^^^^^

        standard input: a C header, held against 6.3/x86, as it states: Unnamed_c59b2893, _LARGE_INTEGER, _ETW_REF_CLOCK, _GUID, RTL_CONDITION_VARIABLE, _RTL_CRITICAL_SECTION, _UNICODE_STRING, _LIST_ENTRY and 2 more agree; ETW_UM_LOGGER_CONTEXT does not agree (2 differences); it contradicts itself 2 times
        status 3
    "#]]);
}

/// The text in which two lines stand in each other's place.
fn swap_lines(text: &str, one: &str, other: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let place = |what: &str| {
        lines
            .iter()
            .position(|line| line.contains(what))
            .expect("it is there")
    };
    let (one, other) = (place(one), place(other));
    lines.swap(one, other);
    lines.join("\n")
}

#[test]
fn what_differs_is_told_where_it_stands() {
    let folder = Folder::new("check-differs").with("mine.h", DATA_SOURCE);
    folder.check("mine.h").says(&expect![[r#"
        error[size]: ETW_DATA_SOURCE has 0x28 bytes in the file and 0x20 here
         --> mine.h:1:8
          |
        1 | struct _ETW_DATA_SOURCE {
          |        ^^^^^^^^^^^^^^^^
          = here: 6.3/x64, by chappell-etw-data-source

        error[extra]: ETW_DATA_SOURCE.More is only in the file, at 0x20
         --> mine.h:5:11
          |
        5 |     ULONG More;
          |           ^^^^
          = here: 6.3/x64, by chappell-etw-data-source

        mine.h: a C header, held against 6.3 to 2004 on x64, which comes nearest: ETW_DATA_SOURCE does not agree (2 differences); not known here: SOMETHING
        status 3
    "#]]);
    folder.check("mine.h --at 6.1/x64").says(&expect![[r#"
        error[size]: ETW_DATA_SOURCE has 0x28 bytes in the file and 0x50 here
         --> mine.h:1:8
          |
        1 | struct _ETW_DATA_SOURCE {
          |        ^^^^^^^^^^^^^^^^
          = here: 6.1/x64, by chappell-etw-data-source

        error[missing]: ETW_DATA_SOURCE.lock is not in the file
         --> mine.h:1:8
          |
        1 | struct _ETW_DATA_SOURCE {
          |        ^^^^^^^^^^^^^^^^
          = here: 6.1/x64, by chappell-etw-data-source, inspected: The source took it from inspection of binaries.

        error[missing]: ETW_DATA_SOURCE.NotificationCount is not in the file
         --> mine.h:1:8
          |
        1 | struct _ETW_DATA_SOURCE {
          |        ^^^^^^^^^^^^^^^^
          = here: 6.1/x64, by chappell-etw-data-source, inferred: The place is from inspection; name and type are carried over from a related structure.

        error[missing]: ETW_DATA_SOURCE.counter is not in the file
         --> mine.h:1:8
          |
        1 | struct _ETW_DATA_SOURCE {
          |        ^^^^^^^^^^^^^^^^
          = here: 6.1/x64, by chappell-etw-data-source, inspected: The source took it from inspection of binaries.

        error[missing]: ETW_DATA_SOURCE.boolean is not in the file
         --> mine.h:1:8
          |
        1 | struct _ETW_DATA_SOURCE {
          |        ^^^^^^^^^^^^^^^^
          = here: 6.1/x64, by chappell-etw-data-source, inspected: The source took it from inspection of binaries.

        error[type]: ETW_DATA_SOURCE.process is `KEVENT *` in the file and `EPROCESS *` here
         --> mine.h:2:21
          |
        2 |     struct _KEVENT *Event;
          |                     ^^^^^
          = here: 6.1/x64, by chappell-etw-data-source, inspected: The source took it from inspection of binaries.

        error[type]: ETW_DATA_SOURCE.semaphore is `_EX_PUSH_LOCK` in the file and `KSEMAPHORE` here
         --> mine.h:3:18
          |
        3 |     EX_PUSH_LOCK Lock;
          |                  ^^^^
          = here: 6.1/x64, by chappell-etw-data-source, inspected: The source took it from inspection of binaries.

        error[moved]: ETW_DATA_SOURCE.NotificationQueue lies at 0x10 in the file and at 0x30 here
         --> mine.h:4:16
          |
        4 |     LIST_ENTRY NotificationQueue;
          |                ^^^^^^^^^^^^^^^^^
          = here: 6.1/x64, by chappell-etw-data-source, inferred: The place is from inspection; name and type are carried over from a related structure.

        error[extra]: ETW_DATA_SOURCE.More is only in the file, at 0x20
         --> mine.h:5:11
          |
        5 |     ULONG More;
          |           ^^^^
          = here: 6.1/x64, by chappell-etw-data-source

        mine.h: a C header, held against 6.1/x64: ETW_DATA_SOURCE does not agree (9 differences); not known here: SOMETHING
        status 3
    "#]]);
    let [at, by_version] = ["--at 6.1/x64", "--version win7"]
        .map(|point| folder.check(&format!("mine.h {point}")).said());
    let nearest = at.replace(
        "against 6.1/x64:",
        "against 6.1 on x64, which comes nearest:",
    );
    assert_eq!(by_version, nearest);
    folder.check("mine.h --version 6.3 --arch x86").says(&expect![[r#"
        error[size]: ETW_DATA_SOURCE has 0x14 bytes in the file and 0x10 here
         --> mine.h:1:8
          |
        1 | struct _ETW_DATA_SOURCE {
          |        ^^^^^^^^^^^^^^^^
          = here: 6.3/x86, by chappell-etw-data-source

        error[extra]: ETW_DATA_SOURCE.More is only in the file, at 0x10
         --> mine.h:5:11
          |
        5 |     ULONG More;
          |           ^^^^
          = here: 6.3/x86, by chappell-etw-data-source

        mine.h: a C header, held against 6.3/x86: ETW_DATA_SOURCE does not agree (2 differences); not known here: SOMETHING
        status 3
    "#]]);
    let one = folder.check("mine.h --structure etw_data_source --arch x64");
    let both = folder.check("mine.h").said();
    assert_eq!(one.said(), both.replace("; not known here: SOMETHING", ""));
    folder
        .check("mine.h --structure ETW_PMC_SUPPORT")
        .says(&expect![[r#"
            strata: mine.h: it does not define `ETW_PMC_SUPPORT`, but ETW_DATA_SOURCE, SOMETHING
            status 1
        "#]]);
    folder
        .check("mine.h --structure ETW_PMC")
        .says(&expect![[r#"
            strata: mine.h: There is no structure `ETW_PMC`. There is: ETW_PMC_SUPPORT.
            status 1
        "#]]);
    let renamed = DATA_SOURCE
        .split("struct _SOMETHING")
        .next()
        .expect("it begins so");
    let renamed = renamed
        .replace("_ETW_DATA_SOURCE", "MINE")
        .replace("    ULONG More;\n", "");
    folder.check_input("- --structure _etw_data_source", renamed.as_bytes()).says(&expect![[r#"
        standard input: a C header, held against 6.3 to 2004 on x86 and 6.3 to 2004 on x64, which it fits: ETW_DATA_SOURCE agrees
        status 0
    "#]]);
}

#[test]
fn what_cannot_be_judged_is_said_in_a_sentence() {
    let folder = Folder::new("check-refused")
        .with("empty.h", "")
        .with("blank.h", "\n\n")
        .with("code.c", "int main(void) { return 0; }\n")
        .with("unknown.h", "struct A { int a; }; struct B { int b; };")
        .with("dump.txt", "fffff800`12345678  00 01 02 03 04 05 06 07-08 09 0a 0b 0c 0d 0e 0f  ................\n")
        .with("symbols.json.xz", b"\xfd7zXZ\0\0\x04")
        .with("other.json", "{\"structs\": []}")
        .with("broken.json", "{\"user_types\": {")
        .with("ntoskrnl.pdb", b"Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0")
        .with("bytes.bin", [1, 2, 3, 0])
        .with("cut.h", "struct _ETW_DATA_SOURCE { struct _KEVENT *Event;")
        .with("huge.h", vec![b' '; (32 << 20) + 1])
        .with("old.h", b"// \xa9 2001\nstruct _SINGLE_LIST_ENTRY { struct _SINGLE_LIST_ENTRY *Next; };\n");
    folder.check("empty.h").says(&expect![[r#"
        strata: empty.h: it looks like an empty file; expected a C header, an ISF file, or what WinDbg's `dt` or `dx` prints
        status 1
    "#]]);
    folder.check("nowhere.h").says(&expect![[r#"
        strata: cannot read nowhere.h: No such file or directory (os error 2)
        status 1
    "#]]);
    folder.check("blank.h code.c unknown.h dump.txt symbols.json.xz other.json broken.json ntoskrnl.pdb bytes.bin cut.h huge.h old.h").says(&expect![[r#"
        warning[unjudged]: ETW_DATA_SOURCE is not judged from here on: nobody closes its bracket
         --> cut.h:1:1
          |
        1 | struct _ETW_DATA_SOURCE { struct _KEVENT *Event;
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

        cut.h: a C header, held against 6.3 to 2004 on x86 and 6.3 to 2004 on x64, which comes nearest: ETW_DATA_SOURCE agrees as far as it was judged; 1 part was not judged
        old.h: a C header, held against 5.1 to 20H2, 21H2 to 22H2 on x86 and 5.2 to 11-24H2 on x64, which it fits: _SINGLE_LIST_ENTRY agrees
        strata: blank.h: it looks like an empty file; expected a C header, an ISF file, or what WinDbg's `dt` or `dx` prints
        strata: code.c: it defines no structure; expected a C header, an ISF file, or what WinDbg's `dt` or `dx` prints
        strata: unknown.h: nothing that it defines is known here: A, B
        strata: dump.txt: it looks like a dump of bytes: `strata decode` and `strata identify` read those; expected a C header, an ISF file, or what WinDbg's `dt` or `dx` prints
        strata: symbols.json.xz: it looks like a file packed by xz: unpack it first (`xz -d`); expected a C header, an ISF file, or what WinDbg's `dt` or `dx` prints
        strata: other.json: it begins as JSON and is no ISF: line 1, column 15: missing field `metadata`; pass the whole file as Volatility's tools write it
        strata: broken.json: it begins as JSON and is no ISF: line 1, column 16: EOF while parsing an object; pass the whole file as Volatility's tools write it
        strata: ntoskrnl.pdb: it looks like a PDB: `strata import --check` tells where its types disagree with what is known here; expected a C header, an ISF file, or what WinDbg's `dt` or `dx` prints
        strata: bytes.bin: it looks like bytes, and not text; expected a C header, an ISF file, or what WinDbg's `dt` or `dx` prints
        strata: huge.h has more than 33554432 bytes: pass the part that holds the structure
        strata: 10 of 12 files could not be judged
        status 1
    "#]]);
    folder.check(". --arch x64").says(&expect![[r#"
        strata: . is a folder: check it by itself, without files and without points
        status 1
    "#]]);
    folder.check("old.h .").says(&expect![[r#"
        strata: . is a folder: check it by itself, without files and without points
        status 1
    "#]]);
    folder.check("old.h --at 9.9/x64").says(&expect![[r#"
        strata: There is no version `9.9`: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264.
        status 1
    "#]]);
    folder.check("old.h --arch mips").says(&expect![[r#"
        strata: There is no architecture `mips`: expected x86, x64 or arm64. There is: x86, x64.
        status 1
    "#]]);
    folder.check_input("- --at 11-22H2/x64", DATA_SOURCE.as_bytes()).says(&expect![[r#"
        strata: standard input: ETW_DATA_SOURCE has no layout at 11-22H2/x64: not stated, for the source reaches only up to 2004. There is: 2004/x64, 2004/x86, 1909/x64, 1909/x86, 1903/x64.
        status 1
    "#]]);
}

#[test]
fn a_command_line_that_makes_no_sense_is_another_status() {
    let folder = Folder::new("check-misused");
    for args in [
        "check --at 6.1 a.h",
        "check --at 6.1/x64 --arch x64 a.h",
        "check --arch x64",
        "check --format xml a.h",
    ] {
        folder.strata(args, b"").out(2);
    }
}

#[test]
fn scripts_get_everything() {
    let folder = Folder::new("check-json").with("mine.h", DATA_SOURCE);
    let answer = folder.strata("check mine.h nowhere.h --json", b"").out(1);
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("it is JSON");
    assert_eq!(answer["agrees"], false);
    assert!(
        answer["files"][1]["summary"]
            .as_str()
            .expect("a text")
            .starts_with("cannot read nowhere.h")
    );
    assert!(answer["files"][1]["judged"].is_null());
    let mine = serde_json::to_string_pretty(&answer["files"][0]).expect("it is JSON");
    expect![[r#"
        {
          "file": "mine.h",
          "summary": "a C header, held against 6.3 to 2004 on x64, which comes nearest: ETW_DATA_SOURCE does not agree (2 differences); not known here: SOMETHING",
          "judged": {
            "kind": "c",
            "agrees": false,
            "groups": [
              {
                "how": "nearest",
                "points": [
                  "6.3/x64",
                  "10.0/x64",
                  "1511/x64",
                  "1607/x64",
                  "1703/x64",
                  "1709/x64",
                  "1803/x64",
                  "1809/x64",
                  "1903/x64",
                  "1909/x64",
                  "2004/x64"
                ],
                "definitions": [
                  {
                    "name": "ETW_DATA_SOURCE",
                    "of": "structure",
                    "line": 1,
                    "source": "chappell-etw-data-source",
                    "agrees": false,
                    "differing": 2,
                    "fits": [],
                    "comparison": {
                      "structure": "ETW_DATA_SOURCE",
                      "version": "6.3",
                      "arch": "x64",
                      "agrees": false,
                      "verdict": "the listing does not agree with ETW_DATA_SOURCE 6.3/x64: 3 of 3 members agree, and it has 0x28 bytes there and 0x20 here, and the first difference is that `More` is only in the listing, at 0x20",
                      "size": {
                        "listed": 40,
                        "ours": 32
                      },
                      "pointer": null,
                      "entries": [
                        {
                          "path": "event",
                          "row": "event",
                          "line": 2,
                          "agrees": true,
                          "differences": [
                            {
                              "kind": "renamed",
                              "listed": "Event",
                              "certain": false
                            }
                          ]
                        },
                        {
                          "path": "lock",
                          "row": "lock",
                          "line": 3,
                          "agrees": true,
                          "differences": [
                            {
                              "kind": "renamed",
                              "listed": "Lock",
                              "certain": false
                            }
                          ]
                        },
                        {
                          "path": "NotificationQueue",
                          "row": "notification-queue",
                          "line": 4,
                          "agrees": true,
                          "differences": []
                        },
                        {
                          "path": "More",
                          "row": null,
                          "line": 5,
                          "agrees": false,
                          "differences": [
                            {
                              "kind": "only-listed",
                              "offset": 32,
                              "text": "ULONG",
                              "shared": false
                            }
                          ]
                        }
                      ]
                    },
                    "findings": [
                      {
                        "code": "size",
                        "disagrees": true,
                        "line": 1,
                        "message": "ETW_DATA_SOURCE has 0x28 bytes in the file and 0x20 here",
                        "following": 0,
                        "help": [
                          "here: 6.3/x64, by chappell-etw-data-source"
                        ]
                      },
                      {
                        "code": "extra",
                        "disagrees": true,
                        "line": 5,
                        "message": "ETW_DATA_SOURCE.More is only in the file, at 0x20",
                        "following": 0,
                        "help": [
                          "here: 6.3/x64, by chappell-etw-data-source"
                        ]
                      }
                    ]
                  }
                ]
              }
            ],
            "unknown": [
              "SOMETHING"
            ],
            "findings": [],
            "unsaid": 0
          }
        }"#]].assert_eq(&mine);
}
