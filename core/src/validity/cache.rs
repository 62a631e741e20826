//! Caches layouts, history and names of a structure while a table about it is parsed and judged.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use super::claim::Names;
use crate::dataset::Structure;
use crate::history::{Column, History, State};
use crate::layout::{Layout, Member};
use crate::lookup::{self, Found, Reason, SUGGESTED_LIMIT, nearest};
use crate::point::Point;

/// The number of structures cached: tables proceed from one structure to the next.
const KEPT: usize = 8;

/// A build beside the history, with its layout if the structure is not absent there.
pub(super) type Beside<'a> = (Column, Option<Cow<'a, Layout>>);

/// A structure's layouts and their history.
#[derive(Debug)]
pub(super) struct CachedStructure<'a> {
    pub(super) structure: &'a Structure,
    /// Every layout, releases before images.
    pub(super) layouts: Vec<Layout>,
    at_releases: usize,
    /// The layouts at requested builds, which the history has only where they begin a layout.
    besides: OnceCell<Vec<Beside<'a>>>,
    history: OnceCell<History>,
    names: OnceCell<Names>,
    /// The number of names whose nearest may still be sought.
    suggestions: Cell<usize>,
}

impl<'a> CachedStructure<'a> {
    pub(super) fn of(structure: &'a Structure) -> Self {
        let mut layouts = structure.layouts().into_owned();
        let at_releases = layouts.len();
        layouts.extend(structure.beside_releases());
        Self {
            structure,
            at_releases,
            layouts,
            besides: OnceCell::new(),
            history: OnceCell::new(),
            names: OnceCell::new(),
            suggestions: Cell::new(SUGGESTED_LIMIT),
        }
    }

    pub(super) fn history(&self) -> &History {
        let made = || History::of_layouts(self.structure, &self.layouts);
        self.history.get_or_init(made)
    }

    /// The layouts at those of some points that are builds beside the history, also where the builds before and after agree on
    /// one; the points of the first call.
    pub(super) fn besides(&self, points: &[Point]) -> &[Beside<'a>] {
        let is_beside = |point: &&Point| {
            let mut columns = self.history().columns.iter();
            !columns.any(|column| column.points.contains(point))
        };
        let beside = |point: &Point| {
            let (state, layout) = match lookup::at(self.structure, *point) {
                Ok(Found { layout, .. }) => (State::Stated(layout.size), Some(layout)),
                // A symbol file cannot show that a type is absent which an article describes.
                Err(missing)
                    if missing.reason == Some(Reason::Absent)
                        && self.structure.audited().is_none() =>
                {
                    (State::Absent, None)
                }
                Err(_) => return None,
            };
            let column = Column {
                arch: point.arch,
                points: vec![*point],
                state,
            };
            Some((column, layout))
        };
        let made = || points.iter().filter(is_beside).filter_map(beside).collect();
        self.besides.get_or_init(made)
    }

    pub(super) fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::of(&self.layouts))
    }

    /// The most similar name of a member; for an unnamed member, its title.
    pub(super) fn nearest(&self, text: &str) -> Option<String> {
        let members = self.layouts.iter().flat_map(Layout::members);
        self.nearest_of(text, members.map(Member::title))
    }

    /// The most similar of some names, for the first [`SUGGESTED_LIMIT`] texts.
    pub(super) fn nearest_of<'n>(
        &self,
        text: &str,
        names: impl Iterator<Item = &'n str>,
    ) -> Option<String> {
        self.suggest(|| nearest(text, names).first().map(ToString::to_string))
    }

    /// Looks for a name to suggest, at most [`SUGGESTED_LIMIT`] times.
    pub(super) fn suggest(&self, find: impl FnOnce() -> Option<String>) -> Option<String> {
        self.suggestions.set(self.suggestions.get().checked_sub(1)?);
        find()
    }

    /// The layouts at releases, in release order.
    pub(super) fn at_releases(&self) -> &[Layout] {
        self.layouts.get(..self.at_releases).unwrap_or_default()
    }

    /// The layout of a column of the history, if it has one.
    pub(super) fn layout(&self, column: &Column) -> Option<&Layout> {
        let point = column.points.first()?;
        self.layouts.iter().find(|layout| layout.point == *point)
    }
}

/// A cache of structures. The entry added first is evicted first.
#[derive(Debug, Default)]
pub struct StructureCache<'a> {
    known: RefCell<Vec<Rc<CachedStructure<'a>>>>,
}

impl<'a> StructureCache<'a> {
    pub(super) fn of(&self, structure: &'a Structure) -> Rc<CachedStructure<'a>> {
        let mut known = self.known.borrow_mut();
        let same = |cached: &Rc<CachedStructure<'a>>| std::ptr::eq(cached.structure, structure);
        if let Some(cached) = known.iter().find(|cached| same(cached)) {
            return cached.clone();
        }
        let cached = Rc::new(CachedStructure::of(structure));
        if known.len() >= KEPT {
            known.remove(0);
        }
        known.push(cached.clone());
        cached
    }
}
