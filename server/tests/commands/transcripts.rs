//! Transcripts of the command line: output, stream and exit status of commands. `UPDATE_EXPECT=1` writes them.
//!
//! `$ strata …` is a command, followed by its output and its status; standard error is marked by `2>`, and `…` stands
//! for any text before. `| at` extracts values from JSON. `-- NAME` begins a file, which `--` ends; `cp`, `sed`, `tr`
//! and `nested` make other files; any other text is for readers. `DATA` stands for the built-in data.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use expect_test::expect_file;
use serde_json::Value;

use super::own_data::{nested, serviced};
use super::{Ended, Folder, bytes_of_a_consumer, words};

/// The files that a transcript cannot contain.
fn folder(name: &str) -> Folder {
    let deep = format!(
        "{{\"metadata\": {{}}, \"base_types\": {{}}, \"enums\": {{}}, \"user_types\": {{\"_LIST_ENTRY\": {{\"kind\": \"struct\", \"size\": 1, \"fields\": {{\"Flink\": {{\"offset\": 0, \"type\": {}1{}}}}}}}}}}}",
        "{\"kind\": \"pointer\", \"subtype\": ".repeat(100),
        "}".repeat(100)
    );
    let folder = Folder::new(&format!("transcript-{name}"))
        .with("symbols.json.xz", b"\xfd7zXZ\0\0\x04")
        .with("ntoskrnl.pdb", b"Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0")
        .with("bytes.bin", [1, 2, 3, 0])
        .with("latin.toml", b"# M\xfcnchen\nname = \"M\xdcNCHEN\"\n")
        .with("huge.h", vec![b' '; (32 << 20) + 1])
        .with(
            "old.h",
            b"// \xa9 2001\nstruct _SINGLE_LIST_ENTRY { struct _SINGLE_LIST_ENTRY *Next; };\n",
        )
        .with("consumer.bin", bytes_of_a_consumer())
        .with("short.bin", [0; 0x10])
        .with("zeros.bin", [0; 0x20])
        .with("ones.bin", [1; 0x20])
        .with("digits.txt", [b'0'; 32])
        .with("noise.bin", [0xab; 0x200])
        .with("deep.json", deep);
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../import/fixtures/pdb");
    for file in ["ksi-arm64.pdb.xz", "resym-test-x64-cpp.pdb.xz"] {
        fs::copy(fixtures.join(file), folder.0.join(file)).expect("it is there");
    }
    if name == "own_data" {
        for build in ["10.0.18362.100", "10.0.18362.2"] {
            fs::write(folder.0.join(format!("{build}.strata")), serviced(build)).expect("written");
        }
    }
    for made in ["own", "bad", "good", "driver", "ksi", "served"] {
        fs::create_dir(folder.0.join(made)).expect("it can be made");
    }
    let published = published_wrongly(&folder);
    let header = folder
        .strata("export ETW_REALTIME_CONSUMER 6.2 x64", b"")
        .out(0);
    let wide = "\u{feff}".encode_utf16().chain(header.encode_utf16());
    let wide: Vec<u8> = wide.flat_map(u16::to_le_bytes).collect();
    folder
        .with("published.h", published)
        .with("dos.h", header.replace('\n', "\r\n"))
        .with("wide.h", wide)
}

/// A header with two members as the source publishes them, wrongly.
fn published_wrongly(folder: &Folder) -> String {
    let header = folder
        .strata(
            "export ETW_UM_LOGGER_CONTEXT 6.3 x86 --pointers integers",
            b"",
        )
        .out(0);
    let [one, other] = [
        "LARGE_INTEGER FirstBufferOffset;",
        "LARGE_INTEGER FlushTimer;",
    ];
    let published = header
        .replace(&format!("0x00f0 */ {one}"), &format!("0x00e8 */ {one}"))
        .replace(&format!("0x00e8 */ {other}"), &format!("0x00f0 */ {other}"));
    let mut lines: Vec<&str> = published.lines().collect();
    let place = |what: &str| lines.iter().position(|line| line.contains(what));
    let (one, other) = (place(one).expect("there"), place(other).expect("there"));
    lines.swap(one, other);
    lines.join("\n")
}

/// The transcript with the actual output; output as expected stays unchanged.
fn played(transcript: &str, mut folder: Folder) -> String {
    let mut lines = transcript.lines();
    let mut played = String::new();
    while let Some(line) = lines.next() {
        played += &format!("{line}\n");
        if let Some(file) = line.strip_prefix("-- ") {
            let content = lines.by_ref().take_while(|line| *line != "--");
            let content: String = content.map(|line| format!("{line}\n")).collect();
            played += &format!("{content}--\n");
            folder = folder.with(file, content);
        } else if let Some(command) = line.strip_prefix("$ ")
            && let Some(said) = said(command, &folder)
        {
            let mut expected = String::new();
            for line in lines.by_ref() {
                expected += &format!("{line}\n");
                if line.starts_with("status ") {
                    break;
                }
            }
            played += if fits(&expected, &said) {
                &expected
            } else {
                &said
            };
        }
    }
    played
}

