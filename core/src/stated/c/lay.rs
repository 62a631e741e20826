//! Where members lie, by the rules of Microsoft's compilers, at the width of pointers of one architecture.
//!
//! A member begins at a multiple of its alignment, which packing lowers and `__declspec(align)` raises. Bit fields share an
//! integer as long as their types are of one size and there is room. Where the size of a type is not known, nothing behind it
//! has a place, unless a comment gives one.
//!
//! The rules are those of MSVC as clang's `MicrosoftRecordLayoutBuilder` documents them; the tests hold both against each
//! other.

mod typed;
mod work;

use std::collections::BTreeMap;
use std::rc::Rc;

use self::work::Work;
use super::expr::{self, Names};
use super::model::{Expr, Extent, Lost, Said, Unit};
use crate::decode::listing::Listed;
use crate::stated::Ground;
use crate::units::ByteSize;

#[derive(Debug)]
pub(super) struct Laid {
    /// In bytes; `None` where it depends on what is not known.
    pub(super) size: Option<u32>,
    pub(super) align: u32,
    /// The alignment that no packing lowers.
    required: u32,
    /// Its members, those of anonymous unions side by side with its own.
    pub(super) told: Vec<Told>,
    /// From which offset on not every member is told.
    pub(super) until: Option<u32>,
    /// What comes first of that which is not understood in it.
    pub(super) stop: Option<Lost>,
    /// It ends in an array of as many elements as there are.
    pub(super) is_open: bool,
    /// How many members that are, with those that are unfolded in them.
    weight: usize,
}

/// A member, and what a comment says of its place.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) listed: Listed,
    pub(super) said: Option<Said>,
}

pub(super) struct Layer<'a, 't> {
    unit: &'a Unit<'t>,
    ground: Ground<'a>,
    laid: BTreeMap<usize, Rc<Laid>>,
    /// Definitions that are being laid out, the outermost first.
    open: Vec<usize>,
    /// How many types are being followed, one in the other.
    depth: usize,
    /// Number of members unfolded so far.
    unfolded: usize,
}

impl<'a, 't> Layer<'a, 't> {
    pub(super) fn new(unit: &'a Unit<'t>, ground: Ground<'a>) -> Self {
        Self {
            unit,
            ground,
            laid: BTreeMap::new(),
            open: Vec::new(),
            depth: 0,
            unfolded: 0,
        }
    }

    pub(super) fn unit(&self) -> &'a Unit<'t> {
        self.unit
    }

    /// The definition of that number; `None` where it holds itself.
    pub(super) fn record(&mut self, at: usize) -> Option<Rc<Laid>> {
        if let Some(laid) = self.laid.get(&at) {
            return Some(Rc::clone(laid));
        }
        let unit = self.unit;
        let record = unit.records.get(at).filter(|_| !self.open.contains(&at))?;
        self.open.push(at);
        let laid = Rc::new(Work::new(self, record).run());
        self.open.pop();
        self.laid.insert(at, Rc::clone(&laid));
        Some(laid)
    }

    /// The value of an expression; `None` where it is not known.
    pub(super) fn value(&mut self, expr: &Expr<'t>) -> Option<i64> {
        expr::value(expr, self)
    }
}

impl<'t> Names<'t> for Layer<'_, 't> {
    fn constant(&self, name: &str) -> Option<i64> {
        let known = self.unit.constants.get(name).copied();
        known.or((name == "ANYSIZE_ARRAY").then_some(1))
    }

    fn extent(&mut self, extent: &Extent<'t>) -> Option<i64> {
        if extent.member.is_none() {
            return Some(self.typed(&extent.of).ok()?.size.into());
        }
        let record = self.record_of(&extent.of, usize::MAX)?;
        self.record(record)?.extent(extent).map(i64::from)
    }
}

impl Laid {
    /// Its size, or the size or place of a member; `None` where that is not known.
    pub(super) fn extent(&self, extent: &Extent<'_>) -> Option<u32> {
        let Some(member) = extent.member else {
            return self.size;
        };
        let told = self.told.iter().find(|it| *it.listed.name == *member)?;
        match extent.is_size {
            true => told.listed.size.map(ByteSize::get),
            false => Some(told.listed.offset.get()),
        }
    }
}
