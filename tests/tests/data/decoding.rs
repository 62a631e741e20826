//! Tests of decoding every layout: bytes filled member by member change that member and nothing else; layouts of equal
//! size are distinguished.

use std::collections::BTreeSet;

use strata_core::decode::finding::Rule;
use strata_core::decode::memory::{Memory, State};
use strata_core::decode::value::{Item, Meaning, Value};
use strata_core::decode::{Decoded, Options, decode, same_size_layouts};
use strata_core::layout::{Bits, Layout, Slot, ValueMeaning};
use strata_core::release::Version;
use strata_tests::data;

/// An address that no pattern produces.
const BASE: u64 = 0x7_0000;

fn layouts() -> impl Iterator<Item = &'static Layout> {
    data::dataset().audited().flat_map(data::layouts_of)
}

fn decoded(layout: &Layout, bytes: Vec<u8>) -> Decoded {
    let memory = Memory::new(bytes).unwrap_or_default().with_base(Some(BASE));
    let options = Options::default();
    decode(
        layout,
        data::dataset().catalogue(),
        &memory.into(),
        &options,
    )
    .unwrap_or_else(|error| panic!("{} {}: {error}", layout.structure, layout.point))
}

/// Zeros, except that counters of array elements are one.
fn blank(layout: &Layout) -> Vec<u8> {
    let mut bytes = vec![0; layout.size.index()];
    for member in layout.members() {
        if let Some(ValueMeaning::CountedBy(row)) = member.meaning.as_deref()
            && let Some(counter) = layout.member(row.as_str())
        {
            bytes[counter.offset.index()] = 1;
        }
    }
    bytes
}

#[test]
fn every_member_of_every_layout_holds_its_own_bytes() {
    let mut members = 0;
    for layout in layouts() {
        let zero = decoded(layout, blank(layout));
        let of = |decoded: &Decoded| decoded.instances[0].members.clone();
        let zero_members = of(&zero);
        assert_eq!(zero_members.len(), layout.members().count());
        for (at, member) in layout.members().enumerate() {
            let mut bytes = blank(layout);
            let range = member.offset.index()..member.end().index();
            for (byte, value) in bytes[range].iter_mut().zip((0x11..0xee).cycle()) {
                *byte = value;
            }
            let filled = decoded(layout, bytes);
            let place = format!("{} {} {}", layout.structure, layout.point, member.row);
            for (other, (is, was)) in of(&filled).iter().zip(&zero_members).enumerate() {
                assert_eq!(
                    is.value != was.value,
                    other == at && !opaque(was),
                    "{place}"
                );
                assert_eq!((is.offset, is.size), (was.offset, was.size), "{place}");
            }
            let item = &filled.instances[0].members[at];
            assert_eq!(
                (item.offset, item.size),
                (member.offset, member.size),
                "{place}"
            );
            assert_eq!(item.state, State::Known, "{place}");
            let raw = filled.instances[0].raw(item);
            assert!(raw.starts_with("11"), "{place}: {raw}");
            leaves_tell_their_bytes(&place, item, &raw);
            if let (
                Bits::Known(fields),
                Value::Bits {
                    fields: Some(read), ..
                },
            ) = (&member.bits, &item.value)
            {
                assert_eq!(fields.len(), read.len(), "{place}");
            }
            members += 1;
        }
    }
    assert!(members > 2000, "{members}");
}

/// A value without a known meaning reads the same for all bytes.
fn opaque(item: &Item) -> bool {
    matches!(item.value, Value::Bytes(_))
}

/// Checks that the scalars inside equal their bytes.
fn leaves_tell_their_bytes(place: &str, outer: &Item, raw: &str) {
    let mut left = vec![outer];
    while let Some(item) = left.pop() {
        left.extend(item.value.children());
        let begin = 2 * (item.offset.index() - outer.offset.index());
        let own = &raw[begin..begin + 2 * item.size.index()];
        if matches!(item.value, Value::BitField { .. } | Value::Bits { .. }) || item.size.get() > 8
        {
            continue;
        }
        if let Some(number) = item.value.number() {
            let mut bytes: Vec<&str> = (0..own.len() / 2)
                .map(|at| &own[2 * at..2 * at + 2])
                .collect();
            bytes.reverse();
            let expected = u64::from_str_radix(&bytes.concat(), 16);
            assert_eq!(Ok(number), expected, "{place} {}", item.name);
        }
    }
}

