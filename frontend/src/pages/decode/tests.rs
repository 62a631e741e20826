//! Tests: from a layout and bytes to what the page draws.

mod drawing;

use strata_core::Dataset;
use strata_core::catalogue::Catalogue;
use strata_core::decode::memory::{Byte, Memory};
use strata_core::decode::read::read;
use strata_core::decode::{Options, decode};

use super::bytes::{Grid, Mark};
use super::derived::Slice;
use super::example::example;
use super::lines::{Line, lines};
use super::state::ByteRange;
use crate::page::Kind;
use crate::sample;

fn dataset() -> Dataset {
    let rows = "
        0 *VOID Object
        8 [4]UCHAR Name
        12 BOOLEAN Flag
        16 [2]ULONG Pair";
    sample::dataset(0x18, rows)
}

/// The lines and the grid for the bytes of the text.
fn drawn(text: &str) -> (Vec<Line>, Grid) {
    let (dataset, reading) = (dataset(), read(text).unwrap());
    let layout = sample::found(&dataset).layout;
    let options = Options::default();
    let decoded = decode(&layout, &Catalogue::default(), &reading.space, &options).unwrap();
    let instance = decoded.instances.first().unwrap();
    let lines = lines(&layout, &Catalogue::default(), instance);
    let grid = Grid::new(instance, &lines, layout.size.get());
    (lines, grid)
}

const WHOLE: &str = "00 10 20 30 40 50 ff ff 41 42 43 44 01 00 00 00 07 00 00 00 1c 00 00 00";

#[test]
fn lines_are_the_members_the_padding_and_what_is_inside() {
    let (lines, _) = drawn(WHOLE);
    let told: Vec<_> = lines
        .iter()
        .map(|line| {
            format!(
                "{}{} {:#x} {}",
                " ".repeat(line.depth as usize),
                line.path,
                line.offset,
                line.words.main
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "Object 0x0 0xffff504030201000",
            "Name 0x8 4 elements",
            " Name[0] 0x8 0x41",
            " Name[1] 0x9 0x42",
            " Name[2] 0xa 0x43",
            " Name[3] 0xb 0x44",
            "Flag 0xc TRUE",
            "padding 0xd zero",
            "Pair 0x10 2 elements",
            " Pair[0] 0x10 7",
            " Pair[1] 0x14 0x1c",
        ]
    );
    assert_eq!(lines.iter().map(|line| line.inside).max(), Some(4));
}

#[test]
fn runs_are_values_and_arrays_of_bytes_are_one() {
    let (_, grid) = drawn(WHOLE);
    let hex = |row: usize, half| -> Vec<String> {
        let runs = grid.rows.get(row).unwrap().runs(half, None, None);
        runs.into_iter().map(|run| run.hex).collect()
    };
    assert_eq!(hex(0, 0), ["00 10 20 30 40 50 ff ff"]);
    assert_eq!(hex(0, 1), ["41 42 43 44", "01", "00 00 00"]);
    assert_eq!(hex(1, 0), ["07 00 00 00", "1c 00 00 00"]);
    assert_eq!(grid.end(), 0x18);
    assert_eq!(grid.cell(0xe).map(|cell| cell.kind), Some(Kind::Padding));
}

#[test]
fn marks_cut_runs() {
    let (_, grid) = drawn(WHOLE);
    let lit = ByteRange {
        offset: 2,
        size: 3,
        ..ByteRange::default()
    };
    let runs = grid.rows.first().unwrap().runs(0, Some(lit), Some(3));
    let told = runs.iter().map(|run| (run.hex.as_str(), run.mark));
    let expected = [
        ("00 10", Mark::None),
        ("20", Mark::Lit),
        ("30", Mark::Cursor),
        ("40", Mark::Lit),
        ("50 ff ff", Mark::None),
    ];
    assert_eq!(told.collect::<Vec<_>>(), expected);
}

#[test]
fn unknown_bytes_are_shown_as_such() {
    let (lines, grid) = drawn("00 10 ?? ?? 40 50 ff ff 41 42");
    let runs = grid.rows.first().unwrap().runs(0, None, None);
    let told = runs.iter().map(|run| (run.hex.as_str(), run.first));
    let expected = [
        ("00 10", Byte::Known(0)),
        ("?? ??", Byte::Unreadable),
        ("40 50 ff ff", Byte::Known(0x40)),
    ];
    assert_eq!(told.collect::<Vec<_>>(), expected);
    let behind = grid.rows.first().unwrap().runs(1, None, None);
    assert_eq!(behind.get(1).map(|run| run.hex.as_str()), Some("·· ··"));
    assert_eq!((grid.rows.len(), grid.beyond), (1, 8));
    let object = lines.first().unwrap();
    assert_eq!(
        (object.words.main.as_str(), object.kind),
        ("unknown", Kind::Pointer)
    );
}

#[test]
fn the_example_reads_back_without_a_finding() {
    let dataset = dataset();
    let layout = sample::found(&dataset).layout;
    let text = example(&layout, &Catalogue::default(), None).unwrap();
    let reading = read(&text).unwrap();
    assert_eq!(reading.skipped().count(), 0, "{text}");
    let (types, options) = (Catalogue::default(), Options::default());
    let decoded = decode(&layout, &types, &reading.space, &options).unwrap();
    let instance = decoded.instances.first().unwrap();
    assert_eq!(instance.findings, []);
    assert_eq!(instance.bytes.len(), layout.size.index());
}

#[test]
fn slices_tile_what_was_asked_for() {
    let dataset = dataset();
    let layout = sample::found(&dataset).layout;
    let memory = Memory::new(vec![0; 0x18 * 200 + 5]).unwrap().into();
    let options = Options {
        count: 200,
        ..Options::default()
    };
    let slice =
        |first| Slice::new(&layout, &Catalogue::default(), &memory, &options, first).unwrap();
    let (mut first, mut offsets, mut findings) = (Some(0), Vec::new(), 0);
    while let Some(at) = first {
        let slice = slice(at);
        for instance in &slice.decoded.instances {
            offsets.push(instance.offset);
            findings += instance.findings.len();
        }
        first = slice.next();
    }
    assert!(offsets.into_iter().eq((0..200).map(|index| 0x18 * index)));
    assert_eq!(findings, 1, "only the last one has bytes behind it");
    let many = Options {
        count: 300,
        ..options
    };
    assert!(Slice::new(&layout, &Catalogue::default(), &memory, &many, 0).is_err());
}
