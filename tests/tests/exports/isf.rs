//! The symbol file, proved by Volatility 3: its schema allows the file, every member is where it must be, and a blob is read as
//! our own decoder reads it.

use strata_core::Arch;
use strata_core::export::{Format, NESTING_LIMIT, Options};
use strata_tests::data::dataset;

use crate::planted::{Planted, planted_mistakes};
use crate::python::{self, Case};
use crate::specimen::{unit, with_sample};

/// At least so many layouts are at hand for each architecture.
const AT_LEAST: usize = 60;

/// What is wrong in each file.
fn wrong(cases: &[Case]) -> Vec<String> {
    let found = python::read("isf_reader.py", cases);
    assert_eq!(found.len(), cases.len());
    let cases = cases.iter().zip(&found);
    let wrong = cases.flat_map(|(case, ways)| {
        let [found] = ways.as_slice() else {
            panic!("it reads one way");
        };
        python::mistakes("Volatility", case, &case.leaves, found)
    });
    wrong.collect()
}

#[track_caller]
fn prove(arch: Arch) {
    let types = dataset().catalogue();
    let cases = with_sample(arch).into_iter().map(|of| {
        let unit = unit(of, types, Format::Isf, NESTING_LIMIT);
        Case::new(
            Format::Isf,
            Format::Isf.write(&unit, Options::default()),
            of.1,
            types,
        )
    });
    let cases: Vec<Case> = cases.collect();
    assert!(cases.len() >= AT_LEAST, "only {}", cases.len());
    let wrong = wrong(&cases);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn x86() {
    prove(Arch::X86);
}

#[test]
fn x64() {
    prove(Arch::X64);
}

fn read_of(planted: &Planted, text: String) -> Vec<String> {
    wrong(&[Case::new(
        Format::Isf,
        text,
        planted.right.1,
        dataset().catalogue(),
    )])
}

#[test]
fn planted_mistakes_are_found() {
    for planted in planted_mistakes() {
        planted.must_be_found_by(Format::Isf, Options::default(), read_of);
    }
}

/// Volatility holds every file against its schema, also where the comment stands.
#[test]
fn what_the_schema_does_not_allow_is_refused() {
    let [of, ..] = planted_mistakes();
    let right = of.right(Format::Isf, Options::default());
    for (allowed, refused) in [
        ("\"symbols\": {}", "\"symbols\": {}, \"comment\": []"),
        (
            "\"format\": \"6.1.0\",",
            "\"format\": \"6.1.0\", \"comment\": [],",
        ),
        (
            "\"kind\": \"struct\",\n",
            "\"kind\": \"struct\", \"comment\": [],\n",
        ),
    ] {
        let text = right.replacen(allowed, refused, 1);
        assert_ne!(text, right);
        let wrong = read_of(&of, text);
        let refused = wrong
            .first()
            .is_some_and(|it| it.contains("ValidationError"));
        assert!(refused, "{wrong:?}");
    }
}

/// The newest version of the format that Volatility reads.
#[test]
fn a_newer_schema_takes_it() {
    let [of, ..] = planted_mistakes();
    let right = of.right(Format::Isf, Options::default());
    let text = right.replace("6.1.0", "6.2.0");
    assert_ne!(text, right);
    assert_eq!(read_of(&of, text), Vec::<String>::new());
}
