//! Values, findings and refusals for handmade layouts.

mod limits;
mod meanings;
mod outputs;

use expect_test::expect_file;

use super::fixtures::{everything, layout};
use super::memory::Memory;
use super::space::Space;
use super::{Options, decode, read};
use crate::arch::Arch;
use crate::layout::Layout;
use crate::sample::cases::play;

fn small() -> Layout {
    let lines = [
        "0x00 LIST_ENTRY Links;",
        "0x10 ULONG Id;",
        "0x14 BOOLEAN Wow;",
        "0x15 padding 3",
    ];
    layout(Arch::X64, 0x18, &lines)
}

#[test]
fn bytes_decode_to_values_and_findings() {
    let cases = expect_file!["tests/decoded.txt"];
    play(&cases, |given, options, text| {
        let given: Vec<&str> = given.lines().filter(|it| !it.starts_with('#')).collect();
        let layout = match given[0].split_once(' ') {
            None if given[0] == "small" => small(),
            None => everything(),
            Some((arch, size)) => {
                let size: crate::ByteSize = size.parse().unwrap();
                meanings::layout_of(arch.parse().unwrap(), size.get(), &given[1..])
            }
        };
        let options = options_of(options);
        let types = meanings::types_of(layout.arch());
        let decoded = decode(&layout, &types, &space_of(text), &options);
        match decoded {
            Ok(decoded) => format!("in region {}: {decoded}", decoded.region),
            Err(error) => format!("error: {error}\n"),
        }
    });
}

/// Parses options: `at=0x8 count=2`.
fn options_of(text: &str) -> Options {
    let mut options = Options::default();
    for option in text.split_whitespace() {
        let (name, value) = option.split_once('=').unwrap();
        let number = || {
            let digits = value.strip_prefix("0x");
            let hex = digits.map(|digits| u64::from_str_radix(digits, 16));
            hex.unwrap_or_else(|| value.parse()).unwrap()
        };
        match name {
            "at" => options.at = number(),
            "base" => options.base = Some(number()),
            "address" => options.address = Some(number()),
            "region" => options.region = usize::try_from(number()).unwrap(),
            "count" => options.count = u32::try_from(number()).unwrap(),
            "from" => options.from = Some(value.parse().unwrap()),
            _ => panic!("{option}"),
        }
    }
    options
}

fn space_of(text: &str) -> Space {
    let region = |bytes: Vec<u8>, base| Memory::new(bytes).unwrap().with_base(base);
    let counting = |base| region((0..0x20).collect(), base);
    match text {
        // Bytes that are their offsets; one region has no address.
        "(regions)" => Space::new([Some(0x1000), None, Some(0x9_0000)].map(counting).into()),
        "(alone)" => region(vec![0; 8], None).into(),
        "(many)" => Space::new(
            (0..9)
                .map(|at| region(vec![0], Some(0x1000 * at)))
                .collect(),
        ),
        text => read::read(text).unwrap().space,
    }
}
