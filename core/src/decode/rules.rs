//! The rules of findings about a value, the bytes between members, and the address.

use super::finding::{Detail, Findings};
use super::memory::{Byte, Memory, State};
use super::value::{Item, Meaning, Pointer, PointerClass, Value};
use super::view::{View, truncate_sign_extension};
use crate::arch::Arch;
use crate::constants::ConstantSet;
use crate::layout::{Layout, Member, ValueMeaning};
use crate::name::RowId;

/// The page size of every supported architecture.
const PAGE: u64 = 0x1000;

pub(super) struct ValueFinding {
    /// The part of the value, such as `.Flink`; empty for the whole value.
    pub(super) part: &'static str,
    /// The offset of that part in the value.
    pub(super) offset: u32,
    pub(super) detail: Detail,
}

impl From<Detail> for ValueFinding {
    fn from(detail: Detail) -> Self {
        Self {
            part: "",
            offset: 0,
            detail,
        }
    }
}

pub(super) struct ValueContext<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) address: Option<u64>,
    /// The alignment of a pointer's target.
    pub(super) align: u32,
}

impl ValueContext<'_> {
    /// Returns the findings about a value, without those about nested values.
    pub(super) fn value(&self, value: &Value) -> Vec<ValueFinding> {
        match value {
            Value::Boolean(byte) if *byte > 1 => vec![Detail::Boolean(*byte).into()],
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
                let (number, bits) = (*number, *bits);
                vec![Detail::EnumValue { number, bits }.into()]
            }
            Value::Bits { unnamed, .. } if *unnamed != 0 => {
                vec![Detail::UnnamedBits(*unnamed).into()]
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
    ) -> Vec<ValueFinding> {
        let behind = self.pointer_size();
        let above = length
            .zip(maximum)
            .filter(|(length, maximum)| length > maximum);
        let above = above.map(|(length, maximum)| Detail::AboveMaximum { length, maximum }.into());
        let odd = length.filter(|length| length % 2 == 1);
        let odd = odd.map(|length| Detail::OddLength(length).into());
        let null = buffer.filter(|buffer| buffer.class == PointerClass::Null);
        let nowhere = length.filter(|length| *length > 0 && null.is_some());
        let nowhere = nowhere.map(|length| Detail::NoBuffer(length).into());
        let buffer = buffer.and_then(|buffer| address_of(buffer, behind, ".Buffer", 2));
        let notices = [above, odd, nowhere, buffer];
        notices.into_iter().flatten().collect()
    }

    fn links(&self, flink: Option<Pointer>, blink: Option<Pointer>) -> Vec<ValueFinding> {
        let size = self.pointer_size();
        let links = self.address.zip(flink.zip(blink)).and_then(links);
        let flink_is = flink.and_then(|flink| address_of(flink, 0, ".Flink", size));
        let blink_is = blink.and_then(|blink| address_of(blink, size, ".Blink", size));
        let forth = flink.and_then(|flink| self.neighbour(flink, ".Flink", "Blink", 0, size));
        let back = blink.and_then(|blink| self.neighbour(blink, ".Blink", "Flink", size, 0));
        let notices = [links, flink_is, blink_is, forth, back];
        notices.into_iter().flatten().collect()
    }

    /// Whether the entry that a link points to has a link back: `other`, at the offset `behind`.
    fn neighbour(
        &self,
        link: Pointer,
        part: &'static str,
        other: &'static str,
        offset: u32,
        behind: u32,
    ) -> Option<ValueFinding> {
        let here = self.address.filter(|here| *here != link.address)?;
        link.target?;
        let place = link.address.checked_add(u64::from(behind))?;
        let back = self.view.number(place, self.pointer_size())?;
        (truncate_sign_extension(back, self.view.arch()) != here).then_some(ValueFinding {
            part,
            offset,
            detail: Detail::NotLedBack {
                entry: link.address,
                link: other,
                back,
                here,
            },
        })
    }
}

/// Returns the finding about an address whose target has this alignment.
fn address_of(
    pointer: Pointer,
    offset: u32,
    part: &'static str,
    align: u32,
) -> Option<ValueFinding> {
    let address = pointer.address;
    let detail = match pointer.class {
        PointerClass::NonCanonical => Detail::NonCanonical(address),
        PointerClass::MinusOne => return None,
        _ if address.is_multiple_of(u64::from(align.max(1))) => return None,
        _ => Detail::Misaligned { address, align },
    };
    Some(ValueFinding {
        part,
        offset,
        detail,
    })
}

