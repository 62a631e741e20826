//! `010`: a template for 010 Editor (.bt).
//!
//! A template is a program whose declarations read bytes: members are contiguous, and `FSeek` moves the position.
//! Overlapping members are declared in sequence with an `FSeek` to their offset between them, so that all of them are
//! members of the structure itself. (pfp, another interpreter of templates, has no anonymous unions and loses its
//! position in unions whose members differ in size.) Pointers are integers: templates have no pointers.

use super::c_family::{Arrays, Overlays, PaddingSyntax, PointerStyle, Printer, Remarks, Style};
use super::model::{Scalar, Type, Unit, Value};
use super::text;

const STYLE: Style = Style {
    begin: |_, _| "\ntypedef struct {".to_owned(),
    end: |name| format!("}} {name};"),
    number: |of, _| scalar(of),
    bit_field: |of| match text::bits(of.size) {
        8 => "uchar".to_owned(),
        bits => format!("uint{bits}"),
    },
    byte: |_| "uchar",
    pointers: PointerStyle::Integers,
    // The editor does not support empty arrays.
    arrays: Arrays::FlatAndFull,
    nameless: PaddingSyntax::Members(" <hidden=true>"),
    overlays: Overlays::Seek,
    remarks: Remarks::Attributes(attributes),
    hidden: |_, name, _| name.to_owned(),
};

pub(super) fn write(unit: &Unit) -> String {
    let remark = format!(
        "Pointers are integers of {} bytes. FSeek in a structure goes back to members that overlap earlier ones.",
        unit.arch.pointer().get()
    );
    let mut template = Printer::of_unit(&STYLE, unit, [remark]);
    template.line("LittleEndian();");
    template.definitions(&unit.definitions);
    if let Some(own) = unit.definitions.last() {
        template.line("\nFSeek(0x00); /* offset of the structure */");
        template.line(&format!("{} structure;", own.name));
    }
    template.text.finish()
}

/// Formats ` <optimize=false, comment="…">`, or an empty text. Without `optimize=false` the editor assumes that all
/// elements have the size of the first.
fn attributes(said: &str, ty: Option<&Type>) -> String {
    let is_several = ty.is_some_and(|ty| {
        matches!(ty, Type::Array { .. }) && matches!(ty.unfolded().0, Type::Definition { .. })
    });
    let each = is_several.then(|| "optimize=false".to_owned());
    let all: Vec<String> = each.into_iter().chain(comment(said)).collect();
    match all.as_slice() {
        [] => String::new(),
        all => format!(" <{}>", all.join(", ")),
    }
}

/// Formats the comment that the editor shows beside a value. A `>` would end it for pfp.
fn comment(said: &str) -> Option<String> {
    let said = text::escaped(said).replace('>', "&gt;");
    (!said.is_empty()).then(|| format!("comment=\"{said}\""))
}

fn scalar(scalar: &Scalar) -> String {
    let bits = text::bits(scalar.size);
    match scalar.value {
        Value::Char => "char".to_owned(),
        Value::WideChar => "wchar_t".to_owned(),
        Value::Signed if bits == 8 => "byte".to_owned(),
        Value::Signed => format!("int{bits}"),
        Value::Unsigned | Value::Boolean if bits == 8 => "uchar".to_owned(),
        Value::Unsigned | Value::Boolean => format!("uint{bits}"),
    }
}

#[cfg(test)]
mod tests;
