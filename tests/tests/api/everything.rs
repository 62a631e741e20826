//! Tests of every layout of every structure, at every release and build, against the contract. The document has
//! validated the shape of each before.

use serde_json::Value;
use strata_core::Layout;
use strata_core::dataset::Structure;
use strata_tests::data;

use crate::client::{get, list, plain};

fn every_layout() -> impl Iterator<Item = (&'static Structure, Layout)> {
    data::dataset().audited().flat_map(|structure| {
        let layouts = structure.every_layout().into_iter();
        layouts.map(move |layout| (structure, layout))
    })
}

fn answer(structure: &Structure, layout: &Layout) -> Value {
    let (name, point) = (&structure.name, layout.point);
    get(&format!("/structures/{name}/layouts/{point}")).data()
}

#[test]
fn members_and_gaps_tile_the_structure() {
    for (structure, layout) in every_layout() {
        let answer = answer(structure, &layout);
        let mut runs: Vec<(u64, u64)> = list(&answer["members"])
            .iter()
            .chain(list(&answer["gaps"]))
            .map(|run| {
                (
                    run["offset"].as_u64().unwrap(),
                    run["size"].as_u64().unwrap(),
                )
            })
            .collect();
        runs.sort_unstable();
        let mut end = 0;
        for (offset, size) in runs {
            assert_eq!(offset, end, "{} {}", layout.structure, layout.point);
            end = offset + size;
        }
        assert_eq!(answer["size"], end, "{} {}", layout.structure, layout.point);
        let offsets = list(&answer["members"])
            .iter()
            .map(|it| it["offset"].as_u64());
        assert!(offsets.is_sorted());
    }
}

#[test]
fn where_the_published_offset_differs_an_erratum_says_so() {
    let mut differing = 0;
    for (structure, layout) in every_layout() {
        let answer = answer(structure, &layout);
        for member in list(&answer["members"]) {
            if member["offset"] == member["published_offset"] {
                continue;
            }
            differing += 1;
            let errata = list(&member["errata"]);
            let says =
                |erratum: &&Value| ["offset", "versions"].contains(&plain(&erratum["about"]));
            assert!(
                errata.iter().any(|erratum| says(&erratum)),
                "{} {member:#}",
                layout.point
            );
        }
    }
    assert!(differing > 20, "{differing}");
}

#[test]
fn every_erratum_of_a_member_is_one_of_the_layout() {
    for (structure, layout) in every_layout() {
        let answer = answer(structure, &layout);
        let all = list(&answer["errata"]);
        for member in list(&answer["members"]) {
            for erratum in list(&member["errata"]) {
                assert!(all.contains(erratum), "{erratum}");
                assert_ne!(erratum["published"], erratum["corrected"]);
                assert!(!plain(&erratum["why"]).is_empty());
            }
        }
    }
}

#[test]
fn every_step_along_the_ladder_has_a_diff() {
    for structure in data::dataset().audited() {
        for pair in structure.layouts().windows(2) {
            let [from, to] = pair else { continue };
            let (from, to) = (from.point, to.point);
            let name = &structure.name;
            let diff = get(&format!("/structures/{name}/diff?from={from}&to={to}")).data();
            assert_eq!(diff["from"], from.to_string());
            assert!(
                list(&diff["changes"])
                    .iter()
                    .all(|it| !list(&it["kinds"]).is_empty())
            );
        }
    }
}

#[test]
fn every_row_has_its_history() {
    for structure in data::dataset().audited() {
        let table = structure.table().expect("it is audited");
        let rows = table.rows.iter().map(|row| &row.id);
        for row in rows.chain(table.bits.iter().map(|bit| &bit.id)) {
            let name = &structure.name;
            let member = get(&format!("/structures/{name}/members/{row}")).data();
            let points = list(&member["points"]);
            assert!(
                points.iter().any(|point| point["state"] == "stated"),
                "{name} {row}"
            );
        }
    }
}
