//! Checks every layout against the rules of C: overlap, alignment, extent, size.

use std::collections::BTreeSet;

use crate::arch::Arch;
use crate::article::Table;
use crate::ctype::CType;
use crate::name::TypeName;
use crate::release::Release;
use crate::resolve::{Placement, placements, structure_align};
use crate::types::{SizeAndAlign, TypeKind};
use crate::units::{ByteOffset, ByteSize};

use super::finding::{Field, Finding, FindingCollector};
use super::{Context, Rule};

pub(super) fn check(table: &Table, context: Context<'_>, findings: &mut FindingCollector) {
    for release in Release::all() {
        let mut ill_fitting: Vec<BTreeSet<usize>> = Vec::new();
        for arch in table.archs() {
            let Some(size) = table.size(release, arch) else {
                continue;
            };
            let placed = placements(table, context.types, context.types.scope(release, arch));
            point(&placed, size, release, arch, findings);
            ill_fitting.push(extents(table, &placed, size));
        }
        if let [first, rest @ ..] = &ill_fitting[..] {
            let everywhere = |at: &&usize| rest.iter().all(|other| other.contains(at));
            for at in first.iter().filter(everywhere) {
                let row = &table.rows[*at];
                let message = format!(
                    "`{}` does not fill the space between its neighbours on any architecture",
                    row.definition
                );
                let (rule, field) = (Rule::ExtentMismatch, Field::Declaration);
                findings.add(Finding::new(rule, &row.id, field, message).at(release));
            }
        }
    }
}

fn point(
    placed: &[Placement<'_>],
    size: ByteSize,
    release: Release,
    arch: Arch,
    findings: &mut FindingCollector,
) {
    let extents = placed.iter().map(|placement| Extent {
        label: placement.row.id.as_str(),
        ty: placement.reading.ty(arch),
        offset: placement.offset,
        measure: placement.measure,
    });
    let extents: Vec<Extent<'_>> = extents.collect();
    let container = Container {
        kind: TypeKind::Struct,
        word: "structure",
        stated_by: "the table of sizes",
        size,
        align: structure_align(placed),
        release,
        arch,
    };
    let row = |at: usize| placed.get(at).map(|placement| &placement.row.id);
    for violation in container.violations(&extents) {
        let (rule, message) = (violation.rule, violation.message);
        let field = match rule {
            Rule::UnknownType => Field::Declaration,
            _ => Field::Offset,
        };
        let finding = match violation.at.and_then(row) {
            Some(row) => Finding::new(rule, row, field, message),
            None => Finding::of_structure(rule, Field::Size, message),
        };
        findings.add(Finding {
            other: violation.before.and_then(row).cloned(),
            expected: violation.expected,
            unknown: violation.unknown,
            ..finding.on(arch).at(release)
        });
    }
}

/// A member of a structure or nested type.
pub(super) struct Extent<'a> {
    pub(super) label: &'a str,
    pub(super) ty: &'a CType,
    pub(super) offset: ByteOffset,
    /// `None` if the type is unknown.
    pub(super) measure: Option<SizeAndAlign>,
}

impl Extent<'_> {
    fn end(&self) -> ByteOffset {
        let size = self.measure.map_or(ByteSize::ZERO, |it| it.size);
        self.offset.saturating_add(size)
    }
}

/// The structure or type that contains the extents, at a point.
pub(super) struct Container {
    /// Members of a union may overlap.
    pub(super) kind: TypeKind,
    /// `structure` or `type`, for messages.
    pub(super) word: &'static str,
    pub(super) stated_by: &'static str,
    pub(super) size: ByteSize,
    pub(super) align: ByteSize,
    pub(super) release: Release,
    pub(super) arch: Arch,
}

pub(super) struct Violation {
    pub(super) rule: Rule,
    /// Index of the extent; `None` for the whole.
    pub(super) at: Option<usize>,
    /// Index of the previous extent, if it is involved; for the whole, of the last extent.
    pub(super) before: Option<usize>,
    pub(super) message: String,
    pub(super) expected: Option<String>,
    /// The type of unknown size.
    pub(super) unknown: Option<TypeName>,
}

