//! Classifies one line of `dt` or `dx`: a member, a header, or neither.

use super::{Tool, type_names};
use crate::name::{NAME_LIMIT, TypeName};
use crate::units::{BitRange, ByteOffset, ByteSize};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    Member(Member<'t>),
    /// An element of an array, `[00] _LIST_ENTRY`; indented lines after it are its members.
    Element(Member<'t>),
    Header(Header),
    /// A mark that members are omitted.
    Elided,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member<'t> {
    pub(super) tool: Tool,
    /// Number of leading blanks.
    pub(super) indent: usize,
    pub(super) offset: ByteOffset,
    pub(super) bits: Option<BitRange>,
    /// Empty if there is none.
    pub(super) name: &'t str,
    /// The rest of the line after the name.
    pub(super) text: &'t str,
    /// The type as `dx` prints it.
    pub(super) ty: &'t str,
    /// Whether the name is followed by a colon and nothing else.
    pub(super) is_holder: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) name: Option<TypeName>,
    pub(super) size: Option<ByteSize>,
    pub(super) elements: Option<u32>,
    /// Whether it may also be a line between members without an offset.
    pub(super) doubtful: bool,
}

/// The starts of a comment at the end of a line.
const NOTES: [&str; 4] = [" //", " ;", " <-", "  #"];

/// Classifies a line; `None` for a comment.
pub(super) fn kind(text: &str) -> Option<Kind<'_>> {
    // Listings may be in the comments of scripts and source code.
    let unquoted = text.trim_start_matches(['#', '/', ';', '>', '*', '|']);
    let trimmed = unquoted.trim_start();
    let indent = unquoted.len() - trimmed.len();
    let commented = unquoted.len() < text.len();
    if let Some(rest) = trimmed.strip_prefix("[+0x") {
        return Some(dx(rest, indent).map_or(Kind::Other, Kind::Member));
    }
    if let Some(rest) = trimmed.strip_prefix("+0x") {
        let member = dt(rest, indent).map(|member| match member.text {
            // Padding in our own output.
            "" if commented => None,
            _ => Some(Kind::Member(member)),
        });
        return member.unwrap_or((!commented).then_some(Kind::Other));
    }
    // `   // +0x049 padding, 7 bytes`, and comments.
    if text.trim_start().starts_with("//") || trimmed.is_empty() {
        return None;
    }
    if let Some(element) = element(trimmed, indent) {
        return Some(Kind::Element(element));
    }
    Some(header(without_note(trimmed)).map_or(Kind::Other, Kind::Header))
}

/// Parses `0x2e0 UniqueProcessId  : 0x00000000`00000b38 Void`, after the `+`.
fn dt(rest: &str, indent: usize) -> Option<Member<'_>> {
    let (offset, rest) = hex(rest)?;
    let (name, after) = match rest.split_once(':') {
        Some((name, text)) => (name.trim(), Some(text.trim())),
        None => (rest.trim(), None),
    };
    let text = without_note(after.unwrap_or_default()).trim();
    Some(Member {
        tool: Tool::Dt,
        indent,
        offset,
        bits: positions(text),
        name: name_of(name),
        text,
        ty: "",
        is_holder: after == Some(""),
    })
}

/// Parses `0x058 ( 3: 0)] X : 0x1 [Type: unsigned long]`, after the `[+`.
fn dx(rest: &str, indent: usize) -> Option<Member<'_>> {
    let (place, rest) = rest.split_once(']')?;
    let (offset, bits) = hex(place)?;
    let bits = match bits.trim().strip_prefix('(') {
        Some(bits) => Some(range(bits.strip_suffix(')')?)?),
        None => None,
    };
    let (front, ty) = match rest.rsplit_once("[Type: ") {
        Some((front, ty)) => (front, ty.trim_end().strip_suffix(']').unwrap_or(ty)),
        None => (rest, ""),
    };
    let name = front.split(':').next().unwrap_or_default().trim();
    Some(Member {
        tool: Tool::Dx,
        indent,
        offset,
        bits,
        name: name_of(name),
        text: rest
            .trim()
            .strip_prefix(name)
            .unwrap_or_default()
            .trim_start_matches([' ', ':']),
        ty,
        is_holder: false,
    })
}

