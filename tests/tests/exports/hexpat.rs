//! The pattern for ImHex, proved by the rules of its language: types, places, and what is read from bytes.

use strata_core::Arch;
use strata_core::Layout;
use strata_core::catalogue::Catalogue;
use strata_core::export::{Format, NESTING_LIMIT, Options};
use strata_tests::data::dataset;

use crate::expected;
use crate::imhex;
use crate::leaves::{self, in_one_dimension};
use crate::planted::planted_mistakes;
use crate::specimen::{about, odd, unit, with_sample};

/// At least so many layouts are at hand for each architecture.
const AT_LEAST: usize = 60;

/// What is wrong in the pattern of a layout.
fn wrong(pattern: &str, layout: &Layout, types: &Catalogue, depth: usize) -> Vec<String> {
    let blob = leaves::blob(layout);
    let found = match imhex::read(pattern, &blob) {
        Ok(found) => found,
        Err(refusal) => return vec![refusal],
    };
    let records = expected::records(layout, types, depth);
    let records = expected::spelled(records, Format::HexPat);
    let mut wrong = expected::differences("the pattern", &records, &found.records);
    if depth == NESTING_LIMIT {
        let leaves = leaves::leaves(layout, types, &blob);
        let leaves = leaves::spelled(leaves, Format::HexPat);
        wrong.extend(leaves::differences(
            "the pattern",
            &in_one_dimension(&leaves),
            found.leaves,
        ));
    }
    wrong
}

#[track_caller]
fn prove(arch: Arch, depth: usize) {
    let layouts = with_sample(arch);
    assert!(layouts.len() >= AT_LEAST, "only {}", layouts.len());
    let wrong = layouts.into_iter().flat_map(|of| {
        let unit = unit(of, dataset().catalogue(), Format::HexPat, depth);
        let pattern = Format::HexPat.write(&unit, Options::default());
        let wrong = wrong(&pattern, of.1, dataset().catalogue(), depth);
        about(of.1, wrong)
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn x86() {
    prove(Arch::X86, NESTING_LIMIT);
}

#[test]
fn x64() {
    prove(Arch::X64, NESTING_LIMIT);
}

#[test]
fn nested_types_as_bytes() {
    prove(Arch::X64, 0);
}

#[test]
fn nested_types_one_deep() {
    prove(Arch::X86, 1);
}

#[test]
fn odd_types() {
    let (of, all) = odd();
    for types in &all {
        let unit = unit(of, types, Format::HexPat, NESTING_LIMIT);
        let pattern = Format::HexPat.write(&unit, Options::default());
        let wrong = wrong(&pattern, of.1, types, NESTING_LIMIT);
        assert!(wrong.is_empty(), "{}\n{pattern}", wrong.join("\n"));
    }
}

#[test]
fn planted_mistakes_are_found() {
    for planted in planted_mistakes() {
        planted.must_be_found_by(Format::HexPat, Options::default(), |planted, pattern| {
            wrong(
                &pattern,
                planted.right.1,
                dataset().catalogue(),
                NESTING_LIMIT,
            )
        });
    }
}

/// What the language does not have.
#[test]
fn what_is_not_in_the_language_is_refused() {
    let refused = [
        "struct X { union { u8 A; u16 B; }; };",
        "struct X { u8 A[2][2]; };",
        "struct X { u8 parent; };",
        "struct X { unsigned char A; };",
        "struct X { Y A; };",
        "bitfield X { : 3; };",
        "struct X { u8 A [[comment(\"B\")]] };",
    ];
    for declaration in refused {
        let pattern = format!("#pragma endian little\n{declaration}\nX structure @ 0x00;");
        assert!(imhex::read(&pattern, &[0; 8]).is_err(), "{pattern}");
    }
}
