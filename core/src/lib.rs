//! Windows structure layouts by release and architecture: what sources state, whether it can be true, what bytes mean.
//!
//! # Constraints
//!
//! - Pure: values in, values out. No I/O, no clock, no log, no thread, no global; the same code runs natively and as
//!   WASM in the browser.
//! - All input (version, architecture, name, offset, cell, declaration) is parsed at the border into its own type and
//!   carried as that type. Parse errors say what was expected.
//! - No panic is reachable from input, and every recursion and allocation has a named limit.
//!
//! # What it does not do
//!
//! - It does not read files: [`raw`] has the types of the data files; the caller reads them and calls
//!   [`Dataset::build`].
//! - It renders no HTML and speaks no HTTP; [`render`] writes plain text.
//!
//! # Map
//!
//! [`raw`] → [`article`] (cells as published, errata) → [`resolve`] → [`layout`] → [`diff`], [`history`], [`decode`],
//! [`render`], [`export`]. [`catalogue`] has all types from symbol files. [`stated`] compares structures in other files
//! with these layouts; [`audit`] compares articles, layouts and symbol files with each other.

pub mod addresses;
pub mod arch;
pub mod article;
pub mod audit;
pub mod catalogue;
pub mod cell;
pub mod certainty;
pub mod constants;
pub mod csv;
pub mod ctype;
pub mod dataset;
pub mod decode;
pub mod diff;
mod edit_distance;
pub mod escape;
pub mod export;
mod fnv;
mod guid;
pub mod history;
pub mod kernels;
pub mod layout;
pub mod lookup;
mod members;
pub mod mode;
pub mod name;
pub mod numbers;
pub mod offsets;
pub mod per_arch;

pub mod point;
pub mod raw;
pub mod release;
pub mod render;
pub mod resolve;
mod rule;
pub mod search;
pub mod span;
pub mod stated;
pub mod tree;
pub mod type_equivalence;
pub mod types;
pub mod units;
pub mod validity;
pub mod wire;
mod words;
pub mod xref;

#[cfg(test)]
mod sample;

pub use arch::Arch;
pub use dataset::Dataset;
pub use layout::Layout;
pub use name::{MemberPath, RowId, TypeName};
pub use point::Point;
pub use release::{Build, Release, Version};
pub use span::{Span, Versions};
pub use units::{BitRange, ByteOffset, ByteSize};
pub use words::ParseWordError;
