//! The rules: what a specialist would notice about a value, about the bytes between members, about the address.

use super::finding::{Findings, Rule};
use super::memory::{Byte, Memory};
use super::value::{Item, ItemName, Meaning, Pointer, PointerClass, Value};
use super::view::{View, narrow};
use crate::arch::Arch;
use crate::constants::ConstantSet;
use crate::layout::{GapKind, Layout, Member, Sense};
use crate::name::RowId;

/// The size of a page on every architecture that Windows has here.
const PAGE: u64 = 0x1000;

/// What was noticed about a value.
pub(super) struct Notice {
    pub(super) rule: Rule,
    /// About which part of it, as `.Flink`; about all of it where empty.
    pub(super) part: &'static str,
    /// How far behind its start that part lies.
    pub(super) offset: u32,
    /// In words that follow its path.
    pub(super) message: String,
}

impl Notice {
    fn whole(rule: Rule, message: String) -> Self {
        Self {
            rule,
            part: "",
            offset: 0,
            message,
        }
    }
}

/// Where a value was seen.
pub(super) struct Seen<'a> {
    pub(super) view: &'a View<'a>,
    /// At which address.
    pub(super) address: Option<u64>,
    /// What a pointer leads to begins at multiples of so many bytes.
    pub(super) align: u32,
}

impl Seen<'_> {
    /// What there is to notice about a value. Values inside others are not looked into.
    pub(super) fn value(&self, value: &Value) -> Vec<Notice> {
        match value {
            Value::Boolean(byte) if *byte > 1 => {
                let message = format!("is 0x{byte:x}, but a BOOLEAN is 0 or 1");
                vec![Notice::whole(Rule::BooleanAboveOne, message)]
            }
            Value::Pointer(pointer) => address_of(*pointer, 0, "", self.align)
                .into_iter()
                .collect(),
            Value::UnicodeString {
                length,
                maximum_length,
                buffer,
            } => self.string(*length, *maximum_length, *buffer),
            Value::ListEntry { flink, blink } => self.links(*flink, *blink),
            Value::Enum {
                number,
                bits,
                name: None,
            } => {
                let message = format!(
                    "is {number} (0x{bits:x}), which is none of the values known here: others may have been added"
                );
                vec![Notice::whole(Rule::EnumValueUnknown, message)]
            }
            Value::Bits { unnamed, .. } if *unnamed != 0 => {
                let message =
                    format!("has bits 0x{unnamed:x} set, for which no bit field is known");
                vec![Notice::whole(Rule::BitsWithoutName, message)]
            }
            _ => Vec::new(),
        }
    }

    fn pointer_size(&self) -> u32 {
        self.view.arch().pointer().get()
    }

    fn string(
        &self,
        length: Option<u16>,
        maximum: Option<u16>,
        buffer: Option<Pointer>,
    ) -> Vec<Notice> {
        let behind = self.pointer_size();
        let above = length.zip(maximum).and_then(above_maximum);
        let nowhere = length.zip(buffer).and_then(without_buffer);
        let buffer = buffer.and_then(|buffer| address_of(buffer, behind, ".Buffer", 2));
        let notices = [above, length.and_then(odd), nowhere, buffer];
        notices.into_iter().flatten().collect()
    }

    fn links(&self, flink: Option<Pointer>, blink: Option<Pointer>) -> Vec<Notice> {
        let size = self.pointer_size();
        let links = self.address.zip(flink.zip(blink)).and_then(links);
        let flink_is = flink.and_then(|flink| address_of(flink, 0, ".Flink", size));
        let blink_is = blink.and_then(|blink| address_of(blink, size, ".Blink", size));
        let forth = flink.and_then(|flink| self.neighbour(flink, ".Flink", "Blink", 0, size));
        let back = blink.and_then(|blink| self.neighbour(blink, ".Blink", "Flink", size, 0));
        let notices = [links, flink_is, blink_is, forth, back];
        notices.into_iter().flatten().collect()
    }

    /// Whether the neighbour to which a link leads leads back; `other` of its links, so far behind its start, does.
    fn neighbour(
        &self,
        link: Pointer,
        part: &'static str,
        other: &str,
        offset: u32,
        behind: u32,
    ) -> Option<Notice> {
        let here = self.address.filter(|here| *here != link.address)?;
        link.target?;
        let place = link.address.checked_add(u64::from(behind))?;
        let back = self.view.number(place, self.pointer_size())?;
        (narrow(back, self.view.arch()) != here).then(|| Notice {
            rule: Rule::ListLinksDisagree,
            part,
            offset,
            message: format!(
                "leads to the entry at 0x{:x}, whose {other} is 0x{back:x} and does not lead back to 0x{here:x}",
                link.address
            ),
        })
    }
}

