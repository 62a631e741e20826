//! One instance after another: its bytes, its members, what is odd about the whole of it.

use super::finding::Findings;
use super::memory::Memory;
use super::shape::Part;
use super::walk::Walk;
use super::{Instance, check};
use crate::layout::Layout;
use crate::types::Types;

/// What the instances have in common.
pub(super) struct Job<'a> {
    pub(super) layout: &'a Layout,
    /// What its address is a multiple of.
    pub(super) align: u32,
    pub(super) parts: &'a [Part],
    pub(super) memory: &'a Memory,
    /// The address of the memory's first byte.
    pub(super) base: Option<u64>,
    pub(super) count: u32,
}

impl Job<'_> {
    /// Decodes the instance of that number, which begins at that place.
    pub(super) fn instance(&self, index: usize, at: usize) -> Instance {
        let size = self.layout.size.get();
        let ends = self
            .parts
            .iter()
            .map(|part| part.offset.saturating_add(part.size));
        let extent = ends.max().unwrap_or(0).max(size) as usize;
        let extent = if self.count == 1 {
            extent
        } else {
            size as usize
        };
        let address = self.base.and_then(|base| base.checked_add(at as u64));
        let bytes = self.memory.slice(at, extent).with_base(address);
        let mut walk = Walk::new(&bytes, self.layout.arch());
        let members = self.parts.iter().map(|part| walk.part(part)).collect();
        let mut findings = walk.findings;
        self.check(index, at.saturating_add(extent), &bytes, &mut findings);
        Instance {
            offset: at as u64,
            members,
            findings: findings.finish(),
            bytes,
        }
    }

    fn check(&self, index: usize, end: usize, bytes: &Memory, findings: &mut Findings) {
        check::extent(self.layout.size.get(), bytes, findings);
        check::gaps(self.layout, bytes, findings);
        if let Some(address) = bytes.base() {
            check::address(address, self.align, self.layout.arch(), findings);
        }
        if index + 1 == self.count as usize {
            let left = self.memory.len().saturating_sub(end);
            check::trailing(left, self.layout.size.get(), findings);
        }
    }
}

/// What the addresses of the structure are multiples of: the largest alignment of a member.
pub(super) fn alignment(layout: &Layout, types: &Types) -> u32 {
    let aligns = layout
        .members()
        .filter_map(|member| types.measure(&member.ty, layout.release, layout.arch()))
        .map(|measure| measure.align.get());
    aligns.max().unwrap_or(1)
}
