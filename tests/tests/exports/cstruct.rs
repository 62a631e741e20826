//! The definitions for dissect.cstruct, proved by it: it reads a blob as our own decoder does, compiled and not.

use strata_core::Arch;
use strata_core::export::{Format, NESTING_LIMIT, Options};
use strata_tests::data::dataset;

use crate::planted::{Planted, planted_mistakes};
use crate::python::{self, Case};
use crate::specimen::{odd, unit, with_sample};

const READER: &str = "cstruct_reader.py";

/// At least so many layouts are at hand for each architecture.
const AT_LEAST: usize = 60;

/// What is wrong in each text, whichever way it is read.
fn wrong(cases: &[Case]) -> Vec<String> {
    let found = python::read(READER, cases);
    assert_eq!(found.len(), cases.len());
    let mut wrong = Vec::new();
    for (case, ways) in cases.iter().zip(&found) {
        let [compiled, plain] = ways.as_slice() else {
            panic!("it reads two ways");
        };
        // Of a union nothing is compiled.
        let is_union = case
            .text
            .contains(&format!("\nunion {} {{", case.structure));
        if compiled["error"].is_null() && compiled["compiled"] != !is_union {
            wrong.push(format!("{} is not compiled", case.structure));
        }
        let mistakes = |way, found| python::mistakes(way, case, &case.leaves, found);
        wrong.extend(mistakes("dissect.cstruct, compiled,", compiled));
        wrong.extend(mistakes("dissect.cstruct", plain));
    }
    wrong
}

#[test]
fn x86() {
    prove(Arch::X86);
}

#[test]
fn x64() {
    prove(Arch::X64);
}

/// All layouts are read as our decoder reads them.
#[track_caller]
fn prove(arch: Arch) {
    let types = dataset().catalogue();
    let layouts = with_sample(arch).into_iter();
    let cases = layouts.map(|of| {
        let unit = unit(of, types, Format::CStruct, NESTING_LIMIT);
        Case::new(
            Format::CStruct,
            Format::CStruct.write(&unit, Options::default()),
            of.1,
            types,
        )
    });
    let cases: Vec<Case> = cases.collect();
    assert!(cases.len() >= AT_LEAST, "only {}", cases.len());
    let wrong = wrong(&cases);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// One reader may load the definitions of all structures at a point.
#[test]
fn all_structures_at_a_point() {
    let types = dataset().catalogue();
    let point: strata_core::Point = "2004/x64".parse().expect("it is a point");
    let layouts = strata_tests::data::layouts()
        .iter()
        .filter(|of| of.1.point == point);
    let layouts: Vec<_> = layouts
        .map(|(structure, layout)| (*structure, layout))
        .collect();
    assert!(layouts.len() > 2, "only {}", layouts.len());
    let texts = layouts.iter().map(|of| {
        let unit = unit(*of, types, Format::CStruct, NESTING_LIMIT);
        Format::CStruct.write(&unit, Options::default())
    });
    let text = texts.collect::<String>();
    let mut cases: Vec<Case> = layouts
        .iter()
        .map(|of| Case::new(Format::CStruct, text.clone(), of.1, types))
        .collect();
    let records: Vec<_> = cases.iter().flat_map(|case| case.records.clone()).collect();
    for case in &mut cases {
        case.records.extend(records.clone());
    }
    let wrong = wrong(&cases);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn odd_types() {
    let (of, all) = odd();
    let cases = all.iter().map(|types| {
        let unit = unit(of, types, Format::CStruct, NESTING_LIMIT);
        Case::new(
            Format::CStruct,
            Format::CStruct.write(&unit, Options::default()),
            of.1,
            types,
        )
    });
    let wrong = wrong(&cases.collect::<Vec<Case>>());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn planted_mistakes_are_found() {
    for planted in planted_mistakes() {
        let reader = |planted: &Planted, text| {
            wrong(&[Case::new(
                Format::CStruct,
                text,
                planted.right.1,
                dataset().catalogue(),
            )])
        };
        planted.must_be_found_by(Format::CStruct, Options::default(), reader);
    }
}