#[test]
fn every_gap_of_every_layout_is_noticed() {
    let mut gaps = 0;
    for layout in layouts() {
        for gap in layout.gaps() {
            let mut bytes = vec![0; layout.size.index()];
            let last = gap.offset.index() + gap.size.index() - 1;
            bytes[last] = 1;
            let filled = decoded(layout, bytes);
            let noticed = filled.instances[0].findings.iter().any(|finding| {
                let rule = matches!(finding.rule, Rule::PaddingNotZero | Rule::HoleNotZero);
                rule && finding.offset == gap.offset
            });
            assert!(
                noticed,
                "{} {} {}",
                layout.structure, layout.point, gap.offset
            );
            gaps += 1;
        }
    }
    assert!(gaps > 100, "{gaps}");
}

#[test]
fn logger_modes_and_clocks_are_told_by_name_at_every_point() {
    let mut told = BTreeSet::new();
    for layout in layouts() {
        for slot in &layout.slots {
            let Slot::Member(member) = slot else { continue };
            let name = member.name.as_deref().unwrap_or_default();
            if !matches!(name, "LoggerMode" | "ClockType") {
                continue;
            }
            let mut bytes = vec![0; layout.size.index()];
            bytes[member.offset.index()] = 2;
            let decoded = decoded(layout, bytes);
            let mut items = decoded.instances[0].members.iter();
            let item = items.find(|item| item.offset == member.offset).unwrap();
            let constant = match item.meaning.as_deref() {
                Some(Meaning::Flags { set, unknown: 0 }) => &set[0],
                Some(Meaning::Constant(Some(constant))) => constant,
                other => panic!("{} {name}: {other:?}", layout.point),
            };
            told.insert(constant.name.to_string());
            assert!(data::dataset().source(&constant.source).is_some());
        }
    }
    let told: Vec<String> = told.into_iter().collect();
    assert_eq!(
        told,
        [
            "EVENT_TRACE_CLOCK_SYSTEMTIME",
            "EVENT_TRACE_FILE_MODE_CIRCULAR"
        ]
    );
}

fn is_release(layout: &Layout) -> bool {
    matches!(layout.point.version, Version::Release(_))
}

#[test]
fn what_has_the_same_size_is_told_apart() {
    let mut lines = Vec::new();
    for (name, version, arch) in [
        ("ETW_REALTIME_CONSUMER", "6.1", "x64"),
        ("ETW_REALTIME_CONSUMER", "6.2", "x64"),
        ("ETW_REALTIME_CONSUMER", "6.3", "x64"),
        ("ETW_DATA_SOURCE", "6.0", "x64"),
    ] {
        let found = strata_core::lookup::layout(data::dataset(), name, version, arch).unwrap();
        lines.push(format!("{name} {version} {arch}"));
        for trap in same_size_layouts(data::dataset(), &found.layout) {
            lines.push(format!(
                "  {} {}: {}",
                trap.severity.as_str(),
                trap.rule,
                trap.message()
            ));
        }
    }
    expect_test::expect![[r#"
        ETW_REALTIME_CONSUMER 6.1 x64
          info same-size: ETW_REALTIME_CONSUMER has 0x88 bytes, too, on x64 at 6.2, with other meanings: LoggerId is USHORT, ShutDownRequested is not there, NewBuffersLost is not there, Disconnected is not there, and 2 more
        ETW_REALTIME_CONSUMER 6.2 x64
          info same-size: ETW_REALTIME_CONSUMER has 0x88 bytes, too, on x64 at 6.1, with other meanings: LoggerId is ULONG, Flags is not there, ShutDownRequested is at 0x5c, NewBuffersLost is at 0x5d, and 2 more
        ETW_REALTIME_CONSUMER 6.3 x64
        ETW_DATA_SOURCE 6.0 x64"#]].assert_eq(&lines.join("\n"));
    // If one layout is distinguished from another, so is the other from it.
    for layout in layouts() {
        let others = layouts().filter(|other| {
            other.structure == layout.structure
                && other.arch() == layout.arch()
                && is_release(other) == is_release(layout)
                && other.size == layout.size
                && !other.same_as(layout)
        });
        assert_eq!(
            others.count() > 0,
            !same_size_layouts(data::dataset(), layout).is_empty()
        );
    }
}
