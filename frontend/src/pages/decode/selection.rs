//! What the visitor looks at: what the pointer is over, what is held, where the keyboard stands, what is unfolded. The bytes, the
//! values and the text mark it.

use std::sync::Arc;

use super::lines::Line;
use super::work::Drawn;

/// The box in which the grid scrolls.
pub const BYTES_FRAME: &str = "decode-bytes";
/// The box in which the tree scrolls.
pub const VALUES_FRAME: &str = "decode-values";
/// The box in which the text scrolls.
pub const TEXT_FRAME: &str = "decode-source";
/// The id of the grid, which has the focus as a whole.
pub const GRID_ID: &str = "decode-grid";
/// The id of the run at which the keyboard stands in the grid.
pub const CURSOR_ID: &str = "decode-cursor";

pub fn value_id(line: usize) -> String {
    format!("decode-value-{line}")
}

pub fn row_id(at: u32) -> String {
    format!("decode-row-{at:x}")
}

pub fn text_id(number: usize) -> String {
    format!("decode-text-{number}")
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    pub hover: Option<ByteRange>,
    /// What was clicked, or has the focus.
    pub held: Option<ByteRange>,
    /// The byte at which the keyboard stands in the grid.
    pub cursor: Option<u32>,
    /// The line at which it stands in the tree.
    pub value: usize,
    /// The line at which it stands in the text, from 1; 0 where it has not been there.
    pub text: usize,
    /// The lines of the tree that are folded otherwise than they are to begin with, by their paths.
    pub turned: Vec<String>,
    /// The line of the tree whose pointer is followed.
    pub followed: Option<usize>,
    /// The first line of the text that is shown, from 0.
    pub top: usize,
}

impl Selection {
    pub fn lit(&self) -> Option<ByteRange> {
        self.hover.or(self.held)
    }

    /// The values have changed: what was looked at is no more. What was unfolded stays so, and the text where it is.
    pub fn reset(&mut self) {
        *self = Self {
            turned: std::mem::take(&mut self.turned),
            top: self.top,
            ..Self::default()
        };
    }

    pub fn turn(&mut self, path: &str) {
        match self.turned.iter().position(|turned| turned == path) {
            Some(at) => drop(self.turned.swap_remove(at)),
            None => self.turned.push(path.to_owned()),
        }
    }

    /// Holds a range, and unfolds what hides it.
    pub fn hold(&mut self, drawn: &Drawn, range: ByteRange) {
        self.held = Some(range);
        if range.size > 0 {
            self.cursor = Some(range.offset);
        }
        if let Some(number) = range.text {
            self.text = number;
        }
        let Some(target) = range.value else { return };
        self.value = target;
        for (at, line) in drawn.lines.iter().enumerate().take(target) {
            if at + line.inside >= target && !self.is_open(line) {
                self.turn(&line.path);
            }
        }
    }

    pub fn is_open(&self, line: &Line) -> bool {
        line.open != self.turned.contains(&line.path)
    }

    /// The lines of the tree that are shown: those that lie in no folded one.
    pub fn shown(&self, lines: &[Arc<Line>]) -> Vec<usize> {
        let mut shown = Vec::new();
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            shown.push(at);
            at += 1;
            if !self.is_open(line) {
                at += line.inside;
            }
        }
        shown
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByteRange {
    /// Where it begins, from the start of the instance.
    pub offset: u32,
    /// How many bytes it has; none where it lies outside of the instance.
    pub size: u32,
    /// The line of the tree that it is, where it is one.
    pub value: Option<usize>,
    /// The line of the text that it is, where it is one.
    pub text: Option<usize>,
}

impl ByteRange {
    pub const fn covers(self, at: u32) -> bool {
        at >= self.offset && at - self.offset < self.size
    }

    /// The part of it between two places; `None` where there is none.
    pub fn within(self, start: u32, end: u32) -> Option<Self> {
        let first = self.offset.max(start);
        let last = self.offset.saturating_add(self.size).min(end);
        (first < last).then(|| Self {
            offset: first,
            size: last - first,
            ..self
        })
    }
}
