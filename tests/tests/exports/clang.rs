//! Clang as a reader of headers: one compilation of many, and the record layouts that it says it made.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use strata_tests::workspace;

use crate::expected::{Extent, Place, Record, Records, invented};

/// A header and what it must say.
pub(crate) struct Case {
    pub(crate) header: String,
    pub(crate) records: Records,
}

/// For which machine.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    X86,
    X64,
    /// A host that is no Windows: another ABI, other rules for bit fields.
    Linux,
}

impl Target {
    fn triple(self) -> &'static str {
        match self {
            Self::X86 => "i686-pc-windows-msvc",
            Self::X64 => "x86_64-pc-windows-msvc",
            Self::Linux => "x86_64-linux-gnu",
        }
    }
}

/// What is wrong in the headers: what clang refuses, or where its layouts are others than they must be. `folder` is a name
/// of its own for each proof.
pub(crate) fn disagreements(folder: &str, target: Target, cases: &[Case]) -> Vec<String> {
    let file = write(folder, cases);
    let said = match compile(&file, target, &["-x", "c", "-std=c11"]) {
        Ok(said) => said,
        Err(refusal) => return vec![refusal],
    };
    let found = records(&said);
    let mut wrong = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        for (name, expected) in &case.records {
            let called = renamed(name, number);
            match found.get(&format!("_{called}")) {
                Some(record) => compare(name, number, expected, record, &mut wrong),
                None => wrong.push(format!("case {number}: clang has no {name}")),
            }
        }
    }
    wrong
}

/// Whether C++ takes the headers, too: what it says where it does not.
pub(crate) fn refusal_as_cpp(folder: &str, target: Target, cases: &[Case]) -> Option<String> {
    let file = write(folder, cases);
    compile(&file, target, &["-x", "c++", "-std=c++17"]).err()
}

/// What clang says of a text that it does not take.
pub(crate) fn refusal(folder: &str, target: Target, text: &str) -> Option<String> {
    let file = empty(folder).join("text.c");
    std::fs::write(&file, text).expect("a text can be written");
    compile(&file, target, &["-x", "c", "-std=c11"]).err()
}

/// What clang says of a text in C++ that it does not take.
pub(crate) fn refusal_of_cpp(folder: &str, target: Target, text: &str) -> Option<String> {
    let file = empty(folder).join("text.cpp");
    std::fs::write(&file, text).expect("a text can be written");
    compile(&file, target, &["-x", "c++", "-std=c++17"]).err()
}

