//! Clang as a reader of headers, for both Windows targets and for another host: one compilation of many headers with
//! their assertions, and clang's dump of the record layouts.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use strata_core::Arch;
use strata_core::export::{Affix, Format, Item, Options, PadKind, WindowsTypes};
use strata_core::layout::GapKind;
use strata_tests::data::{dataset, layouts};
pub(crate) use strata_tests::process::{ran, run};
use strata_tests::workspace;

use crate::all_agree;
use crate::expected::{Extent, Place, Record, Records, differences, invented};
use crate::specimen::{Case, all, batches, one, with_integers};

#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    X86,
    X64,
    /// A host other than Windows: another ABI, other rules for bit fields.
    Linux,
}

impl Target {
    /// The target with the architecture's pointer size.
    pub(crate) fn of(arch: Arch) -> Self {
        match arch {
            Arch::X86 => Self::X86,
            Arch::X64 | Arch::Arm64 => Self::X64,
        }
    }

    fn triple(self) -> &'static str {
        match self {
            Self::X86 => "i686-pc-windows-msvc",
            Self::X64 => "x86_64-pc-windows-msvc",
            Self::Linux => "x86_64-linux-gnu",
        }
    }
}

/// The errors in C headers, for the target with their pointer size.
pub(crate) fn wrong(folder: &str, cases: &[Case<'_>]) -> Vec<String> {
    wrong_for(Target::of(cases[0].of.1.arch()), folder, cases)
}

fn wrong_for(target: Target, folder: &str, cases: &[Case<'_>]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (number, batch) in batches(cases).iter().enumerate() {
        let headers = batch.iter();
        let headers = headers.map(|case| (case.text.as_str(), case.records()));
        let headers: Vec<Header<'_>> = headers.collect();
        let folder = format!("{folder}/{number}");
        wrong.extend(disagreements_in(PEDANTIC_C, &folder, target, &headers));
        let file = write(&format!("{folder}/cpp"), &headers);
        wrong.extend(compile(&file, target, CPP).err());
        if matches!(target, Target::Linux) {
            let languages = [PEDANTIC_C, CPP].into_iter();
            wrong.extend(languages.filter_map(|language| refusal_by_gcc(&file, language)));
        }
    }
    wrong
}

/// A header and the expected records.
pub(crate) type Header<'t> = (&'t str, Records);