/// What there is to notice about an address that leads to something so aligned.
fn address_of(pointer: Pointer, offset: u32, part: &'static str, align: u32) -> Option<Notice> {
    let address = pointer.address;
    let (rule, message) = if pointer.class == PointerClass::NonCanonical {
        (
            Rule::NonCanonicalPointer,
            format!(
                "is 0x{address:x}, which is not canonical: no pointer looks so on x64 or arm64"
            ),
        )
    } else if !address.is_multiple_of(u64::from(align.max(1))) {
        (
            Rule::PointerMisaligned,
            format!("is 0x{address:x}, but what it points to begins at multiples of {align}"),
        )
    } else {
        return None;
    };
    Some(Notice {
        rule,
        part,
        offset,
        message,
    })
}

fn above_maximum((length, maximum): (u16, u16)) -> Option<Notice> {
    let message = || {
        format!(
            "has Length 0x{length:x} above MaximumLength 0x{maximum:x}: the text would not fit its buffer"
        )
    };
    (length > maximum).then(|| Notice::whole(Rule::LengthAboveMaximum, message()))
}

fn odd(length: u16) -> Option<Notice> {
    let message =
        || format!("has Length 0x{length:x}, which is odd: a character of UTF-16 has two bytes");
    (length % 2 == 1).then(|| Notice::whole(Rule::LengthOdd, message()))
}

fn without_buffer((length, buffer): (u16, Pointer)) -> Option<Notice> {
    let message = || format!("has Length 0x{length:x}, but its Buffer is null");
    (length > 0 && buffer.class == PointerClass::Null)
        .then(|| Notice::whole(Rule::TextWithoutBuffer, message()))
}

fn links((address, (flink, blink)): (u64, (Pointer, Pointer))) -> Option<Notice> {
    let (flink, blink) = (flink.address, blink.address);
    match (flink == address, blink == address) {
        (true, true) => Some(Notice::whole(
            Rule::ListEmpty,
            "points to itself: as the head of a list, the list is empty".to_owned(),
        )),
        (false, false) => None,
        _ => Some(Notice::whole(
            Rule::ListLinksDisagree,
            format!(
                "points to itself with one link only (Flink 0x{flink:x}, Blink 0x{blink:x}): an empty list does so with both"
            ),
        )),
    }
}

/// What there is to notice about a number that should be of a set of constants.
pub(super) fn constants(meaning: &Meaning, set: &ConstantSet, number: u64) -> Option<Notice> {
    let id = &set.id;
    match meaning {
        Meaning::Flags { unknown, .. } if *unknown != 0 => {
            let message =
                format!("has bits 0x{unknown:x} set, for which the set `{id}` has no constant");
            Some(Notice::whole(Rule::BitsWithoutName, message))
        }
        Meaning::Constant(None) => {
            let message =
                format!("is {number} (0x{number:x}), which is no constant of the set `{id}`");
            Some(Notice::whole(Rule::EnumValueUnknown, message))
        }
        _ => None,
    }
}

/// What there is to notice about members that should hold another one's number, rounded up to whole pages.
pub(super) fn pages(layout: &Layout, members: &[Item], findings: &mut Findings) {
    let number = |row: &RowId| {
        let of_row = |item: &&Item| matches!(&item.name, ItemName::Row { row: r, .. } if r == row);
        members.iter().find(of_row)?.value.number()
    };
    for member in layout.members() {
        let Some(Sense::PagesOf(of)) = member.sense.as_deref() else {
            continue;
        };
        let (Some(pages), Some(bytes)) = (number(&member.row), number(of)) else {
            continue;
        };
        let expected = bytes.checked_next_multiple_of(PAGE).unwrap_or(bytes);
        if pages != expected {
            let of = layout
                .member(of.as_str())
                .map_or(of.as_str(), Member::label);
            let message = format!(
                "`{}` is 0x{pages:x}, but {of}, 0x{bytes:x}, rounded up to whole pages is 0x{expected:x}",
                member.label()
            );
            findings.about(Rule::SizeMismatch, member.offset.get(), message);
        }
    }
}

