//! What is printed, as texts.

use strata_core::export::{self, Asked, Format, NESTING_LIMIT, Options, Pointers};
use strata_tests::data::dataset;
use strata_tests::golden::Golden;

use crate::specimen::{DATA, one};

#[test]
fn headers() {
    let mut golden = Golden::new("exports");
    for (name, version, arch, pointers) in [
        ("ETW_REALTIME_CONSUMER", "6.2", "x64", Pointers::Typed),
        ("ETW_UM_LOGGER_CONTEXT", "6.3", "x86", Pointers::AsIntegers),
    ] {
        let (structure, layout) = one(name, version, arch);
        let asked = Asked {
            format: Format::C,
            data: DATA,
            depth: NESTING_LIMIT,
        };
        let text = export::export(dataset(), structure, layout, asked, Options { pointers });
        let extension = Format::C.extension();
        golden.add(format!("{name}-{version}-{arch}.{extension}"), text);
    }
    golden.check();
}
