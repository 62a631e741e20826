//! What follows from what was put on the page: text → paste → decoding of a slice → the structure that is drawn → its rows.
//!
//! Each step is a memo: it is worked out anew only when something before it changed, and only when something asks for it.

use std::sync::Arc;

use leptos::prelude::*;
use strata_core::Dataset;
use strata_core::decode::finding::Finding;
use strata_core::decode::identify::{Identified, Others, Scope, identify};
use strata_core::decode::listing::{self, Comparison, Listing};
use strata_core::decode::read::{Pasted, Reading};
use strata_core::decode::{Options, traps};
use strata_core::lookup::Found;
use strata_core::point::Point;

use super::drawn::Drawn;
use super::slice::Slice;
use super::state::{DecodeOptions, State};
use super::text::Text;
use super::{hex, values};
use crate::data;
use crate::markup::Markup;
use crate::page::DecodePage;

/// What was worked out. Copies are the same one.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// What was pasted.
    pub paste: Memo<Paste>,
    /// What was decoded of it.
    pub decoding: Memo<Decoding>,
    /// The structure that is shown.
    pub drawn: Memo<Option<Drawn>>,
    /// The rows of its bytes as they are when nothing is looked at.
    pub rows: Memo<Vec<Markup>>,
    /// The lines of its tree that are not folded away, as they are when nothing is looked at.
    pub lines: Memo<Vec<Markup>>,
}

/// What was pasted.
#[derive(Clone, Debug, Default)]
pub struct Paste {
    /// Its text, where it is one.
    pub text: Option<Text>,
    /// What it was read as; `None` where there is nothing to read.
    pub read: Option<Result<Arc<Pasted>, String>>,
}

/// What was decoded.
#[derive(Clone, Debug, Default)]
pub struct Decoding {
    /// The structures, or why there are none; `None` where there are no bytes.
    pub slice: Option<Result<Slice, String>>,
    /// Which layouts fit the bytes.
    pub identified: Option<Identified>,
    /// Which other layouts of this size mean something else.
    pub traps: Vec<Finding>,
    /// A layout that was pasted, held against ours, and the points that it fits.
    pub compared: Option<(Comparison, Vec<Point>)>,
}

impl Work {
    /// What follows from `state` on that page.
    #[must_use]
    pub fn new(page: ReadSignal<DecodePage>, state: State) -> Self {
        let paste = step(move || {
            let put = state.put.read();
            let (text, read) = put.source.read(put.dialect).unzip();
            Paste {
                text: text.flatten().map(Text::new),
                read: read.map(|read| read.map(Arc::new)),
            }
        });
        let decoding = step(move || {
            let (paste, options) = (paste.read(), state.options.read());
            with_layout(page, |found, dataset| {
                Decoding::new(&paste, &options, found, dataset)
            })
            .unwrap_or_default()
        });
        let drawn = step(move || {
            let decoding = decoding.read();
            let decoded = &decoding.slice.as_ref()?.as_ref().ok()?.decoded;
            let instance = decoded.instances.get(state.chosen.get())?;
            with_layout(page, |found, dataset| {
                Drawn::new(&found.layout, dataset.catalogue(), decoded.region, instance)
            })
        });
        Self::of(paste, decoding, drawn, state)
    }

    /// What follows from the structure that is drawn.
    pub(super) fn of(
        paste: Memo<Paste>,
        decoding: Memo<Decoding>,
        drawn: Memo<Option<Drawn>>,
        state: State,
    ) -> Self {
        let rows = step(move || drawn.read().as_ref().map_or_else(Vec::new, hex::plain));
        // What is unfolded changes less often than what is looked at.
        let turned = Memo::new(move |_| state.selection.read().turned.clone());
        let lines = step(move || {
            let drawn = drawn.read();
            let plain = |drawn| values::plain(drawn, &turned.read());
            drawn.as_ref().map_or_else(Vec::new, plain)
        });
        Self {
            paste,
            decoding,
            drawn,
            rows,
            lines,
        }
    }
}

/// A memo that tells whenever it was worked out anew: what comes of that is compared where it is drawn.
pub(super) fn step<T: Send + Sync + 'static>(
    work: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    Memo::new_with_compare(move |_| work(), |_, _| true)
}

fn with_layout<T>(
    page: ReadSignal<DecodePage>,
    work: impl FnOnce(&Found<'_>, &Dataset) -> T,
) -> Option<T> {
    let page = page.read();
    let dataset = data::loaded()?;
    Some(work(&page.find(&dataset)?, &dataset))
}

impl Paste {
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
}

impl Decoding {
    fn new(paste: &Paste, options: &DecodeOptions, found: &Found<'_>, dataset: &Dataset) -> Self {
        let types = dataset.catalogue();
        let compared = paste.listing().map(|listing| {
            let comparison = listing::compare(listing, &found.layout, types);
            (comparison, listing::fits(listing, found.structure, types))
        });
        let (slice, identified) = match paste.reading() {
            Some(reading) => decode(reading, options, found, dataset),
            None => (None, None),
        };
        Self {
            slice,
            identified,
            traps: traps(dataset, &found.layout),
            compared,
        }
    }
}

type Decoded = (Option<Result<Slice, String>>, Option<Identified>);

fn decode(
    reading: &Reading,
    options: &DecodeOptions,
    found: &Found<'_>,
    dataset: &Dataset,
) -> Decoded {
    let read_options = match options.asked.options() {
        Ok(read_options) => read_options,
        Err(error) => return (Some(Err(error.to_string())), None),
    };
    let types = dataset.catalogue();
    match Slice::new(
        &found.layout,
        types,
        &reading.space,
        &read_options,
        options.first,
    ) {
        Ok(slice) => {
            let identified = which(reading, &read_options, options, found, dataset);
            (Some(Ok(slice)), identified)
        }
        Err(error) => (Some(Err(error.to_string())), None),
    }
}

fn which(
    reading: &Reading,
    read_options: &Options,
    options: &DecodeOptions,
    found: &Found<'_>,
    dataset: &Dataset,
) -> Option<Identified> {
    let everything = data::everything_loaded().filter(|_| options.everywhere);
    let scope = Scope {
        structure: everything.is_none().then_some(found.structure),
        arch: None,
        others: Others::by_bytes(&reading.space, read_options, false),
    };
    let dataset = everything.as_deref().unwrap_or(dataset);
    identify(dataset, scope, &reading.space, read_options).ok()
}
