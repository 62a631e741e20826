//! Golden tests of exported texts.

use strata_core::export::{self, ExportRequest, Format, NESTING_LIMIT, Pointers};
use strata_tests::data::dataset;
use strata_tests::golden::Golden;

use crate::specimen::{DATA, one};

/// One or two texts of each format.
const TEXTS: &[(Format, Pointers, &str)] = &[
    (Format::C, TYPED, "ETW_REALTIME_CONSUMER 6.2 x64"),
    (Format::C, INTEGERS, "ETW_UM_LOGGER_CONTEXT 6.3 x86"),
    (Format::Dt, TYPED, "ETW_REALTIME_CONSUMER 6.2 x64"),
    (Format::Dt, TYPED, "ETW_DATA_SOURCE 6.1 x86"),
    (Format::Synthetic, TYPED, "ETW_REALTIME_CONSUMER 6.2 x64"),
    (Format::Synthetic, TYPED, "ETW_SILODRIVERSTATE 2004 x86"),
    (Format::Isf, TYPED, "ETW_REALTIME_CONSUMER 6.2 x64"),
    (Format::Isf, TYPED, "ETW_UM_LOGGER_CONTEXT 6.3 x86"),
    (Format::Rust, TYPED, "ETW_REALTIME_CONSUMER 6.2 x64"),
    (Format::Ksy, TYPED, "ETW_REALTIME_CONSUMER 6.2 x64"),
    (Format::Ksy, TYPED, "ETW_SILODRIVERSTATE 1511 x86"),
    (Format::CStruct, TYPED, "ETW_REALTIME_CONSUMER 6.2 x64"),
    (Format::HexPat, TYPED, "ETW_REALTIME_CONSUMER 6.2 x64"),
    (Format::Pahole, TYPED, "ETW_REALTIME_CONSUMER 6.2 x64"),
    (Format::Pahole, TYPED, "ETW_UM_LOGGER_CONTEXT 6.3 x86"),
    (Format::Template010, TYPED, "ETW_REALTIME_CONSUMER 6.2 x64"),
    (Format::Csv, TYPED, "ETW_REALTIME_CONSUMER 6.2 x64"),
    (Format::Csv, TYPED, "ETW_UM_LOGGER_CONTEXT 6.3 x86"),
    (Format::Md, TYPED, "ETW_REALTIME_CONSUMER 6.2 x64"),
    (Format::Md, TYPED, "ETW_UM_LOGGER_CONTEXT 6.3 x86"),
];
const TYPED: Pointers = Pointers::Typed;
const INTEGERS: Pointers = Pointers::AsIntegers;

#[test]
fn texts() {
    let mut golden = Golden::new("exports");
    for &(format, pointers, which) in TEXTS {
        let [name, version, arch] = which.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{which}");
        };
        let (structure, layout) = one(name, version, arch);
        let asked = ExportRequest {
            format,
            data: DATA,
            depth: NESTING_LIMIT,
        };
        let text = export::export(dataset(), structure, layout, asked, pointers.into());
        let extension = format.extension();
        golden.add(format!("{name}-{version}-{arch}.{extension}"), text);
    }
    golden.check();
}
