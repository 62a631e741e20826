//! What commands say that is made, compared or data.

use std::fs;

use expect_test::expect;

use super::{Ended, Folder, strata};

/// The command line makes no sense; how clap says so is its own affair.
#[track_caller]
fn is_misused(line: impl AsRef<str>, hint: &str) {
    let output = strata(&line, b"");
    assert_eq!(output.status.code(), Some(2), "{}", line.as_ref());
    let errors = output.errors();
    assert!(errors.contains(hint), "{errors}");
}

#[track_caller]
fn json(line: impl AsRef<str>, input: &[u8]) -> serde_json::Value {
    serde_json::from_str(&strata(line, input).out(0)).expect("the output is JSON")
}

#[test]
fn a_layout_is_exported() {
    let consumer = "export etw_realtime_consumer win7 x64";
    let header = strata(format!("{consumer} --depth 0"), b"").out(0);
    assert!(
        header.contains("ETW_REALTIME_CONSUMER at 6.1/x64"),
        "{header}"
    );
    assert!(header.contains("Links[16]; /* LIST_ENTRY */"), "{header}");
    assert!(
        header.contains("struct _KEVENT *DisconnectEvent"),
        "{header}"
    );
    let header = strata(format!("{consumer} --pointers integers"), b"").out(0);
    assert!(
        header.contains("strata_u64 DisconnectEvent; /* KEVENT *"),
        "{header}"
    );
    let own = format!("{consumer} --prefix W7_ --windows-types included");
    let header = strata(own, b"").out(0);
    assert!(header.contains("} W7_ETW_REALTIME_CONSUMER;"), "{header}");
    assert!(!header.contains("} LIST_ENTRY;"), "{header}");
    is_misused(format!("{consumer} --prefix 7"), "--prefix");
}