/// What there is to notice about the bytes that belong to no member.
pub(super) fn gaps(layout: &Layout, bytes: &Memory, findings: &mut Findings) {
    for gap in layout.gaps() {
        let (at, size) = (gap.offset.index(), gap.size.index());
        let inside = size.min(bytes.len().saturating_sub(at));
        let not_zero = |at: &usize| matches!(bytes.byte(*at), Byte::Known(1..));
        let Some(first) = (at..at.saturating_add(inside)).find(not_zero) else {
            continue;
        };
        let (rule, meaning) = match gap.kind {
            GapKind::Padding => (
                Rule::PaddingNotZero,
                "nothing is kept there, so that this may be the layout of another version",
            ),
            GapKind::Hole => (
                Rule::HoleNotZero,
                "something is kept there of which the sources say nothing",
            ),
        };
        let message = format!(
            "the {} of {} at {} is not zero at 0x{first:02x}: {meaning}",
            gap.kind.as_str(),
            bytes_of(size),
            gap.offset,
        );
        findings.about(rule, gap.offset.get(), message);
    }
}

/// What there is to notice about where the structure lies.
pub(super) fn address(address: u64, align: u32, arch: Arch, findings: &mut Findings) {
    if arch == Arch::X86 && address > u64::from(u32::MAX) {
        let message = format!(
            "the address 0x{address:x} has more than 32 bits: these bytes do not come from x86"
        );
        findings.about(Rule::AddressTooWide, 0, message);
    } else if !address.is_multiple_of(u64::from(align.max(1))) {
        let message = format!(
            "the address 0x{address:x} is no multiple of {align}, as the structure needs: it may begin elsewhere"
        );
        findings.about(Rule::AddressMisaligned, 0, message);
    }
}

/// What there is to notice about how many bytes there are. `needed` are the structure's; the first `before` of them lie
/// before the first that is there.
pub(super) fn extent(needed: u32, bytes: &Memory, before: usize, findings: &mut Findings) {
    let needed = needed as usize;
    if bytes.len() < needed {
        let message = format!(
            "the structure has 0x{needed:x} bytes, but only 0x{:x} of them are there: what lies from 0x{:02x} on is unknown",
            bytes.len().saturating_sub(before),
            bytes.len(),
        );
        findings.about(Rule::TooFewBytes, offset(bytes.len()), message);
    }
    let before = before.min(bytes.len());
    if before > 0 {
        let message = format!(
            "the first {} of the structure lie before those that are there, and are unknown",
            bytes_of(before)
        );
        findings.about(Rule::UnreadableBytes, 0, message);
    }
    let unreadable = bytes.unreadable().saturating_sub(before);
    if unreadable > 0 {
        let missing = |at: &usize| bytes.byte(*at) == Byte::Unreadable;
        let first = (before..bytes.len()).find(missing).unwrap_or(0);
        let message = format!(
            "{} unknown, the first at 0x{first:02x}: marked ?? or missing in the dump",
            bytes_of(unreadable)
        );
        findings.about(Rule::UnreadableBytes, offset(first), message);
    }
}

/// What there is to notice about bytes behind the last structure.
pub(super) fn trailing(left: u64, size: u32, findings: &mut Findings) {
    if left > 0 {
        let more = left / u64::from(size.max(1));
        let hint = match more {
            0 => String::new(),
            more => format!(": room for {more} more, which a higher count decodes"),
        };
        let left = usize::try_from(left).unwrap_or(usize::MAX);
        let message = format!("{} behind the structure not decoded{hint}", bytes_of(left));
        findings.about(Rule::TrailingBytes, size, message);
    }
}

/// `1 byte`, `0x18 bytes`
fn bytes_of(count: usize) -> String {
    match count {
        1 => "1 byte".to_owned(),
        0..10 => format!("{count} bytes"),
        _ => format!("0x{count:x} bytes"),
    }
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
