//! Tests of exports, each with a tool that reads the format: its result must equal the layouts, and a mistake planted
//! in a layout must be found. For `ImHex`, `SyntheticTypes` and `dt` our own readers implement the rules (`imhex`,
//! `syntypes`, core's reader): these prove that a text follows the rules as written here, not that the program accepts
//! it.

mod clang;
mod csv;
mod dt;
mod enumerations;
mod expected;
mod golden;
mod images;
mod imhex;
mod layouts;
mod leaves;
mod md;
mod members;
mod pahole;
mod python;
mod rustc;
mod specimen;
mod syntypes;
mod tokens;
mod values;

use strata_core::Arch;
use strata_core::export::{Format, NESTING_LIMIT};
use strata_tests::data::dataset;

use specimen::{Case, all, odd, planted_mistakes, with_sample};

/// The least number of layouts for each architecture.
const AT_LEAST: usize = 60;

/// A reader of a format: returns the errors in texts. The folder is the proof's own.
type ReadBack = fn(&str, &[Case<'_>]) -> Vec<String>;

fn reader(format: Format) -> ReadBack {
    match format {
        Format::C => clang::wrong,
        Format::Dt => |_, cases| dt::wrong(cases),
        Format::Synthetic => syntypes::wrong,
        Format::Isf => |_, cases| python::isf(cases),
        Format::Rust => rustc::wrong,
        Format::Ksy => |_, cases| python::ksy(cases),
        Format::CStruct => |_, cases| python::cstruct(cases),
        Format::HexPat => |_, cases| imhex::wrong(cases),
        Format::Csv => |_, cases| csv::wrong(cases),
        Format::Md => |_, cases| md::wrong(cases),
        Format::Pahole => pahole::wrong,
        Format::Template010 => |_, cases| python::template(cases),
    }
}

/// Proves that all layouts of an architecture, with the sample, read back.
#[track_caller]
fn prove(format: Format, arch: Arch, depth: usize) {
    let layouts = match format {
        Format::Rust if depth < NESTING_LIMIT => all(arch),
        _ => with_sample(arch),
    };
    assert!(layouts.len() >= AT_LEAST, "only {}", layouts.len());
    let types = dataset().catalogue();
    let cases = layouts.into_iter();
    let cases: Vec<Case<'_>> = cases
        .map(|of| Case::new(format, of, types, depth))
        .collect();
    must_be_right(&format!("{format}-{arch}-{depth}"), &cases);
}

#[track_caller]
fn must_be_right(folder: &str, cases: &[Case<'_>]) {
    let format = cases[0].format;
    all_agree(&reader(format)(folder, cases));
}

#[track_caller]
fn all_agree(wrong: &[String]) {
    assert!(
        wrong.is_empty(),
        "{} differ\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Checks that the reader accepts the right text and finds the planted mistake.
#[track_caller]
fn must_find_planted_mistakes(format: Format) {
    for (number, planted) in planted_mistakes().into_iter().enumerate() {
        let (right, mistaken) = (Case::full(format, planted.right), planted.case(format));
        assert_ne!(right.text, mistaken.text, "{}", planted.what);
        let folder = format!("{format}-planted-{number}");
        must_be_right(&format!("{folder}-right"), &[right]);
        let wrong = reader(format)(&folder, &[mistaken]);
        let (what, name) = (planted.what, planted.name);
        let told = wrong.iter().any(|one| one.contains(name));
        assert!(told, "{what}: nothing is said of {name}: {wrong:#?}");
    }
}

macro_rules! proofs {
    ($($module:ident $format:ident),* $(,)?) => {
        mod proofs {$(
            mod $module {
                use crate::*;

                #[test]
                fn x86() {
                    prove(Format::$format, Arch::X86, NESTING_LIMIT);
                }

                #[test]
                fn x64() {
                    prove(Format::$format, Arch::X64, NESTING_LIMIT);
                }

                #[test]
                fn planted_mistakes_are_found() {
                    must_find_planted_mistakes(Format::$format);
                }
            }
        )*}

        #[test]
        fn every_format_is_proved() {
            assert_eq!([$(Format::$format),*], Format::ALL);
        }
    };
}

proofs! {
    c C,
    dt Dt,
    synthetic Synthetic,
    isf Isf,
    rust Rust,
    ksy Ksy,
    cstruct CStruct,
    hexpat HexPat,
    csv Csv,
    md Md,
    pahole Pahole,
    template_010 Template010,
}

/// Formats whose proofs do not support members at any position: our reader of `dt`, for one, takes unfolded members
/// that do not begin at the start for siblings.
const NOT_OF_ODD_TYPES: [Format; 3] = [Format::Csv, Format::Dt, Format::Pahole];

#[test]
fn odd_types() {
    let (of, all) = odd();
    let formats = Format::ALL.into_iter();
    for format in formats.filter(|format| !NOT_OF_ODD_TYPES.contains(format)) {
        let cases = all.iter();
        let cases = cases.map(|types| Case::new(format, of, types, NESTING_LIMIT));
        must_be_right(&format!("{format}-odd"), &cases.collect::<Vec<Case<'_>>>());
    }
}

/// Readers that compare structures support any depth.
const OF_ANY_DEPTH: [Format; 5] = [
    Format::C,
    Format::Dt,
    Format::Synthetic,
    Format::Rust,
    Format::HexPat,
];

#[test]
fn nested_types_as_bytes() {
    for format in OF_ANY_DEPTH {
        prove(format, Arch::X64, 0);
        prove(format, Arch::X86, 0);
    }
}

#[test]
fn nested_types_one_deep() {
    for format in OF_ANY_DEPTH {
        prove(format, Arch::X86, 1);
    }
}
