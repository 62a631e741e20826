//! Decoding at an address, and from a member.

use expect_test::{Expect, expect};

use super::{check, small};
use crate::arch::Arch;
use crate::decode::fixtures::types;
use crate::decode::memory::Memory;
use crate::decode::space::Space;
use crate::decode::{Options, decode};

/// Returns two regions of 0x20 bytes whose bytes are their offsets, and one without an address.
fn space() -> Space {
    let region = |base| Memory::new((0..0x20).collect()).unwrap().with_base(base);
    Space::new(vec![
        region(Some(0x1000)),
        region(None),
        region(Some(0x9_0000)),
    ])
}

fn asked(space: &Space, options: &Options, expected: &Expect) {
    let decoded = decode(&small(), &types(Arch::X64), space, options);
    let text = match decoded {
        Err(error) => error.to_string(),
        Ok(decoded) => format!("in region {}: {decoded}", decoded.region),
    };
    expected.assert_eq(&text);
}

fn at(address: u64, from: Option<&str>) -> Options {
    Options {
        address: Some(address),
        from: from.map(|path| path.parse().unwrap()),
        ..Options::default()
    }
}

#[test]
fn at_an_address_wherever_it_lies() {
    asked(
        &space(),
        &at(0x9_0008, None),
        &expect![[r#"
            in region 2: TEST 6.2/x64 size 0x18
            at 0x08 = 0x90008
              +0x000 Links                    flink 0xf0e0d0c0b0a0908 non-canonical, blink 0x1716151413121110 non-canonical
              +0x010 Id                       0x1b1a1918 (454695192)
              +0x014 Wow                      TRUE (0x1c)
            warning: non-canonical-pointer at 0x00: `Links.Flink` is 0xf0e0d0c0b0a0908, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0x08: `Links.Blink` is 0x1716151413121110, which is not canonical: not a valid pointer on x64 or arm64
            warning: boolean-above-one at 0x14: `Wow` is 0x1c, but a BOOLEAN is 0 or 1
            warning: padding-not-zero at 0x15: the padding of 3 bytes at 0x15 is not zero at 0x15: padding has no data, so this may be the layout of another version
        "#]],
    );
    asked(
        &space(),
        &at(0x1020, None),
        &expect![
            "there is no byte at 0x1020: the bytes are at 0x1000 to 0x101f, 0x90000 to 0x9001f"
        ],
    );
    let memory = Memory::new(vec![0; 8]).unwrap();
    asked(
        &memory.into(),
        &at(0x1020, None),
        &expect![
            "there is no byte at 0x1020: the address of these bytes is not known; give that of the first byte, or decode at an offset"
        ],
    );
    let many = (0..9).map(|at| Memory::new(vec![0]).unwrap().with_base(Some(0x1000 * at)));
    asked(
        &Space::new(many.collect()),
        &at(0x8001, None),
        &expect![
            "there is no byte at 0x8001: the bytes are at 0x0 to 0x0, 0x1000 to 0x1000, 0x2000 to 0x2000, 0x3000 to 0x3000 and in 5 more regions"
        ],
    );
    let given = Options {
        region: 1,
        base: Some(0x7000),
        ..at(0x7000, None)
    };
    asked(
        &space(),
        &given,
        &expect![[r#"
            in region 1: TEST 6.2/x64 size 0x18
            at 0x00 = 0x7000
              +0x000 Links                    flink 0x706050403020100 non-canonical, blink 0xf0e0d0c0b0a0908 non-canonical
              +0x010 Id                       0x13121110 (319951120)
              +0x014 Wow                      TRUE (0x14)
            warning: non-canonical-pointer at 0x00: `Links.Flink` is 0x706050403020100, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0x08: `Links.Blink` is 0xf0e0d0c0b0a0908, which is not canonical: not a valid pointer on x64 or arm64
            warning: boolean-above-one at 0x14: `Wow` is 0x14, but a BOOLEAN is 0 or 1
            warning: padding-not-zero at 0x15: the padding of 3 bytes at 0x15 is not zero at 0x15: padding has no data, so this may be the layout of another version
            info: trailing-bytes at 0x18: 8 bytes after the structure not decoded
        "#]],
    );
}

#[test]
fn an_offset_counts_through_the_regions() {
    let at = |at| Options {
        at,
        ..Options::default()
    };
    asked(
        &space(),
        &at(0x28),
        &expect![[r#"
        in region 1: TEST 6.2/x64 size 0x18
        at 0x08
          +0x000 Links                    flink 0xf0e0d0c0b0a0908 non-canonical, blink 0x1716151413121110 non-canonical
          +0x010 Id                       0x1b1a1918 (454695192)
          +0x014 Wow                      TRUE (0x1c)
        warning: non-canonical-pointer at 0x00: `Links.Flink` is 0xf0e0d0c0b0a0908, which is not canonical: not a valid pointer on x64 or arm64
        warning: non-canonical-pointer at 0x08: `Links.Blink` is 0x1716151413121110, which is not canonical: not a valid pointer on x64 or arm64
        warning: boolean-above-one at 0x14: `Wow` is 0x1c, but a BOOLEAN is 0 or 1
        warning: padding-not-zero at 0x15: the padding of 3 bytes at 0x15 is not zero at 0x15: padding has no data, so this may be the layout of another version
    "#]],
    );
    asked(
        &space(),
        &at(0x60),
        &expect!["there are no bytes at offset 0x60: the bytes end at 0x60; choose a lower offset"],
    );
}

#[test]
fn from_a_member() {
    asked(
        &space(),
        &at(0x1018, Some("Id")),
        &expect![[r#"
            in region 0: TEST 6.2/x64 size 0x18
            at 0x08 = 0x1008
              +0x000 Links                    flink 0xf0e0d0c0b0a0908 non-canonical, blink 0x1716151413121110 non-canonical
              +0x010 Id                       0x1b1a1918 (454695192)
              +0x014 Wow                      TRUE (0x1c)
            warning: non-canonical-pointer at 0x00: `Links.Flink` is 0xf0e0d0c0b0a0908, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0x08: `Links.Blink` is 0x1716151413121110, which is not canonical: not a valid pointer on x64 or arm64
            warning: boolean-above-one at 0x14: `Wow` is 0x1c, but a BOOLEAN is 0 or 1
            warning: padding-not-zero at 0x15: the padding of 3 bytes at 0x15 is not zero at 0x15: padding has no data, so this may be the layout of another version
        "#]],
    );
    asked(
        &space(),
        &at(0x1000, Some("Links.Blink")),
        &expect![[r#"
            in region 0: TEST 6.2/x64 size 0x18
            at -0x08 = 0xff8
              +0x000 Links                    partial flink ?, blink 0x706050403020100 non-canonical
              +0x010 Id                       0xb0a0908 (185207048)
              +0x014 Wow                      TRUE (0xc)
            warning: unreadable-bytes at 0x00: unknown: the first 8 bytes of the structure, which are before the input
            warning: non-canonical-pointer at 0x08: `Links.Blink` is 0x706050403020100, which is not canonical: not a valid pointer on x64 or arm64
            warning: boolean-above-one at 0x14: `Wow` is 0xc, but a BOOLEAN is 0 or 1
            warning: padding-not-zero at 0x15: the padding of 3 bytes at 0x15 is not zero at 0x15: padding has no data, so this may be the layout of another version
            info: trailing-bytes at 0x18: 0x10 bytes after the structure not decoded
        "#]],
    );
    asked(
        &space(),
        &at(0x1000, Some("Links.Next")),
        &expect![
            "TEST at 6.2/x64 has no member `Links.Next`: expected a member of the layout or one inside it, such as Links or Table[3].ListHead"
        ],
    );
    let several = Options {
        count: 2,
        ..at(0x1000, Some("wow"))
    };
    asked(
        &space(),
        &several,
        &expect![[r#"
            in region 0: TEST 6.2/x64 size 0x18
            at -0x14 = 0xfec
              +0x000 Links                    unknown
              +0x010 Id                       unknown
              +0x014 Wow                      FALSE
            warning: unreadable-bytes at 0x00: unknown: the first 0x14 bytes of the structure, which are before the input
            warning: address-misaligned at 0x00: the address 0xfec is not a multiple of 8, the alignment of the structure: the structure may begin elsewhere
            warning: padding-not-zero at 0x15: the padding of 3 bytes at 0x15 is not zero at 0x15: padding has no data, so this may be the layout of another version
            at 0x04 = 0x1004
              +0x000 Links                    flink 0xb0a090807060504 non-canonical, blink 0x131211100f0e0d0c non-canonical
              +0x010 Id                       0x17161514 (387323156)
              +0x014 Wow                      TRUE (0x18)
            warning: non-canonical-pointer at 0x00: `Links.Flink` is 0xb0a090807060504, which is not canonical: not a valid pointer on x64 or arm64
            warning: address-misaligned at 0x00: the address 0x1004 is not a multiple of 8, the alignment of the structure: the structure may begin elsewhere
            warning: non-canonical-pointer at 0x08: `Links.Blink` is 0x131211100f0e0d0c, which is not canonical: not a valid pointer on x64 or arm64
            warning: boolean-above-one at 0x14: `Wow` is 0x18, but a BOOLEAN is 0 or 1
            warning: padding-not-zero at 0x15: the padding of 3 bytes at 0x15 is not zero at 0x15: padding has no data, so this may be the layout of another version
            info: trailing-bytes at 0x18: 4 bytes after the structure not decoded
        "#]],
    );
    let too_many = Options {
        count: 4,
        ..several
    };
    asked(
        &space(),
        &too_many,
        &expect![
            "4 structures of 0x18 bytes are too many for the 0x34 bytes from the offset on: ask for at most 3"
        ],
    );
}

#[test]
fn text_and_addresses_are_one() {
    let options = at(0xfffff803451e0c90, Some("Id"));
    check(
        &small(),
        "fffff803`451e0c80  80 0c 1e 45 03 f8 ff ff-80 0c 1e 45 03 f8 ff ff\nfffff803`451e0c90  2a 00 00 00 01 00 00 00",
        &options,
        &expect![[r#"
            TEST 6.2/x64 size 0x18
            at 0x00 = 0xfffff803451e0c80
              +0x000 Links                    flink 0xfffff803451e0c80 kernel -> 0x00, blink 0xfffff803451e0c80 kernel -> 0x00 (empty: it points to itself)
              +0x010 Id                       0x2a (42)
              +0x014 Wow                      TRUE
            info: list-empty at 0x00: `Links` points to itself: if this is a list head, the list is empty
        "#]],
    );
}
