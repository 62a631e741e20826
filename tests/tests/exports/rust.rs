//! The Rust definitions, proved by rustc: their own assertions hold, and what rustc says of every member and of every bit is
//! what the layouts say.

use strata_core::dataset::Structure;
use strata_core::export::{Format, NESTING_LIMIT, Options, Pointers};
use strata_core::types::Types;
use strata_core::{Arch, ByteSize, Layout};
use strata_tests::data::dataset;

use crate::expected;
use crate::rustc::{Case, Host, disagreements};
use crate::specimen::{all, last_bit_moved, moved, one, planted, unit, with_moved_member};

/// At least so many layouts are at hand for each architecture.
const AT_LEAST: usize = 80;

fn source(of: (&Structure, &Layout), types: &Types, depth: usize, pointers: Pointers) -> String {
    let unit = unit(of, types, Format::Rust, depth);
    Format::Rust.write(&unit, Options { pointers })
}

fn case(of: (&Structure, &Layout), depth: usize, pointers: Pointers) -> Case {
    let types = dataset().types();
    Case {
        source: source(of, types, depth, pointers),
        records: expected::records(of.1, types, depth),
    }
}

#[track_caller]
fn prove(folder: &str, arch: Arch, depth: usize, pointers: Pointers, host: Host) {
    let layouts = all(arch);
    assert!(layouts.len() >= AT_LEAST, "only {}", layouts.len());
    let cases = layouts.iter().map(|of| case(*of, depth, pointers));
    let wrong = disagreements(folder, host, &cases.collect::<Vec<Case>>());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn x64_with_pointers() {
    prove(
        "x64",
        Arch::X64,
        NESTING_LIMIT,
        Pointers::Typed,
        Host::Bits64,
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
        Host::Bits64,
    );
}

#[test]
fn x86_with_pointers() {
    prove(
        "x86",
        Arch::X86,
        NESTING_LIMIT,
        Pointers::Typed,
        Host::Bits32,
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
        Host::Bits32,
    );
}

#[test]
fn nested_types_as_bytes() {
    prove("flat", Arch::X64, 0, Pointers::Typed, Host::Bits64);
}

#[test]
fn nested_types_one_deep() {
    prove("one-deep", Arch::X86, 1, Pointers::AsIntegers, Host::Bits64);
}

/// A source of something else than what it must be: rustc tells.
#[track_caller]
fn must_be_found(folder: &str, name: &str, mistaken: String, of: (&Structure, &Layout)) {
    let case = |source| Case {
        source,
        records: expected::records(of.1, dataset().types(), NESTING_LIMIT),
    };
    let right = source(of, dataset().types(), NESTING_LIMIT, Pointers::Typed);
    assert_ne!(right, mistaken);
    assert_eq!(
        disagreements(&format!("{folder}-right"), Host::Bits64, &[case(right)]),
        Vec::<String>::new()
    );
    let wrong = disagreements(folder, Host::Bits64, &[case(mistaken)]);
    let told = wrong.iter().any(|one| one.contains(name));
    assert!(told, "nothing is said of {name}: {wrong:#?}");
}

#[track_caller]
fn must_be_found_in(folder: &str, name: &str, wrong: &Layout, of: (&Structure, &Layout)) {
    let types = dataset().types();
    let mistaken = source((of.0, wrong), types, NESTING_LIMIT, Pointers::Typed);
    must_be_found(folder, name, mistaken, of);
}

#[test]
fn a_planted_wrong_offset_is_found() {
    let of = one("ETW_REALTIME_CONSUMER", "6.1", "x64");
    let wrong = planted(of.1, "Disconnected", |it| it.offset = moved(it.offset, 1));
    must_be_found_in("planted-offset", "Disconnected", &wrong, of);
}

#[test]
fn a_planted_wrong_size_is_found() {
    let of = one("ETW_REALTIME_CONSUMER", "6.1", "x64");
    let wrong = planted(of.1, "LoggerId", |it| {
        it.ty = "USHORT".parse().expect("it is a type");
        it.size = ByteSize::new(2);
    });
    must_be_found_in("planted-size", "LoggerId", &wrong, of);
}

#[test]
fn a_planted_wrong_bit_is_found() {
    let of = one("ETW_REALTIME_CONSUMER", "6.2", "x64");
    let wrong = planted(of.1, "Flags", |it| last_bit_moved(&mut it.bits));
    must_be_found_in("planted-bit", "Wow", &wrong, of);
}

#[test]
fn a_planted_wrong_offset_in_a_nested_type_is_found() {
    let of = one("ETW_SILODRIVERSTATE", "2004", "x64");
    let types = with_moved_member("KMUTANT", 1);
    let mistaken = source(of, &types, NESTING_LIMIT, Pointers::Typed);
    must_be_found("planted-nested", "ApcDisable", mistaken, of);
}

/// The text with something else in one place.
#[track_caller]
fn replaced(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from}: {text}");
    text.replace(from, to)
}

#[test]
fn a_wrong_assertion_is_refused() {
    let of = one("ETW_REALTIME_CONSUMER", "6.1", "x64");
    let right = source(of, dataset().types(), NESTING_LIMIT, Pointers::Typed);
    let asserted = "offset_of!(ETW_REALTIME_CONSUMER, LoggerId) == 0x0058";
    let wrong = replaced(&right, asserted, &asserted.replace("58", "5c"));
    must_be_found("planted-assertion", "LoggerId", wrong, of);
}

#[test]
fn functions_that_read_or_write_another_bit_are_found() {
    let of = one("ETW_REALTIME_CONSUMER", "6.2", "x64");
    let right = source(of, dataset().types(), NESTING_LIMIT, Pointers::Typed);
    let wrong = replaced(&right, "(bits >> 4) & 0x1", "(bits >> 5) & 0x1");
    must_be_found("planted-read", "Wow", wrong, of);
    let wrong = replaced(&right, "(value << 4) & 0x10", "(value << 4) & 0x30");
    must_be_found("planted-write", "Wow", wrong, of);
}

/// Where pointers are wider than the layout's, the assertions say what to do.
#[test]
fn pointers_of_another_width_are_refused() {
    let of = one("ETW_REALTIME_CONSUMER", "6.1", "x86");
    let case = case(of, NESTING_LIMIT, Pointers::Typed);
    let wrong = disagreements("other-width", Host::Bits64, &[case]).join("\n");
    assert!(
        wrong.contains("pointers have 4 bytes in this layout"),
        "{wrong}"
    );
}
