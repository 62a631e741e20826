//! `synthetic`: a header for WinDbg's SyntheticTypes, which reads simple C and nothing else.
//!
//! Its reader (microsoft/WinDbg-Samples, SyntheticTypes/SynTypes.js) takes built-in types of at most two words, structures,
//! unions, bit fields, arrays of one dimension and simple typedefs. It aligns naturally, but never further than a pointer
//! does, and counts no padding of its own into a size; so padding is a member, everywhere. It takes pointers to structures and
//! arrays of pointers to them only where the module's symbols have those structures; so pointers to structures lead to
//! nothing in particular here. What natural alignment cannot place is bytes ([`natural`]).

mod natural;

use super::c_family::{Arrays, Nameless, Overlays, PointerStyle, Printer, Remarks, Style};
use super::format::Options;
use super::model::{Scalar, Unit, Value};

const STYLE: Style = Style {
    begin: |kind, name| format!("\ntypedef {kind} _{name} {{"),
    end: |name| format!("}} {name};"),
    number: |of, _| scalar(of).to_owned(),
    bit_field: |of| scalar(of).to_owned(),
    byte: |_| "unsigned char",
    pointers: PointerStyle::ToNumbers,
    // Its reader would count one element of an array without any.
    arrays: Arrays::FlatAndFull,
    nameless: Nameless::Blank,
    overlays: Overlays::Anonymous,
    remarks: Remarks::Comments,
    hidden: |_, name, _| name.to_owned(),
};

/// The header of a unit.
pub(super) fn write(unit: &Unit) -> String {
    let mut lines = unit.provenance.lines();
    lines.extend(remarks(unit));
    let mut header = Printer::new(&STYLE, Options::default());
    header.text.comment(&lines);
    header.definitions(&natural::settled(&unit.definitions));
    header.text.finish()
}

fn remarks(unit: &Unit) -> [String; 4] {
    let (structure, width) = (unit.provenance.structure.in_c(), unit.arch.pointer());
    [
        "In WinDbg: dx Debugger.Utility.Analysis.SyntheticTypes.ReadHeader(\"path of this file\", \"module\")".to_owned(),
        format!("  and then: dx Debugger.Utility.Analysis.SyntheticTypes.CreateInstance(\"_{structure}\", address)"),
        format!(
            "Pointers have {} bytes. Those to structures are void *, for it takes others only where the module has them.",
            width.get()
        ),
        "An array of structures lies over bytes of its size, for it counts one element of such an array.".to_owned(),
    ]
}

/// The built-in type. The reader knows no `signed`; `char` is signed in Microsoft's compilers.
fn scalar(scalar: &Scalar) -> &'static str {
    match (scalar.value, scalar.size.get()) {
        (Value::Char, _) | (Value::Signed, 1) => "char",
        (Value::Signed, 2) => "short",
        (Value::Signed, 4) => "long",
        (Value::Signed, _) => "__int64",
        (_, 1) => "unsigned char",
        (_, 2) => "unsigned short",
        (_, 4) => "unsigned long",
        (_, _) => "unsigned __int64",
    }
}

#[cfg(test)]
mod tests;
