//! Each kind of evidence, and properties of all kinds.

use std::sync::atomic::{AtomicUsize, Ordering};

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::classes::{Class, merged};
use super::judge::{Evidence, Purpose};
use super::wire::WireElsewhere;
use super::{
    CLEARLY, Classes, DOUBT, JUDGED_VALUES_LIMIT, MEMBER_FULL, REASONS_LIMIT, Reason, Verdict,
    Waiting,
};
use crate::arch::Arch;
use crate::catalogue::Catalogue;
use crate::decode::finding::Rule;
use crate::decode::fixtures::{layout, types};
use crate::decode::memory::Memory;
use crate::decode::read::{Dialect, Reading, read};
use crate::decode::shape::Shape;
use crate::decode::value::UndecodedReason;
use crate::decode::{DecodeError, Options, Space};
use crate::mode::Mode;
use crate::wire::words::Hex;

#[test]
fn ids_are_distinct_and_words_are_there() {
    let mut ids: Vec<&str> = Rule::ALL.iter().map(|rule| rule.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), Rule::ALL.len());
    for rule in Rule::ALL.iter().filter(|rule| rule.is_evidence()) {
        assert!(rule.words().0.ends_with("0x"), "{rule:?}");
        assert!(rule.weight(true) != 0, "{rule:?}");
        assert!(rule.weight(false).signum() * rule.weight(true).signum() >= 0);
        assert!(rule.weight(false).abs() <= rule.weight(true).abs().max(30));
    }
    assert!(
        Rule::ALL
            .iter()
            .all(|rule| rule.is_evidence() || rule.is_finding())
    );
}

/// The decoder's findings and the evidence share one table of rules.
#[test]
fn rules_of_the_decoder_are_evidence_by_the_same_id() {
    for rule in [
        Rule::TooFewBytes,
        Rule::AddressTooWide,
        Rule::AddressMisaligned,
        Rule::PaddingNotZero,
        Rule::BooleanAboveOne,
        Rule::NonCanonicalPointer,
        Rule::LengthAboveMaximum,
        Rule::LengthOdd,
        Rule::EnumValueUnknown,
        Rule::ListLinksDisagree,
        Rule::ListEmpty,
    ] {
        assert!(rule.is_finding() && rule.is_evidence(), "{rule}");
    }
}

/// Checks the evidence for and against a layout with a member of every relevant kind. Texts are `0x10
/// fffff80312345678`: a little-endian number at an offset.
#[track_caller]
fn check(arch: Arch, mode: Mode, base: Option<u64>, numbers: &str, expected: &Expect) {
    let types = types(arch);
    let classes = classes(&types, vec![class(arch, mode)]);
    let mut bytes = vec![0; classes.classes[0].size as usize];
    for text in numbers.split(", ").filter(|text| !text.is_empty()) {
        let (place, digits) = text.split_once(' ').unwrap();
        let at = usize::from_str_radix(place.trim_start_matches("0x"), 16).unwrap();
        let number = u64::from_str_radix(digits, 16).unwrap().to_le_bytes();
        let size = digits.len() / 2;
        bytes[at..at + size].copy_from_slice(&number[..size]);
    }
    let space = Memory::new(bytes).unwrap().with_base(base).into();
    let identified = classes.identify(&space, &Options::default()).unwrap();
    let candidate = &identified.candidates[0];
    let mut text = format!("{} {:+}\n", candidate.verdict.as_str(), candidate.content);
    for reason in candidate.reasons.iter().filter(|it| !it.rule.of_size()) {
        let Reason {
            rule,
            weight,
            offset,
            message,
            ..
        } = reason;
        text.push_str(&format!(
            "{weight:+} {} at {offset}: {message}\n",
            rule.as_str()
        ));
    }
    expected.assert_eq(&text);
}

fn classes(types: &Catalogue, classes: Vec<Class>) -> Classes<'_> {
    Classes {
        classes,
        types,
        waiting: Waiting::default(),
    }
}

