//! What follows from what was put on the page: decoding of a slice → the structure that is drawn → its rows.
//!
//! Each step is a memo: it is worked out anew only when something before it changed, and only when something asks for it.

use leptos::prelude::*;
use strata_core::Dataset;
use strata_core::decode::finding::Finding;
use strata_core::decode::identify::{Classes, Elsewhere, Identified, Others, Scope};
use strata_core::decode::listing::{self, Comparison};
use strata_core::decode::read::Reading;
use strata_core::decode::{Options, traps};
use strata_core::lookup::Found;
use strata_core::point::Point;

use super::asked::Refused;
use super::drawn::Drawn;
use super::slice::Slice;
use super::state::{DecodeOptions, Paste, State};
use super::{hex, values};
use crate::data;
use crate::markup::Markup;
use crate::page::DecodePage;

/// What was worked out. Copies are the same one.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// What was decoded of it.
    pub decoding: Memo<Decoding>,
    /// The structure that is shown.
    pub drawn: Memo<Option<Drawn>>,
    /// The rows of its bytes as they are when nothing is looked at.
    pub rows: Memo<Vec<Markup>>,
    /// The lines of its tree that are not folded away, as they are when nothing is looked at.
    pub lines: Memo<Vec<Markup>>,
}

/// What was decoded.
#[derive(Clone, Debug, Default)]
pub struct Decoding {
    /// The structures; `None` where there are no bytes, or none that can be decoded.
    pub slice: Option<Slice>,
    /// Where they were decoded, and how many.
    pub options: Options,
    /// Why what is asked for now cannot be done: then the structures are what was asked for before.
    pub refused: Option<Refused>,
    /// Which layouts fit the bytes.
    pub identified: Option<Identified>,
    /// Where the bytes fit, if not where they were decoded.
    pub elsewhere: Option<Elsewhere>,
    /// Which other layouts of this size mean something else.
    pub traps: Vec<Finding>,
    /// A layout that was pasted, held against ours, and the points that it fits.
    pub compared: Option<(Comparison, Vec<Point>)>,
}

impl Work {
    /// What follows from `state` on that page.
    #[must_use]
    pub fn new(page: ReadSignal<DecodePage>, state: State) -> Self {
        let decoding = Memo::new_with_compare(
            move |before: Option<&Decoding>| {
                let (paste, options) = (state.paste.read(), state.options.read());
                // What was asked for when it could last be done.
                let before = before.map(|before| before.options.clone());
                with_layout(page, |found, dataset| {
                    Decoding::new(
                        &paste,
                        &options,
                        &before.unwrap_or_default(),
                        found,
                        dataset,
                    )
                })
                .unwrap_or_default()
            },
            |_, _| true,
        );
        let drawn = step(move || {
            let decoding = decoding.read();
            let decoded = &decoding.slice.as_ref()?.decoded;
            let instance = decoded.instances.get(state.chosen.get())?;
            with_layout(page, |found, dataset| {
                Drawn::new(&found.layout, dataset.catalogue(), decoded.region, instance)
            })
        });
        Self::of(decoding, drawn, state)
    }

    /// What follows from the structure that is drawn.
    pub(super) fn of(decoding: Memo<Decoding>, drawn: Memo<Option<Drawn>>, state: State) -> Self {
        let rows = step(move || drawn.read().as_ref().map_or_else(Vec::new, hex::plain));
        // What is unfolded changes less often than what is looked at.
        let turned = Memo::new(move |_| state.selection.read().turned.clone());
        let lines = step(move || {
            let drawn = drawn.read();
            let plain = |drawn| values::plain(drawn, &turned.read());
            drawn.as_ref().map_or_else(Vec::new, plain)
        });
        Self {
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

impl Decoding {
    fn new(
        paste: &Paste,
        options: &DecodeOptions,
        before: &Options,
        found: &Found<'_>,
        dataset: &Dataset,
    ) -> Self {
        let types = dataset.catalogue();
        let compared = paste.listing().map(|listing| {
            let comparison = listing::compare(listing, &found.layout, types);
            (comparison, listing::fits(listing, found.structure, types))
        });
        let mut decoding = Self {
            traps: traps(dataset, &found.layout),
            compared,
            ..Self::default()
        };
        if let Some(reading) = paste.reading() {
            decoding.decode(reading, options, before, found, dataset);
        }
        decoding
    }

    /// Decodes what is asked for; what was asked for before, where that cannot be done.
    fn decode(
        &mut self,
        reading: &Reading,
        options: &DecodeOptions,
        before: &Options,
        found: &Found<'_>,
        dataset: &Dataset,
    ) {
        let slice = |asked: &Options, first| {
            let types = dataset.catalogue();
            Slice::new(&found.layout, types, &reading.space, asked, first).map_err(Refused::from)
        };
        let asked = options.asked.options();
        let done = asked.and_then(|asked| Ok((slice(&asked, options.first)?, asked)));
        let done = match done {
            Ok(done) => Some(done),
            Err(refused) => {
                self.refused = Some(refused);
                let done = slice(before, 0).ok();
                done.map(|done| (done, before.clone()))
            }
        };
        let Some((slice, asked)) = done else { return };
        self.slice = Some(slice);
        self.identify(reading, &asked, options.everywhere, found, dataset);
        self.options = asked;
    }

    /// Which layouts fit the bytes, and where else they do.
    fn identify(
        &mut self,
        reading: &Reading,
        asked: &Options,
        everywhere: bool,
        found: &Found<'_>,
        dataset: &Dataset,
    ) {
        let everything = data::everything_loaded().filter(|_| everywhere);
        let scope = Scope {
            structure: everything.is_none().then_some(found.structure),
            arch: None,
            others: Others::by_bytes(&reading.space, asked, false),
        };
        let dataset = everything.as_deref().unwrap_or(dataset);
        let Ok(classes) = Classes::new(dataset, scope) else {
            return;
        };
        self.identified = classes.identify(&reading.space, asked).ok();
        let here = self.identified.as_ref();
        self.elsewhere = here.and_then(|here| classes.elsewhere(here, reading, &[], asked));
    }
}