/// Parses `[00] _LIST_ENTRY`, `[0x0] : 0x1 [Type: …]`.
fn element(text: &str, indent: usize) -> Option<Member<'_>> {
    let (index, rest) = text.strip_prefix('[')?.split_once(']')?;
    let digits = index.strip_prefix("0x").unwrap_or(index);
    let number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let (name, _) = text.split_at_checked(index.len() + 2)?;
    number.then_some(Member {
        tool: Tool::Dt,
        indent,
        offset: ByteOffset::ZERO,
        bits: None,
        name,
        text: rest.trim_start_matches([' ', ':']),
        ty: "",
        is_holder: false,
    })
}

/// Returns the first word, if it may be a name.
fn name_of(text: &str) -> &str {
    let name = text.split(' ').next().unwrap_or_default();
    if name.len() > NAME_LIMIT { "" } else { name }
}

/// Parses the leading offset; returns the rest, too.
fn hex(text: &str) -> Option<(ByteOffset, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_hexdigit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    let offset = u32::from_str_radix(digits, 16).ok()?;
    let ends = rest.is_empty() || rest.starts_with([' ', '(', ':']);
    ends.then_some((ByteOffset::new(offset), rest))
}

/// Parses `Pos 0, 3 Bits`, `Bitfield Pos 4, 1 Bit`.
fn positions(text: &str) -> Option<BitRange> {
    let text = text.strip_prefix("Bitfield ").unwrap_or(text);
    let (bit, width) = text.strip_prefix("Pos ")?.split_once(',')?;
    let width = width.trim().split(' ').next()?;
    BitRange::new(bit.trim().parse().ok()?, width.parse().ok()?)
}

/// Parses ` 3: 0`: the highest bit, then the lowest.
fn range(text: &str) -> Option<BitRange> {
    let (high, low) = text.split_once(':')?;
    let (high, low): (u8, u8) = (high.trim().parse().ok()?, low.trim().parse().ok()?);
    BitRange::new(low, high.checked_sub(low)?.checked_add(1)?)
}

fn without_note(text: &str) -> &str {
    let end = NOTES.iter().filter_map(|mark| text.find(mark)).min();
    let text = end.and_then(|end| text.get(..end)).unwrap_or(text);
    // A comment directly after a colon needs no blank before it.
    if text.starts_with("//") { "" } else { text }
}

/// Parses `ntdll!_EPROCESS`, `struct _X, 7 elements, 0x50 bytes`, `(*((nt!_X *)0xb41d9b80)) [Type: _X]`.
fn header(text: &str) -> Option<Header> {
    let text = text.trim();
    if let Some((_, ty)) = text.rsplit_once("[Type: ") {
        let ty = ty.trim_end_matches([']', ' ', '*']);
        return Some(Header {
            name: ty.parse().ok(),
            doubtful: !text.contains(['(', '!', '@']),
            ..Header::default()
        });
    }
    if let Some(rest) = type_names::shaped(text) {
        let name = rest.split(',').next().unwrap_or_default();
        return Some(Header {
            name: tag(name.trim()),
            size: Some(type_names::size(text)?),
            elements: type_names::extent(text).map(|(elements, _)| elements),
            doubtful: false,
        });
    }
    let (module, name) = text.split_once('!')?;
    let plain = |text: &str| !text.is_empty() && !text.contains([' ', '(', '"', '!']);
    (plain(module) && plain(name)).then(|| Header {
        name: name.parse().ok(),
        ..Header::default()
    })
}

/// Parses the tag after `struct`: an identifier or a name from symbols (`__m128`, `_KPRCB~2`).
fn tag(text: &str) -> Option<TypeName> {
    let identifier = text.parse().ok().filter(|_| !text.starts_with("__"));
    identifier.or_else(|| TypeName::parse_qualified(text))
}

/// Parses the type that a command names: `dt nt!_EPROCESS fffff803`451e0c86`.
pub(super) fn command(text: &str) -> Option<Header> {
    let mut words = text.split_whitespace();
    if words.next() != Some("dt") {
        return None;
    }
    let name = words.find(|word| !word.starts_with(['-', '/']))?;
    let name = name.rsplit('!').next().unwrap_or(name);
    Some(Header {
        name: name.parse().ok(),
        ..Header::default()
    })
}
