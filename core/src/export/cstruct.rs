//! `cstruct`: definitions for dissect.cstruct, a reader of structures for Python.
//!
//! Its grammar is C's for structures (dissect/cstruct/parser.py, `TokenParser`) without attributes. It packs unless told
//! otherwise, so padding is a member. Bits of no field must have a name, and each one of its own: what is in anonymous unions are
//! attributes of the whole. How wide pointers are is said in Python and not in the text, so they are integers here; what they
//! lead to stands in a comment.
//!
//! No union holds a union in which there is a structure: since version 4.0 it fails on such values (`Union._proxify` goes into
//! the proxies of the inner union, 4.7, too). So the alternatives of unions within unions become alternatives of the outermost.
//! Where a member of a union is of a type in which there is a union with structures, it is an array of one, into which it does
//! not go.
//!
//! It also fails on a union of which it makes a second value without bytes, as it does for each member of that type, where what is
//! in the union holds a structure: values without bytes share what they hold, and in that it has put a proxy already. So what
//! lies that deep in a union with a name is an array of one, too.

use std::collections::{BTreeMap, BTreeSet};

use super::c_family::{Arrays, Nameless, Overlays, PointerStyle, Printer, Remarks, Style};
use super::format::Options;
use super::model::{
    Definition, Field, Item, Kind, Overlay, Pad, PadKind, Scalar, Type, Unit, Value,
};
use super::names::{self, guard};
use super::text;
use crate::units::{ByteOffset, ByteSize};

const STYLE: Style = Style {
    begin: |kind, name| format!("{kind} {name} {{"),
    end: |_| "};".to_owned(),
    number,
    bit_field: |of| format!("uint{}", text::bits(of.size)),
    byte,
    pointers: PointerStyle::Integers,
    arrays: Arrays::All,
    nameless: Nameless::Members(""),
    overlays: Overlays::Anonymous,
    remarks: Remarks::Comments,
    hidden: |_, name, _| name.to_owned(),
};

/// The definitions of a unit. Each is read once where one reader loads several structures at one point.
pub(super) fn write(unit: &Unit) -> String {
    let definitions = flattened(&unit.definitions);
    let mut lines = unit.provenance.lines();
    lines.extend(remarks(unit, &definitions));
    let mut printer = Printer::new(&STYLE, Options::default());
    printer.text.comment(&lines);
    for definition in &definitions {
        let guard = guard(&definition.name, unit.provenance.point);
        printer.line(&format!("\n#ifndef {guard}\n#define {guard}"));
        printer.definition(definition);
        printer.line("#endif");
    }
    printer.text.finish()
}

fn remarks(unit: &Unit, definitions: &[Definition]) -> Vec<String> {
    let width = unit.arch.pointer().get();
    let mut remarks = vec![
        "Read it in Python with dissect.cstruct: cstruct().load(text)".to_owned(),
        format!("Pointers are integers of {width} bytes."),
    ];
    let mut fields = definitions.iter().flat_map(Definition::fields);
    if fields.any(|field| field.comment.starts_with(ONE)) {
        remarks.push(
            "A structure of a union is an array of one where it holds others: [0] is the structure."
                .to_owned(),
        );
    }
    remarks
}

/// `char`, which reads bytes as `bytes`. Of one alone it reads nothing where a number is before it and nothing of a kind behind
/// (`_generate_packed`, 4.7: the format `Ix` counts as one without numbers).
fn byte(size: ByteSize) -> &'static str {
    match size.get() {
        1 => "uint8",
        _ => "char",
    }
}

/// `wchar` would have to be UTF-16 without a mistake, which memory need not hold. A `char` alone is as [`byte`] says.
fn number(scalar: &Scalar, count: u32) -> String {
    let sign = match scalar.value {
        Value::Char if count > 1 => return "char".to_owned(),
        Value::Char | Value::Signed => "",
        Value::Unsigned | Value::Boolean | Value::WideChar => "u",
    };
    format!("{sign}int{}", text::bits(scalar.size))
}

/// The comment on such an array of one.
const ONE: &str = "one, as an array";

/// The definitions, with unions that can be read.
fn flattened(definitions: &[Definition]) -> Vec<Definition> {
    let mut deep = BTreeMap::new();
    let mut holding = BTreeSet::new();
    let flatten = |definition: &Definition| {
        let mut flat = Flat {
            deep: &deep,
            taken: definition.names(),
        };
        let items = definition.items.iter();
        let mut items: Vec<Item> = items.map(|item| flat.outermost(item)).collect();
        if let (Kind::Union, [Item::Overlay(overlay)]) = (definition.kind, items.as_mut_slice()) {
            for run in &mut overlay.alternatives {
                guard_second_value(run, &holding);
            }
        }
        if items.iter().any(is_structured) {
            holding.insert(definition.name.clone());
        }
        let is_deep = items.iter().any(|item| is_deep(item, &deep));
        deep.insert(definition.name.clone(), is_deep);
        Definition {
            items,
            ..definition.clone()
        }
    };
    definitions.iter().map(flatten).collect()
}

