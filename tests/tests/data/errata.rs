//! Proof of the errata: without one, its rule fires; with its offset anywhere else, some rule fires.

use strata_core::article::{Article, CorrectedField, Erratum, Table};
use strata_core::audit::{self, Finding};
use strata_core::{Arch, ByteOffset, Dataset, Release};
use strata_server::check::check;
use strata_server::data::DataFiles;
use strata_tests::data::{audited, dataset, layouts_of};

#[test]
fn the_data_are_sound() {
    let outcome = check(&DataFiles::built_in());
    assert!(outcome.is_sound(), "{outcome}");
}

#[test]
fn every_erratum_taken_back_fires_its_rule() {
    for structure in dataset().audited() {
        let report = dataset().audit(structure).expect("it has an article");
        assert!(report.open.is_empty(), "{:#?}", report.open);
        for erratum in &report.errata {
            assert!(erratum.fires, "{}: {:#?}", erratum.id, erratum.findings);
        }
    }
}

#[test]
fn no_layout_is_lost_or_overlaps() {
    for structure in dataset().audited() {
        let audited = audited(structure);
        let stated = audited.table.stated_sizes().count();
        assert_eq!(audited.layouts().len(), stated, "{}", structure.name);
        for layout in layouts_of(structure) {
            let mut end = ByteOffset::ZERO;
            for slot in &layout.slots {
                assert_eq!(slot.offset(), end, "{} {}", layout.structure, layout.point);
                end = slot.end();
            }
            assert_eq!(
                end.get(),
                layout.size.get(),
                "{} {}",
                layout.structure,
                layout.point
            );
        }
    }
}

/// Wherever the corrected offset differs from the published one, an erratum about the offset or Versions explains it.
#[test]
fn no_offset_differs_from_the_published_one_without_an_erratum() {
    let mut corrected = 0;
    for audited in dataset().audited().map(audited) {
        for layout in audited.layouts() {
            for member in layout
                .members()
                .filter(|member| member.published != Some(member.offset))
            {
                let errata = member
                    .errata
                    .iter()
                    .filter_map(|id| audited.article.erratum(id));
                let about_it = errata
                    .filter(|erratum| erratum.field == CorrectedField::Offset)
                    .count();
                assert_eq!(
                    about_it, 1,
                    "{} {} {}",
                    layout.structure, layout.point, member.row
                );
                corrected += 1;
            }
        }
    }
    assert!(corrected > 50, "only {corrected} offsets are corrected");
}

/// Moves each corrected offset to every other aligned offset of the structure, at each release that it changes.
#[test]
fn no_other_place_fits_where_an_erratum_is_forced() {
    let mut tried = 0;
    for audited in dataset().audited().map(audited) {
        let article = &audited.article;
        for erratum in article
            .errata
            .iter()
            .filter(|erratum| erratum.field == CorrectedField::Offset)
        {
            let fits = other_places(dataset(), article, &audited.table, erratum, &mut tried);
            if erratum.is_only_fix {
                assert!(fits.is_empty(), "{} also fits at {fits:?}", erratum.id);
            } else {
                assert!(
                    !fits.is_empty(),
                    "{} is said to be chosen, and nothing else fits",
                    erratum.id
                );
            }
        }
    }
    assert!(tried > 1000, "only {tried} places were tried");
}

fn other_places(
    dataset: &Dataset,
    article: &Article,
    table: &Table,
    erratum: &Erratum,
    tried: &mut usize,
) -> Vec<(Release, ByteOffset)> {
    let context = dataset.audit_context(&article.name);
    let normal = audit::table(table, context);
    let arch = erratum
        .arch
        .expect("an erratum about an offset names its architecture");
    let id = erratum
        .row()
        .expect("an erratum about an offset names its row");
    let row = table.row(id.as_str()).expect("the row is there");
    let published = article
        .published
        .row(id.as_str())
        .expect("the row is there");
    let mut fits = Vec::new();
    for (release, _, size) in table.stated_sizes().filter(|(_, other, _)| *other == arch) {
        let Some(holds) = table.offset(row, release, arch) else {
            continue;
        };
        if article.published.offset(published, release, arch) == Some(holds) {
            continue;
        }
        let reading = row
            .interpretation(release, table.last_release)
            .expect("the row has a meaning");
        let measure = dataset
            .catalogue()
            .measure(reading.ty(arch), dataset.catalogue().scope(release, arch))
            .expect("its type is known");
        let step = measure.align.get().max(1) as usize;
        for offset in (0..size.get())
            .step_by(step)
            .map(ByteOffset::new)
            .filter(|offset| *offset != holds)
        {
            *tried += 1;
            let moved = with_offset(table, id.as_str(), arch, release, offset);
            if audit::table(&moved, context)
                .iter()
                .all(|finding| is_known(&normal, finding))
            {
                fits.push((release, offset));
            }
        }
    }
    fits
}

fn is_known(known: &[Finding], finding: &Finding) -> bool {
    known.contains(finding)
}

/// The table with the offset of one row at one release replaced.
fn with_offset(table: &Table, id: &str, arch: Arch, release: Release, offset: ByteOffset) -> Table {
    let row = table.row(id).expect("the row is there");
    let parts: Vec<String> = Release::all()
        .filter_map(|other| {
            let here = if other == release {
                Some(offset)
            } else {
                table.offset(row, other, arch)
            };
            here.map(|offset| format!("{offset} ({other})"))
        })
        .collect();
    let cell = parts.join("; ").parse().expect("the notation is right");
    let mut moved = table.clone();
    let at = moved
        .rows
        .iter()
        .position(|row| row.id.as_str() == id)
        .expect("the row is there");
    *moved.rows[at]
        .cells
        .get_mut(arch)
        .expect("the column is there") = cell;
    moved
}
