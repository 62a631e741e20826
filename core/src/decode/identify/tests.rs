//! Each kind of evidence, and properties of all kinds.

use std::sync::atomic::{AtomicUsize, Ordering};

use expect_test::expect_file;
use proptest::prelude::*;

use super::classes::{Class, merged};
use super::judge::{Evidence, Purpose};
use super::wire::ElsewhereDto;
use super::{
    CLEAR_MARGIN, Cancellation, Classes, DOUBT, JUDGED_VALUES_LIMIT, MEMBER_FULL, REASONS_LIMIT,
    Verdict,
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
use crate::sample::cases::play;
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

#[test]
fn what_speaks_for_and_against_a_layout() {
    let cases = expect_file!["judged.txt"];
    play(&cases, |_, options, numbers| {
        let mut options = options.split(' ');
        let arch: Arch = options.next().unwrap().parse().unwrap();
        let mode = match options.next() {
            Some("kernel") => Mode::Kernel,
            _ => Mode::User,
        };
        let hex = |digits: &str| u64::from_str_radix(digits.trim_start_matches("0x"), 16).unwrap();
        let types = types(arch);
        let classes = classes(&types, vec![class(arch, mode)]);
        let mut bytes = vec![0; classes.classes[0].size as usize];
        for text in numbers.split(',').filter(|text| !text.is_empty()) {
            let (place, digits) = text.trim().split_once(' ').unwrap();
            let (at, size) = (usize::try_from(hex(place)).unwrap(), digits.len() / 2);
            bytes[at..at + size].copy_from_slice(&hex(digits).to_le_bytes()[..size]);
        }
        let space = Memory::new(bytes)
            .unwrap()
            .with_base(options.next().map(hex));
        let identified = classes.identify(&space.into(), &Options::default());
        let candidate = &identified.unwrap().candidates[0];
        let reasons = candidate.reasons.iter().filter(|it| !it.rule.of_size());
        let reasons = reasons.map(|it| {
            let (weight, rule) = (it.weight, it.rule.as_str());
            format!("{weight:+} {rule} at {}: {}\n", it.offset, it.message)
        });
        let verdict = candidate.verdict.as_str();
        format!("{verdict} {:+}\n", candidate.content) + &reasons.collect::<String>()
    });
}

fn classes(types: &Catalogue, classes: Vec<Class>) -> Classes<'_> {
    Classes {
        classes,
        types,
        cancellation: Cancellation::default(),
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
        many.may_fit(&space, &Options::default(), |_| true, (CLEAR_MARGIN, most))
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
    let ask = || asked.fetch_add(1, Ordering::Relaxed) == 0;
    classes.cancellation = Cancellation(&ask);
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
    let ask = || asked.fetch_add(1, Ordering::Relaxed) >= 2;
    classes.cancellation = Cancellation(&ask);
    let space = Memory::new(vec![0x55; 0x80]).unwrap().into();
    let ended = classes.identify(&space, &Options::default());
    assert_eq!(ended, Err(DecodeError::Cancelled));
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
        elsewhere.map(|elsewhere| ElsewhereDto::new(&elsewhere, &here, Dialect::Plain))
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
