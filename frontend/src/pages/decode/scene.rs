//! All that is drawn follows from this: the page, what the visitor put and chose, and what was worked out from it.

use super::state::State;
use super::work::Work;
use crate::page::DecodePage;

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// As which structure at which point.
    pub page: &'a DecodePage,
    /// What the visitor put and chose.
    pub state: &'a State,
    /// What follows.
    pub work: &'a Work,
}
