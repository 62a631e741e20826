//! Tests of the data: both transcriptions agree, every audit finding is accounted for, every erratum is proved, and the
//! limits of the audit are known.

mod claims;
mod constants;
mod decoding;
mod errata;
mod identify;
mod layouts;
mod listings;
mod mutations;
mod notation;
mod offsets;
mod search;
mod symbol_comparison;
mod symbols;
mod transcription;
mod typed;
mod validity;
