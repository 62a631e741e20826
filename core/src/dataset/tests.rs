//! A small dataset: one article, a catalogue of a few kernels, a type stated by hand.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use serde_json::json;

use super::*;
use crate::arch::Arch;
use crate::article::Status;
use crate::catalogue::{TYPES_LIMIT, headed};
use crate::layout::Layout;
use crate::point::Point;
use crate::raw::{RawFile, RawReleases, RawSources};

const TYPES: &str = "\
image ntdll x64 10.0.19041.1 - symbols
image ntoskrnl x86 6.1.7600.16385 - symbols
image ntoskrnl x64 6.1.7600.16385 - symbols
image ntoskrnl x64 10.0.19041.264 - symbols
image ntoskrnl x64 10.0.19041.508 - symbols
image ntoskrnl x64 10.0.19041.928 - symbols
image ntoskrnl x64 10.0.22000.194 - more,symbols

type ntdll!_ETW_X
 0 ULONG Other
=struct 4 x64 10.0.19041.1
:0

type _COUNTER
 0 ULONG Value
 0 ULONGLONG Value
=struct 4 x64 10.0.19041.264
:0
=struct 8 x64 10.0.19041.508..10.0.22000.194
:1

type _ETW_X
 0 ULONG Id
 0 USHORT Id
 2 USHORT More
 4 UCHAR Flags
 4:0.1 UCHAR Up
=struct 8 x86 6.1.7600.16385; x64 6.1.7600.16385
:0 3-4
=struct 8 x64 10.0.19041.264..10.0.22000.194
:1-4

type _HOLDER
 0 _COUNTER Counter
 8 ULONG Last
=struct 16 x64 10.0.19041.264..10.0.22000.194
:0-1
?x64 6.1.7600.16385

type PPM_STATE
 0 ULONG A
=struct 4 x64 6.1.7600.16385
:0

type _PPM_STATE
 0 ULONGLONG A
=struct 8 x64 10.0.19041.264
:0
";

/// The releases, most with a kernel of their own; 20H2 is a label of later kernels of 2004's branch.
fn releases() -> RawReleases {
    let row = |release: Release| {
        let nt = match release.build() {
            2195 => "5.0",
            2600 => "5.1",
            3790 => "5.2",
            6000 => "6.0",
            7600 => "6.1",
            9200 => "6.2",
            9600 => "6.3",
            _ => "10.0",
        };
        RawRelease {
            id: release.id().to_owned(),
            name: release.id().to_owned(),
            nt_version: nt.to_owned(),
            build: release.build(),
            file: match release.id() {
                "20H2" => "10.0.19041.500".to_owned(),
                _ if release.kernel() == release.build() => format!("{nt}.{}.1", release.build()),
                // Behind every image here.
                _ => format!("{nt}.{}.{}", release.kernel(), release.build()),
            },
            ..RawRelease::default()
        }
    };
    RawReleases {
        release: Release::all().map(row).collect(),
    }
}

fn file<T>(file: &str, content: T) -> RawFile<T> {
    let file = file.to_owned();
    RawFile { file, content }
}

fn raw(types: &str) -> RawDataset {
    let source = |id: &str| RawSource {
        id: id.to_owned(),
        url: "https://example.org/".to_owned(),
        kind: "symbol-files".to_owned(),
        ..RawSource::default()
    };
    let article = json!({
        "name": "ETW_X",
        "source": "article",
        "summary": "A structure.",
        "certainty": "inferred",
        "first": "6.1",
        "reach": "6.2",
        "size": [{"versions": "6.1 and higher", "x86": "0x08", "x64": "0x08"}],
        "row": [
            {"id": "id", "declaration": "ULONG Id;", "x86": "0x00", "x64": "0x00", "versions": "6.1 and higher"},
            {"id": "flags", "declaration": "UCHAR Flags;", "x86": "0x04", "x64": "0x04", "versions": "6.1 and higher"},
        ],
    });
    let by_hand = json!({
        "name": "COUNTER",
        "kind": "struct",
        "source": "article",
        "summary": "Counts.",
        "layout": [{"versions": "5.0 to 6.1", "size": "0x02", "align": 2, "members": ["0x00 USHORT Value;"]}],
    });
    RawDataset {
        structures: vec![file(
            "structures/x.toml",
            serde_json::from_value(article).unwrap(),
        )],
        types: vec![file(
            "types/counter.toml",
            serde_json::from_value(by_hand).unwrap(),
        )],
        catalogues: vec![file("kernels.strata", headed(types).into())],
        sources: vec![file(
            "sources.toml",
            RawSources {
                source: ["article", "symbols", "more"].map(source).to_vec(),
            },
        )],
        releases: file("releases.toml", releases()),
        ..RawDataset::default()
    }
}

