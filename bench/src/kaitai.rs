//! A structure for Kaitai Struct, and the JavaScript that reads every leaf of its result.
//!
//! Both are as favourable to Kaitai as we know how: 8-byte leaves are two of 4, because Kaitai gives an 8-byte one as a
//! JavaScript number, which is not exact; padding is read as integers, which is faster than as bytes; bit fields are
//! computed from the integer, which is then read once.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::shape::{Shape, Type};

/// The format as a .ksy file; YAML accepts JSON.
pub(crate) fn format(root: &Type) -> Value {
    let types = root.all();
    let (_, inner) = types.split_last().unwrap_or((&root, &[]));
    let types = inner.iter().map(|ty| (ty.name.clone(), structure(ty)));
    let mut format = structure(root);
    format["meta"] = json!({ "id": "structure", "endian": "le" });
    format["types"] = Value::Object(types.collect());
    format
}

fn structure(ty: &Type) -> Value {
    let mut seq = Vec::new();
    let mut instances = serde_json::Map::new();
    for field in &ty.fields {
        padding(field.gap, &mut seq);
        let name = field.name.as_str();
        match &field.shape {
            Shape::Struct(ty) => seq.push(json!({ "id": name, "type": ty.name })),
            Shape::Bytes(size) => seq.push(json!({ "id": name, "size": size })),
            Shape::Array(element, count) => seq.extend(array(name, element, *count)),
            Shape::Number(8) => seq.extend(
                ["lo", "hi"].map(|half| json!({ "id": format!("{name}{half}"), "type": "u4" })),
            ),
            Shape::Number(size) => seq.push(json!({ "id": name, "type": format!("u{size}") })),
            Shape::Bits(size, bits) => {
                seq.push(json!({ "id": name, "type": format!("u{size}") }));
                for bit in bits {
                    let mask = (1_u64 << bit.width) - 1;
                    let value = format!("({name} >> {}) & {mask}", bit.bit);
                    instances.insert(bit.name.clone(), json!({ "value": value }));
                }
            }
        }
    }
    padding(ty.rest(), &mut seq);
    json!({ "seq": seq, "instances": instances })
}

/// An array; for 8-byte leaves, twice as many of 4.
fn array(name: &str, element: &Shape, count: u32) -> Option<Value> {
    let (ty, count) = match element {
        Shape::Number(8) => ("u4".to_owned(), 2 * count),
        Shape::Number(size) => (format!("u{size}"), count),
        Shape::Struct(ty) => (ty.name.clone(), count),
        _ => return None,
    };
    Some(json!({ "id": name, "type": ty, "repeat": "expr", "repeat-expr": count }))
}

fn padding(mut bytes: u32, seq: &mut Vec<Value>) {
    for size in [4, 2, 1] {
        while bytes >= size {
            seq.push(json!({ "id": format!("pad{}", seq.len()), "type": format!("u{size}") }));
            bytes -= size;
        }
    }
}

/// A JavaScript module: a function for each type, which adds every leaf of an object to a checksum.
pub(crate) fn reader(root: &Type) -> Result<String, std::fmt::Error> {
    let mut script = String::from("// Written by Strata's bench from a layout.\n");
    for ty in root.all() {
        writeln!(script, "function {}(s, o) {{", ty.name)?;
        for field in &ty.fields {
            let name = field.name.as_str();
            match &field.shape {
                Shape::Struct(ty) => writeln!(script, "  s = {}(s, o.{name});", ty.name)?,
                Shape::Bytes(_) => elements(&mut script, name, &step("e"))?,
                Shape::Array(element, _) => match &**element {
                    Shape::Number(8) => {
                        let sum = wide("a[i]", "a[i + 1]");
                        writeln!(
                            script,
                            "  for (let i = 0, a = o.{name}; i < a.length; i += 2) s = {sum};"
                        )?;
                    }
                    Shape::Struct(ty) => {
                        elements(&mut script, name, &format!("{}(s, e)", ty.name))?;
                    }
                    _ => elements(&mut script, name, &step("e"))?,
                },
                Shape::Number(8) => {
                    let sum = wide(&format!("o.{name}lo"), &format!("o.{name}hi"));
                    writeln!(script, "  s = {sum};")?;
                }
                Shape::Number(_) => writeln!(script, "  s = {};", step(&format!("o.{name}")))?,
                Shape::Bits(_, bits) => {
                    writeln!(script, "  s = {};", step(&format!("o.{name}")))?;
                    for bit in bits {
                        writeln!(script, "  s = {};", step(&format!("o.{}", bit.name)))?;
                    }
                }
            }
        }
        script.push_str("  return s;\n}\n");
    }
    writeln!(script, "globalThis.addLeaves = {};", root.name)?;
    Ok(script)
}

/// The checksum with one more leaf.
fn step(value: &str) -> String {
    format!("(s << 5 | s >>> 27) + {value} | 0")
}

/// The same for an 8-byte leaf.
fn wide(low: &str, high: &str) -> String {
    format!("(s << 5 | s >>> 27) + {low} + ({high} << 16 | {high} >>> 16) | 0")
}

fn elements(script: &mut String, name: &str, step: &str) -> std::fmt::Result {
    writeln!(
        script,
        "  for (let i = 0, a = o.{name}; i < a.length; i++) {{ const e = a[i]; s = {step}; }}"
    )
}
