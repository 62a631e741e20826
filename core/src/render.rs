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
use crate::layout::{Gap, Layout, Member, Slot};
use crate::tree::{Limits, Node, Tree, Unfolded};

/// Takes what the walk meets, in offset order.
pub trait Printer {
    /// The structure begins.
    fn begin(&mut self, layout: &Layout);

    /// A member. What is inside comes next.
    fn member(&mut self, member: &Member);

    /// Something inside `parent`: a bit field, a nested member, an element. `level` is 1 inside a member.
    fn inside(&mut self, node: &Node<'_>, parent: &Node<'_>, level: usize);

    /// Bytes that belong to no member.
    fn gap(&mut self, gap: &Gap);
}

/// Shows a layout to a printer, nested types unfolded within `limits`.
pub fn walk(layout: &Layout, types: &Catalogue, limits: Limits, printer: &mut dyn Printer) {
    let tree = Tree::of(layout, types);
    printer.begin(layout);
    for slot in &layout.slots {
        match slot {
            Slot::Member(member) => {
                printer.member(member);
                inside(&tree.unfold(member, limits), 1, printer);
            }
            Slot::Gap(gap) => printer.gap(gap),
        }
    }
}

/// As deep as [`Tree::unfold`] goes, which has a limit.
fn inside(parent: &Unfolded<'_>, level: usize, printer: &mut dyn Printer) {
    for unfolded in &parent.inside {
        printer.inside(&unfolded.node, &parent.node, level);
        inside(unfolded, level + 1, printer);
    }
}

/// `1 byte`, `3 bytes`.
fn counted(count: u32, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

#[cfg(test)]
mod tests;
