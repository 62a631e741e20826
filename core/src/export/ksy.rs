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
    if !nested.is_empty() || !own.bits.is_empty() {
        text.line(0, "types:");
    }
    for class in nested.iter().chain(&own.bits) {
        text.line(1, &format!("{}:", class.id));
        text.line(2, &format!("doc: {}", quoted(&class.about)));
        body(class, 2, &mut text);
        if !class.bits.is_empty() {
            text.line(2, "types:");
        }
        for bits in &class.bits {
            text.line(3, &format!("{}:", bits.id));
            text.line(4, &format!("doc: {}", quoted(&bits.about)));
            body(bits, 4, &mut text);
        }
    }
    text.finish()
}

fn head(unit: &Unit, own: &Class, text: &mut Text) {
    text.line(0, "meta:");
    text.line(1, &format!("id: {}", own.id));
    text.line(1, &format!("title: {}", quoted(&own.about)));
    text.line(1, &format!("ks-version: {COMPILER}"));
    text.line(1, "endian: le");
    text.line(1, "bit-endian: le");
    text.line(0, "doc: |");
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