impl Container {
    /// The violations of rules. `extents` must be sorted by offset.
    pub(super) fn violations(&self, extents: &[Extent<'_>]) -> Vec<Violation> {
        let Self {
            release,
            arch,
            size,
            word,
            ..
        } = *self;
        let whole_end = ByteOffset::new(size.get());
        let mut violations = Vec::new();
        let mut end = ByteOffset::ZERO;
        let mut before: Option<usize> = None;
        for (at, extent) in extents.iter().enumerate() {
            let about = |rule, message| Violation {
                rule,
                at: Some(at),
                before: None,
                message,
                expected: None,
                unknown: None,
            };
            let Some(measure) = extent.measure else {
                let message = format!("the size of `{}` is not known at {release}", extent.ty);
                violations.push(Violation {
                    unknown: extent.ty.by_value().cloned(),
                    ..about(Rule::UnknownType, message)
                });
                end = end.max(extent.offset);
                before = Some(at);
                continue;
            };
            let offset = extent.offset;
            let in_front = before.and_then(|before| extents.get(before));
            let front = in_front.map_or("the start", |before| before.label);
            let next = end.align_up(measure.align);
            let beside = |violation: Violation| Violation {
                before,
                expected: Some(next.to_string()),
                ..violation
            };
            let apart = self.kind != TypeKind::Union;
            if apart && offset < end {
                let message = format!("at {offset} in {release}, but {front} ends at {end}");
                violations.push(beside(about(Rule::Overlap, message)));
            } else if apart
                && next < offset
                && in_front.is_none_or(|before| before.measure.is_some())
            {
                let bytes = offset.get() - end.get();
                let message = match in_front {
                    Some(_) => format!(
                        "at {offset} in {release}, {bytes} bytes after the end of {front} at {end}"
                    ),
                    None => format!("at {offset} in {release}, {bytes} bytes after the start"),
                };
                violations.push(beside(about(Rule::Hole, message)));
            }
            if !offset.is_aligned(measure.align) {
                let message = format!(
                    "at {offset} in {release}, but `{}` is aligned to {}",
                    extent.ty, measure.align
                );
                violations.push(Violation {
                    expected: apart.then(|| next.to_string()),
                    ..about(Rule::Misaligned, message)
                });
            }
            if extent.end() > whole_end {
                let message = format!(
                    "from {offset} to {} in {release}, but the {word} has {size} bytes",
                    extent.end()
                );
                violations.push(about(Rule::BeyondSize, message));
            }
            end = end.max(extent.end());
            before = Some(at);
        }
        let whole = end.align_up(self.align);
        let last = before.and_then(|before| extents.get(before));
        let is_short = whole < whole_end && last.is_none_or(|last| last.measure.is_some());
        if is_short || !whole_end.is_aligned(self.align) {
            let stated_by = self.stated_by;
            violations.push(Violation {
                rule: Rule::SizeMismatch,
                at: None,
                before,
                message: format!(
                    "the members add up to {whole} on {arch} in {release}, {stated_by} says {size}"
                ),
                unknown: None,
                expected: None,
            });
        }
        violations
    }
}

/// The indices of rows that do not end where the next one begins, after alignment.
fn extents(table: &Table, placed: &[Placement<'_>], size: ByteSize) -> BTreeSet<usize> {
    let structure_end = (ByteOffset::new(size.get()), structure_align(placed));
    let behind = placed.iter().skip(1);
    let follows = behind.map(|next| (next.offset, next.align()));
    let pairs = placed.iter().zip(follows.chain([structure_end]));
    let ill_fitting = pairs.filter(|(placement, (next, align))| {
        placement.measure.is_some() && placement.end().align_up(*align) != *next
    });
    let rows = ill_fitting.filter_map(|(it, _)| table.place(it.row.id.as_str()));
    rows.collect()
}