/// A folder for a proof, empty.
pub(crate) fn empty(folder: &str) -> PathBuf {
    let folder = workspace::target().join("tests-exports").join(folder);
    // It may be there of an earlier run.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// One source that includes all headers, each with names of its own, and asks for the size of each member.
fn write(folder: &str, cases: &[Case]) -> PathBuf {
    let folder = empty(folder);
    let mut source = String::from(
        "#ifdef __cplusplus\n#define HOLDS static_assert\n#else\n#define HOLDS _Static_assert\n#endif\n",
    );
    for (number, case) in cases.iter().enumerate() {
        let header = format!("{number}.h");
        std::fs::write(folder.join(&header), &case.header).expect("a header can be written");
        for name in case.records.keys() {
            let called = renamed(name, number);
            let _ = writeln!(source, "#define {name} {called}\n#define _{name} _{called}");
        }
        let _ = writeln!(source, "#include \"{header}\"");
        for (name, record) in &case.records {
            for place in &record.members {
                if let Extent::Bytes(bytes) = place.extent {
                    let member = &place.name;
                    let _ = writeln!(
                        source,
                        "HOLDS(sizeof((({name} *)0)->{member}) == {bytes}, \"{name}.{member}\");"
                    );
                }
            }
        }
        for name in case.records.keys() {
            let _ = writeln!(source, "#undef {name}\n#undef _{name}");
        }
    }
    let file = folder.join("all.c");
    std::fs::write(&file, source).expect("the source can be written");
    file
}

/// What a definition of the header of that number is called in the source.
pub(crate) fn renamed(name: &str, number: usize) -> String {
    format!("{name}_case{number}")
}

/// What clang writes about a source that it takes; what it says of one that it does not.
fn compile(file: &Path, target: Target, language: &[&str]) -> Result<String, String> {
    let mut command = Command::new("clang");
    command
        .arg(format!("--target={}", target.triple()))
        .args(language)
        .args([
            "-ffreestanding",
            "-fsyntax-only",
            "-Wall",
            "-Wextra",
            "-Werror",
        ])
        .args(["-Xclang", "-fdump-record-layouts-complete"])
        .arg("-DSTRATA_CHECK_LAYOUT")
        .arg(file);
    let output = command.output().unwrap_or_else(|error| {
        panic!("clang cannot be started ({error}): `cargo xtask test` installs it on Debian")
    });
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

fn compare(name: &str, number: usize, expected: &Record, found: &Record, wrong: &mut Vec<String>) {
    if found.size != expected.size {
        wrong.push(format!(
            "{name}: clang says {:#x} bytes, it has {:#x}",
            found.size, expected.size
        ));
    }
    // Clang does not say how large a member is; the source has asked that.
    let bare = |place: &Place| {
        let extent = match place.extent {
            Extent::Bytes(_) => Extent::Bytes(0),
            bits @ Extent::Bits(_) => bits,
        };
        let name = place.name.trim_end_matches(&renamed("", number)).to_owned();
        Place {
            name,
            extent,
            ..*place
        }
    };
    let places = |record: &Record| record.members.iter().map(bare).collect::<Vec<Place>>();
    let (expected, found) = (places(expected), places(found));
    let missing = expected.iter().filter(|place| !found.contains(place));
    wrong.extend(missing.map(|place| format!("{name}: clang has no {place:?}")));
    let surplus = found.iter().filter(|place| !expected.contains(place));
    wrong.extend(surplus.map(|place| format!("{name}: clang has {place:?}")));
}

/// The record layouts in what clang wrote, by tag.
fn records(text: &str) -> HashMap<String, Record> {
    let dumps = text.split("*** Dumping AST Record Layout\n").skip(1);
    dumps.filter_map(record).collect()
}

/// A line is `OFFSET | TYPE NAME`, or `OFFSET:FIRST-LAST | …` for bits, indented by two blanks for each level.
fn record(dump: &str) -> Option<(String, Record)> {
    let mut lines = dump.lines();
    let (_, head) = lines.next()?.split_once(" | ")?;
    let tag = head.rsplit(' ').next()?.to_owned();
    let mut record = Record::default();
    // Only what is in anonymous members counts as the record's own.
    let mut own = 1;
    for line in lines {
        let Some((place, what)) = line.split_once(" | ") else {
            break;
        };
        if let Some(size) = what.strip_prefix("[sizeof=") {
            record.size = size.split([',', ']']).next()?.parse().ok()?;
            break;
        }
        let level = (what.len() - what.trim_start().len()) / 2;
        if level > own {
            continue;
        }
        let anonymous = what.contains("(anonymous at ");
        own = if anonymous { level + 1 } else { level };
        let name = what.rsplit(' ').next()?;
        if name.is_empty() || anonymous || invented(name) {
            continue;
        }
        let (bit, extent) = extent(place.trim())?;
        record.members.insert(Place {
            bit,
            name: name.to_owned(),
            extent,
        });
    }
    Some((tag, record))
}

/// `8`, or `8:4-7`.
fn extent(place: &str) -> Option<(u32, Extent)> {
    let Some((byte, bits)) = place.split_once(':') else {
        return Some((place.parse::<u32>().ok()? * 8, Extent::Bytes(0)));
    };
    let (first, last) = bits.split_once('-')?;
    let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
    let start = byte.parse::<u32>().ok()? * 8 + first;
    Some((start, Extent::Bits(last - first + 1)))
}
