//! `ksy`: a specification for Kaitai Struct, whose compiler makes readers in many languages of it.
//!
//! What lies behind one another is read in sequence, padding and bit fields included, so that every byte is read once. Of members
//! over one another, the sequence reads those that reach furthest; the others are instances, which are read at their
//! place where they are asked for. A nested type reads a stream of its own, of just its bytes, in which its places count.

mod class;
mod ids;

pub(super) use self::ids::Ids;

use self::class::{Attribute, Class, classes};
use super::model::Unit;
use super::text::{self, Text, quoted};

/// The oldest compiler that takes it: it knows the order of bits.
const COMPILER: &str = "0.9";

/// The specification of a unit.
pub(super) fn write(unit: &Unit) -> String {
    let mut text = Text::new("  ");
    let classes = classes(unit);
    let Some((own, nested)) = classes.split_last() else {
        return text.finish();
    };
    head(unit, own, &mut text);
    body(own, 0, &mut text);
    types(&[nested, &own.bits], 0, &mut text);
    text.finish()
}

/// Classes, each with those that only it has. As deep as those nest: bit fields have none.
fn types(classes: &[&[Class]], level: usize, text: &mut Text) {
    if classes.iter().any(|classes| !classes.is_empty()) {
        text.line(level, "types:");
    }
    for class in classes.iter().copied().flatten() {
        text.line(level + 1, &format!("{}:", class.id));
        text.line(level + 2, &format!("doc: {}", quoted(&class.about)));
        body(class, level + 2, text);
        types(&[&class.bits], level + 2, text);
    }
}

fn head(unit: &Unit, own: &Class, text: &mut Text) {
    let (id, title) = (&own.id, quoted(&own.about));
    let meta =
        format!("meta:\n  id: {id}\n  title: {title}\n  ks-version: {COMPILER}\n  endian: le");
    text.line(0, &format!("{meta}\n  bit-endian: le\ndoc: |"));
    for line in unit.provenance.lines() {
        text.line(1, text::plain(&line).trim_end());
    }
    let urls = unit.provenance.sources.iter().map(|source| &source.url);
    let urls: Vec<&String> = urls.filter(|url| !url.is_empty()).collect();
    if !urls.is_empty() {
        text.line(0, "doc-ref:");
    }
    for url in urls {
        text.line(1, &format!("- {}", quoted(url)));
    }
}

fn body(class: &Class, level: usize, text: &mut Text) {
    if !class.sequence.is_empty() {
        text.line(level, "seq:");
    }
    for attribute in &class.sequence {
        let mut lines = Vec::new();
        let id = attribute.id.as_ref();
        lines.extend(id.map(|id| format!("id: {id} # {}", attribute.place)));
        lines.extend(keys(attribute));
        for (place, line) in lines.iter().enumerate() {
            match place {
                0 => text.line(level + 1, &format!("- {line}")),
                _ => text.line(level + 2, line),
            }
        }
    }
    if !class.instances.is_empty() {
        text.line(level, "instances:");
    }
    for attribute in &class.instances {
        text.line(
            level + 1,
            &format!("{}:", attribute.id.as_deref().unwrap_or_default()),
        );
        for line in keys(attribute) {
            text.line(level + 2, &line);
        }
    }
}

fn keys(attribute: &Attribute) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(name) = &attribute.name {
        lines.push(format!("-orig-id: {name}"));
    }
    lines.extend(
        attribute
            .keys
            .iter()
            .map(|(key, value)| format!("{key}: {value}")),
    );
    if !attribute.about.is_empty() {
        lines.push(format!("doc: {}", quoted(&attribute.about)));
    }
    lines
}

#[cfg(test)]
mod tests;
