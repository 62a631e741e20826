//! What xtask shares with the tests: the repository's own rules, and the proof of images by what they are exported to.

#[cfg(feature = "catalogue")]
pub mod round_trip;
pub mod tidy;
