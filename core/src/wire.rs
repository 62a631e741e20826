//! The JSON of the API, as DTOs whose names and forms scripts rely on.
//!
//! DTOs decide nothing; [`answers!`](crate::answers) declares their fields with the values. Offsets, sizes and bit
//! numbers are numbers; masks are text (`"0x10"`). DTOs of diffs are in [`crate::diff::wire`], those of the decoder in
//! [`crate::decode::wire`]. All have a JSON Schema, from which the server makes its OpenAPI document.

pub mod answers;
pub mod assemble;
mod layout;
pub mod words;

pub use layout::{
    BitDto, ErratumDto, ErratumLookup, GapDto, LayoutAnswer, LayoutSources, MemberDto, SourceDto,
    ValueDto, answer_of,
};
