//! Strata over HTTP and on the command line: the data files, the REST API, the pages, the site's assets.
//!
//! # Constraints
//!
//! - Handlers compute nothing: they extract, call core, convert.
//! - A GET for data is answered with a [`representation::Representation`]: bytes computed once, with their codings and
//!   tags. Two servers with the same data give the same tags.
//! - No input causes a 500 or a panic; every length, count and timeout has a name in [`settings`] or [`limits`].
//! - Bodies are never logged.
//!
//! # Map
//!
//! [`data`] (TOML files → a dataset) → [`check`] → [`overlay`] (an operator's own data with the built-in ones) → [`app`];
//! [`reload`] replaces the dataset by a newer one.
//!
//! [`cli`] → [`settings`] → [`listener`] (connections) → [`middleware`] (limits, ids, [`metrics`]) → [`routes`]
//! (the route table) → [`api`], [`pages`], [`health`], [`site`] → [`error`] (an error as a status) or
//! [`representation`] (an answer with data). The API's resources describe themselves with [`openapi`].

pub mod api;
pub mod app;
mod assets;
pub mod bundle;
pub mod cache;
pub mod cache_policy;
pub mod check;
pub mod cli;
mod compiled_layout;
pub mod cors;
pub mod data;
mod digest;
mod embedded;
pub mod error;
pub mod export;
pub mod extract;
pub mod health;
pub mod input;
pub mod limits;
pub mod listener;
mod media_type;
pub mod metrics;
pub mod middleware;
pub mod negotiate;
pub mod openapi;
pub mod overlay;
pub mod pages;
mod queued_semaphore;
pub mod reload;
pub mod representation;
pub mod routes;
pub mod security;
pub mod settings;
pub mod site;
pub mod stated;
mod stream;
pub mod tokens;
pub mod trace;
