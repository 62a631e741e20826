//! What is not plain about a member, in words: what every text puts behind it.

use crate::layout::{Bits, Member};

/// No name, bits that nobody states, a certainty that says so, where it was published, errata. Empty where all is plain.
#[must_use]
pub fn member(member: &Member) -> String {
    let mut parts: Vec<String> = Vec::new();
    if member.name.is_none() {
        parts.push(member.declaration.clone());
    }
    if member.bits == Bits::NotStated {
        parts.push("bits not stated".to_owned());
    }
    if !member.certainty.is_plain() {
        parts.push(member.certainty.to_string());
    }
    if let Some(published) = member.published.filter(|it| *it != member.offset) {
        parts.push(format!("published at {published}"));
    }
    parts.extend(errata(&member.errata));
    parts.join("; ")
}

/// `errata links-offset, links-name`; nothing where there is none.
#[must_use]
pub fn errata(ids: &[Box<str>]) -> Option<String> {
    let what = match ids.len() {
        0 => return None,
        1 => "erratum",
        _ => "errata",
    };
    Some(format!("{what} {}", ids.join(", ")))
}
