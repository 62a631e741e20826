//! The prelude of pages: that of views, and the parts of which pages are made.

pub(crate) use super::Page;
pub(crate) use crate::components::blocks::*;
pub(crate) use crate::components::inline::Inline;
pub(crate) use crate::view::*;
