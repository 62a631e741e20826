//! The OpenAPI document in small typed pieces. Each resource describes its own operations beside its handlers; here is
//! what they are described with, and how a document is made of them.
//!
//! Schemas of bodies are derived from the very values that are answered, so that they cannot drift from them.

mod document;
mod operation;

pub(crate) use document::{Path, document};
pub(crate) use operation::{Answer, Content, Input, Operation, Parameter, SchemaOf, schema_of};
