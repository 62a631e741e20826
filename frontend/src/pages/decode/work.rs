//! What follows from what was pasted: text → reading → slice of structures → the one that is drawn; and which layouts fit.
//!
//! Each step is worked out anew only when something before it changed.

use std::cell::RefCell;
use std::rc::Rc;

use strata_core::Dataset;
use strata_core::decode::finding::Finding;
use strata_core::decode::identify::{Identified, Scope, identify};
use strata_core::decode::listing::{self, Comparison, Listing};
use strata_core::decode::read::{Pasted, Reading};
use strata_core::decode::{Options, traps};
use strata_core::lookup::Found;
use strata_core::point::Point;

use super::drawn::Drawn;
use super::hex;
use super::slice::Slice;
use super::state::{Stage, State};
use super::text::Text;
use crate::markup::Markup;
use crate::page::DecodePage;

/// What was worked out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// The text that was pasted.
    pub text: Option<Text>,
    /// What it was read as; `None` where there is nothing to read.
    pub read: Option<Result<Rc<Pasted>, String>>,
    /// The structures, or why there are none; `None` where there are no bytes.
    pub slice: Option<Result<Slice, String>>,
    /// Which layouts fit the bytes.
    pub identified: Option<Identified>,
    /// Which other layouts of this size mean something else.
    pub traps: Vec<Finding>,
    /// A layout that was pasted, held against ours, and the points that it fits.
    pub compared: Option<(Comparison, Vec<Point>)>,
    /// The structure that is shown.
    pub drawn: Option<Drawn>,
    /// The rows of its bytes as they are when nothing is looked at.
    pub rows: Vec<Markup>,
    /// The lines of its tree, as far as they were drawn, as they are when nothing is looked at.
    pub lines: RefCell<Vec<Option<Markup>>>,
}

impl Work {
    /// What was read, where that is bytes.
    #[must_use]
    pub fn reading(&self) -> Option<&Reading> {
        match &**self.read.as_ref()?.as_ref().ok()? {
            Pasted::Bytes(reading) => Some(reading),
            Pasted::Listing(_) => None,
        }
    }

    /// What was read, where that is a layout.
    #[must_use]
    pub fn listing(&self) -> Option<&Listing> {
        match &**self.read.as_ref()?.as_ref().ok()? {
            Pasted::Bytes(_) => None,
            Pasted::Listing(listing) => Some(listing),
        }
    }

    /// Works out anew what follows from that stage on.
    pub fn redo(&mut self, stage: Stage, state: &State, page: &DecodePage, dataset: &Dataset) {
        let found = page.find(dataset);
        if stage <= Stage::Text {
            let (text, read) = state.source.read(state.dialect).unzip();
            self.text = text.flatten().map(Text::new);
            self.read = read.map(|read| read.map(Rc::new));
        }
        if stage <= Stage::Values {
            self.values(state, found, dataset);
        }
        if stage <= Stage::Shown {
            self.show(state, found, dataset);
        }
    }

    fn values(&mut self, state: &State, found: Option<Found<'_>>, dataset: &Dataset) {
        (self.slice, self.identified, self.compared) = (None, None, None);
        self.traps = found.map_or_else(Vec::new, |found| traps(dataset, found.layout));
        let Some(found) = found else { return };
        self.compared = self.listing().map(|listing| {
            let types = dataset.types();
            let comparison = listing::compare(listing, found.layout, types);
            (comparison, listing::fits(listing, found.structure, types))
        });
        let Some(reading) = self.reading() else {
            return;
        };
        let options = match state.asked.options() {
            Ok(options) => options,
            Err(error) => {
                self.slice = Some(Err(error.to_string()));
                return;
            }
        };
        let slice = Slice::new(
            found.layout,
            dataset.types(),
            &reading.space,
            &options,
            state.first,
        );
        let slice = slice.map_err(|error| error.to_string());
        let identified = slice
            .is_ok()
            .then(|| which(reading, &options, state, found, dataset));
        self.slice = Some(slice);
        self.identified = identified.flatten();
    }

    fn show(&mut self, state: &State, found: Option<Found<'_>>, dataset: &Dataset) {
        let drawn = || {
            let decoded = &self.slice.as_ref()?.as_ref().ok()?.decoded;
            let instance = decoded.instances.get(state.chosen)?;
            let layout = found?.layout;
            Some(Drawn::new(
                layout,
                dataset.types(),
                decoded.region,
                instance,
            ))
        };
        self.drawn = drawn();
        self.rows = self.drawn.as_ref().map_or_else(Vec::new, hex::plain);
        self.lines.take();
    }
}

fn which(
    reading: &Reading,
    options: &Options,
    state: &State,
    found: Found<'_>,
    dataset: &Dataset,
) -> Option<Identified> {
    let scope = Scope {
        structure: (!state.everywhere).then_some(found.structure),
        arch: None,
    };
    identify(dataset, scope, &reading.space, options).ok()
}
