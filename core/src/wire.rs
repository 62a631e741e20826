//! What travels: the JSON of the API and of the pages, as values with names that are promised to users' scripts.
//!
//! The model is not the wire: these are converted from it by hand, and nothing here decides anything. Offsets, sizes
//! and bit numbers are numbers; masks are text (`"0x10"`). The diff's own are in [`crate::diff::wire`], the decoder's in
//! [`crate::decode::wire`]. All of them have a JSON Schema, of which the server makes its OpenAPI document.

pub mod assemble;
mod layout;
pub mod words;

pub use layout::{
    BitDto, ErratumDto, ErratumLookup, GapDto, LayoutAnswer, LayoutSources, MemberDto, SourceDto,
    ValueDto, layout_answer,
};
