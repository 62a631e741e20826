//! Tests of the API by tools that know only its OpenAPI document: a validator, a fuzzer, a generated client; and of the
//! recipes of README.md and the commands of the page `/api`, verbatim.

#[path = "clients/document.rs"]
mod document;
#[path = "clients/duckdb.rs"]
mod duckdb;
#[path = "clients/fuzzed.rs"]
mod fuzzed;
#[path = "clients/generated.rs"]
mod generated;
#[path = "clients/page.rs"]
mod page;
#[path = "clients/python.rs"]
mod python;
#[path = "clients/recipes.rs"]
mod recipes;
#[path = "clients/tool.rs"]
mod tool;
