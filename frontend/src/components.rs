//! The components that pages share. Each has its view, its states, and a style sheet: beside it, or in `static/css` if it is
//! on every page.

pub mod blocks;
pub mod copy;
pub mod curves;
pub mod diagram;
pub mod inline;
pub mod keyed;
pub mod linked_highlight;
pub mod mark;
pub mod picker;
pub mod printed;
pub mod search;
pub mod sources;
pub mod strips;
pub mod symbol_lines;
pub mod used_by;