fn dataset() -> Dataset {
    Dataset::build(&raw(TYPES)).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn point(text: &str) -> Point {
    text.parse().unwrap()
}

/// Prints the layout of a type at the point with which each line but the first begins.
fn check(name: &str, expected: &Expect) {
    let dataset = dataset();
    let structure = dataset.find(name).unwrap();
    let mut text = format!("{}, {}\n", structure.name, structure.source());
    let points = expected.data.lines().skip(2);
    for (at, _) in points.filter_map(|line| line.trim_start().split_once(": ")) {
        let _ = match structure.layout(point(at)) {
            Ok(layout) => {
                let members = layout.members().map(|member| {
                    let (certainty, row) = (member.certainty, &member.row);
                    format!(" {row} {} {certainty}", member.declaration)
                });
                let (size, source) = (layout.size, &layout.source);
                let members = members.collect::<Vec<_>>().join(",");
                writeln!(text, "{at}: {size} by {source}:{members}")
            }
            Err(no) => writeln!(text, "{at}: {no}"),
        };
    }
    expected.assert_eq(&text);
}

#[test]
fn an_article_answers_as_far_as_it_reaches_and_symbol_files_beyond() {
    check(
        "ETW_X",
        &expect![[r#"
            ETW_X, article
            6.0/x64: absent
            6.1/x64: 0x08 by article: id ULONG Id confirmed, flags UCHAR Flags confirmed
            6.2/x64: 0x08 by article: id ULONG Id inferred, flags UCHAR Flags inferred
            6.3/x64: not stated
            2004/x64: 0x08 by symbols: id USHORT Id confirmed, more USHORT More confirmed, flags UCHAR Flags confirmed
            2004/x86: not stated
            20H2/x64: 0x08 by symbols: id USHORT Id confirmed, more USHORT More confirmed, flags UCHAR Flags confirmed
            6.1.7600.16385/x64: 0x08 by symbols: id ULONG Id confirmed, flags UCHAR Flags confirmed
            10.0.19041.264/x64: 0x08 by symbols: id USHORT Id confirmed, more USHORT More confirmed, flags UCHAR Flags confirmed
            10.0.19042.508/x64: 0x08 by symbols: id USHORT Id confirmed, more USHORT More confirmed, flags UCHAR Flags confirmed
            10.0.19041.265/x64: not stated
            10.0.19041.1/x64: not stated
        "#]],
    );
}

#[test]
fn a_type_is_stated_declared_absent_or_not_stated() {
    check(
        "_HOLDER",
        &expect![[r#"
            _HOLDER, more
            6.1/x64: declared, but not defined
            6.1/x86: absent
            6.2/x64: not stated
            2004/x64: 0x10 by symbols: Counter COUNTER Counter symbol-files, Last ULONG Last symbol-files
            2004/arm64: not stated
        "#]],
    );
    check(
        "_COUNTER",
        &expect![[r#"
            _COUNTER, more
            5.0/x86: 0x02 by article: Value USHORT Value symbol-files
            6.1/x86: 0x02 by article: Value USHORT Value symbol-files
            6.1/x64: 0x02 by article: Value USHORT Value symbol-files
            2004/x64: 0x04 by symbols: Value ULONG Value symbol-files
            20H2/x64: 0x08 by symbols: Value ULONGLONG Value symbol-files
            11-21H2/x64: 0x08 by more: Value ULONGLONG Value symbol-files
        "#]],
    );
    check(
        "ntdll!_ETW_X",
        &expect![[r#"
            ntdll!_ETW_X, symbols
            2004/x64: not stated
            10.0.19041.1/x64: 0x04 by symbols: Other ULONG Other symbol-files
            10.0.19041.264/x64: not stated
        "#]],
    );
    let dataset = dataset();
    let status = |name: &str, release: &str, arch| {
        let structure = dataset.find(name).unwrap();
        structure.status(release.parse().unwrap(), arch)
    };
    assert_eq!(status("_HOLDER", "6.1", Arch::X64), Status::NotStated);
    assert_eq!(status("_HOLDER", "6.1", Arch::X86), Status::Absent);
    assert_eq!(status("ETW_X", "6.0", Arch::X86), Status::Absent);
    assert!(matches!(
        status("ETW_X", "11-21H2", Arch::X64),
        Status::Stated(_)
    ));
}

#[test]
fn names_find_articles_and_types() {
    let dataset = dataset();
    let found = |name: &str| match dataset.find(name) {
        Ok(structure) => structure.name.to_string(),
        Err(no) => format!("{no:?}"),
    };
    for name in ["ETW_X", "_etw_x", "nt!_ETW_X"] {
        assert_eq!(found(name), "ETW_X", "{name}");
        assert!(dataset.find(name).unwrap().article().is_some());
    }
    assert_eq!(found("ntdll!_ETW_X"), "ntdll!_ETW_X");
    assert_eq!(found("counter"), "_COUNTER");
    assert_eq!(found("PPM_STATE"), "PPM_STATE");
    assert_eq!(found("_PPM_STATE"), "_PPM_STATE");
    assert_eq!(
        found("ppm_state"),
        r#"Several(["PPM_STATE", "_PPM_STATE"])"#
    );
    assert_eq!(found("_ETW_Y"), "Unknown");
    let names: Vec<&str> = dataset
        .structures()
        .iter()
        .map(|it| it.name.as_str())
        .collect();
    let expected = [
        "_COUNTER",
        "ETW_X",
        "_HOLDER",
        "PPM_STATE",
        "_PPM_STATE",
        "ntdll!_ETW_X",
    ];
    assert_eq!(names, expected);
}

/// A structure changes with the types it contains, even if its own rows stay the same.
#[test]
fn servicing_is_reported() {
    let dataset = dataset();
    let points = |layouts: Vec<Layout>| -> Vec<String> {
        layouts
            .iter()
            .map(|layout| layout.point.to_string())
            .collect()
    };
    let holder = dataset.find("_HOLDER").unwrap();
    // 508 is the first kernel of 20H2: another release, not servicing.
    assert_eq!(points(holder.servicing()), Vec::<String>::new());
    assert_eq!(
        points(holder.in_symbol_files()),
        [
            "10.0.19041.264/x64",
            "10.0.19041.508/x64",
            "10.0.22000.194/x64"
        ]
    );
    let states = points(dataset.find("_PPM_STATE").unwrap().servicing());
    assert_eq!(states, Vec::<String>::new());
    let mut older = raw(TYPES);
    let label = older
        .releases
        .content
        .release
        .iter_mut()
        .find(|row| row.id == "20H2");
    label.unwrap().file = "10.0.19041.900".to_owned();
    let older = Dataset::build(&older).unwrap();
    let holder = older.find("_HOLDER").unwrap();
    assert_eq!(points(holder.servicing()), ["10.0.19041.508/x64"]);
    let serviced = holder.serviced().into_iter();
    let serviced: Vec<String> = serviced
        .map(|(release, arch, build)| format!("{release}/{arch} from {build}"))
        .collect();
    assert_eq!(serviced, ["2004/x64 from 10.0.19041.508"]);
    let every = points(holder.every_layout());
    assert_eq!(
        every,
        ["2004/x64", "20H2/x64", "11-21H2/x64", "10.0.19041.508/x64"]
    );
}

#[test]
fn mistakes_in_a_catalogue_have_a_place() {
    let told = |raw: &RawDataset| {
        let errors = Dataset::build(raw).err().unwrap_or_default();
        let told = errors
            .iter()
            .map(|error| format!("{:?}: {}", error.place.table, error.problem));
        told.collect::<Vec<_>>().join("\n")
    };
    expect![[r#"Some(("line", 7)): there is no source `nobody`"#]].assert_eq(&told(&raw(
        &TYPES.replace("more,symbols", "symbols,nobody")
    )));
    let mut twice = raw(TYPES);
    twice.types.push(twice.types[0].clone());
    expect!["None: the type `COUNTER` already exists"].assert_eq(&told(&twice));
    let mut cut = raw(TYPES);
    let text = cut.catalogues[0].content.trim_end().to_owned();
    cut.catalogues[0].content = text.into();
    assert!(told(&cut).starts_with(r#"Some(("line", 0)): the hash does not match"#));
    let half = |letter: char| {
        let types =
            (0..=TYPES_LIMIT / 2).map(|at| format!("\ntype {letter}{at}\n?x64 10.0.19041.1\n"));
        let image = "image ntoskrnl x64 10.0.19041.1 - symbols\n".to_owned();
        let content = headed(&(image + &types.collect::<String>()));
        file("large.strata", content.into())
    };
    let mut large = raw(TYPES);
    large.catalogues.extend(['A', 'B'].map(half));
    expect![[r#"Some(("line", 0)): it is too large to be merged with the other catalogues, which would have more than 100000 types: remove images or types from it"#]]
        .assert_eq(&told(&large));
}
