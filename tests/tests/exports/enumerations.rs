//! Enumerations: clang, rustc, dissect.cstruct, Volatility 3 and pfp find the values that the symbol files state.

use std::fmt::Write as _;
use std::process::Command;

use serde_json::{Value, json};
use strata_core::dataset::Structure;
use strata_core::export::{ExportRequest, Format, Options, export};
use strata_core::stated::read;
use strata_core::types::{EnumValue, TypeKind};
use strata_core::{Arch, Layout};
use strata_tests::data::dataset;

use crate::clang::{self, Target};
use crate::expected::called;
use crate::python::{answer, list, script};

/// Python readers are slow: they get one enumeration in this many.
const SAMPLE: usize = 4;

/// The least number of enumerations.
const AT_LEAST: usize = 400;

/// Every enumeration as the newest release states it.
fn all() -> Vec<(&'static Structure, Layout)> {
    let enums = dataset().structures().iter();
    let enums = enums.filter(|structure| structure.kind() == TypeKind::Enum);
    let newest = enums.filter_map(|structure| {
        let layouts = structure.layouts();
        Some((structure, layouts.last()?.clone()))
    });
    let all: Vec<_> = newest.collect();
    assert!(all.len() >= AT_LEAST, "only {}", all.len());
    all
}

fn text(format: Format, (structure, layout): &(&Structure, Layout)) -> String {
    let asked = ExportRequest {
        format,
        data: "0",
        depth: 0,
    };
    export(dataset(), structure, layout, asked, Options::default())
}

/// C++ assertions about every value. Each header is in a namespace, because enumerations share value names.
fn questions(cases: &[(&Structure, Layout)], lie: bool) -> String {
    let mut source = String::new();
    for (number, case) in cases.iter().enumerate() {
        let _ = writeln!(source, "namespace n{number} {{\n{}", text(Format::C, case));
        for EnumValue { name, value } in &case.1.values {
            let (name, value) = (called(name, Format::C), value + i64::from(lie));
            let _ = writeln!(source, "static_assert({name} == {value}, \"{name}\");");
        }
        source.push_str("}\n");
    }
    source
}

#[test]
fn clang_finds_every_value() {
    let cases = all();
    for target in [Target::X64, Target::X86] {
        let refusal = clang::refusal_of_cpp("enumerations", target, &questions(&cases, false));
        assert_eq!(refusal, None);
    }
    let refusal = clang::refusal_of_cpp("enumerations", Target::X64, &questions(&cases[..1], true));
    assert!(refusal.is_some_and(|it| it.contains("static_assert failed")));
}

#[test]
fn rustc_finds_every_value() {
    let mut source = "#![no_std]\n#![deny(warnings)]\n".to_owned();
    for (number, case) in all().iter().enumerate() {
        let own = case.1.structure.c_identifier();
        let own = called(&own, Format::Rust);
        let _ = writeln!(source, "mod n{number} {{\n{}", text(Format::Rust, case));
        let _ = writeln!(
            source,
            "const _: () = assert!(core::mem::size_of::<{own}>() == {});",
            case.1.size.get()
        );
        for EnumValue { name, value } in &case.1.values {
            let name = called(name, Format::Rust);
            let _ = writeln!(source, "const _: () = assert!({own}::{name}.0 == {value});");
        }
        source.push_str("}\n");
    }
    let folder = clang::empty("enumerations-rust");
    clang::source(&folder, "all.rs", &source);
    let library = ["--edition=2024", "--crate-type=lib", "--emit=metadata"];
    let mut rustc = Command::new("rustc");
    clang::ran(rustc.args(library).arg("all.rs").current_dir(folder));
}

#[test]
fn readers_in_python_find_every_value() {
    let formats = [Format::CStruct, Format::Isf, Format::Template010];
    let all: Vec<_> = all().into_iter().step_by(SAMPLE).collect();
    let cases = formats
        .iter()
        .flat_map(|format| all.iter().map(move |case| (*format, case)));
    let cases: Vec<(Format, &(&Structure, Layout))> = cases.collect();
    let asked: Vec<Value> = cases
        .iter()
        .map(|(format, case)| {
            let name = match format {
                Format::Isf => case.1.structure.as_str().to_owned(),
                _ => case.1.structure.c_identifier(),
            };
            json!({ "format": format.as_str(), "name": name, "text": text(*format, case) })
        })
        .collect();
    let found = answer(&mut script("enum_reader.py"), &Value::from(asked));
    let found = list(&found);
    assert_eq!(found.len(), cases.len());
    for ((format, case), found) in cases.iter().zip(found) {
        for EnumValue { name, value } in &case.1.values {
            let name = called(name, *format);
            assert_eq!(
                found[&name], *value,
                "{format} {} {name}: {found}",
                case.1.structure
            );
        }
    }
}

/// Our reader of declarations accepts every C export without a finding.
#[test]
fn our_own_reader_of_headers_takes_every_one() {
    for case in &all() {
        let header = text(Format::C, case);
        let declared = read(&header).expect("it is a header");
        assert_eq!(declared.findings(&Arch::ALL), [], "{}", case.1.structure);
        assert_eq!(declared.definitions.len(), 1, "{}", case.1.structure);
    }
}
