//! The specification for Kaitai Struct, proved by its compiler and its runtime for JavaScript: what is compiled reads a blob as our
//! own decoder does.

use std::process::Command;

use strata_core::Arch;
use strata_core::export::{Format, NESTING_LIMIT, Options};
use strata_tests::data::dataset;
use strata_tests::workspace;

use crate::leaves::{Leaf, in_one_dimension};
use crate::planted::{Planted, planted_mistakes};
use crate::python::{self, Case};
use crate::specimen::{unit, with_sample};

/// At least so many layouts are at hand for each architecture.
const AT_LEAST: usize = 60;

/// What is wrong in each specification.
fn wrong(cases: &[Case]) -> Vec<String> {
    let packages = workspace::target().join("tests-js/node_modules");
    let compiler = packages.join("kaitai-struct-compiler");
    assert!(
        compiler.exists(),
        "{} is not there: `cargo xtask test` puts it there",
        compiler.display()
    );
    let mut node = Command::new("node");
    node.arg(workspace::root().join("tests/js/ksy_reader.js"))
        .env("NODE_PATH", packages);
    let found = python::read_by(&mut node, cases);
    assert_eq!(found.len(), cases.len());
    let cases = cases.iter().zip(&found);
    let wrong = cases.flat_map(|(case, ways)| {
        let [found] = ways.as_slice() else {
            panic!("it reads one way");
        };
        let leaves: Vec<Leaf> = in_one_dimension(&case.leaves)
            .iter()
            .map(by_first_bit)
            .collect();
        python::mistakes("Kaitai", case, &leaves, found)
    });
    wrong.collect()
}

/// A specification has no integer around bit fields: they begin at a byte.
fn by_first_bit(leaf: &Leaf) -> Leaf {
    let mut leaf = leaf.clone();
    if let Some((bit, _)) = &mut leaf.bits {
        leaf.offset += u32::from(*bit / 8);
        leaf.size = 0;
        *bit %= 8;
    }
    leaf
}

#[track_caller]
fn prove(arch: Arch) {
    let types = dataset().catalogue();
    let cases = with_sample(arch).into_iter().map(|of| {
        let unit = unit(of, types, Format::Ksy, NESTING_LIMIT);
        Case::new(
            Format::Ksy,
            Format::Ksy.write(&unit, Options::default()),
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

#[test]
fn planted_mistakes_are_found() {
    for planted in planted_mistakes() {
        let reader = |planted: &Planted, text| {
            wrong(&[Case::new(
                Format::Ksy,
                text,
                planted.right.1,
                dataset().catalogue(),
            )])
        };
        planted.must_be_found_by(Format::Ksy, Options::default(), reader);
    }
}
