//! The header for WinDbg's SyntheticTypes, proved by clang for both targets of Windows and by the reader's own rules.

use strata_core::Arch;
use strata_core::catalogue::Catalogue;
use strata_core::export::{Format, NESTING_LIMIT, Options};
use strata_tests::data::dataset;

use crate::clang::{Case, Target, disagreements};
use crate::expected::{self, Extent, differences};
use crate::planted::{Planted, planted_mistakes};
use crate::specimen::{Of, odd, unit, with_sample};
use crate::syntypes;

/// At least so many layouts are at hand for each architecture.
const AT_LEAST: usize = 60;

/// The header of a layout with what it must say.
fn case(of: Of, types: &Catalogue, depth: usize) -> Case {
    let unit = unit(of, types, Format::Synthetic, depth);
    let mut records = expected::spelled(expected::records(of.1, types, depth), Format::Synthetic);
    // An array without elements is a comment.
    for record in records.values_mut() {
        record
            .members
            .retain(|place| place.extent != Extent::Bytes(0));
    }
    Case {
        header: Format::Synthetic.write(&unit, Options::default()),
        records,
    }
}

/// Clang aligns a number of eight bytes at eight, SyntheticTypes at the size of a pointer; both must come to our layout.
#[track_caller]
fn prove(folder: &str, arch: Arch, depth: usize, target: Target) {
    let layouts = with_sample(arch);
    assert!(layouts.len() >= AT_LEAST, "only {}", layouts.len());
    let cases = layouts
        .into_iter()
        .map(|of| case(of, dataset().catalogue(), depth));
    read(folder, arch, target, &cases.collect::<Vec<Case>>());
}

#[track_caller]
fn read(folder: &str, arch: Arch, target: Target, cases: &[Case]) {
    let wrong = disagreements(folder, target, cases);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for case in cases {
        let wrong = misread(case, arch);
        assert!(wrong.is_empty(), "{}\n{}", wrong.join("\n"), case.header);
    }
}

fn misread(case: &Case, arch: Arch) -> Vec<String> {
    match syntypes::read(&case.header, arch.pointer().get()) {
        Ok(found) => differences("SyntheticTypes", &case.records, &found),
        Err(refusal) => vec![refusal],
    }
}

#[test]
fn x86() {
    prove("synthetic-x86", Arch::X86, NESTING_LIMIT, Target::X86);
}

#[test]
fn x64() {
    prove("synthetic-x64", Arch::X64, NESTING_LIMIT, Target::X64);
}

#[test]
fn nested_types_as_bytes() {
    prove("synthetic-flat", Arch::X64, 0, Target::X64);
}

#[test]
fn nested_types_one_deep() {
    prove("synthetic-one-deep", Arch::X86, 1, Target::X86);
}

#[test]
fn odd_types() {
    let (of, all) = odd();
    let cases = all.iter().map(|types| case(of, types, NESTING_LIMIT));
    let cases: Vec<Case> = cases.collect();
    read("synthetic-odd", Arch::X64, Target::X64, &cases);
}

#[test]
fn planted_mistakes_are_found() {
    let mistaken = |planted: &Planted, header| Case {
        header,
        records: planted.records(),
    };
    for planted in planted_mistakes() {
        let folder = format!("synthetic-{}", planted.what.replace(' ', "-"));
        planted.must_be_found_by(Format::Synthetic, Options::default(), |planted, header| {
            disagreements(&folder, Target::X64, &[mistaken(planted, header)])
        });
        planted.must_be_found_by(Format::Synthetic, Options::default(), |planted, header| {
            misread(&mistaken(planted, header), Arch::X64)
        });
    }
}

/// What its reader does not take: C that is right.
#[test]
fn what_the_reader_does_not_take_is_refused() {
    let refused = [
        "typedef struct _X { unsigned long long A; } X;",
        "typedef struct _X { signed char A; } X;",
        "typedef struct _X { int A[2][2]; } X;",
        "typedef struct _X { struct _X *Next; } X;",
        "typedef struct _X { int IN; } X;",
        "#pragma pack(1)\ntypedef struct _X { int A; } X;",
    ];
    for header in refused {
        assert!(syntypes::read(header, 8).is_err(), "{header}");
    }
}

/// What it takes and misplaces: an array of structures, and padding that is no member.
#[test]
fn what_the_reader_misplaces_is_misplaced() {
    let size = |header: &str| {
        let records = syntypes::read(header, 8).expect("it is read");
        records["X"].size
    };
    let array = "typedef struct _E { int A; int B; } E; typedef struct _X { E A[4]; } X;";
    assert_eq!(size(array), 8);
    let padded = "typedef struct _X { char A; int B; char C; int D; } X;";
    assert_eq!(size(padded), 12);
}