fn class(arch: Arch, mode: Mode) -> Class {
    let (lines, size): (&[&str], u32) = match arch {
        Arch::X86 => (
            &[
                "0x00 LIST_ENTRY Links;",
                "0x08 HANDLE Handle;",
                "0x0c EPROCESS *Process;",
                "0x10 PVOID Context;",
                "0x14 ULONG Id;",
                "0x18 BOOLEAN Wow;",
                "0x19 padding 3",
            ],
            0x1c,
        ),
        _ => (
            &[
                "0x00 LIST_ENTRY Links;",
                "0x10 HANDLE Handle;",
                "0x18 EPROCESS *Process;",
                "0x20 PVOID Context;",
                "0x28 ULONG Id;",
                "0x2c BOOLEAN Wow;",
                "0x2d UCHAR Flags;",
                ":0 UCHAR Up : 1;",
                ":1 UCHAR Down : 2;",
                "0x2e padding 2",
                "0x30 UNICODE_STRING Name;",
                "0x40 GUID Id2;",
                "0x50 LARGE_INTEGER Time;",
                "0x58 KPROFILE_SOURCE Source [2];",
                "0x60 EX_PUSH_LOCK Lock;",
                "0x68 UCHAR Unknown1 [8];",
                "0x70 ULONG Masks [2];",
                "0x78 hole 8",
            ],
            0x80,
        ),
    };
    Class::new(&layout(arch, size, lines), Some(mode), &types(arch)).unwrap()
}

