//! The Rust definitions, proved by rustc: their own assertions hold, and what rustc says of every member and of every bit is
//! what the layouts say.

use strata_core::catalogue::Catalogue;
use strata_core::dataset::Structure;
use strata_core::export::{Format, NESTING_LIMIT, Options, Pointers};
use strata_core::{Arch, Layout};
use strata_tests::data::dataset;

use crate::expected;
use crate::planted::{Planted, planted_mistakes};
use crate::rustc::{Case, Host, disagreements};
use crate::specimen::{all, one, unit, with_sample};

/// At least so many layouts are at hand for each architecture.
const AT_LEAST: usize = 60;

fn source(
    of: (&Structure, &Layout),
    types: &Catalogue,
    depth: usize,
    pointers: Pointers,
) -> String {
    let unit = unit(of, types, Format::Rust, depth);
    Format::Rust.write(&unit, Options { pointers })
}

fn case(of: (&Structure, &Layout), depth: usize, pointers: Pointers) -> Case {
    let types = dataset().catalogue();
    Case {
        source: source(of, types, depth, pointers),
        records: expected::spelled(expected::records(of.1, types, depth), Format::Rust),
    }
}

#[track_caller]
fn prove(folder: &str, arch: Arch, depth: usize, pointers: Pointers, host: Host) {
    let layouts = match depth {
        NESTING_LIMIT => with_sample(arch),
        _ => all(arch),
    };
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

fn found(folder: &str, of: &Planted, source: String) -> Vec<String> {
    let case = Case {
        source,
        records: of.records(),
    };
    disagreements(folder, Host::Bits64, &[case])
}

#[test]
fn planted_mistakes_are_found() {
    for planted in planted_mistakes() {
        planted.must_be_found_by(Format::Rust, Options::default(), |of, source| {
            found("planted", of, source)
        });
    }
}

/// The text with something else in one place.
#[track_caller]
fn replaced(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from}: {text}");
    text.replace(from, to)
}

/// What the assertions of the file itself say, and what its functions do.
#[test]
fn mistakes_of_the_text_are_found() {
    let [.., of, _] = planted_mistakes();
    let right = of.right(Format::Rust, Options::default());
    for (from, to, said) in [
        (
            "offset_of!(ETW_REALTIME_CONSUMER, LoggerId) == 0x0058",
            "offset_of!(ETW_REALTIME_CONSUMER, LoggerId) == 0x005c",
            "LoggerId",
        ),
        ("(bits >> 4) & 0x1", "(bits >> 5) & 0x1", "Wow"),
        ("(value << 4) & 0x10", "(value << 4) & 0x30", "Wow"),
    ] {
        let wrong = found("mistaken", &of, replaced(&right, from, to));
        let told = wrong.iter().any(|one| one.contains(said));
        assert!(told, "nothing is said of {said}: {wrong:#?}");
    }
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
