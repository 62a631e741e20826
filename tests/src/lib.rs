//! What the tests share: a server with the built site, a browser that keeps evidence, the repository's own rules.
//!
//! Nothing here leaves loopback, and nothing waits longer than it must: the one wait is
//! [`browser::Session::until`].

pub mod browser;
pub mod data;
pub mod golden;
pub mod html;
pub mod server;
pub mod workspace;
