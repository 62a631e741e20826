//! A structure for dissect.cstruct, and the Python code that reads every leaf of its result.

use std::fmt::{Error, Write as _};

use crate::shape::{Shape, Type};

/// The definitions in C, the structure last and named `structure`.
pub(crate) fn definitions(root: &Type) -> Result<String, Error> {
    let mut text = String::new();
    for ty in root.all() {
        writeln!(text, "typedef struct {{")?;
        let mut pads = 0..;
        let mut padding = |text: &mut String, bytes: u32| match bytes {
            0 => Ok(()),
            _ => writeln!(text, "  uint8 pad{}[{bytes}];", pads.next().unwrap_or(0)),
        };
        for field in &ty.fields {
            padding(&mut text, field.gap)?;
            let name = field.name.as_str();
            match &field.shape {
                Shape::Array(element, count) => {
                    writeln!(text, "  {} {name}[{count}];", type_of(element))?;
                }
                Shape::Bytes(size) => writeln!(text, "  uint8 {name}[{size}];")?,
                Shape::Bits(size, bits) => {
                    let word = type_of(&Shape::Number(*size));
                    writeln!(text, "  union {{\n    {word} {name};\n    struct {{")?;
                    for bit in bits {
                        writeln!(text, "      {word} {} : {};", bit.name, bit.width)?;
                    }
                    writeln!(text, "    }};\n  }};")?;
                }
                shape => writeln!(text, "  {} {name};", type_of(shape))?,
            }
        }
        padding(&mut text, ty.rest())?;
        writeln!(text, "}} {};", ty.name)?;
    }
    writeln!(text, "typedef {} structure;", root.name)?;
    Ok(text)
}

fn type_of(shape: &Shape) -> String {
    match shape {
        Shape::Struct(ty) => ty.name.clone(),
        shape => format!("uint{}", 8 * shape.size()),
    }
}

/// A Python module: a function for each type, which adds every leaf of an object to a checksum.
pub(crate) fn reader(root: &Type) -> Result<String, Error> {
    let mut script = String::from("# Written by Strata's bench from a layout.\n");
    for ty in root.all() {
        writeln!(script, "def {}(s, o):", ty.name)?;
        for field in &ty.fields {
            let name = field.name.as_str();
            match &field.shape {
                Shape::Struct(ty) => writeln!(script, "    s = {}(s, o.{name})", ty.name)?,
                Shape::Bytes(_) => {
                    writeln!(script, "    for e in o.{name}:\n        {}", step("e"))?;
                }
                Shape::Array(element, _) => {
                    writeln!(script, "    for e in o.{name}:")?;
                    match &**element {
                        Shape::Struct(ty) => writeln!(script, "        s = {}(s, e)", ty.name)?,
                        Shape::Number(8) => writeln!(script, "        {}", wide("e"))?,
                        _ => writeln!(script, "        {}", step("e"))?,
                    }
                }
                Shape::Number(8) => {
                    writeln!(script, "    v = o.{name}\n    {}", wide("v"))?;
                }
                Shape::Number(_) => writeln!(script, "    {}", step(&format!("o.{name}")))?,
                Shape::Bits(_, bits) => {
                    writeln!(script, "    {}", step(&format!("o.{name}")))?;
                    for bit in bits {
                        writeln!(script, "    {}", step(&format!("o.{}", bit.name)))?;
                    }
                }
            }
        }
        script.push_str("    return s\n");
    }
    writeln!(script, "add_leaves = {}", root.name)?;
    Ok(script)
}

/// The checksum with one more 8-byte leaf.
fn wide(value: &str) -> String {
    step(&format!(
        "({value} & 0xffffffff) + ({value} >> 48) + ({value} >> 16 & 0xffff0000)"
    ))
}

/// The checksum with one more leaf.
fn step(value: &str) -> String {
    format!("s = ((s << 5 | s >> 27) + {value}) & 0xffffffff")
}
