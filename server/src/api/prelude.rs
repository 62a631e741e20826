//! The common imports of resources.

pub(super) use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
pub(super) use serde::Serialize;
pub(super) use strata_core::wire::answers::answers;
pub(super) use strata_core::wire::{assemble, words};
pub(super) use strata_core::{Dataset, lookup};

pub(super) use crate::app::App;
pub(super) use crate::cache_policy::CachePolicy;
pub(super) use crate::error::Error;
pub(super) use crate::error::Kind;
pub(super) use crate::media_type::{CSV, JSON, NDJSON, TEXT};
pub(super) use crate::openapi::{Content, Message, Operation, Parameter, schema_of};
pub(super) use crate::representation::Representation;

pub(super) use super::answer::{
    self, ApiResult, Call, Output, Resource, acceptable, spawn_blocking, whole,
};
pub(super) use super::page::PageOffset;
pub(super) use super::parameters::{
    AnswerFormat, Argument, Form, ParameterContext, Parameters, Required, formats, one_of,
    parameters, values, word,
};
pub(super) use super::{posted, url};
