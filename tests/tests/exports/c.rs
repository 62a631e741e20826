//! The C header, proved by clang for both targets of Windows and for another host: its own assertions hold, and clang's record layouts are ours.

use strata_core::catalogue::Catalogue;
use strata_core::dataset::Structure;
use strata_core::export::{Format, Item, NESTING_LIMIT, Options, PadKind, Pointers};
use strata_core::layout::GapKind;
use strata_core::{Arch, ByteSize, Layout};
use strata_tests::data::dataset;

use crate::clang::{Case, Target, disagreements, refusal, refusal_as_cpp};
use crate::expected;
use crate::specimen::{
    all, batches, last_bit_moved, moved, one, planted, unit, with_moved_member, with_sample,
};

/// At least so many layouts are at hand for each architecture.
const AT_LEAST: usize = 60;

fn header(
    of: (&Structure, &Layout),
    types: &Catalogue,
    depth: usize,
    pointers: Pointers,
) -> String {
    let unit = unit(of, types, Format::C, depth);
    Format::C.write(&unit, Options { pointers })
}

fn case(of: (&Structure, &Layout), depth: usize, pointers: Pointers) -> Case {
    let types = dataset().catalogue();
    Case {
        header: header(of, types, depth, pointers),
        records: expected::records(of.1, types, depth),
    }
}

#[track_caller]
fn prove(folder: &str, arch: Arch, depth: usize, pointers: Pointers, target: Target) {
    let batches = batches(with_sample(arch));
    let count: usize = batches.iter().map(Vec::len).sum();
    assert!(count >= AT_LEAST, "only {count}");
    for (number, batch) in batches.iter().enumerate() {
        let cases = batch.iter().map(|of| case(*of, depth, pointers));
        let cases: Vec<Case> = cases.collect();
        let folder = format!("{folder}/{number}");
        let wrong = disagreements(&folder, target, &cases);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        let refused = refusal_as_cpp(&format!("{folder}/cpp"), target, &cases);
        assert_eq!(refused, None);
    }
}

/// A source may include the headers of all structures at a point.
#[test]
fn all_structures_at_a_point() {
    let layouts = strata_tests::data::layouts().iter();
    let point: strata_core::Point = "2004/x64".parse().expect("it is a point");
    let at_point = layouts
        .filter(|of| of.1.point == point)
        .map(|(structure, layout)| (*structure, layout));
    let headers: Vec<String> = at_point
        .map(|of| header(of, dataset().catalogue(), NESTING_LIMIT, Pointers::Typed))
        .collect();
    assert!(headers.len() > 2, "only {}", headers.len());
    assert_eq!(refusal("at-a-point", Target::X64, &headers.concat()), None);
}

#[test]
fn x86_with_pointers() {
    prove(
        "x86",
        Arch::X86,
        NESTING_LIMIT,
        Pointers::Typed,
        Target::X86,
    );
}

#[test]
fn x64_with_pointers() {
    prove(
        "x64",
        Arch::X64,
        NESTING_LIMIT,
        Pointers::Typed,
        Target::X64,
    );
}

#[test]
fn x86_on_a_64_bit_host() {
    let pointers = Pointers::AsIntegers;
    prove(
        "x86-on-x64",
        Arch::X86,
        NESTING_LIMIT,
        pointers,
        Target::X64,
    );
}

#[test]
fn x64_on_a_32_bit_host() {
    let pointers = Pointers::AsIntegers;
    prove(
        "x64-on-x86",
        Arch::X64,
        NESTING_LIMIT,
        pointers,
        Target::X86,
    );
}

#[test]
fn x86_on_linux() {
    let pointers = Pointers::AsIntegers;
    prove(
        "x86-on-linux",
        Arch::X86,
        NESTING_LIMIT,
        pointers,
        Target::Linux,
    );
}

#[test]
fn nested_types_as_bytes() {
    prove("flat", Arch::X64, 0, Pointers::Typed, Target::X64);
}

#[test]
fn nested_types_one_deep() {
    prove("one-deep", Arch::X86, 1, Pointers::Typed, Target::X86);
}

