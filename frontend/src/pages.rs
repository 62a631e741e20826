//! One file per page: each takes its variant of [`Page`] and returns a view.

pub mod about;
pub mod audit;
pub mod client_rendered;
pub mod decode;
pub mod diff;
pub mod home;
pub mod images;
pub mod kernel;
pub mod layout;
pub mod list;
mod markdown;
pub mod member;
pub mod not_found;
pub mod offsets;
mod page;
pub(crate) mod prelude;
pub mod provenance;
pub mod reference;
pub mod releases;
pub mod search;
pub mod structure;
pub mod task;
pub mod validity;

pub use page::{Content, Drawing, Page};
