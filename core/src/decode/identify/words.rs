//! A piece of evidence in words: the way to the value, and one sentence about it.

use super::Reason;
use super::classes::Class;
use super::judge::Mark;
use crate::decode::shape::{Part, Shape};
use crate::units::ByteOffset;

pub(super) fn reason(class: &Class, mark: &Mark) -> Reason {
    let part = mark.part.and_then(|part| class.parts.get(part));
    let path = part.map(|part| path(part, mark.offset) + mark.suffix);
    let (before, behind) = mark.sign.facts().words;
    let value = mark.value;
    let message = match &path {
        Some(path) => format!("`{path}` {before}{value:x}{behind}"),
        None => format!("{before}{value:x}{behind}"),
    };
    Reason {
        sign: mark.sign,
        weight: mark.weight,
        instance: mark.instance,
        offset: ByteOffset::new(mark.offset),
        path,
        message,
    }
}

/// The way to what begins at an offset in a part: `EtwpGuidHashTable[3].ListHead[0]`.
fn path(part: &Part, offset: u32) -> String {
    let mut path = part.name.as_deref().unwrap_or(part.row.as_str()).to_owned();
    let mut left = offset.saturating_sub(part.offset);
    let mut shape = &part.shape;
    loop {
        shape = match shape {
            Shape::Array {
                element, stride, ..
            } => {
                let stride = (*stride).max(1);
                path.push_str(&format!("[{}]", left / stride));
                left %= stride;
                element
            }
            Shape::Struct { fields, .. } => {
                let inside =
                    |offset: u32, size: u32| (offset..offset.saturating_add(size)).contains(&left);
                let field = fields
                    .iter()
                    .find(|field| !field.shared && inside(field.offset, field.size));
                let Some(field) = field else {
                    return path;
                };
                path.push('.');
                path.push_str(&field.name);
                left = left.saturating_sub(field.offset);
                &field.shape
            }
            _ => return path,
        };
    }
}
