//! One file per page: each takes its part of [`crate::page::Page`] and returns a view.

pub mod home;
pub mod not_found;
