//! The code that xtask shares with the tests and the bench: the repository's rules, the round trip of image exports, and how
//! programs are run.

pub mod nginx;
pub mod process;
#[cfg(feature = "catalogue")]
pub mod round_trip;
pub mod tidy;
pub mod workspace;
