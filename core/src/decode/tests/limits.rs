//! Truncated results.

use expect_test::expect;

use crate::arch::Arch;
use crate::decode::fixtures::{layout, types};
use crate::decode::limits::{ELEMENTS_LIMIT, FINDINGS_LIMIT};
use crate::decode::memory::Memory;
use crate::decode::{Options, decode};

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
