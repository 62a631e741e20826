//! The listing, proved by our own reader of `dt`: it understands every line, finds nothing that differs, and tells the members
//! that the layouts and types have. It is no other tool's, but it was made for what WinDbg prints.

use std::collections::BTreeSet;

use strata_core::dataset::Structure;
use strata_core::decode::listing::{Listed, compare, parse};
use strata_core::export::{Format, NESTING_LIMIT, Options, unknown};
use strata_core::{Arch, Layout, render};
use strata_tests::data::dataset;

use crate::expected::{Extent, Record, Records, records};
use crate::planted::{Planted, planted_mistakes};
use crate::specimen::{all, unit};

/// At least so many layouts are at hand for each architecture.
const AT_LEAST: usize = 80;

/// A member as a listing tells it: its first bit, its name, and of a bit field how many bits.
type Told = (u32, String, Option<u32>);

fn text(of: (&Structure, &Layout), depth: usize) -> String {
    let unit = unit(of, dataset().types(), Format::Dt, depth);
    Format::Dt.write(&unit, Options::default())
}

/// What is wrong in a listing that is unfolded so deep.
fn mistakes(layout: &Layout, depth: usize, text: &str) -> Vec<String> {
    let types = dataset().types();
    let Some(listing) = parse(text) else {
        return vec![format!("this is no listing: {text}")];
    };
    let mut wrong = Vec::new();
    if listing.name.as_ref() != Some(&layout.structure) || listing.size != Some(layout.size) {
        wrong.push(format!("of {:?} with {:?}", listing.name, listing.size));
    }
    let skipped = listing.skipped.iter();
    wrong.extend(skipped.map(|line| format!("{}: {}", line.text, line.reason)));
    let comparison = compare(&listing, layout, types);
    let entries = comparison.entries.iter();
    let differing = entries.filter(|entry| !entry.differences.is_empty());
    wrong.extend(differing.map(|entry| format!("{}: {:?}", entry.path, entry.differences)));
    if !comparison.agrees() {
        wrong.push(comparison.to_string());
    }
    let records = records(layout, types, depth);
    let name = layout.structure.as_str();
    told(layout, name, &listing.members, &records, &mut wrong);
    wrong
}

/// Whether the members of a type are told, and those of the types that it holds, as far as they must be unfolded.
fn told(layout: &Layout, of: &str, listed: &[Listed], records: &Records, wrong: &mut Vec<String>) {
    let named = |listed: &Listed| match listed.name.trim_matches(['<', '>']) {
        row if row.len() < listed.name.len() => {
            let member = layout.member(row).expect("it is a member's row");
            unknown(member.offset)
        }
        name => name.to_owned(),
    };
    let members = listed.iter().map(|it| {
        let bits = it
            .bits
            .map(|range| (u32::from(range.bit()), u32::from(range.width())));
        let bit = 8 * it.offset.get() + bits.map_or(0, |(bit, _)| bit);
        (bit, named(it), bits.map(|(_, width)| width))
    });
    let (found, expected) = (
        members.collect::<BTreeSet<Told>>(),
        members_of(&records[of]),
    );
    let missing = expected.difference(&found);
    wrong.extend(missing.map(|it| format!("{of}: the listing has no {it:?}")));
    let surplus = found.difference(&expected);
    wrong.extend(surplus.map(|it| format!("{of}: the listing has {it:?}")));
    for it in listed
        .iter()
        .filter(|it| it.bits.is_none() && !it.text.starts_with('['))
    {
        let ty = it.ty.as_ref().and_then(|ty| ty.by_value());
        match ty.filter(|ty| records.contains_key(ty.as_str())) {
            Some(ty) => told(layout, ty.as_str(), &it.members, records, wrong),
            None if it.members.is_empty() => {}
            None => wrong.push(format!("{of}.{} is unfolded", it.name)),
        }
    }
}

fn members_of(record: &Record) -> BTreeSet<Told> {
    let members = record.members.iter().map(|place| {
        let width = match place.extent {
            Extent::Bytes(_) => None,
            Extent::Bits(width) => Some(width),
        };
        (place.bit, place.name.clone(), width)
    });
    members.collect()
}

#[track_caller]
fn prove(arch: Arch, depth: usize) {
    let layouts = all(arch);
    assert!(layouts.len() >= AT_LEAST, "only {}", layouts.len());
    let wrong = layouts
        .iter()
        .flat_map(|of| mistakes(of.1, depth, &text(*of, depth)));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn x86_folded() {
    prove(Arch::X86, 0);
}

#[test]
fn x64_folded() {
    prove(Arch::X64, 0);
}

#[test]
fn x86_unfolded() {
    prove(Arch::X86, NESTING_LIMIT);
}

#[test]
fn x64_unfolded() {
    prove(Arch::X64, NESTING_LIMIT);
}

/// It is the text that `strata layout` prints, below comments.
#[test]
fn there_is_one_printer() {
    for of in Arch::STATED.into_iter().flat_map(all) {
        let text = text(of, 1);
        let comments = text
            .lines()
            .take_while(|line| line.starts_with("//"))
            .count();
        let listing: Vec<&str> = text.lines().skip(comments).collect();
        let printed = render::dt::layout(of.1, dataset().types(), 1);
        assert_eq!(listing, printed.lines().collect::<Vec<&str>>());
        assert!(comments > 2, "{text}");
    }
}

#[test]
fn planted_mistakes_are_found() {
    for planted in planted_mistakes() {
        let reader =
            |planted: &Planted, text: String| mistakes(planted.right.1, NESTING_LIMIT, &text);
        planted.must_be_found_by(Format::Dt, Options::default(), reader);
    }
}
