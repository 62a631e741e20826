//! Tests that our layouts in the format of `dt` read back as themselves.

use strata_core::decode::listing::parse;
use strata_core::export::dt;
use strata_core::stated::{compare, fits};
use strata_core::types::NESTING_LIMIT;
use strata_tests::data::{dataset, layouts_of};

#[test]
fn every_layout_agrees_with_its_own_listing() {
    let types = dataset().catalogue();
    for structure in dataset().audited() {
        let layouts = layouts_of(structure);
        for layout in layouts {
            let what = format!("{} {}", layout.structure, layout.point);
            for depth in [0, 1, NESTING_LIMIT] {
                let text = dt(layout, types, depth);
                let listing =
                    parse(&text).unwrap_or_else(|| panic!("{what} is no listing:\n{text}"));
                assert_eq!(listing.skipped, [], "{what}");
                assert_eq!(listing.name.as_ref(), Some(&layout.structure), "{what}");
                let comparison = compare(&listing, layout, types);
                assert!(comparison.agrees(), "{what}:\n{comparison}\n{text}");
                let differing = comparison
                    .entries
                    .iter()
                    .find(|entry| !entry.differences.is_empty());
                assert_eq!(differing, None, "{what}:\n{text}");
            }
        }
    }
}

#[test]
fn a_listing_fits_its_own_points_and_those_that_are_alike() {
    let types = dataset().catalogue();
    for structure in dataset().audited() {
        let layouts = structure.every_layout();
        for layout in &layouts {
            let listing = parse(&dt(layout, types, 0)).expect("a listing");
            let fitting = fits(&listing, structure, types);
            for other in &layouts {
                let what = format!(
                    "{} of {} at {}",
                    layout.structure, layout.point, other.point
                );
                let alike = layout.same_as(other);
                assert!(!alike || fitting.contains(&other.point), "{what}");
                let places = |layout: &strata_core::Layout| -> Vec<_> {
                    layout
                        .members()
                        .map(|member| (member.offset, member.size))
                        .collect()
                };
                let possible = places(layout) == places(other);
                assert!(possible || !fitting.contains(&other.point), "{what}");
            }
        }
    }
}
