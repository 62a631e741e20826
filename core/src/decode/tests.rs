//! Values, findings and refusals for handmade layouts.

mod kinds;
mod limits;
mod meanings;
mod outputs;
mod places;
mod values;

use expect_test::Expect;

use super::fixtures::{layout, types};
use super::{Options, decode, read};
use crate::arch::Arch;
use crate::layout::Layout;

/// Checks what a text decodes to.
fn check(layout: &Layout, text: &str, options: &Options, expected: &Expect) {
    let reading = read::read(text).unwrap();
    let decoded = decode(layout, &types(layout.arch()), &reading.space, options);
    let text = decoded.map_or_else(
        |error| format!("error: {error}\n"),
        |decoded| decoded.to_string(),
    );
    expected.assert_eq(&text);
}

fn small() -> Layout {
    let lines = [
        "0x00 LIST_ENTRY Links;",
        "0x10 ULONG Id;",
        "0x14 BOOLEAN Wow;",
        "0x15 padding 3",
    ];
    layout(Arch::X64, 0x18, &lines)
}
