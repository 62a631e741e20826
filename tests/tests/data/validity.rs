//! Tests of the validity of offsets at every point of the built-in data.

use std::fmt::Write as _;

use expect_test::{expect, expect_file};
use strata_core::Arch;
use strata_core::kernels::Kernel;
use strata_core::lookup::SUGGESTED_LIMIT;
use strata_core::validity::offsets::{Format, offsets};
use strata_core::validity::{Judgement, Verdict, claims, judge, wire};
use strata_tests::data::dataset;
use strata_tests::transcript;

fn line(judgement: &Judgement) -> String {
    let (Some(first), Some(last)) = (judgement.points.first(), judgement.points.last()) else {
        return String::new();
    };
    let mut line = format!("  {first} to {last}: {}", judgement.verdict.as_str());
    if let Some(offset) = judgement.offset {
        let _ = write!(line, " at 0x{offset:02x}");
    }
    if let Some(bit) = judgement.bit {
        let _ = write!(line, ":{bit}");
    }
    if let Some(ty) = judgement.note.as_ref().or(judgement.r#type.as_ref()) {
        let _ = write!(line, ", {ty}");
    }
    line
}

/// The judgement of a table: `ARCHITECTURE: TABLE`.
fn judged(query: &str) -> String {
    let (arch, table) = query.split_once(": ").expect("an architecture");
    let arch: Option<Arch> = arch.parse().ok();
    let table = table.replace("\\r", "\r").replace("\\n", "\n");
    let read = claims(dataset(), &table, None);
    let mut text = String::new();
    for claim in &read.claims {
        match judge(dataset(), claim, arch) {
            Ok(judged) => {
                let (name, member) = (&claim.structure.name, &judged.member);
                let _ = writeln!(
                    text,
                    "{}: {name} {member} 0x{:02x}",
                    claim.line, judged.offset
                );
                for judgement in &judged.points {
                    let _ = writeln!(text, "{}", line(judgement));
                }
            }
            Err(unknown) => {
                let _ = writeln!(text, "{}: {unknown}", claim.line);
            }
        }
    }
    for refused in &read.refused {
        let _ = writeln!(text, "{} refused: {}", refused.line, refused.why);
    }
    text
}

#[test]
fn tables_are_judged() {
    transcript::play(&expect_file!["validity.txt"], 5, judged);
}

/// A layout's own offsets hold at its point.
#[test]
fn what_a_layout_says_holds_there() {
    for structure in dataset().audited() {
        for layout in structure.layouts().iter() {
            for member in layout.members() {
                let Some(name) = member.name.as_deref() else {
                    continue;
                };
                let table = format!("{} {name} {}", structure.name, member.offset);
                let read = claims(dataset(), &table, None);
                let claim = read.claims.first().expect(&table);
                let judged = judge(dataset(), claim, Some(layout.arch())).expect(&table);
                let here = |it: &&Judgement| it.points.contains(&layout.point);
                let here = judged.points.iter().find(here).expect(&table);
                assert_eq!(
                    here.offset,
                    Some(member.offset.get()),
                    "{table} at {}",
                    layout.point
                );
                assert!(judged.holds_at.is_some(), "{table}");
            }
        }
    }
}