fn links((address, (flink, blink)): (u64, (Pointer, Pointer))) -> Option<ValueFinding> {
    let (flink, blink) = (flink.address, blink.address);
    match (flink == address, blink == address) {
        (true, true) => Some(Detail::PointsToItself.into()),
        (false, false) => None,
        _ => Some(Detail::OneLinkToItself { flink, blink }.into()),
    }
}

/// Returns the finding about a number that should match a set of constants.
pub(super) fn constants(meaning: &Meaning, set: &ConstantSet, number: u64) -> Option<ValueFinding> {
    match meaning {
        Meaning::Flags { unknown, .. } if *unknown != 0 => {
            let later = set.constants.iter().filter(|it| it.value & unknown != 0);
            let later = later.filter_map(|it| Some((it.name.clone(), it.since?)));
            let (bits, later) = (*unknown, later.collect());
            Some(Detail::UnknownFlags { bits, later }.into())
        }
        Meaning::Constant(None) => Some(Detail::UnknownConstant(number).into()),
        _ => None,
    }
}

/// Adds findings about page counts that differ from another member's size in whole pages.
pub(super) fn pages(layout: &Layout, members: &[Item], findings: &mut Findings) {
    let number = |row: &RowId| {
        let of_row = |item: &&Item| item.name.row() == Some(row);
        members.iter().find(of_row)?.value.number()
    };
    for member in layout.members() {
        let Some(ValueMeaning::PagesOf(of)) = member.meaning.as_deref() else {
            continue;
        };
        let (Some(pages), Some(bytes)) = (number(&member.row), number(of)) else {
            continue;
        };
        let expected = bytes.checked_next_multiple_of(PAGE).unwrap_or(bytes);
        if pages != expected {
            let of = layout
                .member(of.as_str())
                .map_or(of.as_str(), Member::title);
            let detail = Detail::Pages {
                member: member.title().to_owned(),
                pages,
                of: of.to_string(),
                bytes,
                expected,
            };
            findings.about(member.offset.get(), detail);
        }
    }
}

/// Adds findings about the bytes between members.
pub(super) fn gaps(layout: &Layout, bytes: &Memory, findings: &mut Findings) {
    for gap in layout.gaps() {
        let (at, size) = (gap.offset.index(), gap.size.index());
        let inside = size.min(bytes.len().saturating_sub(at));
        let not_zero = |at: &usize| matches!(bytes.byte(*at), Byte::Known(1..));
        let Some(first) = (at..at.saturating_add(inside)).find(not_zero) else {
            continue;
        };
        let detail = Detail::Gap {
            kind: gap.kind,
            size,
            offset: gap.offset,
            first,
        };
        findings.about(gap.offset.get(), detail);
    }
}

/// Adds findings about the address of the structure.
pub(super) fn address(address: u64, align: u32, arch: Arch, findings: &mut Findings) {
    if arch == Arch::X86 && address > u64::from(u32::MAX) {
        findings.about(0, Detail::WideAddress(address));
    } else if !address.is_multiple_of(u64::from(align.max(1))) {
        findings.about(0, Detail::MisalignedStructure { address, align });
    }
}

/// Adds findings about the number of bytes. Of the `needed` ones, `before` precede the first available one.
pub(super) fn extent(needed: u32, bytes: &Memory, before: usize, findings: &mut Findings) {
    let needed = needed as usize;
    let end = bytes.len();
    if end < needed {
        let there = end.saturating_sub(before);
        findings.about(offset(end), Detail::TooShort { needed, there, end });
    }
    let before = before.min(end);
    if before > 0 {
        findings.about(0, Detail::Before(before));
    }
    let count = bytes.unreadable().saturating_sub(before);
    if count > 0 {
        let missing = |at: &usize| bytes.byte(*at) == Byte::Unreadable;
        let first = (before..end).find(missing).unwrap_or(0);
        findings.about(offset(first), Detail::Unreadable { count, first });
    }
}

/// Adds a finding about the bytes after the last structure, which ends at `end`: the number of known ones, and of
/// complete structures among them.
pub(super) fn trailing(
    memory: &Memory,
    end: usize,
    size: u32,
    count: u32,
    findings: &mut Findings,
) {
    let left = memory.len().saturating_sub(end);
    let bytes = left.saturating_sub(memory.unreadable_from(end));
    if bytes > 0 {
        let each = (size as usize).max(1);
        let is_there = |index: &usize| memory.state(end + index * each, each) == State::Known;
        let more = (0..left / each).take_while(is_there).count() as u64;
        findings.about(size, Detail::Trailing { bytes, more, count });
    }
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
