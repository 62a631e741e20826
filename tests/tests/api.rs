//! Tests of the API in-process: its contract with scripts. The OpenAPI document validates every answer too.

#[path = "api/audit.rs"]
mod audit;
#[path = "api/caching.rs"]
mod caching;
#[path = "api/catalogue.rs"]
mod catalogue;
#[path = "api/client.rs"]
mod client;
#[path = "api/contract.rs"]
mod contract;
#[path = "api/dataset.rs"]
mod dataset;
#[path = "api/decode.rs"]
mod decode;
#[path = "api/errors.rs"]
mod errors;
#[path = "api/everything.rs"]
mod everything;
#[path = "api/exports.rs"]
mod exports;
#[path = "api/finding.rs"]
mod finding;
#[path = "api/hostile.rs"]
mod hostile;
#[path = "api/identify.rs"]
mod identify;
#[path = "api/many.rs"]
mod many;
#[path = "api/offsets.rs"]
mod offsets;
#[path = "api/openapi.rs"]
mod openapi;
#[path = "api/own.rs"]
mod own;
#[path = "api/schemas.rs"]
mod schemas;
#[path = "api/validity.rs"]
mod validity;
#[path = "api/values.rs"]
mod values;
