//! Tests of the audit and provenance pages: they print the data verbatim.

use expect_test::expect;
use std::collections::BTreeSet;

use strata_core::Arch;
use strata_core::article::Subject;
use strata_core::cell::OffsetCell;
use strata_frontend::components::printed::Printed;
use strata_frontend::pages::audit::{AuditedStructure, Numbers, anchor, kinds};
use strata_frontend::pages::provenance::rows;
use strata_frontend::route::Route;
use strata_tests::client::page;
use strata_tests::data::{dataset, raw};

/// The published figures of each row are those of the data file, and the corrected ones those that make the layouts.
#[test]
fn a_row_is_printed_as_the_file_has_it_and_as_it_holds() {
    for structure in dataset().audited() {
        let article = structure.article().expect("an article");
        let file = raw().structures.iter().find(|it| it.file == article.file);
        let file = &file.expect("its file").content;
        for row in &file.row {
            let head = row.spanned.as_ref().unwrap_or(&row.id);
            let head = file.row.iter().find(|it| it.id == *head).expect("its head");
            let subject = Subject::Row(row.id.parse().expect("an id"));
            let printed = Printed::new(article, &subject).expect("it is there");
            let expected = [&head.x86, &head.x64].map(|it| it.clone().unwrap_or_default());
            let published: Vec<&str> = printed.cells.iter().map(|it| &*it.published).collect();
            assert_eq!(published[..2], expected, "{}", row.id);
            assert_eq!(published[2], row.declaration);
            assert_eq!(published[3], row.versions, "{}", row.id);
            let holds = structure
                .table()
                .expect("a table")
                .row(&row.id)
                .expect("it is there");
            for (cell, arch) in printed.cells.iter().zip(Arch::IN_ARTICLES) {
                let corrected: OffsetCell = cell.corrected.parse().expect("a cell");
                assert_eq!(Some(&corrected), holds.cells.get(arch), "{}", row.id);
                let same = corrected == head_cell(&cell.published);
                assert_eq!(cell.errata.is_empty(), same, "{}", row.id);
            }
        }
    }
}

fn head_cell(text: &str) -> OffsetCell {
    text.parse().expect("a cell")
}

/// Every erratum has its anchor, its row with the difference marked, and its citation.
#[test]
fn the_report_has_every_erratum_with_its_row_and_its_citation() {
    let html = page("/audit");
    let audited = AuditedStructure::all(dataset());
    let (_, hash) = html
        .split_once("data-hash=\"")
        .expect("the hash of the data");
    let hash = strata_frontend::citation::short(hash);
    let mut count = 0;
    for structure in dataset().audited() {
        for erratum in &structure.article().expect("an article").errata {
            count += 1;
            let place = anchor(&structure.name, &erratum.id);
            let begin = format!("<article id=\"{place}\"");
            let (_, entry) = html
                .split_once(&begin)
                .unwrap_or_else(|| panic!("no {place}"));
            let (entry, _) = entry.split_once("</article>").expect("its end");
            assert!(entry.contains("<ins>"), "{place}: nothing is put in");
            for word in [
                "wrong: ",
                "corrected: ",
                "✗",
                "✓",
                "as published",
                "as corrected",
            ] {
                assert!(entry.contains(word), "{place}: no {word}");
            }
            let cited = format!("/audit?data={hash}#{place}");
            assert_eq!(entry.matches(&cited).count(), 2, "{place}: how it is cited");
            let contents = format!("<a href=\"#{place}\"><code>");
            assert!(html.contains(&contents), "{place} is not in the contents");
        }
    }
    assert_eq!(Numbers::new(dataset(), &audited).errata, count);
    let kinds: usize = kinds(&audited).iter().flat_map(|kind| kind.1).sum();
    assert_eq!(kinds, count);
    assert!(html.contains(&format!("{count} errata correct them")));
}

/// The totals equal those of the data.
#[test]
fn the_abstract_counts_what_there_is() {
    let numbers = Numbers::new(dataset(), &AuditedStructure::all(dataset()));
    let files = &raw().structures;
    let rows = files.iter().map(|it| &it.content);
    let rows = rows.map(|it| it.row.len() + it.bit.len() + it.size.len());
    assert_eq!(numbers.rows, rows.sum::<usize>());
    let kernels = dataset().audited().flat_map(|structure| {
        let layouts = dataset().catalogue().at_releases(&structure.name);
        let table = structure.table().expect("a table");
        layouts
            .into_iter()
            .filter(|it| table.size(it.release, it.arch).is_some())
            .map(|it| it.image.id())
    });
    assert_eq!(numbers.files, kernels.collect::<BTreeSet<_>>().len());
    assert_eq!((numbers.open, numbers.differences), (0, 0));
    assert!(numbers.published > numbers.standing && numbers.standing >= numbers.notes);
}

/// Every row and every bit has its anchor, and the layouts' links lead to them.
#[test]
fn a_page_of_provenance_has_every_row() {
    for structure in dataset().audited() {
        let article = structure.article().expect("an article");
        let html = page(&Route::provenance(&article.name).to_string());
        let audited = AuditedStructure::new(dataset(), structure).expect("it is audited");
        let rows = rows(&audited);
        assert_eq!(
            rows.len(),
            article.published.rows.len() + article.published.bits.len()
        );
        for row in &rows {
            let place = format!("<tbody id=\"row-{}\"", row.id);
            assert!(html.contains(&place), "{}: no {place}", article.name);
            let certain = row.unit.is_some() || !row.certainty.is_empty();
            assert!(certain, "{}: how certain?", row.id);
        }
        let link = format!("{}#{}", Route::Audit, article.name);
        assert!(html.contains(&link), "no link to the audit");
    }
}

/// Files that say the same share a line, consecutive releases a run, and architectures with the same certainty a line.
#[test]
fn what_is_said_alike_is_said_once() {
    let structure = dataset().structure("ETW_REALTIME_CONSUMER");
    let audited = AuditedStructure::new(dataset(), structure.expect("it is there"));
    let audited = audited.expect("it is audited");
    let rows = rows(&audited);
    let links = rows.iter().find(|row| row.id == "links");
    let links = links.expect("its first row");
    let mut said = String::new();
    for line in &links.certainty {
        for (archs, releases) in &line.spans {
            said += &format!("{}: {releases} on {archs}\n", line.certainty);
        }
    }
    for line in &links.symbols {
        let (count, says) = (line.builds.len(), line.said.says.as_deref());
        said += &format!(
            "{count} of {} {}: {}, {}\n",
            line.said.symbols.arch,
            line.verdict(),
            says.unwrap_or_default(),
            line.span()
        );
    }
    expect![[r#"
        confirmed: 6.1 to 2004 on x64 and x86
        inferred: 6.0 on x64 and x86
        13 of x64 agree: 0x00 LIST_ENTRY Links, 6.1.7600.16385 to 10.0.19041.264
        13 of x86 agree: 0x00 LIST_ENTRY Links, 6.1.7600.16385 to 10.0.19041.264
    "#]]
    .assert_eq(&said);
}
