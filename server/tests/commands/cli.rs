//! Tests of commands whose output is generated, compared or data.

use std::fs;

use super::{Ended, Folder, strata};

/// Checks that a command line is refused; the wording is clap's.
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
    let own = "--prefix W7_ --windows-types included";
    for (flags, part) in [
        ("--depth 0", "ETW_REALTIME_CONSUMER at 6.1/x64"),
        ("--depth 0", "Links[16]; /* LIST_ENTRY */"),
        ("--depth 0", "struct _KEVENT *DisconnectEvent"),
        (
            "--pointers integers",
            "strata_u64 DisconnectEvent; /* KEVENT *",
        ),
        (own, "} W7_ETW_REALTIME_CONSUMER;"),
    ] {
        let header = strata(format!("{consumer} {flags}"), b"").out(0);
        assert!(header.contains(part), "{header}");
    }
    let header = strata(format!("{consumer} {own}"), b"").out(0);
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
    // The second structure is truncated.
    strata(format!("{decode} --ndjson"), &[1; 0x18]).out(3);
}

/// Every command takes a point in four ways: a release or a build with an architecture, an image, or a PDB.
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
                // The output names a PDB as such.
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
fn a_command_line_that_makes_no_sense_is_another_status() {
    is_misused("layout etw_pmc_support", "VERSION");
    is_misused("layout etw_pmc_support 6.2 x64 --format xml", "dt");
    is_misused("diff etw_pmc_support 6.2 6.3/x64", "6.1/x64");
    is_misused("decode etw_pmc_support 6.2 x64 --base 4096", "an address");
    is_misused("decode etw_pmc_support 6.2 x64 --count 0", "from 1 to");
    is_misused("nothing", "unrecognized");
    is_misused("identify --dialect db", "windbg-db");
    is_misused("check --at 6.1 a.h", "6.1/x64");
    is_misused("check --at 6.1/x64 --arch x64 a.h", "--arch");
    is_misused("check --arch x64", "FILE");
    is_misused("check --format xml a.h", "json");
    is_misused("decode etw_pmc_support 6.2 x64 --csv --json", "--csv");
    is_misused("export --format cpp", "possible values: c");
    is_misused("export --depth 17", "0..=16");
    is_misused("new structure MY_THING", "--data");
    is_misused("lookup -1 x64", "hexadecimal");
    is_misused("search Links --limit -1", "1..=");
    for address in ["8080", ":8080", "localhost", "localhost:http", "::1:8080:"] {
        is_misused(
            format!("serve --listen {address}"),
            "such as 127.0.0.1:8080",
        );
    }
}

#[test]
fn every_command_tells_its_statuses() {
    let commands = ",check,decode,diff,offsets,identify,layout,list,lookup,resolve,search,serve";
    for command in commands.split(',') {
        let text = strata(format!("{command} --help"), b"").out(0);
        let done = match command {
            "decode" => "decoded",
            "identify" => "something fits",
            _ => "done",
        };
        let statuses = format!("Exit status: 0 {done}; 1 not");
        assert!(text.contains(&statuses), "{command}: {text}");
        let doubtful = ["", "check", "decode", "identify"].contains(&command);
        assert_eq!(text.contains("; 3 "), doubtful, "{command}: {text}");
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

#[test]
fn an_import_that_makes_no_sense_is_another_status() {
    is_misused("import wrong.yml", "--output");
    is_misused("import -o x", "FILE");
    is_misused("import a -o x --source 'A B'", "lower-case");
}

#[test]
fn text_in_utf_16_is_read_with_a_mark_and_without() {
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let header = "struct _LIST_ENTRY { struct _LIST_ENTRY *Flink, *Blink; };";
    let dump = "00000000: 1020 3040 5060 7080 90a0 b0c0 d0e0 f000\n";
    let table = "ETW_REALTIME_CONSUMER LoggerId 0x58";
    for (line, text) in [
        ("check -", header),
        ("decode _LIST_ENTRY 22H2 x64", dump),
        ("decode _LIST_ENTRY 22H2 x64 --input text", dump),
        ("validity --at 6.2/x64 -", table),
    ] {
        let said = strata(line, text.as_bytes()).said();
        assert!(
            said.contains("LIST_ENTRY") || said.contains("LoggerId 0x58"),
            "{said}"
        );
        for text in [text.to_owned(), format!("\u{feff}{text}")] {
            assert_eq!(strata(line, &wide(&text)).said(), said, "{line}");
        }
    }
}