#[test]
fn a_table_is_corrected_for_a_point_and_can_be_read_again() {
    let kept = "ETW_REALTIME_CONSUMER LoggerId 0x58\n\
                ETW_REALTIME_CONSUMER Disconnected 0x5e\n\
                ETW_REALTIME_CONSUMER+0x62\n\
                ETW_UM_LOGGER_CONTEXT LoggerId 0x0\n\
                nonsense";
    let judged = wire::answer(dataset(), &claims(dataset(), kept, None), None);
    let at = |point: &str| offsets(&judged, &[point.parse().expect("a point")], Format::Table);
    expect![[r#"
        # at 6.2/x86
        ETW_REALTIME_CONSUMER LoggerId 0x30 # was 0x58 # now USHORT
        ETW_REALTIME_CONSUMER Disconnected 0x32 # bit 2 # was 0x5e
        ETW_REALTIME_CONSUMER 0x36 # ReservedBufferSpaceBitMap+0x2 # was 0x62
        ETW_UM_LOGGER_CONTEXT LoggerId 0x14 # was 0x00
    "#]]
    .assert_eq(&at("6.2/x86"));
    expect![[r#"
        # at 6.0/x64
        # ETW_REALTIME_CONSUMER LoggerId: absent (was 0x58)
        # ETW_REALTIME_CONSUMER Disconnected: absent (was 0x5e)
        # ETW_REALTIME_CONSUMER ReservedBufferSpaceBitMap+0x2: absent (was 0x62)
        ETW_UM_LOGGER_CONTEXT LoggerId 0x18 # was 0x00
    "#]]
    .assert_eq(&at("6.0/x64"));
    // An offset within a member means something else at another point.
    let named: Vec<String> = at("6.2/x86")
        .lines()
        .filter(|line| !line.contains("+0x2"))
        .map(str::to_owned)
        .collect();
    let again = claims(dataset(), &named.join("\n"), None);
    assert_eq!(again.claims.len(), 3);
    assert!(again.refused.is_empty(), "{:?}", again.refused);
    for item in wire::answer(dataset(), &again, Some(Arch::X86)).items {
        let mut judgements = item.points.iter();
        let here = judgements.find(|it| it.points.contains(&"6.2/x86".parse().expect("a point")));
        let here = here.expect("it is judged there");
        assert_eq!(here.offset, Some(item.offset), "{}", item.member);
    }
}

/// A member that became a bit, one that was absent, one that nobody states; two points.
#[test]
fn members_are_written_as_header_csv_and_json() {
    let kept = "ETW_REALTIME_CONSUMER LoggerId 0x58\n\
                ETW_REALTIME_CONSUMER Disconnected 0x5e\n\
                ETW_UM_LOGGER_CONTEXT LoggerId 0x14";
    let judged = wire::answer(dataset(), &claims(dataset(), kept, None), None);
    let points = ["6.2/x64", "1607/x86"].map(|point| point.parse().expect("a point"));
    expect![[r#"
        /* 6.2/x64 */
        #define ETW_REALTIME_CONSUMER_LoggerId_6_2_x64 0x58
        #define ETW_REALTIME_CONSUMER_Disconnected_6_2_x64 0x5a /* bit 2 of UCHAR */
        #define ETW_UM_LOGGER_CONTEXT_LoggerId_6_2_x64 0x14
        /* 1607/x86 */
        #define ETW_REALTIME_CONSUMER_LoggerId_1607_x86 0x30
        #define ETW_REALTIME_CONSUMER_Disconnected_1607_x86 0x32 /* bit 2 of UCHAR */
        /* ETW_UM_LOGGER_CONTEXT_LoggerId_1607_x86: not stated */
    "#]]
    .assert_eq(&offsets(&judged, &points, Format::Header));
    expect![[r#"
        structure,member,version,arch,offset,bit,width,state
        ETW_REALTIME_CONSUMER,LoggerId,6.2,x64,0x58,,,stated
        ETW_REALTIME_CONSUMER,Disconnected,6.2,x64,0x5a,2,1,stated
        ETW_UM_LOGGER_CONTEXT,LoggerId,6.2,x64,0x14,,,stated
        ETW_REALTIME_CONSUMER,LoggerId,1607,x86,0x30,,,stated
        ETW_REALTIME_CONSUMER,Disconnected,1607,x86,0x32,2,1,stated
        ETW_UM_LOGGER_CONTEXT,LoggerId,1607,x86,,,,not stated
    "#]]
    .assert_eq(&offsets(&judged, &points, Format::Csv).replace('\r', ""));
    let json = offsets(&judged, &points, Format::Json);
    expect![[r#"
        {
          "6.2/x64": {
            "ETW_REALTIME_CONSUMER": {
              "LoggerId": 88,
              "Disconnected": { "offset": 90, "bit": 2, "width": 1 }
            },
            "ETW_UM_LOGGER_CONTEXT": {
              "LoggerId": 20
            }
          },
          "1607/x86": {
            "ETW_REALTIME_CONSUMER": {
              "LoggerId": 48,
              "Disconnected": { "offset": 50, "bit": 2, "width": 1 }
            },
            "ETW_UM_LOGGER_CONTEXT": {
              "LoggerId": null
            }
          }
        }
    "#]]
    .assert_eq(&json);
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(json["6.2/x64"]["ETW_REALTIME_CONSUMER"]["LoggerId"], 0x58);
    assert!(json["1607/x86"]["ETW_UM_LOGGER_CONTEXT"]["LoggerId"].is_null());
}

/// System Informer's list judges the kernels that only it knows: each once, none that a symbol file describes.
#[test]
fn kernels_of_a_list_are_judged_by_it() {
    let read = claims(dataset(), "_KTHREAD StackBase 0x38", None);
    let judged = judge(dataset(), &read.claims[0], None).unwrap();
    let (catalogue, kernels) = (dataset().catalogue(), dataset().kernels());
    let offset = |kernel: &Kernel| kernels.offset(kernel, "_KTHREAD.StackBase");
    let without_file = |kernel: &&Kernel| {
        let (module, arch, version) = kernel.key();
        let described = catalogue.image_at(module, arch, version).is_some();
        module.is_kernel() && !described && offset(kernel).is_some()
    };
    let alone: Vec<_> = kernels.all().iter().filter(without_file).collect();
    let counted: usize = judged.listed.iter().map(|it| it.kernels).sum();
    assert_eq!(counted, alone.len());
    let mut archs: Vec<Arch> = Vec::new();
    for run in &judged.listed {
        let own = alone
            .iter()
            .filter(|it| it.arch == run.arch && (run.first..=run.last).contains(&it.build));
        for kernel in own {
            assert_eq!(offset(kernel), Some(run.offset), "{}", kernel.id());
        }
        let same = run.offset == judged.offset;
        assert_eq!(run.verdict == Verdict::Same, same);
        archs.push(run.arch);
    }
    archs.dedup();
    assert_eq!(archs, [Arch::X64, Arch::Arm64]);
    let nothing = claims(dataset(), "_KTHREAD Teb 0xf0", None);
    let nothing = judge(dataset(), &nothing.claims[0], None).unwrap();
    assert!(nothing.listed.is_empty());
}

/// Types are compared to those at the point that the table was made for: guessed, or given.
#[test]
fn an_offset_with_another_type_is_counted_apart() {
    let table = "ETW_REALTIME_CONSUMER LoggerId 0x58\nETW_SILODRIVERSTATE EtwpCounters 0xff8";
    let judged = |table: &str, made_for: Option<&str>| {
        let made_for = made_for.map(|point| point.parse().unwrap());
        wire::answer(dataset(), &claims(dataset(), table, None), None).made_for(made_for)
    };
    let counts = |answer: &wire::ValidityAnswer, point: &str| {
        answer.counts(point.parse().unwrap()).to_string()
    };
    let guessed = judged(table, None);
    expect!["at 1809/x64: 2 same"].assert_eq(&counts(&guessed, "1809/x64"));
    expect!["at 11-24H2/x64: 1 same, 1 moved"].assert_eq(&counts(&guessed, "11-24H2/x64"));
    let windows_7 = judged(table, Some("6.1/x64"));
    expect!["at 1809/x64: 1 same, 1 same offset but other type or size"]
        .assert_eq(&counts(&windows_7, "1809/x64"));
    let windows_10 = judged(table, Some("1809/x64"));
    expect!["at 6.1/x64: 1 same offset but other type or size, 1 absent"]
        .assert_eq(&counts(&windows_10, "6.1/x64"));
    expect!["at 11-24H2/x64: 1 same, 1 moved"].assert_eq(&counts(&windows_10, "11-24H2/x64"));
    // After a release without a statement, the type still differs.
    let x86 = judged("ETW_REALTIME_CONSUMER LoggerId 0x30", Some("6.1/x86"));
    expect!["at 6.1/x86: 1 same"].assert_eq(&counts(&x86, "6.1/x86"));
    expect!["at 22H2/x86: 1 same offset but other type or size"]
        .assert_eq(&counts(&x86, "22H2/x86"));
}

#[test]
fn a_table_without_offsets_is_neither_right_nor_wrong() {
    let text = "typedef struct _CLIENT_ID {\n    HANDLE UniqueProcess;\n    HANDLE UniqueThread;\n} CLIENT_ID;\n";
    let claims = claims(dataset(), text, None);
    let answer = wire::answer(dataset(), &claims, None);
    let counts = answer.counts("22H2/x64".parse().unwrap());
    expect!["at 22H2/x64: 2 without an offset"].assert_eq(&counts.to_string());
}

/// An update can change the size of a member that keeps its offset: both values are told.
#[test]
fn a_member_of_another_size_is_told_with_both() {
    let line = "ETW_SILODRIVERSTATE EtwpSecurityProviderGuidEntry 0x18";
    let answer = wire::answer(dataset(), &claims(dataset(), line, None), Some(Arch::X64));
    let answer = answer.made_for(Some("1903/x64".parse().unwrap()));
    let item = &answer.items[0];
    let at = |point: &str| {
        let mut judgements = item.points.iter();
        judgements
            .find(|it| it.points.contains(&point.parse().unwrap()))
            .expect("it is judged")
    };
    assert_eq!(item.difference(at("1903/x64")), None);
    let updated = at("10.0.18362.720/x64");
    assert!(!item.holds(updated) && !at("1903/x64").is_typed_as(updated));
    assert_eq!(
        item.difference(updated),
        Some(("size", "0x190 → 0x1a8".to_owned()))
    );
}

/// The nearest names are sought for a number of mistakes that somebody corrects, not for every line of a text that is no
/// table.
#[test]
fn the_nearest_name_is_sought_for_the_first_unknown_ones() {
    let many = 2 * SUGGESTED_LIMIT;
    let suggested = |refused: Vec<String>| {
        let (first, later) = refused.split_at(SUGGESTED_LIMIT);
        assert_eq!(later.len(), many - SUGGESTED_LIMIT);
        let is_suggested = |why: &String| why.to_lowercase().contains("did you mean");
        first.iter().all(is_suggested) && !later.iter().any(is_suggested)
    };
    let types = (0..many).map(|line| format!("_EPROCES{line} Protection 0x{line:x}\n"));
    // One claim, so that each line is refused by itself.
    let types: String = types
        .chain(["_EPROCESS Protection 0x0\n".to_owned()])
        .collect();
    let refused = claims(dataset(), &types, None).refused;
    assert!(suggested(refused.into_iter().map(|it| it.why).collect()));
    let members = (0..many).map(|line| format!("_EPROCESS Protectio{line} 0x{line:x}\n"));
    let read = claims(dataset(), &members.collect::<String>(), None);
    let answer = wire::answer(dataset(), &read, None);
    assert!(suggested(
        answer.refused.into_iter().map(|it| it.why).collect()
    ));
}