/// What is no member is so for the reason that the layout gives.
#[test]
fn gaps_are_those_of_the_layouts() {
    for of in Arch::STATED.into_iter().flat_map(all) {
        let unit = unit(of, dataset().catalogue(), Format::C, 0);
        let pads = unit.definitions[0]
            .items
            .iter()
            .filter_map(|item| match item {
                Item::Pad(pad) => Some((pad.offset, pad.size, pad.kind)),
                _ => None,
            });
        let gaps = of.1.gaps().map(|gap| {
            let kind = match gap.kind {
                GapKind::Padding => PadKind::Padding,
                GapKind::Hole => PadKind::Hole,
            };
            (gap.offset, gap.size, kind)
        });
        assert!(pads.eq(gaps), "{} {}", of.1.structure, of.1.point);
    }
}

/// A header of something else than what it must be: clang's layouts tell.
#[track_caller]
fn must_be_found(folder: &str, name: &str, mistaken: String, of: (&Structure, &Layout)) {
    let case = |header| Case {
        header,
        records: expected::records(of.1, dataset().catalogue(), NESTING_LIMIT),
    };
    let right = header(of, dataset().catalogue(), NESTING_LIMIT, Pointers::Typed);
    assert_ne!(right, mistaken);
    assert_eq!(
        disagreements(&format!("{folder}-right"), Target::X64, &[case(right)]),
        Vec::<String>::new()
    );
    let wrong = disagreements(folder, Target::X64, &[case(mistaken)]);
    let told = wrong.iter().any(|one| one.contains(name));
    assert!(told, "nothing is said of {name}: {wrong:#?}");
}

#[test]
fn a_planted_wrong_offset_is_found() {
    let of = one("ETW_REALTIME_CONSUMER", "6.1", "x64");
    let wrong = planted(of.1, "Disconnected", |it| it.offset = moved(it.offset, 1));
    let header = header(
        (of.0, &wrong),
        dataset().catalogue(),
        NESTING_LIMIT,
        Pointers::Typed,
    );
    must_be_found("planted-offset", "Disconnected", header, of);
}

#[test]
fn a_planted_wrong_size_is_found() {
    let of = one("ETW_REALTIME_CONSUMER", "6.1", "x64");
    let wrong = planted(of.1, "LoggerId", |it| {
        it.ty = "USHORT".parse().expect("it is a type");
        it.size = ByteSize::new(2);
    });
    let header = header(
        (of.0, &wrong),
        dataset().catalogue(),
        NESTING_LIMIT,
        Pointers::Typed,
    );
    must_be_found("planted-size", "LoggerId", header, of);
}

#[test]
fn a_planted_wrong_bit_is_found() {
    let of = one("ETW_REALTIME_CONSUMER", "6.2", "x64");
    let wrong = planted(of.1, "Flags", |it| last_bit_moved(&mut it.bits));
    let header = header(
        (of.0, &wrong),
        dataset().catalogue(),
        NESTING_LIMIT,
        Pointers::Typed,
    );
    must_be_found("planted-bit", "Wow", header, of);
}

#[test]
fn a_planted_wrong_offset_in_a_nested_type_is_found() {
    let of = one("ETW_SILODRIVERSTATE", "2004", "x64");
    let types = with_moved_member(of.1, "KMUTANT", 1);
    let header = header(of, &types, NESTING_LIMIT, Pointers::Typed);
    must_be_found("planted-nested", "ApcDisable", header, of);
}

#[test]
fn a_wrong_assertion_is_refused() {
    let of = one("ETW_REALTIME_CONSUMER", "6.1", "x64");
    let right = header(of, dataset().catalogue(), NESTING_LIMIT, Pointers::Typed);
    let asserted = "ETW_REALTIME_CONSUMER, LoggerId, 0x0058";
    assert!(right.contains(asserted), "{right}");
    let wrong = right.replace(asserted, "ETW_REALTIME_CONSUMER, LoggerId, 0x005c");
    must_be_found("planted-assertion", "LoggerId", wrong, of);
}

/// Where pointers are wider than the layout's, the header's own assertions say so.
#[test]
fn pointers_of_another_width_are_refused() {
    let of = one("ETW_REALTIME_CONSUMER", "6.1", "x86");
    let case = case(of, NESTING_LIMIT, Pointers::Typed);
    let wrong = disagreements("other-width", Target::X64, &[case]);
    assert!(wrong.join("\n").contains("offset of "), "{wrong:?}");
}
