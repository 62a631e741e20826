//! What ties the grid and the tree together: what the pointer is over, what is held, where the keyboard stands.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::drawn::Drawn;
use super::grid::ROW;
use super::lines::Line;
use super::spot::Spot;
use crate::browser;

/// The box in which the grid scrolls.
pub const BYTES_FRAME: &str = "decode-bytes";
/// The box in which the tree scrolls.
pub const VALUES_FRAME: &str = "decode-values";
/// The id of the grid, which has the focus as a whole.
pub const GRID_ID: &str = "decode-grid";
/// The id of the run at which the keyboard stands in the grid.
pub const CURSOR_ID: &str = "decode-cursor";

/// The id of a line of the tree.
#[must_use]
pub fn line_id(line: usize) -> String {
    format!("decode-line-{line}")
}

/// The id of a row of the grid.
#[must_use]
pub fn row_id(at: u32) -> String {
    format!("decode-row-{at:x}")
}

/// Scrolls the grid to the row in which a byte lies.
pub fn reveal_row(at: u32) {
    browser::reveal(BYTES_FRAME, &row_id(at / ROW * ROW));
}

/// What ties the grid and the tree together.
#[derive(Clone, Copy, Debug)]
pub struct Links {
    /// What the pointer is over.
    pub hover: RwSignal<Option<Spot>>,
    /// What was clicked, or has the focus.
    pub held: RwSignal<Option<Spot>>,
    /// The byte at which the keyboard stands in the grid.
    pub cursor: RwSignal<Option<u32>>,
    /// The line at which it stands in the tree.
    pub current: RwSignal<usize>,
    /// The lines that are folded otherwise than they are to begin with, by their paths.
    pub turned: RwSignal<BTreeSet<String>>,
}

impl Links {
    /// Nothing is looked at.
    #[must_use]
    pub fn new() -> Self {
        Self {
            hover: RwSignal::new(None),
            held: RwSignal::new(None),
            cursor: RwSignal::new(None),
            current: RwSignal::new(0),
            turned: RwSignal::default(),
        }
    }

    /// What is lit.
    #[must_use]
    pub fn lit(self) -> Option<Spot> {
        self.hover.get().or_else(|| self.held.get())
    }

    /// The values have changed: what was looked at is no more.
    pub fn reset(self) {
        self.hover.set(None);
        self.held.set(None);
        self.cursor.set(None);
        self.current.set(0);
    }

    /// Folds a line, or unfolds it.
    pub fn turn(self, path: &str) {
        self.turned.update(|turned| {
            if !turned.remove(path) {
                turned.insert(path.to_owned());
            }
        });
    }

    /// Holds a spot and brings it into sight in both, unfolding what hides it.
    pub fn jump(self, drawn: &Drawn, spot: Spot) {
        self.held.set(Some(spot));
        self.cursor.set(Some(spot.offset));
        self.unfold_to(drawn, spot);
        request_animation_frame(move || {
            if let Some(line) = spot.line {
                browser::reveal(VALUES_FRAME, &line_id(line));
            }
            reveal_row(spot.offset);
        });
    }

    fn unfold_to(self, drawn: &Drawn, spot: Spot) {
        let Some(target) = spot.line else { return };
        self.current.set(target);
        let turned = self.turned.get_untracked();
        for (at, line) in drawn.lines.iter().enumerate().take(target) {
            let around = at + line.inside >= target;
            if around && !is_open(line, &turned) {
                self.turn(&line.path);
            }
        }
    }
}

impl Default for Links {
    fn default() -> Self {
        Self::new()
    }
}

/// Whether what is inside a line is shown.
#[must_use]
pub fn is_open(line: &Line, turned: &BTreeSet<String>) -> bool {
    line.open != turned.contains(&line.path)
}

/// The lines that are shown: those that lie in no folded one.
#[must_use]
pub fn shown(lines: &[Line], turned: &BTreeSet<String>) -> Vec<usize> {
    let mut shown = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        shown.push(at);
        at += 1;
        if !is_open(line, turned) {
            at += line.inside;
        }
    }
    shown
}
