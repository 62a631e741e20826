//! Tests of the data: both transcriptions agree, every audit finding is accounted for, every erratum is proved, and the
//! limits of the audit are known.

#[path = "data/claims.rs"]
mod claims;
#[path = "data/constants.rs"]
mod constants;
#[path = "data/decoding.rs"]
mod decoding;
#[path = "data/errata.rs"]
mod errata;
#[path = "data/identify.rs"]
mod identify;
#[path = "data/layouts.rs"]
mod layouts;
#[path = "data/listings.rs"]
mod listings;
#[path = "data/mutations.rs"]
mod mutations;
#[path = "data/notation.rs"]
mod notation;
#[path = "data/offsets.rs"]
mod offsets;
#[path = "data/search.rs"]
mod search;
#[path = "data/symbol_comparison.rs"]
mod symbol_comparison;
#[path = "data/symbols.rs"]
mod symbols;
#[path = "data/transcription.rs"]
mod transcription;
#[path = "data/typed.rs"]
mod typed;
#[path = "data/validity.rs"]
mod validity;
