//! The text of `dt`, proved by our own reader of what WinDbg's `dt` prints: what it lists is the layout, and nothing is passed over.

use std::collections::BTreeSet;

use strata_core::catalogue::Catalogue;
use strata_core::ctype::CType;
use strata_core::decode::listing::{Listed, Listing, Tool, parse};
use strata_core::export::{Format, NESTING_LIMIT, Options};
use strata_core::stated::{Difference, Known, compare};
use strata_core::{Arch, ByteSize, Layout};
use strata_tests::data::dataset;

use crate::expected::{self, Extent, Place, Record, Records};
use crate::planted::planted_mistakes;
use crate::specimen::{about, unit, with_sample};

/// At least so many layouts are at hand for each architecture.
const AT_LEAST: usize = 60;

/// What is wrong in the text of a layout.
fn wrong(text: &str, layout: &Layout, depth: usize) -> Vec<String> {
    let types = dataset().catalogue();
    let Some(listing) = parse(text) else {
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
    let mut expected = expected::records(layout, types, depth);
    let shown = shown(layout, types, depth);
    expected.retain(|name, _| shown.contains(name));
    let found = records(&listing, layout, types, &expected);
    wrong.extend(expected::differences("the reader", &expected, &found));
    wrong.extend(disagreements(&listing, layout, types));
    wrong
}

/// What the comparison with the layout says, but for names where we know none.
fn disagreements(listing: &Listing, layout: &Layout, types: &Catalogue) -> Vec<String> {
    let invented = |difference: &Difference| {
        let Difference::Renamed { ours, .. } = difference else {
            return false;
        };
        matches!(ours, Known::Not)
    };
    let comparison = compare(listing, layout, types);
    let entries = comparison.entries.iter();
    let differs = entries.flat_map(|entry| {
        let real = entry.differences.iter().filter(|it| !invented(it));
        real.map(move |difference| format!("{}: {difference:?}", entry.path))
    });
    let mut all: Vec<String> = differs.collect();
    if !comparison.agrees() {
        all.push("the comparison does not agree".to_owned());
    }
    all
}

/// The structures that are unfolded: `dt` unfolds none in an array.
fn shown(layout: &Layout, types: &Catalogue, depth: usize) -> BTreeSet<String> {
    let mut shown = BTreeSet::from([layout.structure.in_c()]);
    let mut level: Vec<CType> = layout.members().map(|member| member.ty.clone()).collect();
    for _ in 0..depth {
        let names = level.iter().filter_map(|ty| match ty {
            CType::Named(name) => Some(name),
            _ => None,
        });
        let known = names.filter_map(|name| {
            let known = types.class(name, layout.scope())?;
            shown.insert(name.in_c());
            Some(known)
        });
        let held = known.flat_map(|known| &known.members);
        level = held.map(|member| member.declaration.ty.clone()).collect();
    }
    shown
}

/// What is listed. How large a nested structure is, and what one without a name is called, `dt` does not say: that is taken
/// from the declaration of the member of that name at that place.
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
    let mut lists = vec![(layout.structure.in_c(), own, &listing.members)];
    while let Some((name, declared, members)) = lists.pop() {
        let size = match name == layout.structure.in_c() {
            true => listing.size.map(ByteSize::get),
            false => expected.get(&name).map(|record| record.size),
        };
        let ty = |member: &Listed| {
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
            Some((name.in_c(), declared.collect(), &member.members))
        }));
    }
    found
}

fn place(member: &Listed, ty: Option<&CType>, layout: &Layout, types: &Catalogue) -> Place {
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

#[track_caller]
fn prove(arch: Arch, depth: usize) {
    let layouts = with_sample(arch);
    assert!(layouts.len() >= AT_LEAST, "only {}", layouts.len());
    let wrong = layouts.into_iter().flat_map(|of| {
        let unit = unit(of, dataset().catalogue(), Format::Dt, depth);
        let text = Format::Dt.write(&unit, Options::default());
        about(of.1, wrong(&text, of.1, depth))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn x86() {
    prove(Arch::X86, NESTING_LIMIT);
}

#[test]
fn x64() {
    prove(Arch::X64, NESTING_LIMIT);
}

#[test]
fn folded_as_without_r() {
    prove(Arch::X64, 0);
    prove(Arch::X86, 0);
}

#[test]
fn planted_mistakes_are_found() {
    for planted in planted_mistakes() {
        planted.must_be_found_by(Format::Dt, Options::default(), |planted, text| {
            wrong(&text, planted.right.1, NESTING_LIMIT)
        });
    }
}
