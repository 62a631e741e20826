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

/// Members and gaps tile the structure; where a published offset differs an erratum says so; and every erratum of a member
/// is one of the layout.
#[test]
fn every_layout_is_whole_and_names_its_errata() {
    let mut differing = 0;
    for (structure, layout) in every_layout() {
        let answer = answer(structure, &layout);
        let title = format!("{} {}", layout.structure, layout.point);
        let (members, gaps) = (list(&answer["members"]), list(&answer["gaps"]));
        let number = |value: &Value| value.as_u64().unwrap();
        let place = |run: &Value| (number(&run["offset"]), number(&run["size"]));
        assert!(members.iter().map(|it| place(it).0).is_sorted(), "{title}");
        let mut runs: Vec<(u64, u64)> = members.iter().chain(gaps).map(place).collect();
        runs.sort_unstable();
        let mut end = 0;
        for (offset, size) in runs {
            assert_eq!(offset, end, "{title}");
            end = offset + size;
        }
        assert_eq!(answer["size"], end, "{title}");
        for member in members {
            let errata = list(&member["errata"]);
            if member["offset"] != member["published_offset"] {
                differing += 1;
                let about = |it: &Value| ["offset", "versions"].contains(&plain(&it["about"]));
                assert!(errata.iter().any(about), "{title} {member:#}");
            }
            for erratum in errata {
                assert!(list(&answer["errata"]).contains(erratum), "{erratum}");
                assert_ne!(erratum["published"], erratum["corrected"]);
                assert!(!plain(&erratum["why"]).is_empty());
            }
        }
    }
    assert!(differing > 20, "{differing}");
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
