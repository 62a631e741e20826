//! What travels: the JSON of the API and of the pages, as values with names that are promised to users' scripts.
//!
//! The model is not the wire: these are converted from it by hand, and nothing here decides anything. Offsets, sizes
//! and bit numbers are numbers; masks are text (`"0x10"`). The diff's own are in [`crate::diff::wire`].

pub mod assemble;
mod layout;

pub use layout::{
    BitDto, ErratumDto, ErratumLookup, GapDto, LayoutAnswer, MemberDto, SourceDto, layout_answer,
};
