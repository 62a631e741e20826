//! The commands that print and end: what they say, where, and with which status.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use expect_test::{Expect, expect};

/// Runs a command with that standard input.
fn strata(args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata"));
    command.args(args).env_remove("STRATA_DATA");
    let pipes = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut process = pipes.spawn().expect("the binary starts");
    let mut stdin = process.stdin.take().expect("its input is piped");
    // A command that fails early does not read it.
    let _ = stdin.write_all(input);
    drop(stdin);
    process.wait_with_output().expect("it ends")
}

#[track_caller]
fn prints(args: &[&str], input: &[u8], expected: &Expect) {
    let output = strata(args, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert!(errors.is_empty(), "{errors}");
    expected.assert_eq(&String::from_utf8_lossy(&output.stdout));
}

#[track_caller]
fn fails(args: &[&str], input: &[u8], expected: &Expect) {
    let output = strata(args, input);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    expected.assert_eq(&String::from_utf8_lossy(&output.stderr));
}

/// The command line makes no sense; how clap says so is its own affair.
#[track_caller]
fn is_misused(args: &[&str], hint: &str) {
    let output = strata(args, b"");
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains(hint), "{errors}");
}

#[track_caller]
fn json(args: &[&str], input: &[u8]) -> serde_json::Value {
    let output = strata(args, input);
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("the output is JSON")
}

