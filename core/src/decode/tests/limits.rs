//! Refused inputs, and truncated results.

use expect_test::expect;

use super::{check, small};
use crate::arch::Arch;
use crate::decode::fixtures::{layout, types};
use crate::decode::limits::{ELEMENTS_LIMIT, FINDINGS_LIMIT};
use crate::decode::memory::Memory;
use crate::decode::{Options, decode};

#[test]
fn refusals() {
    let text = "00 ".repeat(0x30);
    for (at, count, expected) in [
        (
            0x30,
            1,
            expect![[r#"
            error: there are no bytes at offset 0x30: the bytes end at 0x30; choose a lower offset
        "#]],
        ),
        (
            u64::MAX,
            1,
            expect![[r#"
            error: there are no bytes at offset 0xffffffffffffffff: the bytes end at 0x30; choose a lower offset
        "#]],
        ),
        (
            0,
            0,
            expect![[r#"
            error: the count is 0: expected at least 1
        "#]],
        ),
        (
            0,
            u32::MAX,
            expect![[r#"
            error: 4294967295 structures are too many: the limit is 65536
        "#]],
        ),
        (
            1,
            3,
            expect![[r#"
            error: 3 structures of 0x18 bytes are too many for the 0x2f bytes from the offset on: ask for at most 2
        "#]],
        ),
    ] {
        check(
            &small(),
            &text,
            &Options {
                at,
                count,
                base: None,
                ..Default::default()
            },
            &expected,
        );
    }
}

#[test]
fn limits_hold() {
    let lines = ["0x00 UCHAR Many [65536];"];
    let many = layout(Arch::X64, 0x1_0000, &lines);
    let bytes = Memory::new(vec![0; 0x80_0000]).unwrap().into();
    let types = types(Arch::X64);
    let one = decode(&many, &types, &bytes, &Options::default()).unwrap();
    let shown = one.instances[0].members[0].value.children().len();
    assert_eq!(shown, ELEMENTS_LIMIT as usize);
    let options = Options {
        count: 128,
        ..Options::default()
    };
    let all = decode(&many, &types, &bytes, &options);
    assert!(all.is_ok(), "{all:?}");
    let huge = Memory::new(vec![0; 300 * 0x1_0000]).unwrap_err();
    assert!(huge.to_string().contains("0x1000000"));
    let bools = layout(Arch::X64, 4000, &["0x00 BOOLEAN Many [4000];"]);
    let bytes = Memory::new(vec![2; 4000]).unwrap().into();
    let noisy = decode(&bools, &types, &bytes, &Options::default()).unwrap();
    let findings = &noisy.instances[0].findings;
    assert_eq!(findings.len(), FINDINGS_LIMIT + 1);
    let options = Options {
        count: 3000,
        ..Options::default()
    };
    let bytes = Memory::new(vec![2; 12_000_000]).unwrap().into();
    let error = decode(&bools, &types, &bytes, &options).unwrap_err();
    expect!["3000 structures have 12003000 values; the limit is 1048576: decode them in slices, with a lower count and a higher offset"].assert_eq(&error.to_string());
}
