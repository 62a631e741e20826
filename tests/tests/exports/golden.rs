//! What is printed, as texts.

use strata_core::export::{self, Asked, Format, NESTING_LIMIT, Options, Pointers};
use strata_tests::data::dataset;
use strata_tests::golden::Golden;

use crate::specimen::{DATA, one};

/// A text or two of each format.
const TEXTS: [(Format, &str, &str, &str, Pointers); 5] = {
    use Pointers::{AsIntegers, Typed};
    [
        (Format::C, "ETW_REALTIME_CONSUMER", "6.2", "x64", Typed),
        (Format::C, "ETW_UM_LOGGER_CONTEXT", "6.3", "x86", AsIntegers),
        (
            Format::Synthetic,
            "ETW_REALTIME_CONSUMER",
            "6.2",
            "x64",
            Typed,
        ),
        (
            Format::Synthetic,
            "ETW_SILODRIVERSTATE",
            "2004",
            "x86",
            Typed,
        ),
        (Format::Rust, "ETW_REALTIME_CONSUMER", "6.2", "x64", Typed),
    ]
};

#[test]
fn texts() {
    let mut golden = Golden::new("exports");
    for (format, name, version, arch, pointers) in TEXTS {
        let (structure, layout) = one(name, version, arch);
        let asked = Asked {
            format,
            data: DATA,
            depth: NESTING_LIMIT,
        };
        let text = export::export(dataset(), structure, layout, asked, Options { pointers });
        let extension = format.extension();
        golden.add(format!("{name}-{version}-{arch}.{extension}"), text);
    }
    golden.check();
}
