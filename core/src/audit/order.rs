//! Checks that members keep their order on all architectures and from one release to the next.

use std::collections::BTreeMap;

use crate::arch::Arch;
use crate::article::Table;
use crate::name::RowId;
use crate::release::Release;
use crate::units::ByteOffset;

use super::Rule;
use super::finding::{Field, Finding, FindingCollector};

type Offsets<'a> = Vec<(&'a RowId, ByteOffset)>;

pub(super) fn check(table: &Table, findings: &mut FindingCollector) {
    let mut earlier: [Option<Offsets<'_>>; Arch::ALL.len()] = [None, None, None];
    for release in Release::all() {
        let now = Arch::ALL.map(|arch| {
            let size = table.size(release, arch);
            size.map(|_| offsets(table, release, arch))
        });
        if let [Some(x86), Some(x64), _] = &now {
            for (first, second) in swapped(x86, x64) {
                let message = format!(
                    "in {release}, {first} comes before {second} on x86 and after it on x64"
                );
                let finding = Finding::new(Rule::OrderMismatch, second, Field::Offset, message);
                findings.add(finding.at(release).beside(first));
            }
        }
        for (place, arch) in Arch::ALL.into_iter().enumerate() {
            if let (Some(before), Some(now)) = (&earlier[place], &now[place]) {
                for (first, second) in swapped(before, now) {
                    let message = format!(
                        "on {arch}, {first} came before {second} until {release}, and comes after it from then on"
                    );
                    let finding = Finding::new(Rule::OrderMismatch, second, Field::Offset, message);
                    findings.add(finding.on(arch).at(release).beside(first));
                }
            }
            if now[place].is_some() {
                earlier[place].clone_from(&now[place]);
            }
        }
    }
}

fn offsets(table: &Table, release: Release, arch: Arch) -> Offsets<'_> {
    let mut rows: Offsets<'_> = table
        .rows
        .iter()
        .filter_map(|row| Some((&row.id, table.offset(row, release, arch)?)))
        .collect();
    rows.sort_by_key(|(_, offset)| *offset);
    rows
}

/// Returns neighbours of `a` whose order is reversed in `b`.
fn swapped<'a>(a: &Offsets<'a>, b: &Offsets<'a>) -> Vec<(&'a RowId, &'a RowId)> {
    let in_b: BTreeMap<_, _> = b.iter().copied().collect();
    let common: Vec<_> = a
        .iter()
        .filter_map(|(row, _)| Some((*row, *in_b.get(row)?)))
        .collect();
    common
        .windows(2)
        .filter(|pair| pair[0].1 > pair[1].1)
        .map(|pair| (pair[0].0, pair[1].0))
        .collect()
}