/// The errors in headers: clang's refusals, and differing layouts. `folder` is the proof's own.
pub(crate) fn disagreements(folder: &str, target: Target, cases: &[Header<'_>]) -> Vec<String> {
    disagreements_in(C, folder, target, cases)
}

fn disagreements_in(
    language: &[&str],
    folder: &str,
    target: Target,
    cases: &[Header<'_>],
) -> Vec<String> {
    let file = write(folder, cases);
    let said = match compile(&file, target, language) {
        Ok(said) => said,
        Err(refusal) => return vec![refusal],
    };
    let found = records(&said);
    let mut wrong = Vec::new();
    for (number, (_, records)) in cases.iter().enumerate() {
        let bare = |name: &String, record: &Record| (name.clone(), bare(record, number));
        let expected = records.iter().map(|(name, record)| bare(name, record));
        let found = records.keys().filter_map(|name| {
            let record = found.get(&format!("_{}", renamed(name, number)))?;
            Some(bare(name, record))
        });
        wrong.extend(differences("clang", &expected.collect(), &found.collect()));
    }
    wrong
}

const C: &[&str] = &["-x", "c", "-std=c11"];
const PEDANTIC_C: &[&str] = &["-x", "c", "-std=c11", "-pedantic"];
const CPP: &[&str] = &["-x", "c++", "-std=c++17", "-pedantic"];
const WARNINGS: [&str; 5] = [
    "-ffreestanding",
    "-fsyntax-only",
    "-Wall",
    "-Wextra",
    "-Werror",
];

/// Clang's errors for a text; `None` if it compiles.
pub(crate) fn refusal(folder: &str, target: Target, text: &str) -> Option<String> {
    refusal_in(C, folder, target, text)
}

/// Clang's errors for a C++ text; `None` if it compiles.
pub(crate) fn refusal_of_cpp(folder: &str, target: Target, text: &str) -> Option<String> {
    refusal_in(CPP, folder, target, text)
}

fn refusal_in(language: &[&str], folder: &str, target: Target, text: &str) -> Option<String> {
    let file = source(&empty(folder), "text", text);
    compile(&file, target, language).err()
}

/// An empty folder for a proof.
pub(crate) fn empty(folder: &str) -> PathBuf {
    workspace::empty(workspace::target().join("tests-exports").join(folder))
}

/// Writes a file in the folder of a proof.
pub(crate) fn source(folder: &Path, name: &str, text: &str) -> PathBuf {
    let file = folder.join(name);
    std::fs::write(&file, text).expect("a source can be written");
    file
}

/// Writes one source that includes all headers, each with names of its own, and asserts the size of each member.
fn write(folder: &str, cases: &[Header<'_>]) -> PathBuf {
    let folder = empty(folder);
    let mut all = String::from(
        "#ifdef __cplusplus\n#define HOLDS static_assert\n#else\n#define HOLDS _Static_assert\n#endif\n",
    );
    for (number, (text, records)) in cases.iter().enumerate() {
        let header = format!("{number}.h");
        source(&folder, &header, text);
        for name in records.keys() {
            let called = renamed(name, number);
            let _ = writeln!(all, "#define {name} {called}\n#define _{name} _{called}");
        }
        let _ = writeln!(all, "#include \"{header}\"");
        for (name, record) in records {
            for place in &record.members {
                if let Extent::Bytes(bytes) = place.extent {
                    let member = &place.name;
                    let _ = writeln!(
                        all,
                        "HOLDS(sizeof((({name} *)0)->{member}) == {bytes}, \"{name}.{member}\");"
                    );
                }
            }
        }
        for name in records.keys() {
            let _ = writeln!(all, "#undef {name}\n#undef _{name}");
        }
    }
    source(&folder, "all.c", &all)
}

/// The name of a definition from header `number` in the source.
pub(crate) fn renamed(name: &str, number: usize) -> String {
    format!("{name}_case{number}")
}

/// Clang's output for a source; its errors if it does not compile.
fn compile(file: &Path, target: Target, language: &[&str]) -> Result<String, String> {
    run(Command::new("clang")
        .arg(format!("--target={}", target.triple()))
        .args(language)
        .args(WARNINGS)
        .args(["-Xclang", "-fdump-record-layouts-complete"])
        .arg("-DSTRATA_CHECK_LAYOUT")
        .arg(file))
}

/// GCC's errors for a source; `None` if it compiles.
fn refusal_by_gcc(file: &Path, language: &[&str]) -> Option<String> {
    run(Command::new("gcc")
        .args(language)
        .args(WARNINGS)
        .arg("-DSTRATA_CHECK_LAYOUT")
        .arg(file))
    .err()
}

/// The record without member sizes, which clang's dump lacks: the source has asserted them.
fn bare(record: &Record, number: usize) -> Record {
    let place = |place: &Place| Place {
        bit: place.bit,
        name: place.name.trim_end_matches(&renamed("", number)).to_owned(),
        extent: match place.extent {
            Extent::Bytes(_) => Extent::Bytes(0),
            bits @ Extent::Bits(_) => bits,
        },
    };
    Record {
        size: record.size,
        members: record.members.iter().map(place).collect(),
    }
}

/// The record layouts in clang's output, by tag.
fn records(text: &str) -> HashMap<String, Record> {
    let dumps = text.split("*** Dumping AST Record Layout\n").skip(1);
    dumps.filter_map(record).collect()
}

/// Parses a dump: lines `OFFSET | TYPE NAME`, or `OFFSET:FIRST-LAST | …` for bits, indented by two blanks per level.
fn record(dump: &str) -> Option<(String, Record)> {
    let mut lines = dump.lines();
    let (_, head) = lines.next()?.split_once(" | ")?;
    let tag = head.rsplit(' ').next()?.to_owned();
    let mut record = Record::default();
    // Only members of anonymous members count as the record's own.
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

/// Parses `8` or `8:4-7`.
fn extent(place: &str) -> Option<(u32, Extent)> {
    let Some((byte, bits)) = place.split_once(':') else {
        return Some((place.parse::<u32>().ok()? * 8, Extent::Bytes(0)));
    };
    let (first, last) = bits.split_once('-')?;
    let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
    let start = byte.parse::<u32>().ok()? * 8 + first;
    Some((start, Extent::Bits(last - first + 1)))
}

/// The errors on another host: with integers in place of pointers, a header is for any host.
fn wrong_on(target: Target, arch: Arch) -> Vec<String> {
    let cases = with_integers(Format::C, arch);
    wrong_for(target, &format!("c-{arch}-on-{target:?}"), &cases)
}

#[test]
fn x86_on_a_64_bit_host() {
    all_agree(&wrong_on(Target::X64, Arch::X86));
}

#[test]
fn x64_on_a_32_bit_host() {
    all_agree(&wrong_on(Target::X86, Arch::X64));
}

#[test]
fn x86_on_linux() {
    all_agree(&wrong_on(Target::Linux, Arch::X86));
}

/// A source can include the headers of all structures at a point.
#[test]
fn headers_of_all_structures_at_a_point() {
    let point: strata_core::Point = "2004/x64".parse().expect("it is a point");
    let at_point = layouts().filter(|of| of.1.point == point);
    let headers = at_point.map(|of| Case::full(Format::C, of).text);
    let headers: Vec<String> = headers.collect();
    assert!(headers.len() > 2, "only {}", headers.len());
    assert_eq!(refusal("at-a-point", Target::X64, &headers.concat()), None);
}

fn header(name: &str, version: &str, options: Options) -> String {
    let of = one(name, version, "x64");
    Case::full(Format::C, of).written(options).text
}

/// Types, tags and guards of two versions do not collide, with clang and GCC, in C and C++.
#[test]
fn two_versions_live_in_one_source() {
    let name = "ETW_REALTIME_CONSUMER";
    let both = |older: Options, newer: Options| {
        let (older, newer) = (header(name, "6.1", older), header(name, "6.2", newer));
        format!("{older}\n{newer}")
    };
    let prefixed = |text: &str| Options {
        prefix: Affix::prefix(text).expect("it can begin a name"),
        ..Options::default()
    };
    let suffixed = |text: &str| Options {
        suffix: Affix::suffix(text).expect("it can end a name"),
        ..Options::default()
    };
    let plain = both(Options::default(), Options::default());
    let refused = refusal("two-versions-plain", Target::X64, &plain);
    assert!(refused.is_some_and(|it| it.contains("redefinition")));
    for (what, text, newer) in [
        (
            "prefixes",
            both(prefixed("W7_"), prefixed("W8_")),
            "W8_ETW_REALTIME_CONSUMER",
        ),
        (
            "suffixes",
            both(suffixed("_6_1"), suffixed("_6_2")),
            "ETW_REALTIME_CONSUMER_6_2",
        ),
        (
            "one-prefixed",
            both(prefixed("W7_"), Options::default()),
            "ETW_REALTIME_CONSUMER",
        ),
    ] {
        assert!(text.contains(&format!("}} {newer};")), "{text}");
        let folder = empty(&format!("two-versions-{what}"));
        let file = source(&folder, "both.h", &text);
        for language in [PEDANTIC_C, CPP] {
            for target in [Target::X64, Target::Linux] {
                let refused = compile(&file, target, language).err();
                assert_eq!(refused, None, "{what}, {target:?}, {language:?}");
            }
            let refused = refusal_by_gcc(&file, language);
            assert_eq!(refused, None, "{what}, {language:?}");
        }
    }
}

/// The definitions of Windows' own headers, in our words.
const OF_WINDOWS: &str = "
typedef struct _LIST_ENTRY { struct _LIST_ENTRY *Flink; struct _LIST_ENTRY *Blink; } LIST_ENTRY;
typedef struct _GUID {
    unsigned long Data1; unsigned short Data2; unsigned short Data3; unsigned char Data4[8];
} GUID;
typedef union _LARGE_INTEGER {
    struct { unsigned long LowPart; long HighPart; };
    struct { unsigned long LowPart; long HighPart; } u;
    long long QuadPart;
} LARGE_INTEGER;
";

#[test]
fn types_of_windows_may_be_there() {
    let options = Options {
        prefix: Affix::prefix("V2004_").expect("it can begin a name"),
        windows_types: WindowsTypes::Included,
        ..Options::default()
    };
    let text = header("ETW_SILODRIVERSTATE", "2004", options);
    for name in ["LIST_ENTRY", "GUID", "LARGE_INTEGER"] {
        assert!(!text.contains(&format!("}} {name};")), "{name}");
        assert!(text.contains(&format!("STRATA_SIZE({name}, ")), "{name}");
    }
    assert!(text.contains("} V2004_ETW_SILODRIVERSTATE;"));
    let behind = format!("{OF_WINDOWS}{text}");
    assert_eq!(refusal("windows-types", Target::X64, &behind), None);
    assert!(refusal("windows-types-alone", Target::X64, &text).is_some());
}

/// With the alignment of Microsoft's compilers.
#[test]
fn types_are_aligned_as_in_windows() {
    let mut text = header("ETW_SILODRIVERSTATE", "2004", Options::default());
    for (name, align) in [
        ("LIST_ENTRY", 8),
        ("GUID", 4),
        ("LARGE_INTEGER", 8),
        ("ETW_SILODRIVERSTATE", 8),
    ] {
        let _ = writeln!(
            text,
            "_Static_assert(_Alignof({name}) == {align}, \"{name}\");"
        );
    }
    assert_eq!(refusal("alignments", Target::X64, &text), None);
}

/// The kind of a gap in the header equals that in the layout.
#[test]
fn gaps_are_those_of_the_layouts() {
    for of in Arch::IN_ARTICLES.into_iter().flat_map(all) {
        let unit = Case::new(Format::C, of, dataset().catalogue(), 0).unit();
        let pads = unit.definitions[0]
            .items
            .iter()
            .filter_map(|item| match item {
                Item::Pad(pad) => Some((pad.offset, pad.size, pad.kind)),
                _ => None,
            });
        let gaps = of.1.gaps().map(|gap| {
            let kind = match gap.kind {
                GapKind::Padding => PadKind::Padding,
                GapKind::Hole => PadKind::Hole,
            };
            (gap.offset, gap.size, kind)
        });
        assert!(pads.eq(gaps), "{} {}", of.1.structure, of.1.point);
    }
}

#[test]
fn a_wrong_assertion_is_refused() {
    let right = Case::full(Format::C, one("ETW_REALTIME_CONSUMER", "6.1", "x64"));
    let other = right.changed("LoggerId, 0x0058", "LoggerId, 0x005c");
    let wrong = wrong("planted-assertion", &[other]);
    assert!(wrong[0].contains("LoggerId"), "{wrong:?}");
}

/// Where pointers are wider than the layout's, the header's assertions say so.
#[test]
fn pointers_of_another_width_are_refused() {
    let case = Case::full(Format::C, one("ETW_REALTIME_CONSUMER", "6.1", "x86"));
    let wrong = wrong_for(Target::X64, "other-width", &[case]);
    assert!(wrong.join("\n").contains("offset of "), "{wrong:?}");
}
