//! Tests that every export of declarations has no finding at its own point.

use strata_core::export::{Format, NESTING_LIMIT, Pointers};
use strata_core::stated::judge::PointChoice;
use strata_tests::data::{Of, dataset, layouts};

use crate::{exported, judged, said};

/// The least number of layouts.
const AT_LEAST: usize = 150;

/// Proves the format with that name, also at its default depth.
fn prove(format: &str) {
    let format: Format = format.parse().expect("it is a format");
    let layouts: Vec<Of> = layouts().collect();
    assert!(layouts.len() >= AT_LEAST, "only {}", layouts.len());
    let pointers = match format.chooses_pointers() {
        true => &Pointers::ALL[..],
        false => &[Pointers::Typed],
    };
    for of in layouts {
        for pointers in pointers {
            for depth in [0, 1, NESTING_LIMIT] {
                let text = exported(of, dataset().catalogue(), (format, depth), *pointers);
                let judged = judged(&text);
                let what = format!("{} {} {pointers} {depth}", of.1.structure, of.1.point);
                assert!(judged.agrees(), "{what}:\n{}\n{text}", said(&judged));
                assert_eq!(judged.unknown, [""; 0], "{what}");
                let [group] = &judged.groups[..] else {
                    panic!("{what}: {} groups", judged.groups.len());
                };
                let (how, points) = (group.how, &group.points[..]);
                assert_eq!(
                    (how, points),
                    (PointChoice::Stated, &[of.1.point][..]),
                    "{what}"
                );
                let name = of.1.structure.as_str();
                assert!(
                    group.definitions.iter().any(|held| held.name == name),
                    "{what}"
                );
                let entries = group
                    .definitions
                    .iter()
                    .filter_map(|held| held.comparison.as_ref());
                let mut entries = entries.flat_map(|comparison| &comparison.entries);
                let differing = entries.find(|entry| !entry.agrees(false));
                assert_eq!(differing, None, "{what}\n{text}");
            }
        }
    }
}

#[test]
fn headers() {
    prove("c");
}

#[test]
fn headers_for_synthetic_types() {
    prove("synthetic");
}

/// The synthetic header writes an array of arrays as one row of elements.
#[test]
fn a_row_of_elements_for_an_array_of_arrays() {
    let structure = dataset().structure("_KPRCB").expect("it is known");
    let layout = structure.layout("22H2/x64".parse().expect("a point"));
    let layout = layout.expect("it is stated");
    let of = (structure, &*layout);
    let format = ("synthetic".parse().expect("it is a format"), NESTING_LIMIT);
    let text = exported(of, dataset().catalogue(), format, Pointers::Typed);
    let judged = judged(&text);
    assert!(judged.agrees(), "{}", said(&judged));
}

#[test]
fn definitions_for_cstruct() {
    prove("cstruct");
}

#[test]
fn symbols_of_volatility() {
    prove("isf");
}

#[test]
fn text_of_windbg() {
    prove("dt");
}

#[test]
fn text_of_pahole() {
    prove("pahole");
}
