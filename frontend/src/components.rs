//! What pages are made of. Each part is a small closed drawer: its view, its states, and a style sheet of its own in
//! `static/css`.

#[cfg(feature = "views")]
pub mod certainty;
#[cfg(feature = "views")]
pub mod copy_button;
#[cfg(feature = "views")]
pub mod diagram;
#[cfg(feature = "views")]
pub mod erratum;
pub mod figures;
#[cfg(feature = "views")]
pub mod lit;
pub mod picker;
#[cfg(feature = "views")]
pub mod source_line;
pub mod theme_switch;
