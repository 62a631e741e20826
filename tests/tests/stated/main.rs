//! Tests of judging files against the data: exports at their own points, exports with mistakes, and files of people and
//! tools. (`exports` compares the layout rules for headers with clang.)

mod exports;
mod planted;
mod styles;

use strata_core::Layout;
use strata_core::catalogue::Catalogue;
use strata_core::dataset::Structure;
use strata_core::export::{Format, Pointers};
use strata_core::stated::judge::{JudgeOptions, JudgedFile, judge};
use strata_server::stated::read;
use strata_tests::data::dataset;
use strata_tests::specimen::unit;

/// A layout as a header; types may differ from the dataset's.
fn header(
    of: (&Structure, &Layout),
    types: &Catalogue,
    depth: usize,
    pointers: Pointers,
) -> String {
    exported(of, types, (Format::C, depth), pointers)
}

/// A layout in a format.
fn exported(
    of: (&Structure, &Layout),
    types: &Catalogue,
    (format, depth): (Format, usize),
    pointers: Pointers,
) -> String {
    format.write(&unit(of, types, format, depth), pointers.into())
}

/// The judgement of a text, at its stated point or where it agrees.
#[track_caller]
fn judged(text: &str) -> JudgedFile {
    let stated = read(text, dataset()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    judge(&stated, dataset(), JudgeOptions::default())
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// All findings in a text, one line each.
fn said(judged: &JudgedFile) -> String {
    let line = |finding: &strata_core::stated::finding::Finding| {
        let more = match finding.following {
            0 => String::new(),
            more => format!(" (+{more})"),
        };
        let line = finding
            .line
            .map_or_else(String::new, |line| format!("{line}: "));
        format!(
            "{line}{}: {}{more}\n",
            finding.code.as_str(),
            finding.message
        )
    };
    judged.all_findings().into_iter().map(line).collect()
}

/// The points of each group, its definitions, and the findings.
fn shown(judged: &JudgedFile) -> String {
    let mut shown = String::new();
    for group in &judged.groups {
        let points = strata_core::stated::identify::points_in_words(&group.points);
        let held = group.definitions.iter().map(|held| match held.agrees {
            Some(true) => held.name.clone(),
            Some(false) => format!("not {} ({})", held.name, held.differing),
            None => format!("{} is not known there", held.name),
        });
        let held = held.collect::<Vec<_>>().join(", ");
        shown += &format!("{} {points}: {held}\n", group.how.as_str());
    }
    if !judged.unknown.is_empty() {
        shown += &format!("unknown: {}\n", judged.unknown.join(", "));
    }
    shown += &said(judged);
    shown
}
