//! Tests of the API by tools that know only its OpenAPI document: a validator, a fuzzer, a generated client; and of the
//! recipes of README.md and the commands of the page `/api`, verbatim.

mod document;
mod duckdb;
mod fuzzed;
mod generated;
mod page;
mod python;
mod recipes;
mod tool;
