//! Strata: the data files, the REST API, the pages and the command line.

pub mod check;
pub mod data;
