//! One line a slot: offset, size, certainty, declaration, errata. What the golden texts hold.

use std::fmt::Write as _;

use super::{Printer, counted, walk};
use crate::catalogue::Catalogue;
use crate::layout::{Bits, Gap, Layout, Member};
use crate::tree::{Limits, Node};

/// A layout, one line a slot; nested types stay folded.
#[must_use]
pub fn layout(layout: &Layout) -> String {
    let limits = Limits {
        depth: 0,
        elements: 0,
    };
    let mut printer = Plain::default();
    walk(layout, &Catalogue::default(), limits, &mut printer);
    printer.0
}

#[derive(Default)]
struct Plain(String);

impl Plain {
    fn line(&mut self, place: &str, size: &str, certainty: &str, what: &str) {
        let line = format!("{place:<8} {size:<7} {certainty:<12} {what}");
        self.0.push_str(line.trim_end());
        self.0.push('\n');
    }
}

impl Printer for Plain {
    fn begin(&mut self, layout: &Layout) {
        let (structure, point, size) = (&layout.structure, layout.point, layout.size);
        let _ = writeln!(self.0, "{structure} {point} {size}");
    }

    fn member(&mut self, member: &Member) {
        let mut what = member.declaration.clone();
        if member.bits == Bits::NotStated {
            what.push_str("  (bits not stated)");
        }
        if let Some(published) = member.published.filter(|it| *it != member.offset) {
            let _ = write!(what, "  (published 0x{:03x})", published.get());
        }
        let fields = member.bits.known().into_iter().flatten();
        let errata = member
            .errata
            .iter()
            .chain(fields.flat_map(|bit| &bit.errata));
        for erratum in errata {
            let _ = write!(what, "  !{erratum}");
        }
        let place = format!("0x{:03x}", member.offset.get());
        let size = format!("0x{:x}", member.size.get());
        self.line(&place, &size, member.certainty.as_str(), &what);
    }

    fn inside(&mut self, node: &Node<'_>, _parent: &Node<'_>, _level: usize) {
        if let Some(range) = node.bits {
            let place = format!("0x{:03x}:{}", node.offset.get(), range.bit());
            let size = counted(range.width().into(), "bit");
            self.line(&place, &size, "", &node.declaration());
        }
    }

    fn gap(&mut self, gap: &Gap) {
        let place = format!("0x{:03x}", gap.offset.get());
        let size = format!("0x{:x}", gap.size.get());
        self.line(&place, &size, "-", gap.kind.as_str());
    }
}
