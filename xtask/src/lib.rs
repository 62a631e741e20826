//! The code that xtask shares with the tests: the repository's rules, and the round trip of image exports.

#[cfg(feature = "catalogue")]
pub mod round_trip;
pub mod tidy;
