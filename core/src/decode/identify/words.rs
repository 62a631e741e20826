//! A piece of evidence in words: the way to the value, and one sentence about it.

use super::Reason;
use super::classes::Class;
use super::judge::Mark;
use crate::decode::shape::{Field, Shape};
use crate::units::ByteOffset;

pub(super) fn reason(class: &Class, mark: &Mark) -> Reason {
    let field = mark.field.and_then(|field| class.fields.get(field));
    let path = field.map(|field| path(field, mark.offset) + mark.suffix);
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

/// The way to what begins at an offset in a member: `EtwpGuidHashTable[3].ListHead[0]`.
fn path(field: &Field, offset: u32) -> String {
    let mut path = field.name.to_string();
    let mut left = offset.saturating_sub(field.offset);
    let mut shape = &field.shape;
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
                let inside = |field: &&Field| (field.offset..field.end()).contains(&left);
                let mut sure = fields.iter().filter(|field| !field.shared);
                let Some(field) = sure.find(inside) else {
                    return path;
                };
                path.push_str(&format!(".{}", field.name));
                left = left.saturating_sub(field.offset);
                &field.shape
            }
            _ => return path,
        };
    }
}
