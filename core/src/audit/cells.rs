//! Checks every cell against its row's *Versions*, the table of sizes, and the architectures of each release.

use crate::arch::Arch;
use crate::article::{Row, Table};
use crate::release::Release;
use crate::span::VersionsTerm;

use super::Rule;
use super::finding::{Field, Finding, FindingCollector};

pub(super) fn check(table: &Table, findings: &mut FindingCollector) {
    sizes(table, findings);
    for row in &table.rows {
        for arch in table.archs() {
            cell(table, row, arch, findings);
        }
    }
    masks(table, findings);
}

/// Reports sizes at points that did not exist, and covered releases without a size.
fn sizes(table: &Table, findings: &mut FindingCollector) {
    for row in &table.sizes {
        for arch in table.archs() {
            let stated = row.size.get(arch).is_some_and(Option::is_some);
            let releases = row.versions.releases(table.last_release);
            for release in releases.filter(|it| stated && !it.exists_for(arch)) {
                let message = format!(
                    "the size for {} would apply to {release}, which had no {arch} edition",
                    row.versions
                );
                let finding = Finding::of_structure(Rule::ImpossiblePoint, Field::Size, message);
                findings.add(finding.on(arch).at(release));
            }
        }
    }
    let covered = |release: &Release| {
        let mut rows = table.rows.iter();
        rows.any(|row| row.versions.covers(*release, table.last_release))
    };
    for release in Release::all().filter(covered) {
        for arch in table.archs().filter(|arch| release.exists_for(*arch)) {
            if table.size(release, arch).is_none() {
                let message = format!(
                    "rows cover {release}, but the table of sizes has none for it on {arch}"
                );
                let finding = Finding::of_structure(Rule::SizeNotStated, Field::Size, message);
                findings.add(finding.on(arch).at(release));
            }
        }
    }
}

fn cell(table: &Table, row: &Row, arch: Arch, findings: &mut FindingCollector) {
    let Some(cell) = row.cells.get(arch) else {
        return;
    };
    let about = |rule, field, message| Finding::new(rule, &row.id, field, message).on(arch);
    if cell.has_colon() && row.merged_into.is_none() {
        let message = format!("`{cell}` separates its parts by a colon");
        findings.add(about(Rule::CellSyntax, Field::Offset, message).expecting("`;`"));
    }
    for release in Release::all() {
        let covers = |row: &Row| row.versions.covers(release, table.last_release);
        let named = cell.explicit_offset(release).is_some();
        if named && !release.exists_for(arch) {
            let message = format!("the cell names {release}, which had no {arch} edition");
            findings.add(about(Rule::ImpossiblePoint, Field::Offset, message).at(release));
        } else if named && !table.merged_rows(row).any(covers) && row.merged_into.is_none() {
            let message = format!("the cell names {release}; Versions says `{}`", row.versions);
            findings.add(about(Rule::SpanContradiction, Field::Versions, message).at(release));
        } else if cell.excludes(release) && covers(row) {
            let message = format!(
                "the cell says that there is none at {release}; Versions says `{}`",
                row.versions
            );
            findings.add(about(Rule::SpanContradiction, Field::Versions, message).at(release));
        } else if covers(row)
            && table.size(release, arch).is_some()
            && table.offset(row, release, arch).is_none()
        {
            let what = match cell.is_blank() {
                true => format!("the {arch} cell is blank"),
                false => format!("the cell `{cell}` gives no offset at {release}"),
            };
            let message = format!("{what}, but Versions says `{}`", row.versions);
            findings.add(about(Rule::CellMissing, Field::Offset, message).at(release));
        }
        let denied = |term: &VersionsTerm| matches!(term, VersionsTerm::NotIn(span) if span.contains(release));
        if row.versions.terms().iter().any(denied) && named {
            let message =
                format!("Versions says that there is none at {release}; the cell names it");
            findings.add(about(Rule::SpanContradiction, Field::Versions, message).at(release));
        }
    }
}

/// Checks masks: none missing, width as declared, no overlap, no unassigned bits below.
fn masks(table: &Table, findings: &mut FindingCollector) {
    for bit in &table.bits {
        for arch in table.archs() {
            let about =
                |rule, message| Finding::new(rule, &bit.id, Field::Offset, message).on(arch);
            let Some(range) = bit.masks.get(arch).copied().flatten() else {
                let versions = &bit.versions;
                let message = format!("the {arch} mask is blank, but Versions says `{versions}`");
                findings.add(about(Rule::CellMissing, message));
                continue;
            };
            let (mask, width) = (range.mask(), range.width());
            if Some(width) != bit.declaration.width {
                let message = format!(
                    "the mask {mask:#04x} has {width} bits, the declaration says otherwise"
                );
                findings.add(about(Rule::ExtentMismatch, message));
            }
            let releases = bit.versions.releases(table.last_release);
            for release in releases.filter(|release| release.exists_for(arch)) {
                let others = table.bits_of(&bit.unit, release, arch);
                let mut others_with = others.iter().filter(|(_, bits)| bits.mask() & mask != 0);
                if let Some((other, _)) = others_with.find(|(other, _)| other.id != bit.id) {
                    let name = &other.declaration.name;
                    let message = format!("the mask {mask:#04x} is also that of {name}");
                    findings.add(about(Rule::Overlap, message).at(release).beside(&other.id));
                }
                let before = others.iter().take_while(|(other, _)| other.id != bit.id);
                let expected: u64 = before.map(|(_, bits)| bits.mask()).sum();
                if expected.count_ones() != u32::from(range.bit()) {
                    let message = format!("the mask {mask:#04x} leaves the bits below it unused");
                    findings.add(about(Rule::Hole, message).at(release));
                }
            }
        }
    }
}
