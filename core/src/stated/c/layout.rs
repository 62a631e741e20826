//! Computes record layouts by the rules of Microsoft's compilers, for the pointer width of one architecture.
//!
//! A member begins at a multiple of its alignment, which packing lowers and `__declspec(align)` raises. Bit fields
//! share an integer if their types have the same size and there is room. After a member of unknown size, offsets are
//! unknown unless a comment states one.
//!
//! The rules are those of MSVC as documented in clang's `MicrosoftRecordLayoutBuilder`; the tests compare both.

mod builder;
mod typed;

use std::collections::BTreeMap;
use std::rc::Rc;

use self::builder::RecordBuilder;
use super::base;
use super::expr::{self, Names};
use super::model::{Expr, OffsetComment, SizeofOperand, TranslationUnit, Unparsed};
use crate::decode::listing::ListingMember;
use crate::stated::TypeContext;
use crate::units::ByteSize;

#[derive(Debug)]
pub(super) struct RecordLayout {
    /// In bytes; `None` if unknown.
    pub(super) size: Option<u32>,
    pub(super) align: u32,
    /// The minimum alignment, which packing does not lower.
    required: u32,
    /// The members, including those of anonymous unions.
    pub(super) members: Vec<LaidMember>,
    /// Byte offset from which members may be missing.
    pub(super) until: Option<u32>,
    /// The first part that could not be laid out.
    pub(super) stop: Option<Unparsed>,
    /// The number of such parts.
    pub(super) unplaced: usize,
    /// Whether it ends in a flexible array.
    pub(super) is_open: bool,
    /// The number of members, unfolded ones included.
    weight: usize,
}

/// A member with its offset comment.
#[derive(Clone, Debug)]
pub(super) struct LaidMember {
    pub(super) listed: ListingMember,
    pub(super) comment: Option<OffsetComment>,
}

pub(super) struct LayoutBuilder<'a, 't> {
    unit: &'a TranslationUnit<'t>,
    context: TypeContext<'a>,
    layouts: BTreeMap<usize, Rc<RecordLayout>>,
    /// The definitions being laid out, the outermost first.
    open: Vec<usize>,
    /// The depth of nested types.
    depth: usize,
    /// The number of members unfolded so far.
    unfolded: usize,
    /// The line of the member being laid out.
    line: usize,
    /// The unknown types that are taken for pointers by their names, with the first line of each.
    pub(super) assumed: BTreeMap<&'t str, usize>,
}

impl<'a, 't> LayoutBuilder<'a, 't> {
    pub(super) fn new(unit: &'a TranslationUnit<'t>, context: TypeContext<'a>) -> Self {
        Self {
            unit,
            context,
            layouts: BTreeMap::new(),
            open: Vec::new(),
            depth: 0,
            unfolded: 0,
            line: 0,
            assumed: BTreeMap::new(),
        }
    }

    pub(super) fn unit(&self) -> &'a TranslationUnit<'t> {
        self.unit
    }

    /// Returns the layout of a definition; `None` if it contains itself.
    pub(super) fn record(&mut self, at: usize) -> Option<Rc<RecordLayout>> {
        if let Some(layout) = self.layouts.get(&at) {
            return Some(Rc::clone(layout));
        }
        let unit = self.unit;
        let record = unit.records.get(at).filter(|_| !self.open.contains(&at))?;
        self.open.push(at);
        let layout = Rc::new(RecordBuilder::new(self, record).run());
        self.open.pop();
        self.layouts.insert(at, Rc::clone(&layout));
        Some(layout)
    }

    /// Evaluates an expression; `None` if its value is unknown.
    pub(super) fn value(&mut self, expr: &Expr<'t>) -> Option<i64> {
        expr::value(expr, self)
    }
}

impl<'t> Names<'t> for LayoutBuilder<'_, 't> {
    fn constant(&self, name: &str) -> Option<i64> {
        let TypeContext { types, scope, .. } = self.context;
        let known = self.unit.constants.get(name).copied();
        known
            .or_else(|| base::constant(name))
            .or_else(|| types.enumerator(name, scope))
    }

    fn extent(&mut self, extent: &SizeofOperand<'t>) -> Option<i64> {
        if extent.member.is_none() {
            return Some(self.typed(&extent.of).ok()?.size.into());
        }
        let record = self.record_of(&extent.of, usize::MAX)?;
        self.record(record)?.extent(extent).map(i64::from)
    }
}

impl RecordLayout {
    /// Evaluates `sizeof` or `offsetof`; `None` if unknown.
    pub(super) fn extent(&self, extent: &SizeofOperand<'_>) -> Option<u32> {
        let Some(member) = extent.member else {
            return self.size;
        };
        let member = self.members.iter().find(|it| *it.listed.name == *member)?;
        match extent.is_size {
            true => member.listed.size.map(ByteSize::get),
            false => Some(member.listed.offset.get()),
        }
    }
}
