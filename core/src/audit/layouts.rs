//! Every layout against the rules of C: overlap, alignment, room, size.

use std::collections::BTreeSet;

use crate::arch::Arch;
use crate::article::Table;
use crate::release::Release;
use crate::resolve::{Placement, placements, structure_align};
use crate::units::{ByteOffset, ByteSize};

use super::finding::{Field, Finding, Gatherer};
use super::{Context, Rule};

pub(super) fn check(table: &Table, context: Context<'_>, findings: &mut Gatherer) {
    for release in Release::all() {
        let mut ill_fitting: Vec<BTreeSet<usize>> = Vec::new();
        for arch in Arch::STATED {
            let Some(size) = table.size(release, arch) else {
                continue;
            };
            let placed = placements(table, context.types, context.types.scope(release, arch));
            point(&placed, size, release, arch, findings);
            ill_fitting.push(extents(table, &placed, size));
        }
        if let [first, rest @ ..] = &ill_fitting[..] {
            for at in first
                .iter()
                .filter(|at| rest.iter().all(|other| other.contains(at)))
            {
                let row = &table.rows[*at];
                let message = format!(
                    "`{}` does not fill the room that its neighbours leave, on any architecture",
                    row.definition
                );
                findings.add(
                    Finding::new(Rule::ExtentMismatch, &row.id, Field::Declaration, message)
                        .at(release),
                );
            }
        }
    }
}

fn point(
    placed: &[Placement<'_>],
    size: ByteSize,
    release: Release,
    arch: Arch,
    findings: &mut Gatherer,
) {
    let structure_end = ByteOffset::new(size.get());
    let mut end = ByteOffset::ZERO;
    let mut before: Option<&Placement<'_>> = None;
    for placement in placed {
        let id = &placement.row.id;
        let about = |rule, message| {
            Finding::new(rule, id, Field::Offset, message)
                .on(arch)
                .at(release)
        };
        let Some(measure) = placement.measure else {
            let message = format!(
                "the size of `{}` is not known at {release}",
                placement.reading.ty(arch)
            );
            findings.add(Finding {
                field: Field::Declaration,
                ..about(Rule::UnknownType, message)
            });
            end = end.max(placement.offset);
            before = Some(placement);
            continue;
        };
        let offset = placement.offset;
        let front = before.map_or("the start", |before| before.row.id.as_str());
        let beside = |finding: Finding| match before {
            Some(before) => finding.beside(&before.row.id),
            None => finding,
        };
        if offset < end {
            let message = format!("at {offset} in {release}, but {front} goes on to {end}");
            findings
                .add(beside(about(Rule::Overlap, message)).expecting(end.align_up(measure.align)));
        } else if end.align_up(measure.align) < offset
            && before.is_none_or(|before| before.measure.is_some())
        {
            let bytes = offset.get() - end.get();
            let message = format!(
                "at {offset} in {release}, {bytes} bytes behind the end of {front} at {end}"
            );
            findings.add(beside(about(Rule::Hole, message)).expecting(end.align_up(measure.align)));
        }
        if !offset.is_aligned(measure.align) {
            let message = format!(
                "at {offset} in {release}, but `{}` is aligned to {}",
                placement.reading.ty(arch),
                measure.align
            );
            findings.add(about(Rule::Misaligned, message).expecting(end.align_up(measure.align)));
        }
        if placement.end() > structure_end {
            let message = format!(
                "from {offset} to {} in {release}, but the structure has {size} bytes",
                placement.end()
            );
            findings.add(about(Rule::BeyondSize, message));
        }
        end = end.max(placement.end());
        before = Some(placement);
    }
    let whole = end.align_up(structure_align(placed));
    if whole < structure_end || !structure_end.is_aligned(structure_align(placed)) {
        let message = format!(
            "the members come to {whole} on {arch} in {release}, the table of sizes says {size}"
        );
        let finding = Finding::of_structure(Rule::SizeMismatch, Field::Size, message)
            .on(arch)
            .at(release);
        findings.add(match before {
            Some(last) => finding.beside(&last.row.id),
            None => finding,
        });
    }
}

/// The rows (by their place in the table) that do not fill their room: what follows does not begin where they end.
fn extents(table: &Table, placed: &[Placement<'_>], size: ByteSize) -> BTreeSet<usize> {
    let structure_end = (ByteOffset::new(size.get()), structure_align(placed));
    let follows = placed
        .iter()
        .skip(1)
        .map(|next| (next.offset, next.align()))
        .chain([structure_end]);
    placed
        .iter()
        .zip(follows)
        .filter(|(placement, (next, align))| {
            placement.measure.is_none() || placement.end().align_up(*align) != *next
        })
        .filter_map(|(placement, _)| table.place(placement.row.id.as_str()))
        .collect()
}