/// Whether it is a structure, or a union, to which dissect.cstruct gives a type of its own.
fn is_structured(item: &Item) -> bool {
    match item {
        Item::Field(field) => matches!(field.ty, Type::Definition { .. }),
        Item::Overlay(_) => true,
        Item::Bits(_) | Item::Pad(_) => false,
    }
}

/// Makes arrays of one of the structures in an alternative of a union of which there may be two values without bytes.
/// `holding` are the definitions that hold structures or unions.
fn guard_second_value(run: &mut [Item], holding: &BTreeSet<String>) {
    let several = run.len() > 1;
    for item in run {
        if let Item::Field(field) = item
            && let Type::Definition { name, .. } = &field.ty
            && (several || holding.contains(name))
        {
            *field = as_array(field);
        }
    }
}

/// A member as an array of one.
fn as_array(field: &Field) -> Field {
    Field {
        ty: Type::Array {
            element: Box::new(field.ty.clone()),
            count: 1,
            any_size: false,
        },
        comment: match field.comment.as_str() {
            "" => ONE.to_owned(),
            comment => format!("{ONE}; {comment}"),
        },
        ..field.clone()
    }
}

/// By the name of a definition, whether there is a union with structures in it.
type Deep = BTreeMap<String, bool>;

fn is_deep(item: &Item, deep: &Deep) -> bool {
    match item {
        Item::Field(field) => holds_deep(&field.ty, deep),
        Item::Bits(_) | Item::Pad(_) => false,
        Item::Overlay(overlay) => {
            let alternatives = overlay.alternatives.iter();
            let structured = |items: &Vec<Item>| match items.as_slice() {
                [Item::Field(field)] => matches!(field.ty, Type::Definition { .. }),
                [Item::Pad(_)] => false,
                _ => true,
            };
            alternatives.into_iter().any(structured)
        }
    }
}

/// Whether a value of that type goes on to a union with structures. Values of arrays do not.
fn holds_deep(ty: &Type, deep: &Deep) -> bool {
    match ty {
        Type::Definition { name, .. } => deep.get(name).copied().unwrap_or(true),
        Type::Scalar(_) | Type::Pointer(_) | Type::Array { .. } | Type::Bytes { .. } => false,
    }
}

struct Flat<'a> {
    deep: &'a Deep,
    taken: BTreeSet<String>,
}

impl Flat<'_> {
    fn outermost(&mut self, item: &Item) -> Item {
        match item {
            Item::Field(_) | Item::Bits(_) | Item::Pad(_) => item.clone(),
            Item::Overlay(overlay) => {
                let mut alternatives = Vec::new();
                for items in &overlay.alternatives {
                    let mut runs = vec![Vec::new()];
                    self.spread(items, 0, &mut runs);
                    let runs = runs.into_iter();
                    alternatives.extend(runs.map(|run| self.filled(run, overlay.offset)));
                }
                Item::Overlay(Overlay {
                    alternatives,
                    ..overlay.clone()
                })
            }
        }
    }

    /// Puts items behind those of the run of that number: the first alternative of an overlay in it goes on with the run, each
    /// other one is a run of its own. As deep as overlays nest, which has a limit.
    fn spread(&mut self, items: &[Item], run: usize, runs: &mut Vec<Vec<Item>>) {
        for item in items {
            let item = match item {
                Item::Field(field) => Item::Field(self.alone(field)),
                Item::Bits(_) | Item::Pad(_) => item.clone(),
                Item::Overlay(overlay) => {
                    for (number, items) in overlay.alternatives.iter().enumerate() {
                        let run = match number {
                            0 => run,
                            _ => {
                                runs.push(Vec::new());
                                runs.len() - 1
                            }
                        };
                        self.spread(items, run, runs);
                    }
                    continue;
                }
            };
            if let Some(run) = runs.get_mut(run) {
                run.push(item);
            }
        }
    }

    /// A member of a union, as an array of one if it must be.
    fn alone(&self, field: &Field) -> Field {
        match holds_deep(&field.ty, self.deep) {
            true => as_array(field),
            false => field.clone(),
        }
    }

    /// A run with its gaps filled by opaque bytes, from `start` on.
    fn filled(&mut self, run: Vec<Item>, start: ByteOffset) -> Vec<Item> {
        let mut items = Vec::new();
        let mut end = start;
        for item in run {
            let offset = item.offset();
            if let Some(size) = offset.distance_from(end).filter(|size| size.get() > 0) {
                let kind = PadKind::Skipped;
                let name = names::free(names::at(kind.title(), end), &mut self.taken);
                items.push(Item::Pad(Pad {
                    name,
                    kind,
                    offset: end,
                    size,
                }));
            }
            end = item.end();
            items.push(item);
        }
        items
    }
}

#[cfg(test)]
mod tests;
