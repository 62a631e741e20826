//! What pages are built from: small drawers, each with its view, its states and its part of the style sheet.

pub mod theme_switch;
