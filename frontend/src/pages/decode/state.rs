//! What the visitor put on the page and chose there. Nothing of it outlives the page.

use std::rc::Rc;

use strata_core::decode::read::Dialect;

use super::asked::Asked;
use super::export::Outcome;
use super::look::Look;
use super::source::Source;
use crate::route::Route;

/// How many places are remembered to go back to.
const BACK_LIMIT: usize = 64;

/// What the visitor put on the page and chose there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// What is decoded.
    pub source: Source,
    /// As what its text is read; as what it looks like where that is `None`.
    pub dialect: Option<Dialect>,
    /// Where and how many.
    pub asked: Asked,
    /// Why a file was not taken.
    pub refused: Option<String>,
    /// The number of the first structure of the slice that is shown.
    pub first: u32,
    /// Which structure of the slice is shown.
    pub chosen: usize,
    /// What is looked at.
    pub look: Look,
    /// The first line of the text that is shown, from 0.
    pub top: usize,
    /// Whether the layouts of all structures are compared.
    pub everywhere: bool,
    /// The line of the tree whose pointer is followed.
    pub followed: Option<usize>,
    /// Where one decoded before.
    pub back: Vec<Before>,
    /// What came of copying.
    pub copied: Option<Rc<Outcome>>,
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

/// What has to be worked out anew, and all behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// What was pasted.
    Text,
    /// What is decoded of it, and as what.
    Values,
    /// Which structure of those that were decoded is shown.
    Shown,
    /// What is looked at.
    Looks,
}

impl State {
    /// Puts something else on the page. Where to decode stays as the visitor typed it; where he went since is forgotten.
    pub fn put(&mut self, source: Source) {
        let mut old = std::mem::take(self);
        let mut asked = match old.back.is_empty() {
            true => old.asked,
            false => old.back.swap_remove(0).asked,
        };
        asked.region = 0;
        *self = Self {
            source,
            asked,
            everywhere: old.everywhere,
            look: Look {
                turned: old.look.turned,
                ..Look::default()
            },
            ..Self::default()
        };
    }

    /// Shows the slice that begins with the structure of that number.
    pub fn show_slice(&mut self, first: u32) {
        self.first = first;
        self.show(0);
    }

    /// Shows that structure of the slice.
    pub fn show(&mut self, chosen: usize) {
        self.chosen = chosen;
        self.followed = None;
        self.look.reset();
    }

    /// Decodes elsewhere, from where one can come back.
    pub fn go(&mut self, route: Route, region: usize, at: usize, from: &str) {
        if self.back.len() >= BACK_LIMIT {
            self.back.remove(0);
        }
        self.back.push(Before {
            route,
            asked: self.asked.clone(),
            first: self.first,
            chosen: self.chosen,
        });
        self.asked.go(region, at as u64, from);
        self.show_slice(0);
    }

    /// Goes back to where one decoded before.
    pub fn go_back(&mut self) -> Option<Route> {
        let before = self.back.pop()?;
        self.asked = before.asked;
        self.show_slice(before.first);
        self.chosen = before.chosen;
        Some(before.route)
    }
}
