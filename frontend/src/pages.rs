//! One file per page: each takes its part of [`crate::page::Page`] and returns a view; the decode page, markup.

#[cfg(feature = "views")]
pub mod about;
#[cfg(feature = "views")]
pub mod audit;
pub mod decode;
#[cfg(feature = "views")]
pub mod diff;
#[cfg(feature = "views")]
pub mod home;
#[cfg(feature = "views")]
pub mod inline;
#[cfg(feature = "views")]
pub mod layout;
#[cfg(feature = "views")]
pub mod not_found;
#[cfg(feature = "views")]
pub mod releases;
#[cfg(feature = "views")]
pub mod structure;
