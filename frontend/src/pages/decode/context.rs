//! All that is drawn follows from this: the page, what the visitor put and chose, and what was worked out from it.

use leptos::prelude::ReadSignal;

use super::state::State;
use super::work::Work;
use crate::page::DecodePage;

/// What is drawn. Copies are the same one.
#[derive(Clone, Copy, Debug)]
pub struct ViewContext {
    /// As which structure at which point.
    pub page: ReadSignal<DecodePage>,
    /// What the visitor put and chose.
    pub state: State,
    /// What follows.
    pub work: Work,
}

impl ViewContext {
    /// Begins with the page that the server sent, with nothing on it.
    #[must_use]
    pub fn new(page: ReadSignal<DecodePage>) -> Self {
        let state = State::new();
        let work = Work::new(page, state);
        Self { page, state, work }
    }
}
