//! Compares tables with symbol files member by member: names, types, offsets, bits and sizes.

use crate::article::{BitRow, Interpretation, Row, Table};
use crate::catalogue::SymbolLayout;
use crate::resolve::placements;
use crate::type_equivalence::equivalent;
use crate::types::TypeMember;
use crate::units::BitRange;

use super::finding::{Field, Finding, FindingCollector};
use super::{Context, Rule};

pub(super) fn check(table: &Table, context: Context<'_>, findings: &mut FindingCollector) {
    for symbols in context.types.at_releases(context.structure) {
        if table.size(symbols.release, symbols.arch).is_some() {
            structure(table, context, symbols, findings);
        }
    }
}

pub(super) fn structure(
    table: &Table,
    context: Context<'_>,
    symbols: SymbolLayout<'_>,
    findings: &mut FindingCollector,
) {
    let SymbolLayout {
        class,
        build,
        release,
        arch,
        ..
    } = symbols;
    let placed = placements(table, context.types, symbols.scope);
    let of_structure = |field, message| {
        let finding = Finding::of_structure(Rule::SymbolMismatch, field, message);
        finding.on(arch).at(release)
    };
    if table.size(release, arch) != Some(class.size) {
        let size = class.size;
        let message =
            format!("the symbol file of {build} gives the structure {size} bytes on {arch}");
        findings.add(of_structure(Field::Size, message));
    }
    let plain = || class.members.iter().filter(|member| member.bits.is_none());
    for placement in &placed {
        let row = placement.row;
        let about = |field, message| {
            let finding = Finding::new(Rule::SymbolMismatch, &row.id, field, message);
            finding.on(arch).at(release)
        };
        let Some(name) = placement.reading.name() else {
            continue;
        };
        let Some(symbol) = plain().find(|member| *member.declaration.name == *name) else {
            let message = format!("the symbol file of {build} has no member {name}");
            let there = plain().find(|member| member.offset == placement.offset);
            let finding = about(Field::Declaration, message);
            findings.add(match there {
                Some(member) => finding.expecting(format!("`{}`", member.declaration)),
                None => finding,
            });
            continue;
        };
        if symbol.offset != placement.offset {
            let (ours, theirs) = (placement.offset, symbol.offset);
            let message = format!("at {ours}, but the symbol file of {build} has it at {theirs}");
            findings.add(about(Field::Offset, message).expecting(symbol.offset));
        }
        let declared = placement.reading.ty(arch);
        if !equivalent(declared, &symbol.declaration.ty) {
            let ty = &symbol.declaration.ty;
            let message = format!("`{declared}`, but the symbol file of {build} says `{ty}`");
            let expected = format!("`{}`", symbol.declaration);
            findings.add(about(Field::Declaration, message).expecting(expected));
        }
        if matches!(placement.reading, Interpretation::BitUnion(_)) {
            bits(table, symbols, row, symbol, findings);
        }
    }
    let is_named = |member: &TypeMember| {
        let mut names = placed.iter().filter_map(|it| it.reading.name());
        names.any(|name| *member.declaration.name == *name)
    };
    for missing in plain().filter(|member| !is_named(member)) {
        let message = format!(
            "the symbol file of {build} has `{}` at {} on {arch}, which no row gives",
            missing.declaration, missing.offset
        );
        findings.add(of_structure(Field::Offset, message));
    }
}

fn bits(
    table: &Table,
    symbols: SymbolLayout<'_>,
    unit: &Row,
    symbol: &TypeMember,
    findings: &mut FindingCollector,
) {
    let SymbolLayout {
        build,
        release,
        arch,
        ..
    } = symbols;
    let theirs = symbols.class.members.iter();
    let theirs = theirs.filter(|it| it.offset == symbol.offset && it.bits.is_some());
    let about = |id, field, message| {
        let finding = Finding::new(Rule::SymbolMismatch, id, field, message);
        finding.on(arch).at(release)
    };
    let ours = table.bits_of(&unit.id, release, arch);
    for member in theirs.clone() {
        let name = &member.declaration.name;
        let is_it = |(bit, range): &(&BitRow, BitRange)| {
            bit.declaration.name == *name && Some(*range) == member.bits
        };
        if !ours.iter().any(is_it) {
            let there = ours.iter().find(|(_, range)| Some(*range) == member.bits);
            let id = there.map_or(&unit.id, |(bit, _)| &bit.id);
            let declared = &member.declaration;
            let message = format!("the symbol file of {build} has `{declared}` there");
            findings.add(about(id, Field::Declaration, message).expecting(name));
        }
    }
    for (bit, range) in &ours {
        if !theirs.clone().any(|member| member.bits == Some(*range)) {
            let mask = range.mask();
            let message = format!("the symbol file of {build} has no bits {mask:#04x}");
            findings.add(about(&bit.id, Field::Offset, message));
        }
    }
}
