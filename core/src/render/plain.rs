//! Layouts as golden texts: one line per slot with offset, size, certainty, declaration, errata.

use std::fmt::Write as _;

use super::counted;
use crate::layout::{BitField, Bits, Gap, Layout, Member, Slot};

/// Returns a layout, one line per slot; nested types stay folded.
pub fn layout(layout: &Layout) -> String {
    let (structure, point, size) = (&layout.structure, layout.point, layout.size);
    let mut text = format!("{structure} {point} {size}\n");
    for slot in &layout.slots {
        match slot {
            Slot::Member(member) => {
                self::member(member, &mut text);
                for field in member.bits.known_bits().into_iter().flatten() {
                    bit_field(member, field, &mut text);
                }
            }
            Slot::Gap(gap) => self::gap(gap, &mut text),
        }
    }
    text
}

fn line(place: &str, size: &str, certainty: &str, what: &str, text: &mut String) {
    let line = format!("{place:<8} {size:<7} {certainty:<12} {what}");
    let _ = writeln!(text, "{}", line.trim_end());
}

fn member(member: &Member, text: &mut String) {
    let mut what = member.declaration.clone();
    if member.bits == Bits::NotStated {
        what.push_str("  (bits not stated)");
    }
    if let Some(published) = member.published.filter(|it| *it != member.offset) {
        let _ = write!(what, "  (published 0x{:03x})", published.get());
    }
    for erratum in member.all_errata() {
        let _ = write!(what, "  !{erratum}");
    }
    let place = format!("0x{:03x}", member.offset.get());
    let size = format!("0x{:x}", member.size.get());
    line(&place, &size, member.certainty.as_str(), &what, text);
}

fn bit_field(member: &Member, field: &BitField, text: &mut String) {
    let place = format!("0x{:03x}:{}", member.offset.get(), field.range.bit());
    let width = field.range.width();
    let what = format!("{} {} : {width}", member.ty, field.name);
    line(&place, &counted(width.into(), "bit"), "", &what, text);
}

fn gap(gap: &Gap, text: &mut String) {
    let place = format!("0x{:03x}", gap.offset.get());
    let size = format!("0x{:x}", gap.size.get());
    line(&place, &size, "-", gap.kind.as_str(), text);
}
