//! Parses System Informer's kphdyn.xml: kernels, each with the id of its offsets, and the offsets by id.

use std::collections::{BTreeMap, BTreeSet};

use super::line::{Line, Row, number};
use super::reader::Reader;
use crate::arch::Arch;
use crate::kernels::lists::KPHDYN;
use crate::release::Version;

/// The values of members that the kernels do not have.
const ABSENT: [&str; 3] = ["-1", "0xffff", "0xffffffff"];

/// The maximum number of offsets, each counted in every kernel that has it.
const KERNEL_OFFSETS_LIMIT: usize = 1 << 16;

/// An element with its text up to the next one.
#[derive(Clone, Copy)]
struct Element<'t> {
    line: usize,
    text: &'t str,
}

impl<'t> Element<'t> {
    fn is(&self, name: &str) -> bool {
        let behind = self.text.strip_prefix(name);
        behind.is_some_and(|it| it.starts_with(char::is_whitespace))
    }

    fn attribute(&self, name: &str) -> Option<&'t str> {
        let (_, behind) = self.text.split_once(&format!(" {name}=\""))?;
        Some(behind.split_once('"')?.0)
    }
}

pub(super) fn is_it(text: &str) -> bool {
    text.trim_start().starts_with('<') && text.contains("<dyn") && text.contains("<field ")
}

/// Makes a claim for each offset in each kernel.
pub(super) fn read(text: &str, reader: &mut Reader<'_>) {
    let mut line = 1;
    let elements: Vec<Element<'_>> = (text.split('<'))
        .map(|text| {
            let element = Element { line, text };
            line += text.matches('\n').count();
            element
        })
        .collect();
    let mut kernels: BTreeMap<&str, Vec<&Element<'_>>> = BTreeMap::new();
    for kernel in elements.iter().filter(|it| it.is("data")) {
        if let Some((_, id)) = kernel.text.rsplit_once('>') {
            kernels.entry(id).or_default().push(kernel);
        }
    }
    let (mut id, mut told, mut left) = (None, BTreeSet::new(), KERNEL_OFFSETS_LIMIT);
    for element in &elements {
        if element.is("fields") {
            id = element.attribute("id");
        }
        let name = element.attribute("name").filter(|_| element.is("field"));
        let (Some(name), Some(id)) = (name, id) else {
            continue;
        };
        let Some(member) = member(name, reader) else {
            if told.insert(name) {
                let why = format!("`{name}` is not the offset of a member, and is not judged");
                reader.refuse(element.line, element.text.trim(), why);
            }
            continue;
        };
        let value = element.attribute("value").unwrap_or_default();
        if ABSENT.contains(&value) {
            continue;
        }
        let here = kernels.get(id).map_or(&[][..], Vec::as_slice);
        let Some(rest) = left.checked_sub(here.len()) else {
            let why = format!(
                "more than {KERNEL_OFFSETS_LIMIT} offsets in kernels: the rest is not read"
            );
            return reader.refuse(element.line, element.text.trim(), why);
        };
        left = rest;
        for kernel in here {
            let row = number(value).map(|offset| Row {
                names: vec![member],
                offset: Some(offset),
                arch: kernel.attribute("arch").and_then(Arch::from_alias),
                version: kernel
                    .attribute("version")
                    .and_then(|it| it.parse::<Version>().ok()),
                pointed: true,
                ..Row::default()
            });
            let row = row.map_or_else(Line::Refused, Line::Row);
            reader.take(element.line, element.text.trim(), row);
        }
    }
}

/// The member that a field names, as System Informer or our export spells it; a number of bits is no offset.
fn member<'t>(name: &'t str, reader: &Reader<'_>) -> Option<&'t str> {
    match KPHDYN.iter().find(|(own, ..)| *own == name) {
        Some((_, member, is_bits)) => (!is_bits).then_some(*member),
        None => reader.names_member(name).then_some(name),
    }
}
