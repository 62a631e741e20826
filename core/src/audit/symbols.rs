//! Compares tables with symbol files member by member: names, types, offsets, bits and sizes.

use crate::article::{Interpretation, Row, Table};
use crate::catalogue::SymbolLayout;
use crate::resolve::placements;
use crate::type_equivalence::equivalent;
use crate::types::TypeMember;

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
    if table.size(release, arch) != Some(class.size) {
        let message = format!(
            "the symbol file of {} gives the structure {} bytes on {arch}",
            build, class.size
        );
        findings.add(
            Finding::of_structure(Rule::SymbolMismatch, Field::Size, message)
                .on(arch)
                .at(release),
        );
    }
    let plain = |member: &&TypeMember| member.bits.is_none();
    for placement in &placed {
        let row = placement.row;
        let about = |field, message| {
            Finding::new(Rule::SymbolMismatch, &row.id, field, message)
                .on(arch)
                .at(release)
        };
        let Some(name) = placement.reading.name() else {
            continue;
        };
        let Some(symbol) = class
            .members
            .iter()
            .filter(plain)
            .find(|member| &*member.declaration.name == name)
        else {
            let message = format!("the symbol file of {build} has no member {name}");
            let there = class
                .members
                .iter()
                .filter(plain)
                .find(|member| member.offset == placement.offset);
            let finding = about(Field::Declaration, message);
            findings.add(match there {
                Some(member) => finding.expecting(format!("`{}`", member.declaration)),
                None => finding,
            });
            continue;
        };
        if symbol.offset != placement.offset {
            let message = format!(
                "at {}, but the symbol file of {} has it at {}",
                placement.offset, build, symbol.offset
            );
            findings.add(about(Field::Offset, message).expecting(symbol.offset));
        }
        let declared = placement.reading.ty(arch);
        if !equivalent(declared, &symbol.declaration.ty) {
            let message = format!(
                "`{declared}`, but the symbol file of {} says `{}`",
                build, symbol.declaration.ty
            );
            findings.add(
                about(Field::Declaration, message).expecting(format!("`{}`", symbol.declaration)),
            );
        }
        if matches!(placement.reading, Interpretation::BitUnion(_)) {
            bits(table, symbols, row, symbol, findings);
        }
    }
    let named = |name: &str| {
        placed
            .iter()
            .any(|placement| placement.reading.name() == Some(name))
    };
    for missing in class
        .members
        .iter()
        .filter(plain)
        .filter(|member| !named(&member.declaration.name))
    {
        let message = format!(
            "the symbol file of {} has `{}` at {} on {arch}, which no row gives",
            build, missing.declaration, missing.offset
        );
        findings.add(
            Finding::of_structure(Rule::SymbolMismatch, Field::Offset, message)
                .on(arch)
                .at(release),
        );
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
    let theirs = symbols
        .class
        .members
        .iter()
        .filter(|member| member.offset == symbol.offset && member.bits.is_some());
    let ours = table.bits_of(&unit.id, release, arch);
    for member in theirs.clone() {
        let name = &member.declaration.name;
        if !ours
            .iter()
            .any(|(bit, range)| bit.declaration.name == *name && Some(*range) == member.bits)
        {
            let there = ours.iter().find(|(_, range)| Some(*range) == member.bits);
            let id = there.map_or(&unit.id, |(bit, _)| &bit.id);
            let message = format!(
                "the symbol file of {} has `{}` there",
                build, member.declaration
            );
            let finding = Finding::new(Rule::SymbolMismatch, id, Field::Declaration, message)
                .on(arch)
                .at(release);
            findings.add(finding.expecting(name));
        }
    }
    for (bit, range) in &ours {
        if !theirs.clone().any(|member| member.bits == Some(*range)) {
            let message = format!(
                "the symbol file of {} has no bits {:#04x}",
                build,
                range.mask()
            );
            findings.add(
                Finding::new(Rule::SymbolMismatch, &bit.id, Field::Offset, message)
                    .on(arch)
                    .at(release),
            );
        }
    }
}
