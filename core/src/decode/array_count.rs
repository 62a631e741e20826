//! Determines the number of elements of an array at the end of a structure: by a counter member, or the bytes up to a
//! gap.
//!
//! An article's table names the counter (`counted_by`). Symbol files do not, but Windows follows a naming scheme:
//! `SubAuthority[1]` has `SubAuthorityCount`, `Run[1]` has `NumberOfRuns`, `Data[1]` of bytes has `DataLength`, and a
//! single list has `Count`. An array that is declared with more than one element has the declared length.

use super::finding::{Detail, Finding};
use super::shape::{Field, Shape};
use super::start::Start;
use super::value::ItemName;
use crate::layout::{Layout, ValueMeaning};
use crate::types::ScalarKind;

/// Extends the array at the end to its elements from `start` on; returns a finding if the bytes end before its count.
pub(super) fn extend(fields: &mut [Field], layout: &Layout, start: &Start<'_>) -> Option<Finding> {
    let (array, before) = fields.split_last_mut()?;
    let counter = counter(array, before, layout);
    let label = array.name.title();
    let Shape::Array {
        stride,
        count,
        open,
        ..
    } = &mut array.shape
    else {
        return None;
    };
    let up_to_a_gap = start.elements(array.offset, *stride).max(*count);
    let stated = counter.and_then(|it| Some((it, start.number(it.offset, it.size)?)));
    let mut finding = None;
    *count = match stated {
        None if *open => up_to_a_gap,
        None => *count,
        Some((counter, stated)) => match u32::try_from(stated) {
            Ok(stated) if stated <= start.room(array.offset, *stride) => stated,
            _ => {
                let there = up_to_a_gap;
                let detail = Detail::FewerElements {
                    stated,
                    array: label,
                    there,
                };
                finding = Some(Finding {
                    path: Some(counter.name.to_string()),
                    title: Some(counter.name.title()),
                    ..Finding::about(counter.offset, detail)
                });
                there
            }
        },
    };
    array.size = array.size.max(stride.saturating_mul(*count));
    finding
}

/// Returns the member that counts the elements of an array.
fn counter<'f>(array: &Field, before: &'f [Field], layout: &Layout) -> Option<&'f Field> {
    let Shape::Array {
        stride,
        count,
        open,
        ..
    } = array.shape
    else {
        return None;
    };
    if let Some(row) = array.name.row()
        && let Some(ValueMeaning::CountedBy(of)) = layout.member(row.as_str())?.meaning.as_deref()
    {
        let is_row = |it: &&Field| it.name.row() == Some(of);
        return before.iter().find(is_row);
    }
    let of = name(array).filter(|_| open || count <= 1)?;
    let numbers = || before.iter().filter(|field| is_number(&field.shape));
    let of_the_array = |field: &&Field| {
        name(field).is_some_and(|name| {
            let stem = name
                .strip_suffix("Count")
                .or_else(|| name.strip_prefix("NumberOf"))
                .or_else(|| name.strip_suffix("Length").filter(|_| stride == 1));
            stem.is_some_and(|stem| singular(stem) == singular(of))
        })
    };
    let of_the_only_list = |field: &&Field| name(field) == Some("Count");
    let named_alike = numbers().find(of_the_array);
    named_alike.or_else(|| numbers().find(of_the_only_list))
}

fn name(field: &Field) -> Option<&str> {
    match &field.name {
        ItemName::Row { name, .. } | ItemName::Field(name) => Some(name),
        ItemName::Unnamed { .. } | ItemName::Element(_) => None,
    }
}

fn is_number(shape: &Shape) -> bool {
    let integer = [ScalarKind::Unsigned, ScalarKind::Signed];
    matches!(shape, Shape::Scalar { kind, .. } if integer.contains(kind))
}

/// Returns the singular: `Entries` to `Entry`, `Runs` to `Run`.
fn singular(noun: &str) -> String {
    match noun.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => noun.trim_end_matches('s').to_owned(),
    }
}
