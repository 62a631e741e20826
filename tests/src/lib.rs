//! Shared code of the tests: a server with the built site, a browser that records evidence, paths of the repository.
//!
//! All connections stay on loopback, and the only wait is [`browser::Session::until`].

pub mod browser;
pub mod client;
pub mod data;
pub mod golden;
pub mod html;
pub mod process;
pub mod server;
pub mod specimen;
pub mod transcript;
pub mod workspace;

/// The rows of a table: the first word of each line, and the rest of the line.
pub fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = table.lines().map(str::trim_start);
    lines.filter_map(|line| line.split_once(' '))
}
