//! Unions as dissect.cstruct can read them: none that holds a union in which there is a structure.
//!
//! Since version 4.0 it fails on such values (`Union._proxify` goes into the proxies of the inner union, 4.7, too). So the
//! alternatives of unions within unions become alternatives of the outermost. Where a member of a union is of a type in which
//! there is a union with structures, it is an array of one, into which it does not go.

use std::collections::BTreeMap;

use super::super::model::{Definition, Field, Item, Overlay, Pad, PadKind, Type};
use crate::units::ByteOffset;

/// What bytes are called that have no meaning in an alternative; the one name that may be there more than once.
pub(super) const NOTHING: &str = "_";

/// What stands behind a member that is an array only for that reason.
pub(super) const ONE: &str = "one, as an array";

/// The definitions, with unions that can be read.
pub(super) fn flattened(definitions: &[Definition]) -> Vec<Definition> {
    let mut deep = BTreeMap::new();
    let flatten = |definition: &Definition| {
        let items = definition.items.iter();
        let items: Vec<Item> = items.map(|item| outermost(item, &deep)).collect();
        let is_deep = items.iter().any(|item| is_deep(item, &deep));
        deep.insert(definition.name.clone(), is_deep);
        Definition {
            items,
            ..definition.clone()
        }
    };
    definitions.iter().map(flatten).collect()
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

fn outermost(item: &Item, deep: &Deep) -> Item {
    let Item::Overlay(overlay) = item else {
        return item.clone();
    };
    let mut alternatives = Vec::new();
    for items in &overlay.alternatives {
        let mut runs = vec![Vec::new()];
        spread(items, 0, &mut runs, deep);
        alternatives.extend(runs.into_iter().map(|run| filled(run, overlay.offset)));
    }
    Item::Overlay(Overlay {
        alternatives,
        ..overlay.clone()
    })
}

/// Puts items behind those of the run of that number: the first alternative of an overlay in it goes on with the run, each
/// other one is a run of its own. As deep as overlays nest, which has a limit.
fn spread(items: &[Item], run: usize, runs: &mut Vec<Vec<Item>>, deep: &Deep) {
    for item in items {
        let Item::Overlay(overlay) = item else {
            let item = alone(item, deep);
            runs.get_mut(run)
                .into_iter()
                .for_each(|run| run.push(item.clone()));
            continue;
        };
        for (number, items) in overlay.alternatives.iter().enumerate() {
            let run = match number {
                0 => run,
                _ => {
                    runs.push(Vec::new());
                    runs.len() - 1
                }
            };
            spread(items, run, runs, deep);
        }
    }
}

/// A member of a union, as an array of one if it must be.
fn alone(item: &Item, deep: &Deep) -> Item {
    match item {
        Item::Field(field) if holds_deep(&field.ty, deep) => Item::Field(Field {
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
        }),
        _ => item.clone(),
    }
}

/// A run with bytes without meaning wherever there is a gap, from `start` on.
fn filled(run: Vec<Item>, start: ByteOffset) -> Vec<Item> {
    let mut items = Vec::new();
    let mut end = start;
    for item in run {
        let offset = item.offset();
        if let Some(size) = offset.distance_from(end).filter(|size| size.get() > 0) {
            items.push(Item::Pad(Pad {
                name: NOTHING.to_owned(),
                kind: PadKind::Skipped,
                offset: end,
                size,
            }));
        }
        end = offset.saturating_add(item.size());
        items.push(item);
    }
    items
}