#[test]
fn a_layout_as_dt_writes_it() {
    prints(
        &["layout", "_etw_data_source", "6.3", "x64"],
        b"",
        &expect![[r#"
            struct _ETW_DATA_SOURCE, 3 elements, 0x20 bytes  // 6.3/x64
               +0x000 <event>          : Ptr64 _KEVENT  // unknown pointer to KEVENT
               +0x008 <lock>           : _EX_PUSH_LOCK  // unknown EX_PUSH_LOCK
               +0x010 NotificationQueue : _LIST_ENTRY  // inferred
        "#]],
    );
}

#[test]
fn a_layout_as_the_api_gives_it() {
    let layout = json(
        &[
            "layout",
            "ETW_REALTIME_CONSUMER",
            "6.1",
            "x64",
            "--format",
            "json",
        ],
        b"",
    );
    assert_eq!(
        (&layout["size"], &layout["gaps"][0]["offset"]),
        (&136.into(), &95.into())
    );
}

#[test]
fn a_diff_for_people_and_for_scripts() {
    let diff = ["diff", "ETW_REALTIME_CONSUMER", "6.1/x86", "6.2/x86"];
    prints(
        &diff,
        b"",
        &expect![[r#"
        ETW_REALTIME_CONSUMER 6.1/x86 → 6.2/x86
        3 BOOLEANs became bits of Flags, LoggerId retyped, the tail moved by −0x4; size 0x50 → 0x4c

        ~ 0x30              ULONG LoggerId → USHORT LoggerId  (size 0x04 → 0x02)
        : 0x34 → 0x32:0     BOOLEAN ShutDownRequested → ShutDownRequested : 1 in Flags
        : 0x35 → 0x32:1     BOOLEAN NewBuffersLost → NewBuffersLost : 1 in Flags
        : 0x36 → 0x32:2     BOOLEAN Disconnected → Disconnected : 1 in Flags
        + 0x32              UCHAR Flags
        > 0x38 → 0x34       moved by −0x4: ReservedBufferSpaceBitMap, ReservedBufferSpace, ReservedBufferSpaceSize, UserPagesAllocated, UserPagesReused
    "#]],
    );
    let diff = json(&[&diff[..], &["--format", "json"]].concat(), b"");
    assert_eq!(diff["size"]["to"], 76);
}

const DUMP: &str = "kd> db ffffe001`2c3d4e50 L20\n\
    ffffe001`2c3d4e50  50 4e 3d 2c 01 e0 ff ff-50 4e 3d 2c 01 e0 ff ff  PN=,....PN=,....\n\
    ffffe001`2c3d4e60  05 00 00 00 03 00 00 00-00 00 00 00 00 00 00 00  ................\n";

#[test]
fn bytes_and_dumps_are_told_apart_by_looking() {
    let decode = ["decode", "ETW_DATA_SOURCE", "6.3", "x64"];
    prints(
        &decode,
        DUMP.as_bytes(),
        &expect![[r#"
            ETW_DATA_SOURCE 6.3/x64 size 0x20
            at 0x00 = 0xffffe0012c3d4e50
              +0x000 (event)                  0xffffe0012c3d4e50 kernel -> 0x00
              +0x008 (lock)                   EX_PUSH_LOCK
                +0x008 Locked                   bit 0 width 1: 0x0
                +0x008 Waiting                  bit 1 width 1: 0x0
                +0x008 Waking                   bit 2 width 1: 0x0
                +0x008 MultipleShared           bit 3 width 1: 0x0
                +0x008 Shared                   bit 4 width 60: 0xffffe0012c3d4e5
                +0x008 Value                    0xffffe0012c3d4e50 (18446708894374645328)
                +0x008 Ptr                      0xffffe0012c3d4e50 kernel -> 0x00
              +0x010 NotificationQueue        flink 0x300000005 user, blink 0x0 null
            warning: pointer-misaligned at 0x10: `NotificationQueue.Flink` is 0x300000005, but what it points to begins at multiples of 8
        "#]],
    );
    let from_dump = json(&[&decode[..], &["--json"]].concat(), DUMP.as_bytes());
    assert_eq!(from_dump["input"]["dialect"], "windbg-db");
    let member = [
        "--json",
        "--address",
        "0xffffe0012c3d4e60",
        "--from",
        "NotificationQueue",
    ];
    let from_member = json(&[&decode[..], &member].concat(), DUMP.as_bytes());
    assert_eq!(from_member["instances"], from_dump["instances"]);
    let from_bytes = json(
        &[&decode[..], &["--json", "--base", "0x1000"]].concat(),
        &[0; 32],
    );
    assert_eq!(from_bytes["input"]["dialect"], "raw");
    assert_eq!(from_bytes["input"]["base"], "0x1000");
    let forced = json(
        &[&decode[..], &["--json", "--input", "bytes"]].concat(),
        &[b'0'; 32],
    );
    assert_eq!(forced["input"]["bytes"], 32);
    let several = [&decode[..], &["--json", "--count", "2", "--at", "0x10"]].concat();
    let several = json(&several, &[0; 80]);
    assert_eq!(several["instances"][1]["offset"], 48);
}

#[test]
fn what_is_not_there_is_said_in_a_sentence() {
    fails(
        &["layout", "etw_pcm_support", "6.1", "x64"],
        b"",
        &expect![[r#"
            strata: There is no structure `etw_pcm_support`. There is: ETW_PMC_SUPPORT.
        "#]],
    );
    fails(
        &["layout", "etw_pmc_support", "6.1", "x64"],
        b"",
        &expect![[r#"
            strata: ETW_PMC_SUPPORT has no layout at 6.1/x64: absent, for the source has it from 6.2 on. There is: 6.2/x64, 6.2/x86, 6.3/x64, 6.3/x86, 10.0/x64.
        "#]],
    );
    fails(
        &["diff", "etw_pmc_support", "6.2/x64", "11/x64"],
        b"",
        &expect![[r#"
            strata: `11` is no version, or could mean several: expected a release such as 6.1 or 1607, or a build such as 10.0.18362.720. There is: 1511, 11-21H2, 11-22H2, 11-23H2, 11-24H2.
        "#]],
    );
    fails(
        &["decode", "etw_pmc_support", "6.2", "x64"],
        b"",
        &expect![[r#"
            strata: the text is empty: paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
    );
    fails(
        &["decode", "etw_pmc_support", "6.2", "x64"],
        b"no bytes",
        &expect![[r#"
            strata: no line could be read as bytes; line 1 could not because `no` is no hexadecimal: expected two digits a byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
    );
    let missing = [
        "decode",
        "etw_pmc_support",
        "6.2",
        "x64",
        "/nowhere/blob.bin",
    ];
    let output = strata(&missing, b"");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.starts_with("strata: cannot read /nowhere/blob.bin: "),
        "{errors}"
    );
    let data = [
        "layout",
        "etw_pmc_support",
        "6.2",
        "x64",
        "--data",
        "/nowhere",
    ];
    assert_eq!(strata(&data, b"").status.code(), Some(1));
}

#[test]
fn a_command_line_that_makes_no_sense_is_another_status() {
    is_misused(&["layout", "etw_pmc_support"], "VERSION");
    is_misused(
        &["layout", "etw_pmc_support", "6.2", "x64", "--format", "xml"],
        "dt",
    );
    is_misused(&["diff", "etw_pmc_support", "6.2", "6.3/x64"], "6.1/x64");
    is_misused(
        &["decode", "etw_pmc_support", "6.2", "x64", "--base", "4096"],
        "an address",
    );
    is_misused(
        &["decode", "etw_pmc_support", "6.2", "x64", "--count", "0"],
        "from 1 to",
    );
    is_misused(&["nothing"], "unrecognized");
}

#[test]
fn every_command_tells_its_statuses() {
    for command in ["check", "decode", "diff", "layout", "serve"] {
        let help = strata(&[command, "--help"], b"");
        let text = String::from_utf8_lossy(&help.stdout);
        assert!(
            text.contains("Exit status: 0 done; 1 not"),
            "{command}: {text}"
        );
    }
}
