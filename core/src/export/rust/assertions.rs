//! Assertions of every size and offset, which the compiler reads with the definitions.

use std::fmt::Write as _;

use super::super::model::Unit;
use super::super::text;
use super::shape::Shape;
use crate::units::ByteOffset;

/// Writes them: first, what must be true of the tool where there are pointers.
pub(super) fn write(unit: &Unit, shapes: &[Shape<'_>], text: &mut String) {
    let _ = writeln!(text, "const _: () = {{");
    let _ = writeln!(text, "    use ::core::mem::{{offset_of, size_of}};");
    let mut members = shapes.iter().flat_map(|shape| &shape.members);
    if members.any(|member| member.ty.contains("*mut ")) {
        let width = unit.arch.pointer().get();
        let _ = writeln!(
            text,
            "    assert!(\n        size_of::<*mut ()>() == {width},\n        \"pointers have {width} \
             bytes in this layout: elsewhere it takes pointers as integers\"\n    );"
        );
    }
    for shape in shapes {
        about(shape, text);
    }
    text.push_str("};\n");
}

fn about(shape: &Shape<'_>, text: &mut String) {
    let name = &shape.name;
    let size = text::place(ByteOffset::new(shape.size.get()));
    let _ = writeln!(text, "    assert!(size_of::<{name}>() == {size});");
    for member in shape.members.iter().filter(|member| !member.is_pad) {
        let inside = member.offset.get().saturating_sub(shape.start.get());
        let (member, place) = (&member.name, text::place(ByteOffset::new(inside)));
        let _ = writeln!(
            text,
            "    assert!(offset_of!({name}, {member}) == {place});"
        );
    }
}
