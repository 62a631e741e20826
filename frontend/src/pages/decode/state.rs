//! What the visitor put on the page and chose there, in signals: one for each step of what follows ([`super::work`]).
//! Nothing of it outlives the page.

use leptos::prelude::*;
use strata_core::decode::read::Dialect;

use super::asked::Asked;
use super::export::Outcome;
use super::selection::Selection;
use super::source::Source;
use crate::route::Route;

/// How many places are remembered to go back to.
const BACK_LIMIT: usize = 64;

/// What the visitor put on the page and chose there. Copies are the same one.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// Whether the page is awake. Until it is, it is as the server sent it.
    pub awake: RwSignal<bool>,
    /// What was put on the page.
    pub put: RwSignal<DecodeInput>,
    /// What of it is decoded.
    pub options: RwSignal<DecodeOptions>,
    /// Which structure of the slice is shown.
    pub chosen: RwSignal<usize>,
    /// What is looked at.
    pub selection: RwSignal<Selection>,
    /// What came of copying.
    pub copied: RwSignal<Option<Outcome>>,
}

/// What was put on the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecodeInput {
    /// What is decoded.
    pub source: Source,
    /// As what its text is read; as what it looks like where that is `None`.
    pub dialect: Option<Dialect>,
    /// Why a file was not taken.
    pub refused: Option<String>,
}

/// What is decoded, and with what it is compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecodeOptions {
    /// Where and how many.
    pub asked: Asked,
    /// The number of the first structure of the slice that is shown.
    pub first: u32,
    /// Whether the layouts of all structures are compared.
    pub everywhere: bool,
    /// Where one decoded before.
    pub back: Vec<Before>,
}

/// Where one decoded before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Before {
    /// As which structure at which point.
    pub route: Route,
    /// Where.
    pub asked: Asked,
    /// Which slice.
    pub first: u32,
    /// Which structure of it.
    pub chosen: usize,
}

impl State {
    /// Nothing was put and nothing chosen.
    #[must_use]
    pub fn new() -> Self {
        Self {
            awake: RwSignal::new(false),
            put: RwSignal::new(DecodeInput::default()),
            options: RwSignal::new(DecodeOptions::default()),
            chosen: RwSignal::new(0),
            selection: RwSignal::new(Selection::default()),
            copied: RwSignal::new(None),
        }
    }

    /// Puts something else on the page. Where to decode stays as the visitor typed it; where he went since is forgotten.
    pub fn put(self, put: DecodeInput) {
        self.put.set(put);
        self.options.update(|options| {
            let old = std::mem::take(options);
            let first = old.back.into_iter().next();
            options.asked = first.map_or(old.asked, |first| first.asked);
            options.asked.region = 0;
            options.everywhere = old.everywhere;
        });
        self.chosen.set(0);
        self.selection.update(|selection| {
            selection.reset();
            selection.top = 0;
        });
    }

    /// Wipes all of it.
    pub fn clear(self) {
        self.put.set(DecodeInput::default());
        self.options.set(DecodeOptions::default());
        self.chosen.set(0);
        self.selection.set(Selection::default());
    }

    /// Shows the slice that begins with the structure of that number, of what is asked for now.
    pub fn show_slice(self, first: u32, asks: impl FnOnce(&mut DecodeOptions)) {
        self.options.update(|options| {
            asks(options);
            options.first = first;
        });
        self.show(0);
    }

    /// Shows that structure of the slice.
    pub fn show(self, chosen: usize) {
        self.chosen.set(chosen);
        self.selection.update(Selection::reset);
    }

    /// Decodes elsewhere, from where one can come back.
    pub fn go(self, route: Route, region: usize, at: usize, from: &str) {
        let chosen = self.chosen.get_untracked();
        self.show_slice(0, |options| {
            if options.back.len() >= BACK_LIMIT {
                options.back.remove(0);
            }
            options.back.push(Before {
                route,
                asked: options.asked.clone(),
                first: options.first,
                chosen,
            });
            options.asked.go(region, at as u64, from);
        });
    }

    /// Goes back to where one decoded before.
    pub fn go_back(self) -> Option<Route> {
        let before = self
            .options
            .try_update(|options| options.back.pop())
            .flatten()?;
        self.show_slice(before.first, |options| options.asked = before.asked);
        self.chosen.set(before.chosen);
        Some(before.route)
    }
}

impl Default for State {
    fn default() -> Self {
        Self::new()
    }
}