#[test]
fn exports_are_written_to_files() {
    let folder = Folder::new("exports");
    let here = "export ETW_PMC_SUPPORT 2004 x64";
    let printed = folder.strata(here, b"").out(0);
    let written = folder.strata(format!("{here} --output pmc.h"), b"");
    assert_eq!(written.out(0), "");
    assert_eq!(folder.text("pmc.h"), printed);
    for chosen in [here, "export ETW_PMC_SUPPORT", "export"] {
        let line = format!("{chosen} --archive pmc.zip");
        folder.strata(line, b"").out(0);
        let bytes = fs::read(folder.0.join("pmc.zip")).unwrap();
        assert!(bytes.starts_with(b"PK"), "{chosen:?}");
    }
    let left: Vec<_> = fs::read_dir(&folder.0).unwrap().collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn an_image_is_exported_as_a_whole() {
    let image = "export --image ntoskrnl-5.1.2600.5512-x86";
    let said = |more: &str| strata(format!("{image} {more}"), b"").out(0);
    let header = said("");
    assert!(header.starts_with("/*\n * All types of ntoskrnl-5.1.2600.5512-x86\n"));
    assert_eq!(header.matches("typedef struct _EPROCESS {").count(), 1);
    assert!(said("--pointers integers").contains("Pointers are integers"));
    let isf: serde_json::Value = serde_json::from_str(&said("--format isf")).expect("JSON");
    assert_eq!(isf["metadata"]["windows"]["pe"]["revision"], 2600);
    let all = json(format!("{image} --json"), b"");
    assert_eq!(
        all["types"].as_array().map(Vec::len),
        all["image"]["types"].as_u64().map(|it| it as usize)
    );
    is_misused("export --json", "--image");
    is_misused(format!("{image} --depth 1"), "--depth");
}

#[test]
fn structures_are_listed_as_data() {
    let all = json("list --json", b"");
    assert!(all["items"].as_array().map(Vec::len) > Some(2_400));
    let one = json("list _ETW_PMC_SUPPORT --json", b"");
    assert_eq!(one["items"][0]["points"][0], "6.2/x86");
}

#[test]
fn json_is_one_word_everywhere() {
    let layout = "layout ETW_PMC_SUPPORT 6.2 x64";
    let diff = "diff ETW_PMC_SUPPORT 6.2/x64 6.3/x64";
    for command in [layout, diff] {
        let short = format!("{command} --json");
        let long = format!("{command} --format json");
        assert_eq!(json(&short, b""), json(&long, b""));
        is_misused(format!("{short} --format json"), "--format");
    }
}

const DUMP: &str = "kd> db ffffe001`2c3d4e50 L20\n\
    ffffe001`2c3d4e50  50 4e 3d 2c 01 e0 ff ff-50 4e 3d 2c 01 e0 ff ff  PN=,....PN=,....\n\
    ffffe001`2c3d4e60  05 00 00 00 03 00 00 00-00 00 00 00 00 00 00 00  ................\n";

#[test]
fn offsets_of_chosen_members_are_a_header_or_a_table() {
    let offsets =
        "offsets etw_realtime_consumer --member LoggerId --member Disconnected --point 6.2/x64";
    let header = format!("{offsets} --format header");
    let answer = json(format!("{offsets} --json"), b"");
    assert_eq!(answer["points"][0]["members"][0]["offset"], 88);
    let before = offsets.trim_end_matches("6.2/x64");
    for words in ["6.2 x64", "'6.2 x64'", "6.2 amd64"] {
        assert_eq!(
            json(format!("{before} {words} --json"), b""),
            answer,
            "{words:?}"
        );
    }
    let printed = strata(&header, b"").stdout;
    assert_eq!(strata(format!("{header} -o -"), b"").stdout, printed);
    let folder = Folder::new("offsets-output");
    let output = folder.strata(format!("{header} -o offsets.h"), b"");
    assert!(output.status.success() && output.stdout.is_empty());
    assert_eq!(folder.text("offsets.h").as_bytes(), printed);
}

#[test]
fn many_structures_are_a_table_of_numbers() {
    let decode = "decode ETW_DATA_SOURCE 6.3 x86 --csv --count 2";
    let csv = strata(decode, &[1; 0x20]).out(0).replace("\r\n", "\n");
    expect![[r#"
        offset,address,event,lock.Locked,lock.Waiting,lock.Waking,lock.MultipleShared,lock.Shared,lock.Value,lock.Ptr,NotificationQueue.Flink,NotificationQueue.Blink
        0x0,,0x1010101,0x1,0x0,0x0,0x0,0x101010,0x1010101,0x1010101,0x1010101,0x1010101
        0x10,,0x1010101,0x1,0x0,0x0,0x0,0x101010,0x1010101,0x1010101,0x1010101,0x1010101
    "#]].assert_eq(&csv);
    is_misused(format!("{decode} --json"), "--csv");
}

#[test]
fn many_structures_are_an_object_a_line() {
    let decode = "decode ETW_DATA_SOURCE 6.3 x86 --count 2";
    let lines = strata(format!("{decode} --ndjson"), &[1; 0x20]).out(0);
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let whole = json(format!("{decode} --json"), &[1; 0x20]);
    assert_eq!(
        serde_json::Value::Array(lines.collect()),
        whole["instances"]
    );
    // The second is cut short.
    strata(format!("{decode} --ndjson"), &[1; 0x18]).out(3);
}

#[test]
fn bytes_and_dumps_are_told_apart_by_looking() {
    let decode = "decode ETW_DATA_SOURCE 6.3 x64";
    let from_dump = json(format!("{decode} --json"), DUMP.as_bytes());
    assert_eq!(from_dump["input"]["dialect"], "windbg-db");
    let member = "--json --address 0xffffe0012c3d4e60 --from NotificationQueue";
    let from_member = json(format!("{decode} {member}"), DUMP.as_bytes());
    assert_eq!(from_member["instances"], from_dump["instances"]);
    let from_bytes = json(format!("{decode} --json --base 0x1000"), &[0; 32]);
    assert_eq!(from_bytes["input"]["dialect"], "raw");
    assert_eq!(from_bytes["input"]["base"], "0x1000");
    let forced = json(format!("{decode} --json --input bytes"), &[b'0'; 32]);
    assert_eq!(forced["input"]["bytes"], 32);
    let several = format!("{decode} --json --count 2 --at 0x10");
    let several = json(&several, &[0; 80]);
    assert_eq!(several["instances"][1]["offset"], 48);
}

#[test]
fn what_does_not_fit_is_a_status() {
    strata("identify --arch x64", &[0xab; 0x200]).out(3);
    is_misused("identify --dialect db", "windbg-db");
    strata("decode ETW_DATA_SOURCE 6.3 x64 --dialect raw", &[b'0'; 32]).out(0);
}

/// A release and a build with an architecture, an image and a PDB without: in every command that takes a point.
#[test]
fn a_point_is_typed_in_four_ways_in_every_command() {
    const ID: &str = "ntoskrnl-10.0.19041.2965-x64";
    const PDB: &str = "89284D0C-A6AC-C827-4B9A-44BD5AF9290B";
    let text = |line: String| {
        let output = strata(&line, &[0; 0xa40]);
        assert_ne!(output.status.code(), Some(2), "{line}: {output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    for name in ["nt!_EPROCESS", "EPROCESS"] {
        for command in ["layout", "export", "decode"] {
            let at = |point: &str| text(format!("{command} {name} {point}"));
            let expected = at("19045.2965 x64");
            assert!(expected.contains("_EPROCESS"), "{command}: {expected}");
            for point in [
                ID,
                &format!("{ID} x64"),
                PDB,
                &format!("{PDB} x64"),
                "89284D0CA6ACC8274B9A44BD5AF9290B1",
                "10.0.19041.2965/x64",
            ] {
                // A PDB is called by what it is.
                let same = |text: &str| text.lines().skip(8).map(str::to_owned).collect::<Vec<_>>();
                assert_eq!(same(&at(point)), same(&expected), "{command} {point}");
            }
        }
        for to in [
            "19045.2965/x64",
            ID,
            PDB,
            "ntoskrnl-10.0.19041.2965-x64/x64",
        ] {
            let diff = text(format!("diff {name} 1903/x64 {to}"));
            assert!(diff.contains("0x880 → 0xa40"), "{to}: {diff}");
            let offsets = text(format!("offsets {name} --member Token --point {to}"));
            assert!(offsets.contains("0x4b8"), "{to}: {offsets}");
        }
    }
    let header = text(format!("export EPROCESS {ID}"));
    for point in [
        format!("--at {ID}"),
        format!("--at {PDB}"),
        format!("--version {ID}"),
        format!("--version {PDB} --arch x64"),
    ] {
        let check = format!("check - --structure nt!_EPROCESS {point}");
        let output = strata(&check, header.as_bytes());
        assert!(output.status.success(), "{point}: {output:?}");
    }
    let folder = Folder::new("process").with("process.bin", [0; 0xa40]);
    let file = folder.0.join("process.bin").display().to_string();
    let piped = text(format!("decode EPROCESS {ID}"));
    assert_eq!(text(format!("decode EPROCESS {ID} {file}")), piped);
    assert_eq!(text(format!("decode EPROCESS {ID} x64 {file}")), piped);
}

#[test]
fn what_the_api_finds_is_found_here() {
    for args in [
        "search LoggerId --json",
        "lookup 88 x64 --json --version ntoskrnl-10.0.19041.2965-x64",
        "resolve 1903 --json",
    ] {
        assert!(json(args, b"").is_object(), "{args:?}");
    }
}

#[test]
fn a_command_line_that_makes_no_sense_is_another_status() {
    is_misused("layout etw_pmc_support", "VERSION");
    is_misused("layout etw_pmc_support 6.2 x64 --format xml", "dt");
    is_misused("diff etw_pmc_support 6.2 6.3/x64", "6.1/x64");
    is_misused("decode etw_pmc_support 6.2 x64 --base 4096", "an address");
    is_misused("decode etw_pmc_support 6.2 x64 --count 0", "from 1 to");
    is_misused("nothing", "unrecognized");
    is_misused("export --format cpp", "possible values: c");
    is_misused("export --depth 17", "0..=16");
    for address in ["8080", ":8080", "localhost", "localhost:http", "::1:8080:"] {
        is_misused(
            format!("serve --listen {address}"),
            "such as 127.0.0.1:8080",
        );
    }
}

#[test]
fn every_command_tells_its_statuses() {
    for (command, statuses) in [
        ("check", "0 done; 1 not"),
        ("decode", "0 decoded; 1 not"),
        ("diff", "0 done; 1 not"),
        ("offsets", "0 done; 1 not"),
        ("identify", "0 something fits; 1 not"),
        ("layout", "0 done; 1 not"),
        ("list", "0 done; 1 not"),
        ("lookup", "0 done; 1 not"),
        ("resolve", "0 done; 1 not"),
        ("search", "0 done; 1 not"),
        ("serve", "0 done; 1 not"),
    ] {
        let text = strata(format!("{command} --help"), b"").out(0);
        let statuses = format!("Exit status: {statuses}");
        assert!(text.contains(&statuses), "{command}: {text}");
    }
}

#[test]
fn shells_and_the_manual_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = strata(format!("completions {shell}"), b"").out(0);
        assert!(
            script.contains("validity") && script.contains("export-site"),
            "{shell}"
        );
    }
    assert!(strata("man", b"").out(0).contains("strata\\-validity"));
    let folder = Folder::new("man");
    folder.strata("man .", b"").out(0);
    let page = folder.text("strata-decode.1");
    assert!(page.contains("strata\\-decode"), "{page}");
}

#[test]
fn a_dash_is_standard_output() {
    let plain = strata("export _LIST_ENTRY 22H2 x64", b"").out(0);
    let dash = strata("export _LIST_ENTRY 22H2 x64 --output -", b"").out(0);
    assert_eq!(plain, dash);
}

const NEW: &str = "\
buildnumber: 10.0.19045.9999
arch: x64
types:
  - {name: ULONG, id: 1, kind: BASE, sizeof: 4}
  - {name: _STRATA_NEW, id: 2, kind: STRUCT, sizeof: 4, data: [{name: Value, id: 1, offset: 0}]}
  - {name: _GUID, id: 3, kind: STRUCT, sizeof: 4, data: [{name: Data1, id: 1, offset: 0}]}
";

#[test]
fn an_import_that_makes_no_sense_is_another_status() {
    is_misused("import wrong.yml", "--output");
    is_misused("import -o x", "FILE");
    is_misused("import a -o x --source 'A B'", "lower-case");
}

/// A catalogue of one's own stands beside the built-in one.
#[test]
fn what_is_written_is_served_beside_what_is_known() {
    let folder = Folder::new("import-served").with("new.yml", NEW);
    folder.strata("import new.yml -o new.strata", b"").out(0);
    fs::remove_file(folder.0.join("new.yml")).expect("it can be removed");
    let printed = |line: &str| folder.strata(line, b"").out(0);
    let images = |line: &str| printed(line).lines().count();
    let (known, all) = (images("images"), images("images --data ."));
    assert_eq!(all, known + 1);
    let own = "layout _STRATA_NEW 10.0.19045.9999 x64 --data .";
    assert!(printed(own).contains("+0x000 Value"));
    let known = "layout _EPROCESS 22H2 x64";
    assert_eq!(printed(known), printed(&format!("{known} --data .")));
}

/// A point is one word or two, a release the number of its build.
#[test]
fn points_are_read_alike_everywhere() {
    let same = |lines: [&str; 2]| {
        let [one, other] = lines.map(|line| strata(line, b"").out(0));
        assert_eq!(one, other, "{lines:?}");
    };
    same(["lookup 0x58 6.2/x64", "lookup 0x58 x64 --version 6.2"]);
    let diff = "diff ETW_REALTIME_CONSUMER";
    same([
        &format!("{diff} 6.1 x64 19041/x64"),
        &format!("{diff} 6.1/x64 2004/x64"),
    ]);
    let layout = "layout ETW_REALTIME_CONSUMER";
    for number in ["19041", "10.0.19041"] {
        same([
            &format!("{layout} {number} x64"),
            &format!("{layout} 2004 x64"),
        ]);
    }
}
