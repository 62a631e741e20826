//! The template of 010 Editor, proved by pfp, another interpreter of templates: it reads a blob as our own decoder does.

use strata_core::Arch;
use strata_core::export::{Format, NESTING_LIMIT, Options};
use strata_tests::data::dataset;

use crate::leaves::in_one_dimension;
use crate::planted::{Planted, planted_mistakes};
use crate::python::{self, Case};
use crate::specimen::{odd, unit, with_sample};

const FORMAT: Format = Format::Template010;

/// At least so many layouts are at hand for each architecture.
const AT_LEAST: usize = 60;

/// What is wrong in each template.
fn wrong(cases: &[Case]) -> Vec<String> {
    let found = python::read("bt_reader.py", cases);
    assert_eq!(found.len(), cases.len());
    let pairs = cases.iter().zip(&found);
    let wrong = pairs.flat_map(|(case, found)| {
        python::mistakes("pfp", case, &in_one_dimension(&case.leaves), &found[0])
    });
    wrong.collect()
}

#[track_caller]
fn prove(arch: Arch) {
    let types = dataset().catalogue();
    let cases = with_sample(arch).into_iter().map(|of| {
        let unit = unit(of, types, FORMAT, NESTING_LIMIT);
        Case::new(FORMAT, FORMAT.write(&unit, Options::default()), of.1, types)
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

#[test]
fn odd_types() {
    let (of, all) = odd();
    let cases = all.iter().map(|types| {
        let unit = unit(of, types, FORMAT, NESTING_LIMIT);
        Case::new(FORMAT, FORMAT.write(&unit, Options::default()), of.1, types)
    });
    let wrong = wrong(&cases.collect::<Vec<Case>>());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn planted_mistakes_are_found() {
    for planted in planted_mistakes() {
        let reader = |planted: &Planted, text| {
            wrong(&[Case::new(
                FORMAT,
                text,
                planted.right.1,
                dataset().catalogue(),
            )])
        };
        planted.must_be_found_by(FORMAT, Options::default(), reader);
    }
}