#[test]
fn zeros_say_nothing() {
    let nothing = expect![[r#"
        not-ruled-out +0
    "#]];
    for arch in [Arch::X86, Arch::X64] {
        check(arch, Mode::Kernel, None, "", &nothing);
    }
}

#[test]
fn what_speaks_for_a_layout() {
    check(
        Arch::X64,
        Mode::Kernel,
        Some(0xffff_e001_0000_0010),
        "0x00 ffffe00100001000, 0x08 ffffe00100002000, 0x10 ffffffff80000a14, 0x18 ffffe00100aab080, \
         0x20 000002093ab10000, 0x28 0000012c, 0x2c 01, 0x2d 05, 0x30 0014001200000000, 0x30 0012, \
         0x32 0014, 0x38 ffffe00100003000, 0x40 4abcdef012345678, 0x48 8877665544332280, \
         0x50 01d9000000000000, 0x58 00000002, 0x60 ffffe00100003001, 0x68 ffffe00100003001, \
         0x70 00050006, 0x78 ffffe00100003001",
        &expect![[r#"
            fits +275
            +60 list-links at 0x00: `Links` has Flink 0xffffe00100001000 and a similar Blink, as expected of a list
            +40 handle-of-kernel at 0x10: `Handle` is 0xffffffff80000a14, as expected of a kernel handle
            +40 kernel-address at 0x18: `Process` is 0xffffe00100aab080, a kernel address, as expected of a pointer
            +40 text-sane at 0x30: `Name` has Length 0x12 within its MaximumLength, and a buffer
            +25 bits-all-named at 0x2d: `Flags` is 0x5: all set bits have names
            +25 guid-version at 0x40: `Id2` is a GUID of version 0x4, the usual one today
            +20 time-plausible at 0x50: `Time` is 0x1d9000000000000, a time between 1995 and 2050
            +15 boolean-true at 0x2c: `Wow` is 0x1, as expected of a BOOLEAN
            +10 enum-value-known at 0x58: `Source[0]` is 0x2, a known value of the enumeration
        "#]],
    );
    let empty = "0x00 ffffe00100000010, 0x08 ffffe00100000010";
    check(
        Arch::X64,
        Mode::Kernel,
        Some(0xffff_e001_0000_0010),
        empty,
        &expect![[r#"
            fits +80
            +80 list-empty at 0x00: `Links` points to itself at 0xffffe00100000010: if this is a list head, the list is empty
        "#]],
    );
    check(
        Arch::X64,
        Mode::User,
        Some(0x209_3ab1_0000),
        "0x10 0000000000000124, 0x18 000002093ab20000",
        &expect![[r#"
            fits +30
            +15 handle-small at 0x10: `Handle` is 0x124, a small multiple of four, as expected of a handle
            +15 user-address at 0x18: `Process` is 0x2093ab20000, a user address, as expected of a pointer
        "#]],
    );
    check(
        Arch::X86,
        Mode::Kernel,
        Some(0x8a00_1000),
        "0x00 8a002000, 0x04 8a003000, 0x08 80000124, 0x0c 8a004000",
        &expect![[r#"
            fits +55
            +25 list-links at 0x00: `Links` has Flink 0x8a002000 and a similar Blink, as expected of a list
            +20 handle-of-kernel at 0x08: `Handle` is 0x80000124, as expected of a kernel handle
            +10 kernel-address at 0x0c: `Process` is 0x8a004000, a kernel address, as expected of a pointer
        "#]],
    );
}

#[test]
fn what_speaks_against_a_layout() {
    check(
        Arch::X64,
        Mode::Kernel,
        Some(0x209_3ab1_0001),
        "0x00 000002093ab10000, 0x08 ffffe00100002004, 0x10 ffffe00100002004, 0x18 0000000000000123, \
         0x20 123456789abcdef0, 0x28 00070005, 0x2c 02, 0x2d 81, 0x2f 01, 0x30 0015, 0x32 0014, \
         0x38 0000000700000005, 0x50 fffff80312345678, 0x58 12345678, 0x70 fffff80312345678",
        &expect![[r#"
            does-not-fit -805
            -80 non-canonical-pointer at 0x20: `Context` is 0x123456789abcdef0, which is not canonical: not a valid pointer on x64 or arm64
            -60 address-misaligned at 0x00: the address 0x2093ab10001 is not a multiple of the structure's alignment: the structure may begin elsewhere
            -60 address-of-other-mode at 0x00: the address 0x2093ab10001 is in the other half of the address space: kernel structures have kernel addresses
            -60 list-link-in-user-mode at 0x00: `Links.Flink` is 0x2093ab10000, a user-mode address, but this is a kernel list
            -60 pointer-too-low at 0x18: `Process` is 0x123: too low for a pointer, so probably a number
            -60 number-holds-two at 0x28: `Id` is 0x70005, which looks like two adjacent numbers
            -60 boolean-above-one at 0x2c: `Wow` is 0x2, but a BOOLEAN is 0 or 1
            -60 length-above-maximum at 0x30: `Name` has Length 0x15 above its MaximumLength: the text would not fit its buffer
            -60 number-holds-pointer at 0x70: `Masks[0]` begins 0xfffff80312345678, which is a kernel address, but this member is not a pointer
            -50 list-link-misaligned at 0x08: `Links.Blink` is 0xffffe00100002004, but list entries are aligned to the size of a pointer
            -50 handle-holds-pointer at 0x10: `Handle` is 0xffffe00100002004, which is too large for a handle and looks like an address
            -50 pointer-holds-two at 0x38: `Name.Buffer` is 0x700000005, which looks like two adjacent numbers
            -45 padding-not-zero at 0x2e: the padding is not zero at 0x2f: padding has no data
            -30 number-holds-pointer at 0x50: `Time` begins 0xfffff80312345678, which is a kernel address, but this member is not a pointer
            -20 enum-value-unknown at 0x58: `Source[0]` is 0x12345678, far from the known values
        "#]],
    );
    check(
        Arch::X64,
        Mode::User,
        Some(0xffff_e001_0000_0010),
        "0x00 ffffe00100001000, 0x18 ffffe00100001000, 0x20 ffffffffffffffff, 0x28 12345678, 0x2c f803, \
         0x2e ffff, 0x30 0013, 0x32 0014",
        &expect![[r#"
            does-not-fit -455
            -80 kernel-address-in-user-mode at 0x00: `Links.Flink` is 0xffffe00100001000, a kernel address, but the structure is in user mode
            -80 kernel-address-in-user-mode at 0x18: `Process` is 0xffffe00100001000, a kernel address, but the structure is in user mode
            -60 address-of-other-mode at 0x00: the address 0xffffe00100000010 is in the other half of the address space: kernel structures have kernel addresses
            -60 number-holds-pointer at 0x28: `Id` begins 0xfffff80312345678, which is a kernel address, but this member is not a pointer
            -60 boolean-above-one at 0x2c: `Wow` is 0x3, but a BOOLEAN is 0 or 1
            -50 length-odd at 0x30: `Name` has Length 0x13, which is odd: UTF-16 characters have two bytes
            -45 padding-not-zero at 0x2e: the padding is not zero at 0x2e: padding has no data
            -20 pointer-too-high at 0x20: `Context` is 0xffffffffffffffff: too high for a pointer (last 64 KiB)
        "#]],
    );
    check(
        Arch::X86,
        Mode::Kernel,
        Some(0x1_8a00_1000),
        "0x00 7a002000, 0x0c 7a002000, 0x10 ffffffff, 0x14 8a002000, 0x19 010000",
        &expect![[r#"
            does-not-fit -340
            -200 address-too-wide at 0x00: the address 0x18a001000 has more than 32 bits: these bytes are not from x86
            -45 padding-not-zero at 0x19: the padding is not zero at 0x1b: padding has no data
            -40 list-link-in-user-mode at 0x00: `Links.Flink` is 0x7a002000, a user-mode address, but this is a kernel list
            -30 pointer-too-high at 0x10: `Context` is 0xffffffff: too high for a pointer (last 64 KiB)
            -15 structure-in-user-mode at 0x0c: `Process` is 0x7a002000, a user-mode address, but this is a kernel structure
            -10 number-holds-pointer at 0x14: `Id` begins 0x8a002000, which is a kernel address, but this member is not a pointer
        "#]],
    );
}

#[test]
fn alike_elements_do_not_vote_one_by_one() {
    let lists = layout(Arch::X64, 0x4000, &["0x00 LIST_ENTRY Heads [1024];"]);
    let types = types(Arch::X64);
    let class = Class::new(&lists, Some(Mode::Kernel), &types).unwrap();
    let address = 0xffff_e001_0000_1000_u64.to_le_bytes();
    let bytes = address.repeat(0x800);
    let space = Memory::new(bytes).unwrap().into();
    let identified = classes(&types, vec![class])
        .identify(&space, &Options::default())
        .unwrap();
    let candidate = &identified.candidates[0];
    let all = 64 * Rule::ListLinks.weight(true);
    assert_eq!(candidate.content, MEMBER_FULL + (all - MEMBER_FULL) / 8);
    assert_eq!(candidate.reasons.len(), REASONS_LIMIT + 1);
}

/// Releases add flags: a bit that has no name here is no evidence against a layout.
#[test]
fn a_bit_without_a_name_says_nothing() {
    let numbers = "0x00 ffffe00100001000, 0x08 ffffe00100002000, 0x2d 81";
    check(
        Arch::X64,
        Mode::Kernel,
        None,
        numbers,
        &expect![[r#"
            fits +60
            +60 list-links at 0x00: `Links` has Flink 0xffffe00100001000 and a similar Blink, as expected of a list
        "#]],
    );
}

/// Each structure of an array is judged by itself: the mean counts, the largest doubt, and each reason once.
#[test]
fn the_structures_of_an_array_are_judged_one_by_one() {
    let types = types(Arch::X64);
    let classes = classes(&types, vec![class(Arch::X64, Mode::Kernel)]);
    let size = classes.classes[0].size as usize;
    let array = |count: usize| {
        let mut bytes = vec![0; count * size];
        for one in bytes.chunks_mut(size) {
            one[..8].copy_from_slice(&0xffff_e001_0000_1000_u64.to_le_bytes());
            one[8..16].copy_from_slice(&0xffff_e001_0000_2000_u64.to_le_bytes());
            // A doubt about each.
            one[0x18..0x20].copy_from_slice(&0x209_3ab1_0000_u64.to_le_bytes());
        }
        let space = Memory::new(bytes).unwrap().into();
        let options = Options {
            count: u32::try_from(count).unwrap(),
            ..Options::default()
        };
        let identified = classes.identify(&space, &options).unwrap();
        identified.candidates[0].clone()
    };
    let (one, four, many) = (array(1), array(4), array(20));
    assert_eq!(one.against, Rule::StructureInUserMode.weight(true).abs());
    for several in [&four, &many] {
        assert_eq!(
            (several.verdict, several.against),
            (one.verdict, one.against)
        );
        assert_eq!(several.content, one.content);
    }
    let said = |candidate: &super::Candidate| {
        let reasons = candidate.reasons.iter();
        let own = reasons.filter(|it| it.rule == Rule::StructureInUserMode);
        own.map(|it| it.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        said(&one),
        ["`Process` is 0x2093ab10000, a user-mode address, but this is a kernel structure"]
    );
    assert_eq!(
        said(&four),
        [
            "`Process` is 0x2093ab10000, a user-mode address, but this is a kernel structure (in 4 of 4)"
        ]
    );
    assert_eq!(said(&many).len(), 1);
    assert_eq!(many.judged, super::JUDGED_INSTANCES_LIMIT);
}

#[test]
fn unknown_bytes_say_nothing() {
    let types = types(Arch::X64);
    let classes = classes(&types, vec![class(Arch::X64, Mode::Kernel)]);
    let mut memory = Memory::new(vec![0x12; 4]).unwrap();
    for _ in 4..0x80 {
        memory.push(None).unwrap();
    }
    let identified = classes
        .identify(&memory.into(), &Options::default())
        .unwrap();
    assert_eq!(identified.candidates[0].content, 0);
    assert!(!identified.distinguishes());
    let none = Memory::unknown(0x80).into();
    let identified = classes.identify(&none, &Options::default()).unwrap();
    let rules = identified.candidates[0].reasons.iter().map(|it| it.rule);
    assert_eq!(rules.collect::<Vec<_>>(), [Rule::ExactSize]);
    let refused = classes.identify(&Space::default(), &Options::default());
    assert_eq!(refused, Err(DecodeError::NoBytes));
}

proptest! {
    /// For all bytes and places: no panic, and the order and the verdicts agree with the scores.
    #[test]
    fn anything_is_judged(
        bytes in proptest::collection::vec(prop_oneof![Just(0), any::<u8>()], 1..400),
        at in 0_u64..500,
        base in proptest::option::of(any::<u64>()),
        count in 0_u32..20,
        from in proptest::option::of(prop_oneof![Just("Links"), Just("Time"), Just("Source[1]"), Just("None")]),
    ) {
        let all = [Arch::X64, Arch::X86].into_iter();
        let all = all.flat_map(|arch| [Mode::Kernel, Mode::User].map(|mode| class(arch, mode)));
        let types = types(Arch::X64);
        let classes = classes(&types, all.collect());
        let space = Memory::new(bytes).unwrap().into();
        let from = from.map(|path| path.parse().unwrap());
        let options = Options { at, base, count, from, ..Options::default() };
        if let Ok(identified) = classes.identify(&space, &options) {
            let ranked = || identified.candidates.iter();
            prop_assert!(ranked().is_sorted_by_key(|it| it.rank));
            prop_assert!(ranked().is_sorted_by_key(|it| (it.verdict == Verdict::DoesNotFit, std::cmp::Reverse(it.score))));
            let headline = identified.headline();
            prop_assert!(headline.is_none() || headline == identified.candidates.first());
            for candidate in &identified.candidates {
                prop_assert_eq!(candidate.verdict.is_possible(), candidate.against < DOUBT);
                for point in &candidate.points {
                    let said = identified.sentence(*point);
                    prop_assert!(said.ends_with('.') && !said.contains("..") && !said.contains(": ."), "{}", said);
                }
            }
            let said = identified.summary();
            prop_assert!(said.ends_with('.') && !said.contains(".."), "{}", said);
        }
    }
}

proptest! {
    /// For all bytes: what a class is judged for decides what is kept, not the sums, and no more values are judged than
    /// are counted before.
    #[test]
    fn the_purpose_decides_only_what_is_kept(
        bytes in proptest::collection::vec(prop_oneof![Just(0), any::<u8>()], 1..400),
        base in proptest::option::of(any::<u64>()),
        count in 1_u32..20,
    ) {
        let types = types(Arch::X64);
        let classes = classes(&types, vec![class(Arch::X64, Mode::Kernel)]);
        let left = bytes.len();
        let space = Memory::new(bytes).unwrap().into();
        let options = Options { base, count, ..Options::default() };
        let judged = |purpose| classes.classes[0].evidence(&types, &space, &options, purpose);
        let judged = [Purpose::Score, Purpose::Reasons, Purpose::Fit].map(judged);
        if let [Ok((.., score)), Ok((.., reasons)), Ok((.., fit))] = judged {
            let sums = |it: &Evidence| (it.content, it.each, it.extent, it.against, it.structures);
            prop_assert_eq!(sums(&score), sums(&reasons));
            prop_assert!(score.items.is_empty() && fit.items.is_empty());
            let is_seen = fit.against < DOUBT && fit.content >= score.content;
            prop_assert!(score.against >= DOUBT || is_seen);
            let counted = classes.values(left, &options, |_| true);
            prop_assert!(score.values <= counted && fit.values <= counted);
        }
    }
}

#[test]
fn judging_ends_where_no_class_can_fit() {
    let types = types(Arch::X64);
    let many = classes(&types, vec![class(Arch::X64, Mode::Kernel); 8]);
    let values = |byte, most| {
        let space = Memory::new(vec![byte; 0x80]).unwrap().into();
        many.may_fit(&space, &Options::default(), |_| true, (CLEARLY, most))
    };
    let each = many.classes[0].values();
    let (may_fit, junk) = values(0x55, usize::MAX);
    assert!(!may_fit && junk < 8 * each / 2, "{junk} of 8 times {each}");
    let (may_fit, zeros) = values(0, usize::MAX);
    assert!(
        !may_fit && zeros < 8 * each / 2,
        "{zeros} of 8 times {each}"
    );
    let (may_fit, limited) = values(0x55, 0);
    assert!(!may_fit && limited == junk / 8);
}

#[test]
fn too_many_values_are_refused_before_they_are_judged() {
    let types = types(Arch::X64);
    let mut large = class(Arch::X64, Mode::Kernel);
    for _ in 0..3 {
        large.fields[0].shape = Shape::Array {
            element: Box::new(large.fields[0].shape.clone()),
            stride: 0x10,
            count: 64,
            open: false,
        };
    }
    let mut classes = classes(&types, vec![large; 5]);
    let asked = AtomicUsize::new(0);
    let ask = || asked.fetch_add(1, Ordering::Relaxed) > 0;
    classes.waiting = Waiting(&ask);
    let space = Memory::new(vec![0x55; 0x1000]).unwrap().into();
    let options = |count| Options {
        count,
        ..Options::default()
    };
    let values = classes.values(0x1000, &options(20), |_| true);
    assert!(values > JUDGED_VALUES_LIMIT);
    let refused = classes.identify(&space, &options(20));
    assert_eq!(refused, Err(DecodeError::TooManyJudged { values }));
    let said = refused.unwrap_err().to_string();
    assert!(said.contains("(JUDGED_VALUES_LIMIT)"), "{said}");
    assert_eq!(asked.load(Ordering::Relaxed), 0);
    assert!(classes.values(0x80, &options(1), |_| true) < JUDGED_VALUES_LIMIT);
}

#[test]
fn work_ends_when_nobody_waits() {
    let types = types(Arch::X64);
    let mut classes = classes(&types, vec![class(Arch::X64, Mode::Kernel); 8]);
    let asked = AtomicUsize::new(0);
    let ask = || asked.fetch_add(1, Ordering::Relaxed) < 2;
    classes.waiting = Waiting(&ask);
    let space = Memory::new(vec![0x55; 0x80]).unwrap().into();
    let ended = classes.identify(&space, &Options::default());
    assert_eq!(ended, Err(DecodeError::NobodyWaits));
    assert_eq!(asked.load(Ordering::Relaxed), 3);
}

#[test]
fn a_class_that_differs_only_in_what_is_not_stated_is_none_of_its_own() {
    let at = |version: &str, known: bool| {
        let mut class = class(Arch::X64, Mode::Kernel);
        class.points = vec![format!("{version}/x64").parse().unwrap()];
        if !known {
            class.fields[0].shape = Shape::Opaque(UndecodedReason::TypeNotKnown);
        }
        class
    };
    let points = |class: &Class| {
        let words = |points: &[crate::point::Point]| -> Vec<String> {
            points.iter().map(ToString::to_string).collect()
        };
        (
            words(&class.points).join(" "),
            words(&class.unstated).join(" "),
        )
    };
    for (known, unknown) in [("1903", "1909"), ("2004", "1909")] {
        for classes in [
            [at(known, true), at(unknown, false)],
            [at(unknown, false), at(known, true)],
        ] {
            let merged = merged(classes.to_vec());
            let [only] = &merged[..] else {
                panic!("{} classes", merged.len());
            };
            let mut all = [known, unknown].map(|version| format!("{version}/x64"));
            all.sort_by_key(|version| version.starts_with('2'));
            assert_eq!(points(only), (all.join(" "), format!("{unknown}/x64")));
            assert!(!matches!(only.fields[0].shape, Shape::Opaque(_)));
        }
    }
    let mut other = at("2004", true);
    other.fields[0].offset += 1;
    assert_eq!(merged(vec![at("1909", false), other]).len(), 2);
}

/// A dump that begins some rows early or late fits not at its start, but 0x20 bytes later or 0x10 earlier.
#[test]
fn a_structure_is_found_where_a_dump_begins_early_or_late() {
    let types = types(Arch::X64);
    let classes = classes(&types, vec![class(Arch::X64, Mode::Kernel)]);
    let size = classes.classes[0].size as usize;
    let dump = |before: usize| {
        let mut bytes = vec![0x55; before];
        bytes.resize(before + size, 0);
        let own = 0xffff_a80c_1a2b_3c40_u64 + before as u64;
        for (at, number) in [
            (0, own),
            (8, own),
            (0x18, own + 0x1000),
            (0x20, own + 0x2000),
            (0x30, 0x0010_0008),
            (0x38, own + 0x3000),
        ] {
            bytes[before + at..before + at + 8].copy_from_slice(&number.to_le_bytes());
        }
        let base = Some(0xffff_a80c_1a2b_3c40);
        Space::from(Memory::new(bytes).unwrap().with_base(base))
    };
    let dump_without = |first: usize| {
        let whole = dump(0);
        let bytes = whole.region(0).unwrap().known(first, size - first);
        let bytes = bytes.unwrap().to_vec();
        let base = Some(0xffff_a80c_1a2b_3c40 + first as u64);
        Space::from(Memory::new(bytes).unwrap().with_base(base))
    };
    let found = |space: Space| {
        let reading = Reading {
            space: space.clone(),
            ..read("4d 5a").unwrap()
        };
        let here = classes.identify(&space, &Options::default()).unwrap();
        let elsewhere = classes.elsewhere(&here, &reading, &[], &Options::default());
        elsewhere.map(|elsewhere| WireElsewhere::new(&elsewhere, &here, Dialect::Plain))
    };
    let early = found(dump(0x20)).unwrap();
    assert_eq!((early.at, early.from), (Hex(0x20), None));
    let message = early.message;
    assert!(
        message.contains("If it begins at +0x20: Best fit: TEST"),
        "{message}"
    );
    assert!(found(dump(0)).is_none());
    let late = found(dump_without(0x10)).unwrap();
    assert_eq!((late.at, late.from.as_deref()), (Hex(0), Some("Handle")));
    assert!(
        late.message.contains(
            "If the bytes begin with `Handle` and the part before it is missing: Best fit: TEST"
        ),
        "{}",
        late.message
    );
}
