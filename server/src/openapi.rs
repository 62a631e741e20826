//! The OpenAPI document as typed parts. Each resource describes its own operations beside its handlers; this module has
//! the types of these descriptions, and makes the document from them.
//!
//! Schemas of bodies are derived from the types of the answers, so that they always agree.

mod document;
mod operation;

pub(crate) use document::{Path, document};
pub(crate) use operation::{Answer, Content, Input, Operation, Parameter, SchemaOf, schema_of};
