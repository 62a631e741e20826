//! `cstruct`: definitions for dissect.cstruct, a structure parser for Python.
//!
//! Its grammar is C's for structures (dissect/cstruct/parser.py, `TokenParser`) without attributes. It packs by
//! default, so padding is a member. Unused bits must have a unique name, because members of anonymous unions become
//! attributes of the whole. The pointer width is set in Python, not in the text, so pointers are integers here; their
//! targets are in comments.
//!
//! No union may contain a union with a structure: since version 4.0 such values fail (`Union._proxify` descends into
//! the proxies of the inner union, also in 4.7). So the alternatives of nested unions become alternatives of the
//! outermost. A union member whose type contains a union with structures is an array of one, into which it does not
//! descend.
//!
//! It also fails on a union of which it creates a second value without bytes, as it does for each member of that type,
//! if the union's content contains a structure: values without bytes share their content, which already has a proxy. So
//! a structure that deep in a named union is an array of one, too.

use std::collections::{BTreeMap, BTreeSet};

use super::c_family::{Arrays, Overlays, PaddingSyntax, PointerStyle, Printer, Remarks, Style};
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
    nameless: PaddingSyntax::Members(""),
    overlays: Overlays::Anonymous,
    remarks: Remarks::Comments,
    hidden: |_, name, _| name.to_owned(),
};

/// Prints the definitions of a unit, with include guards for several structures at one point.
pub(super) fn write(unit: &Unit) -> String {
    let definitions = flattened(&unit.definitions);
    let mut printer = Printer::of_unit(&STYLE, unit, remarks(unit, &definitions));
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
            "A structure in a union is an array of one element if it contains others: [0] is the structure."
                .to_owned(),
        );
    }
    remarks
}

/// Returns the byte type: `char`, which reads bytes as `bytes`. A single `char` is read as nothing after a number and
/// before another kind (`_generate_packed`, 4.7: the format `Ix` counts as one without numbers), so that is `uint8`.
fn byte(size: ByteSize) -> &'static str {
    match size.get() {
        1 => "uint8",
        _ => "char",
    }
}

/// Returns the type of a number. `wchar` requires valid UTF-16, which memory may lack. For a single `char`, see
/// [`byte`].
fn number(scalar: &Scalar, count: u32) -> String {
    let sign = match scalar.value {
        Value::Char if count > 1 => return "char".to_owned(),
        Value::Char | Value::Signed => "",
        Value::Unsigned | Value::Boolean | Value::WideChar => "u",
    };
    format!("{sign}int{}", text::bits(scalar.size))
}

/// The comment on an array of one in place of a structure.
const ONE: &str = "one, as an array";

/// Rewrites the definitions to unions that dissect.cstruct can read.
fn flattened(definitions: &[Definition]) -> Vec<Definition> {
    let mut deep = BTreeMap::new();
    let mut holding = BTreeSet::new();
    let flatten = |definition: &Definition| {
        let mut flat = UnionFlattener {
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

/// Whether it is a structure or a union, to which dissect.cstruct gives a separate type.
fn is_structured(item: &Item) -> bool {
    match item {
        Item::Field(field) => matches!(field.ty, Type::Definition { .. }),
        Item::Overlay(_) => true,
        Item::Bits(_) | Item::Pad(_) => false,
    }
}

/// Replaces structures by arrays of one, in an alternative of a union of which there may be two values without bytes.
/// `holding` are the definitions that contain structures or unions.
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

/// Converts a member to an array of one.
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

/// Whether a definition contains a union with structures, by name.
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

/// Whether a value of this type contains a union with structures. Arrays do not count.
fn holds_deep(ty: &Type, deep: &Deep) -> bool {
    match ty {
        Type::Definition { name, .. } => deep.get(name).copied().unwrap_or(true),
        Type::Scalar(_) | Type::Pointer(_) | Type::Array { .. } | Type::Bytes { .. } => false,
    }
}

struct UnionFlattener<'a> {
    deep: &'a Deep,
    taken: BTreeSet<String>,
}

impl UnionFlattener<'_> {
    fn outermost(&mut self, item: &Item) -> Item {
        match item {
            Item::Field(_) | Item::Bits(_) | Item::Pad(_) => item.clone(),
            Item::Overlay(overlay) => {
                let mut alternatives = Vec::new();
                for items in &overlay.alternatives {
                    let mut runs = vec![Vec::new()];
                    self.split_runs(items, 0, &mut runs);
                    let runs = runs.into_iter();
                    alternatives.extend(runs.map(|run| self.fill_gaps(run, overlay.offset)));
                }
                Item::Overlay(Overlay {
                    alternatives,
                    ..overlay.clone()
                })
            }
        }
    }

    /// Appends items to a run: the first alternative of an overlay continues the run, each other one begins a new run.
    /// Recursion is bounded by the nesting of overlays.
    fn split_runs(&mut self, items: &[Item], run: usize, runs: &mut Vec<Vec<Item>>) {
        for item in items {
            let item = match item {
                Item::Field(field) => Item::Field(self.union_member(field)),
                Item::Bits(_) | Item::Pad(_) => item.clone(),
                Item::Overlay(overlay) => {
                    for (number, items) in overlay.alternatives.iter().enumerate() {
                        if number > 0 {
                            runs.push(Vec::new());
                        }
                        let run = if number > 0 { runs.len() - 1 } else { run };
                        self.split_runs(items, run, runs);
                    }
                    continue;
                }
            };
            if let Some(run) = runs.get_mut(run) {
                run.push(item);
            }
        }
    }

    /// Returns a union member, as an array of one if necessary.
    fn union_member(&self, field: &Field) -> Field {
        match holds_deep(&field.ty, self.deep) {
            true => as_array(field),
            false => field.clone(),
        }
    }

    /// Fills the gaps of a run with opaque bytes, from `start` on.
    fn fill_gaps(&mut self, run: Vec<Item>, start: ByteOffset) -> Vec<Item> {
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
