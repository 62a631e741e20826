//! One instance after another: its bytes, its members, what is odd about the whole of it.

use super::shape::Field;
use super::start::Start;
use super::value::Item;
use super::view::View;
use super::walk::Walk;
use super::{Instance, rules};
use crate::catalogue::Catalogue;
use crate::constants::Constants;
use crate::layout::Layout;

/// What the instances have in common.
pub(super) struct Job<'a> {
    pub(super) layout: &'a Layout,
    /// What its address is a multiple of.
    pub(super) align: u32,
    pub(super) fields: &'a [Field],
    pub(super) constants: &'a Constants,
    pub(super) view: &'a View<'a>,
    pub(super) start: Start<'a>,
    pub(super) count: u32,
}

impl Job<'_> {
    /// Decodes the instance of that number.
    pub(super) fn instance(&self, index: u32) -> Instance {
        let size = self.layout.size.get();
        let ends = self.fields.iter().map(Field::end);
        let extent = match self.count {
            1 => ends.max().unwrap_or(0).max(size),
            _ => size,
        };
        let distance = i64::from(size).saturating_mul(i64::from(index));
        let at = self.start.at.saturating_add(distance);
        let base = self.view.base(self.start.region);
        let address = base.and_then(|base| base.checked_add_signed(at));
        let bytes = self.start.memory.window(at, extent as usize);
        let bytes = bytes.with_base(address);
        let mut walk = Walk::new(&bytes, self.view, self.constants);
        let members: Vec<Item> = self.fields.iter().map(|it| walk.field(0, it)).collect();
        let mut findings = walk.findings;
        rules::pages(self.layout, &members, &mut findings);
        let before = usize::try_from(at.saturating_neg()).unwrap_or(0);
        rules::extent(size, &bytes, before, &mut findings);
        rules::gaps(self.layout, &bytes, &mut findings);
        if let Some(address) = address {
            rules::address(address, self.align, self.layout.arch(), &mut findings);
        }
        if index.saturating_add(1) == self.count {
            let left = (self.start.memory.len() as i64)
                .saturating_sub(at)
                .saturating_sub(i64::from(extent));
            rules::trailing(u64::try_from(left).unwrap_or(0), size, &mut findings);
        }
        Instance {
            offset: at,
            members,
            findings: findings.finish(),
            bytes,
        }
    }
}

/// What the addresses of the structure are multiples of: the largest alignment of a member.
pub(super) fn alignment(layout: &Layout, types: &Catalogue) -> u32 {
    let aligns = layout
        .members()
        .filter_map(|member| types.measure(&member.ty, layout.scope()))
        .map(|measure| measure.align.get());
    aligns.max().unwrap_or(1)
}
