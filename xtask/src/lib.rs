//! What xtask shares with the tests: the repository's own rules.

pub mod tidy;