/// The output and status of a command; `None` for one that only makes a file.
fn said(line: &str, folder: &Folder) -> Option<String> {
    let at = |file: &str| match file.strip_prefix("DATA") {
        Some(file) => PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../data"))
            .join(file.trim_start_matches('/')),
        None => folder.0.join(file),
    };
    let (line, pointers) = line.split_once(" | at ").unwrap_or((line, ""));
    let (command, to) = line.split_once(" > ").unwrap_or((line, ""));
    let (command, from) = command.split_once(" < ").unwrap_or((command, ""));
    let input = || fs::read(at(from)).expect("it is there");
    let text = || String::from_utf8(input()).expect("it is a text");
    match words(command).collect::<Vec<_>>()[..] {
        ["cat", file] => Some(match fs::read_to_string(at(file)) {
            Ok(text) => text + "status 0\n",
            Err(_) => format!("2> {file} is not there\nstatus 1\n"),
        }),
        ["cp", from, to] => copy(&at(from), &at(to)),
        ["nested", declaration] => write(&at(to), &nested(declaration)),
        ["tr", "-d", _] => write(&at(to), &text().replace('\n', "")),
        ["sed", script] => {
            let parts: Vec<&str> = script[2..].split(&script[1..2]).collect();
            write(&at(to), &text().replace(parts[0], parts[1]))
        }
        ["strata", ..] => {
            let command = &command["strata ".len()..];
            let input = if from.is_empty() { Vec::new() } else { input() };
            let output = folder.strata(command, &input);
            let mut out = String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n");
            if let ["check", own] = words(command).collect::<Vec<_>>()[..]
                && at(own).is_dir()
            {
                is_taken_for_the_same(own, folder, &output);
            }
            if !to.is_empty() {
                write(&at(to), &std::mem::take(&mut out));
            }
            if !pointers.is_empty() {
                let answer: Value = serde_json::from_str(&out).expect("it is JSON");
                let at = |pointer| answer.pointer(pointer).unwrap_or(&Value::Null);
                let values = pointers.split(' ').map(|it| format!("{}\n", at(it)));
                out = values.collect();
            }
            if !out.is_empty() && !out.ends_with('\n') {
                out.push('\n');
            }
            let errors = output.errors();
            let errors = errors.lines().map(|line| format!("2> {line}"));
            let errors: String = errors
                .map(|line| format!("{}\n", line.trim_end()))
                .collect();
            let status = output.status.code().expect("it ends by itself");
            Some(format!("{out}{errors}status {status}\n"))
        }
        _ => panic!("no command: {line}"),
    }
}

/// Checks that `check` and `--data` report the same for a folder.
fn is_taken_for_the_same(own: &str, folder: &Folder, checked: &Output) {
    let listed = folder.strata(format!("list --match nothing --data {own}"), b"");
    assert_eq!(listed.status.code(), checked.status.code(), "{own}");
    let said = String::from_utf8_lossy(&checked.stdout).into_owned() + &checked.errors();
    let refused = match checked.status.success() {
        true => String::new(),
        false => format!("strata: the data have errors:\n\n{said}"),
    };
    assert_eq!(listed.errors().trim_end(), refused.trim_end());
}

fn copy(from: &Path, to: &Path) -> Option<String> {
    if from.is_dir() {
        for entry in fs::read_dir(from).expect("a folder") {
            let entry = entry.expect("an entry");
            copy(&entry.path(), &to.join(entry.file_name()));
        }
        return None;
    }
    fs::create_dir_all(to.parent().expect("it is in a folder")).expect("it can be made");
    fs::copy(from, to).expect("it can be copied");
    None
}

fn write(path: &Path, text: &str) -> Option<String> {
    fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
    fs::write(path, text).expect("it can be written");
    None
}

fn fits(expected: &str, said: &str) -> bool {
    let errors = expected.strip_prefix("…\n");
    expected == said || errors.is_some_and(|errors| said.ends_with(errors))
}

#[test]
fn commands_say_what_is_expected() {
    let transcripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands/transcripts");
    let files = fs::read_dir(transcripts).expect("the folder is there");
    std::thread::scope(|scope| {
        for file in files {
            let path = file.expect("an entry").path();
            scope.spawn(move || {
                let text = fs::read_to_string(&path).expect("it is a text");
                let name = path.file_stem().expect("a name").to_string_lossy();
                let played = played(&text, folder(&name));
                expect_file![&path].assert_eq(&played);
            });
        }
    });
}
