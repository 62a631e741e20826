//! The text of `dt`, read by our own reader of WinDbg's: the listing equals the layout, and no line is skipped.

use std::collections::BTreeSet;

use strata_core::catalogue::Catalogue;
use strata_core::ctype::CType;
use strata_core::decode::listing::{Listing, ListingMember, Tool, parse};
use strata_core::stated::compare;
use strata_core::{ByteSize, Layout};

use crate::expected::{self, Extent, Place, Record, Records};
use crate::specimen::Case;

/// The errors that our own reader of `dt` finds.
pub(crate) fn wrong(cases: &[Case<'_>]) -> Vec<String> {
    let wrong = cases.iter().flat_map(|case| case.about(mistakes(case)));
    wrong.collect()
}

/// The errors in the text of a layout.
fn mistakes(case: &Case<'_>) -> Vec<String> {
    let (layout, types) = (case.of.1, case.types);
    let Some(listing) = parse(&case.text) else {
        return vec!["the text is no listing".to_owned()];
    };
    let skipped = listing.skipped.iter();
    let mut wrong: Vec<String> = skipped
        .map(|line| format!("line {} is skipped: {}", line.line, line.text))
        .collect();
    let must = (Tool::Dt, Some(&layout.structure), Some(layout.size));
    if (listing.tool, listing.name.as_ref(), listing.size) != must {
        wrong.push(format!("it is {:?} {:?}", listing.name, listing.size));
    }
    let mut expected = case.records();
    let shown = shown(layout, types, case.depth);
    expected.retain(|name, _| shown.contains(name));
    let found = records(&listing, layout, types, &expected);
    wrong.extend(expected::differences("the reader", &expected, &found));
    let comparison = compare(&listing, layout, types);
    let entries = comparison.entries.iter();
    wrong.extend(entries.flat_map(|entry| {
        let differences = entry.differences.iter();
        differences.map(move |difference| format!("{}: {difference:?}", entry.path))
    }));
    if !comparison.agrees() {
        wrong.push("the comparison does not agree".to_owned());
    }
    wrong
}

/// The structures that are unfolded: `dt` unfolds none in an array.
fn shown(layout: &Layout, types: &Catalogue, depth: usize) -> BTreeSet<String> {
    let mut shown = BTreeSet::from([layout.structure.c_identifier()]);
    let mut level: Vec<CType> = layout.members().map(|member| member.ty.clone()).collect();
    for _ in 0..depth {
        let names = level.iter().filter_map(|ty| match ty {
            CType::Named(name) => Some(name),
            _ => None,
        });
        let known = names.filter_map(|name| {
            let known = types.class(name, layout.scope())?;
            shown.insert(name.c_identifier());
            Some(known)
        });
        let held = known.flat_map(|known| &known.members);
        level = held.map(|member| member.declaration.ty.clone()).collect();
    }
    shown
}

/// The records in a listing. `dt` states neither the size of a nested structure nor the name of an unnamed one: these
/// come from the declaration of the member with that name and offset.
fn records(listing: &Listing, layout: &Layout, types: &Catalogue, expected: &Records) -> Records {
    let own: Vec<(&str, u32, &CType)> = layout
        .members()
        .map(|it| {
            (
                it.name.as_deref().unwrap_or_default(),
                it.offset.get(),
                &it.ty,
            )
        })
        .collect();
    let mut found = Records::new();
    let mut lists = vec![(layout.structure.c_identifier(), own, &listing.members)];
    while let Some((name, declared, members)) = lists.pop() {
        let size = match name == layout.structure.c_identifier() {
            true => listing.size.map(ByteSize::get),
            false => expected.get(&name).map(|record| record.size),
        };
        let ty = |member: &ListingMember| {
            let is_it =
                |it: &&(&str, u32, &CType)| *it.0 == *member.name && it.1 == member.offset.get();
            let unnamed = || declared.iter().find(is_it).map(|it| it.2.clone());
            member.ty.clone().or_else(unnamed)
        };
        let record = Record {
            size: size.unwrap_or_default(),
            members: members
                .iter()
                .map(|it| place(it, ty(it).as_ref(), layout, types))
                .collect(),
        };
        found.insert(name, record);
        let inside = members.iter().filter(|member| !member.members.is_empty());
        lists.extend(inside.filter_map(|member| {
            let ty = ty(member);
            let name = ty.as_ref()?.by_value()?;
            let class = types.class(name, layout.scope())?;
            let declared = class
                .members
                .iter()
                .map(|it| (&*it.declaration.name, it.offset.get(), &it.declaration.ty));
            Some((name.c_identifier(), declared.collect(), &member.members))
        }));
    }
    found
}

fn place(member: &ListingMember, ty: Option<&CType>, layout: &Layout, types: &Catalogue) -> Place {
    let (first, extent) = match member.bits {
        Some(range) => (range.bit().into(), Extent::Bits(range.width().into())),
        None => {
            let measure = ty.and_then(|ty| types.measure(ty, layout.scope()));
            let size = measure.map_or(0, |measure| measure.size.get());
            (0, Extent::Bytes(size))
        }
    };
    Place {
        bit: member.offset.get() * 8 + first,
        name: member.name.to_string(),
        extent,
    }
}
