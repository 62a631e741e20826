//! `strata check FILE…`: what it says of files that are made of its own exports, and where points are told in part.

use std::process::Output;

use expect_test::expect;

use super::{Ended, Folder, strata};

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

/// What an erratum corrects is another matter.
#[test]
fn what_a_source_publishes_wrongly_is_told() {
    let folder = Folder::new("check-erratum");
    let integers = folder.export("ETW_UM_LOGGER_CONTEXT 6.3 x86 --pointers integers");
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
    let said = folder.check_input("-", swapped.as_bytes()).said();
    expect![[r#"
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
    "#]]
    .assert_eq(&said);
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
fn a_point_and_a_structure_are_asked_for_in_part() {
    let folder = Folder::new("check-differs").with("mine.h", DATA_SOURCE);
    let [at, by_version] = ["--at 6.1/x64", "--version win7"]
        .map(|point| folder.check(&format!("mine.h {point}")).said());
    let nearest = at.replace(
        "against 6.1/x64:",
        "against 6.1 on x64, which comes nearest:",
    );
    assert_eq!(by_version, nearest);
    let one = folder.check("mine.h --structure etw_data_source --arch x64");
    let both = folder.check("mine.h").said();
    assert_eq!(one.said(), both.replace("; not known here: SOMETHING", ""));
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
fn text_in_utf_16_without_a_mark_is_told() {
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let header = wide("struct _LIST_ENTRY { struct _LIST_ENTRY *Flink, *Blink; };");
    for line in ["check -", "validity -"] {
        let refused = strata(line, &header);
        refused.out(1);
        let errors = refused.errors();
        let told = errors.contains("it looks like UTF-16 without a byte order mark");
        assert!(told, "{errors}");
    }
    let table = wide("\u{feff}ETW_REALTIME_CONSUMER LoggerId 0x58");
    let judged = strata("validity --at 6.2/x64 -", &table).out(3);
    assert!(judged.contains("ETW_REALTIME_CONSUMER LoggerId 0x58"));
}
