//! Every export is clean against its own point, and against all points whose layouts are alike.

use strata_core::declared::judge::How;
use strata_core::export::{NESTING_LIMIT, Pointers};
use strata_tests::data::dataset;

use crate::{all, header, judged, said};

/// At least so many layouts are at hand.
const AT_LEAST: usize = 160;

#[test]
fn every_header_agrees_with_its_own_point() {
    let layouts = all();
    assert!(layouts.len() >= AT_LEAST, "only {}", layouts.len());
    for of in layouts {
        for pointers in Pointers::ALL {
            for depth in [0, 1, NESTING_LIMIT] {
                let text = header(of, dataset().types(), depth, pointers);
                let judged = judged(&text);
                let what = format!("{} {} {pointers} {depth}", of.1.structure, of.1.point);
                assert!(judged.agrees(), "{what}:\n{}\n{text}", said(&judged));
                assert_eq!(judged.unknown, [""; 0], "{what}");
                let [group] = &judged.groups[..] else {
                    panic!("{what}: {} groups", judged.groups.len());
                };
                assert_eq!(
                    (group.how, &group.points[..]),
                    (How::Stated, &[of.1.point][..]),
                    "{what}"
                );
                assert!(
                    group
                        .held
                        .iter()
                        .any(|held| held.name == of.1.structure.as_str()),
                    "{what}"
                );
                let entries = group
                    .held
                    .iter()
                    .filter_map(|held| held.comparison.as_ref());
                let mut entries = entries.flat_map(|comparison| &comparison.entries);
                let differing = entries.find(|entry| !entry.differences.is_empty());
                assert_eq!(differing, None, "{what}\n{text}");
            }
        }
    }
}
