//! Plain text of layouts and diffs: one walk over a layout, many printers.
//!
//! [`walk`] knows the order in which things come and how far nested types unfold; a [`Printer`] knows what a line looks
//! like. [`dt`] writes as WinDbg's `dt` does, [`plain`] writes one line a slot for the golden texts, [`diff`] is for
//! people who compare in a terminal.

pub mod diff;
pub mod dt;
pub mod plain;
pub mod remark;

use crate::catalogue::Catalogue;
use crate::expand::{self, Limits, Node};
use crate::layout::{Gap, Layout, Member, Slot};

/// Takes what the walk meets, in offset order.
pub trait Printer {
    /// The structure begins.
    fn begin(&mut self, layout: &Layout);

    /// A member. `node` is the same, unfolded; what is inside comes next.
    fn member(&mut self, member: &Member, node: &Node);

    /// Something inside `parent`: a bit field, a nested member, an element. `level` is 1 inside a member.
    fn inside(&mut self, node: &Node, parent: &Node, level: usize);

    /// `count` more inside `parent` are left out.
    fn folded(&mut self, count: u32, parent: &Node, level: usize);

    /// Bytes that belong to no member.
    fn gap(&mut self, gap: &Gap);

    /// The structure ends.
    fn end(&mut self, layout: &Layout);
}

/// Shows a layout to a printer, nested types unfolded within `limits`.
pub fn walk(layout: &Layout, types: &Catalogue, limits: Limits, printer: &mut dyn Printer) {
    printer.begin(layout);
    for slot in &layout.slots {
        match slot {
            Slot::Member(member) => {
                let node = expand::expand(layout, member, types, limits);
                printer.member(member, &node);
                inside(&node, 1, printer);
            }
            Slot::Gap(gap) => printer.gap(gap),
        }
    }
    printer.end(layout);
}

/// As deep as [`expand`] goes, which has a limit.
fn inside(parent: &Node, level: usize, printer: &mut dyn Printer) {
    for node in &parent.children {
        printer.inside(node, parent, level);
        inside(node, level + 1, printer);
    }
    if parent.folded > 0 {
        printer.folded(parent.folded, parent, level);
    }
}

/// `1 byte`, `3 bytes`.
fn counted(count: u32, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

#[cfg(test)]
mod tests;
