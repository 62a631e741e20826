//! The text of `dt`, proved by our own reader of what WinDbg's `dt` prints: what it lists is the layout, and nothing is passed over.

use std::collections::BTreeSet;

use strata_core::catalogue::Catalogue;
use strata_core::ctype::CType;
use strata_core::decode::listing::{Difference, Known, Listed, Listing, Tool, compare, parse};
use strata_core::export::{Format, NESTING_LIMIT, Options};
use strata_core::{Arch, ByteSize, Layout};
use strata_tests::data::dataset;

use crate::expected::{self, Extent, Place, Record, Records};
use crate::planted::planted_mistakes;
use crate::specimen::{all, unit};

/// At least so many layouts are at hand for each architecture.
const AT_LEAST: usize = 60;

/// What `dt` calls each type that has no name.
const UNNAMED: &str = "<unnamed-tag>";

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
    // The only one there.
    let unnamed = expected.keys().find(|name| name.starts_with("Unnamed_"));
    if let Some(name) = unnamed.cloned() {
        let record = expected.remove(&name).unwrap_or_default();
        expected.insert(UNNAMED.to_owned(), record);
    }
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
    let mut shown = BTreeSet::from([layout.structure.to_string()]);
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

/// What is listed. How large a nested structure is, `dt` does not say.
fn records(listing: &Listing, layout: &Layout, types: &Catalogue, expected: &Records) -> Records {
    let mut found = Records::new();
    let mut lists = vec![(layout.structure.to_string(), &listing.members)];
    while let Some((name, members)) = lists.pop() {
        let size = match (expected.get(&name), name == layout.structure.as_str()) {
            (_, true) => listing.size.map(ByteSize::get),
            (record, false) => record.map(|record| record.size),
        };
        let record = Record {
            size: size.unwrap_or_default(),
            members: members
                .iter()
                .map(|it| place(it, layout, types, expected))
                .collect(),
        };
        found.insert(name, record);
        let inside = members.iter().filter(|member| !member.members.is_empty());
        lists.extend(inside.map(|member| {
            let name = member.ty.as_ref().map(CType::to_string);
            (name.unwrap_or_else(|| UNNAMED.to_owned()), &member.members)
        }));
    }
    found
}

fn place(member: &Listed, layout: &Layout, types: &Catalogue, expected: &Records) -> Place {
    let (first, extent) = match (member.bits, &member.ty) {
        (Some(range), _) => (range.bit().into(), Extent::Bits(range.width().into())),
        (None, Some(ty)) => {
            let measure = types.measure(ty, layout.scope());
            let size = measure.map_or(0, |measure| measure.size.get());
            (0, Extent::Bytes(size))
        }
        (None, None) => {
            let unnamed = expected.get(UNNAMED).map_or(0, |record| record.size);
            (0, Extent::Bytes(unnamed))
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
    let layouts = all(arch);
    assert!(layouts.len() >= AT_LEAST, "only {}", layouts.len());
    for of in layouts {
        let unit = unit(of, dataset().catalogue(), Format::Dt, depth);
        let text = Format::Dt.write(&unit, Options::default());
        let wrong = wrong(&text, of.1, depth);
        assert!(wrong.is_empty(), "{}\n{text}", wrong.join("\n"));
    }
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
