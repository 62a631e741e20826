//! Strata over HTTP and on the command line: the data files, the REST API, the pages, the site's files.
//!
//! # Constraints
//!
//! - Handlers compute nothing: they extract, call core, convert.
//! - What answers a GET with data is a [`representation::Representation`]: bytes computed once, with their codings and
//!   their tags. Two servers with the same data give the same tags.
//! - No input leads to a 500 or a panic; every length, count and wait has a name in [`settings`] or
//!   [`limits`].
//! - Bodies are never logged.
//!
//! # Map
//!
//! [`data`] (TOML files → a dataset) → [`check`], [`app`]; [`reload`] puts a new one in the place of the old one.
//!
//! [`cli`] → [`settings`] → [`listener`] (connections) → [`front`] (limits, ids, [`metrics`]) → [`routes`] (the one table) → [`api`], [`pages`], [`health`], [`site`]
//! → [`error`] (what went wrong, as a status) or [`representation`] (what is there). [`openapi`] is what the API's resources
//! describe themselves with.

pub mod api;
pub mod app;
mod archive;
pub mod bundle;
pub mod cache;
pub mod cache_policy;
pub mod check;
pub mod cli;
pub mod cors;
pub mod data;
pub mod dump;
mod embedded;
pub mod error;
pub mod export;
pub mod extract;
pub mod front;
pub mod health;
pub mod limits;
pub mod listener;
mod media_type;
pub mod metrics;
pub mod negotiate;
pub mod numbers;
pub mod openapi;
pub mod pages;
mod places;
pub mod problem;
pub mod reload;
pub mod representation;
mod robots;
pub mod routes;
pub mod security;
pub mod settings;
pub mod site;
pub mod stated;
mod stream;
pub mod trace;
pub mod vitals;
